import assert from "node:assert/strict";
import {test} from "node:test";
import {canPromise, unnamed, winnableOnly} from "../../src/wendekreis/web/client/play/deals.js";
import {promise} from "../../src/wendekreis/web/client/play/newdeal.js";
import {Away, Refusal} from "../../src/wendekreis/web/client/play/net.js";
import {choose} from "../../src/wendekreis/web/client/play/settings.js";
import {askStream, events} from "../../src/wendekreis/web/client/play/stream.js";

/** @param {string} id @param {unknown} winnable @returns {any} */
const game = (id, winnable) => ({id, winnable});
/** @param {string} key @param {{[name: string]: string | number}} [params] */
const texts = (key, params = {}) => [key, ...Object.entries(params).map(([k, v]) => `${k}=${v}`)].join(" ");

/** @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, {
  localStorage: {getItem: (/** @type {string} */ k) => kept.get(k) ?? null, setItem: (/** @type {string} */ k, /** @type {string} */ v) => void kept.set(k, v)},
  document: {getElementById: () => null, documentElement: {dataset: {}}, dispatchEvent: () => true},
});

test("the wish for winnable deals is kept for each game by itself", () => {
  const one = game("one", {won: 3, lost: 1, unknown: 0, promised: true}), two = game("two", {won: 1, lost: 0, unknown: 0, promised: true});
  assert.deepEqual(unnamed(one), {});
  choose({deals: {one: "winnable"}});
  assert.deepEqual(unnamed(one), {winnable: true});
  assert.deepEqual(unnamed(two), {});
});

test("nothing is promised where winnable deals are unknown or too rare, whatever was chosen before", () => {
  choose({deals: {none: "winnable", untried: "winnable"}});
  for (const g of [game("none", {won: 0, lost: 9, unknown: 2, promised: false}), game("none", {won: 4, lost: 69506, unknown: 490, promised: false}), game("untried", null), game("untried", undefined)]) {
    assert.equal(canPromise(g), false);
    assert.equal(winnableOnly(g), false);
    assert.deepEqual(unnamed(g), {});
  }
});

test("what is known is told with its counts, in the language's numbers", () => {
  /** @param {unknown} winnable @param {string} lang */
  const told = (winnable, lang) => promise(game("x", winnable), /** @type {any} */ ({texts, lang}));
  assert.equal(told({won: 9998, lost: 0, unknown: 2, promised: true}, "de"), "new.promise won=9998 tried=10.000".replace("9998", "9.998"));
  assert.equal(told({won: 430, lost: 9570, unknown: 0, promised: true}, "en"), "new.promise won=430 tried=10,000");
  assert.equal(told({won: 0, lost: 183, unknown: 17}, "en"), "new.no_promise_open won=0 tried=200 lost=183 unknown=17");
  assert.equal(told({won: 0, lost: 200, unknown: 0}, "en"), "new.no_promise won=0 tried=200 lost=200 unknown=0");
  assert.match(told({won: 4, lost: 69506, unknown: 490, promised: false}, "en"), /^new\.no_promise_rare won=4 tried=70,000 lost=69,506 unknown=490$/);
  assert.equal(told(null, "de"), "new.unmeasured");
});

const STREAM = 'event: progress\ndata: {"done":1,"of":null,"seconds":0.5}\n\n: still here\n\nevent: progress\r\ndata: {"done":2,"of":3,"seconds":1}\r\n\r\nevent: answer\ndata: {"verdict":"won","limit":null}\n\n';

test("events are read whole, in whatever pieces they arrive", async () => {
  for (const size of [1, 7, 1000]) {
    const pieces = (async function* () { for (let i = 0; i < STREAM.length; i += size) yield STREAM.slice(i, i + size); })();
    const found = [];
    for await (const {event, data} of events(pieces)) found.push([event, data.done ?? data.verdict]);
    assert.deepEqual(found, [["progress", 1], ["progress", 2], ["answer", "won"]], `pieces of ${size}`);
  }
});

/** @param {BodyInit} body @param {number} [status] */
const asked = (body, status = 200) => {
  /** @type {number[]} */
  const progress = [];
  const fetch = /** @type {any} */ (async () => new Response(body, {status}));
  return {progress, answer: askStream("/x", {}, {fetch, onProgress: p => progress.push(p.done)})};
};

test("a question resolves to its answer; progress is told on the way", async () => {
  const {progress, answer} = asked(STREAM);
  assert.deepEqual(await answer, {verdict: "won", limit: null});
  assert.deepEqual(progress, [1, 2]);
});

test("a no is a refusal, before the stream or in it; a stream that breaks off is no answer", async () => {
  const error = {code: "too_many_asks", message: "later", params: {seconds: 3}};
  for (const {answer} of [asked(JSON.stringify({error}), 429), asked(`event: error\ndata: ${JSON.stringify({error})}\n\n`)])
    await assert.rejects(answer, e => e instanceof Refusal && e.code === "too_many_asks" && e.params.seconds === 3);
  await assert.rejects(asked('event: progress\ndata: {"done":1,"of":1,"seconds":1}\n\n').answer, e => e instanceof Away);
  await assert.rejects(asked("<html>", 502).answer, e => e instanceof Away);
});
