// What this is, what is kept, whose work it stands on, and how to say what is amiss.

import {h} from "../table/dom.js";
import {feedback, invitation} from "./feedback.js";
import {masthead} from "./furniture.js";

/** @import {Context} from "../play/types" */

const FONTS = {Vollkorn: new URL("../fonts/OFL-Vollkorn.txt", import.meta.url), Commissioner: new URL("../fonts/OFL-Commissioner.txt", import.meta.url)};

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts} = context;
  document.title = `${texts("about.title")} · ${texts("app.name")}`;
  /** @param {string} key @param {...Node} more */
  const credit = (key, ...more) => [h("dt", "", texts(`about.${key}`)), h("dd", "", texts(`about.${key}_text`), ...more)];
  const licences = Object.entries(FONTS).map(([name, url]) => {
    const a = h("a", "", texts("about.licence_text", {name}));
    a.href = url.href;
    return a;
  });
  const main = h("main", "", h("article", "rules about",
    h("h1", "", texts("about.title")), h("p", "", texts("about.what")),
    h("h2", "", texts("about.keeps")), h("p", "", texts("about.keeps_text")),
    h("h2", "", texts("about.numbers")), h("p", "", texts("about.numbers_text")),
    h("h2", "", texts("about.credits")),
    h("dl", "credits", ...credit("author"), ...credit("courts"), ...credit("fonts", ...licences), ...credit("code"), ...credit("libraries")),
    h("h2", "", texts("feedback.title")), h("p", "", invitation(context)), feedback(context)));
  main.id = "content";
  root.replaceChildren(h("div", "page text", masthead(context, "/about"), main));
  return () => {};
}
