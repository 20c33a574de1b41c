/**
 * A look into a pile: held long, rested upon with the mouse, or asked for by a key. Nothing is shown that the view does not hold,
 * and nothing is moved. What draws it is loaded at the first look.
 *
 * @typedef {import('./types').View} View
 * @typedef {ReturnType<typeof import('./board').createBoard>} Board
 * @typedef {'hold' | 'rest' | 'key'} How
 */
import {roleOf, size} from './state.js';

/**
 * @param {object} o
 * @param {import('./types').Context} o.context @param {import('./types').Game} o.game
 * @param {Board} o.board
 * @param {() => View} o.view
 * @param {(words: string) => void} o.say
 */
export function createLooking({context: {texts: t, lang}, game, board, view, say}) {
  /** @type {{pile: string, how: How, shown: HTMLElement | null} | null} */
  let look = null;

  /** Whether more lies there than can be seen. @param {string} pile */
  function hides(pile) {
    const p = board.scene?.piles.get(pile), n = size(view(), pile);
    return !!p && p.role !== 'stock' && n > 1 && (p.fan === null || (p.role === 'waste' && !!board.scene?.cards.some(c => c.pile === pile && c.beneath)));
  }

  async function show() {
    const mine = look, {drawLook} = await import('./peek.js').catch(() => ({drawLook: null}));
    const {scene} = board;
    if (!drawLook || !mine || mine !== look || !scene || !scene.piles.has(mine.pile)) return;
    mine.shown?.remove();
    const faces = (view().piles[mine.pile] ?? []).map(id => view().faces[id] ?? null);
    mine.shown = drawLook(scene, mine.pile, faces, board.manner(), {alone: mine.how !== 'rest', calm: board.motion.calm()});
    board.table.root.append(mine.shown);
  }

  const looking = {
    get on() { return look !== null; },

    /** @param {string} pile @param {How} how @param {boolean} [any] it is a look even if nothing is hidden @returns {boolean} whether it is one */
    begin(pile, how, any = false) {
      looking.end();
      const more = hides(pile);
      board.regard(pile);
      if (how === 'rest' && (!more || roleOf(game, pile) !== 'tableau')) return false;
      if (how === 'key' || any) void import('./peek.js').then(({contents}) => say(contents(t, game, lang, view(), pile)), () => {});
      if (!more && !any) return false;
      look = {pile, how, shown: null};
      if (size(view(), pile) > 1 && roleOf(game, pile) !== 'stock') void show();
      return true;
    },

    /** @returns {boolean} whether one was looking */
    end() {
      const was = look;
      look = null;
      was?.shown?.remove();
      return was !== null;
    },

    /** The key: a look, or no longer. @param {string} pile */
    toggle(pile) { if (look?.pile === pile && look.how === 'key') looking.end(); else looking.begin(pile, 'key'); },
  };
  return looking;
}
