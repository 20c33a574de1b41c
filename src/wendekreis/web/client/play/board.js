/**
 * The painted table of one play: fitted to its stage, with what is held, lit and focused on it.
 *
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Held} Held
 * @typedef {import('./types').Say} Say
 * @typedef {import('../table/types').Scene} Scene
 * @typedef {import('../table/types').Fit} Fit
 */
import {facesFor, fit} from '../table/fit.js';
import {createTable} from '../table/paint.js';
import {scene as sceneOf} from '../table/scene.js';
import {inOrder} from './geometry.js';
import {createMotion} from './motion.js';
import {createSigns} from './signs.js';
import {comingTo} from './state.js';

const HELD_Z = 20_000;

/**
 * @param {HTMLElement} root
 * @param {{game: Game, lang: string, texts: Say, faces: string, international: boolean, view: () => View, layouts?: Game['layouts']}} o
 *   `layouts`: others than the game's
 */
export function createBoard(root, o) {
  const table = createTable(root), motion = createMotion(table), signs = createSigns(root);
  table.list.setAttribute('aria-label', /** @type {any} */ (o.game.names)[o.lang]);
  /** @type {Fit | null} */
  let fitted = null;
  /** @type {Scene | null} */
  let scene = null;
  /** @type {{held: Held | null, targets: Set<string>, partners: Set<string>, carried: {keys: string[], x: number, y: number} | null}} */
  const hand = {held: null, targets: new Set(), partners: new Set(), carried: null};
  /** @type {string | null} a pile that the player looks at, with the mouse or the keyboard */
  let looked = null;
  /** @type {{to: string | null, refused: boolean}} what would become of what is carried */
  let aim = {to: null, refused: false};
  let order = '';

  /** @returns {Scene} */
  function paint() {
    const f = /** @type {Fit} */ (fitted), lit = hand.held && hand.partners.size ? [hand.held.pile, ...hand.partners] : [];
    const next = sceneOf(/** @type {any} */ (o.game), o.view(), f, {lang: o.lang, lit});
    scene = next;
    table.paint(next, manner());
    arrange(next);
    carry();
    sign();
    return next;
  }

  /** @returns {import('../table/types').Paint} */
  const manner = () => ({faces: facesFor(/** @type {Fit} */ (fitted).w, o.faces), lang: o.lang, texts: o.texts, international: o.international});

  /** Whoever reads the piles one after the other reads them by where they lie. @param {Scene} next */
  function arrange(next) {
    const names = inOrder(next), now = names.join();
    if (now === order) return;
    order = now;
    const focused = /** @type {HTMLElement | null} */ (document.activeElement), mine = focused && table.list.contains(focused);
    for (const name of names) { const item = table.pileElement(name)?.parentElement; if (item) table.list.append(item); }
    if (mine) focused.focus({preventScroll: true});
  }

  /** What will drop into the place of what is held, or else looked at. */
  function sign() {
    if (!scene) return;
    const pile = hand.held?.pile ?? looked, coming = pile === null ? null : comingTo(o.view(), pile);
    signs.coming(coming, !!hand.carried && hand.held !== null, scene, manner());
  }

  /** Keys of the top cards of a pile. @param {Held} held @returns {string[]} */
  const keysOf = held => (o.view().piles[held.pile] ?? []).slice(-held.count).map(String);

  function carry() {
    if (!hand.carried || !scene) return;
    const {keys, x, y} = hand.carried, first = scene.cards.find(c => c.key === keys[0]);
    keys.forEach((key, i) => {
      const e = table.cardElement(key), c = scene?.cards.find(s => s.key === key);
      if (!e || !c || !first) return;
      e.style.translate = `${x - first.x}px ${y - first.y}px`;     // all of a run keep their places to the first
      e.style.zIndex = String(HELD_Z + i);
    });
  }

  return {
    table, motion,
    get scene() { return scene; },
    get fit() { return fitted; },
    keysOf,

    /** Fits the table to so much room. @param {number} W @param {number} H @param {{toolsBar?: number, only?: string}} [how] @returns {Fit} */
    fitTo(W, H, how = {}) {
      const {name, w, h, H: high} = fitted ?? {};
      fitted = fit(/** @type {any} */ (o.layouts ?? o.game.layouts), Math.max(W, 1), Math.max(H, 1), how);
      if (name !== fitted.name || w !== fitted.w || h !== fitted.h || high !== fitted.H) motion.finish();
      paint();
      return fitted;
    },

    /** Another choice of faces, indices and places; seen from the next fit on. @param {string} faces @param {boolean} international @param {Game['layouts']} [layouts] */
    look(faces, international, layouts) { Object.assign(o, {faces, international, layouts}); },
    /** How cards are drawn. */
    manner,

    /** Shows the view as it is now, without a movement. */
    show() { if (fitted) paint(); },

    /** Shows the view as it is now, everything coming from where it was. @param {Parameters<ReturnType<typeof createMotion>['change']>[1]} [how] */
    change(how) { if (fitted) motion.change(paint, {...how, carried: hand.carried?.keys}); },

    /** What is held and where it may go. @param {Held | null} held @param {Set<string>} targets @param {Set<string>} partners */
    mark(held, targets, partners) {
      const changed = partners.size > 0 || hand.partners.size > 0;
      Object.assign(hand, {held, targets, partners});
      table.clearStates('sel');
      table.clearStates('tgt');
      if (held && !partners.size) for (const key of keysOf(held)) table.setState(key, 'sel', true);
      for (const name of targets) if (!partners.has(name)) table.setState(name, 'tgt', true);
      if (changed && fitted) paint(); else sign();
    },

    /** The player looks at this pile: what would drop into it is shown. @param {string | null} pile */
    regard(pile) { if (pile !== looked) { looked = pile; sign(); } },

    /** Cards follow the finger: the first of them lies at this point of the table. @param {string[]} keys @param {number} x @param {number} y */
    carry(keys, x, y) {
      if (!hand.carried) for (const key of keys) table.setState(key, 'lifted', true);
      const first = !hand.carried;
      hand.carried = {keys, x, y};
      carry();
      if (first) sign();
    },

    /** What would become of the carried cards if they were dropped now: where they would go, or that they would be refused. @param {{to: string | null, refused: boolean}} next */
    aim(next) {
      if (next.to === aim.to && next.refused === aim.refused) return;
      aim = next;
      for (const state of /** @type {const} */ (['aim', 'fits', 'nogo'])) table.clearStates(state);
      const top = hand.carried?.keys.at(-1);
      if (next.to) table.setState(next.to, 'aim', true);
      if (top && next.to) table.setState(top, 'fits', true);
      if (top && next.refused) table.setState(top, 'nogo', true);
    },

    /** The cards that the last move has moved, by key. @param {string[]} keys */
    last(keys) {
      table.clearStates('lastmove');
      for (const key of keys) table.setState(key, 'lastmove', true);
    },

    /** Lets go of what is carried, where it is. The next change lets it glide from there. @returns {string[]} */
    release() {
      const keys = hand.carried?.keys ?? [];
      this.aim({to: null, refused: false});
      hand.carried = null;
      table.clearStates('lifted');
      sign();
      return keys;
    },

    /** Rings around what a hint points at; null: none. @param {{cards: string[], piles: string[]} | null} at */
    point(at) {
      table.clearStates('hint');
      for (const target of at ? [...at.cards, ...at.piles] : []) table.setState(target, 'hint', true);
    },

    /** @param {string | null} pile @param {number} [count] the ring of the keyboard */
    ring(pile, count = 1) {
      table.clearStates('focus');
      if (pile && count > 1) for (const key of keysOf({pile, count})) table.setState(key, 'focus', true);
    },
  };
}
