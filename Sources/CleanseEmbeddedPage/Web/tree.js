/**
 * All bindings by contributor, as a tree for the keyboard and for screen readers: the contents of the picture as
 * text. The keyboard interaction is that of the WAI-ARIA tree pattern.
 */
class Tree {
  #graph;
  #choose;
  #items = new Map();
  #list;
  #current;

  /** `choose` is called with the reference of an item that was clicked or selected with a key. */
  constructor(panel, graph, choose) {
    this.#graph = graph;
    this.#choose = choose;
    this.#list = element("ul", {
      role: "tree", "aria-label": "Bindings by plugin",
      click: (event) => this.#clicked(event), keydown: (event) => this.#pressed(event),
    }, graph.contributors.map((contributor) => this.#contributor(contributor)));
    panel.append(this.#list);
    this.#tabTo(this.#list.firstElementChild);
  }

  /** Marks the selected element and scrolls to it. */
  select(reference) {
    for (const item of this.#list.querySelectorAll("[aria-selected=true]")) {
      item.setAttribute("aria-selected", "false");
    }
    if (reference === undefined) return;
    if (!this.#graph.isContributor(reference)) {
      const { id } = this.#graph.owner(reference) ?? this.#graph.contributors[0];
      this.#expand(this.#items.get(id), true);
    }
    const item = this.#items.get(reference);
    if (!item) return;
    item.setAttribute("aria-selected", "true");
    this.#tabTo(item);
    item.firstElementChild.scrollIntoView({ block: "nearest" });
  }

  #contributor({ id, name, kind, version }) {
    const size = this.#graph.sizeOf(id);
    const summary = kind === "rejected" ? "rejected" : counted(size, "binding");
    return this.#item(id, {
      level: 1, expanded: size > 0 ? "false" : undefined,
      label: [name, version && `version ${version}`, summary, this.#findingCount(id)],
      count: kind === "rejected" ? "rejected" : size.toLocaleString("en"),
    });
  }

  #node(id) {
    const { kind, scope, stage, isReplaced } = this.#graph.thing(id);
    return this.#item(id, {
      level: 2,
      label: [this.#graph.displayName(id), kindNames[kind],
        scope !== undefined && `shared in ${this.#graph.scopes[scope]}`,
        stage > 0 && `service of stage ${stage}`,
        isReplaced && "replaced", this.#findingCount(id)],
    });
  }

  #item(reference, { level, expanded, label, count }) {
    const swatch = element("span", { class: "swatch", "aria-hidden": "true" });
    const severity = this.#graph.severityOf(reference);
    const item = element("li", {
      role: "treeitem", "aria-level": level, "aria-expanded": expanded, "aria-selected": "false",
      "aria-label": label.filter(Boolean).join(", "), "data-reference": reference, tabindex: -1,
    }, element("div", { class: "row" },
      level === 1 ? element("span", { class: "twist", "aria-hidden": "true" }) : undefined,
      swatch,
      element("bdi", { title: this.#graph.tooltip(reference) }, breakable(this.#graph.shortName(reference))),
      severity && element("span", { class: `mark ${severity}`, "aria-hidden": "true" }, "!"),
      count && element("span", { class: "count" }, count)));
    paint(item, this.#graph.colourOf(reference), this.#graph.thing(reference).scope);
    this.#items.set(reference, item);
    return item;
  }

  #findingCount(reference) {
    const count = this.#graph.findingsOf(reference).length;
    return count > 0 ? counted(count, "finding") : undefined;
  }

  /** Expands or collapses a contributor; its items are created when it is first expanded. */
  #expand(item, isOpen) {
    if (!item?.hasAttribute("aria-expanded")) return;
    item.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || item.querySelector("ul")) return;
    const title = (member) => this.#graph.displayName(member);
    const members = [...this.#graph.membersOf(item.dataset.reference)]
      .sort((left, right) => title(left).localeCompare(title(right), "en"));
    item.append(element("ul", { role: "group" }, members.map((member) => this.#node(member))));
  }

  #tabTo(item) {
    this.#current?.setAttribute("tabindex", "-1");
    this.#current = item;
    item?.setAttribute("tabindex", "0");
  }

  #go(item) {
    if (!item) return;
    this.#tabTo(item);
    item.focus();
    item.firstElementChild.scrollIntoView({ block: "nearest" });
  }

  #clicked(event) {
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    this.#go(item);
    if (event.target.closest(".twist")) {
      this.#expand(item, item.getAttribute("aria-expanded") !== "true");
    } else {
      this.#choose(item.dataset.reference);
    }
  }

  /** The visible items, from top to bottom. */
  get #visible() {
    return [...this.#list.querySelectorAll("[role=treeitem]")].filter((item) => {
      const parent = item.parentElement.closest("[role=treeitem]");
      return !parent || parent.getAttribute("aria-expanded") === "true";
    });
  }

  #pressed(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const item = event.target.closest("[role=treeitem]");
    if (!item) return;
    const visible = this.#visible;
    const index = visible.indexOf(item);
    const isOpen = item.getAttribute("aria-expanded") === "true";
    const keys = {
      ArrowDown: () => this.#go(visible[index + 1]),
      ArrowUp: () => this.#go(visible[index - 1]),
      Home: () => this.#go(visible[0]),
      End: () => this.#go(visible.at(-1)),
      ArrowRight: () => (isOpen ? this.#go(visible[index + 1]) : this.#expand(item, true)),
      ArrowLeft: () => (isOpen
        ? this.#expand(item, false) : this.#go(item.parentElement.closest("[role=treeitem]"))),
      Enter: () => this.#choose(item.dataset.reference),
      " ": () => this.#choose(item.dataset.reference),
    };
    if (keys[event.key]) {
      event.preventDefault();
      keys[event.key]();
    } else if (/^[\p{L}\p{N}]$/u.test(event.key)) {
      const begins = (other) =>
        other.getAttribute("aria-label").toLowerCase().startsWith(event.key.toLowerCase());
      this.#go([...visible.slice(index + 1), ...visible.slice(0, index)].find(begins));
    }
  }
}
