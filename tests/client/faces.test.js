import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {gzipSync} from "node:zlib";

/** @param {string} path */
const read = path => readFileSync(new URL(`../../src/wendekreis/${path}`, import.meta.url), "utf8");
const sprite = read("web/client/faces/faces.svg");
const courts = new Map([..."JQK"].flatMap(rank => [..."CDHS"].map(suit => [rank + suit, read(`web/client/faces/courts/${rank}${suit}.svg`)])));
const files = new Map([["faces.svg", sprite], ...courts]);
/** @param {string} svg */
const ids = svg => [...svg.matchAll(/\bid="([^"]+)"/g)].map(m => m[1]);

test("every card has a classic and a large face, every suit a pip", () => {
  const known = new Set(ids(sprite));
  for (const suit of "CDHS") {
    assert.ok(known.has(`pip-${suit}`));
    for (const rank of "A23456789T") for (const faces of ["classic", "large"]) assert.ok(known.has(`${faces}-${rank}${suit}`), `${faces}-${rank}${suit}`);
  }
  for (const [code, svg] of courts) assert.match(svg, /<view id="half"/, code);
  assert.equal(new Set(courts.values()).size, 12);
});

test("no name in a file of faces is given twice, and none is referred to that is not there", () => {
  for (const [name, svg] of files) {
    const known = new Set(ids(svg));
    assert.equal(known.size, ids(svg).length, name);
    assert.deepEqual([...svg.matchAll(/href="([^"]+)"/g)].map(m => m[1]).filter(ref => !ref.startsWith("#") || !known.has(ref.slice(1))), [], name);
  }
});

test("the faces hold nothing that the page's security policy forbids, and are small enough to be sent at once", () => {
  let sum = 0;
  for (const [name, svg] of files) {
    assert.doesNotMatch(svg, /\sstyle=|<style|<script|\son\w+=/, name);
    sum += gzipSync(svg).length;
  }
  assert.ok(sum < 80_000, `${sum} bytes`);
});

test("a card's corner has its letters in both languages, and in the international manner", () => {
  for (const lang of ["de", "en"]) {
    const texts = JSON.parse(read(`web/texts/${lang}.json`));
    for (const rank of "A23456789TJQK") for (const key of [`card.rank.${rank}`, `card.rank_other.${rank}`]) assert.ok(texts[key], `${lang} ${key}`);
  }
});
