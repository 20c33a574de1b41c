/**
 * What can wait until the player has seen the answer to a touch or a key: names, counts, the focus, the request to the server.
 * Done in order, right after the next frame; without a frame, as in a hidden tab, a moment later; at once when the page goes.
 */

const NO_FRAME = 120;                                              // ms after which none is waited for

/** @type {(() => void)[]} */
const waiting = [];
let backstop = 0;

/** @param {() => void} task which does not throw */
export function afterwards(task) {
  waiting.push(task);
  if (backstop) return;
  backstop = Number(setTimeout(work, NO_FRAME));
  requestAnimationFrame(() => setTimeout(work));
}

function work() {
  clearTimeout(backstop);
  backstop = 0;
  for (const task of waiting.splice(0)) task();
}

globalThis.addEventListener?.('pagehide', work);
