/**
 * The same table with stock, waste and buttons on the side that the player wants: where they lie on the other one they change
 * sides, x → W − 1 − x. What lies in their way gives them room by moving to where they were; nothing else changes its place, least
 * of all what has a direction, such as east and west. Loaded when it is wanted.
 *
 * @typedef {import('../table/types').Layout} Layout
 * @typedef {import('../table/types').Fan} Fan
 * @typedef {{name: string, x: number, y: number, fan: Fan | undefined, width: number}} Place
 */
const NEAR = 0.001;

/** @param {Layout} layout @param {string} name @returns {Place} */
function placeOf(layout, name) {
  const [x, y, fan] = layout.piles[name], f = /** @type {Fan | undefined} */ (fan);
  return {name, x: Number(x), y: Number(y), fan: f, width: 1 + (f?.right ? f.right[0] * ((f.last ?? 1) - 1) : 0)};
}

/** Whether two piles may come side by side: both counted from the same edge, and less than a card's height apart. @param {Place} a @param {Place} b */
const level = (a, b) => a.y < 0 === b.y < 0 && Math.abs(a.y - b.y) < 1 - NEAR;

/**
 * @param {Layout} layout
 * @param {(pile: string) => string} roleOf
 * @param {'left' | 'right'} side
 * @returns {Layout}
 */
export function onSide(layout, roleOf, side) {
  const stock = Object.keys(layout.piles).find(name => roleOf(name) === 'stock'), x = stock ? Number(layout.piles[stock][0]) + 0.5 : null;
  return x === null || x < layout.size[0] / 2 === (side === 'left') ? layout : turned(layout, roleOf);
}

/**
 * The layout with stock, waste and buttons on the other side.
 * @param {Layout} layout
 * @param {(pile: string) => string} roleOf
 * @returns {Layout}
 */
export function turned(layout, roleOf) {
  const W = layout.size[0], all = Object.keys(layout.piles).map(name => placeOf(layout, name));
  const at = (/** @type {Place} */ p) => ['stock', 'waste'].includes(roleOf(p.name)), near = all.filter(at), others = all.filter(p => !at(p));
  const moved = new Map(near.map(p => [p.name, W - p.width - p.x]));

  /** How far these have to go to make room; null: they lie between, and need not. @param {Place[]} piles */
  function shift(piles) {
    const left = Math.min(...piles.map(p => p.x)), right = Math.max(...piles.map(p => p.x + p.width));
    if (near.every(p => p.x + p.width <= left + NEAR)) return -left;
    if (near.every(p => p.x >= right - NEAR)) return W - right;
    return null;
  }

  let globe = layout.globe;
  const whole = shift(others), inWay = others.filter(o => near.some(p => level(o, p)));
  if (whole !== null) {
    for (const o of others) moved.set(o.name, o.x + whole);
    if (globe) globe = [globe[0] + whole, ...globe.slice(1)];
  } else if (inWay.length) {
    const part = shift(inWay);
    if (part !== null) for (const o of inWay) moved.set(o.name, o.x + part);
  }
  const piles = Object.fromEntries(Object.entries(layout.piles).map(([name, [x, ...rest]]) => [name, [moved.get(name) ?? x, ...rest]]));
  const tools = layout.tools && [W - (layout.tools[2] ?? 1) - layout.tools[0], ...layout.tools.slice(1)];
  return {...layout, globe, piles, tools};
}
