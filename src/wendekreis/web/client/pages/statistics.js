// What the player has played: figures with what they mean, charts of the last plays, and the same as a table, with ways back to each play.

import {choice} from "../play/choices.js";
import {errorText} from "../play/net.js";
import {h} from "../table/dom.js";
import {icon} from "../table/icons.js";
import {STEPS, binned, chart, key, runMarkup, spreadMarkup} from "./charts.js";
import {counted, figures} from "./figures.js";
import {link, masthead, nameOf, patiently} from "./furniture.js";

/** @import {Context, Game} from "../play/types" */
/** @import {GameStatistics, Result, Statistics} from "../wire" */
/** @import {End} from "./charts.js" */
/** @import {Figures} from "./figures.js" */

const FEW = 3;               // so many wins are needed before it makes sense to say how they are spread

/** @param {Result} result @returns {End} */
export const endOf = ({won, winnable}) => (won ? "won" : winnable === "lost" ? "hopeless" : "not");

/** @param {number} streak above 0: wins in a row; below: plays not won @param {Context["texts"]} texts @param {Figures} f */
export function streakText(streak, texts, f) {
  if (!streak) return "–";
  return texts(streak > 0 ? "stats.streak_won" : "stats.streak_lost", {n: f.whole(Math.abs(streak))});
}

/** One figure: its name, its value, what else belongs to it, and what it means. @param {string} name @param {string | Node} value @param {string} more @param {string} meaning */
function figure(name, value, more, meaning) {
  const e = h("div", "figure", h("dt", "", name), h("dd", "value", value, " "));
  if (more) /** @type {HTMLElement} */ (e.lastChild).append(h("small", "", more));
  e.append(h("dd", "means", meaning));
  return e;
}

/** A time that is shown as a clock shows it, and spoken in words. @param {number | null} ms @param {Figures} f */
function clock(ms, f) {
  if (ms === null) return h("span", "", f.time(null));
  const seen = h("span", "", f.time(ms));
  seen.setAttribute("aria-hidden", "true");
  return h("span", "", seen, h("span", "visually-hidden", f.spoken(ms)));
}

/** @param {GameStatistics} tally @param {Context} context @param {Figures} f */
function figuresOf({won, deals, streak, time_ms, moves, hints}, {texts: t}, f) {
  const longest = t("stats.longest", {won: f.whole(streak.best), lost: f.whole(streak.worst)});
  const time = h("span", "", clock(time_ms.best, f));
  const dl = h("dl", "figures",
    figure(t("stats.winnable"), deals.winnable ? t("stats.of", {n: f.whole(deals.won_of_winnable), of: f.whole(deals.winnable)}) : "–", deals.winnable ? f.share(deals.won_of_winnable, deals.winnable) : "",
      t("stats.winnable_means", {lost: f.whole(deals.lost), unknown: f.whole(deals.unknown)})),
    figure(t("stats.streak"), streakText(streak.current, t, f), streak.best || streak.worst ? longest : "", t("stats.streak_means")),
    figure(t("stats.time"), time, "", t("stats.time_means")),
    figure(t("stats.moves"), f.mean(moves.best), won ? t("stats.mean", {value: f.mean(moves.mean)}) : "", t("stats.moves_means")),
    figure(t("stats.advice"), f.whole(hints.advice), hints.advice ? counted(t, "stats.in_plays", hints.plays_advice, f) : "", t("stats.advice_means")),
    figure(t("stats.oracle"), f.whole(hints.oracle), hints.oracle ? counted(t, "stats.in_plays", hints.plays_oracle, f) : "", t("stats.oracle_means", {light: f.whole(hints.light), shown: f.whole(hints.shown)})));
  if (time_ms.mean !== null) {
    const [before, after] = t("stats.mean", {value: "\0"}).split("\0");
    time.parentElement?.append(h("small", "", before, clock(time_ms.mean, f), after));
  }
  return dl;
}

/** @param {GameStatistics} tally @param {Context} context @param {Figures} f */
function headline({played, won}, {texts: t}, f) {
  const fill = h("i"), meter = h("div", "meter", fill);
  fill.style.width = `${played ? won / played * 100 : 0}%`;
  meter.setAttribute("aria-hidden", "true");
  return h("div", "headline", h("p", "share", h("b", "", f.share(won, played)), " ", h("span", "", t(played === 1 ? "stats.won_of_one" : "stats.won_of", {won: f.whole(won), played: f.whole(played)}))), meter, h("p", "means", t("stats.won_means")));
}

/** @param {GameStatistics} tally @param {Context} context @param {Figures} f @param {(stop: () => void) => void} onStop */
function runOf({recent, played}, {texts: t}, f, onStop) {
  const ends = recent.map(endOf), won = ends.filter(e => e === "won").length, box = h("div", "drawing");
  const label = t(ends.length === 1 ? "stats.run_label_one" : "stats.run_label", {n: f.whole(ends.length), won: f.whole(won)});
  onStop(chart(box, label, width => runMarkup(ends, width)));
  return h("figure", "chart", h("figcaption", "", played > recent.length ? t("stats.run_last", {n: f.whole(recent.length)}) : t("stats.run")), box, key([["end-won", t("stats.end_won")], ["end-not", t("stats.end_not")], ["end-hopeless", t("stats.end_hopeless")]]));
}

/** @param {GameStatistics} tally @param {Context} context @param {Figures} f @param {(stop: () => void) => void} onStop */
function spreadOf({recent, played}, {texts: t}, f, onStop) {
  const won = recent.filter(r => r.won), box = h("div", "drawing"), caption = h("figcaption", "", t("stats.spread_title"));
  if (won.length < FEW) return h("p", "means", t("stats.spread_few", {n: f.whole(FEW)}));
  let stop = () => {};
  /** @param {"moves" | "time"} what */
  const draw = what => {
    const values = won.map(r => (what === "moves" ? r.moves : r.played_ms)), mean = values.reduce((a, b) => a + b, 0) / values.length;
    const bins = binned(values, STEPS[what]), say = what === "moves" ? f.whole : f.time;
    stop();
    box.replaceChildren();
    stop = chart(box, t(`stats.spread_${what}`, {n: f.whole(values.length), least: say(Math.min(...values)), greatest: say(Math.max(...values)), mean: what === "moves" ? f.mean(mean) : f.time(mean)}), width => spreadMarkup(bins, mean, say, width));
  };
  const which = choice(t("stats.spread"), [["moves", t("fact.moves")], ["time", t("fact.time")]], "moves", draw);
  caption.replaceChildren(which);
  onStop(() => stop());
  const e = h("figure", "chart", caption, box, key([["bar-n", played > recent.length ? t("stats.wins_last", {won: f.whole(won.length), n: f.whole(recent.length)}) : counted(t, "stats.wins", won.length, f)], ["mean", t("stats.mean_key")]]));
  draw("moves");
  return e;
}

/** @param {GameStatistics} tally @param {Game} game @param {Context} context @param {Figures} f */
function tableOf({recent}, game, context, f) {
  const t = context.texts, head = h("tr", "", ...["ended", "result", "moves", "time"].map(name => { const th = h("th", name, t(`stats.col_${name}`)); th.scope = "col"; return th; }));
  const rows = recent.toReversed().map(r => {
    const way = link(context, `/play/${encodeURIComponent(game.id)}?play=${encodeURIComponent(r.id)}`, "", f.date(r.ended), " ", h("span", "", f.hour(r.ended)));
    way.setAttribute("aria-label", t("stats.open", {date: f.date(r.ended), hour: f.hour(r.ended)}));
    const end = h("span", "end", icon(r.won ? "won" : "lost"), t(r.won ? "stats.end_won" : "stats.end_not"));
    end.dataset.s = r.won ? "won" : "lost";
    const deal = !r.won && r.winnable && r.winnable !== "unknown" ? h("small", "", t(`stats.deal_${r.winnable}`)) : "";
    return h("tr", "", h("td", "ended", way), h("td", "result", end, deal), h("td", "moves", f.whole(r.moves)), h("td", "time", clock(r.played_ms, f)));
  });
  const box = h("div", "scroll", h("table", "", h("caption", "visually-hidden", t("stats.table_of", {game: nameOf(game, context)})), h("thead", "", head), h("tbody", "", ...rows)));
  return h("details", "outcomes", h("summary", "", counted(t, "stats.table", recent.length, f)), box);
}

/** @param {GameStatistics} tally @param {Game} game @param {Context} context @param {(stop: () => void) => void} onStop */
function section(tally, game, context, onStop) {
  const f = figures(context.lang), title = h("h2", "", nameOf(game, context)), id = `stats-${game.id}`;
  title.id = id;
  const wins = tally.recent.filter(r => r.won).length, e = h("section", `stat${wins < FEW ? " few" : ""}`, h("header", "", title, link(context, `/play/${encodeURIComponent(game.id)}`, "btn outline", icon("play"), context.texts("stats.play"))),
    headline(tally, context, f), figuresOf(tally, context, f));
  e.querySelector("header a")?.setAttribute("aria-label", context.texts("rules.play", {game: nameOf(game, context)}));
  e.setAttribute("aria-labelledby", id);
  if (tally.recent.length) e.append(h("div", "charts", runOf(tally, context, f, onStop), spreadOf(tally, context, f, onStop)), tableOf(tally, game, context, f));
  return e;
}

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void}
 */
export function show(root, context) {
  const {texts: t, games, api} = context;
  /** @type {(() => void)[]} */
  const stops = [];
  const gone = new AbortController(), told = h("p", "quiet", t("stats.loading")), content = h("div", "stats", told), main = h("main", "", h("h1", "page-title", t("nav.statistics")), content);
  main.id = "content";
  root.replaceChildren(h("div", "page", masthead(context, "/statistics"), main));

  async function fill() {
    try {
      /** @type {Statistics} */
      const {games: tallies} = await patiently(context, told, () => api.get("/api/statistics"), gone.signal);
      if (gone.signal.aborted) return;
      const of = new Map(tallies.map(tally => [tally.game, tally])), played = games.filter(g => of.get(g.id)?.played), rest = games.filter(g => !played.includes(g));
      /** @param {Game[]} some */
      const ways = some => h("ul", "ways", ...some.map(g => h("li", "", link(context, `/play/${encodeURIComponent(g.id)}`, "btn outline", icon("play"), nameOf(g, context)))));
      if (!played.length) {
        content.replaceChildren(h("div", "nothing", icon("statistics"), h("h2", "", t("stats.nothing")), h("p", "", t("stats.nothing_text")), ways(games)));
        return;
      }
      content.replaceChildren(h("p", "intro", t("stats.intro")));
      if (played.length > 1) {
        const shelf = h("nav", "shelf");
        shelf.setAttribute("aria-label", t("rules.games"));
        for (const g of played) { const a = h("a", "btn", nameOf(g, context)); a.href = `#stats-${g.id}`; shelf.append(a); }
        content.append(shelf);
      }
      for (const g of played) content.append(section(/** @type {GameStatistics} */ (of.get(g.id)), g, context, stop => stops.push(stop)));
      if (rest.length) content.append(h("section", "rest", h("h2", "", t("stats.unplayed")), ways(rest)));
    } catch (error) {
      if (gone.signal.aborted) return;
      const words = h("p", "failure", errorText(error, t));
      words.setAttribute("role", "alert");
      content.replaceChildren(words);
    }
  }
  void fill();

  return () => {
    gone.abort();
    for (const stop of stops) stop();
  };
}
