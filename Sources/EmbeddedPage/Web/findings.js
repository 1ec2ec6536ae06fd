/** The findings as a list of buttons, each of which leads to its place. */
class Findings {
  #buttons;

  /** `choose` is called with the finding that was clicked. */
  constructor(panel, graph, choose) {
    this.#buttons = graph.findings.map((finding, place) => element("button", {
      type: "button", class: "finding", click: () => choose(`f${place}`),
    },
    element("span", { class: `mark ${finding.severity}` }, finding.severity),
    element("code", {}, element("bdi", {}, finding.code)),
    element("span", { class: "message" }, element("bdi", {}, finding.message)),
    finding.location && element("span", { class: "where" }, element("bdi", {}, finding.location))));
    panel.append(graph.findings.length === 0
      ? element("p", { class: "hint" }, "Nothing is wrong with these plugins and their graph.")
      : element("ul", { "aria-label": "Findings" },
        this.#buttons.map((button) => element("li", {}, button))));
  }

  /** Marks the finding that is shown. */
  select(reference) {
    this.#buttons.forEach((button, place) => {
      if (reference === `f${place}`) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  }
}

/** Two or more panels of which one is shown; the keys are those of the tabs pattern of WAI-ARIA. */
class Tabs {
  #tabs;

  constructor(list) {
    this.#tabs = [...list.querySelectorAll("[role=tab]")];
    list.addEventListener("click", (event) => {
      const tab = event.target.closest("[role=tab]");
      if (tab) this.show(tab.id);
    });
    list.addEventListener("keydown", (event) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
      if (!step) return;
      event.preventDefault();
      const place = this.#tabs.indexOf(document.activeElement);
      const next = this.#tabs.at((place + step) % this.#tabs.length);
      this.show(next.id);
      next.focus();
    });
  }

  /** Shows the panel of a tab. */
  show(id) {
    for (const tab of this.#tabs) {
      const isShown = tab.id === id;
      tab.setAttribute("aria-selected", String(isShown));
      tab.setAttribute("tabindex", isShown ? "0" : "-1");
      document.getElementById(tab.getAttribute("aria-controls")).hidden = !isShown;
    }
  }
}
