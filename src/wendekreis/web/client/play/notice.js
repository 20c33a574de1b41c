/**
 * A word beside the table, over no pile: why the player has to wait (as long as it lasts), or why a move was refused (a few
 * seconds).
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
  /** @type {import('./net').Trouble | null} */
  let trouble = null;
  let timer = 0;

  const draw = (/** @type {string | null} */ text) => { box.hidden = text === null; words.textContent = text ?? ''; box.dataset.kind = trouble ?? 'word'; };

  return {
    /** @param {import('./net').Trouble | null} why */
    trouble(why) {
      trouble = why;
      clearTimeout(timer);
      draw(why ? t(`wait.${why}`) : null);
    },
    /** Nothing can be begun now: the notice is there already. */
    remind() { if (trouble) box.animate?.([{scale: 1}, {scale: 1.04}, {scale: 1}], {duration: 240}); },
    /** @param {string} text */
    say(text) {
      if (trouble) return;
      clearTimeout(timer);
      draw(text);
      timer = window.setTimeout(() => { if (!trouble) draw(null); }, STAYS);
    },
    clear() { if (!trouble) { clearTimeout(timer); draw(null); } },
    remove() { clearTimeout(timer); box.remove(); },
  };
}
