/**
 * On which side stock, waste and buttons lie: as the game has it, or where the player wants them. What turns a layout is loaded when it
 * is first wanted.
 *
 * @typedef {import('./types').Game} Game
 */
import {settings} from './settings.js';

/** @type {typeof import('./lefthanded.js').onSide | null} */
let turn = null;

/** Resolves when layouts can be had for the side that was chosen. Without a network the table stays as it is. */
export async function sides() {
  if (settings().side !== 'auto' && !turn) turn = await import('./lefthanded.js').then(m => m.onSide, () => null);
}

/** The game's layouts for the side that was chosen; undefined: as the game has them. @param {Game} game @returns {Game['layouts'] | undefined} */
export function sided({layouts, piles}) {
  const {side} = settings(), onSide = turn;
  if (side === 'auto' || !onSide) return undefined;
  const roles = new Map(piles.map(p => [p.name, p.role]));
  return /** @type {any} */ (Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, onSide(/** @type {any} */ (layout), pile => roles.get(pile) ?? '', side)])));
}
