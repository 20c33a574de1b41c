// The start page: the first two games large, each with a picture of its table as it stands, their relatives beside them.

import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {figures} from "./figures.js";
import {EMPTY, link, masthead, nameOf, picture, viewIn} from "./furniture.js";
import {grouped} from "../play/bars.js";
import {measured, unnamed} from "../play/deals.js";
import {kept} from "../play/kept.js";
import {Away, errorText} from "../play/net.js";
import {insist, newPlay} from "../play/open.js";
import {followToday, todayLink, todaySection} from "./today.js";
import {ago} from "./when.js";

/** @import {Context, Game, PlayRow, View} from "../play/types" */
/** @import {Statistics} from "../wire" */
/** @import {TableView} from "../table/types" */

const LARGE = 2;             // so many games are shown large, in the order that the server gives them

/** What there is to know of a game before it is played. @param {Game} game @param {Context} context @returns {string[]} */
export function factsOf(game, {texts}) {
  return [
    texts("start.cards", {n: game.cards}),
    texts("start.piles", {n: game.piles.filter(p => p.role === "tableau").length}),
    texts(game.redeals ? "start.redeals" : "start.redeals_none"),
  ];
}

const PACE = 2000;                                                 // ms for a move, turns of the stock included: what the texts say
/** How long a game takes whom nothing is known of: the moves of a winning line, at a pace that is told. @param {Game} game @param {Pick<Context, "texts" | "lang">} context @returns {string[]} */
export const lengthOf = ({win_moves: n}, {texts, lang}) => n ? [texts("start.length", {moves: figures(lang).whole(n), time: figures(lang).about(n * PACE)})] : [];

/** How often a game can be won, as far as it was measured: a share with its count. @param {Game} game @param {Context} context */
function oddsOf(game, {texts, lang}) {
  const found = measured(game), f = figures(lang);
  if (!found) return "";
  const tried = found.won + found.lost + found.unknown, meter = h("div", "meter"), bar = h("dd", "", meter);
  bar.setAttribute("aria-hidden", "true");                         // the words beside it say the same
  for (const [cls, n] of /** @type {[string, number][]} */ ([["", found.won], ["un", found.unknown]])) if (n) { const part = h("i", cls); part.style.width = `${n / tried * 100}%`; meter.append(part); }
  return h("dl", "odds", h("dt", "", texts("start.odds")), bar, h("dd", "share", f.share(found.won, tried)), h("dd", "of", oddsText(game, {texts, lang})));
}

/** The counts behind it, in words. @param {Game} game @param {Pick<Context, "texts" | "lang">} context */
export function oddsText(game, {texts, lang}) {
  const found = measured(game), f = figures(lang);
  if (!found) return "";
  const tried = found.won + found.lost + found.unknown, key = found.won === tried ? "all" : !found.won ? (found.unknown ? "none_open" : "none") : found.unknown ? "some_open" : "some";
  return texts(`start.odds_${key}`, {won: f.whole(found.won), lost: f.whole(found.lost), unknown: f.whole(found.unknown), tried: f.whole(tried)});
}

/** How long a win usually takes: the median of those among the last plays. Null: there is none yet. @param {{won: boolean, played_ms: number}[]} recent */
export function usual(recent) {
  const times = recent.filter(r => r.won && r.played_ms > 0).map(r => r.played_ms).sort((a, b) => a - b), mid = times.length >> 1;
  return times.length ? (times.length % 2 ? times[mid] : (times[mid - 1] + times[mid]) / 2) : null;
}

/** The newest open play of each game. @param {PlayRow[]} plays newest first */
export function newest(plays) {
  /** @type {Map<string, PlayRow>} */
  const found = new Map();
  for (const play of plays) if (!found.has(play.game)) found.set(play.game, play);
  return found;
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts, games, api} = context;
  /** @type {Map<string, () => void>} */
  const stops = new Map();
  const leaving = new AbortController();
  document.title = texts("app.name");

  const failure = h("p", "failure");
  failure.setAttribute("role", "alert");
  failure.hidden = true;
  const resume = h("div", "resume");
  resume.hidden = true;
  const lead = h("div", "lead", h("h1", "", texts("start.lead")), resume);
  const others = h("details", "plays");
  others.hidden = true;
  const main = h("main", "", lead, others, failure);
  main.id = "content";
  const views = new Map(), rows = new Map();

  /** @param {string} words */
  const failed = words => { failure.hidden = !words; failure.textContent = words; };

  let dealing = false;
  /** @param {Game} game */
  async function deal(game) {
    if (dealing) return;                                            // a double click begins one play
    dealing = true;
    try {
      await newPlay(api, game.id, unnamed(game));
      if (!leaving.signal.aborted) context.go(`/play/${game.id}`);
    } catch (error) { failed(errorText(error, texts)); } finally { dealing = false; }
  }

  /** @param {Game} game */
  function large(game) {
    const view = h("div", "view"), row = h("div", "row"), name = nameOf(game, context);
    const fresh = h("button", "btn primary", texts("start.new"));
    fresh.type = "button";
    fresh.setAttribute("aria-label", texts("start.new_game", {game: name}));
    fresh.addEventListener("click", () => deal(game));
    const rules = link(context, `/rules/${game.id}`, "btn outline", texts("nav.rules"));
    rules.setAttribute("aria-label", texts("start.rules_of", {game: name}));
    row.append(fresh, rules);
    views.set(game.id, view);
    const facts = h("ul", "facts-list", ...[...factsOf(game, context), ...lengthOf(game, context)].map(fact => h("li", "", fact)));
    rows.set(game.id, {row, fresh, facts});
    return h("section", "gamecard", view, h("div", "txt", h("h2", "", name), h("p", "", game.blurbs[context.lang]), facts, oddsOf(game, context), row));
  }

  /** @param {Game} game */
  function small(game) {
    const view = h("div", "view");
    const found = measured(game), f = figures(context.lang), tried = found ? found.won + found.lost + found.unknown : 0;
    const odds = found ? [h("span", "odds-line", texts(found.won ? "start.odds_short" : "start.odds_short_none", {share: f.between(found.won, found.won + found.unknown, tried), tried: f.whole(tried)}))] : [];
    views.set(game.id, view);
    return link(context, `/play/${game.id}`, "relcard", view, h("span", "what", h("b", "", nameOf(game, context)), h("span", "", game.blurbs[context.lang]), ...odds, ...lengthOf(game, context).map(words => h("span", "odds-line", words))), icon("go", "go"));
  }

  main.append(h("div", "games", ...games.slice(0, LARGE).map(large)));
  const relatives = h("section", "rel", h("h2", "", texts("start.relatives")), h("div", "rels", ...games.slice(LARGE).map(small)));
  relatives.id = "relatives";
  const below = jump("#relatives", "go", texts("start.relatives")), day = jump("#today", "today", texts("today.title")), jumps = h("nav", "jumps", day, below);
  jumps.setAttribute("aria-label", texts("start.below"));
  below.hidden = games.length <= LARGE;
  day.hidden = true;
  lead.after(jumps);
  if (!below.hidden) main.append(relatives);
  const todays = h("div", "todays");
  main.append(todays);
  root.replaceChildren(h("div", "page start", masthead(context, "/"), main));
  let told = "";
  insist(() => followToday(api, today => {
    if (JSON.stringify(today) === told) return;                     // still looking
    told = JSON.stringify(today);
    const focused = document.activeElement?.getAttribute("data-today");
    todays.replaceChildren(todaySection(context, today));
    day.hidden = false;
    for (const of of today.games) {
      const parts = rows.get(of.game), game = games.find(g => g.id === of.game), a = parts && game && todayLink(context, of, game, "btn outline today-go");
      if (!parts || !a) continue;
      const words = a.querySelector("span");
      if (words) words.textContent = texts("today.title");
      a.setAttribute("aria-label", `${texts("today.title")}: ${nameOf(game, context)}`);
      a.dataset.today = `${of.game} above`;
      parts.row.querySelector(".today-go")?.remove();
      parts.row.append(a);
    }
    if (focused) /** @type {HTMLElement | null} */ (main.querySelector(`[data-today="${CSS.escape(focused)}"]`))?.focus({preventScroll: true});
  }, leaving.signal), () => {}, leaving.signal).catch(unexpected);

  /** @param {unknown} error no answer is nothing unexpected, nor is any when the page has been left */
  function unexpected(error) { if (!(error instanceof Away) && !leaving.signal.aborted) console.error(error); }

  /** @param {Game} game @param {TableView} view */
  function draw(game, view) {
    if (leaving.signal.aborted) return;
    const box = views.get(game.id);
    stops.get(game.id)?.();
    stops.set(game.id, picture(box, context, game, view, {height: () => box.clientHeight - 2 * MARGIN(box), mini: true}));
  }

  /** The play that goes on, else the first picture of the game's rules, else an empty table. @param {Game} game @param {PlayRow | undefined} play @param {View | null} stored */
  async function look(game, play, stored) {
    try {
      if (play) return draw(game, stored ?? await api.get(`/api/plays/${play.id}`));
      const text = document.createElement("template");
      text.innerHTML = (await api.get(`/api/rules/${game.id}/${context.lang}`)).html;
      const figure = text.content.querySelector("figure[data-view]");
      draw(game, (figure && viewIn(figure)) ?? EMPTY);
    } catch (error) {
      draw(game, EMPTY);
      unexpected(error);
    }
  }

  /** The plays that can be gone on with. @param {PlayRow[]} plays @param {View | null} [stored] without a server: the one play that is stored, as it was */
  function offer(plays, stored = null) {
    const at = (/** @type {typeof plays[0]} */ p) => stored ? texts("start.stored", {moves: p.moves}) : texts("start.continue_at", {moves: p.moves, when: ago(p.updated, context)});
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.continue : null;
    for (const old of main.querySelectorAll("[data-continue]")) old.remove();
    resume.hidden = others.hidden = true;
    const open = newest(plays), last = plays[0], lastGame = games.find(g => g.id === last?.game);
    if (last && lastGame) {
      const name = nameOf(lastGame, context), go = link(context, `/play/${last.game}`, "btn primary", icon("play"), texts("start.continue"));
      go.setAttribute("aria-label", texts("start.continue_game", {game: name}));
      go.dataset.continue = "above";
      resume.replaceChildren(h("span", "", h("b", "", name), h("span", "", at(last))), go);
      resume.hidden = false;
    }
    const known = plays.filter(p => games.some(g => g.id === p.game));
    if (known.length > 1) {
      const items = known.map(p => {
        const game = /** @type {Game} */ (games.find(g => g.id === p.game)), number = p.number === null ? texts("fact.own_deal") : texts("fact.number", {number: grouped(p.number)});
        return h("li", "", link(context, `/play/${p.game}?play=${encodeURIComponent(p.id)}`, "", h("b", "", nameOf(game, context)), `, ${number} `, h("span", "", at(p))));
      });
      others.replaceChildren(h("summary", "", texts("start.open_plays", {n: known.length})), h("ul", "", ...items));
      others.hidden = false;
    }
    for (const game of games) {
      const play = open.get(game.id), parts = rows.get(game.id);
      if (play && parts) {
        const go = link(context, `/play/${game.id}`, "btn primary", texts("start.continue"));
        go.setAttribute("aria-label", texts("start.continue_game", {game: nameOf(game, context)}));
        go.dataset.continue = game.id;
        parts.fresh.className = "btn outline";
        parts.row.prepend(go);
      }
      void look(game, play, stored);
    }
    if (focused) /** @type {HTMLElement | null} */ (main.querySelector(`[data-continue="${CSS.escape(focused)}"]`))?.focus({preventScroll: true});
  }

  async function fill() {
    let away = false;
    const {plays} = await insist(() => api.get("/api/plays"), why => {
      failed(why ? texts(`wait.${why}`) : "");
      if (away || !why) return;
      away = true;
      const view = kept(), {id = "", game = "", number = null, status = "won", counts} = view ?? {};
      offer(status === "won" ? [] : [{id, game, number, status, moves: counts?.moves ?? 0, updated: ""}], view);
    }, leaving.signal);
    if (!leaving.signal.aborted) offer(plays);
  }
  /** How long it takes, by what this player's games took. */
  async function pace() {
    /** @type {Statistics} */
    const {games: tallies} = await insist(() => api.get("/api/statistics"), () => {}, leaving.signal);
    for (const {game, recent} of tallies) { const ms = usual(recent); if (ms !== null) rows.get(game)?.facts.append(h("li", "", texts("start.pace", {time: figures(context.lang).about(ms)}))); }
  }
  fill().catch(error => { if (!leaving.signal.aborted) failed(errorText(error, texts)); });
  pace().catch(() => {});                                            // then it is not said

  return () => {
    leaving.abort();
    for (const stop of stops.values()) stop();
  };
}

/** Down the page: on a phone what is below is far away. @param {string} to @param {import("../table/icons").IconName} sign @param {string} words */
function jump(to, sign, words) {
  const a = h("a", "btn outline", icon(sign), h("span", "", words));
  a.href = to;
  return a;
}

/** Room around a miniature, px. @param {HTMLElement} box */
const MARGIN = box => (box.clientHeight < 100 ? 3 : 14);
