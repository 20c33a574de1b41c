// From a game's layout and a view to places in px: what lies where, in which order, how much of it can be seen.
// Pure: no document, no rule. The same scene draws the table, hits piles and animates cards.

/** @import {Fan, Fit, Globe, Layout, Scene, SceneCard, ScenePile, TableGame, TablePile, TableView} from "./types" */

const LAYERS = 256;          // z of a pile: its well, up to 104 cards, then its chip, before the next pile
const OVER = LAYERS - 1;
const KEPT = 4;              // cards of a squared pile that stay drawn under its top one, for moves in quick succession
const HIDES = 0.25;          // a neighbour that lies over so much of a card hides its middle
const STOCK_EDGE = 14;       // cards of the stock per visible edge
const EDGES = 3;

/** @param {Layout} layout @param {string} name @returns {{x: number, y: number, fan: Fan | null}} */
function place(layout, name) {
  const [x, y, fan] = layout.piles[name];
  return {x: Number(x), y: Number(y), fan: /** @type {Fan | undefined} */ (fan) ?? null};
}

/** @param {{x: number, y: number}} a @param {{x: number, y: number}} b share of a that b lies over, card units */
const overlap = (a, b) => Math.max(0, 1 - Math.abs(a.x - b.x)) * Math.max(0, 1 - Math.abs(a.y - b.y));

/**
 * Offsets in card units of the cards of a fan, bottom to top. `up[i]`: card i is face up.
 * A fan keeps its steps until it would pass its limit, then all of them shrink together.
 * @param {Fan} fan
 * @param {boolean[]} up
 * @param {number} room card heights from the pile's place to the limit, one card off; Infinity: no limit
 * @returns {{dx: number[], dy: number[], step: number}} step: that after a face-up card, heights
 */
export function spread(fan, up, room) {
  const first = fan.last ? Math.max(0, up.length - fan.last) : 0;
  const dx = up.map(() => 0), dy = up.map(() => 0);
  if (fan.right) {
    for (let i = first + 1; i < up.length; i++) dx[i] = dx[i - 1] + fan.right[0];
    return {dx, dy, step: 0};
  }
  const [faceUp, faceDown] = fan.down ?? [0, 0];
  let total = 0;
  for (let i = first; i < up.length - 1; i++) total += up[i] ? faceUp : faceDown;
  const shrink = total > room ? Math.max(room, 0) / total : 1;
  for (let i = first + 1; i < up.length; i++) dy[i] = dy[i - 1] + (up[i - 1] ? faceUp : faceDown) * shrink;
  return {dx, dy, step: faceUp * shrink};
}

/**
 * Everything to draw, in px within the table.
 * `lit`: piles that may exchange, the chosen one first; lines join it to the others.
 * @param {TableGame} game
 * @param {TableView} view
 * @param {Fit} f
 * @param {{lang?: string, lit?: Iterable<string>}} [options]
 * @returns {Scene}
 */
export function scene(game, view, f, {lang = "en", lit = []} = {}) {
  const {layout, w, h, H} = f;
  const byName = new Map(game.piles.map(p => [p.name, p]));
  const names = Object.keys(layout.piles).filter(name => byName.has(name));
  const fanned = names.some(name => place(layout, name).fan);
  const shining = [...lit];
  /** @type {Map<string, ScenePile>} */
  const piles = new Map();
  /** @type {SceneCard[]} */
  const cards = [];

  names.forEach((name, order) => {
    const pile = /** @type {TablePile} */ (byName.get(name));
    const isStock = pile.role === "stock";
    const {x, y: y0, fan} = place(layout, name);
    const y = y0 < 0 ? H + y0 : y0;
    const ids = isStock ? [] : view.piles[name] ?? [];
    const count = isStock ? view.stock : ids.length;
    const mark = view.marks[name] ?? null;
    const covered = coveredBy(layout, names.slice(order + 1), {x, y: y0});
    const up = ids.map(id => view.faces[id] !== undefined);
    const limit = fan?.to === undefined ? Infinity : (fan.to <= 0 ? H + fan.to : fan.to) - y - 1;
    const {dx, dy, step} = fan ? spread(fan, up, limit) : {dx: [], dy: [], step: 0};
    const lies = fan ? (fan.right ? "right" : "down") : null;
    const base = (order + 1) * LAYERS;
    const visibleFrom = ids.length - KEPT - (fan ? fan.last ?? ids.length : 0);

    ids.forEach((id, index) => cards.push({
      key: String(id), id, face: view.faces[id] ?? null, pile: name, role: pile.role, index,
      x: (x + (dx[index] ?? 0)) * w, y: (y + (dy[index] ?? 0)) * h, z: base + 1 + index,
      covered: index < ids.length - 1 ? fan !== null : covered !== "",
      beneath: index < ids.length - (fan ? fan.last ?? ids.length : 1),
      buried: index < visibleFrom,
      mark: index === ids.length - 1 ? mark : null,
      step: lies === "down" ? step * h : (fan?.right?.[0] ?? 0) * w, fan: lies,
    }));
    if (isStock && count) cards.push({
      key: "stock", id: null, face: null, pile: name, role: pile.role, index: 0, x: x * w, y: y * h, z: base + 1,
      covered: false, beneath: false, buried: false, mark: null, step: 0, fan: null,
    });

    const topDx = dx.at(-1) ?? 0, topDy = dy.at(-1) ?? 0, top = ids.at(-1);
    piles.set(name, {
      name, role: pile.role, order, x: x * w, y: y * h, width: (1 + topDx) * w, height: (1 + topDy) * h,
      wellX: x * w, wellY: y * h, topX: (x + topDx) * w, topY: (y + topDy) * h,
      topKey: isStock ? (count ? "stock" : null) : top === undefined ? null : String(top),
      topFace: top === undefined ? null : view.faces[top] ?? null,
      count, empty: count === 0, mark, step: lies === "down" && count > 1 ? step * h : 0, fan: lies,
      edges: fan || pile.role === "foundation" || !count ? 0 : Math.min(count - 1, isStock ? Math.ceil(count / STOCK_EDGE) : EDGES),
      well: pile.well?.[lang] ?? "", arrow: pile.arrow ?? null,
      chip: chip(pile, lies, fanned, count),
      caption: !fanned && (isStock || pile.role === "waste") ? `${capital(pile.label[lang] ?? name)} ${count}` : "",
      redeals: isStock && game.redeals ? view.counts?.redeals ?? 0 : null,
      again: isStock && !count && (view.choices ?? []).some(c => c.press === name),
      lit: shining.includes(name), covered,
    });
  });

  const [width, height] = [layout.size[0] * w, H * h];
  return {
    layout: f.name, w, h, width, height, fanned, piles, cards, globe: globeOf(layout, w, h),
    wires: wires(piles, shining, w, h), tools: boxOf(layout.tools, w, h, H), info: boxOf(layout.info, w, h, H),
  };
}

/**
 * @param {Layout} layout
 * @param {string[]} later names of the piles painted after this one
 * @param {{x: number, y: number}} here
 * @returns {"" | "below" | "right"} which part of a card here a neighbour hides
 */
function coveredBy(layout, later, here) {
  for (const name of later) {
    const there = place(layout, name);
    if (overlap(here, there) >= HIDES) return there.y > here.y ? "below" : "right";
  }
  return "";
}

/** @param {TablePile} pile @param {string | null} lies @param {boolean} fanned @param {number} count @returns {ScenePile["chip"]} */
function chip(pile, lies, fanned, count) {
  if (pile.role === "stock" || pile.role === "waste")
    return !fanned || !count ? "" : lies === "right" ? "left" : lies === "down" ? "top" : "corner";
  return pile.role === "tableau" && !lies && count > 1 ? "corner" : "";
}

/** @param {string} words */
const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

/** @param {Layout} layout @param {number} w @param {number} h @returns {Globe | null} */
function globeOf(layout, w, h) {
  if (!layout.globe) return null;
  const [cx, cy, rx, ry, n] = layout.globe;
  // map lettering goes where there is room: beside the cross on a wide map, half way to the ring on a narrow one
  const roomy = rx > 3.5;
  return {cx: cx * w, cy: cy * h, rx: rx * w, ry: ry * h, n, roomy, labelX: (roomy ? 1.62 : rx / 2) * w};
}

/** @param {Map<string, ScenePile>} piles @param {string[]} lit @param {number} w @param {number} h */
function wires(piles, lit, w, h) {
  const [from, ...others] = lit.map(name => piles.get(name)).filter(p => p !== undefined);
  return others.map(to => ({x1: from.topX + w / 2, y1: from.topY + h / 2, x2: to.topX + w / 2, y2: to.topY + h / 2}));
}

/** @param {number[] | null | undefined} box @param {number} w @param {number} h @param {number} H */
function boxOf(box, w, h, H) {
  if (!box) return null;
  const [x, y, bw = 1, bh = 1] = box;
  return {x: x * w, y: (y < 0 ? H + y : y) * h, width: bw * w, height: bh * h};
}

/** The z of what lies over a pile's cards: chip, caption, ring. @param {ScenePile} pile */
export const overPile = pile => (pile.order + 1) * LAYERS + OVER;
/** The z of a pile's well. @param {ScenePile} pile */
export const underPile = pile => (pile.order + 1) * LAYERS;
