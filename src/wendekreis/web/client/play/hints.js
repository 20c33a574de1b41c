/**
 * A hint on the table and in words: which cards and piles a move concerns, and what it is called.
 *
 * @typedef {import('./types').Say} Say
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Choice} Choice
 */
import {capital, cardName, pileName} from './speech.js';

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
