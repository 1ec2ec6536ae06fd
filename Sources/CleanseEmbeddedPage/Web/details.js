/** The number of lines of a long list that are shown at first. */
const shownLines = 12;

/** The details of the selected element. */
class Details {
  #graph;
  #panel;
  #choose;
  #open;

  /** `choose` is called with the reference of a link, `open` with a contributor whose bindings to show. */
  constructor(panel, graph, { choose, open }) {
    this.#graph = graph;
    this.#panel = panel;
    this.#choose = choose;
    this.#open = open;
  }

  /** Shows the details of an element. If the focus was here, it moves to the heading, or to the picture. */
  show(reference) {
    const hadFocus = this.#panel.contains(document.activeElement);
    this.#panel.hidden = reference === undefined;
    this.#panel.replaceChildren(...this.#contents(reference).filter(Boolean));
    this.#panel.scrollTop = 0;
    if (hadFocus) (this.#panel.querySelector("h2") ?? document.getElementById("view")).focus();
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
    const hasFactory = ["single", "decorator", "contribution"].includes(node.kind);
    const owner = this.#graph.owner(reference);
    return [
      this.#title(this.#graph.heading(reference), kindNames[node.kind]),
      Details.#facts([
        ["Contributes to", node.kind === "contribution" && Details.#code(node.name)],
        ["Provided by", owner && this.#link(owner.id)],
        ["Location", node.location && Details.#code(node.location)],
        ["Scope", scope ? `shared in ${scope}` : hasFactory && "new instance for each request"],
        ["Service", node.stage !== undefined &&
          (node.stage > 0 ? `starts in stage ${node.stage}` : "waits for itself")],
        ["Time", node.milliseconds !== undefined && `${node.milliseconds} ms`],
        ["Modules", node.modules?.join(" › ")],
        ["Component", node.component],
        ["Effect", node.effect && { throwing: "can throw", asynchronous: "must be awaited" }[node.effect]],
        ["Entry", node.entry],
        ["Signature", node.signature && Details.#code(node.signature)],
      ]),
      ...this.#some("Findings", this.#graph.findingsOf(reference).map((index) => `f${index}`)),
      ...this.#some("Replaced by", this.#graph.overridesOf(reference)),
      ...this.#some("Replaces", this.#graph.leadsTo(reference, "replaces")),
      ...this.#some("Contains", this.#graph.leadsTo(reference, "element")),
      ...this.#dependencies(reference, node),
      ...this.#some("Starts after", this.#graph.startsAfter(reference)),
      ...this.#some("Builds the subcomponent root", this.#graph.leadsTo(reference, "builds")),
      ...this.#list("Dependents", this.#graph.dependents(reference), "No dependents."),
      ...this.#path(this.#graph.path(reference)),
    ];
  }

  #dependencies(reference, node) {
    if (node.kind === "collection" || node.kind === "missing") return [];
    if (!node.requests) {
      return Details.#section("Depends on", element("p", { class: "hint" }, "No dependencies."));
    }
    const reason = node.isReplaced ? "not requested: the binding is replaced" : "not in this part of the graph";
    return Details.#section("Depends on", element("ol", { class: "requests" },
      node.requests.map((request, index) => {
        const dependencies = this.#graph.dependencies(reference, index);
        return element("li", {}, Details.#code(request), dependencies.length > 0
          ? this.#links(dependencies) : element("p", { class: "hint" }, reason));
      })));
  }

  #path(path) {
    const none = this.#graph.part ? "No path in this part of the graph." : "No path from the root.";
    return Details.#section("Path from the root", path.length === 0
      ? element("p", { class: "hint" }, none)
      : element("ol", { class: "path" }, path.map((step) => element("li", {}, this.#link(step)))));
  }

  // MARK: Contributors

  #contributor(reference) {
    const contributor = this.#graph.thing(reference);
    const size = this.#graph.sizeOf(reference);
    return [
      this.#title(contributor.name, kindNames[contributor.kind]),
      contributor.summary && element("p", {}, breakable(contributor.summary)),
      size > 0 && element("button", {
        type: "button", class: "primary", click: () => this.#open(reference),
      }, `Show ${counted(size, "binding")}`),
      Details.#facts([
        ["Version", contributor.version],
        ["Language", contributor.language],
        ["Time", contributor.milliseconds !== undefined && `${contributor.milliseconds} ms`],
        ["File", contributor.file && Details.#code(contributor.file)],
      ]),
      ...this.#some("Findings", this.#graph.findingsOf(reference).map((index) => `f${index}`)),
      ...(contributor.kind === "rejected" ? [] : [
        ...this.#list("Depends on", this.#graph.partners(reference), "No dependencies on other plugins."),
        ...this.#list("Dependents", this.#graph.partners(reference, "dependents"), "No other plugin depends on it."),
      ]),
    ];
  }

  // MARK: Findings

  #finding(reference) {
    const finding = this.#graph.thing(reference);
    const subjects = (finding.places ?? []).filter((subject) => this.#graph.has(subject));
    return [
      this.#title(finding.message, finding.severity),
      Details.#facts([
        ["Code", Details.#code(finding.code)],
        ["Location", finding.location && Details.#code(finding.location)],
        ["Plugin", finding.origin && this.#plugin(finding.origin)],
      ]),
      ...this.#some("Affects", subjects),
      finding.notes && Details.#section("Notes",
        element("ul", { class: "notes" }, finding.notes.map((note) => this.#note(note))))[0],
      finding.fix && Details.#section("Fix", element("pre", {}, breakable(finding.fix)))[0],
    ];
  }

  #note(note) {
    return element("li", {},
      element("p", { class: "multiline" }, breakable(note.message)),
      note.location && element("p", {}, Details.#code(note.location)),
      note.origin && element("p", { class: "hint" }, "from ", this.#plugin(note.origin)),
      note.path && element("p", { class: "hint" }, breakable(`path from the root: ${note.path.join(" → ")}`)));
  }

  // MARK: Parts

  #title(name, kind) {
    return element("div", { class: "title" },
      element("p", { class: `kind ${kind}` }, kind),
      element("h2", { tabindex: -1 }, element("bdi", {}, breakable(name))),
      element("button", {
        type: "button", class: "close", title: "Clear the selection (Esc)", "aria-label": "Clear the selection",
        click: () => this.#choose(undefined),
      }, "×"));
  }

  static #facts(facts) {
    const known = facts.filter(([, value]) => value);
    if (known.length === 0) return undefined;
    return element("dl", {}, known.map(([name, value]) =>
      [element("dt", {}, name),
        element("dd", {}, typeof value === "string" ? breakable(value) : value)]).flat());
  }

  static #section(title, ...contents) {
    return [element("section", {}, element("h3", {}, title), ...contents)];
  }

  static #code(text) {
    return element("code", {}, element("bdi", {}, breakable(text)));
  }

  /** The short label of a plugin, with the identifier as its tooltip. */
  #plugin(identifier) {
    const label = this.#graph.contributorNamed(identifier)?.label ?? identifier;
    return element("bdi", { title: label === identifier ? undefined : identifier }, breakable(label));
  }

  /** A list that is left out when it is empty. */
  #some(title, references) {
    return references.length === 0 ? [] : this.#list(title, references);
  }

  #list(title, references, none) {
    const heading = references.length > 1 ? `${title} (${references.length.toLocaleString("en")})` : title;
    return Details.#section(heading, references.length > 0
      ? this.#links(references) : element("p", { class: "hint" }, none));
  }

  /** Links to elements; a button shows the rest of a long list. */
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
      title: kind === "f" ? undefined : this.#graph.tooltip(reference),
    }, severity ? element("span", { class: `mark ${severity}` }, severity)
      : element("span", { class: "swatch", "aria-hidden": "true" }),
    element("bdi", {}, breakable(this.#graph.shortName(reference))));
    if (kind !== "f") paint(link, this.#graph.colourOf(reference), this.#graph.thing(reference).scope);
    return link;
  }
}
