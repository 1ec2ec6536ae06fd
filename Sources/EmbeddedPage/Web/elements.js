/** The names of elements of SVG belong to this namespace. */
const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Makes an element of HTML. Strings among the children become text and never markup: names come of
 * plugins, which nobody has to trust.
 */
function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

/** Makes an element of SVG in the same way. */
function shape(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(svgSpace, name), attributes, children);
}

/** An attribute that is `undefined`, `null` or `false` is left out; a function is a listener. */
function furnished(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") {
      node.addEventListener(name, value);
    } else {
      node.setAttribute(name, value === true ? "" : value);
    }
  }
  node.append(...children.flat().filter((child) => child !== undefined && child !== null));
  return node;
}

/** `counted(2, "binding")` is `2 bindings`. */
function counted(count, noun) {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Gives each of many things a hue of its own: steps of the golden angle stay apart. */
function hue(place, first) {
  return Math.round((first + place * 137.508) % 360);
}
