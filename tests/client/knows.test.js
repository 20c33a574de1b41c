// What the table knows: questions and their streams, the light, the strip, hints and where it was lost in words, a line shown.

import assert from "node:assert/strict";
import {test} from "node:test";
import {TakenBack, createAsker} from "../../src/wendekreis/web/client/play/ask.js";
import {createChronicle} from "../../src/wendekreis/web/client/play/chronicle.js";
import {createDesk} from "../../src/wendekreis/web/client/play/desk.js";
import {percent, reasonWords} from "../../src/wendekreis/web/client/play/answered.js";
import {choiceOf, moveWords, pointed} from "../../src/wendekreis/web/client/play/hints.js";
import {createLight} from "../../src/wendekreis/web/client/play/light.js";
import {Away, Refusal} from "../../src/wendekreis/web/client/play/net.js";
import {createShowing, inverse} from "../../src/wendekreis/web/client/play/showing.js";
import {tell} from "../../src/wendekreis/web/client/play/speech.js";
import {stripWords} from "../../src/wendekreis/web/client/play/strip.js";
import {playedWords, traceWords} from "../../src/wendekreis/web/client/play/tracing.js";
import {recorded, texts, view as someView} from "./recorded.js";

/** @import {Answer, Step} from "../../src/wendekreis/web/client/play/types" */
/** @import {Outcome} from "../../src/wendekreis/web/client/play/ask" */

const wait = (/** @type {number} */ ms) => new Promise(resolve => setTimeout(resolve, ms));

/** A server whose answer is this stream, in these pieces; it ends when the question is taken back. @param {string[]} pieces @param {number} [status] */
function streaming(pieces, status = 200) {
  /** @type {{path: string, body: any, signal: AbortSignal}[]} */
  const asked = [];
  /** @type {any} */
  const fetch = async (/** @type {string} */ path, /** @type {RequestInit} */ init) => {
    const signal = /** @type {AbortSignal} */ (init.signal);
    asked.push({path, body: JSON.parse(String(init.body)), signal});
    const body = new ReadableStream({async start(to) {
      for (const piece of pieces) {
        if (piece) to.enqueue(new TextEncoder().encode(piece)); else await wait(20);
        if (signal.aborted) return to.error(signal.reason);
      }
      to.close();
    }});
    return {ok: status < 400, status, body, json: async () => JSON.parse(pieces.join(""))};
  };
  return {asked, fetch};
}

test("a question tells how far it is, and is answered once", async () => {
  const {asked, fetch} = streaming(['event: progress\ndata: {"done":1,"of":4,"sec', 'onds":0.5}\n\nevent: pro', 'gress\ndata: {"done":2,"of":4,"seconds":1}\n\n', 'event: answer\ndata: {"revision":7,"verdict":"won","limit":null}\n\n']);
  /** @type {number[]} */
  const done = [];
  const asker = createAsker({id: "p/1", revision: () => 7, fetch});
  assert.deepEqual(await asker.ask("verdict", p => done.push(p.done)), {revision: 7, verdict: "won", limit: null});
  assert.deepEqual(done, [1, 2]);
  assert.deepEqual([asked[0].path, asked[0].body], ["/api/plays/p%2F1/ask/verdict", {revision: 7}]);
  assert.equal(asker.asking("verdict"), false);
});

test("a newer question of a kind takes the older back, another kind does not", async () => {
  const {asked, fetch} = streaming(["", "", 'event: answer\ndata: {"revision":1}\n\n']), asker = createAsker({id: "p", revision: () => 1, fetch});
  const old = asker.ask("verdict"), hint = asker.ask("advice"), young = asker.ask("verdict");
  await assert.rejects(old, TakenBack);
  assert.deepEqual([await hint, await young], [{revision: 1}, {revision: 1}]);
  assert.deepEqual(asked.map(a => a.signal.aborted), [true, false, false]);
  const last = asker.ask("chance");
  asker.drop();
  await assert.rejects(last, TakenBack);
});

test("a no is a refusal, before the stream or in it; an end without an answer is none", async () => {
  const busy = streaming(['{"error":{"code":"too_many_asks","message":"no","params":{"seconds":3}}}'], 429);
  await assert.rejects(createAsker({id: "p", revision: () => 1, fetch: busy.fetch}).ask("lost"), e => e instanceof Refusal && e.code === "too_many_asks" && e.params.seconds === 3);
  const failed = streaming(['event: error\ndata: {"error":{"code":"solver_failed","message":"no","params":{}}}\n\n']);
  await assert.rejects(createAsker({id: "p", revision: () => 1, fetch: failed.fetch}).ask("lost"), e => e instanceof Refusal && e.code === "solver_failed");
  await assert.rejects(createAsker({id: "p", revision: () => 1, fetch: streaming(["event: progress\n"]).fetch}).ask("lost"), Away);
  let stale = 0;
  const gone = streaming(['{"error":{"code":"stale_revision","message":"no","params":{}}}'], 409);
  await assert.rejects(createAsker({id: "p", revision: () => 1, onStale: () => stale++, fetch: gone.fetch}).ask("oracle"), Refusal);
  assert.equal(stale, 1, "the table is fetched anew");
});

test("the light keeps still for a while, then does not know, and never takes that for lost", async () => {
  /** @type {(string | null)[]} */
  const shown = [];
  /** @type {((verdict: Outcome | Error) => void)[]} */
  const answers = [];
  const light = createLight({ask: () => new Promise((yes, no) => answers.push(v => v instanceof Error ? no(v) : yes({verdict: v}))), drop: () => {}, onShow: s => shown.push(s), patience: 30});
  light.moved();
  assert.equal(answers.length, 0, "it is off until it is turned on");
  light.turn(true);
  answers[0]("won");
  await wait(40);
  assert.deepEqual(shown, ["won"]);
  light.moved();
  await wait(5);
  assert.deepEqual(shown, ["won"], "nothing changes before there is something to say");
  answers[1]("lost");
  await wait(2);
  assert.deepEqual(shown, ["won", "lost"]);
  light.moved();
  await wait(45);
  assert.deepEqual(shown.slice(2), ["asking"]);
  answers[2](new Error("the pool is broken"));
  await wait(2);
  assert.deepEqual(shown.slice(3), ["unknown"]);
  light.moved();
  light.moved("lost");
  answers[3]("won");
  await wait(40);
  assert.deepEqual(shown.slice(4), ["lost"], "an answer about an older position counts for nothing; what is known is not asked for");
  assert.equal(answers.length, 4);
  light.turn(false);
  assert.equal(shown.at(-1), null);
  light.stop();
});

test("who moves on faster than answers come is not shown an old verdict for longer than the light is patient", async () => {
  /** @type {(string | null)[]} */
  const shown = [];
  /** @type {((verdict: Outcome) => void)[]} */
  const answers = [];
  const light = createLight({ask: () => new Promise(yes => answers.push(v => yes({verdict: v}))), drop: () => {}, onShow: s => shown.push(s), patience: 60});
  light.turn(true);
  answers[0]("won");
  await wait(2);
  for (let move = 0; move < 12; move++) { light.moved(); await wait(10); }
  assert.deepEqual(shown, ["won", "asking"]);
  answers.at(-1)?.("lost");
  await wait(2);
  assert.deepEqual(shown, ["won", "asking", "lost"]);
  light.stop();
});

test("a light that got no answer asks again by itself", async () => {
  /** @type {(string | null)[]} */
  const shown = [];
  let asked = 0;
  const light = createLight({ask: async () => { if (++asked < 3) throw new Away("gone"); return {verdict: "won"}; }, drop: () => {}, onShow: s => shown.push(s), retry: 10});
  light.turn(true);
  for (let tries = 0; asked < 3 && tries < 200; tries++) await wait(5);
  await wait(2);
  assert.deepEqual(shown, ["unknown", "won"]);
  light.stop();
});

test("a light whose question was overtaken by another window keeps its last word until it knows better", async () => {
  for (const code of ["superseded", "stale_revision"]) {
    /** @type {(string | null)[]} */
    const shown = [];
    let asked = 0;
    const says = [async () => ({verdict: /** @type {Outcome} */ ("won")}), async () => { throw new Refusal(409, {code}, {}); }, async () => ({verdict: /** @type {Outcome} */ ("lost")})];
    const light = createLight({ask: () => says[asked++](), drop: () => {}, onShow: s => shown.push(s), patience: 20, retry: 60});
    light.turn(true);
    await wait(2);
    light.moved();
    await wait(40);
    assert.deepEqual(shown, ["won"], code);
    for (let tries = 0; asked < 3 && tries < 200; tries++) await wait(5);
    await wait(2);
    assert.deepEqual(shown, ["won", "lost"]);
    light.stop();
  }
});

test("a light that is told when to come back comes back, unless the table has gone on", async () => {
  /** @type {(string | null)[]} */
  const shown = [];
  let asked = 0;
  const busy = new Refusal(429, {code: "too_many_asks", params: {seconds: 0.02}}, {});
  const light = createLight({ask: async () => { if (++asked === 1) throw busy; return {verdict: "won"}; }, drop: () => {}, onShow: s => shown.push(s)});
  light.turn(true);
  for (let tries = 0; asked < 2 && tries < 200; tries++) await wait(5);
  await wait(2);
  assert.deepEqual(shown, ["unknown", "won"]);
  light.stop();
});

test("what is known of one position tells of others", () => {
  const chronicle = createChronicle();
  chronicle.reset(4);
  chronicle.note("won");
  assert.deepEqual(chronicle.runs(), [{kind: "won", length: 4}]);
  chronicle.go(7, true);
  assert.deepEqual(chronicle.runs(), [{kind: "won", length: 4}, {kind: "unasked", length: 3}]);
  chronicle.note("lost");
  chronicle.go(5, false);
  assert.deepEqual([chronicle.now, chronicle.head, chronicle.end], [null, 5, 7]);
  chronicle.go(7, false);
  assert.equal(chronicle.now, "lost");
  chronicle.go(9, true);
  assert.equal(chronicle.now, "lost", "a lost position stays lost");
  chronicle.go(3, false);
  assert.equal(chronicle.now, "won");
  chronicle.go(4, true);
  assert.deepEqual(chronicle.runs(), [{kind: "won", length: 3}, {kind: "unasked", length: 1}], "another move ends the old history");
});

test("a play of a thousand moves is a strip of a few pieces, and words", () => {
  const chronicle = createChronicle(), t = texts("en");
  chronicle.reset(1000);
  chronicle.fill([...Array(401).fill("won"), ...Array(100).fill("unknown"), ...Array(500).fill("lost")]);
  assert.deepEqual(chronicle.runs(), [{kind: "won", length: 400}, {kind: "unknown", length: 100}, {kind: "lost", length: 500}]);
  assert.equal(stripWords(chronicle, t), "Lost with one of moves 401–501");
  /** @type {[string, Outcome[]][]} */
  const cases = [["Lost since move 2", ["won", "won", "lost"]], ["Lost from the start", ["lost", "lost"]], ["Winnable up to here", ["won", "won"]], ["Winnable up to move 1", ["won", "won", "unknown"]], ["Unknown", ["unknown", "unknown"]],
    ["Lost since move 2", ["unknown", "unknown", "lost"]], ["Winnable", ["won"]], ["Lost from the start", ["lost"]]];
  for (const [words, verdicts] of cases) {
    const c = createChronicle();
    c.reset(verdicts.length - 1);
    c.fill(verdicts);
    assert.equal(stripWords(c, t), words, verdicts.join());
  }
});

const game = recorded("hemispheres").game;
/** @type {Answer} */
const told = {revision: 1, status: "open", stock: 0, faces: {5: "5H"}, choices: [], marks: {}, counts: {moves: 2, turns: 0, redeals: 0}, idle: 0, undo: false, redo: false, forward: false, finish: false, played_ms: 0, steps: [{cause: "move", shifts: [{cards: [5], from: "n1", to: "s2"}], flips: []}]};

test("where it was lost is said in words, and how far to go back", () => {
  const t = texts("en"), none = {revision: 1, moves: [], told: null, between: null, hints: {advice: 0, oracle: 1}};
  const say = (/** @type {Outcome[]} */ verdicts, /** @type {number | null} */ last_won, /** @type {number | null} */ lost_at, more = {}) => traceWords(t, game, "en", {...none, verdicts, last_won, lost_at, ...more});
  assert.deepEqual(say(["won", "won", "lost"], 1, 2, {told}), {title: "Lost with move 2: Five of hearts to south pile 2", more: "Before that it could still be won.", back: 1});
  assert.equal(say(["won", "lost"], 0, 1).title, "Lost with move 1");
  assert.equal(say(["won", "lost"], 0, 1).back, 0);
  const from = say(["lost", "lost"], null, 0);
  assert.deepEqual([from.title, from.back], ["Lost from the start", null]);
  assert.match(from.more, /not your fault/);
  assert.deepEqual(say(["won", "unknown", "unknown", "lost"], 0, null, {between: [1, 3]}), {title: "Lost with one of the moves 1 to 3", more: "With which could not be decided in time.", back: 0});
  assert.equal(say(["unknown", "lost"], null, null, {between: [0, 1]}).title, "Lost by move 1 at the latest");
  assert.deepEqual([say(["won", "unknown"], 0, null).title, say(["won", "unknown"], 0, null).back], ["Winnable at the start", 0]);
  assert.equal(say(["unknown", "unknown"], null, null).title, "Not known");
  assert.equal(say(["won", "won"], 1, null).back, null);
});

test("a hint points at cards, at piles, at the stock, and has words and a reason", () => {
  const view = someView({choices: [{move: "a-b", from: "a", count: 2, to: "b"}, {move: "c-f2", from: "c", count: 1, to: "f2"}, {move: "c-f", from: "c", count: 1, to: "f1", main: true}, {move: "turn", press: "stock"}, {move: "axb", from: "a", count: 1, to: "b", swap: true}]});
  const choice = (/** @type {string} */ move) => /** @type {import("../../src/wendekreis/web/client/play/types").Choice} */ (choiceOf(view, move));
  const words = (/** @type {"de" | "en"} */ lang, /** @type {string} */ move) => moveWords(texts(lang), {...game, piles: []}, lang, view, choice(move));
  assert.deepEqual(pointed(view, choice("a-b")), {cards: ["11", "15"], piles: ["b"]});
  assert.deepEqual(pointed(view, choice("c-f")), {cards: [], piles: ["c", "f1"]});
  assert.deepEqual(pointed(view, choice("turn")), {cards: [], piles: ["stock"]});
  assert.equal(choiceOf(view, "z-z"), undefined);
  assert.equal(words("en", "a-b"), "2 cards from six of hearts to b");
  assert.equal(words("de", "axb"), "Herz 5 und Pik 6 tauschen");
  assert.equal(words("en", "turn"), "Turn a card from the stock");
  assert.equal(moveWords(texts("en"), game, "en", {...view, stock: 0}, choice("turn")), "Turn the waste over to be the stock again");
  assert.equal(reasonWords(texts("en"), {code: "frees", params: {card: "5H"}}), "Frees the five of hearts");
  assert.equal(reasonWords(texts("en"), null), "");
  const turn = /** @type {any} */ ({steps: [{cause: "move", shifts: [{cards: [1], from: "stock", to: "w"}], flips: []}], faces: {1: "2H"}});
  assert.equal(playedWords(texts("en"), game, "en", turn), "Two of hearts turned", "which card, as the table says it");
  assert.equal(playedWords(texts("de"), game, "de", turn), "Herz 2 aufgedeckt");
  assert.equal(playedWords(texts("en"), game, "en", {steps: [{cause: "move", shifts: [{cards: [1, 2], from: "w", to: "stock"}], flips: []}], faces: {}}), "Turn the waste over to be the stock again");
});

test("per cent in the language's own form, with as many digits as its margin bears", () => {
  assert.deepEqual(percent(0.043, 0.004, "de"), {value: "4,3", margin: "0,4", range: null});
  assert.deepEqual(percent(0.043, 0.004, "en"), {value: "4.3", margin: "0.4", range: null});
  assert.deepEqual(percent(0.42, 0.03, "en"), {value: "42", margin: "3", range: null});
  assert.deepEqual(percent(0.42, null, "en"), {value: "42", margin: null, range: null});
  assert.deepEqual(percent(1, 0, "en"), {value: "100", margin: null, range: null});
  assert.deepEqual(percent(0.21, 0.35, "de"), {value: "21", margin: "35", range: {low: "0", high: "56"}}); // never below nothing
  assert.deepEqual(percent(0.95, 0.08, "en"), {value: "95", margin: "8", range: {low: "87", high: "100"}});
  assert.deepEqual(percent(0.0431, 0, "de"), {value: "4,3", margin: null, range: null});
});

for (const name of ["hemispheres", "single-interchange"]) test(`a line of ${name} is shown forward and back, and leaves the play as it was`, () => {
  const {view, writes} = recorded(name), answers = writes.filter(w => w.what === "move").map(w => w.answer), before = JSON.stringify(view);
  /** @type {string[]} */
  const seen = [];
  const first = writes.findIndex(w => w.what !== "move"), line = first < 0 ? answers : writes.slice(0, first).map(w => w.answer);
  const showing = createShowing({view, answers: line, onStep: () => seen.push(JSON.stringify(showing.view.piles))});
  while (showing.step(1));
  assert.equal(showing.at, line.length);
  assert.ok(line.length > 1);
  while (showing.step(-1));
  assert.equal(showing.at, 0);
  assert.deepEqual(seen.slice(line.length), [...seen.slice(0, line.length - 1).reverse(), JSON.stringify(view.piles)]);
  assert.equal(JSON.stringify(view), before);
});

test("it plays by itself, and stops at the end or when told", async () => {
  const {view, writes} = recorded("hemispheres"), answers = writes.slice(0, 3).map(w => w.answer);
  let played = 0;
  const showing = createShowing({view, answers, onStep: () => {}, onPlay: () => played++, beat: 10});
  showing.toggle();
  assert.ok(showing.playing);
  for (let tries = 0; showing.playing && tries < 300; tries++) await wait(10);
  assert.deepEqual([showing.at, showing.playing, played], [3, false, 2]);
  showing.toggle();
  assert.equal(showing.playing, false, "there is nothing left to show");
});

test("steps taken back are the last first, each the other way round", () => {
  /** @type {Step[]} */
  const steps = [{cause: "move", shifts: [{cards: [1], from: "a", to: "b"}], flips: []}, {cause: "turn_up", shifts: [], flips: [{card: 2, up: true}]}];
  assert.deepEqual(inverse(steps), [{cause: "turn_up", shifts: [], flips: [{card: 2, up: false}]}, {cause: "move", shifts: [{cards: [1], from: "b", to: "a"}], flips: []}]);
  assert.deepEqual(inverse(inverse(steps)), steps);
});

test("what goes up by itself is asked for with a move and with forward, and with nothing else", async () => {
  /** @type {[string, any][]} */
  const sent = [];
  const base = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}], forward: true, finish: true}), clock = {take: () => 0, giveBack() {}, set() {}};
  const writer = {away: false, left: null, resume: () => null, send: async (/** @type {string} */ what, /** @type {any} */ body) => { sent.push([what, body]); return {...told, revision: 6, steps: [], forward: true, finish: true, undo: true, choices: base.choices, counts: {moves: 9, turns: 0, redeals: 0}}; }};
  const desk = createDesk({view: base, writer, clock, fetchView: async () => base, onNews() {}, auto: () => "safe"});
  await desk.act("move", {choice: base.choices[0]});
  await desk.act("forward");
  await desk.act("finish");
  await desk.act("goto", {head: 4});
  await desk.act("goto", {head: 9});
  assert.deepEqual(sent, [["move", {revision: 5, move: "a-b", auto: "safe"}], ["forward", {revision: 6, auto: "safe"}], ["finish", {revision: 6}], ["goto", {revision: 6, head: 4}]]);
});

test("a whole row of cards that went up is told by its number", () => {
  const up = game.piles.filter(p => p.role === "foundation")[0].name, view = someView();
  const steps = Array.from({length: 9}, (_, i) => ({cause: /** @type {const} */ ("move"), shifts: [{cards: [i], from: "n1", to: up}], flips: []})), answer = {...told, steps};
  const said = tell(texts("en"), game, "en", {what: "move", answer, before: view, after: view});
  assert.match(said, /6 more cards to the foundations\.$/);
  assert.equal(tell(texts("en"), game, "en", {what: "finish", answer, before: view, after: view}), "9 cards to the foundations.");
  assert.equal(tell(texts("en"), game, "en", {what: "goto", answer, before: view, after: view}), "Back at move 3.");
});
