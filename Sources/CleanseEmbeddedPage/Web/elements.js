/** The namespace of SVG elements. */
const svgSpace = "http://www.w3.org/2000/svg";

/**
 * Creates an HTML element. Strings among the children become text nodes and never markup: names come from
 * plugins, which are not trusted.
 */
function element(name, attributes = {}, ...children) {
  return furnished(document.createElement(name), attributes, children);
}

/** Creates an SVG element in the same way. */
function shape(name, attributes = {}, ...children) {
  return furnished(document.createElementNS(svgSpace, name), attributes, children);
}

/** Skips attributes that are `undefined`, `null` or `false`; adds functions as event listeners. */
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

/** The most line breaks that are offered in one text: each is an element. */
const mostBreaks = 100;

/**
 * The text as children of an element, with a `<wbr>` after each dot, so that an identifier such as
 * `org.example.words` breaks between its components.
 */
function breakable(text) {
  const parts = text.split(/(?<=\.)(?=[^\s.])/);
  if (parts.length > mostBreaks) return [text];
  return parts.flatMap((part, index) => (index > 0 ? [element("wbr"), part] : [part]));
}

/** A distinct hue for each index: multiples of the golden angle are far apart. */
function hue(index, first) {
  return Math.round((first + index * 137.508) % 360);
}
