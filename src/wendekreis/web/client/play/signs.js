/**
 * Small signs on the table that the drawing knows nothing of: the card that will drop into a place by itself once it is emptied.
 * Only what the player sees anyway is shown: the top card of the pile it comes from, or a back.
 *
 * @typedef {import('./types').Coming} Coming
 * @typedef {import('../table/types').Paint} Paint
 * @typedef {import('../table/types').Scene} Scene
 */
import {body, pip, rankText} from '../table/card.js';
import {h, svg} from '../table/dom.js';

const DROP = '<path d="M4 5h8a5 5 0 0 1 5 5v8M12 14l5 5 5-5"/>';

/** @param {HTMLElement} surface the table */
export function createSigns(surface) {
  const layer = h('div', 'signs');
  layer.setAttribute('aria-hidden', 'true');
  surface.append(layer);
  let drawn = '';

  return {
    /**
     * @param {Coming | null} coming @param {boolean} open whether the place lies open already, its card in the player's hand
     * @param {Scene} scene @param {Paint} paint
     */
    coming(coming, open, scene, paint) {
      const p = coming && scene.piles.get(coming.to), key = p ? JSON.stringify([coming, open, p.wellX, p.wellY, scene.w, paint.lang, paint.international, paint.faces]) : '';
      if (key === drawn) return;
      drawn = key;
      layer.replaceChildren();
      if (!p || !coming) return;
      const {face} = coming, sign = h('span', `coming${face ? '' : ' unseen'}`, svg(DROP, 'drop', '0 0 24 24'));
      if (face) { sign.dataset.suit = face.slice(-1); sign.append(h('b', '', rankText(face, paint)), pip(face.slice(-1))); } else sign.append(h('i'));
      const place = h('div', 'coming-place', sign);
      if (open) place.prepend(h('div', 'coming-card', body(face, paint)));
      place.style.translate = `${p.wellX}px ${p.wellY}px`;
      layer.append(place);
    },
  };
}
