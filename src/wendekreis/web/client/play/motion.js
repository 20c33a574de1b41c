/**
 * The movements. The table is always painted in its final state at once; what moves is only seen to come from where it was.
 * So a movement can be ended at any moment, and nothing that is animated can be lost or doubled.
 *
 * Durations and curves are the tokens of the style sheet. With prefers-reduced-motion they are 0: a short fade tells what changed.
 *
 * @typedef {import('./types').Step} Step
 * @typedef {import('../table/types').Scene} Scene
 * @typedef {import('../table/paint').Table} Table
 * @typedef {{x: number, y: number}} Point
 * @typedef {{start: number, way: 'glide' | 'fill' | 'exchange', from: string, to: string, step: number}} Beat
 */
import {STOCK} from './state.js';

const LANDED = 0.8;                                                // of a glide: cause nearly done, then its effect
const BACK_PACE = 0.6;                                             // undo and redo
const LONG = 5;                                                    // more steps than this hurry along
const WHOLE = 1100;                                                // ms that a long series takes altogether, about
const ABOVE = 50_000;                                              // z-index of what moves
const FADE = 120;

/**
 * When each card of an answer's steps begins to move, in ms from the beginning. Pure.
 * @param {Step[]} steps
 * @param {{glide: number, fill: number}} d
 * @returns {{cards: Map<number, Beat>, flips: Map<number, {start: number, up: boolean}>}}
 */
export function score(steps, d) {
  const cards = new Map(), flips = new Map();
  const between = steps.length > LONG ? Math.min(d.glide * LANDED, WHOLE / steps.length) : d.glide * LANDED;
  steps.forEach((step, n) => {
    const start = n * between, {shifts} = step;
    const swap = shifts.length === 2 && shifts[0].from === shifts[1].to && shifts[0].to === shifts[1].from;
    for (const {cards: ids, from, to} of shifts) for (const id of ids)
      cards.set(id, {start, way: swap ? 'exchange' : step.cause === 'fill' ? 'fill' : 'glide', from: cards.get(id)?.from ?? from, to, step: n});
    for (const f of step.flips) flips.set(f.card, {start, up: f.up});
  });
  return {cards, flips};
}

/**
 * The flat lens across which two cards change places: offsets from the end, both pass on the left.
 * @param {Point} from @param {Point} to @param {number} width of a card
 */
export function lens(from, to, width, n = 16) {
  const dx = to.x - from.x, dy = to.y - from.y, d = Math.hypot(dx, dy) || 1, bow = Math.min(0.16 * d, width);
  return Array.from({length: n + 1}, (_, i) => {
    const t = i / n, s = bow * Math.sin(Math.PI * t);
    return {x: -dx * (1 - t) + (dy / d) * s, y: -dy * (1 - t) - (dx / d) * s};
  });
}

/** @param {string} name @returns {string} */
const token = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
/** @param {string} name @returns {number} ms */
const ms = name => { const v = token(name); return v.endsWith('ms') ? parseFloat(v) : parseFloat(v) * 1000 || 0; };
/** Durations and curves, read once, and again when the player asks for less movement. */
function tempo() {
  const read = () => ({
    glide: ms('--d-glide'), fill: ms('--d-fill'), flip: ms('--d-flip'), refuse: ms('--d-refuse'), win: ms('--d-win'),
    out: token('--e-out') || 'ease-out', inout: token('--e-inout') || 'ease-in-out', shake: token('--e-refuse') || 'linear',
  });
  /** @type {ReturnType<typeof read> | null} */
  let kept = null;
  matchMedia('(prefers-reduced-motion: reduce)').addEventListener('change', () => { kept = null; });
  return () => kept ??= read();
}
/** @param {Point} p */
const px = p => `${p.x}px ${p.y}px`;

/** @param {Table} table */
export function createMotion(table) {
  /** @type {Set<Animation>} */
  const running = new Set();
  /** @type {Set<Element>} */
  const ghosts = new Set();
  /** @type {Map<string, {at: Point, anim: Animation, begun: number}>} cards under way, and where to */
  const underway = new Map();
  let begun = 0;

  /** @param {HTMLElement} e @param {Keyframe[]} frames @param {KeyframeAnimationOptions} how */
  function go(e, frames, how) {
    const anim = e.animate(frames, {fill: 'backwards', ...how});
    running.add(anim);
    anim.finished.catch(() => {}).finally(() => running.delete(anim));
    return anim;
  }

  /** A copy that only flies. @param {HTMLElement} e @param {string | null} [look] style of the place it flies to */
  function ghost(e, look = null) {
    const copy = /** @type {HTMLElement} */ (e.cloneNode(true));
    copy.classList.add('ghost');
    copy.classList.remove('is-lifted', 'is-sel', 'is-focus', 'is-tgt');
    delete copy.dataset.card;
    copy.hidden = false;
    copy.style.translate = '';
    if (look !== null) copy.style.transform = look;
    ghosts.add(copy);
    return copy;
  }

  /** @param {HTMLElement} copy @param {Animation} anim */
  const dropWith = (copy, anim) => { anim.finished.catch(() => {}).finally(() => { copy.remove(); ghosts.delete(copy); }); };

  const d = tempo();
  const calm = () => d().glide === 0;
  /** Longer ways take longer. @param {number} base @param {Point} by */
  const lasting = (base, by) => Math.min(1.5 * base, base * (0.65 + Math.hypot(by.x, by.y) / 900));

  /** Where each card is seen now, in px within the table, with what it looks like. */
  function seen() {
    /** @type {DOMRect | null} */
    let origin = null;                                             // asked for only when a card is under way: it makes the browser lay out the page
    /** @type {Map<string, {at: Point, face: string | null, pile: string, element: HTMLElement, hidden: boolean}>} */
    const places = new Map();
    for (const c of table.scene()?.cards ?? []) {
      const element = table.cardElement(c.key);
      if (!element) continue;
      let at = {x: c.x, y: c.y};
      if (underway.has(c.key)) {
        const r = element.getBoundingClientRect();
        origin ??= table.root.getBoundingClientRect();
        at = {x: r.left + r.width / 2 - origin.left - (table.scene()?.w ?? 0) / 2, y: r.top - origin.top};
      } else if (element.style.translate) {                        // in the hand
        const [x, y = 0] = element.style.translate.split(' ').map(parseFloat);
        at = {x: c.x + x, y: c.y + y};
      }
      places.set(c.key, {at, face: c.face, pile: c.pile, element, hidden: c.buried});
    }
    return places;
  }

  /** From one side to the other while gliding: the first half in the old look, the second in the new. @param {HTMLElement | null} old @param {HTMLElement | null} young @param {Point} from @param {Point} to @param {number} start @param {number} time */
  function turnOver(old, young, from, to, start, time) {
    const half = time / 2, mid = {x: (from.x - to.x) / 2, y: (from.y - to.y) / 2};
    /** The holder glides, its body turns: a turn of the holder would go about the table's corner. @param {HTMLElement} e @param {Point[]} way @param {number[]} turn @param {number} delay @param {string} easing @param {FillMode} [fill] */
    const half_ = (e, way, turn, delay, easing, fill = 'backwards') => {
      const how = {duration: half, delay, easing, fill}, body = /** @type {HTMLElement | null} */ (e.firstElementChild);
      if (body) go(body, turn.map(deg => ({rotate: `y ${deg}deg`})), how);
      return go(e, way.map(p => ({translate: px(p), zIndex: ABOVE + (Number(e.style.zIndex) || 0)})), how);
    };
    if (old) dropWith(old, half_(old, [{x: 0, y: 0}, {x: -mid.x, y: -mid.y}], [0, 90], start, 'ease-in', 'both'));   // edge on until it is taken away
    return young && half_(young, [mid, {x: 0, y: 0}], [90, 0], start + half, d().out);
  }

  const motion = {
    get busy() { return running.size > 0; },
    calm,

    /** Ends every movement at once: the table is as painted. */
    finish() {
      d();                                                         // now, while it costs nothing: after a change the browser would style the page for it
      for (const anim of running) anim.cancel();
      running.clear();
      underway.clear();
      for (const g of ghosts) g.remove();
      ghosts.clear();
    },

    /**
     * Paints by `paint`, and lets everything come from where it was seen before.
     * @param {() => Scene} paint
     * @param {{steps?: Step[], pace?: 'play' | 'back', landing?: boolean, carried?: string[]}} [how]
     *   `landing`: these steps' first part is already under way (the card was dropped), so its effects wait only for the rest;
     *   `carried`: cards in the player's hand stay there
     */
    change(paint, {steps = [], pace = 'play', landing = false, carried = []} = {}) {
      const before = seen(), oldScene = table.scene(), time = d(), k = pace === 'back' ? BACK_PACE : 1;
      const {cards: beats, flips} = score(steps, {glide: time.glide * k, fill: time.fill * k});
      const stockBack = oldScene && table.cardElement(STOCK), stockWas = before.get(STOCK)?.at;
      /** @type {Map<string, HTMLElement>} the old look of cards that turn or go away */
      const olds = new Map();
      if (!calm() && oldScene) {
        for (const id of flips.keys()) { const b = before.get(String(id)); if (b && !b.hidden) olds.set(String(id), ghost(b.element)); }
        for (const [id, beat] of beats) {
          const b = before.get(String(id));
          if (b && beat.to === STOCK && !b.hidden) olds.set(String(id), ghost(b.element));
          if (!b && beat.from === STOCK && stockBack) olds.set(String(id), ghost(stockBack));
        }
      }
      for (const {element} of before.values()) if (element.style.translate) element.style.translate = '';
      const scene = paint();
      const since = landing ? performance.now() - begun : 0;
      if (!landing) begun = performance.now();
      if (calm()) { this.fade([...beats.keys()].map(String)); return scene; }
      const later = (/** @type {number} */ start) => Math.max(0, start - (landing ? since : 0));
      const stock = scene.piles.get(STOCK), deck = table.cardElement(scene.cards[0]?.key ?? '')?.parentElement;
      for (const c of scene.cards) {
        const element = table.cardElement(c.key), beat = c.id === null ? undefined : beats.get(c.id), flip = c.id === null ? undefined : flips.get(c.id);
        if (!element || c.buried || carried.includes(c.key)) continue;
        const was = before.get(c.key), old = olds.get(c.key);
        const from = was?.at ?? (beat?.from === STOCK ? stockWas : undefined);
        if (!from) continue;
        const by = {x: from.x - c.x, y: from.y - c.y}, far = Math.hypot(by.x, by.y) > 0.6;
        const going = underway.get(c.key);
        if (going && !flip && Math.hypot(going.at.x - c.x, going.at.y - c.y) < 0.6) continue;   // already on its way there
        if (old && deck) {                                         // turns over, on its way or where it lies
          deck.append(old);
          old.style.transform = `translate(${from.x}px, ${from.y}px)`;
          const lasts = far ? Math.max(time.flip, lasting(time.glide, by)) * k : time.flip * k;
          const a = turnOver(old, element, from, c, later(flip?.start ?? beat?.start ?? 0), lasts);
          if (a) remember(c.key, c, a);
          continue;
        }
        if (!far) continue;
        going?.anim.cancel();
        const way = beat?.way ?? 'glide', start = later(beat?.start ?? 0), z = ABOVE + (beat ? c.z : 0);
        const raise = beat ? {zIndex: z} : {};
        if (way === 'exchange') {
          const path = lens(from, c, scene.w).map(p => ({translate: px(p), ...raise}));
          remember(c.key, c, go(element, path, {duration: 1.6 * time.glide * k, delay: start, easing: d().inout}));
        } else {
          const base = (way === 'fill' ? time.fill : time.glide) * k;
          remember(c.key, c, go(element, [{translate: px(by), ...raise}, {translate: '0 0', ...raise}], {duration: lasting(base, by), delay: start, easing: d().out}));
        }
      }
      // cards that went into the stock have no element any more
      for (const [key, old] of olds) {
        const beat = beats.get(Number(key)), was = before.get(key);
        if (old.isConnected || !deck) continue;
        if (beat?.to !== STOCK || !was || !stock) { ghosts.delete(old); continue; }
        deck.append(old);
        old.style.transform = `translate(${was.at.x}px, ${was.at.y}px)`;
        const back = table.cardElement(STOCK), young = back && ghost(back, `translate(${stock.wellX}px, ${stock.wellY}px)`);
        if (young) deck.append(young);
        const by = {x: was.at.x - stock.wellX, y: was.at.y - stock.wellY};
        const a = turnOver(old, young, was.at, {x: stock.wellX, y: stock.wellY}, later(beat.start), lasting(time.glide, by) * k);
        if (young && a) dropWith(young, a);
      }
      return scene;
    },

    /** The whole table comes from where it was, and from how large it was. @param {DOMRect} was */
    resize(was) {
      const is = table.root.getBoundingClientRect(), from = `translate(${was.x - is.x}px, ${was.y - is.y}px) scale(${was.width / is.width}, ${was.height / is.height})`;
      if (!calm() && is.width && Math.abs(was.width - is.width) > 1) go(table.root, [{transform: from}, {transform: 'none'}], {duration: 1.5 * d().glide, easing: d().out});
    },

    /** Cards that were let go of go back to where they lie. @param {string[]} keys @param {boolean} shake an illegal drop */
    home(keys, shake) {
      const places = seen(), time = d();
      for (const key of keys) {
        const element = table.cardElement(key), c = table.scene()?.cards.find(x => x.key === key), was = places.get(key);
        if (!element || !c || !was) continue;
        element.style.translate = '';
        element.style.zIndex = String(c.z);
        const by = {x: was.at.x - c.x, y: was.at.y - c.y};
        if (calm()) continue;
        const a = go(element, [{translate: px(by), zIndex: ABOVE + c.z}, {translate: '0 0', zIndex: ABOVE + c.z}], {duration: lasting(time.glide, by), easing: d().out});
        remember(key, c, a);
        if (shake) a.finished.then(() => motion.shake([key])).catch(() => {});
      }
      if (shake && calm()) this.shake(keys);
    },

    /** No, said with the card. @param {string[]} keys */
    shake(keys) {
      const time = d().refuse;
      for (const key of keys) {
        const element = table.cardElement(key);
        table.setState(key, 'refused', true);
        setTimeout(() => table.setState(key, 'refused', false), time || 600);
        if (element && time) go(element, [{translate: '0 0'}, {translate: '-5px 0'}, {translate: '4px 0'}, {translate: '-2px 0'}, {translate: '0 0'}], {duration: time, easing: d().shake});
      }
    },

    /** @param {string[]} keys */
    fade(keys) { for (const key of keys) { const e = table.cardElement(key); if (e) go(e, [{opacity: 0.2}, {opacity: 1}], {duration: FADE}); } },

    /** The foundations rise in turn, clockwise, while the twelve parts of the scale border light up. @param {Scene} scene */
    win(scene) {
      if (calm()) return;                                          // the border is lit at once, by the style sheet
      const border = table.root.querySelector('.g-won'), mid = {x: scene.width / 2, y: scene.height / 2}, shadow = token('--shadow-lift');
      const north = (/** @type {number} */ x, /** @type {number} */ y) => (Math.atan2(x - mid.x, mid.y - y) + 2 * Math.PI) % (2 * Math.PI);
      const round = [...scene.piles.values()].filter(p => p.role === 'foundation' && p.topKey).map(p => ({p, angle: north(p.topX + scene.w / 2, p.topY + scene.h / 2)}));
      round.sort((a, b) => a.angle - b.angle).forEach(({p}, i) => {
        const e = table.cardElement(/** @type {string} */ (p.topKey)), how = {duration: 420, delay: i * 90, easing: d().inout};
        if (e) go(e, [{translate: '0 0'}, {translate: '0 -14px'}, {translate: '0 0'}], how);
        if (e?.firstElementChild) go(/** @type {HTMLElement} */ (e.firstElementChild), [{}, {boxShadow: shadow}, {}], how);
      });
      if (border) go(/** @type {any} */ (border), [{strokeDasharray: '0 12'}, {strokeDasharray: '12 0'}], {duration: d().win, easing: 'steps(12)', fill: 'both'});
    },

    /** Resolves when nothing moves any more. */
    async settled() { while (running.size) await Promise.allSettled([...running].map(a => a.finished)); },
  };

  /** @param {string} key @param {Point} at @param {Animation} anim */
  function remember(key, at, anim) {
    const entry = {at: {x: at.x, y: at.y}, anim, begun: performance.now()};
    underway.set(key, entry);
    anim.finished.catch(() => {}).finally(() => { if (underway.get(key) === entry) underway.delete(key); });
  }
  return motion;
}
