/**
 * The strip under the table: what is known of the play, move by move. Solid: winnable; hatched: asked and not known; barred:
 * lost; bare: not asked. A pin shows where the play is. Its words say the same.
 *
 * @typedef {ReturnType<typeof import('./chronicle.js').createChronicle>} Chronicle
 * @typedef {import('./types').Say} Say
 */
import {h} from '../table/dom.js';

const LOOK = {won: 'ok', lost: 'bad', unknown: 'un', unasked: 'not'};

/** The short words beside the strip. @param {Chronicle} chronicle @param {Say} t @returns {string} */
export function stripWords(chronicle, t) {
  const runs = chronicle.runs(), first = chronicle.at(0);
  let at = 0;
  /** The end of the winnable part, the beginning of the lost one; in moves. @type {number | null} */
  let won = first === 'won' ? 0 : null, lost = first === 'lost' ? 0 : null;
  for (const {kind, length} of runs) {
    if (kind === 'lost') lost ??= at + 1;
    at += length;
    if (kind === 'won') won = at;
  }
  if (!chronicle.end) return first ? t(`strip.deal_${first}`) : '';
  if (lost === 0) return t('strip.lost_from_start');
  if (lost !== null) return won !== null && lost > won + 1 ? t('strip.lost_between', {from: won + 1, to: lost}) : t('strip.lost_since', {n: lost});
  if (won === chronicle.end) return t('strip.won');
  if (won !== null) return won ? t('strip.won_until', {n: won}) : t('strip.won_first');
  return runs.some(r => r.kind === 'unknown') ? t('strip.unknown') : '';
}

/** @param {Say} t */
export function createStrip(t) {
  const words = h('span', 'strip-words'), bar = h('div', 'bar'), now = h('span', 'now'), count = h('span', 'strip-now'), strip = h('section', 'strip is-blank', words, bar, count);
  strip.setAttribute('aria-label', t('strip.name'));
  bar.setAttribute('role', 'img');

  return {
    element: strip,

    /** @param {Chronicle} chronicle @param {boolean} [won] the play has come out */
    draw(chronicle, won = false) {
      strip.classList.toggle('is-blank', !chronicle.known);
      if (!chronicle.known) { for (const e of [words, bar, count]) e.replaceChildren(); bar.removeAttribute('aria-label'); bar.setAttribute('aria-hidden', 'true'); return; }
      const told = won ? t('status.won') : stripWords(chronicle, t), {end, head} = chronicle, at = t('strip.move', {n: head});
      words.textContent = told;
      words.dataset.s = chronicle.runs().some(r => r.kind === 'lost') ? 'lost' : '';
      count.textContent = at;
      now.style.left = `${end ? (100 * head) / end : 100}%`;
      bar.replaceChildren(...chronicle.runs().map(({kind, length}) => { const i = h('i', LOOK[kind]); i.style.flexGrow = String(length); return i; }), now);
      bar.removeAttribute('aria-hidden');
      bar.setAttribute('aria-label', t('strip.label', {words: told, now: at, end}));
    },
  };
}
