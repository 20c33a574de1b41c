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

/** An SVG that says nothing to a screen reader. @param {string} markup @param {string} [cls] @param {string} [viewBox] */
export function svg(markup, cls = "", viewBox = "") {
  const e = document.createElementNS(SVG, "svg");
  if (cls) e.setAttribute("class", cls);
  if (viewBox) e.setAttribute("viewBox", viewBox);
  e.setAttribute("aria-hidden", "true");
  e.setAttribute("focusable", "false");
  e.innerHTML = markup;
  return e;
}
