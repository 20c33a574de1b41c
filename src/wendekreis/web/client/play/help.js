/**
 * Help: every pile on the table bears its name, and a panel beside the table says what the names mean and lists the keys. The panel
 * never lies over the table, which is fitted into the room that is left. What a pile takes, the game itself says. Loaded when asked for.
 *
 * @typedef {import('./types').Context} Context
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 * @typedef {import('../table/types').Scene} Scene
 */
import {h} from '../table/dom.js';
import {icon} from '../table/icons.js';
import {AIM, LETTERS, ROUND} from './keys.js';
import {capital, pileName} from './speech.js';

const ARROWS = {up: '↑', down: '↓'};

/** What a pile is called on the table: as moves are written; stock and waste by their word. @param {Game} game @param {string} lang @param {string} pile */
export function short(game, lang, pile) {
  const p = game.piles.find(x => x.name === pile);
  if (!p || p.role === 'stock' || p.role === 'waste') return capital(pileName(game, lang, pile));
  return p.role === 'foundation' && p.arrow ? ARROWS[p.arrow] : pile;
}

/**
 * Piles of which the same is to be said, in the game's order, with what their names have in common.
 * @param {Game} game @param {string} lang @returns {{piles: string[], label: string, role: string, words: string}[]}
 */
export function legend(game, lang) {
  /** @type {Map<string, Game['piles']>} */
  const groups = new Map();
  for (const p of game.piles) groups.set(`${p.role} ${p.note?.de ?? ''}`, [...groups.get(`${p.role} ${p.note?.de ?? ''}`) ?? [], p]);
  return [...groups.values()].map(piles => {
    const names = [...new Set(piles.map(p => short(game, lang, p.name)))], row = names.length > 2 && names.every(n => /^\D+\d+$/.test(n) && n.replace(/\d+$/, '') === names[0].replace(/\d+$/, ''));
    return {piles: piles.map(p => p.name), label: row ? `${names[0]}–${names.at(-1)}` : names.join(' '), role: piles[0].role, words: capital(/** @type {any} */ (piles[0].note)?.[lang] ?? pileName(game, lang, piles[0].name))};
  });
}

/** @param {Context} context */
function keyList({texts: t}) {
  const dl = h('dl', 'keys');
  /** @param {string[]} keys @param {string} words */
  const line = (keys, words) => {
    const dt = h('dt');
    keys.forEach((k, i) => { if (i) dt.append(' '); dt.append(h('kbd', '', k)); });
    dl.append(dt, h('dd', '', words));
  };
  line(['←', '→', '↑', '↓'], t('key.arrows'));
  line(Object.keys(ROUND), t('key.round'));
  line([t('key.enter_name'), t('key.space_name')], t('key.enter'));
  line([AIM, `${t('key.shift_name')} + ${AIM}`], t('key.target'));
  line([`${t('key.shift_name')} + ${t('key.enter_name')}`], t('key.send'));
  line(['Esc'], t('key.escape'));
  for (const [key, what] of Object.entries(LETTERS)) line([key], t(`key.${what}`));
  return dl;
}

/**
 * @param {object} o
 * @param {Context} o.context @param {Game} o.game
 * @param {() => View} o.view
 * @param {HTMLElement} o.app @param {HTMLElement} o.stage @param {HTMLElement} o.surface the table
 * @param {(change: () => void) => void} o.rearrange gives the table another room
 * @param {() => void} o.onClose the panel goes, and had the focus
 */
export function createHelp({context, game, view, app, stage, surface, rearrange, onClose}) {
  const {texts: t, lang} = context, groups = legend(game, lang);
  const title = h('h2', '', t('help.title')), close = h('button', 'btn close', icon('close')), dl = h('dl'), panel = h('section', 'legend help', h('header', '', title, close), dl);
  const layer = h('div', 'labels'), keys = h('details', '', h('summary', '', t('key.title')), keyList(context));
  layer.setAttribute('aria-hidden', 'true');
  title.tabIndex = -1;
  title.id = 'help-title';
  panel.setAttribute('aria-labelledby', title.id);
  close.type = 'button';
  close.setAttribute('aria-label', t('dialog.close'));
  close.addEventListener('click', () => help.close());
  keys.open = matchMedia('(hover: hover)').matches;
  groups.forEach(({label, words, role}, i) => {
    const chip = h('span', 'label', label);
    Object.assign(chip.dataset, {tone: role === 'tableau' ? String(i % 2) : role});
    dl.append(h('dt', '', chip), h('dd', '', words));
  });
  for (const kind of new Set(Object.values(view().marks).map(m => m.kind))) {
    const key = `mark.${kind}_note`, words = t(key), chip = h('span', 'label', '↑ ↓');
    chip.dataset.tone = 'mark';
    dl.append(h('dt', '', chip), h('dd', '', capital(words === key ? t(`mark.${kind}`) : words)));
  }
  panel.append(h('p', '', t('key.pointer')), keys);

  const help = {
    panel,

    /** The labels lie on the piles as they are now. @param {Scene} scene */
    label(scene) {
      layer.replaceChildren();
      groups.forEach(({piles, role}, i) => {
        for (const name of piles) {
          const p = scene.piles.get(name), chip = h('span', 'label', short(game, lang, name)), place = h('div', 'label-place', chip);
          if (!p) continue;
          chip.dataset.tone = role === 'tableau' ? String(i % 2) : role;
          // the part of a card that its neighbour leaves to be seen
          const x = p.covered === 'right' ? 0.29 : 0.5, y = p.covered === 'below' ? 0.17 : 0.5;
          place.style.translate = `${p.topX + x * scene.w}px ${p.topY + y * scene.h}px`;
          layer.append(place);
        }
      });
      surface.append(layer);
    },

    open() {
      rearrange(() => {
        stage.classList.add('helping');
        surface.classList.add('labelled');
        app.dataset.help = 'on';
        stage.append(panel);
      });
      title.focus({preventScroll: true});
    },

    close() {
      const focused = panel.contains(document.activeElement);
      rearrange(() => {
        panel.remove();
        layer.remove();
        stage.classList.remove('helping');
        surface.classList.remove('labelled');
        delete app.dataset.help;
      });
      if (focused) onClose();
    },
  };
  return help;
}
