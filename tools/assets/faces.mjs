// Makes the card faces in src/wendekreis/web/client/faces: the sprite faces.svg, and courts/XX.svg for each card with a person.
//
//   cd tools/assets && npm install && npm run faces
//
// Courts are Adrian Kennard's (CC0), taken from npm @heruka_urgyen/react-playing-cards and stripped of paper, frame,
// index and corner pip. Each is a file of its own, which a browser reads when the table has been painted, and keeps once for all
// cards that show it; its view "half" is the upper half. Pips are ours, in currentColor, which only a sprite takes from the page.
// For every other card there are two symbols, classic-XX and large-XX, so that the page needs no table of ranks.

import {mkdirSync, readFileSync, writeFileSync} from "node:fs";
import {createRequire} from "node:module";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {gzipSync} from "node:zlib";
import {optimize} from "svgo";

const here = dirname(fileURLToPath(import.meta.url));
const pack = dirname(createRequire(import.meta.url).resolve("@heruka_urgyen/react-playing-cards/package.json"));
const out = join(here, "../../src/wendekreis/web/client/faces");

const SUITS = ["C", "D", "H", "S"], COURTS = ["J", "Q", "K"];
const PIPS = {
  H: "M50 91C41 79 10 57 10 33 10 19 20 9 32 9 40 9 47 14 50 21 53 14 60 9 68 9 80 9 90 19 90 33 90 57 59 79 50 91Z",
  D: "M50 5C60 24 71 38 85 50 71 62 60 76 50 95 40 76 29 62 15 50 29 38 40 24 50 5Z",
  S: "M50 5C58 23 90 40 90 63 90 75 81 83 71 83 64 83 58 79 55 74 56 84 60 91 66 95H34C40 91 44 84 45 74 42 79 36 83 29 83 19 83 10 75 10 63 10 40 42 23 50 5Z",
  C: "M50 5A21 21 0 0 1 65 41 21 21 0 1 1 56 70C56 81 60 90 67 95H33C40 90 44 81 44 70A21 21 0 1 1 35 41 21 21 0 0 1 50 5Z",
};
// Where pips lie, in percent of their field.
const four = [[22, 12], [78, 12], [22, 88], [78, 88]];
const eight = [[22, 12], [78, 12], [22, 37.3], [78, 37.3], [22, 62.7], [78, 62.7], [22, 88], [78, 88]];
const SPOTS = {
  A: [[50, 50]], 2: [[50, 12], [50, 88]], 3: [[50, 12], [50, 50], [50, 88]], 4: four, 5: [...four, [50, 50]],
  6: [...four, [22, 50], [78, 50]], 7: [...four, [22, 50], [78, 50], [50, 31]], 8: [...four, [22, 50], [78, 50], [50, 31], [50, 69]],
  9: [...eight, [50, 50]], T: [...eight, [50, 24.6], [50, 75.4]],
};

// The picture of a classic card is 74 % of the card's width and 76 % of its height; 100 × 138 is its shape on a card of 1.34.
const W = 100, H = 138;
const round = v => Math.round(v * 10) / 10;

/** One court of the package. */
function court(code) {
  let x = readFileSync(join(pack, `src/images/2color/${code}.svg`), "utf8");
  x = x.replace(/<rect width="239"[^>]*>(<\/rect>)?/, "")                    // paper
    .replace(/<use[^>]*height="(32|26\.769)"[^>]*>(<\/use>)?/g, "")          // indices
    .replace(/<use[^>]*height="55\.68"[^>]*>(<\/use>)?/g, "")                // corner pip
    .replace(/<use[^>]*stroke="#44F"[^>]*>(<\/use>)?/g, "")                  // frame
    .replace(/<symbol id="V[^>]*>.*?<\/symbol>/s, "");                       // the index glyph, now unused
  const at = precision => optimize(x, {floatPrecision: precision, plugins: [{name: "preset-default", params: {overrides: {cleanupIds: false}}}]}).data;
  try { x = at(0); } catch { x = at(1); console.log(`${code}: precision 1 (svgo fails on one of its paths at 0)`); }
  const inner = x.replace(/^.*?<svg[^>]*>/s, "").replace(/<\/svg>\s*$/, "")
    .replace(/xlink:href=/g, "href=");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-82.4 -130.4 164.8 260.8" preserveAspectRatio="none">`
    + `<view id="half" viewBox="-82.4 -130.4 164.8 130.4" preserveAspectRatio="xMidYMin slice"/>${inner}</svg>\n`;
}

const use = (suit, x, y, size, turned = false) =>
  `<use href="#pip-${suit}" x="${round(x - size / 2)}" y="${round(y - size / 2)}" width="${size}" height="${size}"${turned ? ` transform="rotate(180 ${round(x)} ${round(y)})"` : ""}/>`;

function classic(rank, suit) {
  const top = H * 0.033, field = H - 2 * top;
  const pips = SPOTS[rank].map(([x, y]) => use(suit, x, top + y / 100 * field, rank === "A" ? 62 : 25, y > 50 && rank !== "A"));
  return `<symbol id="classic-${rank}${suit}" viewBox="0 0 ${W} ${H}" preserveAspectRatio="none" fill="currentColor">${pips.join("")}</symbol>`;
}

/** One large pip: what can be seen on a card 60 px wide. */
const large = (rank, suit) =>
  `<symbol id="large-${rank}${suit}" viewBox="0 0 72 71" preserveAspectRatio="xMidYMax meet" fill="currentColor">${use(suit, 36, 35.5, 50)}</symbol>`;

const symbols = [
  ...SUITS.map(s => `<symbol id="pip-${s}" viewBox="0 0 100 100"><path d="${PIPS[s]}" fill="currentColor"/></symbol>`),
  ...SUITS.flatMap(s => Object.keys(SPOTS).flatMap(r => [classic(r, s), large(r, s)])),
];
const files = {"faces.svg": `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`};
for (const rank of COURTS) for (const suit of SUITS) files[`courts/${rank}${suit}.svg`] = court(rank + suit);

mkdirSync(join(out, "courts"), {recursive: true});
for (const [name, svg] of Object.entries(files)) check(name, svg);
for (const [name, svg] of Object.entries(files)) writeFileSync(join(out, name), svg);
console.log(`${Object.keys(files).length} files, ${Object.values(files).reduce((n, svg) => n + gzipSync(svg, {level: 9}).length, 0)} bytes gzipped`);

/** Nothing is written unless all is sound. */
function check(name, svg) {
  const ids = [...svg.matchAll(/\bid="([^"]+)"/g)].map(m => m[1]), known = new Set(ids);
  const dangling = [...svg.matchAll(/href="#([^"]+)"/g)].map(m => m[1]).filter(r => !known.has(r));
  if (known.size !== ids.length || dangling.length) throw new Error(`${name}: ids doubled: ${ids.length - known.size}, references to nothing: ${dangling}`);
  if (/\sstyle=|<style|<script/.test(svg)) throw new Error(`${name}: the page's security policy forbids styles and scripts in it`);
}
