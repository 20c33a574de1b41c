/**
 * The table page: one play of one game, with its bars, dialogs, notices and its voice.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 */
import {h} from '../table/dom.js';
import {afterwards} from './afterwards.js';
import {grouped} from './bars.js';
import {keep, kept as keptView} from './kept.js';
import {layTable, sides} from './laying.js';
import {Away, Refusal, errorText, leftOver, taken} from './net.js';
import {createNotice} from './notice.js';
import {insist, openPlay, wantedHere} from './open.js';
import {createVoice} from './speech.js';
import {shareQuery} from './state.js';

/** Where the focus goes when a table has been built: to the table, or back to the menu that changed the language. @type {'table' | 'menu'} */
let arrive = 'table';

/**
 * @param {HTMLElement} root
 * @param {Context} context
 * @returns {() => void} takes the page down
 */
export function show(root, context) {
  const {texts: t} = context, id = decodeURIComponent(location.pathname.split('/')[2] ?? '');
  const game = context.games.find(g => g.id === id);
  if (!game) throw new RangeError(`no game ${id}`);                // the router has looked
  const gone = new AbortController(), app = h('div', 'app'), stage = h('main', 'stage'), region = h('div', 'visually-hidden');
  region.setAttribute('role', 'status');
  region.setAttribute('aria-live', 'polite');
  root.replaceChildren(app, region);
  app.append(stage);
  stage.id = 'content';
  document.body.classList.add('playing');
  // The focus that the page itself gives has no ring until a key is pressed: to a mouse it would say nothing.
  app.classList.add('quiet');
  document.addEventListener('keydown', () => app.classList.remove('quiet'), {capture: true, signal: gone.signal});
  document.addEventListener('pointerdown', () => app.classList.add('quiet'), {capture: true, signal: gone.signal});
  const voice = createVoice(region), notice = createNotice(root, t);
  /** @type {ReturnType<typeof import('./sitting').createSitting> | null} */
  let sitting = null;
  /** @type {import('./laying').Laid | null} at which the sitting sits, or will */
  let laid = null;
  let kept = false;                                                // what is shown is the view of an earlier time
  let trouble = /** @type {import('./net').Trouble | null} */ (null);

  /** @param {View} view @param {boolean} [anew] it comes after the play that lies here, to which the browser's way back leads */
  const begin = (view, anew = false) => {
    if (gone.signal.aborted) return;
    leave();
    history[anew ? 'pushState' : 'replaceState']({...history.state, play: view.id}, '', addressOf(view));
    const table = laid = layTable({context, game, view, app, stage});
    /** @param {typeof import('./sitting')} code */
    const sit = ({createSitting}) => {
      if (gone.signal.aborted || laid !== table) return;
      sitting = createSitting({context, game, first: view, laid: table, app, stage, voice, notice, waits, dealt, onLang: () => { arrive = 'menu'; }});
      const focused = document.activeElement, free = !focused || focused === document.body;
      if (arrive === 'menu') /** @type {HTMLElement | null} */ (app.querySelector('[data-tool=menu]'))?.focus(); else if (free) sitting.focus();
      arrive = 'table';
      if (kept) void sitting.resume();
    };
    if (code) sit(code); else insist(seated, once(why => { if (!kept) waits(why); }), gone.signal).then(sit, error => { if (!gone.signal.aborted) throw error; });
  };
  /** The table is free for another play. */
  const leave = () => {
    if (sitting) sitting.close(); else { laid?.meet(); laid?.layout.stop(); }
    sitting = laid = null;
  };
  /** @param {View} view a new one: what was said of the old one holds no longer */
  const dealt = view => {
    kept = false;
    begin(view, !!laid);
    voice.clear();
    voice.say(t('told.new', {deal: view.number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(view.number)})}));
  };
  /** @param {View} view */
  const addressOf = view => {
    const lang = new URLSearchParams(location.search).get('lang');
    return `/play/${encodeURIComponent(game.id)}?${shareQuery(view)}${lang ? `&lang=${lang}` : ''}`;
  };
  const wanted = wantedHere(game);
  const waits = (/** @type {import('./net').Trouble | null} */ why) => {
    store();                                                       // a page that is ended tells nobody
    trouble = kept && why === 'away' ? 'kept_write' : why;
    notice.trouble(trouble);
    if (trouble) voice.say(t(`wait.${trouble}`));
    sitting?.refresh();
  };
  const turned = sides();                                          // on its way while the play is
  /** There is no table to show, and no bar with the ways on. @param {unknown} error what the server has said; null: nothing yet */
  const nowhere = error => {
    import('./nowhere.js').then(({showNowhere}) => {
      if (!gone.signal.aborted && !laid) showNowhere({context, game, stage, error, waits: once(waits), dealt, signal: gone.signal});
    }, () => { if (error) notice.say(errorText(error, t)); });
  };

  /**
   * There is no answer yet: the table as it was last told, if it is the one that was asked for, where moves wait and the notice says
   * so; else words, and a way home.
   * @param {'slow' | 'locked' | 'absent' | null} why
   */
  const tell = why => {
    if (kept || !why) return;
    const view = why === 'locked' ? null : keptView(id, wanted);
    if (view) { kept = true; void turned.then(() => { if (!laid) { begin(view); waits('kept'); } }); return; }
    waits(why);
    nowhere(null);
  };

  /** The play that was asked for early, else that of the address. @returns {Promise<View>} */
  const open = async () => {
    const early = await taken(`play ${id}`)?.catch(error => { if (error instanceof Refusal) return null; throw error; });
    const known = early?.game === game.id && !leftOver(early.id);
    return known ? early : openPlay(context.api, game.id, {...wanted, ...early && {play: early.id}});
  };
  // A write that the sitting has in hand is its own to send.
  const opened = () => sitting?.writing ? context.api.get(`/api/plays/${sitting.told.id}`).catch(error => { if (error instanceof Away) throw error; return open(); }) : open();
  insist(opened, once(tell), gone.signal).then(view => turned.then(async () => {
    const was = sitting?.told;
    if (!kept || !sitting || was?.id !== view.id) { kept = false; waits(null); begin(view); return; }
    kept = false;
    const silent = trouble === 'kept';                             // else the move's own words tell it
    if (!sitting.writing) waits(null);
    await sitting.catchUp();
    if (silent && sitting?.told === was) voice.say(t('told.kept'));
    void renew();
  })).catch(error => {
    if (gone.signal.aborted) return;
    leave();
    waits(null);
    nowhere(error);
  });

  const store = () => { if (sitting) keep(sitting.told); };
  addEventListener('pagehide', store, {signal: gone.signal});
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'hidden') store(); }, {signal: gone.signal});

  return () => {
    gone.abort();
    store();
    leave();
    notice.remove();
    for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
    document.body.classList.remove('playing');
    root.replaceChildren();
  };
}

/** @type {typeof import('./sitting') | null} */
let code = null;

/** Pictures that are turned up sooner or later, held so that none is waited for then. @type {HTMLImageElement[]} */
const held = [];

/** All that a play needs beyond its first picture: fetched when that has been painted. */
async function seated() {
  for (let frames = 0; frames < 2; frames++) await new Promise(resolve => afterwards(() => resolve(null)));   // the first is on the screen
  for (const link of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll('link[rel=later]'))) {
    if (link.as !== 'image') { link.rel = 'modulepreload'; continue; }
    const picture = new Image();
    picture.src = link.href;
    held.push(picture);
    link.remove();
  }
  return code ??= await import('./sitting.js').catch(error => { throw new Away(String(error)); });
}

/** The server is there again. Where it has another client than this page is of, the page is loaded anew. */
async function renew() {
  const own = document.querySelector('meta[name=client]')?.getAttribute('content');
  const now = await fetch('/', {method: 'HEAD', cache: 'no-store'}).then(r => r.headers.get('wendekreis-client'), () => null);
  if (own && now && own !== now) location.reload();
}

/** The first of equal words in a row. @template T @param {(why: T | null) => void} say */
function once(say) {
  /** @type {T | null} */
  let was = null;
  return (/** @type {T | null} */ why) => { if (why !== was) { was = why; say(why); } };
}
