import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {facesFor, fit, trimmed} from "../../src/wendekreis/web/client/table/fit.js";

/** @param {string} name */
const fixture = name => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));
const ROUND = fixture("hemispheres").game.layouts, FANNED = fixture("single-interchange").game.layouts;

test("a phone gets the short round table with cards 64 px wide, a desk the wide one", () => {
  assert.deepEqual([fit(ROUND, 348, 505).name, fit(ROUND, 348, 505).w], ["short", 64]);
  assert.equal(fit(ROUND, 1204, 836).name, "wide");
});

test("a card is never flatter or taller than its layout allows, but for the last quarter pixel", () => {
  for (const layouts of [ROUND, FANNED])
    for (let W = 200; W < 2000; W += 130) for (let H = 200; H < 1200; H += 110) {
      const f = fit(layouts, W, H), [flattest, tallest] = f.layout.aspect;
      assert.ok(f.h / f.w >= flattest - 0.01 && f.h / f.w <= tallest + 0.001, `${W}×${H}: ${f.h / f.w}`);
    }
});

test("no table is larger than its stage", () => {
  for (let W = 200; W < 2000; W += 70) for (let H = 200; H < 1200; H += 90) for (const layouts of [ROUND, FANNED]) {
    const f = fit(layouts, W, H);
    assert.ok(f.layout.size[0] * f.w <= W && f.H * f.h <= H + 0.001, `${W}×${H}: ${f.name}`);
  }
});

test("a layout with a box for the tools wins back the height of their bar", () => {
  const f = fit(FANNED, 378, 700, {only: "tall", toolsBar: 55});
  assert.ok(f.toolsInside);
  assert.equal(Math.round(f.H * f.h), 755);
  assert.ok(!fit(FANNED, 378, 700, {only: "tall"}).toolsInside, "where there is no bar, there is nothing to take in");
});

test("a fanned table grows with the stage and in a picture is no higher than its piles", () => {
  const wide = fit(FANNED, 1200, 836, {only: "wide"}), tall = fit(FANNED, 378, 900, {only: "tall"});
  assert.ok(wide.H > wide.layout.size[1]);
  assert.equal(trimmed(wide, [2.5, 3.75]).H, 3.75);
  assert.equal(trimmed(tall, [2.5]).H, 3.62, "the waste stands under the longest pile");
  assert.equal(trimmed(tall, [20]).H, tall.H, "but never higher than the stage");
  const round = fit(ROUND, 1200, 836);
  assert.equal(trimmed(round, [1]), round);
});

test("a stage without room still gives a card, and no layout at all is an error", () => {
  assert.ok(fit(ROUND, 0, 0).w >= 1);
  assert.throws(() => fit({}, 100, 100), RangeError);
});

test("faces follow the player's choice, else the card's width", () => {
  assert.equal(facesFor(45), "index", "where a court would be a crumb, the suit says it");
  assert.equal(facesFor(45, "large"), "large");
  assert.equal(facesFor(64), "large");
  assert.equal(facesFor(76), "classic");
  assert.equal(facesFor(200, "index"), "index");
  assert.equal(facesFor(200, "auto"), "classic");
});
