import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {fit} from "../../src/wendekreis/web/client/table/fit.js";
import {overPile, scene, spread, underPile} from "../../src/wendekreis/web/client/table/scene.js";

/** @typedef {import("../../src/wendekreis/web/client/table/types").ScenePile} ScenePile */

const NAMES = ["hemispheres", "hemispheres-deal", "hemispheres-won", "single-interchange", "single-interchange-deal", "single-interchange-won", "interchange", "unlimited"];
/** @param {string} name */
const fixture = name => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));
/** @param {string} name @param {number} W @param {number} H @param {{lang?: string, lit?: string[], only?: string}} [o] */
function drawn(name, W, H, {only, ...rest} = {}) {
  const {game, view} = fixture(name);
  return {game, view, s: scene(game, view, fit(game.layouts, W, H, {only}), rest)};
}
/** @param {{piles: Map<string, ScenePile>}} s @param {string} name */
const pile = (s, name) => /** @type {ScenePile} */ (s.piles.get(name));

test("every card of the view is drawn once, and one back stands for the stock", () => {
  for (const name of NAMES) {
    const {view, s} = drawn(name, 390, 700), ids = Object.values(view.piles).flat();
    assert.deepEqual(s.cards.filter(c => c.id !== null).map(c => c.id).sort((a, b) => Number(a) - Number(b)), ids.sort((a, b) => a - b), name);
    assert.equal(s.cards.filter(c => c.key === "stock").length, view.stock ? 1 : 0, name);
    assert.equal(new Set(s.cards.map(c => c.key)).size, s.cards.length, name);
  }
});

test("every pile of the game has a place in every one of its layouts", () => {
  for (const name of NAMES) {
    const {game} = fixture(name);
    for (const [layout, {piles}] of Object.entries(game.layouts))
      assert.deepEqual(Object.keys(piles).sort(), game.piles.map((/** @type {{name: string}} */ p) => p.name).sort(), `${name} ${layout}`);
  }
});

test("nothing lies outside the table", () => {
  for (const name of NAMES) for (const only of Object.keys(fixture(name).game.layouts)) {
    const {s} = drawn(name, 800, 800, {only});
    for (const c of s.cards)
      assert.ok(c.x >= -0.01 && c.y >= -0.01 && c.x + s.w <= s.width + 0.01 && c.y + s.h <= s.height + 0.01, `${name} ${only} ${c.pile} ${c.index}`);
  }
});

test("later cards of a pile lie higher, later piles higher still, and what is over a pile over all its cards", () => {
  const {s} = drawn("unlimited", 1200, 800);
  for (const p of s.piles.values()) {
    const zs = s.cards.filter(c => c.pile === p.name).map(c => c.z);
    assert.deepEqual(zs, [...zs].sort((a, b) => a - b));
    assert.ok(zs.every(z => z > underPile(p) && z < overPile(p)));
  }
});

test("a fan that would pass its limit shrinks evenly to reach it", () => {
  const up = [true, false, true, true], free = spread({down: [0.3, 0.1]}, up, Infinity), tight = spread({down: [0.3, 0.1]}, up, 0.35);
  assert.deepEqual(free.dy.map(v => Math.round(v * 100)), [0, 30, 40, 70]);
  assert.deepEqual(tight.dy.map(v => Math.round(v * 100)), [0, 15, 20, 35]);
  assert.equal(tight.step, 0.15);
});

test("of a waste that fans its last three the others lie under the first of them", () => {
  const {dx} = spread({right: [0.4], last: 3}, [true, true, true, true, true], Infinity);
  assert.deepEqual(dx, [0, 0, 0, 0.4, 0.8]);
});

test("a pile's area holds its whole fan, and its top is where the top card lies", () => {
  const {s} = drawn("single-interchange-deal", 390, 780);
  const p = pile(s, "t1"), top = s.cards.filter(c => c.pile === "t1").at(-1);
  assert.equal(p.topY, top?.y);
  assert.ok(Math.abs(p.y + p.height - p.topY - s.h) < 1e-9);
  assert.equal(p.topKey, top?.key);
});

test("the face of a card that lies face down is not known to the scene", () => {
  const {s} = drawn("single-interchange-deal", 390, 780);
  assert.deepEqual(s.cards.filter(c => c.pile === "t1").map(c => c.face !== null), [true, false, true, false, true]);
});

test("a foundation that its neighbour lies over says which part of it is hidden", () => {
  const {s} = drawn("hemispheres", 348, 505), hidden = Object.fromEntries([...s.piles.values()].filter(p => p.covered).map(p => [p.name, p.covered]));
  assert.deepEqual(hidden, {fH1: "below", fC2: "below", fD1: "right", fC1: "right"});
});

test("only the top card of a marked pile bears the mark", () => {
  const {view, s} = drawn("hemispheres-deal", 1200, 800);
  assert.ok(Object.keys(view.marks).length > 0);
  assert.deepEqual(s.cards.filter(c => c.mark).map(c => c.pile).sort(), Object.keys(view.marks).sort());
});

test("a line joins the chosen pile to every one it may exchange with", () => {
  const {s} = drawn("hemispheres", 1200, 800, {lit: ["n5", "s6", "s3"]});
  assert.equal(s.wires.length, 2);
  assert.ok(pile(s, "n5").lit && pile(s, "s6").lit && !pile(s, "n1").lit);
  assert.equal(s.wires[0].x1, pile(s, "n5").x + s.w / 2);
});

test("counts stand in captions on a round table and in chips on a fanned one", () => {
  const round = drawn("hemispheres", 1200, 800, {lang: "de"}).s, fanned = drawn("single-interchange", 390, 780, {lang: "de"}).s;
  assert.equal(pile(round, "stock").caption, "Talon 37");
  assert.equal(pile(round, "stock").chip, "");
  assert.equal(pile(fanned, "stock").caption, "");
  assert.equal(pile(fanned, "stock").chip, "corner");
  assert.equal(pile(fanned, "stock").redeals, 4);
  assert.equal(pile(fanned, "stock").again, false, "cards are left");
  const {game, view} = fixture("single-interchange"), f = fit(game.layouts, 390, 780);
  const empty = {...view, stock: 0, choices: [{move: "redeal", press: "stock"}]};
  assert.equal(pile(scene(game, empty, f), "stock").again, true, "the waste can be turned over");
  assert.equal(pile(scene(game, {...empty, choices: []}, f), "stock").again, false, "nothing is left to turn over");
  assert.equal(pile(round, "stock").redeals, null);
});

test("in a squared pile the cards far below the top one are not drawn, those a quick hand may reach are", () => {
  const {s} = drawn("hemispheres-won", 1200, 800), cards = s.cards.filter(c => c.pile === "fS1");
  assert.equal(cards.length, 13);
  assert.deepEqual(cards.map(c => c.buried), [...Array(9).fill(true), ...Array(4).fill(false)]);
});

test("the empty boxes of a layout are given in px, from the bottom where the layout says so", () => {
  const {s} = drawn("single-interchange", 378, 780, {only: "tall"});
  assert.ok(s.tools && Math.abs(s.tools.y + s.tools.height - s.height) < 1e-9);
  assert.equal(s.tools.x, 0);
  assert.ok(s.info && s.info.y === 0);
});
