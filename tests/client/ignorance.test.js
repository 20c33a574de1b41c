// The client draws and plays any declared game: it knows none by name, no order of ranks or suits, and no word of a language.

import assert from "node:assert/strict";
import {readFileSync, readdirSync} from "node:fs";
import {test} from "node:test";

const CLIENT = new URL("../../src/wendekreis/web/client/", import.meta.url), GAMES = new URL("../../src/wendekreis/games/", import.meta.url);
const sources = readdirSync(CLIENT, {recursive: true, encoding: "utf8"}).filter(name => /\.(js|css|html|ts)$/.test(name))
  .map(name => ({name, text: readFileSync(new URL(name.replaceAll("\\", "/"), CLIENT), "utf8")}));

/** Bits of text in which several ranks or suits stand in a row, whatever stands between them. */
const ORDERS = [/a[^a-z]*k[^a-z]*q[^a-z]*j/i, /k[^a-z]*q[^a-z]*j[^a-z]*(t|10)/i, /(t|10)[^a-z]*j[^a-z]*q[^a-z]*k/i, /j[^a-z]*q[^a-z]*k[^a-z]*a\b/i, /\ba\W+2\W+3\W+4\b/i, /7\W*8\W*9\W*(t|10)\W*j/i,
  ..."CDHS CDSH CHDS CHSD CSDH CSHD DCHS DCSH DHCS DHSC DSCH DSHC HCDS HCSD HDCS HDSC HSCD HSDC SCDH SCHD SDCH SDHC SHCD SHDC".split(" ")
    .map(order => new RegExp(`["'\`](${order}|${[...order].join("[\"'`, ]+")})["'\`]`))];

test("no game is known by its name", () => {
  const ids = readdirSync(GAMES).filter(name => /^[a-z]\w*\.py$/.test(name)).map(name => name.slice(0, -3).replaceAll("_", "-"));
  assert.ok(ids.length >= 4);
  for (const {name, text} of sources) for (const id of ids)
    assert.doesNotMatch(text, new RegExp(`\\b${id.replace("-", "[-_ ]?")}\\b`, "i"), `${name} names ${id}`);
});

test("no order of ranks or suits is written down", () => {
  // style sheets may give each suit its colour
  for (const {name, text} of sources.filter(s => !s.name.endsWith(".css"))) for (const order of ORDERS)
    assert.doesNotMatch(text, order, `${name} has ${order.exec(text)?.[0]}`);
});

test("these tests would see them", () => {
  for (const order of ["'AKQJT98765432'", "['C', 'D', 'H', 'S']", '"SHDC"', "A 2 3 4 5", "{T: 10, J: 11, Q: 12, K: 13}"])
    assert.ok(ORDERS.some(o => o.test(order)), order);
});

test("nothing is loaded from elsewhere", () => {
  for (const {name, text} of sources)
    for (const [address] of text.matchAll(/https?:\/\/[^\s"'`)]+/g)) assert.match(address, /^http:\/\/www\.w3\.org\//, name);
});
