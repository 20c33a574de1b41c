/**
 * When something is to be heard. Off, it is silent and nothing is loaded; on, the instruments come with the first sound.
 *
 * @typedef {import('./synth').Sound} Sound
 * @typedef {import('./types').Step} Step
 */
import {settings} from './settings.js';

const SOFT = {low: 0.15, mid: 0.4, high: 0.9};
const BEAT = 150;                                                  // ms from one step to the next, and until the first card lands
const MOST = 6;                                                    // steps of one answer that are heard

/** What a step sounds like. Pure. @param {Step} step @returns {Sound} */
export function soundOf({shifts, flips}) {
  if (shifts.length === 2 && shifts[0].from === shifts[1].to && shifts[0].to === shifts[1].from) return 'exchange';
  return flips.length ? 'turn' : 'place';
}

/** @param {Sound} sound @param {number} [wait] ms */
export function play(sound, wait = 0) {
  if (settings().sound === 'off') return;
  import('./synth.js').then(synth => {
    const {sound: now} = settings();                               // it may have been turned off meanwhile
    if (now !== 'off') synth.play(sound, SOFT[now], wait / 1000);
  }, () => { /* not there without a network, and not missed */ });
}

/** Steps as they are seen, one after the other. @param {Step[]} steps */
export function playSteps(steps) { steps.slice(0, MOST).forEach((step, n) => play(soundOf(step), BEAT * (n + 1))); }
