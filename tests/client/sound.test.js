import assert from "node:assert/strict";
import {test} from "node:test";

import {soundOf} from "../../src/wendekreis/web/client/play/sound.js";

/** @param {[string, string][]} ways @param {number} [flips] */
const step = (ways, flips = 0) => ({cause: /** @type {const} */ ("move"), shifts: ways.map(([from, to], i) => ({cards: [i], from, to})), flips: Array.from({length: flips}, (_, card) => ({card, up: true}))});

test("a step is heard as what it is: laid down, turned over, exchanged", () => {
  assert.equal(soundOf(step([["a", "b"]])), "place");
  assert.equal(soundOf(step([["a", "b"]], 1)), "turn");
  assert.equal(soundOf(step([], 1)), "turn");
  assert.equal(soundOf(step([["a", "b"], ["b", "a"]])), "exchange");
  assert.equal(soundOf(step([["a", "b"], ["b", "c"]])), "place");
});
