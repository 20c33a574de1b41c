/**
 * The table page: one play of one game, with its bars, dialogs, notices and its voice.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Game} Game
 * @typedef {import('./desk').News} News
 */
import {h} from '../table/dom.js';
import {createBars, grouped, shapeOf} from './bars.js';
import {createBoard} from './board.js';
import {clockText, createClock} from './clock.js';
import {unnamed, winnableOnly} from './deals.js';
import {createDesk} from './desk.js';
import {openHelp, openLink, openMenu} from './dialogs.js';
import {createHand} from './hand.js';
import {createInput} from './input.js';
import {createKeys} from './keys.js';
import {browserStorage, createWriter} from './net.js';
import {openNewDeal} from './newdeal.js';
import {createNotice} from './notice.js';
import {insist, newPlay, openPlay} from './open.js';
import {winPanel} from './panel.js';
import {settings} from './settings.js';
import {createVoice, stopName, tell, tellHeld} from './speech.js';
import {ownStep, partners, shareQuery, targets} from './state.js';
import {errorText} from './trouble.js';

/** Where the focus goes when a table has been built: to the table, or back to the menu that changed the language. @type {'table' | 'menu'} */
let arrive = 'table';

const NARROW = 240;                                                // px: no box within a table has room for the buttons
const WON_PAUSE = 1700;                                            // the win is seen before it is told

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
  /** @type {(() => void) | null} */
  let close = null;
  /** @type {(() => void) | null} draws what depends on whether the server is there */
  let refresh = null;
  /** @type {(() => void) | null} */
  let focusTable = null;

  /** @param {View} view */
  const begin = view => {
    if (gone.signal.aborted) return;
    close?.();
    history.replaceState({...history.state, play: view.id}, '', addressOf(view));
    close = table(view);
    const focused = document.activeElement, free = !focused || focused === document.body;
    if (arrive === 'menu') /** @type {HTMLElement | null} */ (app.querySelector('[data-tool=menu]'))?.focus(); else if (free) focusTable?.();
    arrive = 'table';
  };
  /** @param {View} view a new one: what was said of the old one holds no longer */
  const dealt = view => {
    begin(view);
    voice.clear();
    voice.say(t('told.new', {deal: view.number === null ? t('fact.own_deal') : t('fact.number', {number: grouped(view.number)})}));
  };
  /** @param {View} view */
  const addressOf = view => {
    const lang = new URLSearchParams(location.search).get('lang');
    return `/play/${encodeURIComponent(game.id)}?${shareQuery(view)}${lang ? `&lang=${lang}` : ''}`;
  };
  const query = new URLSearchParams(location.search);
  const wanted = {play: query.get('play') ?? history.state?.play, number: query.get('number'), deal: query.get('deal'), sure: query.has('play'), unnamed: unnamed(game)};
  const waits = (/** @type {import('./net').Trouble | null} */ why) => { notice.trouble(why); if (why) voice.say(t(`wait.${why}`)); refresh?.(); };
  insist(() => openPlay(context.api, game.id, wanted), once(waits), gone.signal).then(begin).catch(error => {
    if (gone.signal.aborted) return;
    const again = h('button', 'btn primary', t(winnableOnly(game) ? 'new.random_winnable' : 'new.random'));
    again.addEventListener('click', () => void insist(() => newPlay(context.api, game.id, unnamed(game)), once(waits), gone.signal).then(dealt));
    stage.replaceChildren(lost(context, errorText(error, t), again));
  });

  /** @param {View} first @returns {() => void} */
  function table(first) {
    const game_ = /** @type {Game} */ (game), down = new AbortController(), {signal} = down;
    const clock = createClock();
    clock.set(first.played_ms);
    const writer = createWriter({fetch: globalThis.fetch.bind(globalThis), id: first.id, storage: browserStorage(), onTrouble: waits});
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel('wendekreis') : null;
    const desk = createDesk({view: first, writer, clock, onNews, fetchView: () => context.api.get(`/api/plays/${first.id}`), tellOthers: revision => channel?.postMessage({id: first.id, revision})});
    const surface = h('div', ''), look = settings();
    stage.replaceChildren(surface);
    const board = createBoard(surface, {game: game_, lang: context.lang, texts: t, faces: look.faces, international: look.index === 'international', view: () => desk.view});
    /** @type {ReturnType<typeof createBars> | null} */
    let bars = null;
    /** @type {HTMLElement | null} */
    let panel = null;
    let size = '';

    const hand = createHand({game: game_, desk, board, onHeld: () => name(), onTold: what => voice.say(tellHeld(t, desk.view, what)), atOnce: () => settings().tap === 'play', onFocus: pile => keys.go(pile, surface.contains(document.activeElement)),
      onNo: why => { if (why === 'away') { notice.remind(); voice.say(t('wait.away')); } else voice.say(t('told.refused')); }});
    const waste = game_.piles.find(p => p.role === 'stock') ?? game_.piles[0];
    const keys = createKeys(surface, waste.name, {
      scene: () => board.scene, element: pile => board.table.pileElement(pile), counts: hand.counts, inTurn: (g, harmless) => void hand.inTurn(g, harmless),
      focused: (pile, count) => { board.ring(pile, count); if (pile) name(pile); }, enter: hand.enter, send: hand.send, escape: () => { if (!input.cancel()) hand.escape(); }, command,
    });
    const input = createInput(stage, surface, hand.pointer);

    /** @param {'turn' | 'undo' | 'redo' | 'forward' | 'restart' | 'new' | 'help' | 'menu' | 'copy'} what */
    function command(what) {
      if (what === 'turn') hand.inTurn(hand.press);
      else if (what === 'help') openHelp(context);
      else if (what === 'new') newDeal();
      else if (what === 'copy') void copy();
      else if (what === 'menu') openMenu(context, game_, desk.view, {portrait: shapeOf(innerWidth, innerHeight) === 'portrait', onNew: newDeal, onRestart: () => command('restart'), onCopy: () => void copy(), onLook: relook, onLang: () => { arrive = 'menu'; }});
      else hand.inTurn(() => hand.step(what));
    }

    function newDeal() {
      openNewDeal(context, game_, async (what, dialog) => {
        try {
          const view = await newPlay(context.api, game_.id, what);
          if (!dialog.open) return null;                           // given up meanwhile
          dialog.close();                                          // first, or it would give the focus back to what is gone
          dealt(view);
          return null;
        } catch (error) { return errorText(error, t); }
      });
    }

    async function copy() {
      const link = `${location.origin}/play/${encodeURIComponent(game_.id)}?${shareQuery(desk.view)}`;
      try { await navigator.clipboard.writeText(link); notice.say(t('told.copied')); voice.say(t('told.copied')); } catch { openLink(context, link); }
    }

    /** What the play has come to, for style sheets and tests. */
    function mark() {
      Object.assign(app.dataset, {revision: String(desk.view.revision), status: desk.view.status, writing: String(desk.writing)});
    }

    /** Names of all stops, or of one. @param {string} [only] */
    function name(only) {
      const {scene} = board, {held} = hand;
      if (!scene) return;
      const lit = held ? targets(desk.view, held) : new Set(), swaps = held ? partners(desk.view, held) : new Set();
      for (const pile of only ? [only] : scene.piles.keys()) {
        const e = board.table.pileElement(pile), count = keys.pile === pile ? keys.count : 1;
        const words = stopName(t, game_, context.lang, desk.view, pile, {held: count, fanned: scene.piles.get(pile)?.fan === 'down', carried: held?.pile === pile, target: swaps.has(pile) ? 'exchange' : lit.has(pile) ? 'move' : null});
        if (e && e.getAttribute('aria-label') !== words) e.setAttribute('aria-label', words);
      }
    }

    /** @param {News} news */
    function onNews(news) {
      const view = desk.view;
      if (news.kind === 'expected') board.change({steps: ownStep(news.base, news.choice)});
      else if (news.kind === 'moved') {
        const {what, choice, answer, base} = news, back = what === 'undo' || what === 'redo' || what === 'restart';
        board.change({steps: answer.steps, pace: back ? 'back' : 'play', landing: !!choice?.from});
        voice.say(tell(t, game_, context.lang, {what, choice, answer, before: base, after: view}));
        notice.clear();
        if (view.status === 'won' && base.status !== 'won') celebrate();
      } else if (news.kind === 'refused') {
        const {choice, error} = news, words = errorText(error, t);
        board.change();
        if (choice?.from) board.motion.settled().then(() => board.motion.shake(board.keysOf({pile: choice.from ?? '', count: choice.count ?? 1})));
        notice.say(words);
        voice.say(words);
      } else {
        board.change();
        const words = t(news.why === 'stale' ? 'told.stale' : 'told.elsewhere');
        if (news.why === 'stale') notice.say(words);
        voice.say(words);
      }
      if (view.status !== 'won') unpanel();
      bars?.update(view, desk.away);
      mark();
      info();
      run();
      name();
      keys.keep();
      hand.settle(news.kind === 'moved' || news.kind === 'expected');
    }

    // --- time ---
    const run = () => clock.run(document.visibilityState === 'visible' && desk.view.status !== 'won' && settings().timer === 'on');
    const tick = () => bars?.time(settings().timer === 'on' ? clockText(clock.shown) : null);
    function handOver() {
      const portion = clock.take();
      if (!portion) return;
      const body = new Blob([JSON.stringify({played_ms: portion})], {type: 'application/json'});
      if (!navigator.sendBeacon(`/api/plays/${first.id}/time`, body)) clock.giveBack(portion);
    }
    const timer = setInterval(tick, 500);
    document.addEventListener('visibilitychange', () => {
      run();
      if (document.visibilityState === 'hidden') handOver(); else void desk.refresh();
    }, {signal});
    addEventListener('pagehide', handOver, {signal});
    addEventListener('focus', () => void desk.refresh(), {signal});
    channel?.addEventListener('message', e => { if (e.data?.id === first.id && e.data.revision > desk.view.revision) void desk.refresh(); }, {signal});

    // --- layout ---
    function layOut() {
      const shape = shapeOf(innerWidth, innerHeight), now = `${shape} ${innerWidth}`;
      if (now !== size) {
        const focus = /** @type {HTMLElement | null} */ (document.activeElement);
        size = now;
        bars?.remove();
        bars = createBars(app, {context, game: game_, shape, width: innerWidth, stage, act: command});
        bars.update(desk.view, desk.away);
        tick();
        if (focus && surface.contains(focus)) focus.focus({preventScroll: true});
      }
      bars?.house(null);
      const pad = innerWidth < 500 || shape === 'slim' ? 6 : 14, box = stage.getBoundingClientRect();
      const toolsBar = shape === 'portrait' && innerWidth > NARROW && bars ? bars.tools.getBoundingClientRect().height : 0;
      const beside = panel && !panel.classList.contains('over-table') ? panel.getBoundingClientRect() : null;
      const W = box.width - 2 * pad - (beside && shape !== 'portrait' ? beside.width + 16 : 0), H = box.height - 2 * pad - (beside && shape === 'portrait' ? beside.height + 8 : 0);
      const fit = board.fitTo(W, H, beside ? {only: board.fit?.name} : {toolsBar});
      if (fit.toolsInside) {
        bars?.house(surface);
        const tools = board.scene?.tools;
        if (tools && bars) Object.assign(bars.tools.style, {left: `${tools.x}px`, top: `${tools.y}px`, width: `${tools.width}px`, height: `${tools.height}px`});
      }
      info();
      name();
      keys.keep();
    }

    /** How many cards are on the foundations, where a layout has room to say it. */
    function info() {
      const box = shapeOf(innerWidth, innerHeight) === 'portrait' && innerWidth > NARROW ? board.scene?.info : null;
      let e = /** @type {HTMLElement | null} */ (surface.querySelector(':scope > .info'));
      if (!box) { e?.remove(); return; }
      const done = game_.piles.filter(p => p.role === 'foundation').reduce((n, p) => n + (desk.view.piles[p.name]?.length ?? 0), 0);
      if (!e) surface.append(e = h('div', 'info'));
      e.replaceChildren(h('b', '', `${done}/${game_.cards}`), h('span', '', t('fact.done')));
      Object.assign(e.style, {left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`});
    }

    // --- won ---
    function celebrate() {
      const {motion} = board;
      motion.settled().then(() => {
        if (desk.view.status !== 'won' || signal.aborted) return;
        if (board.scene) motion.win(board.scene);
        setTimeout(() => { if (desk.view.status === 'won' && !signal.aborted) empanel(true); }, motion.calm() ? 0 : WON_PAUSE);
      });
    }
    /** @param {boolean} focus */
    function empanel(focus) {
      if (panel) return;
      panel = winPanel(context, game_, desk.view, {time: settings().timer === 'on' ? clockText(clock.shown) : null, onNew: newDeal, onRestart: () => command('restart'), onCopy: () => void copy(), onClose: unpanel});
      if (board.scene?.fanned) panel.classList.add('over-table'); else stage.classList.add('helping');
      stage.append(panel);
      surface.classList.add('won');
      layOut();
      if (focus) panel.querySelector('h2')?.focus({preventScroll: true});
    }
    function unpanel() {
      if (!panel) return;
      const focused = panel.contains(document.activeElement);
      panel.remove();
      panel = null;
      stage.classList.remove('helping');
      surface.classList.remove('won');
      layOut();
      if (focused) keys.go(keys.pile);
    }
    /** A setting has changed. */
    function relook() {
      const now = settings();
      board.look(now.faces, now.index === 'international');
      run();
      tick();
      layOut();
    }

    focusTable = () => keys.go(keys.pile);
    refresh = () => bars?.update(desk.view, desk.away);
    const watch = new ResizeObserver(() => layOut());
    mark();
    layOut();
    watch.observe(app);
    run();
    tick();
    if (first.status === 'won') empanel(false);
    document.fonts?.ready.then(() => { if (!signal.aborted) layOut(); });
    return () => {
      refresh = focusTable = null;
      handOver();
      clock.run(false);
      clearInterval(timer);
      watch.disconnect();
      input.stop();
      keys.stop();
      desk.close();
      board.motion.finish();
      channel?.close();
      panel?.remove();
      bars?.remove();
      stage.classList.remove('helping');
      down.abort();
    };
  }

  return () => {
    gone.abort();
    close?.();
    notice.remove();
    for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
    document.body.classList.remove('playing');
    root.replaceChildren();
  };
}

/** What is shown when there is no table to show. @param {Context} context @param {string} words @param {...Node} more */
function lost({texts: t}, words, ...more) {
  const home = h('a', 'btn outline', t('menu.home'));
  home.href = '/';
  return h('div', 'lost', h('h1', '', t('lost.title')), h('p', '', words), h('div', 'row', ...more, home));
}

/** The first of equal words in a row. @template T @param {(why: T | null) => void} say */
function once(say) {
  /** @type {T | null} */
  let was = null;
  return (/** @type {T | null} */ why) => { if (why !== was) { was = why; say(why); } };
}
