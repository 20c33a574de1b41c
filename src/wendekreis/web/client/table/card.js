// One card: its body (which tilts and turns) in a holder (which moves). The card's code alone names its picture and its
// index; nothing here knows an order of ranks or suits.

import {copied, h} from "./dom.js";

/** @import {Paint} from "./types" */

export const SPRITE = new URL("../faces/faces.svg", import.meta.url).href;

/** Letters of the cards that show a person: each has a file of its own, so that the table is painted before the persons are read. */
const PERSONS = ["J", "Q", "K"];

/** The picture of a person, or of the upper half. @param {string} code @param {"classic" | "large"} faces */
function person(code, faces) {
  const e = h("img", `art person ${faces}`);
  e.alt = "";
  e.draggable = false;
  e.src = new URL(`../faces/courts/${code}.svg`, import.meta.url).href + (faces === "large" ? "#half" : "");
  return e;
}

/** A picture of the sprite, as large as its box. @param {string} symbol @param {string} cls */
export const picture = (symbol, cls) => copied(`<use href="${SPRITE}#${symbol}" width="100%" height="100%"/>`, cls);

/** @param {string} suit the last letter of a card's code */
export const pip = (suit, cls = "pip") => picture(`pip-${suit}`, cls);

/** What stands in a card's corner. @param {string} code @param {Paint} paint */
export const rankText = (code, {texts, international}) => texts(`card.${international ? "rank_other" : "rank"}.${code.slice(0, -1)}`);

/**
 * A card's face or, without a code, its back.
 * @param {string | null} code such as TD
 * @param {Paint} paint
 * @returns {HTMLElement}
 */
export function body(code, paint) {
  if (code === null) return h("div", "body back");
  const suit = code.slice(-1), text = rankText(code, paint), faces = paint.faces ?? "classic";
  const rank = h("b", text.length > 1 ? "long" : "", text);
  const e = h("div", "body face", h("span", "ix", rank, pip(suit, "pip ixp")));
  e.dataset.suit = suit;
  if (!paint.mini) e.append(faces === "index" ? pip(suit, "art big") : PERSONS.includes(code[0]) ? person(code, faces) : picture(`${faces}-${code}`, `art ${faces}`));
  return e;
}

/** What a face depends on: the same key, the same picture. @param {string | null} code @param {Paint} paint */
export const bodyKey = (code, paint) =>
  code === null ? "back" : [code, paint.mini ? "mini" : paint.faces ?? "classic", paint.lang, paint.international ? "int" : ""].join(" ");

/** The badge on a card that lies in the wrong half, pointing home. @param {string | null | undefined} arrow */
export const badge = arrow => copied(`<path d="${arrow === "up" ? "M12 19V5M6 11l6-6 6 6" : "M12 5v14M6 13l6 6 6-6"}"/>`, "homeward", "0 0 24 24");

/** The direction a foundation grows in. @param {string} arrow */
export const chevron = arrow => copied(`<path d="${arrow === "up" ? "M2 9 7 3 12 9" : "M2 3 7 9 12 3"}"/>`, "dir", "0 0 14 12");

