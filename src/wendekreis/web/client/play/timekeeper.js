/**
 * The clock of one play and the page it is on: it runs while the table is seen and there is something to play, and hands over
 * what it has counted when the page is hidden or goes.
 */
import {clockText, createClock} from './clock.js';
import {settings} from './settings.js';

const TICK = 500;

/**
 * @param {object} o
 * @param {string} o.id the play
 * @param {number} o.played ms, by the server's word
 * @param {() => boolean} o.open whether there is still something to play
 * @param {(text: string | null) => void} o.onTick null: the player does not want to see the time
 * @param {AbortSignal} o.signal
 */
export function createTimekeeper({id, played, open, onTick, signal}) {
  const clock = createClock();
  clock.set(played);

  const text = () => settings().timer === 'on' ? clockText(clock.shown) : null;
  const tick = () => onTick(text());
  const run = () => clock.run(document.visibilityState === 'visible' && open() && settings().timer === 'on');

  function handOver() {
    const portion = clock.take();
    if (!portion) return;
    const body = new Blob([JSON.stringify({played_ms: portion})], {type: 'application/json'});
    if (!navigator.sendBeacon(`/api/plays/${id}/time`, body)) clock.giveBack(portion);
  }

  const timer = setInterval(tick, TICK);
  document.addEventListener('visibilitychange', () => { run(); if (document.visibilityState === 'hidden') handOver(); }, {signal});
  addEventListener('pagehide', handOver, {signal});
  return {clock, run, tick, text, stop() { handOver(); clock.run(false); clearInterval(timer); }};
}
