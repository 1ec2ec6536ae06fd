/**
 * The longest label that is not shortened, in characters: `PageView.longestLabel`, for which the boxes are wide
 * enough, and the sign of a collection.
 */
const longestWholeLabel = 34;

/** The most characters of a shortened label. */
const longestLabel = 60;

/** The elements of one view: boxes, arrows and frames at the positions from Graphviz. */
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

  /** Writes all labels in a font size. A label that does not fit its box gets a smaller font, or is shortened. */
  write(size) {
    for (const { text, label, width, isStrong } of this.#texts) {
      const fitted = this.#fitted(label, width, size, isStrong ? 600 : 400);
      text.setAttribute("font-size", fitted.size);
      text.textContent = fitted.shown;
    }
  }

  #text(label, x, y, width, isStrong = false) {
    const text = shape("text", { x, y, "dominant-baseline": "central", class: isStrong ? "strong" : "" });
    this.#texts.push({ text, label, width, isStrong });
    return text;
  }

  #box(reference, { x, y, width, height }) {
    const graph = this.#graph;
    const { kind, isRoot, isReplaced, label } = graph.thing(reference);
    const [left, top] = [x - width / 2, y - height / 2];
    const isContributor = graph.isContributor(reference);
    const group = shape("g", {
      class: `node ${isContributor ? "contributor" : ""} ${kind}`, "data-reference": reference,
    }, shape("title", {}, graph.tooltip(reference)),
    shape("rect", {
      class: "box", x: left, y: top, width, height, rx: kind === "collection" ? height / 2 : 6 }));
    group.classList.toggle("replaced", isReplaced === true);
    this.#warm(group, reference);
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

  /** Marks what has a time; the style sheet draws its border accordingly. */
  #warm(group, reference) {
    const heat = this.#graph.heat(reference);
    group.classList.toggle("timed", heat !== undefined);
    if (heat !== undefined) group.style.setProperty("--heat", heat.toFixed(2));
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

  /** A bar with the share of each scope in the bindings. */
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

  /** The frames around the boxes of each contributor. */
  #frames() {
    return this.#graph.contributors.flatMap(({ id, name, label }, index) => {
      const boxes = this.#graph.nodes.filter((node) => node.by === index && this.boxes.has(node.id))
        .map((node) => this.boxes.get(node.id));
      if (boxes.length === 0) return [];
      const left = Math.min(...boxes.map((box) => box.x - box.width / 2)) - 10;
      const right = Math.max(...boxes.map((box) => box.x + box.width / 2)) + 10;
      const top = Math.min(...boxes.map((box) => box.y - box.height / 2)) - 26;
      const bottom = Math.max(...boxes.map((box) => box.y + box.height / 2)) + 10;
      const frame = shape("g", { class: "frame", "data-reference": id }, shape("title", {}, this.#graph.tooltip(id)),
        shape("rect", { class: "extent", x: left, y: top, width: right - left, height: bottom - top, rx: 10 }),
        this.#text(label, left + 10, top + 13, right - left - 16, true));
      paint(frame, index);
      this.#warm(frame, id);
      return [frame];
    });
  }

  /**
   * The label and the font size with which it fits a width: a label of usual length in a smaller font, a longer
   * one shortened in its middle, as names usually differ at their ends.
   */
  #fitted(label, width, size, weight) {
    this.#ruler.font = `${weight} ${size}px ${this.#family}`;
    const measured = (shown) => this.#ruler.measureText(shown).width;
    const needed = measured(label);
    if (needed <= width) return { shown: label, size };
    const smaller = Math.floor((10 * size * width) / needed) / 10;
    const isUsual = [...label.slice(0, 2 * longestWholeLabel + 1)].length <= longestWholeLabel;
    if (isUsual && smaller >= size / 2) {
      return { shown: label, size: smaller };
    }
    // Each character has one or two code units, so that neither slice cuts one that is shown.
    const start = [...label.slice(0, 2 * longestLabel + 1)];
    const end = [...label.slice(-2 * longestLabel - 1)];
    for (let kept = Math.min(start.length, longestLabel) - 1; kept > 1; kept -= 1) {
      const head = Math.ceil(kept * 0.4);
      const shown = `${start.slice(0, head).join("")}…${end.slice(head - kept).join("")}`;
      if (measured(shown) <= width) return { shown, size };
    }
    return { shown: "…", size };
  }
}

/** An arrow along a curve; the more requests it combines, the thicker it is. */
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

/** The mark of a box that has findings. */
function badge(severity, x, y) {
  return shape("g", { class: `badge ${severity}` }, shape("circle", { cx: x, cy: y, r: 8 }),
    shape("text", { x, y, "dominant-baseline": "central" }, severity === "note" ? "i" : "!"));
}

/** The hue of a scope; those of contributors start at a different angle. */
function scopeHue(scope) {
  return hue(scope, 40);
}

/** Sets the colours of an element for the style sheet; the application, and what has no owner, is grey. */
function paint(node, contributor, scope) {
  node.style.setProperty("--hue", hue(contributor ?? 0, 95));
  node.classList.toggle("plain", !contributor);
  node.classList.toggle("scoped", scope !== undefined);
  if (scope !== undefined) node.style.setProperty("--scope-hue", scopeHue(scope));
}
