/**
 * The page's beginning: language, texts, games, and which page an address means.
 *
 * @typedef {import('./play/types').Context} Context
 * @typedef {import('./play/types').Lang} Lang
 */
import {Away, createApi, taken} from './play/net.js';
import {insist} from './play/open.js';
import {wear} from './play/settings.js';

/** The pages: each is fetched when it is first asked for. */
const PAGES = {
  start: () => import('./pages/start.js'), play: () => import('./play/page.js'), rules: () => import('./pages/rules.js'),
  statistics: () => import('./pages/statistics.js'), history: () => import('./pages/history.js'), replay: () => import('./pages/replay.js'), settings: () => import('./pages/settings.js'), about: () => import('./pages/about.js'), missing: () => import('./pages/missing.js'),
};

const {early} = globalThis;
const root = /** @type {HTMLElement} */ (document.getElementById('root'));
const away = /** @type {HTMLElement} */ (document.getElementById('away'));
const skip = /** @type {HTMLElement} */ (document.getElementById('skip'));
const api = createApi(globalThis.fetch.bind(globalThis));
/** @type {Context | null} */
let context = null;
/** @type {(() => void) | null} */
let close = null;
let path = '', waiting = new AbortController();

/** @param {Lang} lang @returns {Promise<Context>} */
async function load(lang) {
  const get = (/** @type {string} */ path) => taken(path) ?? api.get(path);
  const [catalogue, {games}] = await Promise.all([get(`/api/texts/${lang}`), get('/api/games')]);
  return {
    lang, games, api, go, setLang,
    texts: (key, params = {}) => (catalogue[key] ?? key).replace(/\{(\w+)\}/g, (/** @type {string} */ all, /** @type {string} */ name) => String(params[name] ?? all)),
  };
}

/** @param {string} to */
async function go(to) {
  if (to === location.pathname + location.search + location.hash) return;
  early?.asked.clear();                                            // what was asked for at first grows old
  history.pushState(null, '', to);
  if (!await route()) return;
  scrollTo(0, 0);
  const content = document.getElementById('content');               // the link that had the focus is gone; a table takes it by itself
  if (content && !document.body.classList.contains('playing')) { content.tabIndex = -1; content.focus({preventScroll: true}); }
}

/** @param {Lang} lang */
async function setLang(lang) {
  early?.keepLang(lang);
  const url = new URL(location.href);
  if (url.searchParams.has('lang')) { url.searchParams.delete('lang'); history.replaceState(history.state, '', url); }
  context = await insist(() => load(lang), trouble => { away.hidden = !trouble; }, new AbortController().signal);
  await route();
}

/** Which page the address means. @returns {keyof typeof PAGES} */
function pageNow() {
  const [, page = '', id = ''] = location.pathname.split('/'), deeper = location.pathname.replace(/\/+$/, '').split('/').length - 1;
  if (deeper === 0) return 'start';
  if (deeper === 1 && (page === 'about' || page === 'statistics' || page === 'history' || page === 'settings')) return page;
  return deeper === 2 && (page === 'play' || page === 'rules' || page === 'replay') && (!context || gameOf(id)) ? page : 'missing';
}

/** @param {string} id as the address has it */
const gameOf = id => context?.games.find(g => encodeURIComponent(g.id) === id || g.id === id);

/** Shows the page that the address means, as soon as its code is here. @returns {Promise<boolean>} whether it is shown: not if the way led elsewhere meanwhile */
async function route() {
  if (!context) return false;
  waiting.abort();
  const {texts: t, lang} = context, page = pageNow(), {signal} = waiting = new AbortController();
  path = location.pathname;
  close?.();
  close = null;
  const code = () => PAGES[page]().catch(error => { throw new Away(String(error)); });
  const {show} = await insist(code, trouble => { away.hidden = !trouble; }, signal).catch(error => { if (signal.aborted) return {show: null}; throw error; });
  if (!show || signal.aborted) return false;
  const name = page === 'play' ? gameOf(location.pathname.split('/')[2])?.names[lang] : page === 'start' ? '' : t(page === 'missing' ? 'missing.title' : `nav.${page}`);
  document.documentElement.lang = lang;
  document.title = name ? `${name} · ${t('app.name')}` : t('app.name');
  skip.textContent = t('app.skip');
  skip.hidden = false;
  close = show(root, context);
  return true;
}

/** Links within the site do not load it anew. @param {MouseEvent} e */
function onClick(e) {
  const a = e.target instanceof Element ? e.target.closest('a') : null;
  if (!a || e.defaultPrevented || e.button || e.ctrlKey || e.metaKey || e.shiftKey || e.altKey) return;
  if (a.origin !== location.origin || a.target || a.hasAttribute('download') || /^\/(api|client)\//.test(a.pathname)) return;
  if (a.pathname === location.pathname && a.hash) return;
  e.preventDefault();
  void go(a.pathname + a.search + a.hash);
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
PAGES[pageNow()]().catch(() => {});                                // on its way while texts and games are
skip.addEventListener('click', onSkip);
document.addEventListener('click', onClick);
addEventListener('storage', () => wear());                          // chosen in another tab
addEventListener('popstate', () => { early?.asked.clear(); if (location.pathname !== path || !location.hash) void route(); });
// What can wait: not before the page stands, and not while the first table is being fetched.
addEventListener('load', () => setTimeout(() => void import('./install.js').then(({install}) => install(api), () => {}), 3000));
insist(() => load(early?.lang() ?? 'en'), trouble => { away.hidden = !trouble; }, new AbortController().signal).then(loaded => {
  context = loaded;
  return route();
});
