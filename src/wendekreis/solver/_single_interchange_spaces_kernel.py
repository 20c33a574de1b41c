# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Single Interchange with spaces that any card or run may fill, on the same words as _single_interchange_kernel.py.

That kernel's docstring says which cards are *in place* and which are *free*, how an end leaves its place, and why
leaving at once is safe. All of it holds here: the argument does not ask what may fill a space, but that a space that is
not filled forbids nothing. What is new is what else a space is good for, and what it costs.

*A segment* is a series of free cards of a suit between two cards in place (or the suit's end). If a card of it lay in
the tableau once and is not up, the segment's cards that have left stock and waste form one run: a card that comes free
goes onto the one above it if that lies in the tableau. The run lies on the card in place above the segment if that is
an end, and then costs nothing; else it has a pile of its own, and is called *loose*. It moves onto that card as
soon as it becomes an end: a run in a pile of its own leaves it as safely as any other card its place.

*What fills a space.* A move into a space that is of any use lets an end leave that could not leave before; until one is
about to, the move can wait, for an empty pile is never worse than a filled one: what is put there before could only
take free cards, and move onto its base. So either the end itself goes there with its run; or a card above it in its
segment does, and the cards between, and then the end onto them. All of these lead to the same: the end is free, and
its segment has a pile. They differ in where free cards of the segment are, and none of these is any use elsewhere:
each has one base. So the choice is *which end leaves*. An end that is its pile's last card gains nothing: it changes
one pile for another. Nor does splitting a run: nothing but the card that is split off could be put on the one bared,
which can't go up before. And no card is taken back from a foundation: everything below it is up.

So a position is, but for the taste of where free cards are, the set of cards in place. Loose segments follow from it,
and so do the spaces: piles with no card in place, less the loose segments. There are at most (rows + 1) to the power
of columns of these sets. The search tries the choices depth first and keeps each closed set it has met, whole.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.wendekreis.solver._single_interchange_kernel import (
    Board,
    State,
    lay_pile,
    leave,
    name_cards,
    upward,
)

U64 = cython.typedef(cython.ulonglong)

MOST_SETS = 1 << 22
"""For more sets of cards in place there is no room."""

# The sets of cards in place that were met in the position of number ``now``: a hash table, its size a power of two.
Hunt = cython.struct(
    board=Board,
    laid=cython.ulonglong,
    sets=cython.p_ulonglong,
    stamps=cython.p_uint,
    mask=cython.ulonglong,
    now=cython.uint,
    nodes=cython.uint,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _spread(cards: U64, through: U64) -> U64:
    """The cards, and those that can be reached from them downward through others: by 1, 2, 4 and 8 ranks."""
    cards |= through & (cards >> 1)
    through &= through >> 1
    cards |= through & (cards >> 2)
    through &= through >> 2
    cards |= through & (cards >> 4)
    through &= through >> 4
    return cards | through & (cards >> 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _leaving(hunt: cython.pointer(Hunt), state: cython.pointer(State)) -> U64:
    """The ends that can leave: up, or onto a card that can be built on, whether on an end or in a loose segment."""
    open_cards: U64 = hunt.board.cards & ~state.in_place
    reached: U64 = _spread(state.ends | (hunt.laid & open_cards), open_cards)
    return upward(cython.address(hunt.board), state) | (state.ends & (reached >> 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _spaces(hunt: cython.pointer(Hunt), state: cython.pointer(State)) -> cython.int:
    """How many piles are empty when every loose segment has one."""
    open_cards: U64 = hunt.board.cards & ~state.in_place
    # Adding 1 at the ace clears the free cards from there up to the lowest card in place: those go up.
    there: U64 = open_cards & (open_cards + hunt.board.aces)
    loose: U64 = hunt.laid & there & ~_spread(state.ends, open_cards)
    spaces: cython.int = state.spaces
    segment: U64
    while loose:
        segment = _spread(loose & (~loose + 1), open_cards)
        # Adding its lowest bit carries through the free cards of the segment to what lies above it.
        segment &= ~segment + 1
        loose &= open_cards + segment
        spaces -= 1
    return spaces


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_new(hunt: cython.pointer(Hunt), cards: U64) -> cython.bint:
    """Whether this set is met for the first time; it is kept."""
    at: U64 = (cards * cython.cast(U64, 0x9E3779B97F4A7C15)) >> 20 & hunt.mask
    while hunt.stamps[at] == hunt.now:
        if hunt.sets[at] == cards:
            return False
        at = (at + 1) & hunt.mask
    hunt.stamps[at] = hunt.now
    hunt.sets[at] = cards
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    hunt: cython.pointer(Hunt), state: cython.pointer(State), order: cython.p_ulonglong, depth: cython.int
) -> cython.bint:
    """Whether the state can be won; ``order`` gets the ends that leave for a space, and 0 behind them."""
    after: State
    choice: U64
    card: U64
    leaving: U64 = _leaving(hunt, state)
    hunt.nodes += 1
    while leaving:
        while leaving:
            card = leaving & (~leaving + 1)
            leaving ^= card
            leave(cython.address(hunt.board), state, card)
        leaving = _leaving(hunt, state)
    order[depth] = 0
    if state.in_place == 0:
        return True
    if _spaces(hunt, state) <= 0 or not _is_new(hunt, state.in_place):
        return False
    choice = state.ends
    while choice:
        card = choice & (~choice + 1)
        choice ^= card
        after = state[0]
        leave(cython.address(hunt.board), cython.address(after), card)
        if after.spaces > state.spaces:
            continue  # it was its pile's last
        order[depth] = card
        if _search(hunt, cython.address(after), order, depth + 1):
            return True
    return False


@cython.cfunc
def _begin(hunt: cython.pointer(Hunt), sets: U64) -> cython.int:
    """Make room for so many sets; raises ValueError where there are too many.

    The table is twice as large, so it is never full; its stamps begin as zeros, and ``now`` counts from 1.
    """
    hunt.sets = cython.NULL
    hunt.stamps = cython.NULL
    hunt.now = 0
    if sets > MOST_SETS:
        raise ValueError("there is no room for so large a game")
    hunt.mask = 64
    while hunt.mask < 2 * sets:
        hunt.mask *= 2
    hunt.sets = cython.cast(cython.p_ulonglong, calloc(hunt.mask, 8))
    hunt.stamps = cython.cast(cython.p_uint, calloc(hunt.mask, 4))
    hunt.mask -= 1
    if hunt.sets == cython.NULL or hunt.stamps == cython.NULL:
        free(hunt.sets)
        free(hunt.stamps)
        raise MemoryError
    return 0


def decide(ranks: cython.int, piles: list) -> tuple:
    """Decide one position, given as to ``_single_interchange_kernel.decide``.

    Returns:
        Whether it is won, the codes of the ends that leave for spaces, in order, and the nodes.

    Raises:
        ValueError: when there are too many sets of cards that could be in place.
    """
    hunt: Hunt
    state: State
    order: cython.ulonglong[64]
    codes: bytes
    code: cython.int
    i: cython.int
    won: cython.bint
    sets: U64 = 1
    if not 1 <= ranks <= 13 or any(len(codes) > 64 or any(code >= 4 * ranks for code in codes) for codes, _ in piles):
        raise ValueError("there is no such game")
    for codes, _ in piles:
        sets = min(sets * (len(codes) + 1), MOST_SETS + 1)
    _begin(cython.address(hunt), sets)
    state.in_place = state.ends = state.rooted = 0
    state.spaces = 0
    name_cards(cython.address(hunt.board), ranks)
    hunt.laid = 0
    for codes, down in piles:
        lay_pile(cython.address(hunt.board), cython.address(state), codes, 1, len(codes), down)
        for code in codes:
            hunt.laid |= hunt.board.bits[code]
    hunt.now = 1
    hunt.nodes = 0
    with cython.nogil:
        won = _search(cython.address(hunt), cython.address(state), order, 0)
        free(hunt.sets)
        free(hunt.stamps)
    ends = []
    i = 0
    while won and order[i]:
        for code in range(4 * ranks):
            if hunt.board.bits[code] == order[i]:
                ends.append(code)
        i += 1
    return won, ends, hunt.nodes


def decide_all(
    ranks: cython.int,
    columns: cython.int,
    rows: cython.int,
    down: cython.ulonglong,
    deals: cython.const[cython.uchar][::1],
    won: cython.uchar[::1],
    nodes: cython.ushort[::1],
    flag: cython.int[::1],
) -> cython.Py_ssize_t:
    """Decide fresh deals as ``_single_interchange_kernel.decide_all`` does; ``nodes`` has room for larger numbers."""
    hunt: Hunt
    state: State
    order: cython.ulonglong[64]
    sets: U64
    column: cython.int
    size: cython.Py_ssize_t = 4 * ranks
    total: cython.Py_ssize_t = won.shape[0]
    i: cython.Py_ssize_t
    j: cython.int
    deal: cython.pointer(cython.const[cython.uchar])
    if total == 0:
        return 0
    if deals.shape[0] < total * size or nodes.shape[0] < total or flag.shape[0] < 1:
        raise ValueError("the arrays do not fit each other")
    if rows < 1 or columns < 1 or columns * rows > size or not 1 <= ranks <= 13:
        raise ValueError("there is no such game")
    sets = min((rows + 1) ** columns, MOST_SETS + 1)
    _begin(cython.address(hunt), sets)
    with cython.nogil:
        name_cards(cython.address(hunt.board), ranks)
        for i in range(total):
            if i % 1024 == 0 and flag[0]:
                total = i
                break
            deal = cython.address(deals[i * size])
            state.in_place = state.ends = state.rooted = 0
            state.spaces = 0
            hunt.laid = 0
            for column in range(columns):
                lay_pile(cython.address(hunt.board), cython.address(state), deal + column, columns, rows, down)
            for j in range(columns * rows):
                hunt.laid |= hunt.board.bits[deal[j]]
            hunt.now += 1  # 2³² deals at a time are more than there is memory for
            hunt.nodes = 0
            won[i] = _search(cython.address(hunt), cython.address(state), order, 0)
            nodes[i] = hunt.nodes if hunt.nodes < 65536 else 65535
        free(hunt.sets)
        free(hunt.stamps)
    return total
