// The table's own shapes. The wire's Game and View have more; the drawing needs no more than this of them.

export type Role = "tableau" | "foundation" | "barrier" | "waste" | "stock";
export type Words = {[lang: string]: string};

/** How the cards of a pile lie: steps in card heights (down) or widths (right). */
export interface Fan {
  /** [step after a face-up card, step after a face-down one] */
  down?: number[];
  right?: number[];
  /** the y that the fan must not pass, negative or 0 counting from the bottom */
  to?: number;
  /** only so many cards are fanned, the others lie under the first of them */
  last?: number;
}
export type Place = (number | Fan)[]; // [x, y] or [x, y, fan]

/** A table in card units: x in card widths, y in card heights, to a card's top left corner. */
export interface Layout {
  size: number[];
  aspect: number[];
  grow?: boolean | null;
  globe?: number[] | null;
  tools?: number[] | null;
  info?: number[] | null;
  piles: {[name: string]: Place};
}
export interface TablePile {
  name: string;
  role: Role | string;
  label: Words;
  well?: Words | null;
  arrow?: string | null;
}
export interface TableGame {
  id: string;
  redeals: boolean;
  piles: TablePile[];
  layouts: {[name: string]: Layout};
}
export interface TableView {
  piles: {[name: string]: number[]};
  stock: number;
  faces: {[id: string]: string};
  marks: {[pile: string]: {kind: string, arrow?: string | null}};
  counts?: {redeals: number};
  choices?: {press?: string | null}[];
}

export interface Fit {
  name: string;
  layout: Layout;
  /** card width and height in px */
  w: number;
  h: number;
  /** the table's height in card heights */
  H: number;
  toolsInside: boolean;
}
export interface Box { x: number, y: number, width: number, height: number }

export interface ScenePile extends Box {
  name: string;
  role: string;
  /** place in paint order */
  order: number;
  /** where the pile's first card lies */
  wellX: number;
  wellY: number;
  /** where the top card lies (the well, when there is none) */
  topX: number;
  topY: number;
  topKey: string | null;
  topFace: string | null;
  count: number;
  empty: boolean;
  mark: {kind: string, arrow?: string | null} | null;
  /** px from one face-up card to the next in a fan that lies down; 0: no such fan */
  step: number;
  fan: "down" | "right" | null;
  edges: number;
  well: string;
  /** the direction the pile grows in, if the game names one */
  arrow: string | null;
  chip: "" | "corner" | "left" | "top";
  caption: string;
  redeals: number | null;
  /** an empty stock that the waste can be turned over to */
  again: boolean;
  lit: boolean;
  covered: "" | "below" | "right";
}
export interface SceneCard {
  /** the card's id, or "stock" for the one back that stands for the whole stock */
  key: string;
  id: number | null;
  face: string | null;
  pile: string;
  role: string;
  index: number;
  x: number;
  y: number;
  z: number;
  /** another card lies on a part of it */
  covered: boolean;
  /** squared up under another card */
  beneath: boolean;
  /** wholly under others: nothing of it can be seen, even while the next three move away */
  buried: boolean;
  mark: {kind: string, arrow?: string | null} | null;
  /** px of a face-up card that the next one in the fan leaves to be seen */
  step: number;
  fan: "down" | "right" | null;
}
export interface Globe { cx: number, cy: number, rx: number, ry: number, n: number, roomy: boolean, labelX: number }
export interface Scene {
  layout: string;
  /** the card */
  w: number;
  h: number;
  /** the table, px */
  width: number;
  height: number;
  fanned: boolean;
  piles: Map<string, ScenePile>;
  cards: SceneCard[];
  globe: Globe | null;
  /** lines between the middles of piles that may exchange */
  wires: {x1: number, y1: number, x2: number, y2: number}[];
  /** the empty boxes a layout keeps for buttons and for a readout */
  tools: Box | null;
  info: Box | null;
}
export type Faces = "classic" | "large" | "index";
export interface Paint {
  faces?: Faces;
  lang?: string;
  texts: (key: string, params?: {[name: string]: string | number}) => string;
  /** international indices, whatever the language */
  international?: boolean;
  /** a miniature: index and suit only, no chips, no lettering */
  mini?: boolean;
}
