/**
 * Questions about one play: what the solver or the fair player knows of the position on the table. At most one of each kind is
 * on its way; a newer one takes the older back. Nothing here waits for a write or holds one up.
 *
 * @typedef {'verdict' | 'oracle' | 'advice' | 'chance' | 'lost' | 'line'} Question
 * @typedef {'won' | 'lost' | 'unknown'} Outcome
 * @typedef {{advice: number, oracle: number}} Hints used in this play
 * @typedef {import('./stream.js').Progress} Progress
 *
 * @typedef {object} Answers what each question is answered by; `revision` is that of the position it is about
 * @property {{revision: number, verdict: Outcome, limit: string | null}} verdict
 * @property {{revision: number, verdict: Outcome, move: string | null, hints: Hints}} oracle
 * @property {{revision: number, move: string | null, reason: {code: string, params: Record<string, string>} | null, chance: number | null, hints: Hints}} advice
 * @property {{revision: number, value: number | null, margin: number | null, method: string | null}} chance
 * @property {{revision: number, verdicts: Outcome[], last_won: number | null, lost_at: number | null, between: [number, number] | null, moves: string[], hints: Hints, told?: import('./types').Answer | null}} lost
 * @property {{revision: number, verdict: Outcome, answers: import('./types').Answer[]}} line
 */
import {Refusal} from './net.js';
import {askStream} from './stream.js';

/** The sign of each. @type {Record<import('./knowledge.js').Inquiry, import('../table/icons').IconName>} */
export const SIGNS = {hint: 'hint', chance: 'chance', oracle: 'oracle', lost: 'trace', show: 'play'};

/** Whether a question got no answer because the play has gone on, in another window. @param {unknown} error */
export const isOld = error => error instanceof Refusal && (error.code === 'stale_revision' || error.code === 'superseded');

/** The question was taken back: nobody waits for its answer any more. */
export class TakenBack extends Error {}

/**
 * @param {object} o
 * @param {string} o.id the play
 * @param {() => number} o.revision of the position on the table
 * @param {() => void} [o.onStale] the play has gone on elsewhere
 * @param {typeof globalThis.fetch} [o.fetch]
 */
export function createAsker({id, revision, onStale = () => {}, fetch}) {
  /** @type {Map<Question, AbortController>} */
  const asked = new Map();

  /** @param {Question} [what] one kind of question, or all */
  function drop(what) {
    for (const [kind, abort] of asked) if (!what || kind === what) { abort.abort(); asked.delete(kind); }
  }

  return {
    /**
     * Rejects with `Refusal`, `Away` (both of net.js) or `TakenBack`.
     * @template {Question} Q
     * @param {Q} what @param {(progress: Progress) => void} [onProgress]
     * @returns {Promise<Answers[Q]>}
     */
    async ask(what, onProgress) {
      drop(what);
      const mine = new AbortController();
      asked.set(what, mine);
      try {
        const answer = await askStream(`/api/plays/${encodeURIComponent(id)}/ask/${what}`, {revision: revision()},
          {signal: mine.signal, onProgress: progress => { if (!mine.signal.aborted) onProgress?.(progress); }, ...(fetch ? {fetch} : {})});
        if (mine.signal.aborted) throw new TakenBack(what);
        return answer;
      } catch (error) {
        if (mine.signal.aborted) throw new TakenBack(what);
        if (isOld(error)) onStale();
        throw error;
      } finally { if (asked.get(what) === mine) asked.delete(what); }
    },
    drop,
    /** @param {Question} what */
    asking: what => asked.has(what),
  };
}
