/**
 * Connects the parts of the page. The fragment of the address is the reference of the selection, so that the
 * browser's history works: `b12`, `p3`, `f2`, or `in3` for the bindings of plugin 3.
 */
class Page {
  #graph = new Graph(JSON.parse(document.getElementById("data").textContent));
  #parts;
  #shown;

  constructor() {
    const graph = this.#graph;
    const choose = (reference) => this.#choose(reference);
    const open = (reference) => this.#open(reference);
    const byId = (id) => document.getElementById(id);
    // First, as the style sheet shows the page only with it.
    document.documentElement.dataset.colour = byId("colours").querySelector(":checked").value;
    this.#parts = {
      picture: new Picture(byId("view"), graph, { choose, open, sheet: byId("details") }),
      tree: new Tree(byId("bindings"), graph, choose),
      findings: new Findings(byId("findings"), graph, choose),
      details: new Details(byId("details"), graph, { choose, open }),
      tabs: new Tabs(document.querySelector("[role=tablist]")),
    };
    const found = (references) => this.#parts.picture.mark(this.#withOwners(references));
    new Search(byId("search"), byId("results"), graph, { choose, found, announce: Page.#announce });
    byId("findings-tab").append(" ", element("span", {
      class: `mark ${highest(graph.findings) ?? "none"}`,
    }, graph.findings.length.toLocaleString("en")));
    this.#parts.tabs.show(graph.findings.length > 0 ? "findings-tab" : "bindings-tab");
    this.#summarise();
    this.#listen(byId);
    addEventListener("hashchange", () => this.#update());
    this.#update();
  }

  #summarise() {
    const { title, part, contributors, findings } = this.#graph;
    const plugins = contributors.filter((contributor) => contributor.kind !== "application").length;
    const bindings = contributors.reduce((sum, { id }) => sum + this.#graph.sizeOf(id), 0);
    const errors = findings.filter((finding) => finding.severity === "error").length;
    const parts = [title, part, counted(plugins, "plugin"), counted(bindings, "binding"),
      errors > 0 ? counted(errors, "error") : "no errors"];
    document.getElementById("summary").textContent = parts.filter(Boolean).join(" · ");
    document.title = `${title} – binding graph`;
  }

  #listen(byId) {
    const { picture } = this.#parts;
    byId("zoom-in").addEventListener("click", () => picture.zoom(1.25));
    byId("zoom-out").addEventListener("click", () => picture.zoom(0.8));
    byId("zoom-fit").addEventListener("click", () => picture.fit());
    byId("help").addEventListener("click", () => byId("keys").showModal());
    byId("colours").addEventListener("change", (event) => this.#recolour(event.target.value));
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const theme = byId("theme");
    theme.setAttribute("aria-pressed", String(dark.matches));
    dark.addEventListener("change", () => {
      if (!document.documentElement.dataset.theme) theme.setAttribute("aria-pressed", String(dark.matches));
    });
    theme.addEventListener("click", () => {
      const isDark = theme.getAttribute("aria-pressed") !== "true";
      theme.setAttribute("aria-pressed", String(isDark));
      document.documentElement.dataset.theme = isDark ? "dark" : "light";
    });
    addEventListener("keydown", (event) => {
      const isWriting = event.target.matches?.("input[type=text], dialog *");
      if (event.ctrlKey || event.altKey || event.metaKey || isWriting) return;
      if (event.key === "/") {
        event.preventDefault();
        byId("search").focus();
      } else if (event.key === "Escape" && this.#reference) {
        this.#choose(undefined);
      }
    });
  }

  // MARK: Selection

  /** The reference in the address; undefined if the graph has no such element. */
  get #reference() {
    const name = location.hash.slice(1);
    return this.#graph.has(name) ? name : undefined;
  }

  #choose(reference) {
    // An empty fragment would select the initial view.
    location.hash = reference ?? "none";
  }

  #open(reference) {
    if (reference?.[0] !== "p" || !this.#graph.pictures.parts[reference.slice(1)]) return;
    location.hash = `in${reference.slice(1)}`;
  }

  #update() {
    const { picture, tree, findings, details } = this.#parts;
    const reference = this.#reference;
    const subject = reference?.[0] === "f" ? this.#graph.subjectOf(this.#graph.thing(reference)) : reference;
    this.#shown = this.#viewFor(subject);
    // First, as the details take room from the picture.
    details.show(reference);
    picture.show(this.#layout(this.#shown), this.#titleOf(this.#shown));
    picture.focus(subject, this.#path(subject));
    this.#drawViews();
    this.#drawLegend();
    tree.select(subject);
    findings.select(reference);
    if (reference) Page.#announce(this.#announcement(reference));
  }

  /** The path from the root to an element, with the owners of its nodes. */
  #path(reference) {
    if (reference === undefined || this.#graph.isContributor(reference)) return [];
    return this.#withOwners(this.#graph.path(reference));
  }

  /** The references, each followed by that of its contributor. */
  #withOwners(references) {
    return references.flatMap((reference) =>
      [reference, this.#graph.owner(reference)?.id].filter(Boolean));
  }

  /** The view for an element: the current one if it contains the element. */
  #viewFor(reference) {
    const inside = /^#in(\d{1,9})$/.exec(location.hash)?.[1];
    const { pictures } = this.#graph;
    if (inside !== undefined && pictures.parts[inside]) return inside;
    const name = location.hash.slice(1);
    if (name === "plugins" || (name === "all" && pictures.all)) return name;
    const start = pictures.all ? "all" : "plugins";
    if (name === "" || this.#shown === undefined && !reference) return start;
    if (!reference) return this.#shown;
    const has = (view) =>
      view !== undefined && this.#layout(view)?.nodes.some(([other]) => other === reference);
    if (has(this.#shown)) return this.#shown;
    if (has(start)) return start;
    if (this.#graph.isContributor(reference)) return "plugins";
    const owner = this.#graph.thing(reference).by;
    const views = owner === undefined ? Object.keys(pictures.parts) : [String(owner)];
    return views.find(has) ?? start;
  }

  #layout(view) {
    const { pictures } = this.#graph;
    if (view === "plugins") return pictures.overview;
    return view === "all" ? pictures.all : pictures.parts[view];
  }

  #titleOf(view) {
    if (view === "plugins") return "Plugins and their dependencies";
    return view === "all" ? "All bindings, by plugin"
      : `Bindings of ${this.#graph.contributors[view].name}`;
  }

  /** The buttons that select a view. */
  #drawViews() {
    const button = (view, name, hash, title) => element("button", {
      type: "button", "aria-current": this.#shown === view ? "true" : undefined, title,
      click: () => { location.hash = hash; },
    }, element("bdi", {}, breakable(name)));
    const { all } = this.#graph.pictures;
    const views = document.getElementById("views");
    const name = this.#graph.contributors[this.#shown]?.name;
    const hadFocus = views.contains(document.activeElement);
    views.replaceChildren(
      button("plugins", "Plugins", "plugins"),
      ...(all ? [button("all", "All bindings", "all")] : []),
      ...(["plugins", "all"].includes(this.#shown) ? []
        : [element("span", { "aria-hidden": "true" }, "›"),
          button(this.#shown, name, `in${this.#shown}`, name)]));
    if (hadFocus) views.querySelector("[aria-current]").focus();
  }

  #recolour(by) {
    document.documentElement.dataset.colour = by;
    this.#drawLegend();
  }

  /** Draws the legend of scope colours, line styles and times; contributors are labelled in the picture. */
  #drawLegend() {
    const isByScope = document.documentElement.dataset.colour !== "plugin";
    const scopes = isByScope ? this.#graph.scopes.map((name, scope) => {
      const swatch = element("span", { class: "swatch scope" });
      swatch.style.setProperty("--scope-hue", scopeHue(scope));
      return element("li", {}, swatch, element("bdi", {}, name));
    }) : [];
    const unshared = isByScope && scopes.length > 0
      ? [element("li", {}, element("span", { class: "swatch scope none" }), "unscoped")] : [];
    const drawn = new Set(this.#layout(this.#shown).links.map(([, , form]) => form));
    const strokes = Object.entries(formNames).filter(([form]) => drawn.has(form)).map(([form, name]) =>
      element("li", {}, shape("svg", { width: 26, height: 8, "aria-hidden": "true" },
        shape("g", { class: `link ${form}` }, shape("path", { class: "line", d: "M1 4H25" }))), name));
    const heat = document.querySelector("#picture .timed")
      ? [element("li", {}, element("span", { class: "swatch heat" }), "longest time")] : [];
    document.getElementById("legend").replaceChildren(
      element("ul", { "aria-label": "Legend" }, [...scopes, ...unshared, ...strokes, ...heat]));
  }

  // MARK: Announcements

  #announcement(reference) {
    const name = this.#graph.heading(reference);
    if (reference[0] === "f" || this.#graph.isContributor(reference)) return name;
    const { requests } = this.#graph.thing(reference);
    const owner = this.#graph.owner(reference);
    return `${name}${owner ? `, provided by ${owner.name}` : ""}: ${counted((requests ?? []).length, "request")}, `
      + counted(this.#graph.dependents(reference).length, "dependent");
  }

  static #announce(text) {
    document.getElementById("status").textContent = text;
  }
}

/** The meanings of the line styles of arrows. */
const formNames = {
  instance: "dependency",
  optional: "optional dependency",
  provider: "lazy dependency",
  weak: "weak dependency",
  builds: "builds subcomponent",
  replaces: "replaces",
  lost: "rejected provider",
};

new Page();
