/**
 * Playing by keyboard alone. The table is one stop of the Tab key; within it the arrows go from pile to pile by where they lie,
 * and up and down choose, in a fan, how many cards of a run are meant.
 *
 * @typedef {import('./geometry').Way} Way
 * @typedef {import('../table/types').Scene} Scene
 */
import {inOrder, nearest} from './geometry.js';

/** @type {Record<string, Way>} */
const ARROWS = {ArrowLeft: 'left', ArrowRight: 'right', ArrowUp: 'up', ArrowDown: 'down'};
/** Letters, as they are printed on the key. The help lists them under `key.X`. */
/** @typedef {'turn' | 'forward' | 'undo' | 'redo' | 'restart' | 'new' | 'help' | 'hint' | 'oracle' | 'chance' | 'lost' | 'show' | 'finish' | 'peek' | 'menu' | 'copy' | 'share' | 'knows'} Command */
/** @type {Record<string, Command>} */
export const LETTERS = {t: 'turn', f: 'forward', z: 'undo', y: 'redo', h: 'hint', c: 'chance', o: 'oracle', w: 'lost', s: 'show', a: 'finish', r: 'restart', n: 'new', p: 'peek', k: 'knows', l: 'copy', e: 'share', m: 'menu', '?': 'help'};
/** In the order of where the piles lie: on, and back. @type {Record<string, 1 | -1>} */
export const ROUND = {'.': 1, ',': -1};
/** To the next target of what is held, or else to what can be picked up; with Shift to the one before. */
export const AIM = 'g';

/** Where each pile lies for the arrows: its first card, whatever its fan. @param {Scene} scene */
export const places = scene => new Map([...scene.piles].map(([name, p]) => [name, {x: p.wellX, y: p.wellY, width: scene.w, height: scene.h}]));

/**
 * @typedef {object} Board
 * @property {() => Scene | null} scene
 * @property {(pile: string) => HTMLElement | null} element
 * @property {(pile: string) => number[]} counts how many cards may be picked up there, smallest first
 * @property {(gesture: () => void, harmless?: boolean) => void} inTurn now, or after the answer that is on its way
 * @property {(pile: string | null, count: number) => void} focused
 * @property {(pile: string, count: number) => void} enter
 * @property {(pile: string, count: number) => void} send
 * @property {() => Set<string | undefined>} lit where what is held may go, or else what can be picked up
 * @property {() => void} escape
 * @property {(what: Command) => void} command
 */

/**
 * @param {HTMLElement} root the table
 * @param {string} first the pile where the Tab key arrives at first
 * @param {Board} board
 */
export function createKeys(root, first, board) {
  let pile = first, count = 1;
  const stop = new AbortController(), {signal} = stop;

  /** Here the Tab key arrives. What is so already is not written again: for the element with the focus a browser then lays out the page. @param {HTMLElement} e */
  const enter = e => { if (e.tabIndex !== 0) e.tabIndex = 0; };

  /** @param {string} to @param {boolean} [take] whether the focus goes there too */
  function go(to, take = true) {
    const old = board.element(pile), next = board.element(to);
    if (!next) return;
    if (old && old !== next) old.tabIndex = -1;
    if (to !== pile) count = 1;
    pile = to;
    enter(next);
    if (take && document.activeElement !== next) next.focus({preventScroll: true});
    board.focused(document.activeElement === next ? pile : null, count);
  }

  /** @param {Way} way */
  function step(way) {
    const scene = board.scene();
    if (!scene) return;
    if (scene.piles.get(pile)?.fan === 'down' && (way === 'up' || way === 'down')) {
      const all = board.counts(pile), i = all.indexOf(count);
      const next = way === 'up' ? all.find(n => n > count) : i > 0 ? all[i - 1] : count > 1 ? 1 : undefined;
      if (next !== undefined) { count = next; board.focused(pile, count); return; }
    }
    const to = nearest(places(scene), pile, way);
    if (to) go(to);
  }

  /** @param {1 | -1} by @param {Set<string | undefined>} [among] */
  function round(by, among) {
    const scene = board.scene(), all = scene ? inOrder(scene).filter(p => !among || p === pile || among.has(p)) : [];
    if (all.length) go(all[(all.indexOf(pile) + by + all.length) % all.length]);
  }

  /** @param {KeyboardEvent} e */
  function onKey(e) {
    if (e.defaultPrevented || e.altKey || document.querySelector('dialog[open]')) return;
    const target = /** @type {HTMLElement} */ (e.target), inside = root.contains(target);
    if (target.closest('input, textarea, select, [contenteditable]')) return;
    const letter = e.key.length === 1 ? e.key.toLowerCase() : e.key;
    if (e.ctrlKey || e.metaKey) {
      if (letter === 'z') { e.preventDefault(); board.command(e.shiftKey ? 'redo' : 'undo'); }
      else if (letter === 'y') { e.preventDefault(); board.command('redo'); }
      return;
    }
    const nowhere = target === document.body || target === document.documentElement;    // nothing has the focus: it is the table's
    if (nowhere && (ARROWS[e.key] || ROUND[e.key])) go(pile);
    if ((inside || nowhere) && ROUND[e.key]) { e.preventDefault(); board.inTurn(() => round(ROUND[e.key]), true); return; }
    if ((inside || nowhere) && ARROWS[e.key]) { e.preventDefault(); board.inTurn(() => step(ARROWS[e.key]), true); return; }
    if (inside && (e.key === 'Enter' || e.key === ' ')) {
      e.preventDefault();
      if (e.repeat) return;
      const send = e.shiftKey;
      board.inTurn(() => send ? board.send(pile, count) : board.enter(pile, count));
      return;
    }
    if (letter === AIM) { e.preventDefault(); board.inTurn(() => round(e.shiftKey ? -1 : 1, board.lit()), true); return; }
    if (e.key === 'Escape') { board.escape(); return; }
    if (letter in LETTERS && !(e.repeat && !'tzy'.includes(letter))) { e.preventDefault(); board.command(LETTERS[letter]); }
  }

  document.addEventListener('keydown', onKey, {signal});
  root.addEventListener('keyup', e => { if (e.key === ' ') e.preventDefault(); }, {signal});       // else the button is pressed once more
  // a click without a pointer: a screen reader, a switch
  root.addEventListener('click', e => {
    const button = /** @type {HTMLElement} */ (e.target).closest?.('[data-pile]');
    if (e.detail === 0 && button instanceof HTMLElement && button.dataset.pile) { go(button.dataset.pile); board.inTurn(() => board.enter(pile, count)); }
  }, {signal});
  root.addEventListener('focusin', e => {
    const name = /** @type {HTMLElement} */ (e.target).dataset?.pile;
    if (name && name !== pile) go(name, false); else if (name) board.focused(name, count);
  }, {signal});
  root.addEventListener('focusout', () => board.focused(null, 1), {signal});

  return {
    get pile() { return pile; },
    get count() { return count; },
    /** After a paint: the stop of the Tab key is where it was. */
    keep() {
      const all = board.counts(pile);
      if (count > 1 && !all.includes(count)) count = 1;
      const e = board.element(pile);
      if (e) enter(e);
      if (e && document.activeElement === e) board.focused(pile, count);
    },
    /** The focus goes to this pile. @param {string} to @param {boolean} [take] */
    go: (to, take = true) => { count = 1; go(to, take); },
    /** A key that was pressed before. */
    pressed: onKey,
    stop: () => stop.abort(),
  };
}
