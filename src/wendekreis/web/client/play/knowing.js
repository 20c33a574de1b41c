/**
 * What the table knows of one play: hints, the chance, where it was lost, the light. Asked here, shown in the panel beside the
 * table, on the strip and on the cards.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 * @typedef {import('./ask.js').Question} Question
 * @typedef {import('./aside.js').Act} Act
 * @typedef {import('./knowledge.js').Inquiry} Inquiry
 */
import {SIGNS, TakenBack, createAsker} from './ask.js';
import {createChronicle} from './chronicle.js';
import {choiceOf, moveWords, pointed} from './hints.js';
import {createLight} from './light.js';
import {settings} from './settings.js';
import {errorText} from './net.js';

const SOON = 400;                                                  // ms: what is answered sooner shows no waiting
const TURN = 2500;                                                 // ms in which what was said of a move is not interrupted by an answer that nobody asked for
/** Plays in which the player has agreed to be shown how. @type {Set<string>} */
const agreed = new Set();

/**
 * @param {object} o
 * @param {Context} o.context @param {import('./types').Game} o.game
 * @param {ReturnType<typeof import('./desk').createDesk>} o.desk
 * @param {ReturnType<typeof import('./board').createBoard>} o.board
 * @param {ReturnType<typeof import('./strip').createStrip>} o.strip
 * @param {ReturnType<typeof import('./aside').createAside>} o.aside
 * @param {(words: string) => void} o.say
 * @param {() => void} o.onKnown the light or the number of hints has changed
 * @param {(what: 'undo' | 'new' | 'knows' | {head: number}) => void} o.command
 * @param {ReturnType<typeof import('./rare').createRare>} o.rarely
 * @param {(answers: import('./types').Answer[]) => void} o.show a line is to be shown
 * @param {() => boolean} o.portrait
 */
export function createKnowing({context, game, desk, board, strip, aside, say, onKnown, command, rarely, show, portrait}) {
  const {texts: t, lang} = context, first = desk.view;
  const asker = createAsker({id: first.id, revision: () => desk.view.revision, onStale: () => void desk.refresh()});
  const chronicle = createChronicle();
  let hints = first.hints ?? {advice: 0, oracle: 0}, shown = !!first.shown, volunteered = false;
  const light = createLight({ask: () => asker.ask('verdict'), drop: () => asker.drop('verdict'), onShow: onLight, onVerdict: learn});
  const draw = () => strip.draw(chronicle, desk.view.status === 'won');
  /** @type {import('./light.js').Shown} the last verdict that was said */
  let said = null;

  /** @param {import('./light.js').Shown} shown */
  function onLight(shown) {
    onKnown();
    if (!shown || shown === 'asking' || shown === said) return;
    said = shown;
    say(t('light.told', {verdict: t(`light.${shown}`)}));
  }

  let hushed = 0, later = 0;
  /** Says it; after a while, if it would break in on what is being said. @param {string} words */
  function speak(words) {
    clearTimeout(later);
    const wait = hushed - performance.now();
    if (wait > 0) later = window.setTimeout(() => say(words), wait); else say(words);
  }

  /** @type {Question[]} those whose answers stand in the panel */
  const SPOKEN = ['oracle', 'advice', 'chance', 'lost', 'line'];

  /** Nothing is pointed at, nothing stands beside the table, nothing is on its way there. @returns {boolean} whether the focus was there */
  function quiet() {
    clearTimeout(later);
    for (const what of SPOKEN) asker.drop(what);
    board.point(null);
    return aside.hide();
  }

  const more = () => /** @type {Act} */ ({tool: 'knows', words: t('tool.more'), icon: 'more', act: () => command('knows'), bare: true});

  /**
   * @template {Question} Q
   * @param {Q} what @param {Inquiry} kind
   * @param {(answer: import('./ask.js').Answers[Q]) => void} then
   */
  async function inquire(what, kind, then) {
    quiet();
    const sign = SIGNS[kind], tag = t(`knows.tag_${kind}`), waiting = {kind, icon: sign, tag, title: t('knows.thinking'), acts: /** @type {Act[]} */ ([])};
    let told = false;
    const late = setTimeout(() => { told = true; const words = aside.show(waiting); if (hushed < performance.now()) say(words); }, SOON);
    try {
      const answer = await asker.ask(what, ({done, of, seconds}) => {
        if (told) aside.show({...waiting, more: of ? t('knows.progress', {done, of}) : t('knows.seconds', {seconds: Math.round(seconds).toLocaleString(lang)})});
      });
      clearTimeout(late);
      if (answer.revision === desk.view.revision) then(answer);
    } catch (error) {
      clearTimeout(late);
      if (!(error instanceof TakenBack)) speak(aside.show({kind, icon: sign, tag, title: errorText(error, t), acts: [more()]}));
    }
  }

  /** @param {Inquiry} kind @param {string} title @param {string} [words] @param {Act[]} [acts] @param {string} [meaning] */
  const tell = (kind, title, words = '', acts = [], meaning = '') => speak(aside.show({kind, icon: SIGNS[kind], tag: t(`knows.tag_${kind}`), title, more: words, acts: [...acts, more()], meaning}));

  /** @param {string} move @returns {string} in words, or nothing when the table has gone on */
  function point(move) {
    const choice = choiceOf(desk.view, move);
    if (!choice) return '';
    board.point(pointed(desk.view, choice));
    return moveWords(t, game, lang, desk.view, choice);
  }

  /** @param {import('./ask.js').Hints} used */
  function count(used) { hints = used; onKnown(); }

  /** @param {import('./ask.js').Outcome} verdict of the position on the table */
  function learn(verdict) { if (verdict !== 'unknown') { chronicle.note(verdict); draw(); } }

  /** Whether it counts as no win now: not if it had been won before. */
  function learnShown() { context.api.get(`/api/plays/${encodeURIComponent(first.id)}`).then(view => { shown = view.shown; }, () => { shown = true; }); }

  /** The words are fetched when they are first wanted. @template {Question} Q @param {Q} what @param {Exclude<Inquiry, 'show'>} kind @param {(answer: import('./ask.js').Answers[Q]) => void} [first] done with the answer before there are words */
  const told = (what, kind, first = () => {}) => () => void inquire(what, kind, answer => {
    first(answer);
    rarely(rare => { if (answer.revision === desk.view.revision) /** @type {(answer: any, o: any) => void} */ (rare.ANSWERED[kind])(answer, {t, game, lang, tell, point, command, ask: knowing.ask}); });
  });

  const inquiries = {
    hint: told('advice', 'hint', ({hints: used}) => count(used)),
    oracle: told('oracle', 'oracle', ({verdict, hints: used}) => { count(used); learn(verdict); }),
    chance: told('chance', 'chance'),
    lost: told('lost', 'lost', ({verdicts, hints: used}) => { count(used); chronicle.fill(verdicts); draw(); }),
    show: () => {
      const go = () => void inquire('line', 'show', ({verdict, answers}) => {
        learn(verdict);
        if (verdict === 'won' && answers.length) { quiet(); agreed.add(first.id); learnShown(); show(answers); }
        else tell('show', t(verdict === 'lost' ? 'oracle.lost' : 'oracle.unknown'), t(verdict === 'lost' ? 'show.no_way' : 'oracle.unknown_more'));
      });
      if (agreed.has(first.id)) go(); else rarely(({openShowMe}) => openShowMe(context, go));
    },
  };

  /** Where the play stands now. @param {View} view @param {boolean | null} anew by new moves, or by a step through its history; null: nobody knows how */
  function follow(view, anew) {
    if (anew === null) chronicle.reset(view.counts.moves); else chronicle.go(view.counts.moves, anew);
    if (view.status === 'won') chronicle.note('won');
    draw();
    const {now} = chronicle;
    if (view.status !== 'open') said = null;
    light.moved(now === 'unknown' ? null : now);
  }

  /** The game is over: where it was lost is told by itself, and counted, once what was said of the last move has been heard. */
  function unasked() { volunteered = true; hushed = performance.now() + TURN; void inquiries.lost(); }

  const knowing = {
    get hints() { return hints; },
    /** Whether a way to win was shown before there was a win. */
    get shown() { return shown; },
    /** What the light shows. @returns {import('./light.js').Shown | 'dark'} */
    get light() { return settings().light === 'on' ? light.shown : 'dark'; },

    /** @param {Inquiry} what */
    ask(what) {
      if (desk.view.status === 'won' && what !== 'lost') return;
      hushed = 0;
      volunteered = false;
      void inquiries[what]();
    },

    open() { rarely(({openKnowledge}) => openKnowledge(context, {hints, over: desk.view.status === 'won', portrait: portrait(), ask: what => knowing.ask(what)})); },

    /** @param {import('./desk').News} news */
    onNews(news) {
      if (news.kind === 'refused') return;
      quiet();
      hushed = 0;
      if (news.kind === 'expected') return;
      const view = desk.view, {kind} = news, what = kind === 'moved' ? news.what : null, anew = what && (what === 'move' || what === 'forward' || what === 'finish');
      if (volunteered && settings().light !== 'on' && (what === 'undo' || what === 'restart')) chronicle.forget();   // who plays on from there has not asked for it
      volunteered = false;
      follow(view, anew);
      if (kind === 'replaced') hints = view.hints ?? hints;
      if (view.status === 'stuck' && (kind === 'replaced' || anew && news.base.status !== 'stuck')) unasked();
    },

    /** A setting may have changed. */
    relook() { light.turn(settings().light === 'on'); onKnown(); },

    quiet,

    begin() {
      follow(first, null);
      light.turn(settings().light === 'on');
      if (first.status === 'stuck') unasked();
    },

    stop() { clearTimeout(later); asker.drop(); light.stop(); },
  };
  return knowing;
}
