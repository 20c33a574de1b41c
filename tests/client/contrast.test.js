import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";

/** @typedef {{[token: string]: string}} Tokens */

/** @param {string} name */
const sheet = name => readFileSync(new URL(`../../src/wendekreis/web/client/css/${name}.css`, import.meta.url), "utf8");

/** The declarations of every block whose selector is exactly this one. @param {string} css @param {string} selector @returns {Tokens} */
function tokens(css, selector) {
  /** @type {Tokens} */
  const found = {};
  for (const [, before, block] of css.matchAll(/([^{}]*)\{([^{}]*)\}/g)) {
    if (before.replace(/\/\*.*?\*\//gs, "").trim() !== selector) continue;
    for (const [, name, value] of block.matchAll(/--([\w-]+):\s*([^;]+);/g)) found[name] = value.trim();
  }
  return found;
}

const light = tokens(sheet("tokens"), ":root"), four = tokens(sheet("tokens"), ':root[data-suits="four"]');
const dark = {...light, ...tokens(sheet("dark"), ":root")};
const felt = {...light, ...tokens(sheet("felt"), ":root")};
const THEMES = {light, dark, felt};

/** Relative luminance (WCAG 2). @param {string} hex */
function luminance(hex) {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16) / 255).map(c => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
/** @param {string} a @param {string} b */
function contrast(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

const TEXT = 4.5, SHAPE = 3;
/** @type {[string, string, number][]} */
const PAIRS = [
  ["ink", "bg", TEXT], ["ink", "surface", TEXT], ["ink-2", "bg", TEXT], ["ink-2", "bg-2", TEXT], ["ink-2", "surface", TEXT], ["ink-2", "surface-2", TEXT],
  ["on-accent", "accent", TEXT], ["accent", "surface", TEXT], ["accent", "bg", TEXT], ["ok", "bg", TEXT], ["ok", "surface-2", TEXT], ["bad", "bg", TEXT], ["bad", "surface", TEXT], ["bad", "surface-2", TEXT],
  ["open", "bg", TEXT], ["open", "surface-2", TEXT], ["map-ink", "north", TEXT], ["map-ink", "south", TEXT], ["bg", "ink", TEXT],
  ["suit-black", "paper", TEXT], ["suit-red", "paper", TEXT], ["suit-black", "paper-astray", TEXT], ["suit-red", "paper-astray", TEXT], ["paper", "astray-edge", TEXT],
  ["light-up", "bg", SHAPE], ["light-up", "bg-2", SHAPE], ["light-up", "north", SHAPE], ["light-up", "south", SHAPE], ["accent", "bg-2", SHAPE],
  ["focus", "bg", SHAPE], ["focus", "surface", SHAPE], ["line-strong", "surface", SHAPE], ["line-strong", "bg", SHAPE],
  ["well-line", "bg", SHAPE], ["well-line", "north", SHAPE], ["well-line", "south", SHAPE], ["equator", "north", SHAPE], ["equator", "south", SHAPE], ["astray-edge", "paper-astray", SHAPE],
];

for (const [theme, t] of Object.entries(THEMES))
  test(`${theme}: text has a contrast of at least 4.5, shapes that say something 3`, () => {
    const poor = PAIRS.map(([a, b, least]) => ({pair: `${a} on ${b}`, is: contrast(t[a], t[b]), least})).filter(p => p.is < p.least);
    assert.deepEqual(poor, []);
  });

test("each of four suit colours can be read on the darkest card paper of any theme", () => {
  for (const suit of ["suit-H", "suit-D", "suit-C"]) for (const t of Object.values(THEMES))
    assert.ok(Math.min(contrast(four[suit], t.paper), contrast(four[suit], t["paper-astray"])) >= TEXT, suit);
});

test("suit signs within a text can be read on every page's ground, in two colours and in four", () => {
  for (const name of ["tokens", "dark", "felt"]) for (const chosen of [{}, tokens(sheet(name), ':root[data-suits="four"]')]) {
    const t = {...light, ...tokens(sheet(name), ":root"), ...chosen};
    /** @param {string} token @returns {string} */
    const colour = token => { const [, other] = /^var\(--([\w-]+)\)$/.exec(t[token]) ?? []; return other ? colour(other) : t[token]; };
    for (const suit of ["C", "D", "H", "S"]) for (const ground of ["surface", "surface-2", "bg"])
      assert.ok(contrast(colour(`sign-${suit}`), t[ground]) >= TEXT, `${name}: ${suit} on ${ground}`);
  }
});

/** What is left of a colour without its hue, as a screen or a printer of greys shows it (Filter Effects' greyscale). @param {string} hex */
function grey(hex) {
  const [r, g, b] = [1, 3, 5].map(i => parseInt(hex.slice(i, i + 2), 16)), y = Math.round(0.2126 * r + 0.7152 * g + 0.0722 * b);
  return `#${y.toString(16).padStart(2, "0").repeat(3)}`;
}

for (const [theme, t] of Object.entries(THEMES))
  test(`${theme}: without colour everything is as easy to read`, () => {
    const poor = PAIRS.map(([a, b, least]) => ({pair: `${a} on ${b}`, is: contrast(grey(t[a]), grey(t[b])), least: 0.9 * least})).filter(p => p.is < p.least);
    assert.deepEqual(poor, []);
    for (const suit of ["suit-H", "suit-D", "suit-C"]) for (const paper of ["paper", "paper-astray"])
      assert.ok(contrast(grey(four[suit]), grey(t[paper])) >= TEXT, `${suit} on ${paper}`);
  });

test("a back's drawing is seen on it, and a back is no face", () => {
  const table = sheet("table");
  /** @type {[string, Tokens][]} */
  const backs = [["globe by day", {back: light.globe, "back-line": light["globe-line"]}], ["globe by night", {back: dark.globe, "back-line": dark["globe-line"]}], ["globe on felt", {back: felt.globe, "back-line": felt["globe-line"]}],
    ...["waves", "lattice", "rose"].map(name => /** @type {[string, Tokens]} */ ([name, tokens(table, `[data-back=${name}]`)]))];
  for (const [name, {back, "back-line": line}] of backs) {
    assert.ok(contrast(line, back) >= SHAPE, `${name}: its lines`);
    assert.ok(contrast(grey(line), grey(back)) >= SHAPE, `${name}: its lines without colour`);
    for (const t of Object.values(THEMES)) assert.ok(contrast(grey(back), grey(t.paper)) >= SHAPE, `${name} beside a face`);
  }
});
