/**
 * The small panel beside the table in which an answer stands: in place of the bar above it (portrait), of the strip under it
 * (landscape), or in the left rail (slim). It never lies over a card, and the table keeps its size.
 * It is only seen; the live region says the same words once.
 *
 * @typedef {import('../table/icons').IconName} IconName
 * @typedef {{tool: string, words: string, icon: IconName, act: () => void, short?: string, bare?: boolean}} Act `short`: the words where there is room for one only; `bare`: the icon alone is seen
 * @typedef {object} Saying
 * @property {string} kind
 * @property {IconName} icon
 * @property {string} tag what kind of answer it is
 * @property {string} title
 * @property {string} [more]
 * @property {string} [meaning] what the answer means, for who wants to know it
 * @property {Act[]} [acts]
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';

const LESS = ['few', 'fewer', 'fewest', 'run-in'];                 // what is left out, one after the other, where the words do not fit; the menu has it, too

/** @param {HTMLElement} app @param {import('./types').Say} t @param {() => void} onClose the player has read it */
export function createAside(app, t, onClose) {
  const panel = h('aside', 'aside');
  panel.hidden = true;

  /** @param {Act} act */
  function button({tool, words, icon: sign, act, short = words, bare}) {
    const b = h('button', `btn${bare ? ' bare' : ''}`, icon(sign), h('span', 'word', words), h('span', 'short', short));
    b.lastElementChild?.setAttribute('aria-hidden', 'true');
    b.setAttribute('aria-label', words);
    b.type = 'button';
    b.dataset.act = tool;
    b.title = words;
    b.addEventListener('click', act);
    return b;
  }

  /** The answer goes before what else could be asked. */
  function fit() {
    const words = /** @type {HTMLElement | null} */ (panel.querySelector('.aside-words')), cut = () => words && words.scrollHeight > words.clientHeight;
    panel.classList.remove(...LESS);
    for (const less of LESS) if (cut()) panel.classList.add(less);
    if (words && cut()) words.tabIndex = 0;                        // so that the arrow keys scroll it
  }
  const watch = new ResizeObserver(fit);
  watch.observe(panel);

  return {
    get kind() { return panel.hidden ? null : panel.dataset.kind ?? null; },
    get element() { return panel; },

    /** @param {Saying} saying @returns {string} the words, for the voice */
    show({kind, icon: sign, tag, title, more = '', meaning = '', acts = []}) {
      const focused = panel.contains(document.activeElement) ? /** @type {HTMLElement} */ (document.activeElement).dataset.act : undefined;
      const stuck = h('span', 'stuck', ...[...app.querySelector('.status[data-s=stuck]')?.childNodes ?? []].map(n => n.cloneNode(true)));
      stuck.setAttribute('aria-hidden', 'true');                   // where it stands it is covered, not gone
      const words = h('div', 'aside-words', h('p', 'aside-title', stuck, h('span', 'aside-tag', tag), ' ', h('b', '', title)));
      if (more) words.append(h('p', 'aside-more', more));
      if (meaning) words.title = meaning;
      const close = button({tool: 'close', words: t('dialog.close'), icon: 'close', act: onClose, bare: true});
      panel.dataset.kind = kind;
      panel.setAttribute('aria-label', tag);
      panel.replaceChildren(icon(sign, 'aside-sign'), words, h('div', 'aside-acts', ...acts.map(button), close));
      panel.hidden = false;
      if (panel.parentElement !== app) app.append(panel);
      fit();
      if (focused) for (const b of [close, panel.querySelector(`[data-act="${focused}"]`)]) /** @type {HTMLElement | null} */ (b)?.focus({preventScroll: true});
      return [`${tag}:`, /[.!?…]$/.test(title) ? title : `${title}.`, more].filter(Boolean).join(' ');
    },

    /** @returns {boolean} whether the focus was in it */
    hide() {
      const focused = panel.contains(document.activeElement);
      panel.hidden = true;
      panel.replaceChildren();
      delete panel.dataset.kind;
      return focused;
    },

    remove() { watch.disconnect(); panel.remove(); },
  };
}
