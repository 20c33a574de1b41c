/**
 * The table as it is first seen: cards, bars, strip. All else that a play needs is fetched while the player looks at it; then
 * the sitting sits down at this very table.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 * @typedef {ReturnType<typeof layTable>} Laid
 */
import {h} from '../table/dom.js';
import {createBars} from './bars.js';
import {createBoard} from './board.js';
import {clockText} from './clock.js';
import {createLayout} from './layout.js';
import {otherIndex, settings} from './settings.js';
import {createStrip} from './strip.js';

// On which side stock, waste and buttons lie: as the game has it, or where the player wants them. What turns a layout is loaded when it is wanted.
/** @type {typeof import('./lefthanded.js').onSide | null} */
let turn = null;

/** Resolves when layouts can be had for the side that was chosen. Without a network the table stays as it is. */
export async function sides() {
  if (settings().side !== 'auto' && !turn) turn = await import('./lefthanded.js').then(m => m.onSide, () => null);
}

/** The game's layouts for the side that was chosen; undefined: as the game has them. @param {import('./types').Game} game @returns {import('./types').Game['layouts'] | undefined} */
export function sided({layouts, piles}) {
  const {side} = settings(), onSide = turn;
  if (side === 'auto' || !onSide) return undefined;
  const roles = new Map(piles.map(p => [p.name, p.role]));
  return /** @type {any} */ (Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, onSide(/** @type {any} */ (layout), pile => roles.get(pile) ?? '', side)])));
}

/** @param {{context: Context, game: import('./types').Game, view: View, app: HTMLElement, stage: HTMLElement}} o */
export function layTable({context, game, view, app, stage}) {
  const {texts: t, lang} = context, look = settings(), surface = h('div', ''), strip = createStrip(t);

  /** Who answers for the table: at first nobody, then the sitting. */
  const host = {
    /** What lies on it. */
    seen: () => view,
    /** How the play stands. */
    play: () => view,
    /** @returns {Parameters<ReturnType<typeof createBars>['update']>[1]} */
    standing: () => ({away: false, light: look.light === 'on' ? null : 'dark', hints: view.hints ?? {advice: 0, oracle: 0}, today: null, undoes: null}),
    /** @returns {string | null} */
    time: () => look.timer === 'on' ? clockText(view.played_ms) : null,
    /** @returns {HTMLElement | null} */
    beside: () => null,
    /** What was done while nobody was there. @type {(KeyboardEvent | MouseEvent | import('./bars').Tool)[]} */
    missed: [],
    /** @param {import('./bars').Tool} tool */
    act(tool) { host.missed.push(tool); },
    laid() {},
  };

  stage.replaceChildren(surface);
  const board = createBoard(surface, {game, lang, texts: t, faces: look.faces, international: look.index === otherIndex(lang), view: () => host.seen(), layouts: sided(game)});
  const layout = createLayout({stage, surface, board, texts: t, beside: () => host.beside(),
    makeBars(shape, width) {
      const bars = createBars(app, {context, game, shape, width, stage, strip: strip.element, act: tool => host.act(tool)});
      bars.update(host.play(), host.standing());
      bars.time(host.time());
      return bars;
    },
    done: () => [game.piles.filter(p => p.role === 'foundation').reduce((n, p) => n + (host.seen().piles[p.name]?.length ?? 0), 0), game.cards],
    onLaid() { app.dataset.side = sided(game) ? settings().side : 'auto'; host.laid(); }});
  layout.layOut();
  const alone = new AbortController(), miss = (/** @type {any} */ e) => { host.missed.push(e); };
  document.addEventListener('keydown', miss, {signal: alone.signal});
  surface.addEventListener('click', miss, {signal: alone.signal});
  /** Somebody is there. */
  const meet = () => alone.abort();
  return {meet, surface, board, layout, strip, host};
}
