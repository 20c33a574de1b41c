/**
 * Which play a table shows: the one of this page before a reload; the deal that the address names, continued if it was begun;
 * else the newest open one of the game; else a new one.
 *
 * @typedef {import('./types').Api} Api
 * @typedef {import('./types').View} View
 */
import {unnamed} from './deals.js';
import {Away, BUSY, Refusal, browserStorage, leftOver, sendLeft} from './net.js';

const LATE = 3000;                                                 // ms until an answer is late

/**
 * A deal number as it is typed, or copied from where it is shown: without the spaces that group it, without "No.".
 * @param {string} text
 */
export function plainNumber(text) {
  const close = text.replace(/[\s\u200b\u2060]+/g, '');               // \s has all the narrow and fixed spaces
  return close.replace(/^(?:nr|no|n°|№|#)\.?:?(?=\w)/i, '') || text;
}

/**
 * The view of a play, after a write that an earlier page left unanswered.
 * @param {Api} api @param {string} id @returns {Promise<View>}
 */
async function viewOf(api, id) {
  await sendLeft(globalThis.fetch.bind(globalThis), id, browserStorage());
  return api.get(`/api/plays/${id}`);
}

/**
 * What the address of a table asks for, and what the page remembers from before it was loaded anew.
 * @param {import('./types').Game | Promise<import('./types').Game>} game may be on its way: it is wanted only for a new play
 */
export function wantedHere(game) {
  const query = new URLSearchParams(location.search);
  return {play: query.get('play') ?? history.state?.play, number: plainNumber(query.get('number') ?? ''), deal: query.get('deal'), sure: query.has('play'), unnamed: async () => unnamed(await game)};
}

/**
 * @param {Api} api
 * @param {string} game
 * @param {{play?: string | null, number?: string | null, deal?: string | null, sure?: boolean, unnamed?: () => Promise<{winnable?: true}>}} wanted `sure`: that play or none; `unnamed`: what to deal if nothing is named or begun
 * @returns {Promise<View>}
 */
export async function openPlay(api, game, {play, number, deal, sure, unnamed}) {
  if (play) {
    const view = await viewOf(api, play).catch(error => { if (error instanceof Refusal && error.code !== BUSY && !sure) return null; throw error; });
    if (view?.game === game) return view;
  }
  const view = await newPlay(api, game, {resume: true, ...number ? {number} : deal ? {deal} : await unnamed?.()});
  return leftOver(view.id) ? viewOf(api, view.id) : view;
}

/** The keys of plays asked for and not answered yet: asked for again, the same play is got. @type {Map<string, string>} */
const keys = new Map();
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');

/** @param {Api} api @param {string} game @param {{number?: string, deal?: string, winnable?: true, resume?: true}} [what] @returns {Promise<View>} */
export async function newPlay(api, game, what = {}) {
  const wanted = JSON.stringify([game, what]), key = keys.get(wanted) ?? newKey();
  keys.set(wanted, key);
  try {
    const view = await api.post('/api/plays', {game, key, ...what});
    keys.delete(wanted);
    return view;
  } catch (error) {
    if (error instanceof Refusal) keys.delete(wanted);
    throw error;
  }
}

/**
 * Tries until the server is there. It is not for writes: of those, `onTrouble` would say that nothing waits.
 * @template T @param {() => Promise<T>} task @param {(trouble: 'slow' | 'locked' | 'absent' | null) => void} onTrouble @param {AbortSignal} signal
 * @returns {Promise<T>}
 */
export async function insist(task, onTrouble, signal) {
  for (let wait = 400; ; wait = Math.min(wait * 2, 4000)) {
    const late = setTimeout(() => { if (!signal.aborted) onTrouble('slow'); }, LATE);
    try { const done = await task(); onTrouble(null); return done; } catch (error) {
      const busy = error instanceof Refusal && error.code === BUSY;
      if (!(error instanceof Away) && !busy || signal.aborted) { onTrouble(null); throw error; }
      onTrouble(busy ? 'locked' : 'absent');
      clearTimeout(late);
      await new Promise(resolve => setTimeout(resolve, wait));
      if (signal.aborted) throw error;
    } finally { clearTimeout(late); }
  }
}
