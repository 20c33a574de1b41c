import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";
import {texts} from "./recorded.js";

const WEB = new URL("../../src/wendekreis/web/", import.meta.url);
/** @param {string} path */
const read = path => readFileSync(new URL(path, WEB), "utf8");
const de = JSON.parse(read("texts/de.json")), en = JSON.parse(read("texts/en.json"));
const sources = readdirSync(new URL("client/", WEB), {recursive: true, encoding: "utf8"}).filter(name => name.endsWith(".js")).map(name => read(`client/${name}`)).join("\n");
/** @param {string} text @returns {string[]} */
const names = text => [...text.matchAll(/\{(\w+)\}/g)].map(m => m[1]).sort();

test("both languages have the same texts, with the same things to fill in", () => {
  assert.deepEqual(Object.keys(de), Object.keys(en));
  assert.deepEqual(Object.keys(de), Object.keys(de).sort());
  for (const key of Object.keys(de)) assert.deepEqual(names(de[key]), names(en[key]), key);
});

test("every text that the client asks for is there", () => {
  const asked = [...sources.matchAll(/\b(?:t|texts)\(\s*["'`]([a-z_]+\.[\w.]+)["'`]/g)].map(m => m[1]);
  assert.ok(asked.length > 80);
  assert.deepEqual(asked.filter(key => !(key in de)), []);
  for (const [start] of sources.matchAll(/(?<=\b(?:t|texts)\(`)[a-z_]+\.[\w.]*(?=\$\{)/g)) assert.ok(Object.keys(de).some(key => key.startsWith(start)), start);
});

test("one is told as one, and the button for advice bears the word that its answer bears", () => {
  for (const lang of /** @type {const} */ (["de", "en"])) {
    const t = texts(lang);
    assert.doesNotMatch(t("share.result_open_one", {moves: 1}), /1 (moves|Zügen)/);
    assert.doesNotMatch(t("stats.run_label_one", {n: 1, won: 0}), /1 (games|Partien)/);
    assert.equal(t("tool.hint"), t("knows.tag_hint"));
    assert.ok(!t("advice.nothing_else").includes(":"), "it comes after a colon itself");
    assert.notEqual(t("card.rank.Q"), t("card.rank_other.Q"), "both kinds of letters can be had in each language");
  }
});
