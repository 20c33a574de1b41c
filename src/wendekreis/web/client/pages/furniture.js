// What the pages beside the table share: the head with its links, links that do not reload, pictures of tables.

import {h} from "../table/dom.js";
import {facesFor, fit, trimmed} from "../table/fit.js";
import {icon} from "../table/icons.js";
import {createTable} from "../table/paint.js";
import {insist} from "../play/open.js";
import {LOOK, otherIndex, settings} from "../play/settings.js";
import {scene} from "../table/scene.js";

/** @import {Context, Game} from "../play/types" */
/** @import {IconName} from "../table/icons" */
/** @import {TableGame, TableView} from "../table/types" */

/** px of card height from which captions, and the words of the map, have room beside the cards. */
export const TIGHT = 78;

/** @type {TableView} */
export const EMPTY = {piles: {}, stock: 0, faces: {}, marks: {}};

/** @param {Game} game @param {Context} context */
export const nameOf = (game, {lang}) => game.names[lang];

/**
 * A link within the site. A plain click goes there without loading the page again.
 * @param {Context} context
 * @param {string} path
 * @param {string} cls
 * @param {...(Node | string)} kids
 */
export function link(context, path, cls, ...kids) {
  const a = h("a", cls, ...kids);
  a.href = path;
  a.addEventListener("click", event => {
    if (event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    context.go(path);
  });
  return a;
}

/** The name of the house, the other pages, the other language. @param {Context} context @param {string} here path of this page */
export function masthead(context, here) {
  const {texts, lang, games} = context;
  /** @param {string} path @param {IconName} name @param {string} words */
  const page = (path, name, words) => {
    const a = link(context, path, "btn", icon(name), h("span", "lbl", words));
    if (here.split("/")[1] === path.split("/")[1]) a.setAttribute("aria-current", "page");
    return a;
  };
  const brand = link(context, "/", "brand", icon("globe"), h("span", "word", texts("app.name")));
  if (here === "/") brand.setAttribute("aria-current", "page");
  const short = h("span", "short", lang === "de" ? "EN" : "DE"), other = h("button", "btn", h("span", "lbl", texts("nav.other_language")), short);
  short.setAttribute("aria-hidden", "true");
  other.type = "button";
  other.lang = lang === "de" ? "en" : "de";
  other.addEventListener("click", () => void context.setLang(lang === "de" ? "en" : "de").then(() => /** @type {HTMLElement | null} */ (document.querySelector(".mast button[lang]"))?.focus()));
  const choices = h("button", "btn", icon("settings"), h("span", "lbl", texts("nav.settings")));
  choices.type = "button";
  choices.dataset.page = "settings";
  choices.setAttribute("aria-haspopup", "dialog");
  choices.addEventListener("click", () => void import("../play/choices.js").then(({openSettings}) => { if (choices.isConnected && !document.querySelector("dialog[open]")) openSettings(context, () => document.querySelector(".mast [data-page=settings]")); }, () => {}));
  const nav = h("nav", "", page(`/rules/${games[0]?.id ?? ""}`, "rules", texts("nav.rules")), page("/history", "history", texts("nav.history")), page("/statistics", "statistics", texts("nav.statistics")), page("/about", "about", texts("nav.about")), choices, other);
  nav.setAttribute("aria-label", texts("nav.label"));
  return h("header", "mast", brand, nav);
}

/**
 * Asks the server until it answers; why that takes so long is said at this place meanwhile.
 * @template T
 * @param {Context} context @param {HTMLElement} place @param {() => Promise<T>} task @param {AbortSignal} signal the page is gone: then it rejects, and nobody need be told
 * @returns {Promise<T>}
 */
export function patiently({texts}, place, task, signal) {
  place.setAttribute("role", "status");
  return insist(task, why => { if (why) place.textContent = texts(`wait.${why}`); }, signal);
}

/**
 * A picture of a table, drawn again whenever its box changes its width. `height` gives the most it may be high.
 * @param {HTMLElement} box
 * @param {Context} context
 * @param {Game} game
 * @param {TableView} view
 * @param {{height: (width: number) => number, mini?: boolean, lit?: string[]}} how `lit`: piles that may exchange, joined by a line
 * @returns {() => void} stops it
 */
export function picture(box, context, game, view, {height, mini = false, lit = []}) {
  const root = h("div");
  root.setAttribute("aria-hidden", "true");
  box.replaceChildren(root);
  const table = createTable(root, {still: true});
  const declared = /** @type {TableGame} */ (/** @type {unknown} */ (game));
  if (!Object.keys(declared.layouts).length) return () => {};
  let last = 0;
  const draw = (anew = false) => {
    const {paddingLeft, paddingRight} = getComputedStyle(box), width = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (!(width >= 20) || width === last && !anew) return;
    last = width;
    const whole = fit(declared.layouts, width, height(width)), first = scene(declared, view, whole);
    const hanging = [...first.piles.values()].filter(p => Number(whole.layout.piles[p.name][1]) >= 0);
    const f = trimmed(whole, hanging.map(p => p.topY / whole.h + 1));
    const look = settings();
    root.classList.toggle("tight", f.h < TIGHT);
    table.paint(scene(declared, view, f, {lang: context.lang, lit}), {faces: facesFor(f.w, look.faces), international: look.index === otherIndex(context.lang), lang: context.lang, texts: context.texts, mini});
  };
  const watch = new ResizeObserver(() => draw()), relook = () => draw(true);
  watch.observe(box);
  document.addEventListener(LOOK, relook);
  draw();
  return () => { watch.disconnect(); document.removeEventListener(LOOK, relook); };
}

/** Figures of a table in a text of rules: the view stands in the figure. @param {Element} figure @returns {TableView | null} */
export function viewIn(figure) {
  const json = figure instanceof HTMLElement ? figure.dataset.view : undefined;
  return json ? JSON.parse(json) : null;
}
