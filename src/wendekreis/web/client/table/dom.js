// Two ways to make an element. Markup given to `svg` is our own, never a player's or the server's.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {string} [cls]
 * @param {...(Node | string)} kids
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, cls = "", ...kids) {
  const e = document.createElement(tag);
  if (cls) e.className = cls;
  e.append(...kids);
  return e;
}

/** @type {Map<string, SVGSVGElement>} */
const made = new Map();

/** An SVG that says nothing to a screen reader; for drawings that are made once. @param {string} markup @param {string} [cls] @param {string} [viewBox] */
export function svg(markup, cls = "", viewBox = "") {
  const e = document.createElementNS(SVG, "svg");
  if (cls) e.setAttribute("class", cls);
  if (viewBox) e.setAttribute("viewBox", viewBox);
  e.setAttribute("aria-hidden", "true");
  e.setAttribute("focusable", "false");
  e.innerHTML = markup;
  return e;
}

/** The same, for drawings that are made again and again: copied, not parsed. @param {string} markup @param {string} [cls] @param {string} [viewBox] */
export function copied(markup, cls = "", viewBox = "") {
  const key = `${cls} ${viewBox} ${markup}`;
  let first = made.get(key);
  if (!first) made.set(key, first = svg(markup, cls, viewBox));
  return /** @type {SVGSVGElement} */ (first.cloneNode(true));
}
