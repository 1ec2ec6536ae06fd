/** Draws one view: its boxes, arrows and frames, as Graphviz placed them. */
class Drawing {
  boxes = new Map();
  links = [];
  frames = [];
  #graph;
  #texts = [];
  #ruler = document.createElement("canvas").getContext("2d");
  #family;

  constructor(graph, layout, family) {
    this.#graph = graph;
    this.#family = family;
    for (const [reference, x, y, width, height] of layout.nodes) {
      this.boxes.set(reference, this.#box(reference, { x, y, width, height }));
    }
    const names = [...this.boxes.keys()];
    this.links = layout.links.map(([from, to, form, count, points]) =>
      ({ from: names[from], to: names[to], shape: link(form, count, points) }));
    if (layout.isGrouped) this.frames = this.#frames();
  }

  /** Writes all names in letters of a size, each as far as its box has room. */
  write(size) {
    for (const { text, name, width, isStrong } of this.#texts) {
      text.setAttribute("font-size", size);
      text.textContent = this.#fitted(name, width, `${isStrong ? 600 : 400} ${size}px`);
    }
  }

  #text(name, x, y, width, isStrong = false) {
    const text = shape("text", { x, y, "dominant-baseline": "central", class: isStrong ? "strong" : "" });
    this.#texts.push({ text, name, width, isStrong });
    return text;
  }

  #box(reference, { x, y, width, height }) {
    const graph = this.#graph;
    const { kind, isRoot, isReplaced, label } = graph.thing(reference);
    const [left, top] = [x - width / 2, y - height / 2];
    const isContributor = graph.isContributor(reference);
    const group = shape("g", {
      class: `node ${isContributor ? "contributor" : ""} ${kind}`, "data-reference": reference,
    }, shape("title", {}, graph.fullName(reference)),
    shape("rect", {
      class: "box", x: left, y: top, width, height, rx: kind === "collection" ? height / 2 : 6 }));
    group.classList.toggle("replaced", isReplaced === true);
    paint(group, graph.colourOf(reference), graph.thing(reference).scope);
    if (isContributor) {
      this.#fillContributor(group, reference, left, top, width, height);
    } else {
      const isPlain = kind === "collection" || kind === "missing";
      if (!isPlain) {
        group.append(shape("rect", {
          class: "stripe", x: left + 4, y: top + 4, width: 4, height: height - 8, rx: 2 }));
      }
      const start = isPlain ? 12 : 15;
      group.append(this.#text(
        kind === "collection" ? `∗ ${label}` : label, left + start, y, width - start - 8, isRoot));
    }
    const severity = graph.severityOf(reference);
    if (severity) group.append(badge(severity, left + width - 2, top + 2));
    return { shape: group, x, y, width, height };
  }

  #fillContributor(group, reference, left, top, width, height) {
    const { kind, label } = this.#graph.thing(reference);
    const isTall = height > 44;
    group.append(this.#text(
      label, left + 13, isTall ? top + 18 : top + height / 2, width - 24, true));
    if (!isTall) return;
    const members = this.#graph.membersOf(reference);
    const size = kind === "rejected" ? "rejected" : counted(this.#graph.sizeOf(reference), "binding");
    group.append(shape("text", { class: "size", x: left + 13, y: top + 38 }, size),
      ...this.#shares(members, left + 13, top + height - 9, width - 26));
  }

  /** A bar that tells how many of the bindings are shared in which scope. */
  #shares(members, left, top, width) {
    let start = left;
    return this.#graph.scopes.flatMap((_, scope) => {
      const count = members.filter((member) => this.#graph.thing(member).scope === scope).length;
      if (count === 0) return [];
      const length = (width * count) / members.length;
      const part = shape("rect", { class: "share", x: start, y: top, width: length, height: 3 });
      part.style.setProperty("--scope-hue", scopeHue(scope));
      start += length;
      return [part];
    });
  }

  /** Frames around the boxes of each contributor, where the layout keeps these together. */
  #frames() {
    return this.#graph.contributors.flatMap(({ id, label }, place) => {
      const boxes = this.#graph.nodes.filter((node) => node.by === place && this.boxes.has(node.id))
        .map((node) => this.boxes.get(node.id));
      if (boxes.length === 0) return [];
      const left = Math.min(...boxes.map((box) => box.x - box.width / 2)) - 10;
      const right = Math.max(...boxes.map((box) => box.x + box.width / 2)) + 10;
      const top = Math.min(...boxes.map((box) => box.y - box.height / 2)) - 26;
      const bottom = Math.max(...boxes.map((box) => box.y + box.height / 2)) + 10;
      const frame = shape("g", { class: "frame", "data-reference": id },
        shape("rect", { x: left, y: top, width: right - left, height: bottom - top, rx: 10 }),
        this.#text(label, left + 10, top + 13, right - left - 16, true));
      paint(frame, place);
      return [frame];
    });
  }

  /** The text, shortened in its middle to a width: names differ at their ends. */
  #fitted(text, width, font) {
    this.#ruler.font = `${font} ${this.#family}`;
    const fits = (shown) => this.#ruler.measureText(shown).width <= width;
    if (fits(text)) return text;
    const letters = [...text.slice(0, 400)];
    for (let kept = Math.min(letters.length, 60) - 1; kept > 1; kept -= 1) {
      const head = Math.ceil(kept * 0.6);
      const tail = letters.slice(letters.length - kept + head);
      const shown = `${letters.slice(0, head).join("")}…${tail.join("")}`;
      if (fits(shown)) return shown;
    }
    return "…";
  }
}

/** An arrow along a curve; the more it stands for, the stronger it is. */
function link(form, count, points) {
  const [x, y, ...rest] = points;
  const [bendX, bendY, endX, endY] = points.slice(-4);
  const angle = Math.atan2(endY - bendY, endX - bendX);
  const barb = (turn) =>
    `${(endX - 7 * Math.cos(angle + turn)).toFixed(1)} ${(endY - 7 * Math.sin(angle + turn)).toFixed(1)}`;
  return shape("g", { class: `link ${form}` },
    shape("path", {
      class: "line", d: `M${x} ${y}C${rest.join(" ")}`,
      "stroke-width": (1.1 + Math.log2(count) * 0.45).toFixed(1),
    }),
    shape("path", { class: "tip", d: `M${barb(0.45)}L${endX} ${endY}L${barb(-0.45)}` }));
}

/** The mark of a box that something is wrong with. */
function badge(severity, x, y) {
  return shape("g", { class: `badge ${severity}` }, shape("circle", { cx: x, cy: y, r: 8 }),
    shape("text", { x, y, "dominant-baseline": "central" }, severity === "note" ? "i" : "!"));
}

/** The hue of a scope; those of the contributors begin elsewhere. */
function scopeHue(scope) {
  return hue(scope, 40);
}

/** Tells the style sheet what colours something has; the application and what is nobody's is grey. */
function paint(node, contributor, scope) {
  node.style.setProperty("--hue", hue(contributor ?? 0, 95));
  node.classList.toggle("plain", !contributor);
  node.classList.toggle("scoped", scope !== undefined);
  if (scope !== undefined) node.style.setProperty("--scope-hue", scopeHue(scope));
}
