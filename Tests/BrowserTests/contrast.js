// Returns the texts of the page whose contrast to their background is below 4.5 to 1 (WCAG 2.2, 1.4.3), one line
// each. The colours are those that the browser paints, independent of their notation in the style sheet.
const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
const context = canvas.getContext("2d", { willReadFrequently: true });

function painted(colour, ground) {
  context.fillStyle = `rgb(${ground.join(" ")})`;
  context.fillRect(0, 0, 1, 1);
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return [...context.getImageData(0, 0, 1, 1).data.slice(0, 3)];
}

function luminance(colour) {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one, other) {
  const [dark, light] = [luminance(one), luminance(other)].sort((left, right) => left - right);
  return (light + 0.05) / (dark + 0.05);
}

function groundOf(element) {
  const around = [];
  for (let node = element; node; node = node.parentElement) around.unshift(node);
  return around.reduce(
    (ground, node) => painted(getComputedStyle(node).backgroundColor, ground), [255, 255, 255]);
}

const pale = [];
function judge(element, colour, ground) {
  const ratio = contrast(painted(colour, ground), ground);
  if (ratio < 4.5) pale.push(`${ratio.toFixed(2)}: ${element.textContent.slice(0, 40)} (${element.className.baseVal ?? element.className})`);
}

for (const element of document.querySelectorAll("body *:not(script, style, svg *)")) {
  const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!hasText || !element.checkVisibility() || element.closest(".unseen, noscript")) continue;
  judge(element, getComputedStyle(element).color, groundOf(element));
}
for (const text of document.querySelectorAll("#picture .node text")) {
  const ground = groundOf(document.getElementById("view"));
  const surface = text.parentElement.querySelector("circle, .box");
  judge(text, getComputedStyle(text).fill, painted(getComputedStyle(surface).fill, ground));
}
return pale;
