/**
 * The panel of a won game. It never lies over cards: the table is fitted again into the room that is left, or is empty.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 */
import {h, svg} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {dealName} from './bars.js';

/** The scale border of the map, in twelve parts, which a win has lit. */
const SCALE = '<circle cx="50" cy="50" r="45"/><circle class="lit" cx="50" cy="50" r="45" pathLength="12" transform="rotate(-90 50 50)"/><circle class="gaps" cx="50" cy="50" r="45" pathLength="24"/>';

/**
 * @param {Context} context @param {Game} game @param {View} view
 * @param {{time: string | null, hints: import('./ask.js').Hints, shown: boolean, today: HTMLElement, onNew: () => void, onRestart: () => void, onShare: () => void, onClose: () => void}} o
 * `today`: how others did, if it was the deal of the day
 */
export function winPanel({texts: t}, game, view, {time, hints, shown, today, onNew, onRestart, onShare, onClose}) {
  const panel = h('section', 'legend win'), title = h('h2', '', t('win.title')), seal = h('div', 'seal', icon('globe'), svg(SCALE, 'scale', '0 0 100 100')), dl = h('dl', 'results'), row = h('div', 'row');
  panel.setAttribute('aria-label', t('win.title'));
  title.tabIndex = -1;
  /** @type {[string, string][]} */
  const facts = [[t('fact.moves'), String(view.counts.moves)]];
  if (time) facts.push([t('fact.time'), time]);
  if (game.redeals) facts.push([t('fact.redeals'), String(view.counts.redeals)]);
  if (hints.advice + hints.oracle) facts.push([t('fact.hints'), `${hints.advice} · ${hints.oracle}`]);
  facts.push([t('fact.deal'), dealName(t, view)]);
  for (const [k, v] of facts) dl.append(h('div', '', h('dt', '', k), h('dd', '', v)));
  /** @param {string} words @param {string} cls @param {() => void} act */
  const button = (words, cls, act) => { const b = h('button', `btn ${cls}`.trim(), words); b.type = 'button'; b.addEventListener('click', act); return b; };
  const statistics = h('a', 'btn', t('nav.statistics'));
  statistics.href = '/statistics';
  row.append(button(t('win.again'), 'primary', onNew), button(t('win.replay'), 'outline', onRestart), button(t('tool.share'), '', onShare), statistics);
  const close = h('button', 'btn close', icon('close'));
  close.type = 'button';
  close.setAttribute('aria-label', t('dialog.close'));
  close.addEventListener('click', onClose);
  panel.append(seal, title, close, h('p', '', t('win.text', {n: game.cards})), dl, ...(shown ? [h('p', 'fact', t('win.shown'))] : []), today, row);
  return panel;
}
