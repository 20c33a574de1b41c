/**
 * The time played: it runs while the page is visible and the game is open, and is handed over in portions.
 */

/**
 * @param {() => number} [now] milliseconds, never falling
 */
export function createClock(now = () => performance.now()) {
  let total = 0, since = 0, started = 0, running = false;

  const fresh = () => running ? now() - started : 0;
  const settle = () => { since += fresh(); started = now(); };

  return {
    /** @param {boolean} on */
    run(on) { settle(); running = on; },
    /** What the server has counted up to now, by its own word. @param {number} ms */
    set(ms) { total = ms; },
    /** The whole time played, for showing. */
    get shown() { return total + since + fresh(); },
    /** The portion not yet handed over; it counts as handed over from now on. @returns {number} whole ms */
    take() { settle(); const portion = Math.floor(since); since -= portion; total += portion; return portion; },
    /** A portion that the server refused together with its move. @param {number} ms */
    giveBack(ms) { since += ms; total -= ms; },
  };
}

/** @param {number} ms @returns {string} 7:42, or 1:07:42 */
export function clockText(ms) {
  const s = Math.floor(ms / 1000), two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  const h = Math.floor(s / 3600), m = Math.floor(s / 60) % 60;
  return h ? `${h}:${two(m)}:${two(s % 60)}` : `${m}:${two(s % 60)}`;
}
