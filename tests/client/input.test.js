import assert from "node:assert/strict";
import {test} from "node:test";
import {createInput} from "../../src/wendekreis/web/client/play/input.js";

/** A table of one pile, and what its hands are told. @param {'acted' | 'held'} did what a tap comes to */
function pile(did) {
  /** @type {any} */
  const world = globalThis, root = /** @type {any} */ (new EventTarget()), stage = new EventTarget();
  /** @type {string[]} */
  const told = [];
  world.window ??= globalThis;
  world.Element = class extends EventTarget { dataset = {pile: "w"}; closest() { return this; } };
  const card = new world.Element();
  world.document = {elementFromPoint: () => card};
  Object.assign(root, {getBoundingClientRect: () => ({left: 0, top: 0}), setPointerCapture() {}, contains: () => true});
  const hands = new Proxy({}, {get: (_, what) => what === "tap" ? () => { told.push("tap"); return did; } : what === "meant" ? (/** @type {any} */ spot) => spot : (/** @type {any[]} */ ..._all) => { if (what === "double") told.push(what); return false; }});
  const input = createInput(/** @type {any} */ (stage), root, /** @type {any} */ (hands));
  /** A tap that begins then and lasts 80 ms. @param {number} at ms */
  const tap = at => {
    for (const [on, type, timeStamp] of /** @type {[EventTarget, string, number][]} */ ([[stage, "pointerdown", at], [root, "pointerup", at + 80]])) {
      const e = new Event(type, {cancelable: true});
      for (const [name, value] of Object.entries({timeStamp, target: card, isPrimary: true, pointerId: 1, pointerType: "touch", clientX: 5, clientY: 5, button: 0})) Object.defineProperty(e, name, {value});
      on.dispatchEvent(e);
    }
  };
  return {tap, told, stop: () => input.stop()};
}

test("the second tap of a double tap belongs to the first, as slow as systems allow: it plays no second card", () => {
  for (const [did, twice] of /** @type {[('acted' | 'held'), string[]][]} */ ([["acted", ["tap"]], ["held", ["tap", "double"]]])) {
    const {tap, told, stop} = pile(did);
    tap(0);
    tap(80 + 480);
    assert.deepEqual(told, twice, "480 ms from the end of one to the beginning of the other");
    tap(2000);
    tap(2080 + 520);
    assert.deepEqual(told, [...twice, "tap", "tap"], "later it is a tap of its own");
    stop();
  }
});
