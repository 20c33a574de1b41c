/**
 * The page's beginning: language, texts, games, and which page an address means.
 *
 * @typedef {import('./play/types').Context} Context
 * @typedef {import('./play/types').Lang} Lang
 */
import {show as about} from './pages/about.js';
import {show as missing} from './pages/missing.js';
import {show as rules} from './pages/rules.js';
import {show as start} from './pages/start.js';
import {show as statistics} from './pages/statistics.js';
import {createApi} from './play/net.js';
import {insist} from './play/open.js';
import {show as play} from './play/page.js';
import {wear} from './play/settings.js';

const LANG = 'wendekreis.lang';
/** @type {Lang[]} */
const LANGS = ['de', 'en'];

const root = /** @type {HTMLElement} */ (document.getElementById('root'));
const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
const api = createApi(globalThis.fetch.bind(globalThis));
/** @type {Context | null} */
let context = null;
/** @type {(() => void) | null} */
let close = null;
let path = '';

/** The address says it, or an earlier choice, or the browser. @returns {Lang} */
function langNow() {
  const asked = [new URLSearchParams(location.search).get('lang'), read(LANG), ...navigator.languages.map(l => l.slice(0, 2))];
  return LANGS.find(l => l === asked.find(a => LANGS.includes(/** @type {Lang} */ (a)))) ?? 'en';
}

/** @param {string} key */
function read(key) { try { return localStorage.getItem(key); } catch { return null; } }

/** @param {Lang} lang @returns {Promise<Context>} */
async function load(lang) {
  const [catalogue, {games}] = await Promise.all([api.get(`/api/texts/${lang}`), api.get('/api/games')]);
  return {
    lang, games, api, go, setLang,
    texts: (key, params = {}) => (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) => String(params[name] ?? all)),
  };
}

/** @param {string} to */
function go(to) {
  if (to === location.pathname + location.search + location.hash) return;
  history.pushState(null, '', to);
  route();
  scrollTo(0, 0);
  const content = document.getElementById('content');               // the link that had the focus is gone; a table takes it by itself
  if (content && !document.body.classList.contains('playing')) { content.tabIndex = -1; content.focus({preventScroll: true}); }
}

/** @param {Lang} lang */
async function setLang(lang) {
  try { localStorage.setItem(LANG, lang); } catch { /* then it holds for this page only */ }
  const url = new URL(location.href);
  if (url.searchParams.has('lang')) { url.searchParams.delete('lang'); history.replaceState(history.state, '', url); }
  context = await load(lang);
  route();
}

function route() {
  if (!context) return;
  const {texts: t, games, lang} = context, [, page = '', id = ''] = location.pathname.split('/');
  const deeper = location.pathname.replace(/\/+$/, '').split('/').length - 1;
  path = location.pathname;
  document.documentElement.lang = lang;
  close?.();
  close = null;
  const game = games.find(g => encodeURIComponent(g.id) === id || g.id === id);
  const show = deeper === 0 ? start : deeper === 1 && page === 'about' ? about : deeper === 1 && page === 'statistics' ? statistics : deeper === 2 && game && page === 'play' ? play : deeper === 2 && game && page === 'rules' ? rules : missing;
  const title = show === play && game ? game.names[lang] : show === about ? t('nav.about') : show === statistics ? t('nav.statistics') : show === rules ? t('nav.rules') : show === missing ? t('missing.title') : '';
  document.title = title ? `${title} · ${t('app.name')}` : t('app.name');
  skip.textContent = t('app.skip');
  skip.hidden = false;
  close = show(root, context);
}

/** Links within the site do not load it anew. @param {MouseEvent} e */
function onClick(e) {
  const a = e.target instanceof Element ? e.target.closest('a') : null;
  if (!a || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  if (a.origin !== location.origin || a.target || a.hasAttribute('download') || /^\/(api|client)\//.test(a.pathname)) return;
  if (a.pathname === location.pathname && a.hash) return;
  e.preventDefault();
  go(a.pathname + a.search + a.hash);
}

/** Past the bars: to the pile that the keyboard is on, or to the text. @param {Event} e */
function onSkip(e) {
  const content = document.getElementById('content');
  if (!content) return;
  e.preventDefault();
  const pile = /** @type {HTMLElement | null} */ (content.querySelector('[data-pile][tabindex="0"]'));
  if (!pile) content.tabIndex = -1;
  (pile ?? content).focus();
}

wear();
skip.addEventListener('click', onSkip);
document.addEventListener('click', onClick);
addEventListener('popstate', () => { if (location.pathname !== path || !location.hash) route(); });
const away = /** @type {HTMLElement} */ (document.getElementById('away'));
insist(() => load(langNow()), trouble => { away.hidden = !trouble; }, new AbortController().signal).then(loaded => {
  context = loaded;
  route();
});
