/**
 * The dialog for a new deal: one that is dealt, any or winnable only; by number, which can be asked about first; or by its text.
 * What is wrong is said in its place, and nothing changes.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 * @typedef {{number?: string, deal?: string, winnable?: true}} What
 * @typedef {'won' | 'lost' | 'unknown'} Outcome
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {canPromise, measured, unnamed, winnableOnly} from './deals.js';
import {choice} from './choices.js';
import {openDialog} from './dialogs.js';
import {plainNumber} from './open.js';
import {choose, settings} from './settings.js';
import {askStream} from './stream.js';
import {errorText} from './net.js';

const SOON = 400;                                                  // ms: what is answered sooner shows no progress
let serial = 0;

/** What is known of a game's deals, in words. @param {Game} game @param {Context} context */
export function promise(game, {texts: t, lang}) {
  const found = measured(game), n = (/** @type {number} */ x) => x.toLocaleString(lang);
  if (!found) return t('new.unmeasured');
  const tried = found.won + found.lost + found.unknown;
  if (canPromise(game)) return t(found.won === tried ? 'new.promise_all' : 'new.promise', {won: n(found.won), tried: n(tried)});
  return t(found.won ? 'new.no_promise_rare' : found.unknown ? 'new.no_promise_open' : 'new.no_promise', {won: n(found.won), tried: n(tried), lost: n(found.lost), unknown: n(found.unknown)});
}

/** @param {string} label @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} name @param {string} go */
function form(label, field, name, go) {
  const id = `deal-${++serial}`, caption = h('label', '', label);
  Object.assign(field, {id, name, className: 'field', autocomplete: 'off', spellcheck: false});
  caption.htmlFor = id;
  const deal = button('outline', go, 'submit');
  deal.setAttribute('aria-label', `${go}: ${label}`);                // there are two
  return h('form', 'deal-form', caption, field, deal);
}

/** @param {string} cls @param {string} words @param {'button' | 'submit'} type @param {...Node} before */
function button(cls, words, type, ...before) {
  const b = h('button', `btn ${cls}`, ...before, h('span', '', words));
  b.type = type;
  return b;
}

/**
 * @param {Context} context @param {Game} game
 * @param {(what: What, dialog: HTMLDialogElement) => Promise<string | null>} begin resolves to what is wrong, or null
 */
export function openNewDeal(context, game, begin) {
  const {texts: t} = context;
  const dealt = button('primary', '', 'button', icon('play')), words = /** @type {HTMLElement} */ (dealt.lastChild);
  const asks = button('outline', t('new.ask'), 'button'), asked = /** @type {HTMLElement} */ (asks.lastChild);
  const number = h('input'), text = h('textarea'), told = h('div', 'told'), wrong = h('p', 'error');
  number.maxLength = 64;
  text.rows = 3;
  told.setAttribute('role', 'status');
  wrong.setAttribute('role', 'alert');
  wrong.id = `wrong-${++serial}`;
  const name = () => { words.textContent = t(winnableOnly(game) ? 'new.random_winnable' : 'new.random'); };
  const deals = choice(t('new.deals'), [['any', t('new.deals_any')], ['winnable', t('new.deals_winnable')]], winnableOnly(game) ? 'winnable' : 'any',
    wanted => { choose({deals: {...settings().deals, [game.id]: wanted}}); name(); }, promise(game, context));
  if (!canPromise(game)) /** @type {HTMLButtonElement} */ (deals.querySelector('[data-value=winnable]')).disabled = true;
  const byNumber = form(t('new.number'), number, 'number', t('new.deal_it')), byText = form(t('new.text'), text, 'deal', t('new.deal_it'));
  byNumber.append(h('div', 'deal-ask', asks, told));
  const dialog = openDialog(context, 'new-deal', t('new.title'), deals, dealt, wrong, byNumber, byText);
  /** @type {AbortController | null} */
  let asking = null;
  let busy = false;
  name();

  /** At the field that is wrong, or where the deal was asked for. @param {string} words @param {HTMLElement | null} field */
  function complain(words, field) {
    const where = field?.closest('form')?.querySelector('.btn') ?? dealt;
    if (words && where.nextSibling !== wrong) where.after(wrong);
    wrong.textContent = words;
    for (const f of [number, text]) { f.removeAttribute('aria-invalid'); f.removeAttribute('aria-describedby'); }
    if (!field || !words) return;
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', wrong.id);
    field.focus();
  }

  /** @param {What} what @param {HTMLElement | null} field */
  async function go(what, field) {
    if (busy) return;
    busy = true;
    quiet();
    complain('', null);
    const late = setTimeout(() => { if (what.winnable) words.textContent = t('new.looking'); dealt.setAttribute('aria-busy', 'true'); }, SOON);
    const error = await begin(what, dialog);
    clearTimeout(late);
    dealt.removeAttribute('aria-busy');
    name();
    busy = false;
    if (error === null) dialog.close(); else complain(error, field);
  }

  /** Nothing is asked, nothing is told. */
  function quiet() {
    asking?.abort();
    asking = null;
    asked.textContent = t('new.ask');
    told.replaceChildren();
  }

  async function ask() {
    if (asking) return quiet();
    complain('', null);
    quiet();
    if (!number.value.trim()) return complain(t('error.no_number'), number);
    const mine = asking = new AbortController(), bar = h('progress'), time = h('span'), shown = h('div', 'asking', bar, time);
    bar.setAttribute('aria-label', t('new.asking'));
    time.setAttribute('aria-live', 'off');
    time.textContent = t('new.asking');
    asked.textContent = t('new.stop');
    const late = setTimeout(() => told.replaceChildren(shown), SOON);
    try {
      const {verdict} = await askStream(`/api/games/${encodeURIComponent(game.id)}/verdict`, {number: plainNumber(number.value)}, {signal: mine.signal, onProgress: ({done, of, seconds}) => {
        if (of) { bar.max = of; bar.value = done; }
        time.textContent = t('new.asking_for', {seconds: Math.round(seconds).toLocaleString(context.lang)});
      }});
      if (asking !== mine) return;
      quiet();
      told.replaceChildren(verdictLine(verdict, t));
    } catch (error) {
      if (asking !== mine) return;
      quiet();
      complain(errorText(error, t), number);
    } finally { clearTimeout(late); }
  }

  dealt.addEventListener('click', () => void go(unnamed(game), null));
  asks.addEventListener('click', () => void ask());
  number.addEventListener('input', quiet);
  byNumber.addEventListener('submit', e => { e.preventDefault(); void go({number: plainNumber(number.value)}, number); });
  byText.addEventListener('submit', e => { e.preventDefault(); void go({deal: text.value.trim()}, text); });
  dialog.addEventListener('close', quiet);
  dealt.focus();
  return dialog;
}

/** @param {Outcome} verdict @param {import('./types').Say} t */
function verdictLine(verdict, t) {
  const line = h('p', 'status', icon(verdict === 'unknown' ? 'open' : verdict), h('span', '', t(`new.verdict_${verdict}`)));
  line.dataset.s = verdict === 'unknown' ? 'open' : verdict;
  return line;
}
