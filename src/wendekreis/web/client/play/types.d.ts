// The page's own shapes. What travels between server and page is in ../wire.d.ts, what is painted in ../table/types.d.ts.

export type {Answer, Choice, Counts, Flip, Game, Layout, Mark, PlayRow, Shift, Step, View, Words} from "../wire";
import type {Game} from "../wire";

export type Lang = "de" | "en";

declare global {
  /** See early.js; not there where no page is. */
  var early: {lang(): Lang; keepLang(lang: Lang): void; asked: Map<string, Promise<Response>>} | undefined;
}

/** A card under the finger: which pile, and which card of it (counted from the bottom). */
export interface Spot { pile: string; index: number }
/** What is picked up: the pile and how many of its top cards. */
export interface Held { pile: string; count: number }
/** What drops into a place once it is emptied: the face if it can be seen. */
export interface Coming { to: string; from: string; face: string | null }
export interface Rect { x: number; y: number; width: number; height: number }

/** A text of the catalogue, its {names} replaced. An unknown key is its own text. */
export type Say = (key: string, params?: Record<string, string | number>) => string;
/** Rejects with `Away` (no answer) or `Refusal` (the server says no), both of net.js. */
export interface Api { get(path: string): Promise<any>; post(path: string, body: unknown): Promise<any> }
/** What every page is given. */
export interface Context {
  lang: Lang;
  texts: Say;
  games: Game[];
  api: Api;
  /** To another page of the site, without loading it anew. */
  go(path: string): void;
  setLang(lang: Lang): Promise<void>;
}
