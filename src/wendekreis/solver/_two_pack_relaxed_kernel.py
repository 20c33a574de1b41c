# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The relaxed game: Unlimited and Interchange as if nothing were ever used up. What is lost in it is lost.

The relaxed game: a card that is *free* (off its rest of the deal, off stock and waste) can be had for everything,
again and again. So can a place: the top card of a pile, and every free card that can be put on a place, is one for
the next lower card, for ever; an empty pile is one for every King. A card that shows comes free if there is a place
for it or if every lower rank of its suit is free, so that it may go up. A card is turned only when nothing else can
be done.

A card within a run is no place. Only its other copy could use it, x' say, while x lies on it: x would have to go
up first, but then x' may go up as well here; or to the other card of the rank above, and then that was a place.
Nor is a pile with a King's run a space, unless every lower rank of the King's suit is free.

With ``any_space`` an empty pile is one for every card, so once there is one everything comes free. Then a run at the
bottom of its pile gives it away as soon as its lowest card may leave.

By induction over a real line of play: with as many cards turned, every card that is free there is free here, so
each pile's rest and the waste are no larger here, and what can be built there can be here. So what never comes free
here never goes up there.
"""

import cython
from cython.cimports.libc.stdint import uint8_t, uint32_t
from cython.cimports.wendekreis.solver._two_pack_state_kernel import State, Table

_NO_SUIT = cython.declare(cython.int, 4)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _flood(places: uint32_t, cards: uint32_t) -> uint32_t:
    """Add to the places each card whose next higher rank is a place. A bit a rank."""
    more: uint32_t = places | (cards & (places >> 1))
    while more != places:
        places = more
        more = places | (cards & (places >> 1))
    return places


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_go_up(cards: uint32_t, rank: cython.int) -> cython.bint:
    """Whether every lower rank is among the cards; bit 0 is set in them."""
    lower: uint32_t = (cython.cast(uint32_t, 1) << rank) - 1
    return cards & lower == lower


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _may_leave(
    cards: uint32_t, places: uint32_t, rank: cython.int, ranks: cython.int, spaces: cython.bint
) -> cython.bint:
    """Whether a card that shows comes free, given its suit's free cards and places, flooded."""
    return (rank == ranks and spaces) or places >> (rank + 1) & 1 or _may_go_up(cards, rank)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _relaxed(
    table: cython.pointer(Table),
    state: cython.pointer(State),
    frozen: cython.int,
    wanted: cython.int,
) -> cython.bint:
    """Whether everything comes free in the relaxed game; or whether the wanted card does (0 asks for everything).

    With ``frozen`` a pile's top run stays where it is, or the waste's top card and what lies below it
    (``columns``); -1 is none. Of the wanted card, one copy lies in the frozen pile; the other one is asked about,
    which must not be free yet.
    """
    cards: uint32_t[4]
    places: uint32_t[4]
    p: uint8_t[8]
    waste: uint8_t[64]
    height: cython.int = 0
    floor: cython.int = 0
    turned: cython.int = state.turned
    spaces: cython.bint = False
    changed: cython.int = 15
    now: cython.int
    top: cython.int
    left: cython.int = 0
    suit: cython.int
    rank: cython.int
    i: cython.int
    base: cython.int
    talon: uint32_t
    kings: cython.int = 0
    one: uint32_t = 1
    for suit in range(4):
        places[suit] = 0
        cards[suit] = (one << ((state.hi[suit] if table.packs == 2 else state.lo[suit]) + 1)) - 1
        if not table.ordered:
            talon = state.talon[suit]
            rank = 1
            while talon:
                if talon & 3:
                    cards[suit] |= one << rank
                talon >>= 2
                rank += 1
    for i in range(table.columns):
        p[i] = state.p[i]
        suit = state.suit[i]
        if suit == _NO_SUIT:
            spaces = True
            continue
        if p[i] == 0:
            kings |= 1 << suit
        else:
            left += 1
        places[suit] |= one << state.top[i]
        cards[suit] |= (one << (state.head[i] + 1)) - (one << state.top[i])
    if table.ordered:
        for i in range(state.turned):
            if (state.mask >> i) & 1:
                waste[height] = table.stock[i]
                height += 1
    if frozen == table.columns:
        floor = height
    while True:
        # What changed since the piles were looked at last: all suits at first.
        while changed:
            if table.any_space:
                for suit in range(4):
                    places[suit] = _flood(places[suit], cards[suit])
                for i in range(table.columns):
                    suit = state.suit[i]
                    # Runs at the bottom from the start; others are looked at as rests of the deal below.
                    if (
                        suit != _NO_SUIT
                        and state.p[i] == 0
                        and i != frozen
                        and _may_leave(cards[suit], places[suit], state.head[i], table.ranks, False)
                    ):
                        spaces = True
                if spaces:
                    return True
            if not spaces and kings:
                for suit in range(4):
                    if kings >> suit & 1 and _may_go_up(cards[suit], table.ranks):
                        spaces = True
                        changed = 15
            for suit in range(4):
                if changed >> suit & 1:
                    if spaces:
                        places[suit] |= cards[suit] & (one << table.ranks)
                    places[suit] = _flood(places[suit], cards[suit])
            now = changed
            changed = 0
            for i in range(table.columns):
                if p[i] == 0 or i == frozen:
                    continue
                base = table.card[16 * i + p[i] - 1]
                suit = base >> 4
                if not now >> suit & 1 or not _may_leave(cards[suit], places[suit], base & 15, table.ranks, spaces):
                    continue
                if base == wanted:
                    return True
                p[i] -= 1
                if p[i] > 0:
                    top = table.card[16 * i + p[i] - 1] & 15
                    p[i] = table.base[17 * i + p[i]]
                    base = table.card[16 * i + p[i] - 1]
                    suit = base >> 4
                    rank = base & 15
                    places[suit] |= one << top
                    cards[suit] |= (one << (rank + 1)) - (one << top)
                    changed |= 1 << suit
                    if wanted >> 4 == suit and top <= wanted & 15 and wanted & 15 < rank:
                        return True  # within a run that shows: free at once
                    if p[i] == 1 and rank == table.ranks and not table.any_space:
                        p[i] = 0
                        left -= 1
                        kings |= 1 << suit
                else:
                    left -= 1
                    if not spaces:
                        spaces = True
                        changed = 15
            while height > floor:
                suit = waste[height - 1] >> 4
                rank = waste[height - 1] & 15
                if not _may_leave(cards[suit], places[suit], rank, table.ranks, spaces):
                    break
                if waste[height - 1] == wanted:
                    return True
                height -= 1
                if not cards[suit] >> rank & 1:
                    cards[suit] |= one << rank
                    changed |= 1 << suit
                    places[suit] = _flood(places[suit], cards[suit])
        # Nothing more comes free: turn cards until one does.
        while not changed:
            if not table.ordered or turned == table.stock_size:
                return wanted == 0 and left == 0 and height == 0
            if (state.mask >> turned) & 1:
                waste[height] = table.stock[turned]
                suit = waste[height] >> 4
                rank = waste[height] & 15
                height += 1
                if _may_leave(cards[suit], places[suit], rank, table.ranks, spaces):
                    if waste[height - 1] == wanted:
                        return True
                    height -= 1
                    if not cards[suit] >> rank & 1:
                        cards[suit] |= one << rank
                        changed = 1 << suit
            turned += 1


def hopeless(table, state):
    """Whether not everything comes free in the relaxed game, so that the position is lost."""
    return not _relaxed(table, state, -1, 0)


def comes_free(table, state, suit, rank, frozen):
    """Whether the card's copy that is not in the frozen pile (``columns`` is the waste) can come free before that one.

    It must not be free yet. Only a *no* is certain.
    """
    return _relaxed(table, state, frozen, suit << 4 | rank)
