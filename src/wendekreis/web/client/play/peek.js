/**
 * The cards of a pile spread out over the table, towards its middle, so that each shows its index. A long pile takes several
 * columns. Loaded at the first look.
 *
 * @typedef {import('../table/types').Scene} Scene
 * @typedef {import('../table/types').Paint} Paint
 */
import {body} from '../table/card.js';
import {h} from '../table/dom.js';
import {capital, comingWords, pileName, under} from './speech.js';
import {STOCK} from './state.js';

const STRIP = 0.31;                                                // of a card's height: an index at its largest
const COLUMN = 1.06;                                               // card widths from column to column

/**
 * Where each card lies, bottom to top, in px: down the columns, the top card last.
 * @param {{width: number, height: number, w: number, h: number}} scene
 * @param {{topX: number, topY: number}} pile
 * @param {number} n
 */
export function places({width, height, w, h: tall}, pile, n) {
  const strip = STRIP * tall, most = Math.max(1, Math.floor((height - tall) / strip) + 1), columns = Math.ceil(n / most), rows = Math.ceil(n / columns);
  const apart = columns > 1 ? Math.min(COLUMN * w, (width - w) / (columns - 1)) : 0;
  const wide = w + (columns - 1) * apart, long = tall + (rows - 1) * strip, north = pile.topY + tall / 2 <= height / 2 + 1;
  const clamp = (/** @type {number} */ v, /** @type {number} */ most) => Math.max(0, Math.min(v, most));
  const x0 = clamp(pile.topX + w / 2 > width / 2 ? pile.topX + w - wide : pile.topX, width - wide), y0 = clamp(north ? pile.topY : pile.topY + tall - long, height - long);
  return Array.from({length: n}, (_, i) => ({x: x0 + Math.floor(i / rows) * apart, y: y0 + (i % rows) * strip, last: i % rows === rows - 1 || i === n - 1, strip}));
}

/**
 * @param {Scene} scene @param {string} name the pile @param {(string | null)[]} faces bottom to top @param {Paint} paint
 * @param {{alone: boolean, calm: boolean}} how `alone`: everything else steps back; `calm`: at once
 * @returns {HTMLElement}
 */
export function drawLook(scene, name, faces, paint, {alone, calm}) {
  const layer = h('div', `look${alone ? ' alone' : ''}`), p = scene.piles.get(name);
  layer.setAttribute('aria-hidden', 'true');
  if (!p) return layer;
  places(scene, p, faces.length).forEach(({x, y, last, strip}, i) => {
    const card = h('div', `card${last ? '' : ' covered fan-down'}`, body(faces[i], paint));
    card.style.transform = `translate(${x}px, ${y}px)`;
    if (!last) card.style.setProperty('--step', `${strip}px`);
    if (!calm) card.animate([{translate: `${p.topX - x}px ${p.topY - y}px`}, {translate: '0 0'}], {duration: 140, easing: 'cubic-bezier(.2, .8, .2, 1)'});
    layer.append(card);
  });
  return layer;
}

/** All that lies in a pile, from the top down, and what will drop into its place. @param {import('./types').Say} t @param {import('./types').Game} game @param {string} lang @param {import('./types').View} view @param {string} pile */
export function contents(t, game, lang, view, pile) {
  const ids = view.piles[pile] ?? [], name = capital(pileName(game, lang, pile)), coming = comingWords(t, view, pile);
  const words = pile === STOCK && view.stock ? t('pile.cards', {n: view.stock}) : ids.length ? under(t, view, ids) : t('pile.empty');
  return [`${name}: ${words}.`, coming && capital(coming)].filter(Boolean).join(' ');
}
