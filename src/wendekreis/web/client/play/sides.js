/**
 * On which side stock, waste and buttons lie. What turns a layout for the left hand is loaded when it is first wanted.
 *
 * @typedef {import('./types').Game} Game
 */
import {settings} from './settings.js';

/** @type {typeof import('./lefthanded.js').leftHanded | null} */
let turn = null;

/** Resolves when layouts can be had for the hand that was chosen. Without a network the table stays as it is. */
export async function sides() {
  if (settings().hand === 'left' && !turn) turn = await import('./lefthanded.js').then(m => m.leftHanded, () => null);
}

/** The game's layouts for the hand that was chosen; undefined: as the game has them. @param {Game} game @returns {Game['layouts'] | undefined} */
export function sided({layouts, piles}) {
  if (settings().hand !== 'left' || !turn) return undefined;
  const roles = new Map(piles.map(p => [p.name, p.role])), lefthanded = turn;
  return /** @type {any} */ (Object.fromEntries(Object.entries(layouts).map(([name, layout]) => [name, lefthanded(/** @type {any} */ (layout), pile => roles.get(pile) ?? '')])));
}
