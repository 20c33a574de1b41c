/**
 * What is known of a play so far: for each position of its history whether it can be won. It is filled by whatever was asked
 * for, and by what follows: what lies before a winnable position is winnable, what comes after a lost one is lost.
 *
 * @typedef {import('./ask.js').Outcome} Outcome
 * @typedef {{kind: Outcome | 'unasked', length: number}} Run so many moves in a row that left the same
 */

export function createChronicle() {
  /** @type {(Outcome | undefined)[]} after 0, 1, 2 … moves */
  let after = [];
  let end = 0, head = 0;

  /** @param {number} at @param {Outcome} verdict */
  function note(at, verdict) {
    after[at] = verdict;
    if (verdict === 'won') for (let k = at - 1; k >= 0 && after[k] !== 'won'; k--) after[k] = 'won';
    if (verdict === 'lost') for (let k = at + 1; k <= end; k++) after[k] = 'lost';
  }

  return {
    /** How many moves of the history are played now, and how many it has. */
    get head() { return head; },
    get end() { return end; },
    /** Whether anything is known at all. */
    get known() { return after.some(v => v !== undefined); },
    /** @returns {Outcome | null} of the position on the table, as far as it was asked for */
    get now() { return after[head] ?? null; },
    /** @param {number} at */
    at: at => after[at] ?? null,
    note: (/** @type {Outcome} */ verdict) => note(head, verdict),

    /** The verdicts after 0, 1, … `head` moves. @param {Outcome[]} verdicts */
    fill(verdicts) {
      verdicts.forEach((verdict, k) => { if (verdict !== 'unknown' || !after[k]) after[k] = verdict; });
      if (verdicts.at(-1) === 'lost') note(verdicts.length - 1, 'lost');
    },

    /**
     * The play went on or back. @param {number} to moves played now @param {boolean} anew whether by new moves, which end the history
     * (a step through it forgets nothing)
     */
    go(to, anew) {
      if (!anew) { head = to; end = Math.max(end, to); return; }
      const from = Math.min(head, to), lost = after[from] === 'lost';
      after.length = Math.min(after.length, from + 1);
      head = end = to;
      if (lost) note(from, 'lost');
    },

    /** Nothing is known any more of this one. */
    forget() { after = []; },

    /** Nothing is known: another history. @param {number} to */
    reset(to) { after = []; head = end = to; },

    /** The strip, from the deal to the end of the history. @returns {Run[]} */
    runs() {
      /** @type {Run[]} */
      const runs = [];
      for (let k = end ? 1 : 0; k <= end; k++) {
        const kind = after[k] ?? 'unasked', last = runs.at(-1);
        if (last?.kind === kind) last.length++; else runs.push({kind, length: 1});
      }
      return runs;
    },
  };
}
