# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Hemispheres for the search: a position in 32 bytes, its moves, and what is always safe.

Compiled by Cython; the structures are declared in ``_hemispheres.pxd``.

*Levels.* Red foundations build up and black ones down, and the piles of their hemispheres follow. A card's *level*
is its rank if it is red, and its rank counted from the King (King 1 … Ace 13) if it is black. In levels both
colours build alike: foundations from 1 up, piles from their bottom card down. That only renames black cards.

*Piles.* A pile is empty, or one card astray, or a run in suit, each card one level below the card under it: it
begins with one card, and no other cards are put on. So ``suit << 8 | bottom << 4 | top`` (levels; suits D H C S
are 0 1 2 3; empty is 0) tells all its cards. Slots 0–5 are the north, 6–11 the south; suit and half tell whether
a pile is astray. Where piles build in colour alone, ``suit`` is the top card's, and bit 16 + level says which of the
colour's two suits the card of that level has.

*Stock and waste.* The stock is gone through once, so waste and stock together are one fixed row of cards (in
``Table``) of which the first ``turned`` have left the stock; those whose bit is set in ``waste`` lie on the waste, in
the row's order, the last one (``top``, -1 for none) uppermost. This holds from any mid-game position on.

*Variants* (``flags``): FILL_FROM_STOCK, BUILD_IN_COLOUR, QUADRANTS, BARRIERS_AT_END, see the game's file.
``table.begins`` says of each slot whether the piles from it on are alike to one another and to no earlier one.

*Moves* are ``source | target << 5``, by slot, WASTE, STOCK, BARRIER + arm, FOUNDATION; plus EXCHANGE for one.

A *Key* is the whole state: north piles (10 bits each) and barriers; south piles; foundations, ``turned`` and the
high bits of the waste; its low bits; and in three words more the suits of piles that build in colour.
"""

import cython
from cython.cimports.libc.stdint import uint16_t, uint32_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.solver._checks import ensure
from cython.cimports.wendekreis.solver._hemispheres import (
    ALIKE_PILES,
    BARRIER,
    BARRIERS_AT_END,
    BARRIERS_LAST,
    BUILD_IN_COLOUR,
    EXCHANGE,
    FILL_FROM_STOCK,
    FOUNDATION,
    QUADRANTS,
    SAFE_SINGLES,
    SAFE_TOPS,
    STOCK,
    WASTE,
    State,
    Table,
)

MOST_CARDS_IN_ROW = 88
"""A key has room for so many cards of stock and waste."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _takes(state: cython.pointer(cython.const[State]), suit: cython.int, level: cython.int) -> cython.bint:
    """Whether a foundation takes the card."""
    return state.up[2 * suit] == level - 1 or state.up[2 * suit + 1] == level - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _barrier_suit(arm: cython.int) -> cython.int:
    """The barriers of the arms N E S W are a spade, a heart, a club, a diamond."""
    return 3 if arm == 0 else 1 if arm == 1 else 2 if arm == 2 else 0


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_home(slot: cython.int, code: cython.int) -> cython.bint:
    return (code & 2 << 8 == 0) == (slot < 6)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _is_twin(
    table: cython.pointer(cython.const[Table]), state: cython.pointer(cython.const[State]), slot: cython.int
) -> cython.bint:
    """Whether the pile holds the cards of the one before it, which then stands for both.

    Argument: the rules tell the piles of a hemisphere apart by their place alone. They take and give the same
    cards, and a fill only asks which pile is empty (one at most, while there is a card to fill it with). So
    exchanging two piles of a hemisphere turns a line of play into a line of play. With QUADRANTS that is so within
    a quadrant.
    """
    return (table.flags & ALIKE_PILES) != 0 and not table.begins[slot] and state.piles[slot] == state.piles[slot - 1]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list_builds(
    table: cython.pointer(cython.const[Table]),
    state: cython.pointer(cython.const[State]),
    source: cython.int,
    code: cython.int,
    moves: cython.pointer(uint16_t),
    n: cython.int,
) -> cython.int:
    """The moves of a card (suit and level of ``code``) to the piles of its home; returns the new count."""
    first: cython.int = 0 if code & 2 << 8 == 0 else 6
    end: cython.int = first + table.half
    what: cython.int = 0x20F if table.flags & BUILD_IN_COLOUR else 0x30F
    wanted: cython.int = (code & what) + 1
    slot: cython.int
    if table.flags & QUADRANTS and source != WASTE:
        if source < first + table.half // 2:
            end -= table.half // 2
        else:
            first += table.half // 2
    for slot in range(first, end):
        if state.piles[slot] & what == wanted and not _is_twin(table, state, slot):
            moves[n] = source | slot << 5
            n += 1
    return n


def list_moves(table, state, moves):
    """Write the legal moves to ``moves`` (room for 256), less those switched off; return how many.

    In this order: to foundations, exchanges, from the waste, between piles, to empty piles, turn.
    """
    n: cython.int = 0
    i: cython.int
    j: cython.int
    first: cython.int
    code: cython.int
    top_code: cython.int = 0
    empty: cython.int = 0
    if state.top >= 0:
        top_code = table.suit[state.top] << 8 | table.level[state.top]
        if _takes(state, top_code >> 8, top_code & 15):
            moves[n] = WASTE | FOUNDATION << 5
            n += 1
    for first in range(0, 12, 6):
        for i in range(first, first + table.half):
            code = state.piles[i]
            if code == 0:
                empty += 1
            elif _is_home(i, code) and _takes(state, code >> 8 & 3, code & 15) and not _is_twin(table, state, i):
                moves[n] = i | FOUNDATION << 5
                n += 1
    # BARRIERS_LAST. A barrier is the last card of a foundation (level ``ranks``), like its copy C in the pack, and
    # nothing else depends on where it lies. Take a winning line and leave the play of the barrier out. Until then
    # one foundation of the suit lacks its last card that had it before; this keeps no other card from going up,
    # as none comes after it. C goes up as before, or onto the foundation the barrier would have finished. At
    # the end the barrier fits on the foundation that is left. So barriers may wait for the end, where they always fit.
    # A barrier that was played before the search began stays where it is, for C may have to wait because of it.
    # With BARRIERS_AT_END that is the rule, and nothing is to be argued.
    if not table.flags & BARRIERS_LAST and (
        not table.flags & BARRIERS_AT_END or _missing(table, state) == count_bits(state.barriers)
    ):
        for i in range(4):
            if state.barriers >> i & 1 and _takes(state, _barrier_suit(i), table.ranks):
                moves[n] = (BARRIER + i) | FOUNDATION << 5
                n += 1
    for i in range(table.half):
        if state.piles[i] & 2 << 8 and not _is_twin(table, state, i):
            for j in range(6, 6 + table.half):
                if state.piles[j] and not state.piles[j] & 2 << 8 and not _is_twin(table, state, j):
                    moves[n] = i | j << 5 | EXCHANGE
                    n += 1
    if top_code:
        n = _list_builds(table, state, WASTE, top_code, moves, n)
    for first in range(0, 12, 6):
        for i in range(first, first + table.half):
            code = state.piles[i]
            if code and _is_home(i, code) and not _is_twin(table, state, i):
                n = _list_builds(table, state, i, code, moves, n)
    if empty and state.top < 0 and state.turned == table.size:
        for i in range(12):
            if state.piles[i] and not _is_twin(table, state, i):
                for first in range(0, 12, 6):
                    for j in range(first, first + table.half):
                        if state.piles[j] == 0 and not _is_twin(table, state, j):
                            moves[n] = i | j << 5
                            n += 1
    if state.turned < table.size:
        moves[n] = STOCK | WASTE << 5
        n += 1
    ensure(n <= 256)
    return n


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _take_from_waste(state: cython.pointer(State)) -> cython.int:
    """Take the uppermost card of the waste, which must have one; returns its place in the row."""
    taken: cython.int = state.top
    place: cython.int = taken - 1
    one: uint64_t = 1
    state.waste[taken >> 6] &= ~(one << (taken & 63))
    while place >= 0 and not state.waste[place >> 6] >> (place & 63) & 1:
        place -= 1
    state.top = place
    return taken


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _missing(table: cython.pointer(cython.const[Table]), state: cython.pointer(cython.const[State])) -> cython.int:
    """How many cards are not up."""
    i: cython.int
    missing: cython.int = 8 * table.ranks
    for i in range(8):
        missing -= state.up[i]
    return missing


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _one_card(table: cython.pointer(cython.const[Table]), suit: cython.int, level: cython.int) -> uint32_t:
    """The code of a pile of one card."""
    code: uint32_t = suit << 8 | level << 4 | level
    if table.flags & BUILD_IN_COLOUR:
        code |= cython.cast(uint32_t, suit & 1) << (16 + level)
    return code


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _with_one_more(
    table: cython.pointer(cython.const[Table]), code: uint32_t, suit: cython.int, level: cython.int
) -> uint32_t:
    """The code of a pile after it took a card, which is one level below its top."""
    code -= 1
    if table.flags & BUILD_IN_COLOUR:
        code = (code & ~cython.cast(uint32_t, 0x100)) | (suit & 1) << 8
        code |= cython.cast(uint32_t, suit & 1) << (16 + level)
    return code


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _with_one_less(table: cython.pointer(cython.const[Table]), code: uint32_t) -> uint32_t:
    """The code of a pile of two cards or more after its top card left."""
    level: uint32_t = code & 15
    one: uint32_t = 1
    code += 1
    if table.flags & BUILD_IN_COLOUR:
        code &= ~(one << (16 + level) | 0x100)
        code |= (code >> (17 + level) & 1) << 8
    return code


def make(table, state, move):
    """Make a move that :func:`list_moves` gave, with the fill that may follow; returns the suit of the card."""
    source: cython.int = move & 31
    target: cython.int = move >> 5 & 31
    code: uint32_t
    suit: cython.int
    level: cython.int
    place: cython.int
    emptied: cython.bint = False
    one: uint64_t = 1
    if source == STOCK:
        state.waste[state.turned >> 6] |= one << (state.turned & 63)
        state.top = state.turned
        state.turned += 1
        return 0
    if move & EXCHANGE:
        code = state.piles[source]
        state.piles[source] = state.piles[target]
        state.piles[target] = code
        return code >> 8 & 3
    if source == WASTE:
        place = _take_from_waste(state)
        suit = table.suit[place]
        level = table.level[place]
    elif source >= BARRIER:
        suit = _barrier_suit(source - BARRIER)
        level = table.ranks
        state.barriers &= ~(1 << (source - BARRIER))
    else:
        code = state.piles[source]
        suit = code >> 8 & 3
        level = code & 15
        emptied = code >> 4 & 15 == code & 15
        state.piles[source] = 0 if emptied else _with_one_less(table, code)
    if target == FOUNDATION:
        # Of each suit the foundation that is further on stands first.
        if state.up[2 * suit] == level - 1:
            state.up[2 * suit] = level
        else:
            state.up[2 * suit + 1] = level
    elif state.piles[target]:
        state.piles[target] = _with_one_more(table, state.piles[target], suit, level)
    else:
        state.piles[target] = _one_card(table, suit, level)
    if emptied and (state.top >= 0 or state.turned < table.size):
        if state.top >= 0 and (not table.flags & FILL_FROM_STOCK or state.turned == table.size):
            place = _take_from_waste(state)
        else:
            place = state.turned
            state.turned += 1
        state.piles[source] = _one_card(table, table.suit[place], table.level[place])
    return suit


def next_safe(table, state):
    """A move to a foundation that loses nothing, or -1.

    SAFE_TOPS: the top card c of a home pile of two cards or more, if its level is at most one above the *lower*
    foundation of its suit. Argument: all cards of the suit of lower levels are up, so no card can ever be built
    on c, and c is of no use but to lie there and go up. Take a winning line from here, play c up first and
    leave c's own moves out. c's pile keeps a card, so no fill comes of it, now or where the line moved c off.
    Cards under c are free no later than before. The foundations of the suit stand as in the line, but that one of
    those at c's level less one has c already; only c and its copy fit there, and the copy finds the other foundation.
    Only when stock and waste are out can the line have moved c to an empty pile; that pile is then empty here, and
    takes what c was exchanged for, if it was, so that the pile which took c back is empty here in its turn.
    So each move of the line stays legal, or has one in its place, and leads to the same end.

    SAFE_SINGLES: the same for a pile of one card once stock and waste are out: then emptying a pile calls for no fill,
    and an empty pile only allows more. Before that it is not safe: the fill takes the top card of the waste.
    Nor is it ever safe to take c from the waste: c may be needed there, as the card that a fill takes in place
    of the one below it.

    With BUILD_IN_COLOUR either suit of the colour can be built on c. So both of them must be up as far on both
    foundations; then the argument is the same.
    """
    i: cython.int
    code: cython.int
    lower: cython.int
    other: cython.int
    stock_is_out: cython.bint = state.top < 0 and state.turned == table.size
    if not table.flags & (SAFE_TOPS | SAFE_SINGLES):
        return -1
    for i in range(12):
        code = state.piles[i]
        if code == 0 or not _is_home(i, code):
            continue
        lower = state.up[2 * (code >> 8 & 3) + 1]
        if table.flags & BUILD_IN_COLOUR:
            other = state.up[2 * (code >> 8 & 3 ^ 1) + 1]
            if other < lower:
                lower = other
        if (code & 15) <= lower + 1:
            if code & 15 != code >> 4 & 15:
                if table.flags & SAFE_TOPS:
                    return i | FOUNDATION << 5
            elif stock_is_out and table.flags & SAFE_SINGLES:
                return i | FOUNDATION << 5
    return -1


def is_won(table, state):
    """Whether all cards are up, but for barriers if those are left for the end."""
    missing: cython.int = _missing(table, state)
    if table.flags & BARRIERS_LAST:
        missing -= count_bits(state.barriers)
    return missing == 0


def arrange(table, state, places):
    """Put the piles of each hemisphere in descending order, if they are alike; ``places[i]`` moves with pile i.

    ``places`` may be NULL.
    """
    first: cython.int
    i: cython.int
    j: cython.int
    code: uint32_t
    place: cython.int = 0
    if not table.flags & ALIKE_PILES:
        return
    for first in range(0, 12, 6):
        for i in range(first + 1, first + table.half):
            code = state.piles[i]
            if places:
                place = places[i]
            j = i
            while not table.begins[j] and state.piles[j - 1] < code:
                state.piles[j] = state.piles[j - 1]
                if places:
                    places[j] = places[j - 1]
                j -= 1
            state.piles[j] = code
            if places:
                places[j] = place


def pack(table, state, key):
    """The state as it stands in 32 bytes; 56 with the suits of piles that build in colour."""
    i: cython.int
    word: uint64_t = state.barriers
    for i in range(5, -1, -1):
        word = word << 10 | (state.piles[i] & 1023)
    key.words[0] = word
    word = 0
    for i in range(11, 5, -1):
        word = word << 10 | (state.piles[i] & 1023)
    key.words[1] = word
    word = state.waste[1]
    word = word << 7 | state.turned
    for i in range(8):
        word = word << 4 | state.up[i]
    key.words[2] = word
    key.words[3] = state.waste[0]
    key.has_suits = table.flags & BUILD_IN_COLOUR != 0
    if key.has_suits:
        for i in range(0, 12, 4):
            word = state.piles[i + 3] >> 16
            word = word << 16 | state.piles[i + 2] >> 16
            word = word << 16 | state.piles[i + 1] >> 16
            key.words[4 + i // 4] = word << 16 | state.piles[i] >> 16


def unpack(table, key, state):
    """The state of a key."""
    i: cython.int
    word: uint64_t = key.words[0]
    for i in range(6):
        state.piles[i] = word & 1023
        word >>= 10
    state.barriers = word
    word = key.words[1]
    for i in range(6, 12):
        state.piles[i] = word & 1023
        word >>= 10
    word = key.words[2]
    for i in range(7, -1, -1):
        state.up[i] = word & 15
        word >>= 4
    state.turned = word & 127
    state.waste[1] = word >> 7
    state.waste[0] = key.words[3]
    i = state.turned - 1
    while i >= 0 and not state.waste[i >> 6] >> (i & 63) & 1:
        i -= 1
    state.top = i
    if table.flags & BUILD_IN_COLOUR:
        for i in range(12):
            state.piles[i] |= cython.cast(uint32_t, key.words[4 + i // 4] >> (16 * (i % 4)) & 0xFFFF) << 16


def count_bits(bits):
    """How many bits are set. (The compiler's own way asks for a newer processor than every x86-64 is.)"""
    ones: uint64_t = 0
    ones = ~ones  # divided by 3, 5, 17, 255: every second bit, every second pair, nibble, the low bit of every byte
    bits = bits - ((bits >> 1) & (ones // 3))
    bits = (bits & (ones // 5)) + ((bits >> 2) & (ones // 5))
    bits = (bits + (bits >> 4)) & (ones // 17)
    return cython.cast(cython.int, (bits * (ones // 255)) >> 56)


def read_position(description, table, state):
    """Fill ``table`` and ``state`` from the numbers that ``hemispheres.describe`` makes of a position.

    ``(ranks, half, flags, piles, up, barriers, row, turned, waste)``: 12 pile codes, 8 levels, a bit per arm,
    the codes ``suit << 4 | level`` of the row, and the places of the row that lie on the waste.
    """
    i: cython.int
    suit: cython.int
    level: cython.int
    one: uint64_t = 1
    ranks, half, flags, piles, up, barriers, row, turned, waste = description
    if not (
        2 <= ranks <= 13 and 1 <= half <= 6 and len(row) <= MOST_CARDS_IN_ROW and len(piles) == 12 and len(up) == 8
    ):
        raise ValueError("the game is of a size that the kernel has no room for")
    memset(table, 0, cython.sizeof(Table))
    memset(state, 0, cython.sizeof(State))
    table.ranks = ranks
    table.half = half
    table.flags = flags
    table.begins[0] = table.begins[6] = True
    if table.flags & QUADRANTS:
        if table.half % 2:
            raise ValueError("a hemisphere has two quadrants")
        table.begins[table.half // 2] = table.begins[6 + table.half // 2] = True
    table.size = len(row)
    for i, code in enumerate(row):
        table.suit[i] = code >> 4
        table.level[i] = code & 15
        for level in range(table.level[i] + 1, 16):
            table.below[table.suit[i]][level][i >> 6] |= one << (i & 63)
    for i in range(12):
        state.piles[i] = piles[i]
    for i in range(8):
        state.up[i] = up[i]
    for suit in range(4):
        if state.up[2 * suit] < state.up[2 * suit + 1]:
            raise ValueError("the further foundation of a suit stands first")
    state.barriers = barriers
    state.turned = turned
    state.top = -1
    for place in waste:
        state.waste[place >> 6] |= one << (place & 63)
        state.top = place
    return 0
