import assert from "node:assert/strict";
import {test} from "node:test";
import {cardName, createVoice, stopName, tell, tellHeld} from "../../src/wendekreis/web/client/play/speech.js";
import {fold} from "../../src/wendekreis/web/client/play/state.js";
import {recorded, texts} from "./recorded.js";

const de = texts("de"), en = texts("en");
const {game, view, writes} = recorded("hemispheres");
const down = recorded("single-interchange");

/** @param {string} face a card of the view that lies alone @param {string} role */
const pileWith = (face, role) => Object.entries(view.piles).find(([name, ids]) => ids.length === 1 && view.faces[ids[0]] === face && game.piles.find(p => p.name === name)?.role === role)?.[0] ?? "";

test("cards have names in both languages", () => {
  assert.equal(cardName(de, "QH"), "Herz-Dame");
  assert.equal(cardName(de, "AC"), "Kreuz-Ass");
  assert.equal(cardName(de, "TD"), "Karo 10", "a hyphen before a number would be read as a minus");
  assert.equal(cardName(en, "QH"), "queen of hearts");
  assert.equal(cardName(en, "TD"), "ten of diamonds");
  assert.equal(cardName(de, null), "verdeckte Karte");
});

test("a pile says its name, its top card and how many cards it has", () => {
  const ids = view.piles.n2, more = {...view, piles: {...view.piles, n2: [...ids, 90]}, faces: {...view.faces, 90: "QH"}};
  assert.equal(stopName(de, game, "de", more, "n2"), "Nordstapel 2, Herz-Dame, 2 Karten");
  assert.equal(stopName(en, game, "en", more, "n2"), "north pile 2, queen of hearts, 2 cards");
});

test("a card in the wrong half says so, and a barrier has its name", () => {
  const [astray] = Object.keys(view.marks);
  assert.match(stopName(de, game, "de", view, astray), /am falschen Ort/);
  assert.match(stopName(en, game, "en", view, astray), /astray/);
  assert.equal(stopName(de, game, "de", view, pileWith("KD", "barrier")), "Barriere im Westen, Karo-König");
});

test("empty places, the stock and what is held are named", () => {
  const empty = {...view, piles: {...view.piles, n1: []}};
  assert.equal(stopName(de, game, "de", empty, "n1"), "Nordstapel 1, leer");
  assert.equal(stopName(en, game, "en", view, "stock"), "stock, 80 cards");
  assert.equal(stopName(en, game, "en", {...view, stock: 0, choices: [{move: "redeal", press: "stock"}]}, "stock"), "stock, empty, turn the waste over");
  assert.match(stopName(en, game, "en", view, "n1", {target: "move"}), /, target$/);
  assert.match(stopName(de, game, "de", view, "n1", {target: "exchange"}), /Ziel: Tausch$/);
  assert.match(stopName(en, game, "en", view, "n1", {carried: true}), /picked up$/);
});

test("a fan says what lies under its top card, hidden cards too", () => {
  const words = stopName(de, down.game, "de", down.view, "t1", {fanned: true});
  const waste = {...down.view, piles: {...down.view.piles, w: down.view.piles.t1}};
  assert.match(stopName(de, down.game, "de", waste, "w", {fanned: true}), /, 5 Karten$/, "of a waste, which changes with every turn, only the top");
  assert.match(words, /^\S+ 1, \w+[ -]\S+, 5 Karten, darunter verdeckte Karte, \w+[ -]\S+, verdeckte Karte, \w+[ -]\S+$/);
});

test("every pile of both games has a name in both languages", () => {
  for (const {game: g, view: v} of [recorded("hemispheres"), down]) for (const {name} of g.piles) {
    assert.notEqual(stopName(de, g, "de", v, name), stopName(en, g, "en", v, name));
    assert.doesNotMatch(stopName(de, g, "de", v, name, {fanned: true}), /undefined|\{|\./);
  }
});

test("each answer is told: what moved, what filled its place, what was turned", () => {
  const told = [];
  for (const [g, v, w] of [/** @type {const} */ ([game, view, writes]), /** @type {const} */ ([down.game, down.view, down.writes])]) {
    let now = v;
    for (const {what, answer} of w) {
      const after = fold(now, answer), words = tell(en, g, "en", {what, answer, before: now, after});
      assert.ok(words.length > 0 && !/undefined|face-down|\{|\bstock to\b/.test(words), `${what}: ${words}`);
      told.push(words);
      now = after;
    }
  }
  assert.ok(told.some(w => /^\S+ of \w+ and \S+ of \w+ exchanged\.$/.test(w)), "an exchange");
  assert.ok(told.some(w => /^.+ to .+\. .+ fills north pile \d\.$/.test(w)), "a move and what fills its place");
  assert.ok(told.some(w => /^\w+ of \w+ turned\.$/.test(w)), "a turn");
  assert.ok(told.some(w => w.startsWith("Undone: ")), "an undo");
  assert.ok(told.some(w => w === "Restarted."), "a restart");
  assert.ok(told.some(w => /^Waste turned over, \d+ cards in the stock\.$/.test(w)), "a redeal");
});

test("what is said begins with a capital letter, in both languages", () => {
  for (const [t, lang] of /** @type {const} */ ([[de, "de"], [en, "en"]])) for (const {game: g, view: v, writes: w} of [recorded("hemispheres"), down]) {
    let now = v;
    for (const {what, answer} of w) {
      const after = fold(now, answer), words = tell(t, g, lang, {what, answer, before: now, after});
      for (const sentence of words.split(/(?<=\.) /)) assert.match(sentence, /^[\p{Lu}\d]/u, words);
      now = after;
    }
  }
});

test("what is picked up, which targets it has or how many, and that it was put back are told", () => {
  const ids = view.piles.n2, more = {...view, piles: {...view.piles, n2: [...ids, 90]}, faces: {...view.faces, 90: "QH"}}, held = {pile: "n2", count: 1};
  assert.equal(tellHeld(en, game, "en", more, {held, targets: ["n5", "n1"], choose: false}), "Queen of hearts picked up. Targets: north pile 5, north pile 1.");
  assert.equal(tellHeld(en, game, "en", more, {held, targets: ["n5", "n1", "s1", "s2"], choose: false}), "Queen of hearts picked up. 4 targets.");
  assert.equal(tellHeld(de, game, "de", more, {held, targets: ["n1"], choose: false}), "Herz-Dame aufgenommen. Ziel: Nordstapel 1.");
  assert.equal(tellHeld(en, game, "en", more, {held, targets: ["fH1", "fH2"], choose: true}), "Queen of hearts picked up. Choose a foundation.");
  assert.match(tellHeld(de, game, "de", more, {held: {pile: "n2", count: 2}, targets: ["n1", "n3"], choose: false}), /^2 Karten ab .+ aufgenommen\. Ziele: Nordstapel 1, Nordstapel 3\.$/);
  assert.equal(tellHeld(de, game, "de", more, null), "Zurückgelegt.");
});

test("a win and a stuck position are told", () => {
  const {answer} = writes[0];
  assert.match(tell(de, game, "de", {what: "move", answer: {...answer, status: "won"}, before: view, after: view}), /Aufgegangen/);
  assert.match(tell(de, game, "de", {what: "move", answer: {...answer, status: "stuck"}, before: view, after: view}), /Festgefahren/);
});

test("the live region says each thing once, and the same words again when they come again", async () => {
  /** @type {string[]} */
  const said = [];
  const region = /** @type {any} */ ({set textContent(/** @type {string} */ words) { if (words) said.push(words); }});
  /** @type {any} */ (globalThis).window ??= globalThis;
  const voice = createVoice(region, {stays: 30}), wait = () => new Promise(resolve => setTimeout(resolve, 90));
  voice.say("one");
  voice.say("two");
  await wait();
  voice.say("two");
  await wait();
  voice.say("");
  await wait();
  assert.deepEqual(said, ["one two", "two"]);
  voice.say("old");
  voice.clear();
  await wait();
  assert.deepEqual(said, ["one two", "two"], "what is cleared is not said");
});

test("of steps that come fast the last is told, or how many they were", async () => {
  /** @type {string[]} */
  const said = [];
  const region = /** @type {any} */ ({set textContent(/** @type {string} */ words) { if (words) said.push(words); }});
  const voice = createVoice(region), wait = (ms = 400) => new Promise(resolve => setTimeout(resolve, ms)), sum = (/** @type {number} */ n) => `${n} undone`;
  for (let i = 1; i <= 5; i++) voice.say(`undone ${i}`, "undo", sum);
  await wait();
  for (const what of ["move", "undo", "redo"]) voice.say(what, what, what === "undo" ? sum : null);
  voice.say("note");
  voice.say("note");
  await wait();
  for (const words of ["a", "b", "c"]) voice.say(words);
  await wait();
  voice.say("undone 1", "undo", sum);
  await wait(100);
  assert.deepEqual(said, ["5 undone", "redo note", "b c", "undone 1"]);
});

test("while a card is in hand only its real targets are told apart", () => {
  const [astray, other] = Object.keys(view.marks), partner = stopName(en, game, "en", view, other, {busy: true, target: "exchange"});
  assert.match(stopName(en, game, "en", view, astray), /can be exchanged/);
  assert.match(stopName(en, game, "en", view, astray, {busy: true}), /astray$/);
  assert.match(partner, /astray, target: exchange$/);
  const fan = stopName(en, down.game, "en", down.view, "t1", {fanned: true, busy: true, target: "move"});
  assert.match(fan, /^pile 1, [a-z]+ of [a-z]+, target, 5 cards, below /, "the target is heard before what lies below");
});

test("what was said does not linger", async () => {
  const region = /** @type {any} */ ({textContent: ""});
  createVoice(region, {stays: 20}).say("one");
  await new Promise(resolve => setTimeout(resolve, 65));
  assert.equal(region.textContent, "one");
  await new Promise(resolve => setTimeout(resolve, 60));
  assert.equal(region.textContent, "");
});

test("an undo names all that it took back, the player's own move first", () => {
  const step = (/** @type {string} */ cause, /** @type {[number, string, string][]} */ ...shifts) => ({cause, flips: [], shifts: shifts.map(([card, from, to]) => ({cards: [card], from, to}))});
  const [f1, f2] = down.game.piles.filter(p => p.role === "foundation").map(p => p.name), faces = {1: "TC", 2: "AH", 3: "2H", 4: "3H", 5: "4H", 6: "KD"};
  const told = (/** @type {any[]} */ steps, what = "undo") => {
    const answer = /** @type {any} */ ({steps, status: "open", faces: {}}), now = {...down.view, faces};
    return tell(en, down.game, "en", {what, answer, before: now, after: now});
  };
  assert.equal(told([step("move", [3, f1, "t3"]), step("move", [2, f1, "t2"]), step("move", [1, "w", "stock"])]),
    "Undone: ten of clubs back to the stock. Ace of hearts to pile 2. Two of hearts to pile 3.");
  const many = [step("move", [5, f1, "t5"]), step("move", [4, f1, "t4"]), step("move", [3, f1, "t3"]), step("fill", [6, "t1", "w"]), step("move", [2, f1, "t2"]), step("move", [1, "w", "t1"])];
  assert.equal(told(many), "Undone: ten of clubs to pile 1. Ace of hearts to pile 2. King of diamonds to waste. 3 more cards from the foundations.");
  assert.equal(told(many.slice(1)), "Undone: ten of clubs to pile 1. Ace of hearts to pile 2. King of diamonds to waste. 2 more cards from the foundations.");
  const on = [step("move", [1, "t1", "t2"]), step("move", [2, "t2", f1]), step("move", [3, "t3", f1]), step("move", [4, "t4", f1]), step("fill", [6, "w", "t4"]), step("move", [5, "t5", f2])];
  assert.match(told(on, "move"), /King of diamonds fills pile 4\. 2 more cards to the foundations\.$/, "what drops into a place is told, however much goes up");
  const turns = [..."12345"].map(id => step("move", [Number(id), "stock", "w"]));
  assert.match(told([...turns, step("move", [5, "w", f1])], "forward"), /^5 cards turned\..*four of hearts to foundation/i, "and what a series of turns set off");
  assert.match(told(turns.map(({shifts: [{cards}]}) => step("move", [cards[0], "w", "stock"])).reverse()), /^Undone: 5 cards turned back\./, "and what took back a series of turns");
  const nothing = {answer: /** @type {any} */ ({steps: turns, status: "open", faces: {}}), before: down.view, after: {...down.view, counts: {...down.view.counts, moves: 7}}};
  assert.equal(tell(en, down.game, "en", {what: "undo", undone: "restart", ...nothing}), "Undone: the restart.");
  assert.equal(tell(en, down.game, "en", {what: "undo", undone: "goto", ...nothing}), "Undone: at move 7 again.");
});
