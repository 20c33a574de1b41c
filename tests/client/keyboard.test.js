import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {inOrder} from "../../src/wendekreis/web/client/play/geometry.js";
import {legend, short} from "../../src/wendekreis/web/client/play/help.js";
import {LETTERS} from "../../src/wendekreis/web/client/play/keys.js";
import {places} from "../../src/wendekreis/web/client/play/peek.js";
import {fold} from "../../src/wendekreis/web/client/play/state.js";
import {contents} from "../../src/wendekreis/web/client/play/peek.js";
import {stopName, tellHeld} from "../../src/wendekreis/web/client/play/speech.js";
import {fit} from "../../src/wendekreis/web/client/table/fit.js";
import {scene} from "../../src/wendekreis/web/client/table/scene.js";
import {recorded, texts} from "./recorded.js";

const NAMES = ["hemispheres", "single-interchange", "interchange", "unlimited"];
/** @param {string} name */
const fixture = name => JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), "utf8"));

test("the piles are in clockwise order from twelve o'clock, whatever the table's shape; then the cross, the waste, the stock", () => {
  const {game, view} = fixture("hemispheres");
  for (const only of Object.keys(game.layouts)) {
    const names = inOrder(scene(game, view, fit(game.layouts, 800, 700, {only})));
    assert.deepEqual(names.slice(0, 16), ["bN", "n4", "n5", "n6", "bE", "s1", "s2", "s3", "bS", "s4", "s5", "s6", "bW", "n1", "n2", "n3"], only);
    assert.deepEqual(names.slice(16, 24), ["fS1", "fH1", "fC1", "fH2", "fC2", "fD2", "fS2", "fD1"], `${only}: each arm from the centre outwards`);
    assert.deepEqual(names.slice(24), ["w", "stock"], only);
  }
});

test("on a table without a circle the piles are read row by row, each once", () => {
  for (const name of NAMES.slice(1)) for (const only of Object.keys(fixture(name).game.layouts)) {
    const {game, view} = fixture(name), names = inOrder(scene(game, view, fit(game.layouts, 800, 700, {only})));
    assert.deepEqual([...names].sort(), game.piles.map((/** @type {{name: string}} */ p) => p.name).sort());
    const tableau = names.filter(n => n.startsWith("t"));
    assert.deepEqual(tableau, [...tableau].sort(), `${name} ${only}`);
    assert.equal(names.at(-1), "stock");
  }
});

test("a look spreads every card within the table, each index to be seen, the top card last", () => {
  for (const [width, height, w, h] of [[380, 709, 69.5, 97], [1200, 820, 122, 170], [308, 430, 56, 72]]) for (const n of [2, 13, 40, 80])
    for (const pile of [{topX: 0, topY: 0}, {topX: width - w, topY: height - h}, {topX: width / 2, topY: height / 2}]) {
      const all = places({width, height, w, h}, pile, n);
      for (const [i, p] of all.entries()) {
        assert.ok(p.x >= -0.01 && p.y >= -0.01 && p.x + w <= width + 0.01 && p.y + h <= height + 0.01, `${width} ${n} ${i}`);
        const next = all[i + 1];
        if (next && !p.last) assert.ok(next.y - p.y >= 0.3 * h);
        if (next && p.last) assert.ok(next.x - p.x >= 0.25 * w, `${width} ${n}: a column can be read`);
      }
      assert.equal(all.at(-1)?.last, true);
    }
});

test("the names are those of the issue: card, astray, what can be done, and how many only where there are several", () => {
  const {game, view} = recorded("hemispheres"), en = texts("en"), astray = Object.keys(view.marks)[0];
  assert.match(stopName(en, game, "en", view, astray), /^(north|south) pile \d, [a-z]+ of [a-z]+, astray, can be exchanged$/);
  const one = Object.keys(view.piles).find(p => /^[ns]/.test(p) && !view.marks[p]) ?? "";
  assert.match(stopName(en, game, "en", view, one), /^(north|south) pile \d, [a-z]+ of [a-z]+$/);
});

test("a look is told from the top down, with what will drop into the place", () => {
  const {game, view: first, writes} = recorded("hemispheres"), en = texts("en");
  let view = first;
  for (const {answer} of writes) if (!view.choices.some(c => c.fill === "stock")) view = fold(view, answer);
  const from = view.choices.find(c => c.fill === "stock")?.from ?? "";
  assert.match(contents(en, game, "en", view, from), /^(North|South) pile \d: [a-z]+ of [a-z]+\. A card from the stock drops into the space\.$/);
  assert.match(contents(en, game, "en", {...view, piles: {...view.piles, w: [view.piles.n1[0]]}, choices: view.choices.map(c => c.fill ? {...c, fill: "w"} : c)}, from), /\. [A-Z][a-z]+ of [a-z]+ drops into the space\.$/);
  assert.match(tellHeld(en, game, "en", view, {held: {pile: from, count: 1}, targets: ["n1", "n2"], choose: false}), /picked up\. Targets: north pile 1, north pile 2\. A card from the stock drops into the space\.$/);
  const down = recorded("single-interchange");
  assert.match(contents(en, down.game, "en", down.view, "t1"), /^Pile 1: [^.]*face-down card/, "what lies face down is not told");
});

test("the help names every pile of every game, and says of each in both languages what it takes", () => {
  for (const name of ["hemispheres", "single-interchange"]) {
    const {game} = recorded(name);
    for (const lang of ["de", "en"]) {
      const groups = legend(game, lang);
      assert.deepEqual(groups.flatMap(g => g.piles).sort(), game.piles.map(p => p.name).sort());
      for (const {words, label} of groups) assert.ok(words.length > 8 && label.length > 0 && /^\p{Lu}/u.test(words), `${name} ${words}`);
      for (const {name: pile} of game.piles) assert.ok(short(game, lang, pile).length <= 6, pile);
    }
  }
  const {game} = recorded("hemispheres");
  assert.deepEqual(legend(game, "en").map(g => g.label), ["\u2193", "\u2191", "n1\u2013n6", "s1\u2013s6", "bN bE bS bW", "Waste", "Stock"]);
});

test("every command has a key of its own, and words in both languages", () => {
  const all = Object.values(LETTERS);
  assert.equal(new Set(all).size, all.length);
  for (const t of [texts("de"), texts("en")]) for (const what of all) assert.ok(t(`key.${what}`).length > 3);
});
