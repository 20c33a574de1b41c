/**
 * What stands around the table: a bar above and buttons below (portrait), a rail (landscape), or two narrow rails (slim).
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Context} Context
 * @typedef {'undo' | 'redo' | 'forward' | 'restart' | 'new' | 'menu' | 'copy'} Tool
 * @typedef {'portrait' | 'wide' | 'slim'} Shape
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {may} from './desk.js';

/** @param {number} width @param {number} height @returns {Shape} */
export const shapeOf = (width, height) => width <= height ? 'portrait' : height < 560 ? 'slim' : 'wide';

/** @type {Record<Tool, import('../table/icons').IconName>} */
const ICON = {undo: 'undo', redo: 'redo', forward: 'forward', restart: 'restart', new: 'new', menu: 'menu', copy: 'link'};

/** @type {Tool[]} buttons whose name says more than their word */
const LONGER = ['undo', 'redo', 'forward'];

/** A deal number in groups of three from its end, so that a long one breaks. @param {string} number */
export const grouped = number => number.replace(/\d+$/, digits => digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ' '));

/**
 * @param {HTMLElement} app
 * @param {{context: Context, game: Game, shape: Shape, width: number, stage: HTMLElement, act: (tool: Tool) => void}} o
 */
export function createBars(app, {context, game, shape, width, stage, act}) {
  const {texts: t, lang} = context, forward = game.piles.some(p => p.role === 'stock');
  /** @type {Map<Tool, HTMLButtonElement[]>} */
  const buttons = new Map();
  const name = /** @type {any} */ (game.names)[lang];

  /** @param {Tool} tool @param {string} [cls] @param {boolean} [bare] only the icon */
  function button(tool, cls = '', bare = false) {
    const b = h('button', `btn ${cls}`.trim(), icon(ICON[tool]));
    b.type = 'button';
    b.dataset.tool = tool;
    if (bare) { b.setAttribute('aria-label', t(`tool.${tool}`)); b.title = t(`tool.${tool}`); }
    else b.append(h('span', '', t(`tool.${tool}`)));
    if (LONGER.includes(tool)) { b.title = t(`tool.${tool}_long`); b.setAttribute('aria-label', t(`tool.${tool}_long`)); }   // it begins with what is seen
    b.addEventListener('click', () => { if (b.getAttribute('aria-disabled') !== 'true') act(tool); });
    buttons.set(tool, [...buttons.get(tool) ?? [], b]);
    return b;
  }
  const some = (/** @type {Tool[]} */ ...tools) => tools.filter(x => x !== 'forward' || forward).map(x => button(x));

  /** @param {string} key @param {string} [label] */
  function fact(key, label = t(`fact.${key}`)) {
    const value = h('span', 'v');
    value.dataset.fact = key;
    return {value, row: h('span', '', h('span', 'k', `${label} `), value)};
  }
  const status = h('span', 'status'), moves = fact('moves'), time = fact('time'), redeals = fact('redeals'), deal = fact('deal');
  status.hidden = true;
  const tools = h('nav', 'tools');
  tools.setAttribute('aria-label', t('bars.tools'));
  /** @type {HTMLElement[]} */
  let parts;

  if (shape === 'wide') {
    const rail = h('header', 'rail'), home = h('a', 'brand', icon('globe'), 'Wendekreis'), dl = h('dl'), first = h('nav', 'btns'), second = h('nav', 'btns');
    home.href = '/';
    for (const f of [moves, time, ...(game.redeals ? [redeals] : []), deal]) {
      const dt = h('dt', '', f.row.firstChild?.textContent?.trim() ?? ''), dd = h('dd', '', f.value);
      dl.append(dt, dd);
    }
    first.setAttribute('aria-label', t('bars.tools'));
    second.setAttribute('aria-label', t('bars.game'));
    first.append(button('undo'), button('redo'), ...(forward ? [button('forward', 'wide2')] : []));
    const rules = h('a', 'btn wide2', icon('rules'), h('span', '', t('tool.rules')));
    rules.href = `/rules/${game.id}`;
    second.append(button('restart', 'wide2'), button('new', 'wide2'), button('copy', 'wide2'), rules, button('menu', 'wide2'));
    rail.append(home, h('h1', 'game', name), status, dl, h('hr'), first, h('hr'), second);
    parts = [rail, stage];
  } else if (shape === 'slim') {
    const rail = h('header', 'rail');
    const title = h('h1', 'visually-hidden', name);
    const facts = h('div', 'facts-slim', time.row, moves.row);
    for (const row of [time.row, moves.row]) { row.className = 'sub'; row.querySelector('.k')?.classList.add('visually-hidden'); }
    rail.append(button('menu', '', true), title, status, facts);
    tools.append(...some('undo', 'redo', 'forward', 'new'));
    parts = [rail, stage, tools];
  } else {
    const top = h('header', 'top'), facts = h('div', 'facts', status, moves.row);
    if (game.redeals && width > 500) facts.append(redeals.row);
    facts.append(time.row);
    if (width < 500) { time.row.querySelector('.k')?.classList.add('visually-hidden'); time.row.classList.add('after-dot'); }
    top.append(button('menu', '', true), h('h1', 'title', name), facts);
    tools.append(...some('undo', 'redo', 'forward', 'restart', 'new'));
    parts = [top, stage, tools];
  }
  app.className = `app ${shape === 'slim' ? 'wide slim' : shape}${app.classList.contains('quiet') ? ' quiet' : ''}`;
  for (const part of parts) app.append(part);                      // the stage moves to its place with its focus lost: see the page

  return {
    tools,

    /** The buttons go into the free box of a layout that houses them, or back under the table. @param {HTMLElement | null} table */
    house(table) {
      if (shape !== 'portrait') return;
      const inside = table !== null;
      if (inside === tools.classList.contains('inside')) return;
      tools.classList.toggle('inside', inside);
      for (const tool of /** @type {Tool[]} */ (['restart', 'new'])) for (const b of buttons.get(tool) ?? []) if (tools.contains(b)) b.hidden = inside;
      if (inside) table.append(tools); else { tools.removeAttribute('style'); app.append(tools); }
    },

    /** @param {View} view @param {boolean} away nothing can be begun now */
    update(view, away) {
      const words = view.status === 'won' ? t('status.won') : view.status === 'stuck' ? t('status.stuck') : '';
      status.hidden = !words;
      if (words && status.dataset.s !== view.status) status.replaceChildren(icon(view.status === 'won' ? 'won' : 'lost'), h('span', '', words));
      status.dataset.s = view.status;
      moves.value.textContent = String(view.counts.moves);
      redeals.value.textContent = String(view.counts.redeals);
      deal.value.textContent = view.number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(view.number)});
      for (const tool of /** @type {const} */ (['undo', 'redo', 'forward', 'restart']))
        for (const b of buttons.get(tool) ?? []) b.setAttribute('aria-disabled', String(away || !may(view, tool)));
      for (const b of buttons.get('undo') ?? []) b.classList.toggle('primary', view.status === 'stuck');
    },

    /** @param {string | null} text null: the player does not want to see the time */
    time(text) {
      const row = time.value.closest('dd') ?? time.row;
      row.hidden = text === null;
      if (row.previousElementSibling instanceof HTMLElement && row.tagName === 'DD') row.previousElementSibling.hidden = text === null;
      if (text !== null) time.value.textContent = text;
    },

    remove() { for (const part of [...app.children]) if (part !== stage) part.remove(); tools.remove(); },
  };
}
