// Where there is no page: a word, and ways on.

import {h} from "../table/dom.js";
import {link, masthead, nameOf} from "./furniture.js";

/** @import {Context} from "../play/types" */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts, games} = context, table = location.pathname.split("/")[1] === "play";
  const ways = games.map(g => h("li", "", link(context, `/play/${g.id}`, "", texts("rules.play", {game: nameOf(g, context)}))));
  const main = h("main", "missing", h("h1", "", texts(table ? "lost.title" : "missing.title")), h("p", "", texts(table ? "error.unknown_game_here" : "missing.text")),
    h("ul", "", h("li", "", link(context, "/", "", texts("menu.home"))), ...ways, ...["history", "statistics", "settings", "about"].map(page => h("li", "", link(context, `/${page}`, "", texts(`nav.${page}`))))));
  main.id = "content";
  root.replaceChildren(h("div", "page text", masthead(context, "/missing"), main));
  return () => {};
}
