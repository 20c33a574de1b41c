/**
 * Where a dragged card was dropped, and which pile lies in a direction. Plain rectangles, no document.
 * @typedef {import('./types').Rect} Rect
 */

const TOUCHES = 0.2;                                               // share of a card that must lie on a pile to count as dropped there
const EVEN = 0.1;                                                  // px: two ways so much alike are one as good as the other
const NEIGHBOUR = 0.3;                                             // in card widths: a foundation so near answers for its neighbour

/** @param {Rect} a @param {Rect} b @returns {number} */
export function overlap(a, b) {
  const w = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x), h = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return w > 0 && h > 0 ? w * h : 0;
}

/** @param {Rect} r @param {number} by @returns {Rect} */
export const grown = (r, by) => ({x: r.x - by, y: r.y - by, width: r.width + 2 * by, height: r.height + 2 * by});

/** @param {Rect} r @param {{x: number, y: number}} p */
const contains = (r, p) => p.x >= r.x && p.x <= r.x + r.width && p.y >= r.y && p.y <= r.y + r.height;

/** @param {Rect} a @param {Rect} b @returns {number} the gap between them, 0 when they touch */
export const gap = (a, b) => Math.hypot(Math.max(0, a.x - b.x - b.width, b.x - a.x - a.width), Math.max(0, a.y - b.y - b.height, b.y - a.y - a.height));

/**
 * Half the gap to the nearest other pile: so far a drop area reaches beyond its card.
 * @param {Rect[]} piles @param {Rect} me @param {number} least
 */
export function halfGap(piles, me, least) {
  const gaps = piles.filter(p => p !== me).map(p => gap(p, me)).filter(g => g > 0);
  return Math.max(least, gaps.length ? Math.min(...gaps) / 2 : 0);
}

/**
 * The pile that a dropped card is meant for.
 * @param {Map<string, Rect & {role: string}>} piles
 * @param {Set<string>} legal where it may go
 * @param {string} source
 * @param {Rect} card the dragged card, where it is now
 * @param {{x: number, y: number}} pointer
 * @returns {{to: string | null, refused: boolean}} `refused`: dropped on a pile that does not take it
 */
export function dropTarget(piles, legal, source, card, pointer) {
  const all = [...piles.values()], area = card.width * card.height;
  /** @type {[string, number][]} */
  const hits = [];
  for (const [name, rect] of piles) {
    const reach = grown(rect, halfGap(all, rect, card.width * 0.05));
    const share = overlap(reach, card) / area;
    if (share >= TOUCHES || contains(reach, pointer)) hits.push([name, share + (contains(rect, pointer) ? 0.5 : 0)]);
  }
  hits.sort((a, b) => b[1] - a[1]);
  if (!hits.length || hits[0][0] === source) {
    // hardly moved: put back, unless the finger is clearly on a legal pile
    const sure = hits.find(([name]) => legal.has(name) && contains(/** @type {Rect} */ (piles.get(name)), pointer));
    return {to: sure?.[0] ?? null, refused: false};
  }
  const fit = hits.find(([name]) => legal.has(name));
  if (fit) return {to: fit[0], refused: false};
  const to = answering(piles, legal, hits[0][0], card.width);
  return {to, refused: to === null};
}

/**
 * A foundation that does not take the card answers for the one beside it that does, if that is only one.
 * @param {Map<string, Rect & {role: string}>} piles @param {Set<string>} legal @param {string} name @param {number} width of a card
 * @returns {string | null}
 */
export function answering(piles, legal, name, width) {
  const here = piles.get(name);
  if (here?.role !== 'foundation') return null;
  const near = [...legal].filter(n => { const p = piles.get(n); return p?.role === 'foundation' && gap(p, here) <= NEIGHBOUR * width; });
  return near.length === 1 ? near[0] : null;
}

/**
 * The piles in the order of where they lie: clockwise from twelve o'clock if they lie in a circle, then the cross in it; else row by
 * row. Stock and waste come last.
 * @param {{piles: Map<string, {name: string, role: string, wellX: number, wellY: number}>, globe: unknown, w: number, h: number}} scene
 * @returns {string[]}
 */
export function inOrder({piles, globe, w, h}) {
  const all = [...piles.values()], round = all.filter(p => p.role === 'tableau' || p.role === 'barrier');
  const middle = (/** @type {'wellX' | 'wellY'} */ axis) => (Math.min(...round.map(p => p[axis])) + Math.max(...round.map(p => p[axis]))) / 2;
  const cx = middle('wellX'), cy = middle('wellY');
  const hour = (/** @type {typeof all[number]} */ p) => (Math.atan2((p.wellX - cx) / w, (cy - p.wellY) / h) + 2 * Math.PI + 1e-6) % (2 * Math.PI);
  const far = (/** @type {typeof all[number]} */ p) => Math.hypot(p.wellX - cx, p.wellY - cy);
  const row = (/** @type {typeof all[number]} */ p) => Math.round(p.wellY / h * 4);
  const groups = globe ? [['tableau', 'barrier'], ['foundation'], ['waste'], ['stock']] : [['foundation'], ['tableau', 'barrier'], ['waste'], ['stock']];
  return groups.flatMap(roles => all.filter(p => roles.includes(p.role))
    .sort((a, b) => globe ? Math.round((hour(a) - hour(b)) * 100) || far(a) - far(b) : row(a) - row(b) || a.wellX - b.wellX).map(p => p.name));
}

const SLACK = 8;                                                   // px: so far beside a pile is at it
const FINGER = 22;                                                 // px: half of what a finger needs

/**
 * The card of a fan that a finger means: the one it touches, if that can be taken; else the nearest that can, within a finger's reach.
 * @param {{index: number, y: number, bottom: number}[]} strips what is seen of each card @param {number} touched its index @param {number} y of the finger @param {(index: number) => boolean} can
 * @returns {number}
 */
export function fingered(strips, touched, y, can) {
  if (can(touched)) return touched;
  const near = strips.filter(s => can(s.index)).map(s => ({index: s.index, far: Math.max(0, s.y - y, y - s.bottom)})).filter(s => s.far <= FINGER);
  return near.sort((a, b) => a.far - b.far)[0]?.index ?? touched;
}

/**
 * The pile that a finger means that has touched none: the nearest that is no farther than half a gap, or than a finger is wide.
 * @param {Map<string, Rect>} piles @param {{x: number, y: number}} at @returns {string | null}
 */
export function felt(piles, {x, y}) {
  /** @type {string | null} */
  let best = null;
  let least = Infinity;
  for (const [name, r] of piles) {
    const far = gap(r, {x, y, width: 0, height: 0});
    if (far < least && contains(grown(r, Math.max(SLACK, FINGER - r.width / 2)), {x, y})) { best = name; least = far; }
  }
  return best;
}

/** @typedef {'left' | 'right' | 'up' | 'down'} Way */

/**
 * The nearest place in a direction, straight ahead before aslant.
 * @template T
 * @param {Map<T, Rect>} places
 * @param {T} from
 * @param {Way} way
 * @returns {T | null}
 */
export function nearest(places, from, way) {
  const here = places.get(from);
  if (!here) return null;
  const mid = (/** @type {Rect} */ r) => [r.x + r.width / 2, r.y + r.height / 2];
  const [hx, hy] = mid(here), across = way === 'left' || way === 'right', sign = way === 'left' || way === 'up' ? -1 : 1;
  /** @type {T | null} */
  let best = null;
  let least = Infinity, bestX = 0, bestY = 0;
  for (const [name, rect] of places) {
    if (name === from) continue;
    const [x, y] = mid(rect), ahead = sign * (across ? x - hx : y - hy), aside = Math.abs(across ? y - hy : x - hx);
    if (ahead <= 1) continue;
    const cost = ahead + 2.2 * aside + (aside > 2 * ahead ? 1e4 : 0);
    // of two as near the one to the left, else the upper one: the order in which they are told is no matter
    const even = Math.abs(cost - least) <= EVEN, first = Math.abs(x - bestX) > EVEN ? x < bestX : y < bestY;
    if (even ? first : cost < least) { least = cost; best = name; bestX = x; bestY = y; }
  }
  return best;
}
