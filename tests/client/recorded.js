import {readFileSync} from "node:fs";

/** @import {Answer, Game, View} from "../../src/wendekreis/web/client/play/types" */
/** @typedef {{what: string, move?: string, answer: Answer, view?: View}} Write */

/** A play as the server answered it (tools/recorded_plays.py). @param {string} name @returns {{game: Game, view: View, writes: Write[]}} */
export const recorded = name => JSON.parse(readFileSync(new URL(`plays/${name}.json`, import.meta.url), "utf8"));

/** A little view of three piles and two foundations. @param {Partial<View>} [change] @returns {View} */
export const view = (change = {}) => ({
  id: "play", game: "game", version: 1, number: "1", deal: null, revision: 5, status: "open", stock: 2,
  piles: {a: [10, 11, 15], b: [12], c: [13], f1: [], f2: []}, faces: {10: "7H", 11: "6H", 15: "5H", 12: "6S", 13: "KD"},
  choices: [], marks: {}, counts: {moves: 3, turns: 1, redeals: 0}, idle: 0, undo: true, redo: false, forward: false, finish: false,
  hints: {advice: 0, oracle: 0}, shown: false, played_ms: 1000, ...change,
});

/** Texts that say their key and parameters. @param {string} key @param {Record<string, string | number>} [params] */
export const echo = (key, params) => params ? `${key}(${Object.values(params).join("|")})` : key;

/** The real catalogue of a language. @param {"de" | "en"} lang @returns {(key: string, params?: Record<string, string | number>) => string} */
export function texts(lang) {
  const catalogue = JSON.parse(readFileSync(new URL(`../../src/wendekreis/web/texts/${lang}.json`, import.meta.url), "utf8"));
  return (key, params = {}) => {
    if (!(key in catalogue)) throw new Error(`no text ${key}`);
    return catalogue[key].replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) => String(params[name] ?? all));
  };
}
