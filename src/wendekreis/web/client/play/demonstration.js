/**
 * A proven line shown on the table, in the place of the play, which waits untouched. Banner, buttons and arrow keys.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').View} View
 */
import {playedWords} from './tracing.js';

/**
 * @param {object} o
 * @param {Context} o.context @param {import('./types').Game} o.game
 * @param {ReturnType<typeof import('./board').createBoard>} o.board
 * @param {ReturnType<typeof import('./aside').createAside>} o.aside
 * @param {(words: string) => void} o.say
 * @param {() => View} o.play the view of the play itself
 * @param {(line: {at: number, of: number, playing: boolean} | null) => void} o.onLine for the buttons
 * @param {() => void} o.onSeen another view is on the table
 * @param {() => void} o.onEnd
 * @param {AbortSignal} o.signal
 */
export function createDemonstration({context, game, board, aside, say, play, onLine, onSeen, onEnd, signal}) {
  const {texts: t, lang} = context;
  /** @type {ReturnType<typeof import('./showing').createShowing> | null} */
  let showing = null;

  function tell() {
    if (!showing) return;
    const {at, length, last, playing, view} = showing, words = last ? playedWords(t, game, lang, {steps: last.steps, faces: {...view.faces, ...last.faces}}) : t('show.begin');
    aside.show({kind: 'show', icon: 'play', tag: t('show.banner'), title: t('show.at', {n: at, of: length}), more: words, meaning: t('show.warning')});
    onLine({at, of: length, playing});
    return words;
  }

  const demonstration = {
    get on() { return showing !== null; },
    get view() { return showing?.view ?? null; },

    /** @param {import('./types').Answer[]} answers @param {typeof import('./showing').createShowing} createShowing */
    begin(answers, createShowing) {
      showing = createShowing({view: play(), answers,
        onStep(steps, how) {
          board.change({steps, pace: how});
          onSeen();
          say(tell() ?? '');
        },
        onPlay: () => void tell()});
      tell();
      say(t('show.begun', {n: answers.length}));
    },

    /** @param {string} what a button's command @returns {boolean} whether it was one of the line's */
    command(what) {
      if (!showing) return false;
      if (what === 'next' || what === 'back') { showing.pause(); board.motion.finish(); showing.step(what === 'next' ? 1 : -1); } else if (what === 'play') showing.toggle(); else if (what === 'leave') demonstration.end(); else return false;
      return true;
    },

    /** @param {boolean} [told] */
    end(told = true) {
      if (!showing) return;
      showing.pause();
      showing = null;
      aside.hide();
      board.change({pace: 'back'});
      onLine(null);
      onSeen();
      onEnd();
      if (told) say(t('show.ended'));
    },

    /** The bars have been made anew. */
    again() { if (showing) onLine({at: showing.at, of: showing.length, playing: showing.playing}); },

    stop() { showing?.pause(); showing = null; },
  };

  document.addEventListener('keydown', e => {
    if (!showing || e.ctrlKey || e.metaKey || e.altKey || document.querySelector('dialog[open]')) return;
    const what = e.key === 'ArrowRight' ? 'next' : e.key === 'ArrowLeft' ? 'back' : e.key === 'Escape' ? 'leave' : null;
    if (!what) return;
    e.preventDefault();
    e.stopPropagation();
    demonstration.command(what);
  }, {capture: true, signal});
  return demonstration;
}
