/**
 * What is said: names of piles and cards, and one sentence for each answer. Words come from the text catalogue, names of
 * piles from the game; a face's two letters are looked up as `card.rank_name.X` and `card.suit_name.X`.
 *
 * @typedef {import('./types').Say} Say
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 * @typedef {import('./types').Step} Step
 * @typedef {import('./types').Choice} Choice
 */
import {STOCK, comingTo, roleOf} from './state.js';

/** @param {Say} t @param {string | null | undefined} face @returns {string} */
export function cardName(t, face) {
  if (!face) return t('card.hidden');
  const rank = t(`card.rank_name.${face[0]}`);
  return t(/^\d/.test(rank) ? 'card.name_number' : 'card.name', {rank, suit: t(`card.suit_name.${face[1]}`)});
}

/** @param {Game} game @param {string} lang @param {string} pile @returns {string} */
export function pileName(game, lang, pile) {
  const label = /** @type {any} */ (game.piles.find(p => p.name === pile)?.label);
  return label?.[lang] ?? pile;
}

/**
 * The name of a pile as a stop of the keyboard: "Nordstapel 3, Herz-Dame, 2 Karten".
 * @param {Say} t @param {Game} game @param {string} lang @param {View} view @param {string} pile
 * @param {{held?: number, fanned?: boolean, target?: 'move' | 'exchange' | null, carried?: boolean, busy?: boolean}} [how] `held`: so many top cards are meant; `busy`: a card is in hand, here or elsewhere
 */
export function stopName(t, game, lang, view, pile, {held = 1, fanned = false, target = null, carried = false, busy = false} = {}) {
  const parts = [pileName(game, lang, pile)], aim = carried ? t('pile.carried') : target ? t(target === 'exchange' ? 'pile.partner' : 'pile.target') : '';
  const cards = view.piles[pile] ?? [];
  if (pile === STOCK) {
    parts.push(view.stock ? t('pile.cards', {n: view.stock}) : t('pile.empty'));
    const press = view.choices.find(c => c.press === pile);
    if (!view.stock && press) parts.push(t('pile.turn_over'));
  } else if (!cards.length) parts.push(t('pile.empty'));
  else {
    const face = view.faces[cards[cards.length - held]];
    parts.push(held > 1 ? t('pile.run', {n: held, first: cardName(t, face), last: cardName(t, view.faces[cards[cards.length - 1]])}) : cardName(t, face));
    if (view.marks[pile]) parts.push(t(`mark.${view.marks[pile].kind}`));
    if (aim) parts.push(aim); else if (!busy && view.choices.some(c => c.swap && c.from === pile)) parts.push(t('pile.exchangeable'));
    if (cards.length > 1) parts.push(t('pile.cards', {n: cards.length}));
    if (fanned && cards.length > 1 && roleOf(game, pile) !== 'waste') parts.push(t('pile.under', {cards: under(t, view, cards.slice(0, -1))}));
  }
  if (aim && !cards.length) parts.push(aim);
  return parts.join(', ');
}

/** Names of the cards under the top one, from the top down; face-down cards in a row are counted. @param {Say} t @param {View} view @param {number[]} ids */
export function under(t, view, ids) {
  /** @type {string[]} */
  const said = [];
  let hidden = 0;
  const count = () => { if (hidden) said.push(hidden === 1 ? t('card.hidden') : t('card.hidden_n', {n: hidden})); hidden = 0; };
  for (const id of [...ids].reverse()) {
    if (view.faces[id]) { count(); said.push(cardName(t, view.faces[id])); } else hidden++;
  }
  count();
  return said.join(', ');
}

/** What drops into a pile's place once it is emptied; "" when nothing does. @param {Say} t @param {View} view @param {string} pile */
export function comingWords(t, view, pile) {
  const coming = comingTo(view, pile);
  return coming ? coming.face ? t('told.coming', {card: cardName(t, coming.face)}) : t('told.coming_stock') : '';
}

/** @param {string} words */
export const capital = words => words.charAt(0).toUpperCase() + words.slice(1);

const FEW = 3;                                                     // targets that are named; of more, how many

/**
 * What was picked up, and where it may go; or that it was put back.
 * @param {Say} t @param {Game} game @param {string} lang @param {View} view
 * @param {{held: import('./types').Held, targets: string[], choose: boolean, again?: boolean} | null} what `again`: it has been said what was picked up
 */
export function tellHeld(t, game, lang, view, what) {
  if (!what) return t('told.put_back');
  if (what.again && what.choose) return t('told.choose');
  const {held: {pile, count}, targets, choose} = what, n = targets.length, piles = targets.map(p => pileName(game, lang, p)).join(', ');
  const words = t(count === 1 ? 'told.held' : 'told.held_run', {n: count, card: cardName(t, view.faces[view.piles[pile]?.at(-count) ?? -1])});
  return [words, choose ? t('told.choose') : t(n === 1 ? 'told.target' : n > FEW ? 'told.targets_n' : 'told.targets', {n, piles}), comingWords(t, view, pile)].filter(Boolean).map(capital).join(' ');
}

const MANY = 4;                                                    // steps; of more, what goes to and from the foundations is told by its sum

/**
 * One sentence, or a few, for what an answer changed.
 * @param {Say} t @param {Game} game @param {string} lang
 * @param {{what: string, choice?: Choice, answer: Answer, before: View, after: View, undone?: string | null}} happened `undone`: what was taken back, if it was no move
 */
export function tell(t, game, lang, {what, answer, before, after, undone}) {
  /** @type {string[]} */
  const said = [];
  if (undone) said.push(t(`told.undo_${undone}`, {n: after.counts.moves}));
  else if (what === 'restart') said.push(t('told.restart'));
  else if (what === 'goto') said.push(after.counts.moves ? t('told.goto', {n: after.counts.moves}) : t('told.goto_start'));
  else if (what === 'finish') { const n = homeward(game, answer.steps); said.push(t(n === 1 ? 'told.finished_one' : 'told.finished', {n})); }
  else {
    if (what === 'undo' || what === 'redo') said.push(t(`told.${what}`));
    // the player's own move first, what it set off after it, whichever way; that may be a whole row of cards
    let steps = what === 'undo' ? [...answer.steps].reverse() : answer.steps;
    const turned = new Set(steps.filter(s => s.shifts.some(f => what === 'undo' ? f.to === STOCK && f.cards.length === 1 : f.from === STOCK && roleOf(game, f.to) === 'waste'))), many = steps.length > MANY;
    if (many && turned.size > MANY - 2) { said.push(t(what === 'undo' ? 'told.turned_back_n' : 'told.turned_n', {n: turned.size}), topOfWaste(t, game, after)); steps = steps.filter(s => !turned.has(s)); }
    /** @type {Step[]} */
    const rest = [];
    for (const [i, step] of steps.entries()) {
      if (many && i >= MANY - 1 && (homeward(game, [step]) || homeward(game, [step], 'from'))) rest.push(step);
      else said.push(...sentences(t, game, lang, step, {...before.faces, ...answer.faces}));
    }
    const up = homeward(game, rest), down = homeward(game, rest, 'from');
    if (up) said.push(t(up === 1 ? 'told.set_off_one' : 'told.set_off', {n: up}));
    if (down) said.push(t(down === 1 ? 'told.taken_back_one' : 'told.taken_back', {n: down}));
  }
  if (answer.status === 'won') said.push(t('told.won'));
  if (answer.status === 'stuck') said.push(t('told.stuck'));
  return said.filter(Boolean).map((words, i) => i && said[i - 1].endsWith(':') ? words : capital(words)).join(' ');
}

/** How many cards go to the foundations, or from them. @param {Game} game @param {Step[]} steps @param {'to' | 'from'} [end] */
const homeward = (game, steps, end = 'to') => steps.flatMap(s => s.shifts).reduce((n, f) => n + (roleOf(game, f[end]) === 'foundation' ? f.cards.length : 0), 0);

/** @param {Say} t @param {Game} game @param {View} view */
function topOfWaste(t, game, view) {
  const waste = game.piles.find(p => p.role === 'waste'), id = waste ? view.piles[waste.name]?.at(-1) : undefined;
  return id === undefined ? '' : t('told.now_top', {card: cardName(t, view.faces[id])});
}

/** @param {Say} t @param {Game} game @param {string} lang @param {Step} step @param {Record<string, string>} faces @returns {string[]} */
function sentences(t, game, lang, step, faces) {
  const name = (/** @type {string} */ p) => pileName(game, lang, p), card = (/** @type {number} */ id) => cardName(t, faces[id]);
  const {shifts} = step;
  const said = [];
  if (shifts.length === 2 && shifts[0].from === shifts[1].to && shifts[0].to === shifts[1].from)
    said.push(t('told.exchanged', {a: card(shifts[0].cards[0]), b: card(shifts[1].cards[0])}));
  else for (const {cards, from, to} of shifts) {
    const words = {card: card(cards[0]), n: cards.length, from: name(from), to: name(to)};
    if (to === STOCK) said.push(t(cards.length === 1 ? 'told.turned_back' : 'told.turned_over', words));
    else if (from === STOCK && roleOf(game, to) === 'waste') said.push(cards.length === 1 ? t('told.turned', words) : t('told.turned_over_back', words));
    else if (step.cause === 'fill' && roleOf(game, to) !== 'waste') said.push(t('told.filled', words));
    else said.push(t(cards.length === 1 ? 'told.moved' : 'told.moved_run', words));
  }
  const up = step.flips.filter(f => f.up && step.cause === 'turn_up');
  for (const f of up) said.push(t('told.turned_up', {card: card(f.card)}));
  return said;
}

const QUICK = 500;                                                 // ms: steps that follow each other so fast are told together
const MOST = 2;                                                    // things said in one piece

/**
 * The one polite live region. Each thing is said once; the same words twice in a row are said again. Of steps of the play that
 * come fast only the last is told, or how many they were. What was said goes after a while, so that nobody comes upon it later.
 * @param {HTMLElement} region
 * @param {{stays?: number}} [o] ms
 */
export function createVoice(region, {stays = 8000} = {}) {
  let timer = 0, wait = 60, last = '', steps = 0, at = 0;
  /** @type {string[]} */
  let pending = [];
  const empty = () => { region.textContent = ''; };
  return {
    /** @param {string} words @param {string} [step] a step of the play, which replaces what was not said yet @param {((n: number) => string) | null} [sum] tells of several such steps at once */
    say(words, step = '', sum = null) {
      if (!words) return;
      if (step) {
        const now = Date.now();
        wait = now - at < QUICK ? 300 : 60;
        at = now;
        steps = step === last ? steps + 1 : 1;
        last = step;
        pending = [sum && steps > 1 ? sum(steps) : words];
      } else pending = [...pending.filter(one => one !== words), words].slice(-MOST);
      clearTimeout(timer);
      empty();
      timer = window.setTimeout(() => {
        region.textContent = pending.join(' ');
        pending = [];
        wait = 60;
        last = '';
        timer = window.setTimeout(empty, stays);
      }, wait);
    },
    /** What was said, or is about to be, holds no longer. */
    clear() { clearTimeout(timer); pending = []; empty(); },
  };
}
