// The map under a round table: two halves, meridians, tropics, the equator, a scale border. Nothing on it is needed to play.

import {svg} from "./dom.js";

/** @import {Globe, Paint} from "./types" */

const MARGIN = 20;            // px around the border, so that its stroke is not cut
const TROPIC = 0.42;          // of the half height; true tropics would lie under the piles
const POLAR = 0.78;
const MERIDIANS = [0.25, 0.5, 0.75];
const BELT = 0.14;            // of the half height: free outside a tropic on a wide map
const PLACE = 1.9;            // card widths: room for words beside the cross
const LETTER = 0.46;          // of its size: a letter's width
const SEGMENTS = 144;         // of the border: two a degree of longitude and a half

/** A point of the superellipse |x/rx|ⁿ + |y/ry|ⁿ = 1. @param {number} t @param {number} rx @param {number} ry @param {number} n */
function point(t, rx, ry, n) {
  const c = Math.cos(t), s = Math.sin(t);
  return [Math.sign(c) * Math.abs(c) ** (2 / n) * rx, Math.sign(s) * Math.abs(s) ** (2 / n) * ry];
}

/** @param {number} rx @param {number} ry @param {number} n @param {number} [from] @param {number} [to] */
export function curve(rx, ry, n, from = 0, to = 2 * Math.PI, steps = 120) {
  return Array.from({length: steps + 1}, (_, i) => point(from + (to - from) * i / steps, rx, ry, n))
    .map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
}

/** Half the width of the map at height y. @param {number} y @param {number} rx @param {number} ry @param {number} n */
export const halfWidth = (y, rx, ry, n) => rx * (1 - Math.abs(y / ry) ** n) ** (1 / n);

/**
 * @param {Globe} globe
 * @param {number} w card width
 * @param {Paint} paint
 */
export function drawGlobe({cx, cy, rx, ry, n, roomy, labelX}, w, {texts, mini}) {
  const tropic = ry * TROPIC, polar = ry * POLAR;
  /** @param {number} y @param {string} cls */
  const parallel = (y, cls) => `<path class="${cls}" d="M${-halfWidth(y, rx, ry, n)} ${y}H${halfWidth(y, rx, ry, n)}"/>`;
  const ring = `${curve(rx, ry, n)}Z`;
  let m = `<path class="g-north" d="${curve(rx, ry, n, Math.PI, 2 * Math.PI)}Z"/><path class="g-south" d="${curve(rx, ry, n, 0, Math.PI)}Z"/>`;
  for (const k of MERIDIANS) m += `<path class="g-line" d="${curve(rx * k, ry, 2)}Z"/>`;
  m += `<path class="g-line" d="M0 ${-ry}V${ry}"/>${parallel(-polar, "g-line")}${parallel(polar, "g-line")}`;
  m += parallel(-tropic, "g-tropic") + parallel(tropic, "g-tropic") + parallel(0, "g-equator");
  m += `<path class="g-neat-b" d="${ring}"/><path class="g-won" pathLength="12" d="${curve(rx, ry, n, -Math.PI / 2, 1.5 * Math.PI)}Z"/><path class="g-neat-a" pathLength="${SEGMENTS}" d="${ring}"/>`;

  const e = svg(m, "globe", `${-rx - MARGIN} ${-ry - MARGIN} ${2 * (rx + MARGIN)} ${2 * (ry + MARGIN)}`);
  if (!mini) {
    const size = Math.max(12, Math.min(16, w * 0.125), w * 0.09);
    /** @param {number} x @param {number} y @param {string} words */
    const label = (x, y, words) => {
      const t = document.createElementNS("http://www.w3.org/2000/svg", "text");
      for (const [k, v] of Object.entries({class: "g-label", x, y, "font-size": size, "text-anchor": "middle"})) t.setAttribute(k, String(v));
      t.textContent = words;
      e.append(t);
    };
    if (roomy) {
      // outside the tropics, or within them where the cards stand too near; the short word where the long one is as wide as its place
      const near = ry * BELT < size + 10, north = near ? size : -6, south = near ? -5 : size + 4;
      const names = ["map.north_tropic", "map.south_tropic"].map(key => texts(key)), long = names.every(words => words.length * size * LETTER < PLACE * w);
      label(-labelX, north - tropic, long ? names[0] : texts("map.tropic"));
      label(labelX, south + tropic, long ? names[1] : texts("map.tropic"));
    } else for (const x of [-labelX, labelX]) label(x, -tropic - 5, texts("map.tropic"));
  }
  Object.assign(e.style, {left: `${cx - rx - MARGIN}px`, top: `${cy - ry - MARGIN}px`, width: `${2 * (rx + MARGIN)}px`, height: `${2 * (ry + MARGIN)}px`});
  return e;
}
