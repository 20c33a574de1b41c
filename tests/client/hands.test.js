import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {onSide, turned} from "../../src/wendekreis/web/client/play/lefthanded.js";
import {comingTo, fold, movedBy} from "../../src/wendekreis/web/client/play/state.js";
import {recorded} from "./recorded.js";

/** @typedef {import("../../src/wendekreis/web/client/table/types").Layout} Layout */
/** @typedef {import("../../src/wendekreis/web/client/table/types").Fan} Fan */

const GAMES = ["hemispheres", "single-interchange", "interchange", "unlimited"].map(name => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8")).game);
/** @param {any} game */
const roles = game => (/** @type {string} */ name) => game.piles.find((/** @type {any} */ p) => p.name === name)?.role ?? "";

/** Every pile as a box of the room that it may take. @param {Layout} layout */
function boxes({piles, size}) {
  return Object.entries(piles).map(([name, [x, y, fan]]) => {
    const f = /** @type {Fan | undefined} */ (fan);
    return {name, x: Number(x), y: Number(y) < 0 ? 100 + Number(y) : Number(y), width: 1 + (f?.right ? f.right[0] * ((f.last ?? 1) - 1) : 0), right: size[0]};
  });
}

/** How much of the table is covered twice. @param {Layout} layout */
function overlaps(layout) {
  const all = boxes(layout);
  let sum = 0;
  all.forEach((a, i) => all.slice(i + 1).forEach(b => {
    sum += Math.max(0, Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)) * Math.max(0, 1 - Math.abs(a.y - b.y));
  }));
  return Math.round(sum * 1000) / 1000;
}

test("for the left hand stock, waste and buttons change sides; nothing lies over anything that it did not lie over before", () => {
  for (const game of GAMES) for (const [name, layout] of /** @type {[string, Layout][]} */ (Object.entries(game.layouts))) {
    const left = turned(layout, roles(game)), W = layout.size[0];
    assert.equal(overlaps(left), overlaps(layout), `${game.id} ${name}`);
    for (const box of boxes(left)) assert.ok(box.x >= -0.001 && box.x + box.width <= W + 0.001, `${game.id} ${name} ${box.name}`);
    const was = Number(layout.piles.stock[0]), is = Number(left.piles.stock[0]);
    assert.ok(Math.abs(W - 1 - was - is) < 1e-9, `${game.id} ${name}: the stock`);
    if (layout.tools && left.tools) assert.ok(Math.abs(layout.tools[0] + layout.tools[2] + left.tools[0] - W) < 1e-9);
    assert.deepEqual(Object.keys(left.piles), Object.keys(layout.piles), "in the same paint order");
  }
});

test("on the left is on the left, and on the right is on the right, in every layout of every game", () => {
  for (const game of GAMES) for (const [name, layout] of /** @type {[string, Layout][]} */ (Object.entries(game.layouts))) {
    const share = (/** @type {"left" | "right"} */ side) => (Number(onSide(layout, roles(game), side).piles.stock[0]) + 0.5) / layout.size[0];
    assert.ok(share("left") < 0.5 && share("right") > 0.5, `${game.id} ${name}: ${share("left")}, ${share("right")}`);
    assert.ok(onSide(layout, roles(game), share("left") * layout.size[0] - 0.5 === Number(layout.piles.stock[0]) ? "left" : "right") === layout, "where they lie there already nothing moves");
  }
});

test("east stays east, west stays west, and all that is no stock or waste keeps its order from left to right", () => {
  for (const game of GAMES) for (const layout of /** @type {Layout[]} */ (Object.values(game.layouts))) {
    const left = turned(layout, roles(game)), others = Object.keys(layout.piles).filter(p => !["stock", "waste"].includes(roles(game)(p)));
    for (const a of others) for (const b of others)
      if (layout.piles[a][1] === layout.piles[b][1]) assert.equal(Math.sign(Number(left.piles[a][0]) - Number(left.piles[b][0])), Math.sign(Number(layout.piles[a][0]) - Number(layout.piles[b][0])));
    if (layout.globe && left.globe) assert.ok(Math.abs((left.globe[0] - layout.globe[0]) - (Number(left.piles.bN[0]) - Number(layout.piles.bN[0]))) < 1e-9, "the map goes with the piles");
  }
});

test("what drops into an emptied place is told only as far as it can be seen", () => {
  const {view, writes} = recorded("hemispheres"), told = new Set();
  let now = view;
  for (const {answer} of writes) {
    for (const pile of Object.keys(now.piles)) {
      const coming = comingTo(now, pile);
      if (!coming) continue;
      told.add(coming.from);
      assert.equal(coming.to, pile);
      assert.equal(coming.face, coming.from === "stock" ? null : now.faces[now.piles[coming.from].at(-1) ?? -1]);
    }
    now = fold(now, answer);
  }
  assert.deepEqual([...told].sort(), ["stock", "w"]);
});

test("the last move's cards are those that lie somewhere else now", () => {
  const fill = {cause: /** @type {const} */ ("fill"), shifts: [{cards: [7], from: "w", to: "n1"}], flips: []};
  const move = {cause: /** @type {const} */ ("move"), shifts: [{cards: [3, 4], from: "n1", to: "n2"}], flips: []};
  const redeal = {cause: /** @type {const} */ ("move"), shifts: [{cards: [5, 6], from: "w", to: "stock"}], flips: []};
  assert.deepEqual(movedBy([move, fill]), ["3", "4", "7"]);
  assert.deepEqual(movedBy([move, fill], true), ["7"]);
  assert.deepEqual(movedBy([redeal]), [], "the stock's cards have no keys");
});
