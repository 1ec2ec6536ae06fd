/** The list of findings: buttons that select them. */
class Findings {
  #buttons;

  /** `choose` is called with the reference of a finding that was clicked. */
  constructor(panel, graph, choose) {
    this.#buttons = graph.findings.map((finding, index) => element("button", {
      type: "button", class: "finding", click: () => choose(`f${index}`),
    },
    element("span", { class: `mark ${finding.severity}` }, finding.severity),
    element("code", {}, element("bdi", {}, finding.code)),
    element("span", { class: "message" }, element("bdi", {}, breakable(finding.message))),
    finding.location && element("span", { class: "where" }, element("bdi", {}, finding.location))));
    panel.append(graph.findings.length === 0
      ? element("p", { class: "hint" }, "No findings for these plugins and their graph.")
      : element("ul", { "aria-label": "Findings" },
        this.#buttons.map((button) => element("li", {}, button))));
  }

  /** Marks the selected finding. */
  select(reference) {
    this.#buttons.forEach((button, index) => {
      if (reference === `f${index}`) button.setAttribute("aria-current", "true");
      else button.removeAttribute("aria-current");
    });
  }
}

/** Tabs with the keyboard interaction of the WAI-ARIA tabs pattern. */
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
      const index = this.#tabs.indexOf(document.activeElement);
      const next = this.#tabs.at((index + step) % this.#tabs.length);
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
