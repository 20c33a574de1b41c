import assert from "node:assert/strict";
import {readFileSync} from "node:fs";
import {test} from "node:test";
import {gzipSync} from "node:zlib";

/** @param {string} path */
const read = path => readFileSync(new URL(`../../src/wendekreis/${path}`, import.meta.url), "utf8");
const sprite = read("web/client/faces/faces.svg");
const ids = [...sprite.matchAll(/\bid="([^"]+)"/g)].map(m => m[1]);

test("every card has a classic and a large face, every suit a pip", () => {
  const known = new Set(ids);
  for (const suit of "CDHS") {
    assert.ok(known.has(`pip-${suit}`));
    for (const rank of "A23456789TJQK") for (const faces of ["classic", "large"]) assert.ok(known.has(`${faces}-${rank}${suit}`), `${faces}-${rank}${suit}`);
  }
});

test("no name in the sprite is given twice, and none is referred to that is not there", () => {
  assert.equal(new Set(ids).size, ids.length);
  const known = new Set(ids);
  assert.deepEqual([...sprite.matchAll(/href="([^"]+)"/g)].map(m => m[1]).filter(ref => !ref.startsWith("#") || !known.has(ref.slice(1))), []);
});

test("the sprite holds nothing that the page's security policy forbids, and is small enough to be sent at once", () => {
  assert.doesNotMatch(sprite, /\sstyle=|<style|<script|\son\w+=/);
  assert.ok(gzipSync(sprite).length < 75_000);
});

test("a card's corner has its letters in both languages, and in the international manner", () => {
  for (const lang of ["de", "en"]) {
    const texts = JSON.parse(read(`web/texts/${lang}.json`));
    for (const rank of "A23456789TJQK") for (const key of [`card.rank.${rank}`, `card.rank_int.${rank}`]) assert.ok(texts[key], `${lang} ${key}`);
  }
});
