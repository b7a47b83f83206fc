// Elements from values. Text enters the page here and only as text nodes.

const SVG = "http://www.w3.org/2000/svg";

/** el("p", {class: "soft", onclick: f}, "text", child, [more]) */
export function el(name, attributes = {}, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** The same for drawings. */
export function svg(name, attributes = {}, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "hidden" || name === "disabled") node[name] = true;
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(...present(children));
  return node;
}

function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false && child !== "");
}

/** Text from documents, queries and models: isolated, so that it cannot turn its neighbours around. */
export function quoted(text, name = "span", attributes = {}) {
  return el(name, { ...attributes, dir: "auto", class: `text ${attributes.class ?? ""}`.trim() }, String(text ?? ""));
}

export function replace(parent, ...children) {
  parent.replaceChildren(...present(children));
}

/** Say it to a screen reader. */
export function announce(text) {
  document.getElementById("live").textContent = text;
}

/** Offsets from the server count code points, not UTF-16 units. */
export function codePoints(text) {
  return Array.from(text);
}
