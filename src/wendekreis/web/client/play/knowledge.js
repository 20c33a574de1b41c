/**
 * What the table knows and can be asked, each with what it costs: advice from what the player may see, and the oracle, which sees
 * the hidden cards and is counted.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {'hint' | 'chance' | 'oracle' | 'lost' | 'show'} Inquiry
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {SIGNS} from './ask.js';
import {openDialog} from './dialogs.js';
import {LETTERS} from './keys.js';

/**
 * @param {Context} context
 * @param {{hints: import('./ask.js').Hints, over: boolean, portrait: boolean, ask: (what: Inquiry) => void}} o `over`: the play is won, no move is left to be told
 */
export function openKnowledge(context, {hints, over, portrait, ask}) {
  const {texts: t} = context;
  /** @param {string} title @param {string} words @param {Inquiry[]} all @param {number} used */
  const part = (title, words, all, used) => {
    const section = h('section', 'knows', h('h3', '', title), h('p', 'meaning', words));
    if (used) section.firstElementChild?.append(' ', h('span', 'used', t('knows.used', {n: used})));
    for (const what of all) {
      const key = Object.keys(LETTERS).find(letter => LETTERS[letter] === what) ?? '', id = what === 'oracle' ? 'oracle_ask' : what, name = h('b', '', t(`knows.${id}`)), b = h('button', 'btn', icon(SIGNS[what]), h('span', 'known', name, h('span', '', t(`knows.${id}_meaning`))), h('kbd', '', key));
      b.type = 'button';
      b.dataset.ask = what;
      b.disabled = over && what !== 'lost';
      b.addEventListener('click', () => { dialog.close(); ask(what); });
      section.append(b);
    }
    return section;
  };
  const dialog = openDialog(context, `menu knowledge${portrait ? ' at-bottom' : ''}`, t('tool.knows'),
    part(t('knows.advice'), t('knows.advice_meaning'), ['hint', 'chance'], hints.advice), part(t('knows.oracle'), t('knows.oracle_meaning'), ['oracle', 'lost', 'show'], hints.oracle));
  return dialog;
}

/** Whether the player wants to be shown how: his play then counts no win. @param {Context} context @param {() => void} agreed */
export function openShowMe(context, agreed) {
  const {texts: t} = context, yes = h('button', 'btn primary', icon('play'), h('span', '', t('show.agree'))), no = h('button', 'btn outline', t('show.decline'));
  yes.type = no.type = 'button';
  const dialog = openDialog(context, 'show-me', t('knows.show'), h('p', '', t('show.warning')), h('div', 'row', yes, no));
  yes.addEventListener('click', () => { dialog.close(); agreed(); });
  no.addEventListener('click', () => dialog.close());
  yes.focus();
  return dialog;
}
