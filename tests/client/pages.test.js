import assert from "node:assert/strict";
import {test} from "node:test";
import {factsOf, lengthOf, newest, usual} from "../../src/wendekreis/web/client/pages/start.js";
import {ago} from "../../src/wendekreis/web/client/pages/when.js";
import {texts as catalogue} from "./recorded.js";
import {todayWords} from "../../src/wendekreis/web/client/play/tally.js";

/** @param {string} key @param {{[name: string]: string | number}} [params] */
const texts = (key, params = {}) => [key, ...Object.values(params)].join(" ");
const NOW = Date.parse("2026-03-10T12:00:00Z");

test("how long ago something was is said in the largest whole unit, in the player's language", () => {
  assert.equal(ago("2026-03-10T11:59:40Z", {lang: "en", texts}, NOW), "start.just_now");
  assert.equal(ago("2026-03-10T11:57:30Z", {lang: "en", texts}, NOW), "2 minutes ago");
  assert.equal(ago("2026-03-10T10:00:00Z", {lang: "de", texts}, NOW), "vor 2 Stunden");
  assert.equal(ago("2026-03-09T11:00:00Z", {lang: "de", texts}, NOW), "gestern");
});

test("a clock that runs ahead of the server's says: just now", () => {
  assert.equal(ago("2026-03-10T12:05:00Z", {lang: "en", texts}, NOW), "start.just_now");
});

test("the play that goes on is the newest of its game", () => {
  /** @param {string} id @param {string} game */
  const play = (id, game) => ({id, game, number: null, moves: 1, status: /** @type {"open"} */ ("open"), updated: ""});
  const found = newest([play("3", "a"), play("2", "b"), play("1", "a")]);
  assert.deepEqual([...found].map(([game, {id}]) => [game, id]), [["a", "3"], ["b", "2"]]);
});

test("what is said of a game before it is played follows from its declaration", () => {
  const game = {
    id: "x", version: 1, packs: 2, cards: 104, names: {de: "X", en: "X"}, blurbs: {de: "", en: ""}, redeals: false, winnable: null, win_moves: null, layouts: {},
    piles: ["t1", "t2", "f1"].map(name => ({name, role: name[0] === "t" ? /** @type {"tableau"} */ ("tableau") : /** @type {"foundation"} */ ("foundation"), label: {de: "", en: ""}, well: null, arrow: null, note: null})),
  };
  /** @type {any} */
  const context = {texts};
  assert.deepEqual(factsOf(game, context), ["start.cards 104", "start.piles 2", "start.redeals_none"]);
  assert.deepEqual(factsOf({...game, redeals: true}, context).at(-1), "start.redeals");
});

test("how long a game takes is the median of the wins, and nothing is said before the first", () => {
  const won = (/** @type {number} */ played_ms) => ({won: true, played_ms}), lost = {won: false, played_ms: 5};
  assert.equal(usual([]), null);
  assert.equal(usual([lost, won(0)]), null, "a win that was brought in without its time says nothing");
  assert.equal(usual([won(900), lost, won(100), won(200)]), 200);
  assert.equal(usual([won(100), won(300)]), 200);
});

test("how the deal of the day was played is said with its counts, and without names", () => {
  /** @type {any} */
  const of = {game: "x", state: "known", number: "1", players: 1234, solved: 5, moves: null, play: null};
  assert.deepEqual(todayWords(of, {lang: "en", texts}), ["today.played 1,234 5"]);
  assert.deepEqual(todayWords({...of, players: 0}, {lang: "de", texts}), ["today.nobody"]);
  assert.deepEqual(todayWords({...of, play: {id: "p", won: true, moves: 149}}, {lang: "de", texts}), ["today.played 1.234 5", "today.you_won 149"]);
  assert.deepEqual(todayWords({...of, state: "none"}, {lang: "de", texts}), ["today.none"]);
});

test("how long a game takes is told to who has never played it, and how that was reckoned", () => {
  const of = (/** @type {number | null} */ win_moves, /** @type {"de" | "en"} */ lang) => lengthOf(/** @type {any} */ ({win_moves}), {texts: catalogue(lang), lang});
  assert.match(of(270, "en")[0], /270 moves, .*9.min.* at 2 secs/);
  assert.match(of(934, "de")[0], /934 Züge, .*31.Min.* (bei|zu) 2 s);
  assert.deepEqual(of(null, "en"), [], "of a game that nobody has won nothing is told");
});
