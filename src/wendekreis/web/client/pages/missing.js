// Where there is no page: a word, and ways on.

import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {link, masthead, nameOf} from "./furniture.js";

/** @import {Context} from "../play/types" */

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts, games} = context, table = location.pathname.split("/")[1] === "play";
  const ways = games.map(g => h("li", "", link(context, `/play/${g.id}`, "btn outline", icon("play"), nameOf(g, context))));
  ways.forEach((way, i) => way.firstElementChild?.setAttribute("aria-label", texts("rules.play", {game: nameOf(games[i], context)})));
  const pages = /** @type {const} */ (["history", "statistics", "settings", "about"]).map(page => h("li", "", link(context, `/${page}`, "btn", icon(page), texts(`nav.${page}`))));
  const main = h("main", "", h("div", "nothing", icon("globe"), h("h1", "", texts(table ? "lost.title" : "missing.title")), h("p", "", texts(table ? "error.unknown_game_here" : "missing.text")),
    h("ul", "ways", h("li", "", link(context, "/", "btn primary", icon("home"), texts("menu.home"))), ...ways, ...pages)));
  main.id = "content";
  root.replaceChildren(h("div", "page text", masthead(context, "/missing"), main));
  return () => {};
}
