// The deal of the day: asked for beside everything else, and shown as a list of all games with how they were played.

import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {figures} from "./figures.js";
import {link, nameOf} from "./furniture.js";
import {tally} from "../play/tally.js";

/** @import {Api, Context, Game} from "../play/types" */
/** @import {Today, TodayGame} from "../wire" */

const PATIENCE = [300, 600, 1000, 2000, 4000, 8000];   // ms between looks while a deal is still being looked for

/**
 * @param {Api} api @param {(today: Today) => void} onTold also while something is still being looked for
 * @param {AbortSignal} signal
 */
export async function followToday(api, onTold, signal) {
  for (const wait of [...PATIENCE, 0]) {
    /** @type {Today} */
    const today = await api.get("/api/today");
    if (signal.aborted) return;
    onTold(today);
    if (!wait || !today.games.some(g => g.state === "looking")) return;
    await new Promise(resolve => setTimeout(resolve, wait));
    if (signal.aborted) return;
  }
}

/** To one's own play of it, or to the deal. Null: there is none. @param {TodayGame} of */
export function todayPath({game, number, play}) {
  if (number === null) return null;
  return `/play/${encodeURIComponent(game)}?${play ? `play=${encodeURIComponent(play.id)}` : `number=${encodeURIComponent(number)}`}`;
}

/** @param {Context} context @param {TodayGame} of @param {Game} game @param {string} cls */
export function todayLink(context, of, game, cls) {
  const {texts: t} = context, path = todayPath(of);
  if (!path) return null;
  const a = link(context, path, cls, icon("today"), h("span", "", t(of.play?.won ? "today.see" : of.play?.moves ? "today.continue" : "today.play")));
  a.dataset.today = of.game;
  a.setAttribute("aria-label", `${a.textContent}: ${t("today.title")}, ${nameOf(game, context)}`);
  return a;
}

/** @param {Context} context @param {Today} today */
export function todaySection(context, today) {
  const {texts: t, games, lang} = context, f = figures(lang);
  const rows = today.games.flatMap(of => {
    const game = games.find(g => g.id === of.game);
    if (!game) return [];
    const go = todayLink(context, of, game, of.play?.won ? "btn outline" : "btn primary"), row = h("li", "", h("div", "", h("h3", "", nameOf(game, context)), ...tally(of, context)));
    row.dataset.state = of.play?.won ? "won" : of.state;
    if (of.play?.won) row.querySelector("h3")?.append(icon("won"));
    if (go) row.append(go);
    return [row];
  });
  const e = h("section", "today", h("header", "", h("h2", "", t("today.title")), h("p", "", `${t("today.lead")} ${t("today.change", {hour: f.hour(today.until)})}`)), h("ul", "", ...rows));
  const title = /** @type {HTMLElement} */ (e.querySelector("h2"));
  title.id = "today";
  e.setAttribute("aria-labelledby", "today");
  return e;
}
