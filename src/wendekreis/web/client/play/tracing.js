/**
 * Where a play was lost, in words, and how far to go back to where it could still be won.
 *
 * @typedef {import('./ask.js').Answers['lost']} Lost
 * @typedef {import('./types').Say} Say
 * @typedef {import('./types').Game} Game
 */
import {capital, cardName, pileName} from './speech.js';
import {STOCK} from './state.js';

/**
 * @param {Say} t @param {Game} game @param {string} lang
 * @param {Lost} answer of the solver
 * @returns {{title: string, more: string, back: number | null}} `back`: moves of the history that are left when one goes back
 */
export function traceWords(t, game, lang, {verdicts, last_won: won, lost_at: lost, between, told}) {
  const head = verdicts.length - 1, back = won !== null && won < head ? won : null;
  if (won === head) return {title: t('trace.won'), more: t(head ? 'trace.won_more' : 'trace.won_deal'), back: null};
  if (lost === 0) return {title: t('trace.lost_from_start'), more: t('trace.not_your_fault'), back: null};
  if (between) return between[0] ? {title: t('trace.lost_between', {from: between[0], to: between[1]}), more: t('trace.unknown_between'), back} : {title: t('trace.lost_by', {n: between[1]}), more: t('trace.unknown_before'), back};
  if (lost === null) return won === null ? {title: t('trace.unknown'), more: t('trace.unknown_more'), back} : {title: won ? t('trace.won_until', {n: won}) : t('strip.won_first'), more: t('trace.unknown_since'), back};
  const move = told ? playedWords(t, game, lang, told) : '';
  return {title: move ? t('trace.lost_with_move', {n: lost, move}) : t('trace.lost_with', {n: lost}), more: t('trace.won_before'), back};
}

/** The player's own part of a move that was played, in the same words. @param {Say} t @param {Game} game @param {string} lang @param {Pick<import('./types').Answer, 'steps' | 'faces'>} played */
export function playedWords(t, game, lang, {steps, faces}) {
  const [first, second] = steps[0]?.shifts ?? [];
  if (!first) return '';
  if (first.to === STOCK) return capital(t('hint.redeal'));
  if (first.from === STOCK) return first.cards.length === 1 && faces[first.cards[0]] ? capital(t('told.turned', {card: cardName(t, faces[first.cards[0]])}).replace(/\.$/, '')) : capital(t('hint.turn'));
  const card = cardName(t, faces[first.cards[0]]);
  if (second && second.from === first.to) return capital(t('hint.swap', {a: card, b: cardName(t, faces[second.cards[0]])}));
  return capital(t(first.cards.length > 1 ? 'hint.run' : 'hint.move', {card, n: first.cards.length, to: pileName(game, lang, first.to)}));
}
