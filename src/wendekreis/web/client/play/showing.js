/**
 * A demonstration: a proven line from the position on the table, step by step, forward and back. It has views of its own; the
 * play is left as it is.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 * @typedef {import('./types').Step} Step
 */
import {fold} from './state.js';

const BEAT = 1100;                                                 // ms between the moves when it plays by itself

/** An answer's steps taken back: the last first, each the other way round. @param {Step[]} steps @returns {Step[]} */
export const inverse = steps => [...steps].reverse().map(({cause, shifts, flips}) => ({
  cause, shifts: shifts.map(({cards, from, to}) => ({cards, from: to, to: from})), flips: flips.map(({card, up}) => ({card, up: !up})),
}));

/**
 * @param {object} o
 * @param {View} o.view where it begins
 * @param {Answer[]} o.answers one for each move of the line
 * @param {(steps: Step[], how: 'play' | 'back') => void} o.onStep another view is to be seen
 * @param {() => void} [o.onPlay] it plays by itself, or no longer
 * @param {number} [o.beat] ms
 */
export function createShowing({view, answers, onStep, onPlay = () => {}, beat = BEAT}) {
  /** Views come as they are wanted: a line may have a thousand moves. */
  const views = [view];
  let at = 0;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;

  /** @param {number} k */
  function reach(k) { for (let i = views.length; i <= k; i++) views.push({...fold(views[i - 1], answers[i - 1]), choices: [], undo: false, redo: false, forward: false}); }

  function pause() { if (timer === undefined) return; clearTimeout(timer); timer = undefined; onPlay(); }

  function tick() {
    timer = setTimeout(() => {
      if (at < answers.length) showing.step(1);
      if (at < answers.length) tick(); else pause();
    }, beat);
  }

  const showing = {
    get at() { return at; },
    get length() { return answers.length; },
    get view() { return views[at]; },
    /** The move that led here. @returns {Answer | null} */
    get last() { return answers[at - 1] ?? null; },
    get playing() { return timer !== undefined; },

    /** @param {1 | -1} by @returns {boolean} whether there was anything to show */
    step(by) {
      const to = at + by;
      if (to < 0 || to > answers.length) return false;
      reach(to);
      const steps = by > 0 ? answers[at].steps : inverse(answers[to].steps);
      at = to;
      onStep(steps, by > 0 ? 'play' : 'back');
      return true;
    },

    /** Plays by itself, or pauses. */
    toggle() {
      if (timer !== undefined) { pause(); return; }
      if (at === answers.length) return;
      showing.step(1);
      if (at < answers.length) { tick(); onPlay(); }
    },

    pause,
  };
  return showing;
}
