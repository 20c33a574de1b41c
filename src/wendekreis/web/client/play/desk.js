/**
 * One play between page and server: the acknowledged view, and what is shown before the answer. Nothing here touches the document.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 * @typedef {import('./types').Choice} Choice
 * @typedef {'move' | 'undo' | 'redo' | 'restart' | 'forward'} What
 *
 * @typedef {{kind: 'expected', choice: Choice, base: View}
 *   | {kind: 'moved', what: What, choice?: Choice, answer: Answer, base: View}
 *   | {kind: 'refused', what: What, choice?: Choice, error: Refusal}
 *   | {kind: 'replaced', why: 'stale' | 'elsewhere'}} News
 */
import {Refusal} from './net.js';
import {expect, fold, stillThere} from './state.js';

/**
 * Whether a step through the history is there to be taken.
 * @param {View} view @param {Exclude<What, 'move'>} what
 */
export function may(view, what) {
  if (what === 'forward') return !!view.forward && view.status !== 'won';
  if (what === 'restart') return view.undo;
  return view[what];
}

/**
 * @param {object} o
 * @param {View} o.view
 * @param {{send(what: What, body: any): Promise<Answer>, away: boolean}} o.writer
 * @param {{take(): number, giveBack(ms: number): void, set(ms: number): void}} o.clock
 * @param {() => Promise<View>} o.fetchView
 * @param {(news: News) => void} o.onNews
 * @param {(revision: number) => void} [o.tellOthers] the same play may lie open in another tab
 */
export function createDesk({view, writer, clock, fetchView, onNews, tellOthers = () => {}}) {
  let base = view, shown = view, writing = false, closed = false;

  /** @param {News} news */
  const tell = news => { if (!closed) onNews(news); };

  /** @param {View} next @param {'stale' | 'elsewhere'} why */
  function replace(next, why) {
    base = shown = next;
    clock.set(next.played_ms);
    tell({kind: 'replaced', why});
  }

  return {
    /** The view to draw: with the move in hand already lying where it was put. */
    get view() { return shown; },
    /** Whether an answer is on its way. Until it is there, the choices of the view are those of before. */
    get writing() { return writing; },
    /** Whether the server does not answer. */
    get away() { return writer.away; },

    /**
     * A move or a step through the history, if it is legal as things stand and no other is on its way.
     * @param {What} what @param {Choice} [choice] @returns {Promise<boolean>} whether it was done
     */
    async act(what, choice) {
      if (writing || closed || (what === 'move' ? !choice || !stillThere(base, choice) : !may(base, what))) return false;
      writing = true;
      if (choice) {
        shown = expect(base, choice);
        tell({kind: 'expected', choice, base});
      }
      const played = clock.take();
      try {
        const answer = await writer.send(what, {revision: base.revision, ...(choice ? {move: choice.move} : {}), ...(played ? {played_ms: played} : {})});
        const old = base;
        writing = false;
        base = shown = fold(old, answer);
        clock.set(answer.played_ms);
        tellOthers(base.revision);
        tell({kind: 'moved', what, choice, answer, base: old});
        return true;
      } catch (error) {
        writing = false;
        shown = base;
        clock.giveBack(played);
        if (!(error instanceof Refusal)) throw error;
        if (error.body?.view) replace(error.body.view, 'stale'); else tell({kind: 'refused', what, choice, error});
        return false;
      }
    },

    /** Takes over what another tab has done meanwhile. */
    async refresh() {
      if (writing || closed) return;
      const was = base.revision, next = await fetchView().catch(() => null);
      if (next && !writing && base.revision === was && next.revision > was) replace(next, 'elsewhere');
    },

    /** The page goes; a write on its way still reaches the server. */
    close() { closed = true; },
  };
}
