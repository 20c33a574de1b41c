/**
 * The view of the last table, as the server told it, kept in this browser for the time without a network. It is one view only,
 * and it is dropped as soon as the server says that the play is not this player's.
 *
 * @typedef {import('./types').View} View
 */
const KEY = 'wendekreis.kept';

/** @returns {View | null} */
function read() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? 'null'); } catch { return null; }
}

/** @param {View} view one that the server has told, not one that is only expected */
export function keep(view) {
  try { localStorage.setItem(KEY, JSON.stringify(view)); } catch { /* then nothing is kept */ }
}

export function forget() {
  try { localStorage.removeItem(KEY); } catch { /* nor was it kept */ }
}

/**
 * The view that is kept, if it is what was asked for.
 * @param {string} [game] without it: whatever is kept @param {{play?: string | null, number?: string | null, deal?: string | null}} [wanted]
 * @returns {View | null}
 */
export function kept(game, {play, number, deal} = {}) {
  const view = read();
  if (!view || game && view.game !== game) return null;
  if (play) return view.id === play ? view : null;
  if (number) return view.number === number ? view : null;
  return deal && view.deal !== deal ? null : view;
}
