/**
 * One play on the table: its desk, its painted board, the player's hand, and what stands around them.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Game} Game
 * @typedef {import('./desk').News} News
 * @typedef {import('./keys').Command | import('./bars').Tool | {head: number}} Command
 */
import {afterwards} from './afterwards.js';
import {createAside} from './aside.js';
import {shapeOf} from './bars.js';
import {createDaily} from './daily.js';
import {createDesk} from './desk.js';
import {createEnding} from './ending.js';
import {createHand} from './hand.js';
import {createInput, spotOf} from './input.js';
import {createKeys} from './keys.js';
import {createKnowing} from './knowing.js';
import {createLooking} from './looking.js';
import {browserStorage, createWriter, errorText} from './net.js';
import {newPlay} from './open.js';
import {createRare} from './rare.js';
import {LOOK, otherIndex, settings} from './settings.js';
import {sided, sides} from './laying.js';
import {play as sound, playSteps} from './sound.js';
import {stopName, tell, tellHeld} from './speech.js';
import {movedBy, ownStep, partners, shareQuery} from './state.js';
import {createTimekeeper} from './timekeeper.js';

const ONCE = 5000;                                                 // ms in which it is said but once that the game goes on in another window

/**
 * @param {object} o
 * @param {Context} o.context @param {Game} o.game
 * @param {View} o.first
 * @param {import('./laying').Laid} o.laid its table
 * @param {HTMLElement} o.app @param {HTMLElement} o.stage
 * @param {ReturnType<typeof import('./speech').createVoice>} o.voice
 * @param {ReturnType<typeof import('./notice').createNotice>} o.notice
 * @param {(why: import('./net').Trouble | null) => void} o.waits
 * @param {(view: View) => void} o.dealt another play has been begun
 * @param {() => void} o.onLang the menu is about to let the page be built anew
 */
export function createSitting({context, game, first, laid, app, stage, voice, notice, waits, dealt, onLang}) {
  const {texts: t, lang} = context, down = new AbortController(), {signal} = down;
  /** @type {ReturnType<typeof import('./demonstration.js').createDemonstration> | null} made when a line is first shown */
  let demonstration = null;
  /** @param {import('./types').Answer[]} answers */
  const demonstrate = answers => rarely(({createShowing, createDemonstration}) => hand.inTurn(() => {
    hand.empty();
    demonstration ??= createDemonstration({context, game, board, aside, say, signal, play: () => desk.view, onLine: line => layout.bars?.showing(line), onSeen() { name(); keys.keep(); layout.info(); }, onEnd() {
      time.run();
      update();
      if (document.activeElement === document.body || !document.activeElement) keys.go(keys.pile);
    }});
    demonstration.begin(answers, createShowing);
    time.run();
    name();
    keys.keep();
  }));
  const time = createTimekeeper({id: first.id, played: first.played_ms, open: () => desk.view.status !== 'won' && !demonstration?.on, onTick: text => layout.bars?.time(text), signal});
  const writer = createWriter({fetch: globalThis.fetch.bind(globalThis), seen: () => new Promise(afterwards), id: first.id, storage: browserStorage(), onTrouble: waits});
  const channel = 'BroadcastChannel' in window ? new BroadcastChannel('wendekreis') : null;
  const desk = createDesk({view: first, writer, clock: time.clock, onNews, fetchView: () => context.api.get(`/api/plays/${first.id}`), tellOthers: revision => channel?.postMessage({id: first.id, revision}), auto: () => settings().auto, storage: browserStorage('sessionStorage')});
  const {surface, board, layout, host} = laid;
  let lit = settings().light, told = true, named = true, heard = 0;
  const say = (/** @type {string} */ words) => voice.say(words);
  const aside = createAside(app, t, leave), daily = createDaily(context, first, signal, () => layout.bars?.update(desk.view, standing()), () => layout.layOut());
  const rarely = createRare(() => { notice.say(t('app.late')); say(t('app.late')); }, signal);

  /** @type {ReturnType<typeof import('./help.js').createHelp> | null} */
  let help = null;
  const looking = createLooking({context, game, board, view: seen, say});
  const hand = createHand({game, desk, board, looking, frozen: () => !!demonstration?.on, onHeld: () => rename(), onTold: what => say(tellHeld(t, game, lang, desk.view, what)), atOnce: () => settings().tap === 'play', onFocus: pile => afterwards(() => { if (!signal.aborted) keys.go(pile, surface.contains(document.activeElement)); }),
    onNo: (why, what) => {
      const words = t(why === 'away' ? 'wait.away' : what ? `told.none_${what}` : 'told.refused');
      if (why === 'away') notice.remind(); else { sound('refused'); if (what) notice.say(words); }
      say(words);
    }});
  const arrival = game.piles.find(p => p.role === 'stock') ?? game.piles[0];
  const keys = createKeys(surface, arrival.name, {
    scene: () => board.scene, element: pile => board.table.pileElement(pile), counts: hand.counts, inTurn: (g, harmless) => void hand.inTurn(g, harmless),
    focused: (pile, count) => { board.ring(pile, count); board.regard(app.classList.contains('quiet') ? null : pile); looking.end(); if (pile) name(pile); }, enter: hand.enter, send: hand.send, lit: () => hand.held ? hand.lit : new Set(seen().choices.map(c => c.from ?? c.press)), escape: () => { if (looking.end() || input.cancel()) return; if (help) help.close(); else if (hand.held) hand.escape(); else if (!ending.hide()) leave(); }, command,
  });
  const input = createInput(stage, surface, hand.pointer);
  const ending = createEnding({stage, surface, board, won: () => desk.view.status === 'won', rearrange: change => layout.rearrange(change), onFocusLost: () => keys.go(keys.pile),
    make: use => rarely(({winPanel}) => use(winPanel(context, game, desk.view, {time: time.text(), hints: knowing.hints, shown: knowing.shown, today: daily.panel(), onNew: newDeal, onRestart: () => command('restart'), onShare: share, onClose: () => ending.hide()})))});
  const update = () => { layout.bars?.update(desk.view, standing()); demonstration?.again(); };
  const knowing = createKnowing({context, game, desk, board, strip: laid.strip, aside, say, command, rarely, onKnown: update, portrait: () => shapeOf(innerWidth, innerHeight) === 'portrait',
    show: demonstrate});
  /** What is seen: the play, or the line that is shown. */
  function seen() { return demonstration?.view ?? desk.view; }
  function standing() { return {away: desk.away, light: knowing.light, hints: knowing.hints, today: daily.words, undoes: desk.undoes}; }

  /** The panel beside the table has been read. */
  function leave() {
    if (demonstration?.on) demonstration.end(); else if (knowing.quiet()) keys.go(keys.pile);
  }

  /** @param {Command} what */
  function command(what) {
    if (demonstration?.on && typeof what === 'string' && !['help', 'menu', 'copy', 'share', 'new', 'peek'].includes(what)) { demonstration.command(what); return; }
    if (what === 'hint' || what === 'oracle' || what === 'chance' || what === 'lost' || what === 'show') hand.inTurn(() => { hand.escape(); knowing.ask(what); });
    else if (what === 'knows') knowing.open();
    else if (what === 'peek') looking.toggle(keys.pile);
    else if (what === 'turn') hand.inTurn(hand.press);
    else if (what === 'help') void helping();
    else if (what === 'new') newDeal();
    else if (what === 'copy') void copy();
    else if (what === 'share') share();
    else if (what === 'menu') rarely(({openMenu}) => openMenu(context, game, desk.view, {portrait: shapeOf(innerWidth, innerHeight) === 'portrait', today: daily.words, onNew: newDeal, onRestart: () => command('restart'), onShare: share, onLang, onKnows: () => knowing.open(), onHelp: () => command('help')}));
    else if (what !== 'back' && what !== 'next' && what !== 'play' && what !== 'leave') hand.inTurn(() => hand.step(what));
  }

  /** Help comes, or goes. */
  async function helping() {
    if (help) { help.close(); return; }
    const {createHelp} = await import('./help.js').catch(() => ({createHelp: null}));
    if (!createHelp || help || signal.aborted) return;
    ending.hide();
    const from = /** @type {HTMLElement | null} */ (document.activeElement);
    help = createHelp({context, game, view: seen, app, stage, surface, rearrange: change => layout.rearrange(() => { change(); if (!help?.panel.isConnected) help = null; }), onClose: () => { from?.focus({preventScroll: true}); if (from === document.body || document.activeElement !== from) keys.go(keys.pile); }});
    help.open();
  }

  function newDeal() {
    rarely(({openNewDeal}) => openNewDeal(context, game, async (what, dialog) => {
      try {
        const view = await newPlay(context.api, game.id, what);
        if (!dialog.open) return null;                             // given up meanwhile
        dialog.close();                                            // first, or it would give the focus back to what is gone
        dealt(view);
        return null;
      } catch (error) { return errorText(error, t); }
    }));
  }

  function share() {
    const {id, number, deal, status, counts} = desk.view;
    rarely(({openShare}) => openShare(context, game, {id, number, deal, won: status === 'won', moves: counts.moves, time: time.text()}));
  }

  async function copy() {
    const link = `${location.origin}/play/${encodeURIComponent(game.id)}?${shareQuery(desk.view)}`;
    try { await navigator.clipboard.writeText(link); notice.say(t('told.copied')); voice.say(t('told.copied')); } catch { rarely(({openLink}) => openLink(context, link)); }
  }

  /** What the play has come to, for style sheets and tests. */
  function mark() {
    Object.assign(app.dataset, {revision: String(desk.view.revision), status: desk.view.status, writing: String(desk.writing)});
  }

  /** Names of all stops, or of one. @param {string} [only] */
  function name(only) {
    const {scene} = board, {held} = hand;
    if (!scene) return;
    if (!only) named = true;
    const view = seen(), {lit} = hand, swaps = held ? partners(view, held) : new Set();
    for (const pile of only ? [only] : scene.piles.keys()) {
      const e = board.table.pileElement(pile), count = keys.pile === pile ? keys.count : 1;
      const words = stopName(t, game, lang, view, pile, {held: count, fanned: scene.piles.get(pile)?.fan === 'down', carried: held?.pile === pile, busy: !!held, target: !lit.has(pile) ? null : swaps.has(pile) ? 'exchange' : 'move'});
      if (e && e.getAttribute('aria-label') !== words) e.setAttribute('aria-label', words);
    }
  }

  /** @param {News} news */
  function onNews(news) {
    const view = desk.view;
    looking.end();
    if (news.kind === 'replaced') demonstration?.end(false);
    knowing.onNews(news);
    if (news.kind === 'expected') {
      const steps = ownStep(news.base, news.choice);
      board.change({steps});
      playSteps(steps);
    } else if (news.kind === 'moved') {
      const {what, choice, answer, base, undone} = news, back = what === 'undo' || what === 'redo' || what === 'restart' || what === 'goto';
      board.change({steps: answer.steps, pace: back ? 'back' : 'play', landing: !!choice?.from});
      playSteps(choice?.from ? answer.steps.slice(1) : answer.steps);   // what the hand did has been heard
      voice.say(tell(t, game, lang, {what, choice, answer, undone, before: base, after: view}), what, !undone && (what === 'undo' || what === 'redo') ? n => t(`told.${what}_n`, {n}) : null);
      notice.clear();
      board.last(back && what !== 'redo' ? [] : movedBy(answer.steps, what === 'forward'));
      if (!back && view.status === 'open' && view.idle > base.idle) {
        const words = view.idle === 1 ? t('note.idle') : t('note.idle_n', {n: view.idle});
        notice.say(words);
        voice.say(words);
      }
      if (view.status === 'won' && base.status !== 'won') ending.celebrate();
    } else if (news.kind === 'refused') {
      const {choice, error} = news, words = errorText(error, t);
      board.change();
      sound('refused');
      if (choice?.from) board.motion.settled().then(() => board.motion.shake(board.keysOf({pile: choice.from ?? '', count: choice.count ?? 1})));
      notice.say(words);
      voice.say(words);
    } else {
      board.last([]);
      board.change();
      const words = t(`told.${news.why}`);
      if (news.why !== 'elsewhere') notice.say(words);
      if (news.why !== 'elsewhere' || performance.now() > heard) voice.say(words);
      heard = performance.now() + ONCE;
    }
    if (view.status !== 'won') ending.hide();
    told = false;
    afterwards(standAnew);
    hand.settle(news.kind === 'moved' || news.kind === 'expected');
  }

  /** What stands around the table follows what has become of it. */
  function standAnew() {
    if (told || signal.aborted) return;
    told = true;
    update();
    layout.info();
    if (help && board.scene) help.label(board.scene);
    time.run();
    name();
    keys.keep();
    mark();
  }

  /** Names follow what is held, once that has been seen. */
  function rename() {
    named = false;
    afterwards(() => { if (!named && !signal.aborted) name(); });
  }

  /** A setting has changed. */
  function relook() {
    const now = settings();
    board.look(now.faces, now.index === otherIndex(lang), sided(game));
    if (now.side !== 'auto' && !sided(game)) void sides().then(() => { if (!signal.aborted && sided(game)) relook(); });
    time.run();
    time.tick();
    knowing.relook();
    if (now.light !== lit) { lit = now.light; const words = t(lit === 'on' ? 'light.on' : 'light.off'); notice.say(words); say(words); }
    layout.layOut();
  }

  document.addEventListener(LOOK, relook, {signal});
  document.addEventListener('visibilitychange', () => { if (document.visibilityState === 'visible') void desk.refresh(); }, {signal});
  addEventListener('focus', () => void desk.refresh(), {signal});
  channel?.addEventListener('message', e => { if (e.data?.id === first.id && e.data.revision > desk.view.revision) void desk.refresh(); }, {signal});
  const watch = new ResizeObserver(() => layout.layOut());
  laid.meet();
  Object.assign(host, {
    seen, standing, beside: () => ending.beside ?? help?.panel ?? null, play: () => desk.view, time: () => time.text(), act: command,
    laid() { looking.end(); name(); keys.keep(); demonstration?.again(); if (help && board.scene) help.label(board.scene); },
  });
  update();
  host.laid();
  mark();
  watch.observe(app);
  time.run();
  time.tick();
  knowing.begin();
  if (first.status === 'won') ending.show(false);
  document.fonts?.ready.then(() => { if (!signal.aborted) layout.layOut(); });
  for (const one of host.missed) {
    const spot = typeof one !== 'string' && spotOf(one.target);
    if (typeof one === 'string') command(one);
    else if (one instanceof KeyboardEvent) keys.pressed(one);
    else if (spot) hand.pointer.tap(spot, one.timeStamp);
  }

  return {
    /** The focus goes to the table. */
    focus: () => keys.go(keys.pile),
    /** The play as the server told it. */
    get told() { return desk.told; },
    /** Whether a write is in hand. */
    get writing() { return desk.writing; },
    /** What was shown had been kept, and the server is there again: takes over what was done meanwhile. */
    catchUp: () => desk.refresh('kept'),
    /** What is shown is kept, and so may be what an earlier page had in hand. */
    resume: () => desk.resume(),
    /** Draws what depends on whether the server is there. */
    refresh: update,
    close() {
      time.stop();
      watch.disconnect();
      input.stop();
      keys.stop();
      desk.close();
      board.motion.finish();
      channel?.close();
      demonstration?.stop();
      knowing.stop();
      aside.remove();
      ending.stop();
      help?.close();
      layout.stop();
      down.abort();
    },
  };
}
