/**
 * The player's hand: what is held, where it may go, and what gestures of finger, mouse and keyboard come to.
 *
 * While an answer is on its way, gestures wait for it in order and are read against the table that it leaves; so none is lost
 * or doubled, and none is a guess. While the server is away nothing new is begun.
 *
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Held} Held
 * @typedef {import('./types').Spot} Spot
 * @typedef {import('./types').Choice} Choice
 * @typedef {ReturnType<typeof import('./desk').createDesk>} Desk
 * @typedef {ReturnType<typeof import('./board').createBoard>} Board
 * @typedef {import('./desk').Stride} Stride
 */
import {afterwards} from './afterwards.js';
import {answering, dropTarget, felt, fingered, inOrder} from './geometry.js';
import {choiceTo, choicesOf, counts, doubleTap, faceAt, heldAt, partners, pressOf, size, tap, targets} from './state.js';

const WAITING = 24;                                                // gestures that may wait: a held key, a hurried finger
const FOLLOWED = 1000;                                             // ms in which a tap on the target still belongs to the tap that sent the card there

/**
 * @param {object} o
 * @param {Game} o.game
 * @param {Desk} o.desk
 * @param {Board} o.board
 * @param {(why: 'illegal' | 'away', what?: Stride) => void} o.onNo `what`: the step that there is not
 * @param {(held: Held | null) => void} o.onHeld
 * @param {(what: {held: Held, targets: string[], choose: boolean, again: boolean} | null) => void} o.onTold what was picked up (`again`: it was in hand already), and whether a foundation is to be chosen; null: put back
 * @param {() => boolean} o.atOnce whether one tap plays a card that has one target
 * @param {(pile: string) => void} o.onFocus a pile the player has just touched or played to
 * @param {{begin(pile: string, how: 'hold' | 'rest', any?: boolean): boolean, end(): boolean}} o.looking
 * @param {() => boolean} [o.frozen] whether the table only shows something now: one may look around, and touch nothing
 */
export function createHand({game, desk, board, onNo, onHeld, onTold, onFocus, atOnce, looking, frozen = () => false}) {
  /** @type {Held | null} */
  let held = null;
  /** @type {Set<string> | undefined} */
  let only;
  /** Where what is held may go. @type {Set<string>} */
  let lit = new Set();
  /** @type {{held: Held, keys: string[], x: number, y: number, from: {x: number, y: number}, dropped: boolean} | null} */
  let carried = null;
  /** @type {{to: string, at: number} | null} where one tap has just sent a card, and when */
  let sent = null;
  /** @type {(() => void)[]} */
  const waiting = [];
  /** @type {(() => void) | null} what has just been let go, and is about to fall */
  let falling = null;

  /** @param {Held | null} next @param {Set<string>} [limit] */
  function hold(next, limit) {
    held = next;
    only = limit;
    const sure = desk.writing ? null : held;                       // before the answer the choices are those of before
    lit = sure ? limit ?? targets(desk.view, sure) : new Set();
    board.mark(held, lit, sure && !limit ? partners(desk.view, sure) : new Set());
    onHeld(held);
  }

  /** What was let go falls where it belongs. */
  function fall() {
    const landing = falling;
    falling = null;
    landing?.();
  }

  /** @param {Choice} choice */
  function play(choice) {
    hold(null);
    if (choice.to) onFocus(choice.to);
    void desk.act('move', {choice});
  }

  /** @param {Held} what @param {Set<string>} [limit] */
  function pick(what, limit) {
    const again = held?.pile === what.pile && held.count === what.count;
    hold(what, limit);
    onTold({held: what, targets: board.scene ? inOrder(board.scene).filter(p => lit.has(p)) : [...lit], choose: !!limit, again});
  }

  function putBack() {
    const was = held;
    hold(null);
    if (was) onTold(null);
  }

  /** @param {Held} what */
  function refuse(what) {
    board.motion.shake(board.keysOf(what));
    onNo('illegal');
  }

  /** @param {import('./state').Deed} deed @returns {'acted' | 'held' | 'none'} */
  function carryOut(deed) {
    switch (deed.do) {
      case 'play': play(deed.choice); return 'acted';
      case 'hold': pick(deed.held, deed.only); return 'held';
      case 'drop': putBack(); return 'none';
      case 'refuse': refuse(deed.held); return 'none';
      default: return 'none';
    }
  }

  /**
   * Now, or after the answer that is on its way.
   * @template T @param {() => T} gesture @param {boolean} [harmless] done even while the server is away: it only looks around
   * @returns {T | null} null: it waits, or was refused
   */
  function inTurn(gesture, harmless = false) {
    fall();
    if (frozen()) return harmless ? gesture() : null;
    if (desk.away) {
      if (harmless) return gesture();
      onNo('away');
      return null;
    }
    if (!desk.writing && !waiting.length) return gesture();
    if (waiting.length < WAITING) waiting.push(gesture);
    return null;
  }

  function workOff() {
    while (waiting.length && !desk.writing) waiting.shift()?.();
  }

  /** @param {Spot} spot @returns {Spot} with a real index: a tap on a place means its top card */
  const real = spot => ({pile: spot.pile, index: Math.min(spot.index, Math.max(0, size(desk.view, spot.pile) - 1))});

  /** A tap beside the right foundation is a tap on it. @param {Spot} spot @returns {Spot} */
  function meant(spot) {
    const legal = held ? only ?? targets(desk.view, held) : new Set(), {scene} = board;
    const to = !scene || legal.has(spot.pile) ? null : answering(scene.piles, legal, spot.pile, scene.w);
    return real(to ? {pile: to, index: Infinity} : spot);
  }

  /** Whether a tap is the second half of "card, then target", the first of which has sent the card already. @param {Spot} spot @param {number} at */
  function follows(spot, at) {
    const to = sent && at - sent.at < FOLLOWED ? sent.to : null, {scene} = board;
    sent = null;
    return to !== null && (spot.pile === to || (scene !== null && answering(scene.piles, new Set([to]), spot.pile, scene.w) === to));
  }

  function letGo() {
    carried = null;
    return board.release();
  }

  /** What would become of what is carried, dropped here. @param {{x: number, y: number}} at */
  function aimed(at) {
    const {scene} = board;
    if (!carried || !scene) return {to: null, refused: false, same: false};
    const {held: mine, keys, x, y} = carried;
    const same = keys.join() === board.keysOf(mine).join();
    const legal = same ? (held?.pile === mine.pile && held.count === mine.count && only) || targets(desk.view, mine) : new Set();
    return {...dropTarget(scene.piles, legal, mine.pile, {x, y, width: scene.w, height: scene.h}, at), same};
  }

  /** @param {{x: number, y: number}} at */
  function land(at) {
    if (!carried) return;
    const {held: mine, keys} = carried, {to, refused, same} = aimed(at);
    const choice = to && choiceTo(desk.view, mine, to);
    letGo();
    if (choice) { play(choice); return; }
    hold(null);
    board.motion.home(keys, refused && same);
    if (refused && same) onNo('illegal');
  }

  return {
    get held() { return held; },
    get lit() { return lit; },
    inTurn,

    /** An answer or a new view has come: what is held may be gone, and what waited goes on. @param {boolean} [ok] false: what waited is void */
    settle(ok = true) {
      if (!ok) waiting.length = 0;
      if (held && !choicesOf(desk.view, held).length) hold(null);
      else if (held) hold(held, only);
      workOff();
    },

    /** The gestures of the pointer; these wait by themselves. The others below are to be called in turn. @type {import('./input').Hands} */
    pointer: {
      touch() { fall(); looking.end(); board.motion.finish(); },
      near({x, y}) {
        const {scene} = board, pile = scene && felt(scene.piles, {x, y});
        if (!pile) return null;
        const beside = scene.cards.filter(c => c.pile === pile && c.fan === 'down' && c.y <= y).at(-1);
        return {pile, index: beside?.index ?? Infinity};
      },
      meant(spot, y) {
        const {scene} = board;
        if (held || !scene || spot.index === Infinity || scene.piles.get(spot.pile)?.fan !== 'down') return spot;
        const mine = scene.cards.filter(c => c.pile === spot.pile), strips = mine.map((c, i) => ({index: c.index, y: c.y, bottom: mine[i + 1]?.y ?? c.y + scene.h}));
        return {...spot, index: fingered(strips, spot.index, y, index => choicesOf(desk.view, heldAt(desk.view, {pile: spot.pile, index})).length > 0)};
      },
      presses: spot => !!pressOf(desk.view, spot.pile),
      tap(spot, at) {
        if (carried) return 'none';
        onFocus(spot.pile);
        return inTurn(() => {
          if (follows(spot, at)) return 'acted';
          const first = !held, deed = tap(game, desk.view, held, meant(spot), atOnce());
          if (first && deed.do === 'play' && deed.choice.to) sent = {to: deed.choice.to, at};
          return carryOut(deed);
        }) ?? 'acted';
      },
      double(spot) {
        if (carried) return;
        inTurn(() => {
          const deed = doubleTap(game, desk.view, real(spot));
          carryOut(deed.do === 'nothing' ? tap(game, desk.view, held, real(spot)) : deed);
        });
      },
      lift(spot) {
        const {scene} = board, at = real(spot), mine = heldAt(desk.view, at);
        sent = null;
        if (frozen()) return false;
        if (carried || !scene || desk.away) { if (desk.away) onNo('away'); return false; }
        if (desk.view.status === 'won' || pressOf(desk.view, at.pile) || faceAt(desk.view, at.pile, at.index) === null) return false;
        if (!choicesOf(desk.view, mine).length && mine.count > 1) { refuse(mine); return false; }
        const keys = board.keysOf(mine), first = scene.cards.find(c => c.key === keys[0]);
        if (!first) return false;
        hold(mine, held?.pile === mine.pile && held.count === mine.count ? only : undefined);
        carried = {held: mine, keys, x: first.x, y: first.y, from: {x: first.x, y: first.y}, dropped: false};
        onFocus(at.pile);
        return true;
      },
      drag(dx, dy, at) {
        if (!carried || carried.dropped) return;
        carried.x = carried.from.x + dx;
        carried.y = carried.from.y + dy;
        board.carry(carried.keys, carried.x, carried.y);
        const {to, refused} = desk.writing ? {to: null, refused: false} : aimed(at);
        board.aim({to, refused});
      },
      drop(at) {
        if (!carried) return;
        carried.dropped = true;                                    // it stays where it was let go, and is read when its turn comes:
        falling = () => { if (carried && inTurn(() => { land(at); return true; }) === null && desk.away) { hold(null); board.motion.home(letGo(), false); } };
        afterwards(fall);                                          // that it was let go is seen first
      },
      cancel() {
        hold(null);
        board.motion.home(letGo(), false);
      },
      outside() { looking.end(); if (!carried) putBack(); },
      // where a tap would come to nothing a long press is a look, whatever there is to be seen; elsewhere a slow tap is a tap
      hold: spot => looking.begin(spot.pile, 'hold', frozen() || ['refuse', 'nothing'].includes(tap(game, desk.view, held, real(spot)).do)),
      release: () => void looking.end(),
      rest(pile) { if (pile) looking.begin(pile, 'rest'); else { looking.end(); board.regard(null); } },
    },

    /** Enter on a pile: picks up so many cards, or puts down what is held. @param {string} pile @param {number} count */
    enter(pile, count) {
      board.motion.finish();
      const sizes = counts(desk.view, pile);
      if (count === 1 && sizes.length === 1) [count] = sizes;      // only the whole run can go
      const press = pressOf(desk.view, pile), choice = held && held.pile !== pile ? choiceTo(desk.view, held, pile) : undefined;
      if (choice && (!only || only.has(pile))) play(choice);
      else if (press) play(press);
      else if (held?.pile === pile && held.count === count) putBack();
      else if (size(desk.view, pile) && choicesOf(desk.view, {pile, count}).length) pick({pile, count});
      else if (held) { onNo('illegal'); board.motion.shake(board.keysOf(held)); }
      else if (size(desk.view, pile)) refuse({pile, count: 1});
      else onNo('illegal');
    },

    /** To its foundation; asked for again, to the first of several. @param {string} pile @param {number} count */
    send(pile, count) {
      board.motion.finish();
      const deed = doubleTap(game, desk.view, {pile, index: size(desk.view, pile) - count});
      const first = deed.do === 'hold' && only && held?.pile === pile && held.count === count ? choiceTo(desk.view, held, [...only][0]) : undefined;
      if (first) play(first); else if (deed.do === 'nothing') refuse({pile, count}); else carryOut(deed);
    },

    /** What lies on a press, wherever it is: one card turned, or the waste turned over. */
    press() {
      board.motion.finish();
      const choice = desk.view.choices.find(c => c.press);
      if (choice) play(choice); else onNo('illegal');
    },

    /** A step, or so far into the history. @param {Stride | {head: number}} what */
    step(what) {
      board.motion.finish();
      sent = null;
      hold(null);
      if (typeof what !== 'string') void desk.act('goto', what);
      else if (desk.may(what)) void desk.act(what);
      else onNo('illegal', what);
    },

    escape() { if (!carried) putBack(); },
    /** Everything is put back where it lies. */
    empty() { waiting.length = 0; hold(null); if (carried) board.motion.home(letGo(), false); },
    /** @param {string} pile */
    counts: pile => counts(desk.view, pile),
  };
}
