/**
 * What the player chose for this browser. Kept in its storage, and only there.
 *
 * `auto`: which cards go to the foundations by themselves after a move. `light`: whether the status light shines, an oracle.
 * `index`: the letters on the cards: the language's own, or those of the other kind.
 * `side`: on which side stock, waste and buttons lie; auto: as the game has it.
 * `back`: the pattern on the cards' backs. `sound`: how loud; nothing of it is loaded while it is off.
 * `deals`: by game, which deals are dealt when none is named; any, where nothing stands.
 *
 * @typedef {'any' | 'winnable'} Deals
 * @typedef {{theme: 'auto' | 'light' | 'dark' | 'felt', suits: 'two' | 'four', faces: 'auto' | 'classic' | 'large' | 'index', index: 'own' | 'international' | 'german', back: 'globe' | 'waves' | 'lattice' | 'rose', sound: 'off' | 'low' | 'mid' | 'high', timer: 'on' | 'off', tap: 'play' | 'pick', auto: 'off' | 'safe' | 'always', light: 'off' | 'on', side: 'auto' | 'left' | 'right', deals: Record<string, Deals>}} Settings
 */
const KEY = 'wendekreis.settings';
/** The event of the document that tells that the page looks, or behaves, as chosen anew. */
export const LOOK = 'wendekreis:look';
/** @type {Settings} */
const FIRST = {theme: 'auto', suits: 'two', faces: 'auto', index: 'own', back: 'globe', sound: 'off', timer: 'on', tap: 'play', auto: 'off', light: 'off', side: 'auto', deals: {}};

/** @returns {Settings} */
export function settings() {
  try { return {...FIRST, ...JSON.parse(localStorage.getItem(KEY) ?? '{}')}; } catch { return {...FIRST}; }
}

/** What the letters that are not the language's own are called. @param {string} lang */
export const otherIndex = lang => lang === 'de' ? 'international' : 'german';

/** @param {Partial<Settings>} change @returns {Settings} */
export function choose(change) {
  const now = {...settings(), ...change};
  try { localStorage.setItem(KEY, JSON.stringify(now)); } catch { /* then it holds for this page only */ }
  wear(now);
  return now;
}

/**
 * Lets the page look as chosen. Dark and felt are style sheets of their own, which a choice turns on and off.
 * @param {Settings} [now]
 */
export function wear(now = settings()) {
  const sheet = (/** @type {string} */ id, /** @type {string} */ media) => /** @type {HTMLLinkElement | null} */ (document.getElementById(id))?.setAttribute('media', media);
  sheet('theme-dark', now.theme === 'auto' ? '(prefers-color-scheme: dark)' : now.theme === 'dark' ? 'all' : 'not all');
  sheet('theme-felt', now.theme === 'felt' ? 'all' : 'not all');
  const {dataset} = document.documentElement;
  if (now.back === 'globe') delete dataset.back; else dataset.back = now.back;
  if (now.suits === 'four') dataset.suits = 'four'; else delete dataset.suits;
  document.dispatchEvent(new Event(LOOK));
}
