/**
 * How the deal of the day was played by all, without names: in words, and the moves to the win as a bar of quartiles.
 *
 * @typedef {Pick<import('./types').Context, 'texts' | 'lang'>} Words
 * @typedef {import('../wire').TodayGame} TodayGame
 */
import {h} from '../table/dom.js';

const HALF = 4;                                                    // from so many on, the middle half says something

/** @param {TodayGame} of @param {Words} context @returns {string[]} sentences */
export function todayWords({state, players, solved, play}, {texts: t, lang}) {
  const whole = (/** @type {number} */ n) => n.toLocaleString(lang);
  if (state !== 'known') return [t(`today.${state}`)];
  const words = [players ? t('today.played', {players: whole(players), solved: whole(solved)}) : t('today.nobody')];
  if (play && (play.won || play.moves)) words.push(t(play.won ? 'today.you_won' : 'today.you', {moves: whole(play.moves)}));
  return words;
}

/** Where the moves of those who solved it lie. Null: two have to have done so. @param {TodayGame} of @param {Words} context */
export function spread({solved, moves, play}, {texts: t}) {
  if (!moves || solved < 2) return null;
  const {least, lower, median, upper, most} = moves, whole = t(solved < HALF ? 'today.moves' : 'today.moves_half', {...moves});
  const own = play?.won && play.moves >= least && play.moves <= most ? play.moves : null, at = (/** @type {number} */ n) => `${most > least ? (n - least) / (most - least) * 100 : 50}%`;
  const bar = h('div', 'quarters', h('i', 'axis')), figure = h('div', 'spread', h('p', '', t('today.spread', {median})), bar, h('p', 'ends', h('span', '', String(least)), ...(own === null ? [] : [h('span', 'own-key', t('today.own', {moves: own}))]), h('span', '', String(most))));
  /** @param {string} cls @param {number} from @param {number} [to] */
  const part = (cls, from, to) => { const e = h('i', cls); e.style.left = at(from); if (to !== undefined) e.style.right = `calc(100% - ${at(to)})`; bar.append(e); };
  if (solved >= HALF) part('half', lower, upper);
  part('mid', median);
  if (own !== null) part('own', own);
  figure.setAttribute('role', 'img');
  figure.setAttribute('aria-label', own === null ? `${whole}.` : `${whole}. ${t('today.own', {moves: own})}.`);
  return figure;
}

/** Both. @param {TodayGame} of @param {Words} context @param {boolean} [brief] without what the player has just seen @returns {HTMLElement[]} */
export function tally(of, context, brief) {
  const bar = spread(of, context);
  return [h('p', '', todayWords(brief ? {...of, play: null} : of, context).join(' ')), ...(bar ? [bar] : [])];
}
