// Elements are made here and nowhere else. Text goes in as text: nothing of the guest is ever read as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes || {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child === undefined || child === null || child === false) continue;
    element.append(child instanceof Node ? child : visible(String(child)));
  }
  return element;
}

/** An element: `h("p", {class: "x"}, "text", child)`. */
function h(name, attributes, ...children) {
  return fill(document.createElement(name), attributes, children);
}

/** An element of a drawing. */
function s(name, attributes, ...children) {
  return fill(document.createElementNS(SVG, name), attributes, children);
}

/** Control characters and marks that change the direction of text, made visible. */
function visible(text) {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\u061c]/g,
    (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function thousands(number) {
  return number.toLocaleString("en-US");
}

function plural(number, one) {
  return `${thousands(number)} ${one}${number === 1 ? "" : one.endsWith("ch") ? "es" : "s"}`;
}
