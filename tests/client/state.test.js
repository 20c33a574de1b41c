import assert from "node:assert/strict";
import {test} from "node:test";
import {choiceTo, choicesOf, counts, doubleTap, expect, faceAt, fold, heldAt, ownStep, partners, pressOf, shareQuery, stillThere, tap, targets} from "../../src/wendekreis/web/client/play/state.js";
import {recorded, view as someView} from "./recorded.js";

const GAMES = ["hemispheres", "single-interchange"];

test("the page comes to the same view by folding answers as the server has", () => {
  for (const name of GAMES) {
    const {view, writes} = recorded(name);
    let now = view, checked = 0;
    for (const {answer, view: whole} of writes) {
      now = fold(now, answer);
      if (!whole) continue;
      assert.deepEqual(now, {...whole, played_ms: now.played_ms}, name);
      checked++;
    }
    assert.ok(checked > 5, name);
  }
});

test("folding changes no older view", () => {
  for (const name of GAMES) {
    const {view, writes} = recorded(name), before = structuredClone(view);
    writes.reduce((now, {answer}) => fold(now, answer), view);
    assert.deepEqual(view, before);
  }
});

test("an expected move lies where the answer's own step puts it", () => {
  for (const name of GAMES) {
    let {view: now, writes} = recorded(name);
    for (const {what, move, answer} of writes) {
      const choice = now.choices.find(c => c.move === move);
      if (what === "move" && choice?.from) {
        const first = {...answer, steps: answer.steps.slice(0, 1), faces: {}};
        assert.deepEqual(ownStep(now, choice)[0].shifts.map(s => s.from).sort(), answer.steps[0].shifts.map(s => s.from).sort());
        assert.deepEqual(expect(now, choice).piles, fold(now, first).piles, `${name} ${move}`);
      }
      now = fold(now, answer);
    }
  }
});

test("a press shows nothing before its answer", () => {
  const view = someView({choices: [{move: "turn", press: "stock"}]});
  assert.deepEqual(expect(view, view.choices[0]), view);
  assert.equal(pressOf(view, "stock")?.move, "turn");
  assert.equal(pressOf(view, "a"), undefined);
});

test("cards that go into the stock lose their faces, cards that come out get them", () => {
  const view = someView({stock: 3});
  const into = fold(view, {...view, faces: {}, stock: 4, steps: [{cause: "move", shifts: [{cards: [12], from: "b", to: "stock"}], flips: []}]});
  assert.deepEqual([into.piles.b, into.stock, into.faces[12]], [[], 4, undefined]);
  const out = fold(into, {...into, faces: {7: "9S"}, stock: 3, steps: [{cause: "move", shifts: [{cards: [7], from: "stock", to: "b"}], flips: []}]});
  assert.deepEqual([out.piles.b, out.stock, out.faces[7]], [[7], 3, "9S"]);
});

test("choices begin at a pile and a number of cards", () => {
  const view = someView({choices: [
    {move: "a-b", from: "a", count: 1, to: "b"}, {move: "a-c*3", from: "a", count: 3, to: "c"},
    {move: "a-f", from: "a", count: 1, to: "f1", main: false}, {move: "a-f@2", from: "a", count: 1, to: "f2"},
  ]});
  assert.deepEqual(counts(view, "a"), [1, 3]);
  assert.deepEqual([...targets(view, {pile: "a", count: 1})], ["b", "f1", "f2"]);
  assert.deepEqual([...targets(view, {pile: "a", count: 3})], ["c"]);
  assert.deepEqual(heldAt(view, {pile: "a", index: 0}), {pile: "a", count: 3});
  assert.equal(choiceTo(view, {pile: "a", count: 1}, "f2")?.move, "a-f@2");
  assert.equal(choicesOf(view, {pile: "a", count: 2}).length, 0);
  assert.equal(faceAt(view, "a", 2), "5H");
  assert.equal(faceAt(view, "a", 9), null);
});

test("of two choices for the same place the plain one is taken", () => {
  const view = someView({choices: [{move: "a-f@1", from: "a", count: 1, to: "f1"}, {move: "a-f", from: "a", count: 1, to: "f1", main: true}]});
  assert.equal(choiceTo(view, {pile: "a", count: 1}, "f1")?.move, "a-f");
});

test("a choice counts only while it is still there", () => {
  const choice = {move: "a-b", from: "a", count: 1, to: "b"}, view = someView({choices: [{...choice}]});
  assert.ok(stillThere(view, choice));
  assert.equal(stillThere(view, {...choice, to: "c"}), undefined);
});

const game = recorded("hemispheres").game;
/** A game of the piles in `someView`. */
const small = {...game, piles: ["a", "b", "c"].map(name => ({...game.piles[0], name, role: /** @type {const} */ ("tableau")})).concat(
  /** @type {any} */ (["f1", "f2"].map(name => ({...game.piles[0], name, role: "foundation"}))), /** @type {any} */ ([{...game.piles[0], name: "stock", role: "stock"}]))};
const top = {pile: "a", index: 2};

test("a tap sends a card that has one place to go", () => {
  const view = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}]});
  assert.deepEqual(tap(small, view, null, top), {do: "play", choice: view.choices[0]});
  assert.deepEqual(tap(small, view, null, top, false), {do: "hold", held: {pile: top.pile, count: 1}}, "unless the player wants to see the target first");
});

test("a tap on a card with several places lights them, and a second tap there plays", () => {
  const view = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}, {move: "a-c", from: "a", count: 1, to: "c"}]});
  const held = {pile: "a", count: 1};
  assert.deepEqual(tap(small, view, null, top), {do: "hold", held});
  assert.deepEqual(tap(small, view, held, {pile: "c", index: 0}), {do: "play", choice: view.choices[1]});
  assert.deepEqual(tap(small, view, held, top), {do: "drop"});
  assert.deepEqual(tap(small, view, held, {pile: "f1", index: 0}), {do: "drop"});
});

test("a tap on a card astray lights its partners, be it only one", () => {
  const view = someView({choices: [{move: "axb", from: "a", count: 1, to: "b", swap: true}]});
  assert.deepEqual(tap(small, view, null, top), {do: "hold", held: {pile: "a", count: 1}});
  assert.deepEqual([...partners(view, {pile: "a", count: 1})], ["b"]);
});

test("a card on a foundation is never sent away by one tap", () => {
  const view = someView({piles: {...someView().piles, f1: [30]}, choices: [{move: "f-b", from: "f1", count: 1, to: "b"}]});
  assert.deepEqual(tap(small, view, null, {pile: "f1", index: 0}), {do: "hold", held: {pile: "f1", count: 1}});
});

test("a tap on a card that can't move is refused, on an empty place it is nothing", () => {
  const view = someView({piles: {...someView().piles, c: []}});
  assert.deepEqual(tap(small, view, null, top), {do: "refuse", held: {pile: "a", count: 1}});
  assert.deepEqual(tap(small, view, null, {pile: "c", index: 0}), {do: "nothing"});
  assert.deepEqual(tap(small, view, null, {pile: "stock", index: 0}), {do: "nothing"});
});

test("a tap on a press presses, whatever is held", () => {
  const view = someView({choices: [{move: "turn", press: "stock"}, {move: "a-b", from: "a", count: 1, to: "b"}]});
  assert.deepEqual(tap(small, view, {pile: "a", count: 1}, {pile: "stock", index: 0}), {do: "play", choice: view.choices[0]});
});

test("a double tap sends to the foundation, or shows those that take the card", () => {
  const one = someView({choices: [{move: "a-b", from: "a", count: 1, to: "b"}, {move: "a-f", from: "a", count: 1, to: "f1"}]});
  assert.deepEqual(doubleTap(small, one, top), {do: "play", choice: one.choices[1]});
  const two = someView({choices: [...one.choices, {move: "a-f@2", from: "a", count: 1, to: "f2"}]});
  assert.deepEqual(doubleTap(small, two, top), {do: "hold", held: {pile: "a", count: 1}, only: new Set(["f1", "f2"])});
  assert.deepEqual(doubleTap(small, someView({choices: [one.choices[0]]}), top), {do: "nothing"});
});

test("a share link carries the number, or the deal itself", () => {
  assert.equal(shareQuery(someView({number: "ms25"})), "number=ms25");
  assert.equal(shareQuery(someView({number: null, deal: "AS KD"})), "deal=AS+KD");
  assert.equal(new URLSearchParams(shareQuery(someView({number: null, deal: "AS KD"}))).get("deal"), "AS KD");
});
