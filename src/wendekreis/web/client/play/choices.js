/**
 * The settings as they are shown, in the table's menu and in the dialog that every page's head opens. What is chosen is worn at once:
 * see `settings.js`. Loaded when it is wanted.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./settings').Settings} Settings
 */
import {h} from '../table/dom.js';
import {openDialog} from './dialogs.js';
import {choose, otherIndex, settings} from './settings.js';
import {play as sound} from './sound.js';

let serial = 0;

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
 * All settings, in groups with a heading each.
 * @param {Context} context @param {(lang: import('./types').Lang) => void} onLang another language was chosen
 */
export function settingsGroups({texts: t, lang}, onLang) {
  const now = settings(), other = otherIndex(lang), set = (/** @type {Partial<Settings>} */ change) => { choose(change); };
  const group = (/** @type {string} */ title, /** @type {HTMLElement[]} */ ...rows) => h('section', 'choices', h('h3', '', title), ...rows);
  const language = choice(t('menu.language'), [['de', 'Deutsch'], ['en', 'English']], lang, onLang);
  for (const b of /** @type {NodeListOf<HTMLElement>} */ (language.querySelectorAll('.segb'))) b.lang = b.dataset.value ?? '';
  return [
    group(t('menu.playing'),
      choice(t('menu.auto'), [['off', t('menu.off')], ['safe', t('menu.auto_safe')], ['always', t('menu.auto_always')]], now.auto, auto => set({auto}), t('menu.auto_meaning')),
      choice(t('menu.light'), [['off', t('menu.off')], ['on', t('menu.on')]], now.light, light => set({light}), t('menu.light_meaning')),
      choice(t('menu.tap'), [['pick', t('menu.off')], ['play', t('menu.on')]], now.tap, tap => set({tap})),
      choice(t('menu.hand'), [['auto', t('menu.hand_auto')], ['left', t('menu.hand_left')], ['right', t('menu.hand_right')]], now.side, side => set({side}), t('menu.hand_meaning')),
      choice(t('menu.timer'), [['off', t('menu.off')], ['on', t('menu.on')]], now.timer, timer => set({timer})),
      choice(t('menu.sound'), [['off', t('menu.off')], ['low', t('menu.sound_low')], ['mid', t('menu.sound_mid')], ['high', t('menu.sound_high')]], now.sound, loud => { set({sound: loud}); sound('place'); })),
    group(t('menu.looks'),
      choice(t('menu.theme'), [['auto', t('menu.theme_auto')], ['light', t('menu.theme_light')], ['dark', t('menu.theme_dark')], ['felt', t('menu.theme_felt')]], now.theme, theme => set({theme})),
      choice(t('menu.faces'), [['auto', t('menu.faces_auto')], ['classic', t('menu.faces_classic')], ['large', t('menu.faces_large')], ['index', t('menu.faces_index')]], now.faces, faces => set({faces})),
      pictured(choice(t('menu.back'), [['globe', t('menu.back_globe')], ['waves', t('menu.back_waves')], ['lattice', t('menu.back_lattice')], ['rose', t('menu.back_rose')]], now.back, back => set({back}))),
      choice(t('menu.suits'), [['two', t('menu.suits_two')], ['four', t('menu.suits_four')]], now.suits, suits => set({suits})),
      choice(t('menu.index'), [['own', t('menu.index_own')], [other, t('menu.index_other')]], now.index === other ? other : 'own', index => set({index})),
      language),
  ];
}

/** The settings alone, from the head of a page. @param {Context} context @param {() => HTMLElement | null} opener what opened it, found anew once the page speaks another language */
export function openSettings(context, opener) {
  const dialog = openDialog(context, `menu settings${innerWidth <= innerHeight ? ' at-bottom' : ''}`, context.texts('nav.settings'),
    h('p', 'meaning', context.texts('settings.kept')), ...settingsGroups(context, lang => { dialog.close(); void context.setLang(lang).then(() => opener()?.focus()); }));
  return dialog;
}
