/** The most results that are listed. */
const listedResults = 40;

/** The search field and its results, with the keyboard interaction of the WAI-ARIA combobox pattern. */
class Search {
  #graph;
  #field;
  #list;
  #choose;
  #found;
  #announce;
  #active = -1;

  /**
   * `choose` is called with the reference of a selected result, `found` with those of all results, and `announce`
   * with a message for screen readers.
   */
  constructor(field, list, graph, { choose, found, announce }) {
    this.#graph = graph;
    this.#field = field;
    this.#list = list;
    this.#choose = choose;
    this.#found = found;
    this.#announce = announce;
    field.addEventListener("input", () => this.#search());
    field.addEventListener("keydown", (event) => this.#pressed(event));
    field.addEventListener("focus", () => this.#search());
    field.addEventListener("blur", () => this.#close());
    // The field keeps the focus, so that the list is still open when the pointer is released.
    list.addEventListener("pointerdown", (event) => event.preventDefault());
    list.addEventListener("click", (event) => {
      const option = event.target.closest("[role=option]");
      if (option) this.#take(option);
    });
  }

  #search() {
    const text = this.#field.value.trim();
    const found = this.#graph.search(text);
    this.#found(found);
    this.#active = -1;
    this.#field.removeAttribute("aria-activedescendant");
    this.#list.replaceChildren(...found.slice(0, listedResults).map((reference, index) =>
      this.#option(reference, index)));
    if (found.length > listedResults) {
      this.#list.append(element("li", { role: "presentation", class: "hint" },
        `${(found.length - listedResults).toLocaleString("en")} more; refine the search to see them`));
    }
    if (text && found.length === 0) {
      this.#list.append(element("li", { role: "presentation", class: "hint" }, "No matches"));
    }
    this.#list.hidden = text === "";
    this.#field.setAttribute("aria-expanded", String(found.length > 0));
    if (text) this.#announce(found.length === 0 ? "no matches" : counted(found.length, "result"));
  }

  #option(reference, index) {
    const thing = this.#graph.thing(reference);
    const detail = this.#graph.isContributor(reference)
      ? kindNames[thing.kind] : this.#graph.owner(reference)?.name ?? kindNames[thing.kind];
    const option = element("li", {
      role: "option", id: `result-${index}`, "aria-selected": "false", "data-reference": reference,
    }, element("span", { class: "swatch", "aria-hidden": "true" }),
    element("bdi", {}, breakable(this.#graph.displayName(reference))),
    element("span", { class: "where" }, element("bdi", {}, breakable(detail))));
    paint(option, this.#graph.colourOf(reference), thing.scope);
    return option;
  }

  #pressed(event) {
    const options = [...this.#list.querySelectorAll("[role=option]")];
    switch (event.key) {
      case "ArrowDown":
      case "ArrowUp": {
        if (this.#list.hidden) this.#search();
        const step = event.key === "ArrowDown" ? 1 : -1;
        const first = this.#active < 0 && step < 0 ? options.length : this.#active;
        this.#activate(options, Math.min(options.length - 1, Math.max(0, first + step)));
        break;
      }
      case "Enter":
        if (this.#list.hidden) return;
        if (options.length > 0) this.#take(options[Math.max(0, this.#active)]);
        break;
      case "Escape":
        if (!this.#field.value) return;
        this.#field.value = "";
        this.#search();
        break;
      default: return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  #activate(options, index) {
    this.#active = index;
    options.forEach((option, other) => option.setAttribute("aria-selected", String(other === index)));
    const option = options[index];
    if (!option) return;
    this.#field.setAttribute("aria-activedescendant", option.id);
    option.scrollIntoView({ block: "nearest" });
  }

  #take(option) {
    this.#close();
    this.#choose(option.dataset.reference);
  }

  #close() {
    this.#list.hidden = true;
    this.#field.setAttribute("aria-expanded", "false");
    this.#field.removeAttribute("aria-activedescendant");
  }
}
