import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";
import {answering, dropTarget, felt, halfGap, nearest, fingered} from "../../src/wendekreis/web/client/play/geometry.js";
import {places} from "../../src/wendekreis/web/client/play/keys.js";
import {clockText, createClock} from "../../src/wendekreis/web/client/play/clock.js";
import {lens, score} from "../../src/wendekreis/web/client/play/motion.js";
import {fit} from "../../src/wendekreis/web/client/table/fit.js";
import {scene} from "../../src/wendekreis/web/client/table/scene.js";

const fixtures = new URL("fixtures/", import.meta.url);
/** @param {string} role @param {number} x @param {number} y */
const pile = (role, x, y) => ({role, x, y, width: 100, height: 140});
const piles = new Map([["a", pile("tableau", 0, 0)], ["b", pile("tableau", 120, 0)], ["f1", pile("foundation", 300, 0)], ["f2", pile("foundation", 400, 0)], ["c", pile("tableau", 0, 200)]]);
/** @param {number} x @param {number} y */
const card = (x, y) => ({x, y, width: 100, height: 140});

test("a card is dropped on the legal pile that it mostly lies on", () => {
  assert.deepEqual(dropTarget(piles, new Set(["b"]), "a", card(100, 10), {x: 160, y: 60}), {to: "b", refused: false});
  assert.deepEqual(dropTarget(piles, new Set(["b", "c"]), "f1", card(70, 10), {x: 130, y: 60}), {to: "b", refused: false});
});

test("a drop area reaches half a gap beyond its card", () => {
  assert.equal(halfGap([...piles.values()], /** @type {any} */ (piles.get("a")), 2), 10);
  assert.deepEqual(dropTarget(piles, new Set(["b"]), "c", card(-400, 500), {x: 112, y: 70}), {to: "b", refused: false});
});

test("a card that was hardly moved, or dropped on the bare table, goes back without a word", () => {
  assert.deepEqual(dropTarget(piles, new Set(["b"]), "a", card(8, 6), {x: 40, y: 40}), {to: null, refused: false});
  assert.deepEqual(dropTarget(piles, new Set(["b"]), "a", card(600, 600), {x: 640, y: 640}), {to: null, refused: false});
});

test("a card on a pile that does not take it is refused", () => {
  assert.deepEqual(dropTarget(piles, new Set(["f1"]), "a", card(120, 0), {x: 160, y: 60}), {to: null, refused: true});
});

test("a foundation answers for its neighbour", () => {
  assert.equal(answering(piles, new Set(["f1"]), "f2", 100), "f1");
  assert.equal(answering(piles, new Set(["b"]), "a", 100), null);
  assert.deepEqual(dropTarget(piles, new Set(["f1"]), "a", card(440, 0), {x: 490, y: 60}), {to: "f1", refused: false});
});

test("the arrows come to every pile from every pile, in every layout of every game", () => {
  for (const file of readdirSync(fixtures)) {
    const {game, view} = JSON.parse(readFileSync(new URL(file, fixtures), "utf8"));
    for (const only of Object.keys(game.layouts)) {
      const where = places(scene(game, view, fit(game.layouts, 1200, 800, {only})));
      const found = new Set([[...where.keys()][0]]);
      for (const at of found) for (const way of /** @type {const} */ (["left", "right", "up", "down"])) { const to = nearest(where, at, way); if (to) found.add(to); }
      assert.equal(found.size, where.size, `${file} ${only}: ${[...where.keys()].filter(k => !found.has(k))}`);
      for (const from of where.keys()) assert.ok(["left", "right", "up", "down"].some(way => nearest(where, from, /** @type {any} */ (way))), `${file} ${only} ${from} is no dead end`);
    }
  }
});

test("a direction prefers what lies straight ahead", () => {
  assert.equal(nearest(piles, "a", "right"), "b");
  assert.equal(nearest(piles, "a", "down"), "c");
  assert.equal(nearest(piles, "a", "left"), null);
});

test("an effect begins when its cause has nearly landed; a long series hurries", () => {
  const shift = (/** @type {number} */ id, /** @type {string} */ from, /** @type {string} */ to) => ({cards: [id], from, to});
  const two = score([{cause: "move", shifts: [shift(1, "a", "b")], flips: []}, {cause: "fill", shifts: [shift(2, "w", "a")], flips: []}], {glide: 200, fill: 260});
  assert.deepEqual(two.cards.get(1), {start: 0, way: "glide", from: "a", to: "b", step: 0});
  assert.deepEqual(two.cards.get(2), {start: 160, way: "fill", from: "w", to: "a", step: 1});
  const swap = score([{cause: "move", shifts: [shift(1, "a", "b"), shift(2, "b", "a")], flips: [{card: 3, up: true}]}], {glide: 200, fill: 260});
  assert.equal(swap.cards.get(1)?.way, "exchange");
  assert.deepEqual(swap.flips.get(3), {start: 0, up: true});
  const many = score(Array.from({length: 40}, (_, i) => ({cause: /** @type {const} */ ("move"), shifts: [shift(i, "stock", "w")], flips: []})), {glide: 200, fill: 260});
  assert.ok(Number(many.cards.get(39)?.start) < 1200);
});

test("two cards pass each other on a lens: from where they were to where they are", () => {
  const way = lens({x: 0, y: 0}, {x: 100, y: 0}, 50);
  assert.deepEqual([way[0].x, way.at(-1)?.x], [-100, 0]);
  const back = lens({x: 100, y: 0}, {x: 0, y: 0}, 50);
  assert.ok(way[8].y * back[8].y < 0, "on opposite sides");
});

test("time counts while the page is seen, in portions that are handed over once", () => {
  let now = 0;
  const clock = createClock(() => now);
  clock.set(5000);
  now = 100;
  assert.equal(clock.shown, 5000, "not running yet");
  clock.run(true);
  now = 1100.5;
  assert.equal(clock.take(), 1000);
  assert.equal(clock.take(), 0);
  clock.run(false);
  now = 9000;
  assert.equal(clock.take(), 0);
  assert.equal(Math.floor(clock.shown), 6000);
  clock.giveBack(1000);
  assert.equal(clock.take(), 1000);
  assert.deepEqual([0, 59_999, 462_000, 4_062_000].map(clockText), ["0:00", "0:59", "7:42", "1:07:42"]);
});

test("of two ways alike the first is taken, whatever is left of a pixel", () => {
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({x, y, width: 10, height: 10});
  for (const rest of [-1e-9, 0, 1e-9]) assert.equal(nearest(new Map([["here", at(0, 0)], ["left", at(-20, -40)], ["right", at(20 - rest, -40)]]), "here", "up"), "left");
});

test("a finger between the cards of a fan means the nearest that can be taken, and no other card than it touches if that can be", () => {
  const strips = [0, 1, 2, 3].map(index => ({index, y: index * 18, bottom: index === 3 ? 154 : index * 18 + 18}));
  assert.equal(fingered(strips, 1, 30, i => i >= 2), 2, "beside a card that can be taken");
  assert.equal(fingered(strips, 2, 40, i => i >= 2), 2, "on one that can");
  assert.equal(fingered(strips, 0, 5, i => i === 3), 0, "too far from it");
  assert.equal(fingered(strips, 3, 60, i => i === 2), 2, "upwards, too");
  assert.equal(fingered(strips, 3, 120, () => false), 3);
});

test("a tap between piles is meant for the nearest, and a narrow pile is as wide as a finger", () => {
  const pile = (/** @type {number} */ x, width = 42) => ({x, y: 100, width, height: 200});
  const piles = new Map([["one", pile(0)], ["two", pile(44.1)], ["far", pile(200, 30)]]);
  assert.equal(felt(piles, {x: 42.8, y: 150}), "one");
  assert.equal(felt(piles, {x: 43.4, y: 150}), "two");
  assert.equal(felt(piles, {x: 193, y: 150}), "far", "44 px in all");
  assert.equal(felt(piles, {x: 20, y: 305}), "one", "just under it");
  assert.equal(felt(piles, {x: 20, y: 330}), null, "the bare table");
  assert.equal(felt(piles, {x: 120, y: 150}), null);
});
