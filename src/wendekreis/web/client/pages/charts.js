// Charts, drawn by hand in SVG: how plays ended, one after the other, and how a figure is spread. Geometry first, then markup.

import {h, svg} from "../table/dom.js";

/** How a play ended: won; not won; not won, and it could not have been. @typedef {"won" | "not" | "hopeless"} End */
/** @typedef {{x: number, y: number, width: number, height: number, end: End}} Bar */
/** @typedef {{from: number, to: number, n: number}} Bin */

const PITCH = {least: 5, most: 16};   // px from bar to bar
const EARS = 18;                      // px for the labels of an axis

/** Steps that a person counts in: of numbers, and of milliseconds. */
const NUMBERS = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000];
export const STEPS = {moves: NUMBERS, time: [5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14_400, 43_200].map(s => s * 1000)};

/**
 * A bar for each play, the newest at the right: up for a win, down for the others, half as far where no win was possible. Where
 * there are more than find room, the oldest are left out.
 * @param {End[]} ends oldest first @param {number} width px @param {number} height px
 */
export function runBars(ends, width, height) {
  const most = Math.max(1, Math.floor(width / PITCH.least)), shown = ends.slice(-most);
  const pitch = Math.min(PITCH.most, width / Math.max(1, shown.length)), thick = Math.max(2, pitch - (pitch > 8 ? 4 : 2)), mid = Math.round(height * 0.6);
  const tall = {won: mid - 2, not: height - mid - 2, hopeless: (height - mid - 2) / 2};
  /** @type {Bar[]} */
  const bars = shown.map((end, i) => ({end, x: i * pitch + (pitch - thick) / 2, width: thick, y: end === "won" ? 0 : mid + 2, height: tall[end]}));
  return {bars, mid, width: pitch * shown.length};
}

/**
 * Values sorted into bins of one width, a step of `steps`, from the least value's to the greatest's.
 * @param {number[]} values @param {number[]} steps ascending @param {number} [most] bins
 * @returns {Bin[]}
 */
export function binned(values, steps, most = 12) {
  if (!values.length) return [];
  const least = Math.min(...values), greatest = Math.max(...values);
  /** @param {number} step */
  const count = step => Math.floor(greatest / step) - Math.floor(least / step) + 1;
  const last = steps[steps.length - 1];
  let step = steps.find(s => count(s) <= most) ?? last;
  while (count(step) > most) step *= 2;
  const first = Math.floor(least / step);
  const bins = Array.from({length: count(step)}, (_, i) => ({from: (first + i) * step, to: (first + i + 1) * step, n: 0}));
  for (const value of values) bins[Math.floor(value / step) - first].n += 1;
  return bins;
}

/** Which of the limits between `bins` get a label, so that none touches the next. @param {number} bins @param {number} width px @param {number} label px */
export function labelled(bins, width, label) {
  const every = Math.max(1, Math.ceil(label / (width / Math.max(1, bins))));
  return Array.from({length: bins + 1}, (_, i) => i).filter(i => i % every === 0);
}

/** A text within markup. @param {string} words */
const plain = words => words.replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
/** @param {number} n */
const px = n => String(Math.round(n * 100) / 100);

/**
 * @param {HTMLElement} box @param {string} label what the chart shows, in words
 * @param {(width: number) => {markup: string, width: number, height: number}} draw
 * @returns {() => void} stops it
 */
export function chart(box, label, draw) {
  let last = 0;
  const paint = () => {
    const room = Math.floor(box.clientWidth);
    if (room < 40 || room === last) return;
    last = room;
    const {markup, width, height} = draw(room), drawing = svg(markup, "", `0 0 ${px(width)} ${px(height)}`);
    drawing.removeAttribute("aria-hidden");
    drawing.setAttribute("role", "img");
    drawing.setAttribute("aria-label", label);
    drawing.setAttribute("width", px(width));
    drawing.setAttribute("height", px(height));
    box.replaceChildren(drawing);
  };
  const watch = new ResizeObserver(paint);
  watch.observe(box);
  paint();
  return () => watch.disconnect();
}

/** @param {End[]} ends @param {number} width @param {number} [height] */
export function runMarkup(ends, width, height = width < 400 ? 72 : 96) {
  const run = runBars(ends, width, height);
  const bars = run.bars.map(b => {
    const inset = b.end === "hopeless" ? Math.min(0.75, b.width / 4) : 0;   // an outline lies half outside
    return `<rect class="end-${b.end}" x="${px(b.x + inset)}" y="${px(b.y + inset)}" width="${px(b.width - 2 * inset)}" height="${px(b.height - 2 * inset)}" rx="1"/>`;
  });
  return {markup: `<path class="axis" d="M0 ${run.mid}H${px(width)}"/>${bars.join("")}`, width, height};
}

/** @param {Bin[]} bins @param {number} mean @param {(value: number) => string} say @param {number} width @param {number} [height] */
export function spreadMarkup(bins, mean, say, width, height = width < 400 ? 148 : 188) {
  const most = Math.max(...bins.map(b => b.n)), pad = EARS, across = width - 2 * pad, step = across / bins.length, floor = height - EARS, top = 20;
  const from = bins[0].from, to = bins[bins.length - 1].to, at = pad + (mean - from) / (to - from) * across;
  const bars = bins.map((b, i) => {
    const tall = b.n / most * (floor - top), x = pad + i * step + 1.5;
    return b.n ? [`<rect class="bar-n" x="${px(x)}" y="${px(floor - tall)}" width="${px(step - 3)}" height="${px(tall)}" rx="1.5"/>`, `<text class="n" x="${px(x + step / 2 - 1.5)}" y="${px(floor - tall - 5)}">${b.n}</text>`] : ["", ""];
  });
  const limits = labelled(bins.length, across, 44).map(i => `<text x="${px(pad + i * step)}" y="${height - 2}">${plain(say(i < bins.length ? bins[i].from : to))}</text>`);
  return {markup: `${bars.map(([bar]) => bar).join("")}<path class="axis" d="M${pad} ${floor + 0.5}H${width - pad}"/><path class="halo" d="M${px(at)} 4V${floor - 1}"/><path class="mean" d="M${px(at)} 4V${floor}"/>${bars.map(([, n]) => n).join("")}${limits.join("")}`, width, height};
}

const SIGNS = {
  "end-won": '<rect class="end-won" x="4" y="0" width="5" height="12" rx="1"/>', "end-not": '<path class="axis" d="M0 .5H12"/><rect class="end-not" x="4" y="2.5" width="5" height="9.5" rx="1"/>',
  "end-hopeless": '<path class="axis" d="M0 .5H12"/><rect class="end-hopeless" x="4.5" y="3" width="4" height="4.5" rx="1"/>', "bar-n": '<rect class="bar-n" x="1" y="1" width="10" height="11" rx="1"/>', mean: '<path class="mean" d="M6 0V12"/>',
};

/** The key to a chart's signs. @param {[keyof typeof SIGNS, string][]} signs sign and words */
export const key = signs => h("ul", "chart-key", ...signs.map(([sign, words]) => h("li", "", svg(SIGNS[sign], "", "0 0 12 12"), words)));
