import assert from "node:assert/strict";
import {test} from "node:test";
import {createDesk} from "../../src/wendekreis/web/client/play/desk.js";
import {Away, Refusal, attempt, createWriter, sendLeft} from "../../src/wendekreis/web/client/play/net.js";
import {insist, plainNumber} from "../../src/wendekreis/web/client/play/open.js";
import {fold} from "../../src/wendekreis/web/client/play/state.js";
import {recorded, view as someView} from "./recorded.js";

/** @import {News} from "../../src/wendekreis/web/client/play/desk" */

/** A server that does as it is told, call after call, and notes what it was asked. @param {(unknown | Error | ((signal: AbortSignal) => Promise<unknown>))[]} says */
function server(...says) {
  /** @type {{path: string, body: string}[]} */
  const asked = [];
  /** @type {any} */
  const fetch = async (/** @type {string} */ path, /** @type {RequestInit} */ init) => {
    asked.push({path, body: String(init.body)});
    const next = says.shift();
    if (next instanceof Error) throw next;
    if (typeof next === "function") return next(init.signal);
    const [status, body] = Array.isArray(next) ? next : [200, next];
    return {ok: status < 400, status, json: async () => { if (typeof body === "string") throw new SyntaxError("not JSON"); return body; }};
  };
  return {fetch, asked};
}
function storage() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  return {kept, getItem: (/** @type {string} */ k) => kept.get(k) ?? null, setItem: (/** @type {string} */ k, /** @type {string} */ v) => void kept.set(k, v), removeItem: (/** @type {string} */ k) => void kept.delete(k)};
}
const refusal = {error: {code: "illegal_move", message: "no", params: {move: "a-b"}}};
const lost = () => new TypeError("network");

test("an unanswered write is sent again, byte for byte the same, until it is answered", async () => {
  const {fetch, asked} = server(lost(), [502, "<html>"], lost(), {revision: 6}), slept = /** @type {number[]} */ ([]), away = /** @type {(string | null)[]} */ ([]);
  const writer = createWriter({fetch, id: "p", storage: storage(), sleep: async ms => { slept.push(ms); }, onTrouble: why => away.push(why)});
  assert.deepEqual(await writer.send("move", {revision: 5, move: "a-b", played_ms: 17}), {revision: 6});
  assert.equal(asked.length, 4);
  assert.equal(new Set(asked.map(a => a.path + a.body)).size, 1);
  assert.ok(slept.every((ms, i) => i === 0 || ms > slept[i - 1]), "it backs off");
  assert.deepEqual(away, ["away", null], "told once that the server is away, and once that it is back");
});

test("an answer that says no is not sent again", async () => {
  const {fetch, asked} = server([409, refusal]), writer = createWriter({fetch, id: "p", storage: storage()});
  await assert.rejects(writer.send("undo", {revision: 5}), error => error instanceof Refusal && error.code === "illegal_move" && error.params.move === "a-b" && error.status === 409);
  assert.equal(asked.length, 1);
  assert.equal(writer.busy, false);
});

test("a full disk is an answer, a busy store is tried again for a while", async () => {
  const full = server([507, {error: {code: "store_full", message: "full", params: {}}}]);
  await assert.rejects(createWriter({fetch: full.fetch, id: "p", storage: storage()}).send("undo", {revision: 1}), Refusal);
  const busy = server(...Array(20).fill([503, {error: {code: "store_busy", message: "busy", params: {}}}]));
  await assert.rejects(createWriter({fetch: busy.fetch, id: "p", storage: storage(), sleep: async () => {}}).send("undo", {revision: 1}), Refusal);
  assert.ok(busy.asked.length > 2 && busy.asked.length < 20);
});

test("a store that stays busy is told after a while, and so is an answer that is late", async () => {
  const wait = (/** @type {number} */ ms) => new Promise(resolve => setTimeout(resolve, ms)), told = {busy: 30, slow: 60};
  const busy = [503, {error: {code: "store_busy", message: "busy", params: {}}}], heard = /** @type {(string | null)[]} */ ([]);
  const again = server(busy, busy, {revision: 6}), onTrouble = (/** @type {string | null} */ why) => { heard.push(why); };
  await createWriter({fetch: again.fetch, id: "p", storage: storage(), told, sleep: async () => { await wait(20); }, onTrouble}).send("undo", {revision: 5});
  assert.deepEqual(heard.splice(0), ["busy", null]);
  const soon = server(busy, {revision: 6});
  await createWriter({fetch: soon.fetch, id: "p", storage: storage(), told, sleep: async () => {}, onTrouble}).send("undo", {revision: 5});
  assert.deepEqual(heard.splice(0), [], "a moment's lock is not worth a word");
  const late = server(async () => { await wait(90); return {ok: true, status: 200, json: async () => ({revision: 6})}; });
  await createWriter({fetch: late.fetch, id: "p", storage: storage(), told, onTrouble}).send("undo", {revision: 5});
  assert.deepEqual(heard, ["slow", null]);
});

test("a deal number is taken as it is shown or typed, with its spaces and its \"No.\"", () => {
  for (const typed of ["25483", " 25 483", "25\u202f483", "25\u00a0483\n", "Nr. 25\u202f483", "Nr.25483", "No. 25\u2009483", "nr 25 483", "#25483"]) assert.equal(plainNumber(typed), "25483", typed);
  assert.equal(plainNumber("ms 25"), "ms25");
  assert.equal(plainNumber("no"), "no", "what is no number stays as it is, for the server to say so");
});

test("an attempt without an answer is given up, and counts as unanswered", async () => {
  const {fetch} = server((/** @type {AbortSignal} */ signal) => new Promise((_, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))));
  await assert.rejects(attempt(fetch, "/x", {}, 5), Away);
});

test("the write in hand is kept until it is answered, and a later page sends it again", async () => {
  const store = storage(), {fetch, asked} = server(lost(), {revision: 6});
  /** @type {() => void} */
  let gone = () => {};
  const left = new Promise(resolve => { gone = () => resolve(undefined); });
  void createWriter({fetch, id: "p", storage: store, sleep: () => { gone(); return new Promise(() => {}); }}).send("move", {revision: 5, move: "a-b"});
  await left;                                                       // the page is closed while it waits
  assert.equal(store.kept.size, 1);
  const later = createWriter({fetch, id: "p", storage: store});
  assert.deepEqual(await later.resume(), {revision: 6});
  assert.equal(asked[0].body, asked[1].body);
  assert.equal(asked[0].path, asked[1].path);
  assert.equal(store.kept.size, 0);
  assert.equal(later.resume(), null);
});

test("the write that is left is sent once where no table is shown, and stays where it is kept while nobody answers", async () => {
  const path = "/api/plays/p/undo", body = '{"revision":5}', write = JSON.stringify([path, body]), key = "wendekreis.write.p";
  const busy = [503, {error: {code: "store_busy", message: "busy", params: {}}}];
  for (const [says, error, left] of /** @type {[any, any, boolean][]} */ ([[lost(), Away, true], [[502, "<html>"], Away, true], [busy, Refusal, true], [[409, refusal], null, false], [{revision: 6}, null, false]])) {
    const store = storage(), {fetch, asked} = server(says);
    store.setItem(key, write);
    const sent = sendLeft(fetch, "p", store);
    if (error) await assert.rejects(sent, error); else await sent;
    assert.deepEqual(asked, [{path, body}]);
    assert.equal(store.getItem(key), left ? write : null, `${says}`);
  }
  const none = server(), spoilt = storage();
  spoilt.setItem(key, "[spoilt");
  await sendLeft(none.fetch, "p", spoilt);
  assert.deepEqual([none.asked.length, spoilt.kept.size], [0, 0]);
});

test("who only asks is never told of a write", async () => {
  const says = [lost, () => new Refusal(503, {code: "store_busy"}, {}), lost], told = /** @type {(string | null)[]} */ ([]);
  const task = async () => { const next = says.shift(); if (next) { const error = next(); throw error instanceof Refusal ? error : new Away(String(error)); } return "here"; };
  assert.equal(await insist(task, why => told.push(why), new AbortController().signal), "here");
  assert.deepEqual(told, ["absent", "locked", "absent", null]);
  const gone = new AbortController();
  const never = insist(async () => { throw new Away("no network"); }, () => gone.abort(), gone.signal);
  await assert.rejects(never, Away);
});

test("only one write is under way at a time", async () => {
  const {fetch} = server({revision: 6}), writer = createWriter({fetch, id: "p", storage: storage()});
  const first = writer.send("undo", {revision: 5});
  assert.equal(writer.busy, true);
  await assert.rejects(writer.send("undo", {revision: 5}), /one write/);
  await first;
});

/** @param {any} send @param {Partial<import("../../src/wendekreis/web/client/play/types").View>} [change] @param {any} [fetchView] */
function desk(send, change = {}, fetchView = async () => someView()) {
  /** @type {News[]} */
  const news = [];
  const clock = {taken: 0, back: 0, take() { this.taken++; return 40; }, giveBack(/** @type {number} */ ms) { this.back += ms; }, set() {}};
  const view = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}, {move: "turn", press: "stock"}], ...change});
  return {news, clock, view, desk: createDesk({view, writer: {send, away: false, left: null, resume: () => null}, clock, fetchView, onNews: n => news.push(n)})};
}
const answer = {...someView(), revision: 6, faces: {}, steps: [{cause: /** @type {const} */ ("move"), shifts: [{cards: [15], from: "a", to: "b"}], flips: []}], stock: 2};

test("a dropped card lies where it was dropped before the answer", async () => {
  const {desk: d, news, view} = desk(async () => answer);
  const done = d.act("move", {choice: view.choices[0]});
  assert.deepEqual(d.view.piles.b, [12, 15]);
  assert.deepEqual(news.map(n => n.kind), ["expected"]);
  assert.equal(d.writing, true);
  assert.equal(await done, true);
  assert.deepEqual(news.map(n => n.kind), ["expected", "moved"]);
  assert.equal(d.view.revision, 6);
});

test("what an earlier page had in hand lies where it was put, if this is the table that it was done on", async () => {
  for (const [revision, move] of /** @type {[number, string | undefined][]} */ ([[5, "a-b"], [5, undefined], [4, "a-b"]])) {
    /** @type {News[]} */
    const news = [], sent = /** @type {number[]} */ ([]);
    const view = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}]}), clock = {take: () => 0, giveBack() {}, set() {}};
    const writer = {away: false, left: {what: /** @type {const} */ ("move"), body: {revision, move}}, send: async () => answer, resume: async () => { sent.push(revision); return answer; }};
    const d = createDesk({view, writer, clock, fetchView: async () => view, onNews: n => news.push(n)}), done = d.resume();
    assert.deepEqual([d.writing, d.view.piles.b], [revision === 5, revision === 5 && move ? [12, 15] : [12]]);
    await done;
    assert.deepEqual(news.map(n => n.kind), revision !== 5 ? [] : move ? ["expected", "moved"] : ["moved"]);
    assert.deepEqual([sent.length, d.view.revision], revision === 5 ? [1, 6] : [0, 5]);
  }
});

test("a table that was kept is brought up to date without a word of another window", async () => {
  const {desk: d, news} = desk(async () => answer, {}, async () => someView({revision: 8}));
  await d.refresh("kept");
  assert.deepEqual(news, [{kind: "replaced", why: "kept"}]);
});

test("nothing is sent while an answer is on its way, nor what is not legal", async () => {
  /** @type {any[]} */
  const sent = [];
  const {desk: d, view} = desk(async (/** @type {string} */ what, /** @type {any} */ body) => { sent.push([what, body]); return answer; });
  const first = d.act("move", {choice: view.choices[0]});
  assert.equal(await d.act("undo"), false);
  await first;
  assert.equal(await d.act("redo"), false, "the view says that there is none");
  assert.equal(await d.act("move", {choice: {move: "a-z", from: "a", count: 1, to: "z"}}), false);
  assert.deepEqual(sent, [["move", {revision: 5, move: "a-b", played_ms: 40}]]);
});

test("a refused move is taken back, and the time played with it", async () => {
  const {desk: d, news, clock, view} = desk(async () => { throw new Refusal(409, refusal.error, refusal); });
  assert.equal(await d.act("move", {choice: view.choices[0]}), false);
  assert.deepEqual(d.view, view);
  assert.deepEqual(news.map(n => n.kind), ["expected", "refused"]);
  assert.equal(clock.back, 40);
});

test("a stale move takes over the whole view", async () => {
  const now = someView({revision: 9, piles: {a: [10], b: [], c: [], f1: [], f2: []}});
  const {desk: d, news, view} = desk(async () => { throw new Refusal(409, {code: "stale_revision"}, {error: {}, view: now}); });
  await d.act("move", {choice: view.choices[0]});
  assert.deepEqual(d.view, now);
  assert.deepEqual(news.at(-1), {kind: "replaced", why: "stale"});
});

test("what another tab did is taken over, unless a write is under way or it is older", async () => {
  const newer = desk(async () => answer, {}, async () => someView({revision: 8}));
  await newer.desk.refresh();
  assert.equal(newer.desk.view.revision, 8);
  const same = desk(async () => answer, {}, async () => someView({revision: 5}));
  await same.desk.refresh();
  assert.equal(same.news.length, 0);
});

test("after a win there is no move, but there is a way back", async () => {
  const {desk: d} = desk(async () => answer, {status: "won", choices: [], forward: true});
  assert.equal(await d.act("forward"), false);
  assert.equal(await d.act("undo"), true);
});

/** A desk whose server only counts, over the same storage as the one before. @param {Pick<Storage, "getItem" | "setItem" | "removeItem">} storage @param {{head: number, revision: number}} at */
function counting(storage, at) {
  /** @type {string[]} */
  const sent = [];
  const counts = (/** @type {number} */ moves) => ({counts: {moves, turns: 0, redeals: 0}, undo: moves > 0, redo: true, forward: true, choices: [{move: "turn", press: "stock"}]});
  const goals = /** @type {Record<string, () => number>} */ ({undo: () => at.head - 1, redo: () => at.head + 1, restart: () => 0, forward: () => at.head + 5, move: () => at.head + 1});
  const send = async (/** @type {string} */ what, /** @type {any} */ {head}) => {
    sent.push(head === undefined ? what : `${what} ${head}`);
    at.head = head ?? goals[what]();
    return {...answer, ...counts(at.head), steps: [], revision: ++at.revision};
  };
  const clock = {take: () => 0, giveBack() {}, set() {}}, view = someView({revision: at.revision, ...counts(at.head)});
  /** @type {News[]} */
  const news = [];
  return {sent, news, desk: createDesk({view, writer: {send, away: false, left: null, resume: () => null}, clock, fetchView: async () => someView({...counts(at.head), revision: at.revision + 1}), onNews: n => news.push(n), storage})};
}

test("one undo takes a restart back, as long as nothing else was played, over a reload too", async () => {
  const at = {head: 60, revision: 1}, kept = storage(), first = counting(kept, at);
  await first.desk.act("restart");
  assert.deepEqual([at.head, first.desk.undoes, first.desk.may("undo")], [0, "restart", true]);
  const {desk: d, sent, news} = counting(kept, at);
  await d.act("redo");
  assert.equal(d.undoes, null);
  await d.act("undo");
  await d.act("undo");
  assert.deepEqual([at.head, d.undoes], [60, null]);
  assert.equal(/** @type {any} */ (news.at(-1)).undone, "restart");
  await d.act("undo");
  await d.act("restart");
  await d.act("move", {choice: {move: "turn", press: "stock"}});
  await d.act("undo");
  assert.equal(d.may("undo"), false);
  assert.deepEqual(sent, ["redo", "undo", "goto 60", "undo", "restart", "move", "undo"]);
  at.head = 40;
  const another = counting(kept, at).desk;
  await another.act("goto", {head: 12});
  assert.equal(another.undoes, "goto");
  await another.refresh();
  assert.equal(another.undoes, null, "another window has been there");
  assert.equal(counting(kept, {head: 12, revision: 99}).desk.undoes, null);
});

test("one undo takes back what one forward has turned, and one redo turns it again", async () => {
  const at = {head: 3, revision: 1}, {desk: d, sent} = counting(storage(), at);
  for (const what of /** @type {const} */ (["forward", "forward", "undo", "undo", "undo", "redo", "redo", "undo", "move", "undo", "undo"])) await d.act(what, what === "move" ? {choice: {move: "turn", press: "stock"}} : {});
  assert.deepEqual(sent, ["forward", "forward", "goto 8", "goto 3", "undo", "redo", "goto 8", "goto 3", "move", "undo", "undo"]);
});

test("a whole recorded play goes through desk and writer, with answers lost at every third write", async () => {
  for (const name of ["hemispheres", "single-interchange"]) {
    const {view, writes} = recorded(name);
    const says = writes.flatMap(({answer: a}, i) => i % 3 ? [a] : [lost(), a]);
    const {fetch, asked} = server(...says), writer = createWriter({fetch, id: "p", storage: storage(), sleep: async () => {}});
    const clock = {take: () => 0, giveBack() {}, set() {}};
    const d = createDesk({view, writer, clock, fetchView: async () => view, onNews: () => {}});
    let truth = view;
    for (const {what, move, answer: a} of writes) {
      const choice = d.view.choices.find(c => c.move === move);
      assert.equal(await d.act(/** @type {any} */ (what), {choice}), true, `${name} ${what} ${move}`);
      truth = fold(truth, a);
      assert.deepEqual(d.view, truth);
    }
    assert.equal(asked.length, says.length);
  }
});
