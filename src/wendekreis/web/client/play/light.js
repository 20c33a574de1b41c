/**
 * The status light: what the solver says of the position on the table, after every move. It never holds a move up: it asks when
 * the move's answer is there, and takes the question back with the next move. While an answer takes less than a second nothing
 * on the screen changes; only then the light says that it does not know yet. Not knowing is never shown as lost. Where the game goes on
 * in another window, the light keeps its last word until it has heard of that.
 *
 * @typedef {import('./ask.js').Outcome} Outcome
 * @typedef {Outcome | 'asking' | null} Shown null: dark
 */
import {isOld} from './ask.js';
import {Refusal} from './net.js';

const PATIENCE = 1000;
const RETRY = 5000;

/**
 * @param {object} o
 * @param {() => Promise<{verdict: Outcome}>} o.ask about the position on the table
 * @param {() => void} o.drop takes the last question back
 * @param {(shown: Shown) => void} o.onShow
 * @param {(verdict: Outcome) => void} [o.onVerdict] something has been found out about the position on the table
 * @param {number} [o.patience] ms
 * @param {number} [o.retry] ms after which a light that got no answer asks again
 */
export function createLight({ask, drop, onShow, onVerdict = () => {}, patience = PATIENCE, retry = RETRY}) {
  let on = false, turn = 0;
  /** @type {Outcome | null} of the position on the table */
  let known = null;
  /** @type {Shown} */
  let shown = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let late;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let again;

  /** @param {Shown} next */
  const show = next => { clearTimeout(late); late = undefined; if (next !== shown) { shown = next; onShow(next); } };

  async function look() {
    const mine = ++turn;
    // counted from the first position that nothing is known of: who moves on faster than answers come is not shown an old verdict for long
    late ??= setTimeout(() => { if (on && !known) show('asking'); }, patience);
    let verdict = /** @type {Outcome} */ ('unknown');
    try { ({verdict} = await ask()); } catch (error) {
      // no answer, or a pool that is busy or broken: it is not known, and the game plays on; the light comes back when it was told to, or after a while
      const wait = error instanceof Refusal && Number(error.params.seconds) ? 1000 * Number(error.params.seconds) : retry;
      if (mine === turn && on) again = setTimeout(() => { if (mine === turn && on) void look(); }, wait);
      if (isOld(error)) { if (mine === turn) { clearTimeout(late); late = undefined; } return; }
    }
    if (mine !== turn || !on) return;
    if (verdict !== 'unknown') { known = verdict; onVerdict(verdict); }
    show(known ?? verdict);
  }

  return {
    get shown() { return shown; },
    get known() { return known; },

    /** The player turns it on or off. It asks even for what is known already: the play counts as one with the light on. @param {boolean} wanted */
    turn(wanted) {
      if (wanted === on) return;
      on = wanted;
      if (on) { if (known) show(known); void look(); return; }
      turn++;
      drop();
      show(null);
    },

    /** Another position lies on the table. @param {Outcome | null} [sure] what is known of it already */
    moved(sure = null) {
      turn++;
      drop();
      known = sure;
      if (!on) return;
      if (known) show(known); else void look();
    },

    stop() { on = false; turn++; drop(); clearTimeout(late); clearTimeout(again); },
  };
}
