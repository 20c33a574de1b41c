/**
 * Whether the table holds the deal of a day, and how those did who played it. Asked beside the play, once the table stands; by
 * the deal's number, so that midnight makes no difference to who is in the middle of it.
 *
 * @typedef {import('./types').Context} Context
 */
import {h} from '../table/dom.js';

const LOCALES = {de: 'de-DE', en: 'en-GB'};
const WAITS = [700, 1500, 4000];                                   // ms: the first table and its cards go before; later, while it is still looked for

/**
 * @param {Context} context @param {import('./types').View} play @param {AbortSignal} signal
 * @param {() => void} onKnown it is a day's @param {() => void} onTold the panel has become larger
 */
export function createDaily(context, {game, number}, signal, onKnown, onTold) {
  let words = /** @type {string | null} */ (null), latest = /** @type {HTMLElement | null} */ (null);
  /** The deal of the day that had this one, else of today. @returns {Promise<import('../wire').TodayGame | null>} */
  async function ask() {
    /** @type {import('../wire').Today | null} */
    const told = await context.api.get(`/api/today?game=${encodeURIComponent(game)}&number=${encodeURIComponent(number ?? '')}`).catch(() => null);
    const of = signal.aborted ? null : told?.games.find(of => of.game === game) ?? null;
    if (told && of?.number === number) words = Date.parse(told.until) > Date.now() ? context.texts('today.title') : context.texts('today.past', {date: new Intl.DateTimeFormat(LOCALES[context.lang], {day: 'numeric', month: 'long', timeZone: 'UTC'}).format(Date.parse(told.day))});
    return of;
  }
  async function look() {
    for (const wait of WAITS) {
      await new Promise(resolve => setTimeout(resolve, wait));
      const of = signal.aborted ? null : await ask();
      if (words) { onKnown(); if (latest) void fill(latest).catch(() => {}); }
      if (of?.state !== 'looking') return;
    }
  }
  if (number !== null) void look();
  /** @param {HTMLElement} box */
  async function fill(box) {
    const [of, {tally}] = await Promise.all([ask(), import('./tally.js')]);
    if (signal.aborted || box.childElementCount) return;
    box.append(h('h3', '', words ?? ''), ...(of?.number === number ? tally(of, context, true) : []));   // else nobody can be asked just now
    onTold();
  }
  return {
    /** What the deal is called beside its number. Null: it is no day's, or that is not known yet. */
    get words() { return words; },

    /** What stands in the panel of a win: nothing, until it is known to be a day's. */
    panel() {
      latest = h('div', 'day');
      if (words) void fill(latest).catch(() => {});
      return latest;
    },
  };
}
