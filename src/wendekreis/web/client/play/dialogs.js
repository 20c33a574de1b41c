/**
 * The dialogs of the table: menu, a link to copy. All are <dialog>: the browser keeps the focus inside
 * and gives it back.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {grouped} from './bars.js';
import {choose, settings} from './settings.js';

let serial = 0;

/**
 * An open dialog with a title and a button to close it.
 * @param {Context} context @param {string} cls @param {string} title @param {...Node} content
 */
export function openDialog({texts: t}, cls, title, ...content) {
  const id = `dialog-${++serial}`, heading = h('h2', '', title), close = h('button', 'btn close', icon('close'));
  const head = h('header', 'dialog-head', heading, close), dialog = h('dialog', `dialog ${cls}`.trim(), head, ...content);
  heading.id = id;
  dialog.setAttribute('aria-labelledby', id);
  close.type = 'button';
  close.setAttribute('aria-label', t('dialog.close'));
  close.addEventListener('click', () => dialog.close());
  dialog.addEventListener('click', e => { if (e.target === dialog && outside(dialog, e)) dialog.close(); });
  dialog.addEventListener('close', () => dialog.remove());
  (document.querySelector('.app') ?? document.body).append(dialog);
  dialog.showModal();
  return dialog;
}

/** @param {HTMLElement} dialog @param {MouseEvent} e a click on the backdrop, not on the dialog's own padding */
function outside(dialog, e) {
  const r = dialog.getBoundingClientRect();
  return e.detail > 0 && (e.clientX < r.left || e.clientX > r.right || e.clientY < r.top || e.clientY > r.bottom);
}

/** @param {string} label @param {import('../table/icons').IconName} sign @param {() => void} act */
function action(label, sign, act) {
  const b = h('button', 'btn', icon(sign), h('span', '', label));
  b.type = 'button';
  b.addEventListener('click', act);
  return b;
}

/**
 * One of a few choices, and what they mean.
 * @param {string} label @param {[string, string][]} options value and words @param {string} now @param {(value: any) => void} take @param {string} [meaning]
 */
export function choice(label, options, now, take, meaning = '') {
  const row = h('div', `seg-row${options.length > 2 ? ' many' : ''}`), group = h('div', 'seg'), id = `seg-${++serial}`, name = h('span', '', label);
  name.id = id;
  group.setAttribute('role', 'group');
  group.setAttribute('aria-labelledby', id);
  for (const [value, words] of options) {
    const b = h('button', 'segb', words);
    b.type = 'button';
    b.dataset.value = value;
    b.setAttribute('aria-pressed', String(value === now));
    b.addEventListener('click', () => {
      for (const other of group.children) other.setAttribute('aria-pressed', String(other === b));
      take(value);
    });
    group.append(b);
  }
  row.append(name, group);
  if (meaning) {
    const words = h('p', 'meaning', meaning);
    words.id = `${id}-meaning`;
    group.setAttribute('aria-describedby', words.id);
    row.append(words);
  }
  return row;
}

/** A choice of backs, each with a little card of its own. @param {HTMLElement} row */
function pictured(row) {
  for (const b of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll('.segb'))) {
    const swatch = h('span', 'swatch');
    swatch.dataset.back = b.dataset.value;
    b.prepend(swatch);
  }
  row.classList.add('pictured');
  return row;
}

/**
 * @param {Context} context @param {Game} game @param {View} view
 * @param {{portrait: boolean, onNew: () => void, onRestart: () => void, onShare: () => void, onLook: () => void, onLang: () => void, onKnows: () => void, onHelp: () => void}} o `onLook`: a setting has changed; `onLang`: the page is about to be built anew
 */
export function openMenu(context, game, view, {portrait, onNew, onRestart, onShare, onLook, onLang, onKnows, onHelp}) {
  const {texts: t, lang, setLang} = context, now = settings();
  const set = (/** @type {Partial<import('./settings').Settings>} */ change) => { choose(change); onLook(); };
  const acts = h('div', 'acts'), id = encodeURIComponent(game.id);
  /** @param {string} path @param {import('../table/icons').IconName} sign @param {string} label */
  const way = (path, sign, label) => { const a = h('a', 'btn', icon(sign), h('span', '', label)); a.href = path; return a; };
  const group = (/** @type {string} */ title, /** @type {HTMLElement[]} */ ...rows) => h('section', 'choices', h('h3', '', title), ...rows);
  const dialog = openDialog(context, `menu${portrait ? ' at-bottom' : ''}`, t('tool.menu'), acts,
    h('p', 'deal-line', h('span', '', `${t('fact.deal')}: ${view.number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(view.number)})}`)),
    group(t('menu.playing'),
      choice(t('menu.auto'), [['off', t('menu.off')], ['safe', t('menu.auto_safe')], ['always', t('menu.auto_always')]], now.auto, auto => set({auto}), t('menu.auto_meaning')),
      choice(t('menu.light'), [['off', t('menu.off')], ['on', t('menu.on')]], now.light, light => set({light}), t('menu.light_meaning')),
      choice(t('menu.tap'), [['pick', t('menu.off')], ['play', t('menu.on')]], now.tap, tap => set({tap})),
      choice(t('menu.hand'), [['right', t('menu.hand_right')], ['left', t('menu.hand_left')]], now.hand, hand => set({hand}), t('menu.hand_meaning')),
      choice(t('menu.timer'), [['off', t('menu.off')], ['on', t('menu.on')]], now.timer, timer => set({timer})),
      choice(t('menu.sound'), [['off', t('menu.off')], ['low', t('menu.sound_low')], ['mid', t('menu.sound_mid')], ['high', t('menu.sound_high')]], now.sound, sound => set({sound}))),
    group(t('menu.looks'),
      choice(t('menu.theme'), [['auto', t('menu.theme_auto')], ['light', t('menu.theme_light')], ['dark', t('menu.theme_dark')], ['felt', t('menu.theme_felt')]], now.theme, theme => set({theme})),
      choice(t('menu.faces'), [['auto', t('menu.faces_auto')], ['classic', t('menu.faces_classic')], ['large', t('menu.faces_large')], ['index', t('menu.faces_index')]], now.faces, faces => set({faces})),
      pictured(choice(t('menu.back'), [['globe', t('menu.back_globe')], ['waves', t('menu.back_waves')], ['lattice', t('menu.back_lattice')], ['rose', t('menu.back_rose')]], now.back, back => set({back}))),
      choice(t('menu.suits'), [['two', t('menu.suits_two')], ['four', t('menu.suits_four')]], now.suits, suits => set({suits})),
      ...(t('card.rank.Q') !== t('card.rank_int.Q') ? [choice(t('menu.index'), [['own', t('menu.index_own')], ['international', t('menu.index_international')]], now.index, index => set({index}))] : []),
      choice(t('menu.language'), [['de', 'Deutsch'], ['en', 'English']], lang, value => { dialog.close(); onLang(); void setLang(value); })));
  const closing = (/** @type {() => void} */ then) => () => { dialog.close(); then(); };
  for (const b of dialog.querySelectorAll('.segb')) if (['Deutsch', 'English'].includes(b.textContent ?? '')) b.setAttribute('lang', /** @type {HTMLElement} */ (b).dataset.value ?? '');
  acts.append(action(t('tool.knows'), 'oracle', closing(onKnows)), action(t('tool.new'), 'new', closing(onNew)), action(t('tool.restart'), 'restart', closing(onRestart)), action(t('tool.share'), 'link', closing(onShare)), action(t('help.title'), 'help', closing(onHelp)),
    way('/', 'home', t('menu.home')), way(`/rules/${id}`, 'rules', t('tool.rules')), way('/history', 'history', t('nav.history')), way('/statistics', 'statistics', t('nav.statistics')), way('/about', 'about', t('nav.about')));
  return dialog;
}

/** A link that could not be copied, to be copied by hand. @param {Context} context @param {string} link */
export function openLink(context, link) {
  const field = h('input', 'field');
  field.readOnly = true;
  field.value = link;
  field.setAttribute('aria-label', context.texts('tool.copy'));
  const dialog = openDialog(context, 'link', context.texts('tool.copy'), field);
  field.focus();
  field.select();
  return dialog;
}
