# cython: language_level=3
"""Single Interchange on two 64-bit words: the cards still in their place, and those of them that end a pile.

Card by card, bit ``16 * suit + rank - 1``: shifting left by one goes from a card to the next higher of its suit,
and the three bits between two suits stop every carry and every spread. A *code* is ``suit * ranks + rank - 1``,
suits in the order C D H S; packed deals are codes in deal order.

What the two words mean
-----------------------
A card is *in place* while it lies where it lay at first, on a card it does not belong on. All others are *free*: in
stock or waste (unlimited redeals bring each of them to the top of the waste again and again, Single Interchange 8),
on a foundation, or in a run above a card of their suit. Once free, a card stays free: the only tableau card that it
can lie on is the next higher of its suit. So a position is, but for the taste of where free cards are, the set of
cards in place and the set of Kings that have a pile to themselves (*rooted*).

An end leaves its place in one of two ways, and both are read off the two words:

* up: all lower cards of its suit are free, and so they go up before it. Adding 1 at the ace carries through the free
  cards to the lowest card in place; if that is an end, it goes.
* onto the next higher card *b* of its suit, with all that lies on it: *b* is itself an end, or it is free and can be
  brought onto *its* base, and so on up to an end. Spreading the ends downward through free cards finds all such *b*.

The card below becomes the end. If it is face up and the next card above it in the pile continues its suit, the
two are a run from now on (rule 5: however it came about), so the upper one is free and the run's lowest card is
the end. If it lies *face down*, they are none: *c* on a face-down *c+1* can go nowhere but up, for its base can't
be built on while *c* covers it. Here that needs no care: *c+1* is in place and no end, so nothing spreads from it.

Variants. Which cards lie face down is told with the piles, so ``faces`` makes no difference here. A card is never
taken back by the argument below, so neither does ``takeback``. With ``spaces=any`` there is more to choose than Kings:
that is _single_interchange_spaces_kernel.py.

All in, all free: when no card is in place, every suit goes up. Winning is one word being zero.

Why leaving at once is safe
---------------------------
Let a line win from position P, and let P' be P after card *c* left its place, with the run on it. Play the line from
P', leaving out what is done already. What c covered is open earlier, which forbids nothing: an open card only adds
chances, a run of face-up cards may be moved by any tail part, and an empty pile waits for a King.

* c went up. Every lower card of its suit is on the foundation, and only they fit on c. The line's moves of c and of
  these cards are left out, up to the one that takes c up for good; a run that holds them at its end there moves without
  them here. Nor does a card ever have to be taken back (rule 4): it could only hold lower cards of its suit,
  which are up too, or, a King, fill a space.
* c went onto b = c+1. In the line, nothing but c can be laid on b, and b can't go up before c. So when b moves there,
  it moves here with c upon it: one run, all face up. When c moves there, it moves onto b, which is done, or up,
  which can be done here. What is laid on c there is laid on c here.

So the closure under leaving is won exactly if the position is; and it is unique, for leaving adds free cards and open
ones and takes no chance away. What remains is which Kings fill the empty piles (rule 6). A rooted King gives its pile
back only when its suit is complete, so this is a choice. The closure depends on the *set* of Kings rooted so far alone,
not on their order, so there are at most 16 closures. Leaving a pile empty for ever helps nobody, since nothing
but a King goes there; and a King that has its pile already gains nothing by moving to another.
"""

import cython
from cython.cimports.wendekreis.solver._single_interchange_kernel import Board, State

U64 = cython.typedef(cython.ulonglong)


def hash_card(card):
    """The place of a single bit in the tables: a de Bruijn sequence times the bit begins with six bits of its own."""
    return cython.cast(cython.int, (card * cython.cast(U64, 0x03F79D71B4CB0A89)) >> 58)


def name_cards(board, ranks):
    """Fill in which bit is which card in a pack of four suits of so many ranks."""
    suit: cython.int
    rank: cython.int
    board.aces = board.kings = board.cards = 0
    for suit in range(4):
        board.aces |= cython.cast(U64, 1) << (16 * suit)
        board.kings |= cython.cast(U64, 1) << (16 * suit + ranks - 1)
        for rank in range(ranks):
            board.bits[suit * ranks + rank] = cython.cast(U64, 1) << (16 * suit + rank)
            board.cards |= board.bits[suit * ranks + rank]


def lay_pile(board, state, codes, stride, length, down):
    """Lay one pile: every ``stride``-th of ``codes``, bottom to top; bit *i* of ``down``: the *i*-th lies face down.

    Adds to ``state``, whose words are 0 before the first pile.
    """
    i: cython.int
    card: U64
    above: U64 = 0  # the card that was laid last
    end: U64 = 0  # the lowest card of the run that it belongs to
    run: U64 = 0  # the others of this run
    if length == 0:
        state.spaces += 1
        return
    for i in range(length):
        card = board.bits[codes[i * stride]]
        # A run: the card below is open and the next higher of the suit. Whether this one is open now doesn't
        # matter: nobody touches it before it is.
        if i and card << 1 == above and not (down >> (i - 1)) & 1:
            run |= card
        else:
            board.gone[hash_card(card)] = card | run
            board.under[hash_card(card)] = end
            end = card
            run = 0
        if i == 0:
            state.rooted |= card & board.kings
        state.in_place |= card
        above = card
    state.in_place ^= run  # the topmost run lies open already
    state.ends |= end


def leave(board, state, card):
    """An end leaves its place; what lay under it becomes the end, or the pile is empty."""
    place: cython.int = hash_card(card)
    state.ends ^= card
    if card & state.rooted:
        state.in_place ^= card
        state.spaces += 1
        return
    state.in_place ^= board.gone[place]
    state.ends |= board.under[place]
    if not board.under[place]:
        state.spaces += 1


def upward(board, state):
    """The ends below which their whole suit is free."""
    return state.ends & ((board.cards & ~state.in_place) + board.aces)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _onto_base(board: cython.pointer(Board), state: cython.pointer(State)) -> U64:
    """The ends whose next higher card can be built on."""
    through: U64 = board.cards & ~state.in_place
    reached: U64 = state.ends
    # Spread downward through free cards by 1, 2, 4 and 8 ranks: 12 are enough.
    reached |= through & (reached >> 1)
    through &= through >> 1
    reached |= through & (reached >> 2)
    through &= through >> 2
    reached |= through & (reached >> 4)
    through &= through >> 4
    reached |= through & (reached >> 8)
    return state.ends & (reached >> 1)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _close(board: cython.pointer(Board), state: cython.pointer(State)) -> cython.void:
    """Let every end leave that can, until none can. All those found at once may go one after the other."""
    card: U64
    leaving: U64 = upward(board, state) | _onto_base(board, state)
    while leaving:
        while leaving:
            card = leaving & (~leaving + 1)
            leaving ^= card
            leave(board, state, card)
        leaving = upward(board, state) | _onto_base(board, state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _kings_to_place(board: cython.pointer(Board), state: cython.pointer(State)) -> U64:
    """The Kings that could fill a space: from waste or stock, or the end of a pile that they are not alone in."""
    free: U64 = board.cards & ~state.in_place
    # A suit that is free as a whole goes up by itself. There the carry runs through to the bit above the King.
    complete: U64 = ((free + board.aces) >> 1) & board.kings
    return board.kings & (free | state.ends) & ~state.rooted & ~complete


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _place_king(board: cython.pointer(Board), state: cython.pointer(State), king: U64) -> cython.void:
    """A King fills a space: it is the end of that pile, and in place there for good."""
    if king & state.ends:
        leave(board, state, king)
    state.in_place |= king
    state.ends |= king
    state.rooted |= king
    state.spaces -= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _search(
    board: cython.pointer(Board),
    state: cython.pointer(State),
    seen: cython.pointer(cython.uint),
    order: cython.pointer(U64),
    depth: cython.int,
    nodes: cython.pointer(cython.int),
) -> cython.bint:
    """Whether this state is won; a node is a closure.

    ``seen`` has a bit for each set of rooted Kings met; a lost closure reached again by the same set in another
    order is the same. ``order`` receives the Kings that a won line places, one after the other, then 0.
    """
    after: State
    king: U64
    choice: U64
    nodes[0] += 1
    _close(board, state)
    if state.in_place == 0:
        order[depth] = 0
        return True
    if state.spaces <= 0:
        return False
    choice = _kings_to_place(board, state)
    while choice:
        king = choice & (~choice + 1)
        choice ^= king
        after = state[0]
        _place_king(board, cython.address(after), king)
        if (seen[0] >> _subset(board, after.rooted)) & 1:
            continue
        seen[0] |= cython.cast(cython.uint, 1) << _subset(board, after.rooted)
        order[depth] = king
        if _search(board, cython.address(after), seen, order, depth + 1, nodes):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _subset(board: cython.pointer(Board), kings: U64) -> cython.int:
    """A set of Kings as a number below 16."""
    number: cython.int = 0
    suit: cython.int
    for suit in range(4):
        if (kings >> (16 * suit)) & 0xFFFF:
            number |= 1 << suit
    return number


def decide(ranks: cython.int, piles: list) -> tuple:
    """Decide one position.

    ``piles`` has for each tableau pile its codes (bytes, bottom to top) and a number whose bit *i* says that the
    *i*-th card lies face down; all cards that lie in no pile are free.

    Returns:
        Whether it is won, the codes of the Kings to be put into empty piles, in order, and the nodes.
    """
    board: Board
    state: State
    order: cython.ulonglong[5]
    seen: cython.uint = 0
    nodes: cython.int = 0
    won: cython.bint
    codes: bytes
    code: cython.int
    i: cython.int
    state.in_place = state.ends = state.rooted = 0
    state.spaces = 0
    _refuse(ranks, piles)
    name_cards(cython.address(board), ranks)
    for codes, down in piles:
        lay_pile(cython.address(board), cython.address(state), codes, 1, len(codes), down)
    with cython.nogil:
        won = _search(
            cython.address(board), cython.address(state), cython.address(seen), order, 0, cython.address(nodes)
        )
    kings = []
    i = 0
    while won and order[i]:
        for code in range(4 * ranks):
            if board.bits[code] == order[i]:
                kings.append(code)
        i += 1
    return won, kings, nodes


@cython.cfunc
def _refuse(ranks: cython.int, piles: list):
    """Raise ValueError for what the board has no room for."""
    if not 1 <= ranks <= 13 or any(len(codes) > 64 or any(code >= 4 * ranks for code in codes) for codes, _ in piles):
        raise ValueError("there is no such game")


def decide_all(
    ranks: cython.int,
    columns: cython.int,
    rows: cython.int,
    down: cython.ulonglong,
    deals: cython.const[cython.uchar][::1],
    won: cython.uchar[::1],
    nodes: cython.uchar[::1],
    flag: cython.int[::1],
) -> cython.Py_ssize_t:
    """Decide fresh deals, ``4 * ranks`` codes each, one after the other; the GIL is released.

    Bit *i* of ``down`` says that row *i* (from 0) lies face down. ``won`` and ``nodes`` receive a number for each deal;
    ``flag`` ends the batch when it is not 0.

    Returns:
        How many deals were decided.
    """
    board: Board
    state: State
    order: cython.ulonglong[5]
    seen: cython.uint
    count: cython.int
    column: cython.int
    size: cython.Py_ssize_t = 4 * ranks
    total: cython.Py_ssize_t = won.shape[0]
    i: cython.Py_ssize_t
    deal: cython.pointer(cython.const[cython.uchar])
    if total == 0:
        return 0
    if deals.shape[0] < total * size or nodes.shape[0] < total or flag.shape[0] < 1:
        raise ValueError("the arrays do not fit each other")
    if rows < 1 or columns < 1 or columns * rows > size or not 1 <= ranks <= 13:
        raise ValueError("there is no such game")
    with cython.nogil:
        name_cards(cython.address(board), ranks)
        for i in range(total):
            if i % 1024 == 0 and flag[0]:  # every hundred microseconds or so
                total = i
                break
            deal = cython.address(deals[i * size])
            state.in_place = state.ends = state.rooted = 0
            state.spaces = 0
            for column in range(columns):
                lay_pile(cython.address(board), cython.address(state), deal + column, columns, rows, down)
            seen = 0
            count = 0
            won[i] = _search(
                cython.address(board), cython.address(state), cython.address(seen), order, 0, cython.address(count)
            )
            nodes[i] = count
    return total


def decide_slowly(ranks: cython.int, piles: list, up_at_once: cython.bint, onto_base_at_once: cython.bint) -> tuple:
    """Decide one position with one or both of the dominances switched off: for tests.

    What does not leave at once is one choice among others, as a King for a space is. Holds the GIL.

    Returns:
        Whether it is won, and how many states were met.
    """
    board: Board
    state: State
    codes: bytes
    state.in_place = state.ends = state.rooted = 0
    state.spaces = 0
    _refuse(ranks, piles)
    name_cards(cython.address(board), ranks)
    for codes, down in piles:
        lay_pile(cython.address(board), cython.address(state), codes, 1, len(codes), down)
    seen: set = set()
    return _try_all(cython.address(board), state, up_at_once, onto_base_at_once, seen), len(seen)


@cython.cfunc
def _try_all(
    board: cython.pointer(Board), state: State, up_at_once: cython.bint, onto_base_at_once: cython.bint, seen: set
) -> cython.bint:
    after: State
    card: U64
    forced: U64
    choice: U64
    while True:
        forced = 0
        if up_at_once:
            forced |= upward(board, cython.address(state))
        if onto_base_at_once:
            forced |= _onto_base(board, cython.address(state))
        if not forced:
            break
        leave(board, cython.address(state), forced & (~forced + 1))
    if state.in_place == 0:
        return True
    key = (state.in_place, state.rooted)
    if key in seen:
        return False
    seen.add(key)
    choice = upward(board, cython.address(state)) | _onto_base(board, cython.address(state))
    while choice:
        card = choice & (~choice + 1)
        choice ^= card
        after = state
        leave(board, cython.address(after), card)
        if _try_all(board, after, up_at_once, onto_base_at_once, seen):
            return True
    if state.spaces > 0:
        choice = _kings_to_place(board, cython.address(state))
        while choice:
            card = choice & (~choice + 1)
            choice ^= card
            after = state
            _place_king(board, cython.address(after), card)
            if _try_all(board, after, up_at_once, onto_base_at_once, seen):
                return True
    return False
