// Moves on a table, forward and back, or played by themselves: a replay, or an example in a text of rules.

import {playedWords} from "../play/tracing.js";
import {createMotion} from "../play/motion.js";
import {LOOK, otherIndex, settings} from "../play/settings.js";
import {inverse} from "../play/showing.js";
import {fold} from "../play/state.js";
import {h} from "../table/dom.js";
import {facesFor, fit, trimmed} from "../table/fit.js";
import {icon} from "../table/icons.js";
import {createTable} from "../table/paint.js";
import {TIGHT} from "./furniture.js";
import {scene} from "../table/scene.js";

/** @import {Context, Game, View} from "../play/types" */
/** @import {Frame} from "../wire" */
/** @import {IconName} from "../table/icons" */
/** @import {TableGame} from "../table/types" */

const BEAT = 900;            // ms from move to move
const SOON = 500;            // from fewer frames than this, the height is measured over all of them

/**
 * @param {Context} context @param {Game} game @param {View} view where it begins @param {Frame[]} frames
 * @param {{height: (width: number) => number, at?: number, scrub?: boolean, snug?: boolean, onAt?: (at: number) => void}} how
 *   `scrub`: with a slider over all moves; `snug`: no higher than it needs to be
 */
export function createPlayer(context, game, view, frames, {height, at: first = 0, scrub = false, snug = false, onAt = () => {}}) {
  const {texts: t, lang} = context, declared = /** @type {TableGame} */ (/** @type {unknown} */ (game));
  const root = h("div"), box = h("div", "drawing", root), told = h("p", "told"), bar = h("div", "player-bar"), element = h("div", "player", box, bar, told);
  root.setAttribute("aria-hidden", "true");
  told.setAttribute("role", "status");
  const table = createTable(root, {still: true}), motion = createMotion(table);
  /** Views come as they are wanted. */
  const views = [view];
  let at = 0, last = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  /** @type {import("../table/types").Fit | null} */
  let fitted = null;

  /** @param {number} k @returns {View} */
  const viewAt = k => { for (let i = views.length; i <= k; i++) views.push(/** @type {View} */ ({...fold(views[i - 1], /** @type {any} */ (frames[i - 1])), choices: []})); return views[k]; };
  const sceneNow = () => scene(declared, viewAt(at), /** @type {any} */ (fitted), {lang});
  function paint() {
    const s = sceneNow(), look = settings();
    root.classList.toggle("tight", s.h < TIGHT);
    table.paint(s, {faces: facesFor(s.w, look.faces), lang, texts: t, international: look.index === otherIndex(lang)});
    return s;
  }
  function draw() {
    const {paddingLeft, paddingRight} = getComputedStyle(box), width = box.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    if (!(width >= 20) || width === last) return;   // not a number: it is not on the page yet
    last = width;
    const whole = fit(declared.layouts, width, height(width));
    const seen = snug && frames.length < SOON ? frames.map((_, i) => viewAt(i + 1)) : [];
    const hanging = [view, ...seen].flatMap(v => [...scene(declared, v, whole).piles.values()].filter(p => Number(whole.layout.piles[p.name][1]) >= 0).map(p => p.topY / whole.h + 1));
    fitted = snug ? trimmed(whole, hanging) : whole;
    motion.finish();
    paint();
  }

  /** @param {IconName} sign @param {string} name @param {() => void} act */
  function button(sign, name, act) {
    const b = h("button", "btn", icon(sign));
    b.type = "button";
    b.setAttribute("aria-label", name);
    b.title = name;
    b.addEventListener("click", () => { if (b.getAttribute("aria-disabled") !== "true") act(); });
    return b;
  }
  const back = button("back", t("player.back"), () => { pause(); go(at - 1); }), next = button("go", t("player.next"), () => { pause(); go(at + 1); });
  const auto = button("play", t("player.play"), () => { if (timer === undefined) play(); else pause(); }), slider = h("input"), count = h("span", "count-of");
  slider.type = "range";
  slider.min = "0";
  slider.max = String(frames.length);
  slider.setAttribute("aria-label", t("player.where"));
  slider.addEventListener("input", () => { pause(); go(Number(slider.value)); });
  bar.append(back, auto, next, ...(scrub ? [slider] : []), count);

  function tell() {
    const frame = frames[at - 1], words = frame ? playedWords(t, game, lang, {steps: frame.steps, faces: {...viewAt(at).faces, ...frame.faces}}) : t("player.start");
    const place = t("player.at", {n: at, of: frames.length});
    told.textContent = `${words}${frame ? "." : ""}${at === frames.length && at ? ` ${t("player.end")}` : ""}`;
    count.textContent = place;
    slider.value = String(at);
    slider.style.setProperty("--gone", `${frames.length ? at / frames.length * 100 : 0}%`);
    slider.setAttribute("aria-valuetext", place);
    back.setAttribute("aria-disabled", String(at === 0));
    next.setAttribute("aria-disabled", String(at === frames.length));
    auto.replaceChildren(icon(timer === undefined ? "play" : "pause"));
    auto.setAttribute("aria-label", t(timer === undefined ? "player.play" : "player.pause"));
    auto.title = auto.getAttribute("aria-label") ?? "";
  }

  /** @param {number} to */
  function go(to) {
    if (to < 0 || to > frames.length || to === at) return;
    const steps = to === at + 1 ? frames[at].steps : to === at - 1 ? inverse(/** @type {any} */ (frames[to].steps)) : null, pace = to > at ? "play" : "back";
    motion.finish();
    at = to;
    if (fitted) { if (steps) motion.change(paint, {steps: /** @type {any} */ (steps), pace}); else paint(); }
    tell();
    onAt(at);
  }
  function pause() { if (timer === undefined) return; clearTimeout(timer); timer = undefined; tell(); }
  function play() {
    if (at === frames.length) go(0);
    const tick = () => {
      go(at + 1);
      timer = at < frames.length ? setTimeout(tick, BEAT) : undefined;
      tell();
    };
    tick();
  }
  element.addEventListener("keydown", e => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target === slider) return;
    const by = e.key === "ArrowRight" ? 1 : e.key === "ArrowLeft" ? -1 : 0;
    if (!by) return;
    e.preventDefault();
    pause();
    go(at + by);
  });
  const watch = new ResizeObserver(draw), relook = () => { if (fitted) { motion.finish(); paint(); } };
  watch.observe(box);
  document.addEventListener(LOOK, relook);
  at = Math.min(Math.max(0, first), frames.length);
  viewAt(at);
  tell();
  draw();
  return {
    element,
    get at() { return at; },
    /** The board stays, what moves is ended. */
    stop() { clearTimeout(timer); timer = undefined; watch.disconnect(); document.removeEventListener(LOOK, relook); motion.finish(); },
  };
}
