/**
 * Commands that went through many moves at once: each is one thing to the player, and one undo takes it back. The server's undo
 * takes back one move, so these are gone back to by their place in the history. Kept as long as this window and this history last.
 *
 * @typedef {'restart' | 'goto'} Jump
 * @typedef {[from: number, to: number]} Span so many moves were played before, and after
 */
import {keep, written} from './net.js';

/** @param {{id: string, revision: number}} view @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage over a reload */
export function createSpans({id, revision}, storage) {
  const key = `wendekreis.spans.${id}`, [at, ...kept] = written(storage.getItem(key)) ?? [];
  /** @type {[Span[], [Jump, ...Span] | null]} cards turned in a row; the last way to elsewhere in the history, while it can be taken back */
  let [rows, jump] = at === revision ? kept : [[], null];

  return {
    /** What the next undo takes back, if that is no move. @param {number} head @returns {Jump | null} */
    undoes: head => jump?.[2] === head ? jump[0] : null,

    /** Where an undo or a redo leads that is more than the server's own. @param {string} what @param {number} head @returns {number | undefined} */
    goal(what, head) {
      if (what === 'redo') return rows.find(([from]) => from === head)?.[1];
      return what !== 'undo' ? undefined : jump?.[2] === head ? jump[1] : rows.find(([, to]) => to === head)?.[0];
    },

    /** @param {string} what was done @param {number} from @param {number} to @param {number} revision after it */
    note(what, from, to, revision) {
      const steps = what === 'undo' || what === 'redo';
      if (what === 'restart' || what === 'goto') jump = [what, from, to];
      else if (!steps || jump && (from === jump[2] && what === 'undo' || to >= jump[1])) jump = null;
      if (!steps && !jump) rows = [...rows.filter(([, end]) => end <= from), ...what === 'forward' && to > from + 1 ? [/** @type {Span} */ ([from, to])] : []];
      keep(storage, key, JSON.stringify([revision, rows, jump]));
    },

    /** Another history. */
    forget() { rows = []; jump = null; keep(storage, key, null); },
  };
}
