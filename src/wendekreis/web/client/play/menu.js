/**
 * The table's menu: what can be done with the play, all settings, the other pages. Loaded when it is wanted.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {dealName} from './bars.js';
import {settingsGroups} from './choices.js';
import {openDialog} from './dialogs.js';

/** @param {string} label @param {import('../table/icons').IconName} sign @param {() => void} act */
function action(label, sign, act) {
  const b = h('button', 'btn', icon(sign), h('span', '', label));
  b.type = 'button';
  b.addEventListener('click', act);
  return b;
}

/**
 * @param {Context} context @param {Game} game @param {View} view
 * @param {{portrait: boolean, today: string | null, onNew: () => void, onRestart: () => void, onShare: () => void, onLang: () => void, onKnows: () => void, onHelp: () => void}} o `today`: what the deal of a day is called; `onLang`: the page is about to be built anew
 */
export function openMenu(context, game, view, {portrait, today, onNew, onRestart, onShare, onLang, onKnows, onHelp}) {
  const {texts: t, setLang} = context, acts = h('div', 'acts'), id = encodeURIComponent(game.id);
  /** @param {string} path @param {import('../table/icons').IconName} sign @param {string} label */
  const way = (path, sign, label) => { const a = h('a', 'btn', icon(sign), h('span', '', label)); a.href = path; return a; };
  const dialog = openDialog(context, `menu${portrait ? ' at-bottom' : ''}`, t('tool.menu'), acts,
    h('p', 'deal-line', h('span', '', `${t('fact.deal')}: ${dealName(t, view)}${today ? ` · ${today}` : ''}`)),
    ...settingsGroups(context, lang => { dialog.close(); onLang(); void setLang(lang); }));
  const closing = (/** @type {() => void} */ then) => () => { dialog.close(); then(); };
  acts.append(action(t('tool.knows'), 'oracle', closing(onKnows)), action(t('tool.new'), 'new', closing(onNew)), action(t('tool.restart'), 'restart', closing(onRestart)), action(t('tool.share'), 'link', closing(onShare)), action(t('help.title'), 'help', closing(onHelp)),
    way('/', 'home', t('menu.home')), way(`/rules/${id}`, 'rules', t('tool.rules')), way('/history', 'history', t('nav.history')), way('/statistics', 'statistics', t('nav.statistics')), way('/about', 'about', t('nav.about')));
  return dialog;
}
