/**
 * What is wanted rarely: the dialogs, the panel of a win, the words for what is known of a play, a line that is shown. They are fetched when the player has first touched anything, so that the first table
 * comes without them, and they come without a network.
 *
 * @typedef {typeof import('./answered.js') & typeof import('./demonstration.js') & typeof import('./dialogs.js') & typeof import('./knowledge.js') & typeof import('./menu.js') & typeof import('./newdeal.js') & typeof import('./panel.js') & typeof import('./share.js') & typeof import('./showing.js')} Rare
 */
const QUIET = 300;                                                 // ms after the first touch: what it does comes first

/** @type {Rare | null} */
let here = null;
/** @type {Promise<Rare> | null} */
let coming = null;

function fetched() {
  coming ??= Promise.all([import('./answered.js'), import('./demonstration.js'), import('./dialogs.js'), import('./knowledge.js'), import('./menu.js'), import('./newdeal.js'), import('./panel.js'), import('./share.js'), import('./showing.js')])
    .then(all => here = Object.assign({}, ...all))
    .finally(() => { coming = null; });
  return coming;
}

/**
 * @param {() => void} away says that they could not be fetched
 * @param {AbortSignal} signal the table is gone
 * @returns {(use: (rare: Rare) => void) => void} at once if they are here; not at all if another dialog was faster
 */
export function createRare(away, signal) {
  const early = () => { setTimeout(() => { if (!here && !signal.aborted) fetched().catch(() => {}); }, QUIET); };
  for (const touch of ['pointerdown', 'keydown']) document.addEventListener(touch, early, {once: true, signal});
  return use => {
    if (here) { use(here); return; }
    fetched().then(rare => { if (!signal.aborted && !document.querySelector('dialog[open]')) use(rare); }, () => { if (!signal.aborted) away(); });
  };
}
