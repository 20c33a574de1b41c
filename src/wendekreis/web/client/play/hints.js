/**
 * A hint on the table and in words: which cards and piles a move concerns, what it is called, and why it is made.
 *
 * @typedef {import('./types').Say} Say
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Answer} Answer
 */
import {capital, cardName, pileName} from './speech.js';
import {STOCK} from './state.js';

/** What to do by hand for a move of the server's: the plain one of its choices. @param {View} view @param {string} move @returns {Choice | undefined} */
export function choiceOf(view, move) {
  const fitting = view.choices.filter(c => c.move === move);
  return fitting.find(c => c.main) ?? fitting[0];
}

/**
 * Where a hint points: the cards that move if they are several, and the piles, of which the top card or the place is meant.
 * @param {View} view @param {Choice} choice
 * @returns {{cards: string[], piles: string[]}}
 */
export function pointed(view, {from, to, press, count = 1}) {
  if (press) return {cards: [], piles: [press]};
  const run = count > 1 ? (view.piles[from ?? ''] ?? []).slice(-count).map(String) : [];
  return {cards: run, piles: [...(run.length || !from ? [] : [from]), ...(to ? [to] : [])]};
}

/** A move in words, without a full stop: "Jack of hearts to north pile 3". @param {Say} t @param {Game} game @param {string} lang @param {View} view @param {Choice} choice */
export function moveWords(t, game, lang, view, {from = '', to = '', press, count = 1, swap}) {
  if (press) return capital(t(view.stock ? 'hint.turn' : 'hint.redeal'));
  const card = cardName(t, view.faces[view.piles[from]?.at(-count) ?? -1]);
  if (swap) return capital(t('hint.swap', {a: card, b: cardName(t, view.faces[view.piles[to]?.at(-1) ?? -1])}));
  return capital(t(count > 1 ? 'hint.run' : 'hint.move', {card, n: count, to: pileName(game, lang, to)}));
}

/** The player's own part of a move that was played, in the same words. @param {Say} t @param {Game} game @param {string} lang @param {Pick<Answer, 'steps' | 'faces'>} played */
export function playedWords(t, game, lang, {steps, faces}) {
  const [first, second] = steps[0]?.shifts ?? [];
  if (!first) return '';
  if (first.to === STOCK) return capital(t('hint.redeal'));
  if (first.from === STOCK) return first.cards.length === 1 && faces[first.cards[0]] ? capital(t('told.turned', {card: cardName(t, faces[first.cards[0]])}).replace(/\.$/, '')) : capital(t('hint.turn'));
  const card = cardName(t, faces[first.cards[0]]);
  if (second && second.from === first.to) return capital(t('hint.swap', {a: card, b: cardName(t, faces[second.cards[0]])}));
  return capital(t(first.cards.length > 1 ? 'hint.run' : 'hint.move', {card, n: first.cards.length, to: pileName(game, lang, first.to)}));
}

/** Why: cards in it are called by their names. @param {Say} t @param {{code: string, params?: Record<string, string>} | null} reason */
export function reasonWords(t, reason) {
  if (!reason) return '';
  const params = Object.fromEntries(Object.entries(reason.params ?? {}).map(([name, value]) => [name, name === 'card' ? cardName(t, value) : value]));
  return capital(t(`advice.${reason.code}`, params));
}

/**
 * A share in per cent, in the language's own form: few digits, as many as its margin bears.
 * @param {number} value 0 to 1 @param {number | null} margin @param {string} lang
 * @returns {{value: string, margin: string | null, range: {low: string, high: string} | null}} `range`: what value and margin come to, where the margin reaches below nothing or beyond all
 */
export function percent(value, margin, lang) {
  const fine = margin === null ? value > 0 && value < 0.1 : margin < 0.01, one = margin === 0 && (value === 0 || value === 1) ? 0 : fine ? 1 : 0;
  const form = (/** @type {number} */ x) => (100 * x).toLocaleString(lang, {minimumFractionDigits: one, maximumFractionDigits: one});
  const range = margin && (value < margin || value + margin > 1) ? {low: form(Math.max(0, value - margin)), high: form(Math.min(1, value + margin))} : null;
  return {value: form(value), margin: margin ? form(margin) : null, range};
}
