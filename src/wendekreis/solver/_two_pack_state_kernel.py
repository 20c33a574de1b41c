# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Positions of the Interchange family for the search: what they are made of, and how single cards and runs move.

Compiled by Cython; C types are those of the .pxd file of this name.

*Piles.* A tableau pile is a rest of the deal, its lowest ``p`` cards, and a run upon that: nothing else can be
built. The last of the ``p`` cards is the run's own lowest card, ``head`` its rank, ``top`` the rank of the pile's
top card and ``suit`` the suit of both. ``table.card`` has the deal's cards (``suit << 4 | rank``, 16 a pile) and
``table.base`` where the run begins that shows when all above the lowest ``p`` cards is gone (face-down cards are
never part of a run). A run that a King heads at the bottom of its pile needs no deal to be known: ``p`` is 0. An
empty pile has ``p`` 0, ``suit`` 4, ``head`` the King and ``top`` one above it, so that a King *fits* on it.

With ``any_space`` any run at the bottom of its pile needs no deal to be known, and any card fits on an empty pile.

*Foundations.* ``lo`` and ``hi``, the heights of a suit's two foundations, the lower one first. Which is which is no
part of a position (Single Interchange 3). A game of one pack has the lower one; the other is 15, above everything, so
that it neither takes nor gives a card.

*Stock and waste.* ``table.stock`` are the cards of waste (bottom to top) and stock (next first) in one row;
``mask`` says which are still there, the first ``turned`` places have left the stock and ``waste`` is the place of
the waste's top card, or -1. If redeals are unlimited the order does not matter: any card of the talon can be
brought to the top of the waste by turns and redeals, as often as one likes, and nothing else changes by that. Then
``ordered`` is 0 and ``talon`` alone counts, two bits a rank: how many of this card lie in stock and waste.

*Keys.* A state is packed in two words, or three when the order matters, without loss: one byte a pile (nine bits with
``any_space``), one byte a suit for its foundations; the talon without its order is what is left of the pack.

*Moves* that are traced are ``source | target << 16 | count << 32 | card << 40``, where a pile is its number or, if
its ``p`` is 0, 16 + its byte in the key: piles with ``p`` 0 change their numbers when a state is packed, and their byte
tells all they hold.
"""

import cython
from cython.cimports.libc.stdint import uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memset

# What a search may leave out, each with its argument where it is used. All off: exactly the rules.
SAFE_UP = 1
LAZY = 2
RELAXATION = 4
ALIKE_PILES = 8
SAFE_BUILD = 16
TAKEN_BACK_LATER = 32
EVERYTHING = 63

# Places beside the piles, in moves that are traced.
TALON = 1000
FOUNDATION = 1001
TURN = 1002
REDEAL = 1003
BY_CONTENT = 16

_ALIKE_PILES = cython.declare(cython.int, 8)
_TALON = cython.declare(cython.uint, 1000)
_FOUNDATION = cython.declare(cython.uint, 1001)
_TURN = cython.declare(cython.uint, 1002)
_REDEAL = cython.declare(cython.uint, 1003)
_BY_CONTENT = cython.declare(cython.int, 16)
_NO_SUIT = cython.declare(cython.int, 4)
_ONES = cython.declare(uint32_t, 0x55555555)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _ranks(first: cython.int, last: cython.int) -> uint32_t:
    """One card of each rank from first to last, two bits a rank."""
    one: uint32_t = 1
    if first > last:
        return 0
    return _ONES & ((one << (2 * last)) - 1) & ~((one << (2 * first - 2)) - 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _in_talon(state: cython.pointer(State), suit: cython.int, rank: cython.int) -> cython.bint:
    return (state.talon[suit] >> (2 * rank - 2)) & 3 != 0


def show(table, state, pile, p):
    """The pile holds the lowest p cards of its deal and no more."""
    base: cython.int
    if p > 0:
        base = table.base[17 * pile + p]
        state.top[pile] = table.card[16 * pile + p - 1] & 15
        state.head[pile] = table.card[16 * pile + base - 1] & 15
        state.suit[pile] = table.card[16 * pile + p - 1] >> 4
        state.p[pile] = 0 if base == 1 and (table.any_space or state.head[pile] == table.ranks) else base
    else:
        state.p[pile] = 0
        state.suit[pile] = _NO_SUIT
        state.head[pile] = table.ranks
        state.top[pile] = table.ranks + 1


def lift(table, state, pile, count):
    """Take so many cards off the pile, at most its run."""
    state.top[pile] += count
    if state.top[pile] > state.head[pile]:
        show(table, state, pile, state.p[pile] - 1 if state.p[pile] > 0 else 0)


def pile_code(table, state, pile):
    """The pile's byte in the key."""
    if state.p[pile] > 0:
        return (352 if table.any_space else 40) + 13 * state.p[pile] + state.head[pile] - state.top[pile]
    if state.suit[pile] == _NO_SUIT:
        return 0
    if table.any_space:
        return 91 * state.suit[pile] + state.head[pile] * (state.head[pile] - 1) // 2 + state.top[pile]
    return 1 + 13 * state.suit[pile] + table.ranks - state.top[pile]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _place(table: cython.pointer(Table), state: cython.pointer(State), pile: cython.int) -> uint32_t:
    return pile if state.p[pile] > 0 else _BY_CONTENT + pile_code(table, state, pile)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _note(
    table: cython.pointer(Table),
    source: uint32_t,
    target: uint32_t,
    count: uint32_t,
    suit: uint32_t,
    rank: uint32_t,
) -> cython.void:
    if table.traced < 1024:
        table.trace[table.traced] = source | target << 16 | cython.cast(uint64_t, count | suit << 12 | rank << 8) << 32
        table.traced += 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _land(
    state: cython.pointer(State), pile: cython.int, suit: cython.int, lowest: cython.int, top: cython.int
) -> cython.void:
    """A pile gets cards of a suit, from the rank ``lowest`` down to ``top``."""
    if state.suit[pile] == _NO_SUIT:
        state.head[pile] = lowest
    state.suit[pile] = suit
    state.top[pile] = top


def takes(table, state, pile, suit, rank):
    """Whether a pile takes a card or a run that it heads."""
    if state.suit[pile] == _NO_SUIT:
        return table.any_space or rank == table.ranks
    return state.suit[pile] == suit and state.top[pile] == rank + 1


def move_run(table, state, source, count, target):
    """Move the top cards of a pile onto another, which takes them."""
    suit: cython.int = state.suit[source]
    top: cython.int = state.top[source]
    if table.tracing:
        _note(table, _place(table, state, source), _place(table, state, target), count, suit, top + count - 1)
    lift(table, state, source, count)
    _land(state, target, suit, top + count - 1, top)


def fits(state, suit, rank):
    """Whether a foundation takes the card."""
    return state.lo[suit] == rank - 1 or state.hi[suit] == rank - 1


def put_up(state, suit, rank):
    """Raise a foundation by the card, which fits."""
    if state.hi[suit] == rank - 1:
        state.hi[suit] = rank
    else:
        state.lo[suit] = rank


def up(table, state, pile):
    """Move the pile's top card to a foundation that takes it."""
    if table.tracing:
        _note(table, _place(table, state, pile), _FOUNDATION, 1, state.suit[pile], state.top[pile])
    put_up(state, state.suit[pile], state.top[pile])
    lift(table, state, pile, 1)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _lower(state: cython.pointer(State), suit: cython.int, rank: cython.int) -> cython.bint:
    """Take the card back from a foundation, if it lies on top of one."""
    if state.lo[suit] == rank:  # the lower one first, so that it stays the lower one when both give the card
        state.lo[suit] = rank - 1
        return True
    if state.hi[suit] == rank:
        state.hi[suit] = rank - 1
        return True
    return False


def talon_to(table, state, suit, rank, target):
    """Take a card from the talon, whose order does not matter, if it is there: to a pile, or up with ``target`` -1."""
    if not _in_talon(state, suit, rank):
        return False
    if table.tracing:
        _note(table, _TALON, _FOUNDATION if target < 0 else _place(table, state, target), 1, suit, rank)
    state.talon[suit] -= cython.cast(uint32_t, 1) << (2 * rank - 2)
    if target < 0:
        put_up(state, suit, rank)
    else:
        _land(state, target, suit, rank, rank)
    return True


def waste_to(table, state, target):
    """Move the top card of the waste to a pile, or up with ``target`` -1."""
    card: cython.int = table.stock[state.waste]
    one: uint64_t = 1
    if table.tracing:
        _note(table, _TALON, _FOUNDATION if target < 0 else _place(table, state, target), 1, card >> 4, card & 15)
    if target < 0:
        put_up(state, card >> 4, card & 15)
    else:
        _land(state, target, card >> 4, card & 15, card & 15)
    state.mask &= ~(one << state.waste)
    while state.waste >= 0 and not (state.mask >> state.waste) & 1:
        state.waste -= 1


def fill(table, state, pile, suit, first, last):
    """Put the cards of these ranks, going down, on a pile that takes the first: from a foundation, else from the talon.

    A foundation is asked first because that gives nothing away: the talon keeps its copy, and when that goes
    up everything is as if it had been taken at once.
    """
    rank: cython.int
    for rank in range(first, last - 1, -1):
        if table.takeback and (state.lo[suit] == rank or state.hi[suit] == rank):
            if table.tracing:
                _note(table, _FOUNDATION, _place(table, state, pile), 1, suit, rank)
            _lower(state, suit, rank)
            _land(state, pile, suit, rank, rank)
        elif table.ordered or not talon_to(table, state, suit, rank, pile):
            return False
    return True


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _skip_gone(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.void:
    """Let ``turned`` stop at a card that is there: one number for one position."""
    while state.turned < table.stock_size and not (state.mask >> state.turned) & 1:
        state.turned += 1


def turn(table, state):
    """Turn a card from the stock, which has one."""
    if table.tracing:
        _note(table, _TURN, _TURN, 1, 0, 0)
    state.waste = state.turned
    state.turned += 1
    _skip_gone(table, state)


def redeal(table, state):
    """Make the stock of the waste, order kept."""
    if table.tracing:
        _note(table, _REDEAL, _REDEAL, 1, 0, 0)
    state.waste = -1
    state.turned = 0
    _skip_gone(table, state)


def is_over(table, state):
    """Whether what is left is no more than putting cards up.

    When no pile holds a rest of its deal, and every card of the talon can be had, the lowest card of a suit that is
    not up is free: in the talon, or the top card of its run, in which only lower cards could cover it.
    """
    pile: cython.int
    for pile in range(table.columns):
        if state.p[pile] > 0:
            return False
    return not table.ordered or state.mask == 0


def pack(table, state, key):
    """Write the state's key. With ALIKE_PILES the piles whose ``p`` is 0 are put in order.

    The rules tell piles apart by their place alone: all of them take and give the same cards. So exchanging two
    whole piles maps lines of play to lines of play, and of positions that differ in nothing else one
    stands for all. A pile whose ``p`` is not 0 keeps its place, since its rest of the deal is its own.
    """
    codes: uint16_t[8]
    free: cython.int[8]
    count: cython.int = 0
    pile: cython.int
    other: cython.int
    code: uint16_t
    word: uint64_t = 0
    for pile in range(table.columns):
        code = pile_code(table, state, pile)
        if state.p[pile] == 0 and table.flags & _ALIKE_PILES:
            free[count] = pile
            other = count
            while other > 0 and codes[free[other - 1]] > code:
                codes[free[other]] = codes[free[other - 1]]
                other -= 1
            codes[free[other]] = code
            count += 1
        else:
            codes[pile] = code
    for pile in range(table.columns):
        word |= cython.cast(uint64_t, codes[pile]) << (table.pile_bits * pile)
    key[0] = word
    word = 0
    for pile in range(4):
        word |= cython.cast(uint64_t, state.lo[pile] | state.hi[pile] << 4) << (8 * pile)
    key[1] = word | cython.cast(uint64_t, state.turned) << 32
    if table.ordered:
        key[2] = state.mask


def unpack(table, key, state):
    """The state of a key."""
    pile: cython.int
    suit: cython.int
    code: cython.int
    p: cython.int
    i: cython.int
    for suit in range(4):
        code = (key[1] >> (8 * suit)) & 255
        state.lo[suit] = code & 15
        state.hi[suit] = code >> 4
        state.talon[suit] = table.full - _ranks(1, state.lo[suit])
        if table.packs == 2:
            state.talon[suit] -= _ranks(1, state.hi[suit])
    for pile in range(table.columns):
        code = (key[0] >> (table.pile_bits * pile)) & ((1 << table.pile_bits) - 1)
        if code == 0:
            show(table, state, pile, 0)
            continue
        if table.any_space and code < 365:
            suit = (code - 1) // 91
            code = (code - 1) % 91
            p = 1
            while code >= p:
                code -= p
                p += 1
            state.p[pile] = 0
            state.suit[pile] = suit
            state.head[pile] = p
            state.top[pile] = code + 1
            state.talon[suit] -= _ranks(state.top[pile], p)
            continue
        if table.any_space:
            code -= 312
        elif code < 53:
            state.p[pile] = 0
            state.suit[pile] = suit = (code - 1) // 13
            state.head[pile] = table.ranks
            state.top[pile] = table.ranks - (code - 1) % 13
            state.talon[suit] -= _ranks(state.top[pile], table.ranks)
            continue
        p = (code - 40) // 13
        state.p[pile] = p
        state.suit[pile] = table.card[16 * pile + p - 1] >> 4
        state.head[pile] = table.card[16 * pile + p - 1] & 15
        state.top[pile] = state.head[pile] - (code - 40) % 13
        for suit in range(4):
            state.talon[suit] -= table.below[4 * (17 * pile + p) + suit]
        state.talon[state.suit[pile]] -= _ranks(state.top[pile], state.head[pile] - 1)
    state.turned = key[1] >> 32
    state.waste = -1
    if table.ordered:
        state.mask = key[2]
        i = state.turned - 1
        while i >= 0 and not (state.mask >> i) & 1:
            i -= 1
        state.waste = i


def load(description, table, state):
    """Fill table and state from a description, which ``two_pack.describe`` makes and checks.

    Raises:
        ValueError: for more of anything than there is room for.
    """
    i: cython.int
    p: cython.int
    base: cython.int
    suit: cython.int
    card: cython.int
    below: cython.int
    one: uint32_t = 1
    memset(table, 0, cython.sizeof(Table))
    memset(state, 0, cython.sizeof(State))
    table.ranks = description["ranks"]
    table.ordered = description["ordered"]
    table.redeals = description["redeals"]
    table.packs = description["packs"]
    table.takeback = description["takeback"]
    table.any_space = description["any_space"]
    table.pile_bits = 9 if table.any_space else 8
    table.flags = description["flags"]
    table.full = table.packs * _ranks(1, table.ranks)
    piles: list = description["piles"]
    row: list = description["row"]
    if not (
        1 <= table.ranks <= 13
        and 1 <= table.packs <= 2
        and len(piles) <= (7 if table.any_space else 8)
        and all(len(cards) == len(down) <= (11 if table.any_space else 15) for cards, down, _ in piles)
        and len(row) <= (64 if table.ordered else 128)
        and 0 <= description["turned"] <= len(row)
    ):
        raise ValueError("the kernel has no room for such a position")
    table.columns = len(piles)
    for suit in range(4):
        state.lo[suit], state.hi[suit] = description["foundations"][suit]
    for i, (cards, down, top) in enumerate(piles):
        for p, card in enumerate(cards, start=1):
            table.card[16 * i + p - 1] = card
            for suit in range(4):
                table.below[4 * (17 * i + p) + suit] = table.below[4 * (17 * i + p - 1) + suit]
            table.below[4 * (17 * i + p) + (card >> 4)] += one << (2 * (card & 15) - 2)
            base = p
            while base > 1 and not down[base - 2]:
                below = table.card[16 * i + base - 2]
                if below != table.card[16 * i + base - 1] + 1:
                    break
                base -= 1
            table.base[17 * i + p] = base
        show(table, state, i, len(cards))
        if cards:
            state.top[i] = top
    table.stock_size = len(row)
    for i, card in enumerate(row):
        state.talon[card >> 4] += one << (2 * (card & 15) - 2)
        if table.ordered:
            table.stock[i] = card
            state.mask |= cython.cast(uint64_t, 1) << i
    state.waste = -1
    if table.ordered:
        state.turned = description["turned"]
        state.waste = state.turned - 1
    return 0
