// Which of a game's layouts gives the largest card on a given stage, and how large it is.

/** @import {Layout, Fit, Faces} from "./types" */

const QUARTER = 4;             // sizes are rounded down to 1/4 px: sharp edges, no card wider than its place
const WORTH_A_CHANGE = 1.06;   // an earlier layout keeps its place unless a later one is so much larger
const CLASSIC_FROM = 76;       // px of card width from which ten pips can be told apart
const COURTS_FROM = 46;        // px of card width from which a court is a picture and not a crumb

/** @param {number} px */
const down = px => Math.max(Math.floor(px * QUARTER) / QUARTER, 1);

/**
 * The layout with the largest card, of W × H px free room. Only `only`, if it is named.
 * `toolsBar` is the height of a button bar that a layout with a box for tools does without.
 * @param {{[name: string]: Layout}} layouts
 * @param {number} W
 * @param {number} H
 * @param {{toolsBar?: number, only?: string}} [options]
 * @returns {Fit}
 */
export function fit(layouts, W, H, {toolsBar = 0, only} = {}) {
  /** @type {Fit | null} */
  let best = null;
  for (const [name, layout] of Object.entries(layouts)) {
    if (only && name !== only) continue;
    const [lw, lh] = layout.size, [flattest, tallest] = layout.aspect;
    const room = H + (layout.tools ? toolsBar : 0);
    const w = down(Math.min(W / lw, room / (lh * flattest)));
    const h = down(Math.min(w * tallest, room / lh));
    if (!best || w * h > best.w * best.h * WORTH_A_CHANGE)
      best = {name, layout, w, h, H: layout.grow ? Math.max(room / h, lh) : lh, toolsInside: !!layout.tools && toolsBar > 0};
  }
  if (!best) throw new RangeError(`no layout ${only ?? ""} to fit`);
  return best;
}

/**
 * A fit as high as these piles need and no higher: a fanned table in a picture does not grow. `bottoms` are the ends of
 * the piles that hang from the top, in card heights; those that stand on the bottom edge get a card's height more.
 * @param {Fit} f
 * @param {number[]} bottoms
 * @returns {Fit}
 */
export function trimmed(f, bottoms) {
  if (!f.layout.grow) return f;
  const standing = Object.values(f.layout.piles).some(([, y]) => Number(y) < 0);
  return {...f, H: Math.min(Math.max(...bottoms, 2) + (standing ? 1.12 : 0), f.H)};
}

/**
 * The faces to draw: the player's choice, or what can be read at this card width.
 * @param {number} w
 * @param {string} [choice]
 * @returns {Faces}
 */
export function facesFor(w, choice) {
  if (choice === "classic" || choice === "large" || choice === "index") return choice;
  return w < COURTS_FROM ? "index" : w < CLASSIC_FROM ? "large" : "classic";
}
