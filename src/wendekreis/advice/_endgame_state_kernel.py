# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""States of the game in which cards only go up, for two packs, and the moves in it.

Cards are codes: the suit times 16, and the place in the foundation from 1 on.

``Root``: what is the same for all states of a search. ``base`` are its piles, ``ROWS`` for each, bottom to top, 0
for a card not seen, and ``size`` how many cards each has. Tableau piles come first, ``columns`` of them, the first
``north`` of these in the north; then the barriers. ``home``: of each pile, the suits at home there, as bits.

``State``: a pile only shrinks, so it is the number of cards that it has left of the root's (``length``), and the card
that came to light or filled it since (``shown``), or 0. One alone in a tableau pile of Hemispheres is told so, too.
``up`` are the lower and the higher foundation of each suit. The cards not seen are two sets of 64 bits: those of
which a copy is left, and those of which two are. The waste has ``height`` cards, bottom to top, or sorted where it is
a set; behind them are zeros. ``mode``, ``deep`` and ``lazy`` are told in _endgame_search_kernel.py.

The points are those of endgame.py.
"""

import cython
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.wendekreis.advice._endgame import HALF, ROWS, TURN, WASTE, Root, State


def top_of(root, state, pile):
    """The top card of a pile, or 0."""
    if state.length[pile] == 0:
        return 0
    if state.shown[pile]:
        return state.shown[pile]
    return root.base[pile * ROWS + state.length[pile] - 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _raise(state: cython.pointer(State), card: cython.int) -> cython.void:
    """A card goes up: onto the lower foundation if it fits there."""
    suit: cython.int = card >> 4
    under: cython.int = (card & 15) - 1
    if state.up[2 * suit] == under and state.up[2 * suit + 1] != under:
        state.up[2 * suit] += 1
    else:
        state.up[2 * suit + 1] += 1


def fits(state, card):
    """Whether a card can go up."""
    under: cython.int = (card & 15) - 1
    return state.up[2 * (card >> 4)] == under or state.up[2 * (card >> 4) + 1] == under


def play(root, state, source, at):
    """A card goes up from a pile, or from place ``at`` of the waste; whether one comes to light."""
    i: cython.int
    if source == WASTE:
        state.lazy = 0
        _raise(state, state.waste[at])
        state.height -= 1
        for i in range(at, state.height):
            state.waste[i] = state.waste[i + 1]
        state.waste[state.height] = 0
        return False
    _raise(state, top_of(root, state, source))
    state.length[source] -= 1
    state.shown[source] = 0
    if state.length[source]:
        return root.base[source * ROWS + state.length[source] - 1] == 0
    if root.globe and source < root.columns and state.height > state.deep:
        state.height -= 1
        state.lazy = 0
        state.shown[source] = state.waste[state.height]
        state.waste[state.height] = 0
        state.length[source] = 1
    return False


def show(state, card, source):
    """A card that was not seen comes to light, on a pile or by a turn."""
    bit: uint64_t = cython.cast(uint64_t, 1) << card
    state.lazy = 0
    if state.twice & bit:
        state.twice ^= bit
    else:
        state.once ^= bit
    if source == TURN:
        state.waste[state.height] = card
        state.height += 1
        state.stock -= 1
    else:
        state.shown[source] = card


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _hurts_nobody(
    root: cython.pointer(Root), state: cython.pointer(State), source: cython.int, card: cython.int
) -> cython.bint:
    """Points 1 and 2."""
    i: cython.int
    lowest: cython.int
    copies: cython.int = 0
    under: cython.int = (card & 15) - 1
    if state.up[2 * (card >> 4)] == under:
        return True
    if state.up[2 * (card >> 4) + 1] != under or root.globe:
        return False
    if root.redeals:
        for i in range(state.height):
            copies += state.waste[i] == card
        if copies > (source == WASTE):
            return True
    for i in range(root.piles):
        lowest = state.shown[i] if state.length[i] == 1 and state.shown[i] else root.base[i * ROWS]
        if lowest == card and state.length[i] > (i == source):
            return True
    return False


def safe(root, state, source):
    """A move that can never hurt: its source to ``source``, and the place in the waste; or -1."""
    i: cython.int
    card: cython.int
    is_free: cython.bint
    is_out: cython.bint = state.height == 0 and state.stock == 0
    for i in range(root.piles):
        card = top_of(root, state, i)
        is_free = not root.globe or state.length[i] > 1 or i >= root.columns or is_out
        if card and is_free and _hurts_nobody(root, state, i, card):
            source[0] = i
            return 0
    source[0] = WASTE
    if state.height == state.deep or (root.globe and (state.height > 1 or state.stock)):
        return -1
    for i in range(0 if root.redeals else state.height - 1, state.height):
        if _hurts_nobody(root, state, WASTE, state.waste[i]):
            return i
    return -1


def fills_badly(root, state, pile):
    """Points 4 and 5."""
    if not root.globe or pile >= root.columns or state.length[pile] > 1:
        return False
    if state.height > state.deep:
        return not (root.home[pile] >> (state.waste[state.height - 1] >> 4)) & 1
    return state.height + state.stock > 0


def restrict(root, state, half, after):
    """What is left of a state in one hemisphere by itself."""
    i: cython.int
    k: cython.int = 0
    is_ours: cython.bint
    suits: cython.int = root.home[0 if half == 0 else root.columns - 1]
    after[0] = state[0]
    after.mode = HALF
    after.lazy = 0
    for i in range(root.piles):
        is_ours = (i < root.north) == (half == 0)
        if i >= root.columns:
            is_ours = (suits >> (top_of(root, state, i) >> 4)) & 1
        if not is_ours:
            after.length[i] = 0
            after.shown[i] = 0
    for i in range(state.height):
        if (suits >> (state.waste[i] >> 4)) & 1:
            after.waste[k] = state.waste[i]
            k += 1
    for i in range(k, state.height):
        after.waste[i] = 0
    after.height = k
    for i in range(4):
        if not (suits >> i) & 1:
            after.up[2 * i] = after.up[2 * i + 1] = root.ranks
            after.once &= ~(cython.cast(uint64_t, 0xFFFF) << (16 * i))
            after.twice &= after.once
    after.stock = 0
    for i in range(64):
        after.stock += (after.once >> i) & 1
        after.stock += (after.twice >> i) & 1


def fit_piles(root, state, piles):
    """Tell piles by what they have left of the root's; whether they can be."""
    i: cython.int
    k: cython.int
    length: cython.int
    card: cython.int
    if len(piles) != root.piles:
        return False
    for i in range(root.piles):
        pile: tuple = piles[i]
        length = len(pile)
        if length > root.size[i] and not (root.globe and length == 1):
            return False
        state.length[i] = length
        for k in range(length):
            card = pile[k]
            if k == length - 1 and ((root.globe and i < root.columns and k == 0) or root.base[i * ROWS + k] == 0):
                state.shown[i] = card
            elif card != root.base[i * ROWS + k]:
                return False
    return True
