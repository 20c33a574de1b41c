/**
 * The table fitted into its stage, and the bars around it made for the shape of the window.
 *
 * @typedef {ReturnType<typeof import('./bars.js').createBars>} Bars
 * @typedef {ReturnType<typeof import('./board.js').createBoard>} Board
 */
import {h} from '../table/dom.js';
import {crisp} from '../table/paint.js';
import {enlarged, shapeOf} from './bars.js';

const roomy = () => innerWidth > 240 && enlarged() < 1.1;            // else no box within a table has room for the buttons
const TARGET = 44, ROW = 4;                                        // px of a button; so many stand in a row, or else in two

/**
 * @param {object} o
 * @param {HTMLElement} o.stage
 * @param {HTMLElement} o.surface the table
 * @param {Board} o.board
 * @param {(shape: import('./bars.js').Shape, width: number) => Bars} o.makeBars
 * @param {() => HTMLElement | null} o.beside a panel that takes room beside the table
 * @param {() => [number, number]} o.done cards on the foundations, and of how many
 * @param {import('./types').Say} o.texts
 * @param {() => void} o.onLaid
 */
export function createLayout({stage, surface, board, makeBars, beside, done, texts: t, onLaid}) {
  /** @type {Bars | null} */
  let bars = null;
  let size = '';

  /** How many cards are on the foundations, where a layout has room to say it. */
  function info() {
    const box = shapeOf(innerWidth, innerHeight) === 'portrait' && roomy() ? board.scene?.info : null;
    let e = /** @type {HTMLElement | null} */ (surface.querySelector(':scope > .info'));
    if (!box) { e?.remove(); return; }
    const [up, all] = done();
    if (!e) surface.append(e = h('div', 'info'));
    e.replaceChildren(h('b', '', `${up}/${all}`), h('span', '', t('fact.done')));
    Object.assign(e.style, {left: `${box.x}px`, top: `${box.y}px`, width: `${box.width}px`, height: `${box.height}px`});
  }

  return {
    get bars() { return bars; },
    info,

    layOut() {
      const shape = shapeOf(innerWidth, innerHeight), now = `${shape} ${innerWidth}`;
      if (now !== size) {
        const focus = /** @type {HTMLElement | null} */ (document.activeElement);
        size = now;
        bars?.remove();
        bars = makeBars(shape, innerWidth);
        if (focus && surface.contains(focus)) focus.focus({preventScroll: true});
      }
      bars?.house(null);
      const pad = innerWidth < 500 || shape === 'slim' ? 6 : 14, box = stage.getBoundingClientRect();
      const toolsBar = shape === 'portrait' && roomy() && bars ? bars.tools.getBoundingClientRect().height : 0;
      const panel = beside()?.getBoundingClientRect();
      const W = box.width - 2 * pad - (panel && shape !== 'portrait' ? panel.width + 16 : 0), H = box.height - 2 * pad - (panel && shape === 'portrait' ? panel.height + 8 : 0);
      const fit = board.fitTo(W, H, panel ? {only: board.fit?.name} : {toolsBar});
      if (fit.toolsInside) {
        bars?.house(surface);
        const tools = board.scene?.tools;
        if (tools && bars) {
          const two = tools.width < ROW * TARGET - 2, height = Math.max(tools.height, two ? 2 * TARGET : TARGET);
          bars.tools.classList.toggle('in-two', two);
          Object.assign(bars.tools.style, {left: `${tools.x}px`, top: `${Math.min(tools.y + (tools.height - height) / 2, (board.scene?.height ?? 0) + pad - height)}px`, width: `${tools.width}px`, height: `${height}px`});
        }
      }
      surface.style.translate = '';
      const {x, y} = surface.getBoundingClientRect();
      surface.style.translate = `${crisp(x) - x}px ${crisp(y) - y}px`;
      info();
      onLaid();
    },

    /** Gives the table another room; it glides there. @param {() => void} change */
    rearrange(change) {
      const was = surface.getBoundingClientRect();
      change();
      this.layOut();
      board.motion.resize(was);
    },

    stop() { bars?.remove(); },
  };
}
