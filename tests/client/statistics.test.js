import assert from "node:assert/strict";
import {test} from "node:test";
import {STEPS, binned, labelled, runBars, runMarkup, spreadMarkup} from "../../src/wendekreis/web/client/pages/charts.js";
import {counted, figures} from "../../src/wendekreis/web/client/pages/figures.js";
import {endOf, streakText} from "../../src/wendekreis/web/client/pages/statistics.js";

/** @typedef {import("../../src/wendekreis/web/client/pages/charts.js").End} End */
/** @param {string} key @param {{[name: string]: string | number}} [params] */
const texts = (key, params = {}) => [key, ...Object.values(params)].join(" ");
const de = figures("de"), en = figures("en");
/** Without the kinds of space that a language sets. @param {string} text */
const spaced = text => text.replace(/[\u00a0\u202f]/g, " ");

test("a share of which much is undecided is told from where to where, another as one number", () => {
  assert.equal(de.between(4, 494, 70_000), "0,01–0,71\u00a0%");
  assert.equal(en.between(4, 494, 70_000), "0.01–0.71%");
  assert.equal(en.between(1_441_320, 1_441_325, 1_800_000), "80.07%");
});

test("numbers have the language's own form", () => {
  assert.equal(de.whole(12345), "12.345");
  assert.equal(en.whole(12345), "12,345");
  assert.equal(de.mean(149.08), "149,1");
  assert.equal(en.mean(150), "150");
  assert.equal(de.mean(null), "–");
});

test("a share has as many decimals as its cases bear, and is never all or none unless it is", () => {
  assert.equal(spaced(de.share(3, 7)), "43 %");
  assert.equal(spaced(en.share(430, 10_000)), "4.30%");
  assert.equal(spaced(de.share(9998, 10_000)), "99,98 %");
  assert.equal(en.share(0, 0), "–");
  for (const of of [99, 999, 20_000].map(n => n)) {
    assert.notEqual(en.share(of - 1, of).replace(/\D/g, "").replace(/0+$/, ""), "1", `${of - 1} of ${of}`);
    assert.notEqual(Number(en.share(1, of).replace("%", "")), 0, `1 of ${of}`);
  }
});

test("a time is shown as a clock does and spoken in words", () => {
  assert.equal(de.time(262_900), "4:22");
  assert.equal(en.time(null), "–");
  assert.equal(spaced(de.spoken(262_900)), "4 Minuten 22 Sekunden");
  assert.equal(spaced(en.spoken(3_661_000)), "1 hour 1 minute 1 second");
  assert.equal(spaced(en.spoken(0)), "0 seconds");
  assert.equal(spaced(de.about(740_000)), "12 Min.");
  assert.equal(spaced(en.about(5_400_000)), "1 hr 30 mins");
  assert.equal(spaced(en.about(100)), "1 min");
});

test("one is not many", () => {
  assert.equal(counted(texts, "stats.table", 1, en), "stats.table_one 1");
  assert.equal(counted(texts, "stats.table", 0, en), "stats.table 0");
});

test("a streak says which way it goes; none says nothing", () => {
  assert.equal(streakText(3, texts, en), "stats.streak_won 3");
  assert.equal(streakText(-12, texts, en), "stats.streak_lost 12");
  assert.equal(streakText(0, texts, en), "–");
});

test("a play that could not be won is told from one that was not", () => {
  const play = {id: "", ended: "", played_ms: 0, moves: 0};
  assert.equal(endOf({...play, won: true, winnable: "won"}), "won");
  assert.equal(endOf({...play, won: false, winnable: "lost"}), "hopeless");
  for (const winnable of /** @type {const} */ (["won", "unknown", null])) assert.equal(endOf({...play, won: false, winnable}), "not");
});

test("bars lie side by side within their room, wins above the line and the others below; the oldest go first", () => {
  /** @type {End[]} */
  const ends = Array.from({length: 100}, (_, i) => (i % 7 === 0 ? "won" : i % 3 ? "not" : "hopeless"));
  for (const width of [40, 300, 536, 1100]) for (const n of [1, 2, 37, 100]) {
    const {bars, mid} = runBars(ends.slice(0, n), width, 96);
    assert.ok(bars.length <= n);
    assert.deepEqual(bars.map(b => b.end), ends.slice(0, n).slice(-bars.length));
    bars.forEach((b, i) => {
      assert.ok(b.width >= 2 && b.x >= 0 && b.x + b.width <= width + 0.01, `${width} ${n} ${i}`);
      assert.ok(!i || b.x >= bars[i - 1].x + bars[i - 1].width + 0.9);
      assert.ok(b.end === "won" ? b.y + b.height <= mid : b.y > mid);
      assert.ok(b.y >= 0 && b.y + b.height <= 96);
    });
  }
  assert.deepEqual(runBars([], 300, 96).bars, []);
});

test("bins hold every value once, are of one round width and not too many", () => {
  let seed = 1;
  const random = () => (seed = seed * 16807 % 2147483647) / 2147483647;
  for (const [steps, scale] of /** @type {[number[], number][]} */ ([[STEPS.moves, 300], [STEPS.time, 4_000_000], [STEPS.time, 9e9], [STEPS.moves, 1e6]])) for (let k = 1; k < 60; k++) {
    const values = Array.from({length: k}, () => Math.round(random() * scale)), bins = binned(values, steps);
    assert.ok(bins.length >= 1 && bins.length <= 12);
    assert.equal(bins.reduce((n, b) => n + b.n, 0), k);
    const step = bins[0].to - bins[0].from;
    for (const [i, b] of bins.entries()) {
      assert.equal(b.from, bins[0].from + i * step);
      assert.equal(b.n, values.filter(v => v >= b.from && v < b.to).length);
    }
    assert.ok(bins[0].n && bins[bins.length - 1].n);
  }
  assert.deepEqual(binned([], STEPS.moves), []);
  assert.deepEqual(binned([150, 150], STEPS.moves), [{from: 150, to: 151, n: 2}]);
});

test("labels keep their distance", () => {
  assert.deepEqual(labelled(12, 600, 44), [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  assert.deepEqual(labelled(12, 260, 44), [0, 3, 6, 9, 12]);
  assert.deepEqual(labelled(1, 100, 44), [0, 1]);
});

test("the drawings are well-formed, hold no NaN, and escape what they are told", () => {
  const drawn = [
    runMarkup(["won", "not", "hopeless"], 300), runMarkup([], 300), spreadMarkup(binned([120, 130, 131], STEPS.moves), 127, String, 300), spreadMarkup(binned([5], STEPS.moves), 5, () => '<b a="&">', 300),
  ];
  for (const {markup, width, height} of drawn) {
    assert.doesNotMatch(markup, /NaN|undefined|Infinity|<b /);
    assert.ok(width > 0 && height > 0);
    assert.equal([...markup.matchAll(/<text/g)].length, [...markup.matchAll(/<\/text>/g)].length);
  }
});
