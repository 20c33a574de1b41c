/**
 * Pointer events of our own: mouse, finger and pen are one. Tells taps, double taps and drags apart, and nothing else:
 * what they mean is decided elsewhere. While a card is carried a second finger is ignored; else two fingers are no tap. A cancelled
 * pointer puts everything back.
 *
 * @typedef {import('./types').Spot} Spot
 */

/** @type {Record<string, number>} */
const FAR = {mouse: 4, pen: 6, touch: 8};                          // px until a press is a drag
const DOUBLE = 500, DOUBLE_NEAR = 26;                              // ms and px from tap to tap of a double tap, as slow as systems allow
const HOLD = 450, REST = 600;                                      // ms until a press is a look, and until a mouse is said to rest

/**
 * @typedef {object} Hands
 * @property {(spot: Spot, y: number) => Spot} meant what a finger means that touches there; `y` within the table
 * @property {(at: {x: number, y: number}) => Spot | null} near what a finger means that touches the bare table; `at` within it
 * @property {() => void} touch before anything else: a running movement ends
 * @property {(spot: Spot, at: number) => 'acted' | 'held' | 'none'} tap `at`: when, ms
 * @property {(spot: Spot) => void} double
 * @property {(spot: Spot) => boolean} lift whether the card comes along
 * @property {(dx: number, dy: number, at: {x: number, y: number}) => void} drag px since the press; `at` within the table
 * @property {(at: {x: number, y: number}) => void} drop
 * @property {() => void} cancel
 * @property {() => void} outside a tap beside everything
 * @property {(spot: Spot) => boolean} hold held long on one spot; whether that was a look, and no tap will come of it
 * @property {() => void} release what was held long is let go
 * @property {(pile: string | null) => void} rest the mouse rests on a pile; null: no longer
 * @property {(spot: Spot) => boolean} presses whether a tap there is a press of a button, to be repeated as fast as one likes
 */

/** The card or pile that an element belongs to. @param {EventTarget | null} target @returns {Spot | null} */
export function spotOf(target) {
  const e = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest('[data-card], [data-pile]')) : null;
  if (!e?.dataset.pile) return null;
  return {pile: e.dataset.pile, index: e.dataset.index === undefined ? Infinity : Number(e.dataset.index)};
}

/**
 * @param {HTMLElement} stage what lies around the table too
 * @param {HTMLElement} root the table
 * @param {Hands} hands
 * @returns {{cancel(): boolean, stop(): void}}
 */
export function createInput(stage, root, hands) {
  /** @type {{id: number, kind: string, x: number, y: number, spot: Spot, at: number, lifted: boolean, refused: boolean, looks: boolean} | null} */
  let press = null;
  /** @type {string | null} */
  let rests = null;
  let holding = 0, resting = 0;
  /** @type {{at: number, x: number, y: number, pile: string, did: string} | null} */
  let last = null;

  /** @param {PointerEvent} e */
  const at = e => { const r = root.getBoundingClientRect(); return {x: e.clientX - r.left, y: e.clientY - r.top}; };

  /** What lies under the point itself; a browser's guess for a finger, or what it nearly touches, only when nothing does. @param {PointerEvent} e */
  const under = e => spotOf(document.elementFromPoint(e.clientX, e.clientY)) ?? spotOf(e.target) ?? (e.pointerType === 'touch' ? hands.near(at(e)) : null);

  /** @param {string | null} pile where the mouse is, with no button down */
  function rest(pile) {
    if (pile === rests) return;
    clearTimeout(resting);
    if (rests) hands.rest(null);
    rests = pile;
    if (pile) resting = window.setTimeout(() => hands.rest(pile), REST);
  }

  /** No look comes of this press any more, or it is over. */
  function letGo() {
    clearTimeout(holding);
    if (press?.looks) { press.looks = false; hands.release(); return true; }
    return false;
  }

  /** @param {PointerEvent} e */
  function down(e) {
    rest(null);
    if (press) {
      e.preventDefault();
      if (!press.lifted && !hands.presses(press.spot)) { letGo(); press.refused = true; }
      return;
    }
    if (e.target === stage || root.contains(/** @type {Node} */ (e.target))) e.preventDefault();       // whatever the button: no text selection, and the focus stays
    if (!e.isPrimary || (e.pointerType === 'mouse' && e.button !== 0)) return;
    hands.touch();                                                 // what is touched lies where it will lie
    const seen = under(e), spot = seen && e.pointerType === 'touch' ? hands.meant(seen, at(e).y) : seen;
    if (!spot || !root.contains(/** @type {Node} */ (e.target))) {
      if (e.target === stage || root.contains(/** @type {Node} */ (e.target))) hands.outside();
      return;
    }
    press = {id: e.pointerId, kind: e.pointerType, x: e.clientX, y: e.clientY, spot, at: e.timeStamp, lifted: false, refused: false, looks: false};
    holding = window.setTimeout(() => { if (press && !press.lifted && !press.refused) press.looks = hands.hold(spot); }, HOLD);
    try { root.setPointerCapture(e.pointerId); } catch { /* a pointer that is already gone */ }
  }

  /** @param {PointerEvent} e */
  function move(e) {
    if (!press || e.pointerId !== press.id) return;
    const dx = e.clientX - press.x, dy = e.clientY - press.y;
    if (!press.lifted) {
      if (press.refused || hands.presses(press.spot) || Math.hypot(dx, dy) < (FAR[press.kind] ?? FAR.touch)) return;
      letGo();
      press.lifted = hands.lift(press.spot);
      press.refused = !press.lifted;
      last = null;
      if (!press.lifted) return;
    }
    hands.drag(dx, dy, at(e));
  }

  /** @param {PointerEvent} e */
  function up(e) {
    if (!press || e.pointerId !== press.id) return;
    const {spot, lifted, refused, x, y, at: began} = press, looked = letGo();
    press = null;
    rests = under(e)?.pile ?? null;                                // who has just played there does not rest there
    if (looked) { last = null; return; }
    if (lifted) { hands.drag(e.clientX - x, e.clientY - y, at(e)); hands.drop(at(e)); return; }
    if (refused || (hands.presses(spot) && under(e)?.pile !== spot.pile)) return;       // a button let go beside it is not pressed
    const now = e.timeStamp;
    const double = last !== null && began - last.at < DOUBLE && last.pile === spot.pile && Math.hypot(x - last.x, y - last.y) < DOUBLE_NEAR && !hands.presses(spot);
    if (double && last) {
      const {did} = last;
      last = null;
      if (did === 'acted') return;                                 // the first tap has already sent it; the second belongs to it
      hands.double(spot);
      return;
    }
    last = {at: now, x, y, pile: spot.pile, did: hands.tap(spot, now)};
  }

  /** @param {PointerEvent} e */
  function gone(e) { if (press && e.pointerId === press.id) cancel(); }

  function cancel() {
    if (!press) return false;
    const {lifted} = press;
    letGo();
    press = null;
    last = null;
    if (lifted) hands.cancel();
    return lifted;
  }

  const prevent = (/** @type {Event} */ e) => e.preventDefault();
  const stop = new AbortController(), {signal} = stop;
  stage.addEventListener('pointerdown', down, {signal});
  root.addEventListener('pointermove', move, {signal});
  root.addEventListener('pointerup', up, {signal});
  root.addEventListener('pointercancel', gone, {signal});
  root.addEventListener('lostpointercapture', gone, {signal});
  root.addEventListener('pointerover', e => { if (e.pointerType === 'mouse' && !press) rest(spotOf(e.target)?.pile ?? null); }, {signal});
  root.addEventListener('pointerleave', () => rest(null), {signal});
  root.addEventListener('contextmenu', prevent, {signal});
  root.addEventListener('dragstart', prevent, {signal});
  root.addEventListener('selectstart', prevent, {signal});
  return {cancel, stop: () => { cancel(); rest(null); stop.abort(); }};
}
