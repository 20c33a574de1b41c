/**
 * One play between page and server: the acknowledged view, and what is shown before the answer. Nothing here touches the document.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 * @typedef {import('./types').Choice} Choice
 * @typedef {'move' | 'undo' | 'redo' | 'restart' | 'forward' | 'finish' | 'goto'} What
 * @typedef {'undo' | 'redo' | 'restart' | 'forward' | 'finish'} Stride a step that needs nothing but its name
 * @typedef {{choice?: Choice, head?: number}} How the choice that is played, or how many moves of the history to go to
 *
 * @typedef {{kind: 'expected', choice: Choice, base: View}
 *   | {kind: 'moved', what: What, choice?: Choice, answer: Answer, base: View, undone?: Jump | null}
 *   | {kind: 'refused', what: What, choice?: Choice, error: Refusal}
 *   | {kind: 'replaced', why: 'stale' | 'elsewhere' | 'kept'}} News `kept`: what was shown had been kept from an earlier time; `undone`: what an undo took back, if it was no move
 * @typedef {import('./spans').Jump} Jump
 */
import {Refusal} from './net.js';
import {createSpans} from './spans.js';
import {expect, fold, stillThere} from './state.js';

/**
 * Whether a step is there to be taken.
 * @param {View} view @param {Stride} what
 */
export function may(view, what) {
  if (what === 'finish') return !!view.finish && view.status !== 'won';
  if (what === 'forward') return !!view.forward && view.status !== 'won';
  if (what === 'restart') return view.undo;
  return view[what];
}

/**
 * @param {object} o
 * @param {View} o.view
 * @param {{send(what: What, body: any): Promise<Answer>, resume(): Promise<Answer> | null, left: {what: What, body: {revision: number, move?: string, played_ms?: number}} | null, away: boolean}} o.writer
 * @param {{take(): number, giveBack(ms: number): void, set(ms: number): void}} o.clock
 * @param {() => Promise<View>} o.fetchView
 * @param {(news: News) => void} o.onNews
 * @param {(revision: number) => void} [o.tellOthers] the same play may lie open in another tab
 * @param {() => 'off' | 'safe' | 'always'} [o.auto] which cards go up by themselves after a move
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} [o.storage] keeps over a reload what one undo takes back
 */
export function createDesk({view, writer, clock, fetchView, onNews, tellOthers = () => {}, auto = () => 'off', storage = {getItem: () => null, setItem() {}, removeItem() {}}}) {
  let base = view, shown = view, writing = false, closed = false;
  const spans = createSpans(view, storage);

  /** @param {News} news */
  const tell = news => { if (!closed) onNews(news); };

  /** @param {View} next @param {'stale' | 'elsewhere' | 'kept'} why */
  function replace(next, why) {
    base = shown = next;
    spans.forget();
    clock.set(next.played_ms);
    tell({kind: 'replaced', why});
  }

  /** @param {What} what @param {How} how */
  function possible(what, {choice, head}) {
    if (what === 'move') return !!choice && !!stillThere(base, choice);
    if (what === 'goto') return head !== undefined && head !== base.counts.moves;
    return able(what);
  }

  /** @param {Stride} what */
  const able = what => may(base, what) || what === 'undo' && !!spans.undoes(base.counts.moves);

  /**
   * A write, from its sending to what has become of it.
   * @param {What} what @param {Choice | undefined} choice @param {number} played @param {() => Promise<Answer>} sending
   */
  async function carry(what, choice, played, sending) {
    writing = true;
    if (choice) {
      shown = expect(base, choice);
      tell({kind: 'expected', choice, base});
    }
    try {
      const answer = await sending(), old = base, from = old.counts.moves, undone = what === 'undo' ? spans.undoes(from) : null;
      writing = false;
      base = shown = fold(old, answer);
      clock.set(answer.played_ms);
      spans.note(what, from, base.counts.moves, base.revision);
      tellOthers(base.revision);
      tell({kind: 'moved', what, choice, answer, base: old, undone});
      return true;
    } catch (error) {
      writing = false;
      shown = base;
      clock.giveBack(played);
      if (!(error instanceof Refusal)) throw error;
      if (error.body?.view) replace(error.body.view, 'stale'); else tell({kind: 'refused', what, choice, error});
      return false;
    }
  }

  return {
    /** The view to draw: with the move in hand already lying where it was put. */
    get view() { return shown; },
    /** The view as the server told it. */
    get told() { return base; },
    /** Whether an answer is on its way. Until it is there, the choices of the view are those of before. */
    get writing() { return writing; },
    /** Whether the server does not answer. */
    get away() { return writer.away; },
    /** What the next undo takes back, if that is no move. */
    get undoes() { return spans.undoes(base.counts.moves); },
    /** Whether a step is there to be taken, now. */
    may: able,

    /**
     * A move or a step through the history, if it is legal as things stand and no other is on its way.
     * @param {What} what @param {How} [how] @returns {Promise<boolean>} whether it was done
     */
    async act(what, how = {}) {
      if (writing || closed || !possible(what, how)) return false;
      const {choice} = how, head = how.head ?? spans.goal(what, base.counts.moves), sets = what === 'move' || what === 'forward' ? auto() : 'off';
      const played = clock.take();
      return carry(what, choice, played, () => writer.send(head === undefined ? what : 'goto', {revision: base.revision, ...(choice ? {move: choice.move} : {}), ...(head !== undefined ? {head} : {}), ...(sets !== 'off' ? {auto: sets} : {}), ...(played ? {played_ms: played} : {})}));
    },

    /** What an earlier page had in hand is sent again, and lies where it was put. Not on another table than that which it was done on. */
    async resume() {
      const {left} = writer, same = base.choices.filter(c => c.move === left?.body.move);
      if (!left || left.body.revision !== base.revision || writing || closed) return;
      if (left.what === 'goto') spans.forget();                    // which may have been an undo
      await carry(left.what, same.find(c => c.main) ?? same[0], left.body.played_ms ?? 0, async () => /** @type {Answer} */ (await writer.resume()));
    },

    /** Takes over what was done meanwhile: in another tab, or since what is shown was kept. @param {'elsewhere' | 'kept'} [why] */
    async refresh(why = 'elsewhere') {
      if (writing || closed) return;
      const was = base.revision, next = await fetchView().catch(() => null);
      if (next && !writing && base.revision === was && next.revision > was) replace(next, why);
    },

    /** The page goes; a write on its way still reaches the server. */
    close() { closed = true; },
  };
}
