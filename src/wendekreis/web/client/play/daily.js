/**
 * Whether the table holds the deal of the day, and how those did who played it. Asked beside the play, once the table stands.
 *
 * @typedef {import('./types').Context} Context
 */
import {h} from '../table/dom.js';

const WAITS = [700, 1500, 4000];                                   // ms: the first table and its cards go before; later, while it is still looked for

/**
 * @param {Context} context @param {import('./types').View} play @param {AbortSignal} signal
 * @param {() => void} onKnown it is the day's @param {() => void} onTold the panel has become larger
 */
export function createDaily(context, {game, number}, signal, onKnown, onTold) {
  let on = false, latest = /** @type {HTMLElement | null} */ (null);
  /** The day's deal of this game. @returns {Promise<import('../wire').TodayGame | null>} */
  async function ask() {
    /** @type {import('../wire').Today | null} */
    const today = await context.api.get(`/api/today?game=${encodeURIComponent(game)}`).catch(() => null);
    return signal.aborted ? null : today?.games.find(of => of.game === game) ?? null;
  }
  async function look() {
    for (const wait of WAITS) {
      await new Promise(resolve => setTimeout(resolve, wait));
      const of = signal.aborted ? null : await ask();
      if (of?.number === number) { on = true; onKnown(); if (latest) void fill(latest).catch(() => {}); }
      if (of?.state !== 'looking') return;
    }
  }
  if (number !== null) void look();
  /** @param {HTMLElement} box */
  async function fill(box) {
    const [of, {tally}] = await Promise.all([ask(), import('./tally.js')]);
    if (signal.aborted || box.childElementCount) return;
    box.append(h('h3', '', context.texts('today.title')), ...(of?.number === number ? tally(of, context, true) : []));   // else the day is over
    onTold();
  }
  return {
    get on() { return on; },

    /** What stands in the panel of a win: nothing, until it is known to be the day's. */
    panel() {
      latest = h('div', 'day');
      if (on) void fill(latest).catch(() => {});
      return latest;
    },
  };
}
