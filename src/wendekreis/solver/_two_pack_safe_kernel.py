# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""What is safe to play at once in Unlimited and Interchange.

*Safe* means: if the position can be won, so can the position after the move. Each kind can be switched off.
"""

import cython
from cython.cimports.wendekreis.solver._two_pack_relaxed_kernel import comes_free
from cython.cimports.wendekreis.solver._two_pack_state_kernel import (
    State,
    Table,
    move_run,
    talon_to,
    up,
    waste_to,
)

_SAFE_UP = cython.declare(cython.int, 1)
_LAZY = cython.declare(cython.int, 2)
_SAFE_BUILD = cython.declare(cython.int, 16)
_TAKEN_BACK_LATER = cython.declare(cython.int, 32)
_NO_SUIT = cython.declare(cython.int, 4)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _safe_ups(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.void:
    """Play every card up that is one above the *lower* foundation of its suit.

    Sound: let c be such a card, free to go up, of rank r. Both copies of every lower rank of its suit lie on the
    foundations. Take any winning line from here. In the position with c up play the same line, but leave out every
    move of c, and of a lower card of the suit, from a foundation or to one or between piles; of a run that goes on
    down through c move only the part above c. This can be done: all that ever lies on c is lower cards of its suit,
    which stay on the foundations here, so nothing of what is still played needs c as its base; every pile, and the
    waste, holds the same cards as there less some from its top, so what could be moved there can be moved here, an
    empty pile there is one here, and cards that show earlier here are no hindrance; each of the two foundations is
    at least as high as there, and where one is higher it is by cards up to c only, so a higher card of the suit
    fits when it does there. In the end every card that is not left out is up, and those left out are up too.
    """
    again: cython.bint = True
    suit: cython.int
    pile: cython.int
    rank: cython.int
    while again:
        again = False
        for suit in range(4):
            rank = state.lo[suit] + 1
            if rank > table.ranks:
                continue
            if not table.ordered:
                while rank <= table.ranks and talon_to(table, state, suit, rank, -1):
                    again = True
                    rank = state.lo[suit] + 1
            elif state.waste >= 0 and table.stock[state.waste] == (suit << 4 | rank):
                waste_to(table, state, -1)
                again = True
                rank = state.lo[suit] + 1
            for pile in range(table.columns):
                if state.suit[pile] == suit and state.top[pile] == rank:
                    up(table, state, pile)
                    again = True
                    rank = state.lo[suit] + 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ups_that_come_back(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.bint:
    """Play built cards up on the higher foundations, too; false when there is none.

    Sound because the move can be taken back: a card that was built on another one, or a King that alone fills a
    pile, can return from the foundation to where it lay, so all that was possible still is. It
    does return when it is needed, as fill under another card; therefore LAZY moves must be on.
    """
    pile: cython.int
    found: cython.bint = False
    for pile in range(table.columns):
        if state.suit[pile] == _NO_SUIT:
            continue
        while state.hi[state.suit[pile]] == state.top[pile] - 1 and (
            state.top[pile] < state.head[pile] or state.p[pile] == 0
        ):
            up(table, state, pile)
            found = True
            if state.suit[pile] == _NO_SUIT:
                break
    return found


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _safe_base(
    table: cython.pointer(Table),
    state: cython.pointer(State),
    suit: cython.int,
    rank: cython.int,
    source: cython.int,
) -> cython.int:
    """A pile whose top card is the one above this card of its suit, if it is safe to put the card there; else -1."""
    found: cython.int = -1
    pile: cython.int
    safe: cython.bint = state.hi[suit] > rank
    bound: cython.bint = state.hi[suit] < rank and (table.ordered or (state.talon[suit] >> (2 * rank - 2)) & 3 == 0)
    for pile in range(table.columns):
        if state.suit[pile] == suit:
            if state.top[pile] == rank + 1:
                safe = safe or found >= 0
                if found < 0:
                    found = pile
            elif state.top[pile] <= rank and state.head[pile] > rank:
                safe = True
    if found >= 0 and not safe and bound:
        safe = not comes_free(table, state, suit, rank, source)
    return found if safe else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _safe_build(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.bint:
    """Put one run, or the top card of an ordered waste, on a pile where it is safe; false when there is none.

    Let x be the lowest card of the run, y the card one above it, bare on top of another pile, and x' and y' their
    other copies. Safe if
    (1) x' and y' are on a foundation (the higher one is above x);
    (2) x' lies upon y' in a pile;
    (3) y' is bare on top of a pile, too; or
    (4) x' can't come free before x leaves its place.

    Take any winning line from the position without the move, and play the same after it, with x and what comes to
    lie upon it on y instead. x leaves its old place the sooner, so nothing else is the worse for it. Two things
    could go wrong. *y is to go up while x is still on it.* Then x' has gone up before it, so not in case 4 (x
    leaves first, and from then on both games are the same: if it goes up it goes up from y; if it moves to y' so it
    does from y). In the cases 2 and 3 x can step over to y', on which only x and x' can lie: x' is up, and y' is
    still here as only one of y and y' can go up before x is up. In case 1 a card goes up on x' only after y' was
    taken back, and then x can step over to it. *x' is to go onto y.* Then it goes to y' instead, in case 1 when y'
    was taken back (it lay on x'), in case 2 it is there already, in case 3 y' is bare. What lies on x and what lies
    on x' are runs that differ in length only, and the longer one's surplus can step over from one to the other at
    any time; so it does not matter which of the two lies on y.
    """
    card: cython.int
    base: cython.int
    pile: cython.int
    for pile in range(table.columns):
        if state.p[pile] > 0 or (table.any_space and state.suit[pile] != _NO_SUIT):
            base = _safe_base(table, state, state.suit[pile], state.head[pile], pile)
            if base >= 0:
                move_run(table, state, pile, state.head[pile] - state.top[pile] + 1, base)
                return True
    if table.ordered and state.waste >= 0:
        card = table.stock[state.waste]
        base = _safe_base(table, state, card >> 4, card & 15, table.columns)
        if base >= 0:
            waste_to(table, state, base)
            return True
    return False


def settle(table, state):
    """Play what is safe at once, until there is no more of it."""
    while True:
        if table.flags & _SAFE_UP:
            _safe_ups(table, state)
        if table.flags & _TAKEN_BACK_LATER and table.flags & _LAZY and _ups_that_come_back(table, state):
            continue
        if not table.flags & _SAFE_BUILD or not _safe_build(table, state):
            return
