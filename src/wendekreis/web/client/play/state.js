/**
 * The table's state without a table: pure functions over the server's views and answers.
 *
 * The page is told the legal moves (`choices`) and decides none. What is here answers: what did that answer change, which
 * choices begin at this card, where may it go, and what does a tap, a double tap, a drop or a press mean.
 *
 * @typedef {import('./types').View} View
 * @typedef {import('./types').Answer} Answer
 * @typedef {import('./types').Step} Step
 * @typedef {import('./types').Choice} Choice
 * @typedef {import('./types').Game} Game
 * @typedef {import('./types').Held} Held
 * @typedef {import('./types').Spot} Spot
 */

/** The pile whose cards have no identity on the page: only their number is known. */
export const STOCK = 'stock';

/**
 * One step applied to piles, stock and faces. Simultaneous shifts all leave before any arrives, so that an exchange works.
 * @param {{piles: Record<string, number[]>, stock: number, faces: Record<string, string>}} at changed in place
 * @param {Step} step
 */
function applyStep(at, step) {
  for (const {cards, from} of step.shifts) {
    if (from === STOCK) { at.stock -= cards.length; continue; }
    const gone = new Set(cards);
    at.piles[from] = at.piles[from].filter(id => !gone.has(id));
  }
  for (const {cards, to} of step.shifts) {
    if (to !== STOCK) { at.piles[to] = [...at.piles[to], ...cards]; continue; }
    at.stock += cards.length;
    for (const id of cards) delete at.faces[id];
  }
  for (const {card, up} of step.flips) if (!up) delete at.faces[card];
}

/**
 * The view after an answer: the fold of its steps, with everything else the answer says in place of the old.
 * @param {View} view not changed
 * @param {Answer} answer
 * @returns {View}
 */
export function fold(view, answer) {
  const at = {piles: {...view.piles}, stock: view.stock, faces: {...view.faces}};
  for (const step of answer.steps) applyStep(at, step);
  const {steps: _steps, faces, ...told} = answer;
  return {...view, ...told, piles: at.piles, faces: {...at.faces, ...faces}, stock: answer.stock};
}

/**
 * What the player's own hand does with a choice, before its consequences are known. A press (a turn) does nothing yet,
 * since the page cannot know what it brings.
 * @param {View} view
 * @param {Choice} choice
 * @returns {Step[]}
 */
export function ownStep(view, {from, to, count = 1, swap}) {
  if (!from || !to) return [];
  const shifts = [{cards: view.piles[from].slice(-count), from, to}];
  if (swap) shifts.push({cards: view.piles[to].slice(-1), from: to, to: from});
  return [{cause: 'move', shifts, flips: []}];
}

/**
 * The view as it looks while a move is on its way: the cards lie where they were put. Choices stay as they were.
 * @param {View} view
 * @param {Choice} choice
 * @returns {View}
 */
export function expect(view, choice) {
  const at = {piles: {...view.piles}, stock: view.stock, faces: {...view.faces}}, marks = {...view.marks};
  for (const step of ownStep(view, choice)) {
    applyStep(at, step);
    for (const {from, to} of step.shifts) { delete marks[from]; delete marks[to]; }
  }
  return {...view, ...at, marks};
}

/** @param {View} view @param {string} pile how many cards lie there */
export const size = (view, pile) => pile === STOCK ? view.stock : view.piles[pile]?.length ?? 0;

/** @param {View} view @param {string} pile @param {number} index @returns {string | null} the face there, null when hidden or none */
export function faceAt(view, pile, index) {
  const id = view.piles[pile]?.[index];
  return id === undefined ? null : view.faces[id] ?? null;
}

/** @param {View} view @param {string} pile @returns {Choice[]} the transfers that begin there, of any number of cards */
export const choicesFrom = (view, pile) => view.choices.filter(c => c.from === pile);

/** @param {View} view @param {Held} held @returns {Choice[]} where these cards may go */
export const choicesOf = (view, held) => view.choices.filter(c => c.from === held.pile && (c.count ?? 1) === held.count);

/** @param {View} view @param {string} pile @returns {Choice | undefined} what a press on that pile does */
export const pressOf = (view, pile) => view.choices.find(c => c.press === pile);

/** @param {View} view @param {Held} held @returns {Set<string>} the piles that would light up */
export const targets = (view, held) => new Set(choicesOf(view, held).map(c => /** @type {string} */ (c.to)));

/** @param {View} view @param {Held} held @returns {Set<string>} those targets that are exchanges */
export const partners = (view, held) => new Set(choicesOf(view, held).filter(c => c.swap).map(c => /** @type {string} */ (c.to)));

/** @param {View} view @param {Held} held @param {string} to @returns {Choice | undefined} */
export function choiceTo(view, held, to) {
  const fitting = choicesOf(view, held).filter(c => c.to === to);
  return fitting.find(c => c.main) ?? fitting[0];
}

/**
 * The cards that a move has moved, to where they can be seen: its own and what followed.
 * @param {Step[]} steps @param {boolean} [lastOnly] of a series only what its last step moved @returns {string[]} keys
 */
export const movedBy = (steps, lastOnly = false) =>
  [...new Set((lastOnly ? steps.slice(-1) : steps).flatMap(s => s.shifts.filter(f => f.to !== STOCK).flatMap(f => f.cards.map(String))))];

/**
 * The same choice in a newer view, if it is still there: a gesture made while an answer was on its way counts only then.
 * @param {View} view
 * @param {Choice} choice
 * @returns {Choice | undefined}
 */
export const stillThere = (view, choice) =>
  view.choices.find(c => c.move === choice.move && c.from === choice.from && c.to === choice.to && c.press === choice.press && c.count === choice.count);

/** @param {View} view @param {Spot} spot @returns {Held} the card at the spot and all that lie on it */
export const heldAt = (view, spot) => ({pile: spot.pile, count: Math.max(1, size(view, spot.pile) - spot.index)});

/**
 * How many cards can be picked up from a pile, smallest first.
 * @param {View} view @param {string} pile @returns {number[]}
 */
export const counts = (view, pile) => [...new Set(choicesFrom(view, pile).map(c => c.count ?? 1))].sort((a, b) => a - b);

/**
 * What drops into a pile's place by itself if its card is played, as the server tells with the choices.
 * @param {View} view @param {string} pile @returns {import('./types').Coming | null}
 */
export function comingTo(view, pile) {
  const from = choicesFrom(view, pile).find(c => c.fill)?.fill;
  return from === undefined ? null : {to: pile, from, face: view.faces[view.piles[from]?.at(-1) ?? -1] ?? null};
}

/** @param {Game} game @param {string} pile @returns {string} */
export const roleOf = (game, pile) => game.piles.find(p => p.name === pile)?.role ?? '';

/**
 * What a gesture means:
 * `play` a choice, `hold` these cards and light their targets (`only`: no others), `drop` what is held, `refuse` a card, or nothing.
 * @typedef {{do: 'play', choice: Choice} | {do: 'hold', held: Held, only?: Set<string>} | {do: 'drop'} | {do: 'refuse', held: Held} | {do: 'nothing'}} Deed
 */

/**
 * A tap, on a card or on a place.
 * @param {Game} game
 * @param {View} view
 * @param {Held | null} held what is held already
 * @param {Spot} spot index −1 or past the top: the place itself
 * @param {boolean} [atOnce] whether a card with one sensible target goes there by one tap
 * @returns {Deed}
 */
export function tap(game, view, held, spot, atOnce = true) {
  const {pile} = spot;
  if (held && held.pile !== pile) {
    const choice = choiceTo(view, held, pile);
    if (choice) return {do: 'play', choice};
  }
  const press = pressOf(view, pile);
  if (press) return {do: 'play', choice: press};
  const mine = heldAt(view, spot);
  if (held && held.pile === pile && held.count === mine.count) return {do: 'drop'};
  if (size(view, pile) === 0 || pile === STOCK) return held ? {do: 'drop'} : {do: 'nothing'};
  const from = choicesOf(view, mine);
  if (!from.length) return held ? {do: 'drop'} : {do: 'refuse', held: mine};
  // One sensible target: it goes. An exchange, and a card taken back from where it is wanted in the end, are first shown.
  if (atOnce && from.length === 1 && !from[0].swap && roleOf(game, pile) !== 'foundation') return {do: 'play', choice: from[0]};
  return {do: 'hold', held: mine};
}

/**
 * A double tap or double click: to its foundation. If several take the card they light up, and the player chooses.
 * @param {Game} game
 * @param {View} view
 * @param {Spot} spot
 * @returns {Deed}
 */
export function doubleTap(game, view, spot) {
  const held = heldAt(view, spot);
  const up = choicesOf(view, held).filter(c => c.to && !c.swap && roleOf(game, c.to) === 'foundation');
  if (up.length === 1) return {do: 'play', choice: up[0]};
  if (up.length > 1) return {do: 'hold', held, only: new Set(up.map(c => /** @type {string} */ (c.to)))};
  return {do: 'nothing'};
}

/** @param {View} view @returns {string} the play's place in the address bar, which is also what is shared */
export function shareQuery(view) {
  if (view.number !== null) return `number=${encodeURIComponent(view.number)}`;
  return `deal=${encodeURIComponent(view.deal ?? '').replaceAll('%20', '+')}`;
}
