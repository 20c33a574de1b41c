/**
 * Talking to the server. One write at a time; each is sent until it is answered, byte for byte the same, so that the server
 * can tell a repetition from a second move. What is on its way is kept in the browser's storage: closing the page loses nothing.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 */

/** An answer of the server that says no: `code` is a text key ("error.CODE"), `params` its parameters. */
export class Refusal extends Error {
  /** @param {number} status @param {{code?: string, message?: string, params?: Record<string, string | number>}} error @param {any} body */
  constructor(status, error, body) {
    super(error.message ?? `HTTP ${status}`);
    this.status = status;
    this.code = error.code ?? 'unknown';
    this.params = error.params ?? {};
    this.body = body;
  }
}

/** No answer came: the network or the server is away. */
export class Away extends Error {}

/** What went wrong, in words. @param {unknown} error @param {import('./types').Say} t @returns {string} */
export function errorText(error, t) {
  if (error instanceof Away) return t('app.late');
  if (!(error instanceof Refusal)) return String(error);
  const key = `error.${error.code}`, words = t(key, error.params);
  return words === key ? error.message : words;
}

const PATIENCE = 10_000;                                           // ms until an attempt counts as unanswered
const BACK_OFF = [300, 600, 1200, 2400, 4000];
export const BUSY = 'store_busy';
const BUSY_TRIES = 6;                                              // a locked store usually is free again in a moment
const TOLD_BUSY = 1500, TOLD_SLOW = 3000;                          // ms until the player is told that the store is busy, that an answer is late

/** Why the player has to wait: no server is there, with a write in hand (`away`) or without (`absent`); an answer is late; the store
 * is locked, with a write in hand (`busy`) or without (`locked`); what is shown was kept from an earlier time, with a write in
 * hand or without. @typedef {'away' | 'absent' | 'slow' | 'busy' | 'locked' | 'kept' | 'kept_write'} Trouble */

/**
 * One attempt. Resolves to the JSON of a good answer; a no is a `Refusal`; anything that is no answer is `Away`.
 * @param {typeof globalThis.fetch} fetch
 * @param {string} path
 * @param {RequestInit} [init]
 * @param {number} [patience]
 * @returns {Promise<any>}
 */
export async function attempt(fetch, path, init = {}, patience = PATIENCE) {
  const stop = new AbortController(), timer = setTimeout(() => stop.abort(), patience);
  try {
    const response = await fetch(path, {credentials: 'same-origin', ...init, signal: stop.signal});
    const body = await response.json();
    if (response.ok) return body;
    if (!body?.error) throw new Away(`HTTP ${response.status}`);    // a gateway before a server that is away
    throw new Refusal(response.status, body.error, body);
  } catch (error) {
    if (error instanceof Refusal || error instanceof Away) throw error;
    throw new Away(String(error));                                 // no network, no JSON, or out of patience
  } finally { clearTimeout(timer); }
}

/** @param {unknown} body @returns {RequestInit} */
const posted = body => ({method: 'POST', headers: {'content-type': 'application/json'}, body: typeof body === 'string' ? body : JSON.stringify(body)});

/**
 * Reading, and writes that need no repetition.
 * @param {typeof globalThis.fetch} fetch
 * @returns {import('./types').Api}
 */
export function createApi(fetch) {
  return {get: path => attempt(fetch, path), post: (path, body) => attempt(fetch, path, posted(body))};
}

/** Where the write in hand of a play is kept. @param {string} id */
const keyOf = id => `wendekreis.write.${id}`;

/** What is kept, of a write its address and its body, byte for byte. @param {string | null} kept @returns {any} null: nothing, or nothing of ours */
export function written(kept) {
  try { return JSON.parse(kept ?? 'null'); } catch { return null; }
}

/**
 * Sends the write that an earlier page did not see answered, once. Without an answer it is `Away`, and the write stays where it is kept.
 * @param {typeof globalThis.fetch} fetch @param {string} id the play @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} storage
 */
export async function sendLeft(fetch, id, storage) {
  const key = keyOf(id), kept = storage.getItem(key), left = written(kept);
  if (left) await attempt(fetch, left[0], posted(left[1])).catch(error => { if (!(error instanceof Refusal) || error.code === BUSY) throw error; });
  if (storage.getItem(key) === kept) keep(storage, key, null);
}

/**
 * What the page asked for before its modules were here (early.js): the JSON of the answer, once. Undefined if it did not.
 * @param {string} what @returns {Promise<any> | undefined} or a `Refusal`, or `Away`
 */
export function taken(what) {
  const asked = globalThis.early?.asked, answer = asked?.get(what);
  asked?.delete(what);
  return answer && attempt((_, init) => Promise.race([answer, new Promise((_, fail) => { init?.signal?.addEventListener('abort', fail); })]), what);
}

/**
 * The writer of one play.
 * @param {object} o
 * @param {typeof globalThis.fetch} o.fetch
 * @param {string} o.id the play
 * @param {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} o.storage keeps the write in hand over a reload
 * @param {() => Promise<void>} [o.seen] when the player has seen what the write does: until then the browser has better things to do
 * @param {(ms: number) => Promise<void>} [o.sleep] may end early, when the network comes back
 * @param {(trouble: Trouble | null) => void} [o.onTrouble] the player has to wait, or no longer
 * @param {{busy: number, slow: number}} [o.told] ms
 */
export function createWriter({fetch, id, storage, seen, sleep = nap, onTrouble = () => {}, told = {busy: TOLD_BUSY, slow: TOLD_SLOW}}) {
  const key = keyOf(id);
  let busy = false;
  /** @type {Trouble | null} */
  let trouble = null;

  /** @param {Trouble | null} now */
  const say = now => { if (trouble !== now) { trouble = now; onTrouble(now); } };

  /** @param {string} path @param {string} body */
  async function untilAnswered(path, body) {
    let locked = 0;
    try {
      for (let n = 0; ; n++) {
        const late = setTimeout(() => { if (!trouble) say('slow'); }, told.slow);
        try {
          return await attempt(fetch, path, posted(body));
        } catch (error) {
          const busyStore = error instanceof Refusal && error.code === BUSY && n < BUSY_TRIES;
          if (!(error instanceof Away) && !busyStore) throw error;
          if (!busyStore) say('away');
          else if (trouble) say('busy');                           // an answer, though no good one: the server is there
          else locked ||= Number(setTimeout(() => { if (!trouble) say('busy'); }, told.busy));
        } finally { clearTimeout(late); }
        await sleep(BACK_OFF[Math.min(n, BACK_OFF.length - 1)]);
      }
    } finally { clearTimeout(locked); say(null); }
  }

  /** @param {string} path @param {string} body */
  async function write(path, body) {
    if (busy) throw new Error('one write at a time');
    busy = true;
    if (seen) await seen();
    keep(storage, key, JSON.stringify([path, body]));
    try { return await untilAnswered(path, body); } finally { busy = false; keep(storage, key, null); }
  }

  return {
    get busy() { return busy; },
    get away() { return trouble === 'away'; },
    get trouble() { return trouble; },

    /**
     * Sends a write until it is answered.
     * @param {import('./desk').What} what
     * @param {{revision: number, move?: string, head?: number, auto?: 'safe' | 'always', played_ms?: number}} body
     * @returns {Promise<Answer>} or a `Refusal`; a stale one carries the whole view as `body.view`
     */
    send: (what, body) => write(`/api/plays/${id}/${what}`, JSON.stringify(body)),

    /** The write that an earlier page did not see answered, if there is one. @returns {{what: import('./desk').What, body: {revision: number, move?: string, played_ms?: number}} | null} */
    get left() {
      const left = written(storage.getItem(key));
      return left && {what: /** @type {import('./desk').What} */ (left[0].split('/').at(-1)), body: JSON.parse(left[1])};
    },

    /** That write, sent until it is answered. Null if there is none. @returns {Promise<Answer> | null} */
    resume() {
      const left = written(storage.getItem(key));
      return left && write(left[0], left[1]);
    },
  };
}

/** Whether an earlier page left a write of this play unanswered. @param {string} id */
export const leftOver = id => browserStorage().getItem(keyOf(id)) !== null;

/** The browser's storage, or one that keeps nothing where it is forbidden. @param {'localStorage' | 'sessionStorage'} [which] @returns {Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>} */
export function browserStorage(which = 'localStorage') {
  try { return window[which]; } catch { return {getItem: () => null, setItem() {}, removeItem() {}}; }
}

/** @param {Pick<Storage, 'setItem' | 'removeItem'>} storage @param {string} key @param {string | null} value */
export function keep(storage, key, value) {
  try { if (value === null) storage.removeItem(key); else storage.setItem(key, value); } catch { /* a full or forbidden storage only loses the resend after a reload */ }
}

/** Waits, but no longer than until the network comes back. @param {number} ms @returns {Promise<void>} */
function nap(ms) {
  return new Promise(resolve => {
    const wake = () => { clearTimeout(timer); removeEventListener('online', wake); resolve(); };
    const timer = setTimeout(wake, ms);
    addEventListener('online', wake);
  });
}
