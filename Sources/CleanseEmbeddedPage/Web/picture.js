/** The smallest and the largest scale. */
const zoomLimits = { least: 0.04, most: 4 };

/** Shows one view at a time: pans and zooms it, and fades what is not related to the selection. */
class Picture {
  #graph;
  #view;
  #sheet;
  #svg;
  #world = shape("g", { class: "world" });
  #layout;
  #drawing;
  #fontSize;
  #transform = { x: 0, y: 0, scale: 1 };
  #size = { width: 0, height: 0 };

  /**
   * `choose` is called with the reference of an element that was clicked, `open` after a double click. `sheet` covers
   * the bottom of the picture in a narrow window.
   */
  constructor(view, graph, { choose, open, sheet }) {
    this.#graph = graph;
    this.#view = view;
    this.#sheet = sheet;
    this.#svg = view.querySelector("svg");
    this.#svg.append(this.#world);
    this.#followPointer(choose, open);
    this.#followWheelAndKeys();
    new ResizeObserver(() => this.#measure()).observe(view);
    addEventListener("beforeprint", () => this.#fillPaper());
    addEventListener("afterprint", () => this.#leavePaper());
  }

  /** Shows a view, at a scale at which its labels are readable. */
  show(layout, title) {
    this.#svg.setAttribute("aria-label", title);
    if (layout === this.#layout) return;
    this.#layout = layout;
    this.#drawing = new Drawing(this.#graph, layout, getComputedStyle(this.#svg).fontFamily);
    this.#fontSize = undefined;
    const { boxes, links, frames } = this.#drawing;
    this.#world.replaceChildren(shape("g", {}, frames),
      shape("g", {}, links.map((link) => link.shape)),
      shape("g", {}, [...boxes.values()].map((box) => box.shape)));
    this.#measure();
    this.#start();
  }

  /**
   * Fades everything except an element, its neighbours and a path to it; without an element, fades nothing.
   */
  focus(reference, path = []) {
    this.#measure();
    const isShown = this.#drawing.boxes.has(reference);
    this.#svg.classList.toggle("focused", isShown);
    const near = isShown ? this.#neighbours(reference) : new Set();
    const steps = isShown ? path.filter((step) => this.#drawing.boxes.has(step)) : [];
    const onPath = new Set(steps);
    for (const [name, box] of this.#drawing.boxes) {
      box.shape.classList.toggle("chosen", isShown && name === reference);
      box.shape.classList.toggle("near", near.has(name));
      box.shape.classList.toggle("on-path", onPath.has(name));
    }
    for (const { from, to, shape: drawn } of this.#drawing.links) {
      const touches = (end) => end === reference || (end[0] === "k" && near.has(end));
      drawn.classList.toggle("near", near.has(from) && near.has(to) && (touches(from) || touches(to)));
      drawn.classList.toggle("on-path",
        onPath.has(from) && steps.indexOf(to) === steps.indexOf(from) + 1);
    }
    if (isShown) this.#reveal(reference);
  }

  /** Marks the results of a search. */
  mark(references) {
    const marked = new Set(references);
    for (const [name, box] of this.#drawing.boxes) box.shape.classList.toggle("found", marked.has(name));
  }

  /** An element with its neighbours; for a collection among them, also those on its other side. */
  #neighbours(reference) {
    const { links } = this.#drawing;
    const dependencies = new Set(links.filter((link) => link.from === reference).map((link) => link.to));
    const dependents = new Set(links.filter((link) => link.to === reference).map((link) => link.from));
    const near = new Set([reference, ...dependencies, ...dependents]);
    for (const { from, to } of links) {
      if (from[0] === "k" && dependencies.has(from)) near.add(to);
      if (to[0] === "k" && dependents.has(to)) near.add(from);
    }
    return near;
  }

  // MARK: Moving

  /** Fits the picture into the view. */
  fit() {
    const scale = this.#fittingScale;
    const { width, height } = this.#size;
    this.#move({ x: (width - this.#layout.width * scale) / 2,
      y: (height - this.#layout.height * scale) / 2, scale });
  }

  get #fittingScale() {
    const { width, height } = this.#size;
    return Math.max(zoomLimits.least, Math.min(
      (width - 60) / this.#layout.width, (height - 128) / this.#layout.height, 1.25));
  }

  /** Fits the picture where its labels are readable then; otherwise shows the area around the root, or the start. */
  #start() {
    this.fit();
    const scale = 0.5;
    if (this.#transform.scale >= scale) return;
    const { width, height } = this.#size;
    const root = this.#graph.roots.map((index) => this.#drawing.boxes.get(this.#graph.nodes[index].id))
      .find(Boolean) ?? { x: 0, y: 0 };
    const begin = (length, room, middle, margin) => (length * scale < room
      ? (room - length * scale) / 2
      : Math.min(margin, Math.max(room - margin - length * scale, room / 2 - middle * scale)));
    this.#move({ x: begin(this.#layout.width, width, root.x, 30),
      y: begin(this.#layout.height, height, root.y, 64), scale });
  }

  /** Zooms by a factor around a point of the view; around its centre by default. */
  zoom(factor, x = this.#size.width / 2, y = this.#size.height / 2) {
    const { least, most } = zoomLimits;
    const scale = Math.min(most, Math.max(least, this.#transform.scale * factor));
    const ratio = scale / this.#transform.scale;
    this.#move({
      x: x - (x - this.#transform.x) * ratio, y: y - (y - this.#transform.y) * ratio, scale });
  }

  /** Moves the picture by a distance in pixels. */
  pan(right, down) {
    this.#move({ ...this.#transform, x: this.#transform.x + right, y: this.#transform.y + down });
  }

  /** Moves the picture only if the element is not visible or not readable. */
  #reveal(reference) {
    const box = this.#drawing.boxes.get(reference);
    const { width } = this.#size;
    const height = this.#size.height - this.#covered;
    const { x, y, scale } = this.#transform;
    const [left, top] = [box.x * scale + x, box.y * scale + y];
    const margin = (box.width / 2) * scale + 12;
    const isInside = left > margin && left < width - margin && top > 70 && top < height - 70;
    if (isInside && scale >= 0.4) return;
    const next = Math.max(scale, 0.8);
    this.#move({ x: width / 2 - box.x * next, y: height / 2 - box.y * next, scale: next });
  }

  /** Shows the whole picture in the width of a page of paper, whatever part of it is on the screen. */
  #fillPaper() {
    this.#world.style.transform = "none";
    this.#svg.classList.remove("far");
    const { x, y, width, height } = this.#world.getBBox();
    const margin = 12;
    this.#svg.setAttribute("viewBox", [x - margin, y - margin, width + 2 * margin, height + 2 * margin].join(" "));
  }

  /** Shows the same part as before printing. */
  #leavePaper() {
    this.#svg.removeAttribute("viewBox");
    this.#move(this.#transform);
  }

  /** The height of the part of the view that the sheet covers. */
  get #covered() {
    const [view, sheet] = [this.#view, this.#sheet].map((node) => node.getBoundingClientRect());
    const isAbove = sheet.width > 0 && sheet.left < view.right;
    return isAbove ? Math.min(view.height, Math.max(0, view.bottom - sheet.top)) : 0;
  }

  /** Updates the size of the view, without moving the picture. */
  #measure() {
    this.#size = { width: this.#view.clientWidth, height: this.#view.clientHeight };
  }

  #move(transform) {
    this.#transform = transform;
    this.#world.style.transform =
      `translate(${transform.x.toFixed(2)}px, ${transform.y.toFixed(2)}px) scale(${transform.scale.toFixed(4)})`;
    this.#view.dataset.scale = transform.scale.toFixed(3);
    this.#svg.classList.toggle("far", transform.scale < 0.28);
    // A small picture has a larger font, so that its labels stay readable.
    const fontSize = Math.round(Math.min(17, Math.max(12, 9.5 / transform.scale)));
    if (fontSize === this.#fontSize) return;
    this.#fontSize = fontSize;
    this.#drawing.write(fontSize);
  }

  // MARK: Listening

  /** One of two fingers has moved: what is under each finger stays there. */
  #pinch(other, last, next) {
    const distance = (point) => Math.max(1, Math.hypot(point.x - other.x, point.y - other.y));
    const { left, top } = this.#view.getBoundingClientRect();
    this.zoom(distance(next) / distance(last), other.x - left, other.y - top);
  }

  #followPointer(choose, open) {
    const reference = (event) => event.target.closest?.("[data-reference]")?.dataset.reference;
    // Where each pressed mouse button or finger was last.
    const held = new Map();
    let isDragged = false;
    let clicked;
    const release = ({ pointerId }) => {
      held.delete(pointerId);
      if (held.size === 0) this.#svg.classList.remove("dragged");
    };
    this.#view.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      if (held.size === 0) isDragged = false;
      held.set(event.pointerId, { x: event.clientX, y: event.clientY });
    });
    this.#view.addEventListener("pointermove", (event) => {
      const last = held.get(event.pointerId);
      if (!last) return;
      // A button that was released outside of the window has no event.
      if (event.buttons === 0) {
        release(event);
        return;
      }
      const [right, down] = [event.clientX - last.x, event.clientY - last.y];
      if (!isDragged && Math.hypot(right, down) < 4) return;
      if (!isDragged) this.#view.setPointerCapture(event.pointerId);
      isDragged = true;
      this.#svg.classList.add("dragged");
      const next = { x: event.clientX, y: event.clientY };
      held.set(event.pointerId, next);
      const other = [...held].find(([pointer]) => pointer !== event.pointerId)?.[1];
      if (other) {
        this.#pinch(other, last, next);
      } else {
        this.pan(right, down);
      }
    });
    for (const end of ["pointerup", "pointercancel"]) this.#view.addEventListener(end, release);
    this.#view.addEventListener("click", (event) => {
      // After the first click of a double click, another element may be under the pointer.
      if (event.detail < 2) clicked = reference(event);
      if (!isDragged) choose(clicked);
    });
    this.#view.addEventListener("dblclick", () => {
      if (!isDragged) open(clicked);
    });
  }

  #followWheelAndKeys() {
    this.#view.addEventListener("wheel", (event) => {
      event.preventDefault();
      const box = this.#view.getBoundingClientRect();
      const distance = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1);
      // The browser reports a pinch as small wheel steps with this key.
      const speed = event.ctrlKey ? 0.01 : 0.0015;
      this.zoom(Math.exp(-distance * speed), event.clientX - box.left, event.clientY - box.top);
    }, { passive: false });
    const keys = {
      "+": () => this.zoom(1.25), "=": () => this.zoom(1.25), "-": () => this.zoom(0.8),
      0: () => this.fit(), ArrowLeft: () => this.pan(60, 0), ArrowRight: () => this.pan(-60, 0),
      ArrowUp: () => this.pan(0, 60), ArrowDown: () => this.pan(0, -60),
    };
    this.#view.addEventListener("keydown", (event) => {
      const act = event.ctrlKey || event.altKey || event.metaKey ? undefined : keys[event.key];
      if (!act) return;
      event.preventDefault();
      act();
    });
  }
}
