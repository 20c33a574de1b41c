// Draws a scene and keeps it drawn: one element for each card and each pile, made once, moved from scene to scene.
// A card's holder is placed by `transform: translate(x, y)` alone, so that a move is a change of transform.

import {badge, body, bodyKey, chevron} from "./card.js";
import {h, svg} from "./dom.js";
import {drawGlobe} from "./globe.js";
import {overPile, underPile} from "./scene.js";

/** @import {Paint, Scene, SceneCard, ScenePile} from "./types" */
/** @typedef {"sel" | "tgt" | "hint" | "focus" | "refused" | "lit" | "lifted" | "lastmove" | "aim" | "fits" | "nogo"} State */
/** @typedef {{button: HTMLElement, over: HTMLElement, key: string}} PileParts */
/** @typedef {{holder: HTMLElement, face: string, mark: string}} CardParts */
/**
 * @typedef {object} Table
 * @property {HTMLElement} root
 * @property {HTMLElement} list the piles' list, to be named after the game
 * @property {(scene: Scene, paint: Paint) => void} paint
 * @property {(key: string) => HTMLElement | null} cardElement
 * @property {(name: string) => HTMLElement | null} pileElement
 * @property {(target: string, state: State, on: boolean) => void} setState of a card (by key) or a pile (by name; its top card shares sel, lit and refused)
 * @property {(state?: State) => void} clearStates all, or all of one kind
 * @property {(key: string, face: string | null) => void} dress shows another side of a card until the next paint (half way through a turn)
 * @property {() => Scene | null} scene the one last painted
 */

const SHARED = ["sel", "lit", "refused"];   // states of a pile that its top card wears
const CRAMPED = 52;                         // px of card height: no words between the cards
const SPARE = 24;                           // px: the faintest a pile's drawn edge is wide, 1.8 % of the card each

/** The nearest px that begins a pixel of the screen: WebKit blurs a layer that lies between two. @param {number} px */
export const crisp = px => Math.round(px * devicePixelRatio) / devicePixelRatio;

/** @param {HTMLElement} e @param {number} x @param {number} y */
const moveTo = (e, x, y) => { const t = `translate(${crisp(x)}px, ${crisp(y)}px)`; if (e.style.transform !== t) e.style.transform = t; };

/** @param {HTMLElement} e @param {number} w @param {number} height */
const size = (e, w, height) => { e.style.width = `${w}px`; e.style.height = `${height}px`; };

/**
 * A table in `root`. `still`: a picture, nothing in it can be focused or pressed.
 * @param {HTMLElement} root
 * @param {{still?: boolean}} [options]
 * @returns {Table}
 */
export function createTable(root, {still = false} = {}) {
  const list = h("div", "piles"), deck = h("div", "cards"), under = h("div", "under");
  root.classList.add("table");
  root.replaceChildren(under, list, deck);
  deck.setAttribute("aria-hidden", "true");
  if (!still) list.setAttribute("role", "list");

  /** @type {Map<string, PileParts>} */
  const piles = new Map();
  /** @type {Map<string, CardParts>} */
  const cards = new Map();
  /** @type {Map<string, Set<State>>} */
  const states = new Map();
  /** @type {Scene | null} */
  let shown = null;
  let map = "", wired = "[]";
  /** @type {Paint | null} */
  let manner = null;

  /** @param {string} name @returns {PileParts} */
  function makePile(name) {
    const button = still ? h("div", "pile") : h("button", "pile"), over = h("div", "over"), item = h("div", "item", button, over);
    if (button instanceof HTMLButtonElement) {
      button.type = "button";
      button.tabIndex = -1;
      item.setAttribute("role", "listitem");
    }
    over.setAttribute("aria-hidden", "true");
    button.dataset.pile = over.dataset.over = name;
    list.append(item);
    return {button, over, key: ""};
  }

  /** @param {ScenePile} p @param {Scene} s @param {Paint} paint */
  function paintPile(p, s, paint) {
    let parts = piles.get(p.name);
    if (!parts) piles.set(p.name, parts = makePile(p.name));
    const {button, over} = parts;
    moveTo(button, p.x, p.y);
    moveTo(over, p.topX, p.topY);
    size(button, p.width, p.height);
    over.style.setProperty("--fan", `${p.topX - p.wellX}px`);
    button.style.zIndex = String(underPile(p));
    over.style.zIndex = String(overPile(p));
    const key = JSON.stringify([p.role, p.empty, p.edges, p.well, p.chip, p.count, p.caption, p.redeals, p.again, p.covered, p.arrow, p.topFace, p.fan, paint.mini, s.w]);
    if (key === parts.key) return;
    parts.key = key;
    button.className = `pile ${p.role}${p.empty ? " empty" : ""}`;
    button.dataset.base = button.className;
    const well = h("span", "well", p.well);
    well.setAttribute("aria-hidden", "true");
    button.replaceChildren(well);
    for (let i = p.edges; i > 0; i--) {
      const edge = h("span", "edge");
      const step = s.w * (p.role === "stock" ? 0.011 : 0.018);       // a full stock's edges end above its caption
      edge.style.translate = `${i * step}px ${i * step}px`;
      button.append(edge);
    }
    over.className = `over ${p.role}`;
    over.dataset.suit = p.topFace?.slice(-1) ?? "";
    over.replaceChildren();
    if (paint.mini) return;
    if (p.arrow && !p.empty) { const c = chevron(p.arrow); if (p.covered === "right") c.classList.add("under-index"); over.append(c); }
    if (p.chip) over.append(h("span", `count at-${p.chip}`, String(p.count)));
    if (p.caption) over.append(h("span", "cap", p.caption));
    if (p.again || (p.redeals && !p.empty)) over.append(h("span", `count redeal${p.again ? " again" : ""}`, p.redeals ? `↻ ${p.redeals}` : "↻"));
  }

  /** @param {SceneCard} c @param {Scene} s @param {Paint} paint */
  function paintCard(c, s, paint) {
    let parts = cards.get(c.key);
    if (!parts) {
      const holder = h("div", "card");
      holder.dataset.card = c.key;
      deck.append(holder);
      cards.set(c.key, parts = {holder, face: "", mark: ""});
    }
    const {holder} = parts;
    holder.dataset.pile = c.pile;
    holder.dataset.index = String(c.index);
    holder.dataset.role = c.role;
    moveTo(holder, c.x, c.y);
    holder.style.zIndex = String(c.z);
    holder.hidden = c.buried;
    dressIn(parts, c.face, paint, c.buried);
    const mark = c.mark && !c.buried ? `${c.mark.kind} ${c.mark.arrow ?? ""}` : "";
    if (mark !== parts.mark || !holder.querySelector(".homeward") === !!mark) {
      parts.mark = mark;
      holder.querySelector(".homeward")?.remove();
      if (mark) holder.firstElementChild?.append(badge(c.mark?.arrow));
    }
    const look = ["card", c.covered && "covered", c.beneath && "beneath", c.fan && `fan-${c.fan}`, c.mark?.kind, c.mark && `to-${c.mark.arrow}`].filter(Boolean).join(" ");
    holder.dataset.base = look;
    if (c.fan && c.covered) holder.style.setProperty("--step", `${c.step}px`); else holder.style.removeProperty("--step");
  }

  /** @param {CardParts} parts @param {string | null} face @param {Paint} paint @param {boolean} buried */
  function dressIn(parts, face, paint, buried) {
    const key = buried ? "" : bodyKey(face, paint);
    if (key === parts.face) return;
    parts.face = key;
    parts.holder.replaceChildren(...buried ? [] : [body(face, paint)]);
    parts.mark = "";
  }

  /** @param {Iterable<string>} on */
  const classes = on => [...on].map(state => ` is-${state}`).join("");
  /** @param {ScenePile} p @returns {Set<string>} */
  const statesOf = p => { const on = new Set(/** @type {Iterable<string>} */ (states.get(p.name) ?? [])); if (p.lit) on.add("lit"); return on; };

  /** Writes the classes of a pile: its own look, then its states. @param {ScenePile} p */
  function wearPile(p) {
    const {button, over} = /** @type {PileParts} */ (piles.get(p.name)), on = classes(statesOf(p));
    put(button, button.dataset.base + on);
    put(over, `over ${p.role}${p.empty ? " empty" : ""}${p.mark ? ` ${p.mark.kind} to-${p.mark.arrow}` : ""}${on}`);
  }

  /** Writes the classes of a card. @param {string} key @param {ScenePile | undefined} over the pile that it is the top of */
  function wearCard(key, over) {
    const holder = cards.get(key)?.holder;
    if (!holder) return;
    const on = new Set([...(key === "stock" ? [] : states.get(key) ?? []), ...(over ? [...statesOf(over)].filter(state => SHARED.includes(state)) : [])]);
    put(holder, holder.dataset.base + classes(on));
  }

  /** Writes the classes of every element. */
  function wear() {
    if (!shown) return;
    const tops = new Map([...shown.piles.values()].map(p => [p.topKey, p]));
    for (const p of shown.piles.values()) wearPile(p);
    for (const key of cards.keys()) wearCard(key, tops.get(key));
  }

  /** Writes the classes of what has this name. @param {string} target a card's key or a pile's name */
  function wearOne(target) {
    if (!shown) return;
    const pile = shown.piles.get(target);
    if (pile) { wearPile(pile); if (pile.topKey) wearCard(pile.topKey, pile); }
    if (cards.has(target)) wearCard(target, [...shown.piles.values()].find(p => p.topKey === target));
  }

  /** @param {HTMLElement} e @param {string} cls */
  const put = (e, cls) => { if (e.className !== cls) e.className = cls; };

  return {
    root, list,
    scene: () => shown,
    cardElement: key => cards.get(key)?.holder ?? null,
    pileElement: name => piles.get(name)?.button ?? null,
    paint(s, paint) {
      shown = s;
      manner = paint;
      root.style.setProperty("--w", `${s.w}px`);
      root.style.setProperty("--h", `${s.h}px`);
      size(root, s.width, s.height);
      root.dataset.faces = paint.mini ? "mini" : paint.faces ?? "classic";
      root.dataset.layout = s.layout;
      root.classList.toggle("fanned", s.fanned);
      root.classList.toggle("cramped", s.h < CRAMPED);
      root.classList.toggle("mini", !!paint.mini);
      root.classList.toggle("tiny", !!paint.mini && s.w < SPARE);
      const ground = JSON.stringify([s.globe, s.w, paint.lang, paint.mini]), across = JSON.stringify(s.wires);
      if (ground !== map) {
        map = ground;
        under.querySelector(".globe")?.remove();
        if (s.globe) under.prepend(drawGlobe(s.globe, s.w, paint));
      }
      if (across !== wired) {
        wired = across;
        under.querySelector(".wires")?.remove();
        if (s.wires.length) under.append(svg(s.wires.map(l => `<path d="M${l.x1} ${l.y1}L${l.x2} ${l.y2}"/>`).join(""), "wires", `0 0 ${s.width} ${s.height}`));
      }
      for (const [name, {button}] of piles) if (!s.piles.has(name)) { button.parentElement?.remove(); piles.delete(name); }
      for (const p of s.piles.values()) paintPile(p, s, paint);
      const here = new Set(s.cards.map(c => c.key));
      for (const [key, {holder}] of cards) if (!here.has(key)) { holder.remove(); cards.delete(key); }
      for (const c of s.cards) paintCard(c, s, paint);
      wear();
    },
    setState(target, state, on) {
      const set = states.get(target) ?? new Set();
      if (on === set.has(state)) return;
      if (on) set.add(state); else set.delete(state);
      states.set(target, set);
      wearOne(target);
    },
    clearStates(state) {
      const cleared = [...states].filter(([, set]) => state ? set.delete(state) : set.size).map(([target]) => target);
      if (!state) states.clear();
      cleared.forEach(wearOne);
    },
    dress(key, face) {
      const parts = cards.get(key);
      if (parts && manner) dressIn(parts, face, manner, false);
    },
  };
}
