/**
 * A line at the foot of the page: the server is away (as long as it is), or why a move was refused (a few seconds).
 * It is only seen; the live region says the same words once.
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';

const STAYS = 6000;

/** @param {HTMLElement} root @param {import('./types').Say} t */
export function createNotice(root, t) {
  const words = h('span'), box = h('div', 'notice', icon('warn'), words);
  box.hidden = true;
  box.setAttribute('aria-hidden', 'true');
  root.append(box);
  let away = false, timer = 0;

  const draw = (/** @type {string | null} */ text) => { box.hidden = text === null; words.textContent = text ?? ''; box.dataset.kind = away ? 'away' : 'word'; };

  return {
    /** @param {boolean} on */
    away(on) {
      away = on;
      clearTimeout(timer);
      draw(on ? t('error.away') : null);
    },
    /** Nothing can be begun now: the notice is there already. */
    remind() { if (away) box.animate?.([{scale: 1}, {scale: 1.04}, {scale: 1}], {duration: 240}); },
    /** @param {string} text */
    say(text) {
      if (away) return;
      clearTimeout(timer);
      draw(text);
      timer = window.setTimeout(() => { if (!away) draw(null); }, STAYS);
    },
    clear() { if (!away) { clearTimeout(timer); draw(null); } },
    remove() { clearTimeout(timer); box.remove(); },
  };
}
