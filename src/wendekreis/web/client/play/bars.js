/**
 * What stands around the table: a bar above, a strip and buttons below (portrait), a rail and a strip (landscape), or two narrow
 * rails (slim). While a line is shown, its own buttons stand in the place of those that play.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Context} Context
 * @typedef {'undo' | 'redo' | 'forward' | 'restart' | 'new' | 'menu' | 'help' | 'copy' | 'hint' | 'knows' | 'finish' | 'back' | 'next' | 'play' | 'leave'} Tool
 * @typedef {'portrait' | 'wide' | 'slim'} Shape
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {may} from './desk.js';

/** How much larger the player's text is than the 16 px that widths and heights are thought for. */
export const enlarged = () => parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** @param {number} width @param {number} height @returns {Shape} */
export const shapeOf = (width, height) => width <= height ? 'portrait' : height < 560 * enlarged() ? 'slim' : 'wide';

/** @type {Record<Tool, import('../table/icons').IconName>} */
const ICON = {undo: 'undo', redo: 'redo', forward: 'forward', restart: 'restart', new: 'new', menu: 'menu', help: 'help', copy: 'link', hint: 'hint', knows: 'oracle', finish: 'finish', back: 'back', next: 'go', play: 'play', leave: 'close'};

/** @type {Tool[]} buttons whose name says more than their word */
const LONGER = ['undo', 'redo', 'forward', 'hint', 'finish', 'back', 'next', 'play', 'leave'];
/** @type {Tool[]} for a line that is shown */
const SHOWING = ['back', 'next', 'play', 'leave'];

/** A deal number in groups of three from its end, so that a long one breaks. @param {string} number */
export const grouped = number => number.replace(/\d+$/, digits => digits.length < 5 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, ' '));

/**
 * What a deal is called where it is told.
 * @param {import('./types').Say} t @param {{number: string | null}} of
 */
export const dealName = (t, {number}) => number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(number)});

/**
 * @param {HTMLElement} app
 * @param {{context: Context, game: Game, shape: Shape, width: number, stage: HTMLElement, strip: HTMLElement, act: (tool: Tool) => void}} o
 */
export function createBars(app, {context, game, shape, width, stage, strip, act}) {
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
  const status = h('span', 'status'), moves = fact('moves'), time = fact('time'), redeals = fact('redeals'), deal = fact('deal'), hints = fact('hints'), day = h('p', 'day-note');
  status.hidden = true;
  const hinting = () => { const finish = button('finish', 'primary'); finish.hidden = true; return [button('hint'), finish]; };
  const tools = h('nav', 'tools');
  tools.setAttribute('aria-label', t('bars.tools'));
  /** @type {HTMLElement[]} */
  let parts;

  if (shape === 'wide') {
    const rail = h('header', 'rail'), home = h('a', 'brand', icon('globe'), 'Wendekreis'), dl = h('dl'), first = h('nav', 'btns'), second = h('nav', 'btns');
    home.href = '/';
    for (const f of [moves, time, ...(game.redeals ? [redeals] : []), deal, hints]) {
      f.row = h('div', '', h('dt', '', f.row.firstChild?.textContent?.trim() ?? ''), h('dd', '', f.value));
      dl.append(f.row);
    }
    first.setAttribute('aria-label', t('bars.tools'));
    second.setAttribute('aria-label', t('bars.game'));
    first.append(button('undo'), button('redo'), ...(forward ? [button('forward', 'wide2')] : []), h('div', 'hinting wide2', ...hinting(), button('knows', '', true)));
    const rules = h('a', 'btn wide2', icon('rules'), h('span', '', t('tool.rules')));
    rules.href = `/rules/${game.id}`;
    second.append(button('restart', 'wide2'), button('new', 'wide2'), button('copy', 'wide2'), rules, button('help', 'wide2'), button('menu', 'wide2'));
    rail.append(home, h('h1', 'game', name), dl, h('hr'), first, h('div', 'slot', status), second, day);   // nothing that comes later moves a button
    parts = [rail, stage, strip];
  } else if (shape === 'slim') {
    const rail = h('header', 'rail');
    const title = h('h1', 'visually-hidden', name);
    const facts = h('div', 'facts-slim', time.row, moves.row);
    for (const row of [time.row, moves.row]) row.className = 'sub';
    rail.append(button('menu', '', true), title, status, facts);
    tools.append(...some('undo', 'redo', 'forward'), ...hinting(), ...some('new'));
    parts = [rail, stage, strip, tools];
  } else {
    const top = h('header', 'top'), facts = h('div', 'facts', status, moves.row);
    if (game.redeals && width > 500 * enlarged()) facts.append(redeals.row);
    facts.append(time.row);
    if (width < 500 * enlarged()) { time.row.querySelector('.k')?.classList.add('visually-hidden'); time.row.classList.add('after-dot'); }
    top.append(button('menu', '', true), h('h1', 'title', name), facts);
    tools.append(...some('undo', 'redo', 'forward'), ...hinting(), ...some('restart', 'new'));
    parts = [top, stage, strip, tools];
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

    /**
     * @param {View} view
     * @param {{away: boolean, light: import('./light').Shown | 'dark', hints: import('./ask').Hints, today: string | null, undoes: import('./desk').Jump | null}} now `away`: nothing can be begun; `light`: null while nothing is to be said, dark when it is off; `undoes`: what the next undo takes back, if that is no move
     */
    update(view, {away, light, hints: used, today, undoes}) {
      const own = view.status === 'open' ? null : view.status, lit = light === 'dark' ? null : light === 'asking' ? 'unknown' : light;
      const key = own ?? light ?? 'lit';
      status.hidden = !own && light === 'dark';
      if (status.dataset.key !== key) {
        status.dataset.key = key;
        status.dataset.s = own ?? (lit === 'unknown' ? 'open' : lit ?? '');
        status.classList.toggle('is-asking', !own && light === 'asking');
        status.replaceChildren();
        if (own) status.append(icon(own === 'won' ? 'won' : 'lost'), h('span', '', t(`status.${own}`)));
        else if (lit) status.append(icon(lit === 'unknown' ? 'open' : lit), h('span', '', h('span', 'visually-hidden', `${t('knows.oracle')}: `), t(`light.${lit}`), ...(light === 'asking' ? [h('span', 'visually-hidden', t('light.asking'))] : [])));
        if (!own) { const by = h('span', 'by', icon('oracle'), h('span', 'word', t('knows.oracle'))); by.setAttribute('aria-hidden', 'true'); by.title = t('light.meaning'); status.append(by); }
      }
      moves.value.textContent = String(view.counts.moves);
      redeals.value.textContent = String(view.counts.redeals);
      hints.value.textContent = `${used.advice} · ${used.oracle}`;
      hints.row.classList.toggle('is-kept', !(used.advice + used.oracle));
      deal.value.textContent = dealName(t, view);
      day.textContent = today;
      for (const tool of /** @type {const} */ (['undo', 'redo', 'forward', 'restart', 'finish']))
        for (const b of buttons.get(tool) ?? []) b.setAttribute('aria-disabled', String(away || !may(view, tool) && !(undoes && tool === 'undo')));
      const stuck = view.status === 'stuck', ends = may(view, 'finish');
      for (const b of buttons.get('undo') ?? []) {
        b.classList.toggle('primary', stuck);
        b.title = t(`tool.undo_${undoes ?? 'long'}`);
        b.setAttribute('aria-label', b.title);
      }
      for (const b of buttons.get('hint') ?? []) {
        b.setAttribute('aria-disabled', String(away || view.status === 'won'));
        b.classList.toggle('primary', view.status === 'open' && shape === 'wide');
        swap(b, ends);
      }
    },

    /** A line is shown: so much of it. Null: no longer. @param {{at: number, of: number, playing: boolean} | null} line */
    showing(line) {
      const shelf = /** @type {HTMLElement} */ (shape === 'wide' ? app.querySelector('.rail .btns') : tools), on = shelf.classList.contains('showing'), focused = shelf.contains(document.activeElement);
      if (!line && !on) return;
      if (line && !on) shelf.append(...SHOWING.map(tool => button(tool, tool === 'play' || tool === 'leave' ? 'wide2' : '')));
      for (const b of buttons.get('restart') ?? []) if (line) b.setAttribute('aria-disabled', 'true');
      shelf.classList.toggle('showing', !!line);
      for (const [tool, all] of buttons) if (SHOWING.includes(tool)) for (const b of all) {
        if (!line) { b.remove(); continue; }
        b.setAttribute('aria-disabled', String(tool === 'back' ? !line.at : tool !== 'leave' && line.at === line.of));
        if (tool === 'play' && b.dataset.playing !== String(line.playing)) {
          b.dataset.playing = String(line.playing);
          b.replaceChildren(icon(line.playing ? 'pause' : 'play'), h('span', '', t(line.playing ? 'tool.pause' : 'tool.play')));
          b.setAttribute('aria-label', t(line.playing ? 'tool.pause_long' : 'tool.play_long'));
        }
      }
      if (!line) for (const tool of SHOWING) buttons.delete(tool);
      else if (focused && !on) buttons.get('next')?.[0]?.focus();
    },

    /** @param {string | null} text null: the player does not want to see the time */
    time(text) { time.row.hidden = text === null; if (text !== null) time.value.textContent = text; },

    remove() { for (const part of parts) if (part !== stage) part.remove(); tools.remove(); },
  };
}

/** The hint gives its place to the finish, when that is offered, and takes it back. @param {HTMLElement} hint @param {boolean} ends */
function swap(hint, ends) {
  const finish = /** @type {HTMLElement} */ (hint.nextElementSibling), focused = document.activeElement;
  hint.hidden = ends;
  finish.hidden = !ends;
  if (ends && focused === hint) finish.focus(); else if (!ends && focused === finish) hint.focus();
}
