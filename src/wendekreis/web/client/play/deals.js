/**
 * Which deals of a game can be won, as far as that was measured, and which of them the player wants dealt.
 *
 * @typedef {import('./types').Game} Game
 * @typedef {{won: number, lost: number, unknown: number}} Measured deals tried: proved winnable, proved lost, left undecided
 */
import {settings} from './settings.js';

/** Null: nobody has tried. @param {Game} game @returns {Measured | null} */
export const measured = game => game.winnable ?? null;

/** Whether a winnable deal can be promised. @param {Game} game */
export const canPromise = game => !!game.winnable?.promised;

/** Whether winnable deals only are wanted of a game; where none can be promised, an earlier choice does not count. @param {Game} game */
export const winnableOnly = game => canPromise(game) && settings().deals[game.id] === 'winnable';

/** What to ask the server for when no deal is named. @param {Game} game @returns {{winnable?: true}} */
export const unnamed = game => winnableOnly(game) ? {winnable: true} : {};
