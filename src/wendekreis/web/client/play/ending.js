/**
 * The end of a won play: the foundations rise, then the panel comes beside the table, which is fitted into what is left.
 *
 * @typedef {ReturnType<typeof import('./board.js').createBoard>} Board
 */
import {play as sound} from './sound.js';

const WON_PAUSE = 1700;                                            // the win is seen before it is told

/**
 * @param {object} o
 * @param {HTMLElement} o.stage
 * @param {HTMLElement} o.surface the table
 * @param {Board} o.board
 * @param {() => boolean} o.won
 * @param {(use: (panel: HTMLElement) => void) => void} o.make the panel, once its code is here
 * @param {(change: () => void) => void} o.rearrange gives the table another room
 * @param {() => void} o.onFocusLost the panel went with the focus in it
 */
export function createEnding({stage, surface, board, won, make, rearrange, onFocusLost}) {
  /** @type {HTMLElement | null} */
  let panel = null;
  let stopped = false;

  const ending = {
    /** The panel, if it takes room beside the table. @returns {HTMLElement | null} */
    get beside() { return panel && !panel.classList.contains('over-table') ? panel : null; },

    celebrate() {
      const {motion} = board;
      motion.settled().then(() => {
        if (stopped || !won()) return;
        surface.classList.add('celebrating');
        if (board.scene) motion.win(board.scene);
        sound('win');
        setTimeout(() => { if (!stopped && won()) ending.show(true); }, motion.calm() ? 0 : WON_PAUSE);
      });
    },

    /** @param {boolean} focus */
    show(focus) {
      if (panel) return;
      make(made => {
        if (panel || stopped || !won()) return;
        panel = made;
        rearrange(() => {
          if (board.scene?.fanned) made.classList.add('over-table'); else stage.classList.add('helping');
          stage.append(made);
          surface.classList.add('won');
        });
        if (focus) panel.querySelector('h2')?.focus({preventScroll: true});
      });
    },

    /** @returns {boolean} whether it was there */
    hide() {
      surface.classList.remove('celebrating');
      if (!panel) return false;
      const focused = panel.contains(document.activeElement);
      rearrange(() => {
        panel?.remove();
        panel = null;
        stage.classList.remove('helping');
        surface.classList.remove('won');
      });
      if (focused) onFocusLost();
      return true;
    },

    stop() { stopped = true; panel?.remove(); stage.classList.remove('helping'); },
  };
  return ending;
}
