/**
 * How the deal of the day was played by all, without names: in words, and the moves to the win as a small chart.
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

/**
 * Where the moves of those who solved it lie. Few: from the least to the greatest, with the middle half; many: as columns, one for
 * each range of moves. Null: two have to have solved it.
 * @param {TodayGame} of @param {Words} context
 */
export function spread({solved, moves, bars, play}, {texts: t}) {
  if (!moves || solved < 2) return null;
  const {least, lower, median, upper, most} = moves, own = play?.won && play.moves >= least && play.moves <= most ? play.moves : null;
  const from = bars[0]?.first ?? least, to = bars.at(-1)?.last ?? most;
  const figure = h('div', 'spread', h('p', '', t('today.spread', {median})), bars.length ? columns(bars, own) : quarters(moves, solved, own),
    h('p', 'ends', h('span', '', String(from)), ...(own === null ? [] : [h('span', 'own-key', t('today.own', {moves: own}))]), h('span', '', String(to))));
  const words = [t(solved < HALF ? 'today.moves' : 'today.moves_half', {least, lower, median, upper, most})];
  if (bars.length) words.push(t('today.bars', {bars: bars.filter(b => b.players).map(b => t('today.bar', {range: b.first === b.last ? b.first : `${b.first}–${b.last}`, players: b.players})).join('; ')}));
  if (own !== null) words.push(t('today.own', {moves: own}));
  figure.setAttribute('role', 'img');
  figure.setAttribute('aria-label', `${words.join('. ')}.`);
  return figure;
}

/** The player's own column is full, the others are lined. @param {TodayGame['bars']} bars @param {number | null} own */
function columns(bars, own) {
  const highest = Math.max(...bars.map(b => b.players));
  return h('div', 'columns', ...bars.map(({first, last, players}) => {
    const e = h('i', own !== null && first <= own && own <= last ? 'mine' : '');
    e.style.height = `${players / highest * 100}%`;
    return e;
  }));
}

/** @param {NonNullable<TodayGame['moves']>} moves @param {number} solved @param {number | null} own */
function quarters({least, lower, median, upper, most}, solved, own) {
  const bar = h('div', 'quarters', h('i', 'axis')), at = (/** @type {number} */ n) => `${most > least ? (n - least) / (most - least) * 100 : 50}%`;
  /** @param {string} cls @param {number} from @param {number} [to] */
  const part = (cls, from, to) => { const e = h('i', cls); e.style.left = at(from); if (to !== undefined) e.style.right = `calc(100% - ${at(to)})`; bar.append(e); };
  if (solved >= HALF) part('half', lower, upper);
  part('mid', median);
  if (own !== null) part('own', own);
  return bar;
}

/** Both. @param {TodayGame} of @param {Words} context @param {boolean} [brief] without what the player has just seen @returns {HTMLElement[]} */
export function tally(of, context, brief) {
  const bar = spread(of, context);
  return [h('p', '', todayWords(brief ? {...of, play: null} : of, context).join(' ')), ...(bar ? [bar] : [])];
}
