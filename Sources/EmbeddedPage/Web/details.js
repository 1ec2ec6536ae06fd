/** How many lines of a long list are shown before somebody asks for the rest. */
const shownLines = 12;

/** Tells everything about what was chosen. */
class Details {
  #graph;
  #panel;
  #choose;
  #open;

  /** `choose` is called with what a line leads to, `open` with a contributor to look into. */
  constructor(panel, graph, { choose, open }) {
    this.#graph = graph;
    this.#panel = panel;
    this.#choose = choose;
    this.#open = open;
  }

  /** Shows what is known of something; who was reading here goes on at the top, or in the picture. */
  show(reference) {
    const isRead = this.#panel.contains(document.activeElement);
    this.#panel.hidden = reference === undefined;
    this.#panel.replaceChildren(...this.#contents(reference).filter(Boolean));
    this.#panel.scrollTop = 0;
    if (isRead) (this.#panel.querySelector("h2") ?? document.getElementById("view")).focus();
  }

  #contents(reference) {
    if (reference === undefined) return [];
    if (reference[0] === "f") return this.#finding(reference);
    return this.#graph.isContributor(reference)
      ? this.#contributor(reference) : this.#node(reference);
  }

  // MARK: Bindings

  #node(reference) {
    const node = this.#graph.thing(reference);
    const scope = this.#graph.scopeOf(node);
    const isMade = ["single", "contribution"].includes(node.kind);
    const owner = this.#graph.owner(reference);
    return [
      this.#title(node.name, kindNames[node.kind]),
      Details.#facts([
        ["Plugin", owner && this.#link(owner.id)],
        ["Location", node.location && Details.#code(node.location)],
        ["Scope", scope ? `shared in ${scope}` : isMade && "made for each request"],
        ["Modules", node.modules?.join(" › ")],
        ["Component", node.component],
        ["Effect", node.effect && { throwing: "can throw", asynchronous: "has to be awaited" }[node.effect]],
        ["Entry", node.entry],
        ["Signature", node.signature && Details.#code(node.signature)],
      ]),
      ...this.#some("Findings", this.#graph.findingsOf(reference).map((place) => `f${place}`)),
      ...this.#some("Replaced by", this.#graph.overridesOf(reference)),
      ...this.#some("Replaces", this.#graph.leadsTo(reference, "replaces")),
      ...this.#some("Contains", this.#graph.leadsTo(reference, "element")),
      ...this.#requests(reference, node),
      ...this.#some("Makes the inner root", this.#graph.leadsTo(reference, "builds")),
      ...this.#list("Asked for by", this.#graph.dependents(reference), "Nothing asks for it."),
      ...this.#path(this.#graph.path(reference)),
    ];
  }

  #requests(reference, node) {
    if (node.kind === "collection" || node.kind === "missing") return [];
    if (!node.requests) {
      return Details.#section("Requests", element("p", { class: "hint" }, "It asks for nothing."));
    }
    const nothing = node.isReplaced ? "not asked, as it is replaced" : "outside of this part";
    return Details.#section("Requests", element("ol", { class: "requests" },
      node.requests.map((request, place) => {
        const answers = this.#graph.answers(reference, place);
        return element("li", {}, Details.#code(request), answers.length > 0
          ? this.#links(answers) : element("p", { class: "hint" }, nothing));
      })));
  }

  #path(path) {
    const where = this.#graph.part ? "In this part of the graph, the root" : "The root";
    return Details.#section("Path from the root", path.length === 0
      ? element("p", { class: "hint" }, `${where} does not lead here.`)
      : element("ol", { class: "path" }, path.map((step) => element("li", {}, this.#link(step)))));
  }

  // MARK: Contributors

  #contributor(reference) {
    const contributor = this.#graph.thing(reference);
    const size = this.#graph.sizeOf(reference);
    return [
      this.#title(contributor.name, kindNames[contributor.kind]),
      contributor.summary && element("p", {}, contributor.summary),
      size > 0 && element("button", {
        type: "button", class: "primary", click: () => this.#open(reference),
      }, `Show ${counted(size, "binding")}`),
      Details.#facts([
        ["Version", contributor.version],
        ["Language", contributor.language],
        ["File", contributor.file && Details.#code(contributor.file)],
      ]),
      ...this.#some("Findings", this.#graph.findingsOf(reference).map((place) => `f${place}`)),
      ...(contributor.kind === "rejected" ? [] : [
        ...this.#list("Needs", this.#graph.partners(reference), "It needs nothing of others."),
        ...this.#list("Needed by", this.#graph.partners(reference, "dependents"), "Nothing of others needs it."),
      ]),
    ];
  }

  // MARK: Findings

  #finding(reference) {
    const finding = this.#graph.thing(reference);
    const places = (finding.places ?? []).filter((place) => this.#graph.has(place));
    return [
      this.#title(finding.message, finding.severity),
      Details.#facts([
        ["Code", Details.#code(finding.code)],
        ["Location", finding.location && Details.#code(finding.location)],
        ["From", finding.origin],
      ]),
      ...this.#some("In the graph", places),
      finding.notes && Details.#section("Notes",
        element("ul", { class: "notes" }, finding.notes.map((note) => Details.#note(note))))[0],
      finding.fix && Details.#section("Fix", element("pre", {}, finding.fix))[0],
    ];
  }

  static #note(note) {
    return element("li", {},
      element("p", { class: "multiline" }, note.message),
      note.location && element("p", {}, Details.#code(note.location)),
      note.origin && element("p", { class: "hint" }, `from ${note.origin}`),
      note.path && element("p", { class: "hint" }, `from the root: ${note.path.join(" → ")}`));
  }

  // MARK: Parts

  #title(name, kind) {
    return element("div", { class: "title" },
      element("p", { class: `kind ${kind}` }, kind),
      element("h2", { tabindex: -1 }, element("bdi", {}, name)));
  }

  static #facts(facts) {
    const known = facts.filter(([, value]) => value);
    if (known.length === 0) return undefined;
    return element("dl", {}, known.map(([name, value]) =>
      [element("dt", {}, name), element("dd", {}, value)]).flat());
  }

  static #section(title, ...contents) {
    return [element("section", {}, element("h3", {}, title), ...contents)];
  }

  static #code(text) {
    return element("code", {}, element("bdi", {}, text));
  }

  /** A list that is left out where there is nothing in it. */
  #some(title, references) {
    return references.length === 0 ? [] : this.#list(title, references);
  }

  #list(title, references, nothing) {
    const heading = references.length > 1 ? `${title} (${references.length.toLocaleString("en")})` : title;
    return Details.#section(heading, references.length > 0
      ? this.#links(references) : element("p", { class: "hint" }, nothing));
  }

  /** Lines that lead to something; of many, the rest is shown on request. */
  #links(references) {
    const line = (reference) => element("li", {}, this.#link(reference));
    const list = element("ul", { class: "links" }, references.slice(0, shownLines).map(line));
    const rest = references.slice(shownLines);
    if (rest.length === 0) return list;
    const more = element("button", {
      type: "button", class: "quiet",
      click: () => {
        const lines = rest.map(line);
        more.parentElement.replaceWith(...lines);
        lines[0].firstElementChild.focus();
      },
    }, `Show ${rest.length.toLocaleString("en")} more`);
    list.append(element("li", {}, more));
    return list;
  }

  #link(reference) {
    const kind = reference[0];
    const severity = kind === "f" ? this.#graph.thing(reference).severity : undefined;
    const link = element("button", {
      type: "button", class: "link", click: () => this.#choose(reference),
    }, severity ? element("span", { class: `mark ${severity}` }, severity)
      : element("span", { class: "swatch", "aria-hidden": "true" }),
    element("bdi", {}, kind === "f" ? this.#graph.name(reference) : this.#graph.fullName(reference)));
    if (kind !== "f") paint(link, this.#graph.colourOf(reference), this.#graph.thing(reference).scope);
    return link;
  }
}
