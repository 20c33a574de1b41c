/**
 * What stands where there is no table: why, and the ways on. The notice beside it says what the page waits for, if it waits.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 */
import {h} from '../table/dom.js';
import {unnamed, winnableOnly} from './deals.js';
import {kept} from './kept.js';
import {insist, newPlay} from './open.js';
import {errorText} from './net.js';

/**
 * @param {object} o
 * @param {Context} o.context @param {import('./types').Game} o.game
 * @param {HTMLElement} o.stage
 * @param {unknown} o.error what the server has said; null: there is no answer yet
 * @param {(why: import('./net').Trouble | null) => void} o.waits
 * @param {(view: View) => void} o.dealt another play has been begun
 * @param {AbortSignal} o.signal the page is gone
 */
export function showNowhere({context, game, stage, error, waits, dealt, signal}) {
  const {texts: t, games, lang} = context, words = h('p', '', error ? errorText(error, t) : t('lost.waiting_more'));
  const home = h('a', 'btn outline', t('menu.home')), other = error ? null : kept(), of = games.find(g => g.id === other?.game), ways = /** @type {HTMLElement[]} */ ([home]);
  home.href = '/';
  if (error) {
    const again = h('button', 'btn primary', t(winnableOnly(game) ? 'new.random_winnable' : 'new.random'));
    again.addEventListener('click', () => insist(() => newPlay(context.api, game.id, unnamed(game)), waits, signal)
      .then(dealt, refused => { if (!signal.aborted) words.textContent = errorText(refused, t); }));
    ways.unshift(again);
  }
  if (other && of) {
    const way = h('a', 'btn primary', t('lost.stored', {game: of.names[lang]}));
    way.href = `/play/${encodeURIComponent(of.id)}?play=${encodeURIComponent(other.id)}`;
    ways.unshift(way);
  }
  if (error || !stage.firstElementChild) stage.replaceChildren(h('div', 'lost', h('h1', '', t(error ? 'lost.title' : 'lost.waiting')), words, h('div', 'row', ...ways)));
}
