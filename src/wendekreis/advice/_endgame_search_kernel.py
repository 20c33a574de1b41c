# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The game in which cards only go up, for two packs: the search of endgame.py, and further.

States are those of _endgame_state_kernel.py. The points 1 to 11 are told in endgame.py. To these come:

12. *A turn is not put off without need.* A move that takes nothing from the waste and brings nothing to light can as
    well be made after the turn, whatever that shows. So no turn is made next after such moves (``lazy``), up to one
    that takes a card from the waste, or shows one. While the waste of Hemispheres is empty and the stock is not
    there is nothing but the turn (with point 4).
13. *No hemisphere helps the other.* Leave out of a state of Hemispheres all cards of the south, in piles, barriers,
    waste and stock. If it is certain, so is what is left: there the north plays as it would if the south's cards came
    last. (On top of the waste a card of the south may hinder the north, and does nothing else: it may not fill a
    pile.) So each hemisphere by itself (``HALF``) must be certain. Those states are much fewer.
14. *One hemisphere that always makes way.* Let the north by itself be certain even if it must get rid of each card that
    comes before the next one does, and its cards of the waste come, too, in their order, at any time
    (``YIELDING``; ``deep`` counts those that are still to come). Let the south by itself be certain. Then the whole is:
    each card of the north is dealt with as soon as it lies on top of the waste, so the south finds only its own
    cards there, and plays as if there were no others.

Point 13 is looked at with few states first, in both hemispheres in turn, for often one of them is soon refuted.

A state is kept under 128 bits that its bytes are mixed to, and nothing else: of so few states no two ever come to the
same, but for a chance of about 1 in 10 to the 28th.
"""

import cython
from cython.cimports.libc.stdint import uint8_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.wendekreis.advice._endgame import (
    DECK,
    PILES,
    ROWS,
    TURN,
    WASTE,
    WHOLE,
    YIELDING,
    Entry,
    Root,
    Search,
    State,
)
from cython.cimports.wendekreis.advice._endgame_bounds_kernel import is_buried, is_hopeless, is_roomy
from cython.cimports.wendekreis.advice._endgame_state_kernel import (
    fills_badly,
    fit_piles,
    fits,
    play,
    restrict,
    safe,
    show,
    top_of,
)

# How many states each hemisphere is searched first, and how many at most to see whether it makes way.
FIRST_LOOK = cython.declare(cython.int, 256)
MOST_YIELDING = cython.declare(cython.int, 2000)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _mix(value: uint64_t, factor: uint64_t) -> uint64_t:
    """Spread every bit over all of them."""
    value *= factor
    value ^= value >> 29
    value *= cython.cast(uint64_t, 0x94D049BB133111EB)
    return value ^ value >> 32


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(search: cython.pointer(Search), state: cython.pointer(State)) -> cython.pointer(Entry):
    """The entry of a state, or the free one where it belongs. Piles that were filled are alike in a hemisphere."""
    key: uint64_t[19]
    word: uint64_t
    one: uint64_t = _mix(1 + state.deep + 256 * state.mode, 0xBF58476D1CE4E5B9)
    other: uint64_t = _mix(1 + state.deep + 256 * state.mode, 0x9E3779B97F4A7C15)
    length: uint8_t[16]
    shown: uint8_t[16]
    i: cython.int
    k: cython.int
    last: cython.int
    card: cython.int
    words: cython.int
    at: uint64_t
    memcpy(length, state.length, 16)
    memcpy(shown, state.shown, 16)
    if search.root.globe:
        for i in range(1, search.root.columns):
            card = shown[i]
            if card:
                # Sorted among the filled piles of its half, in the places that these have.
                last = i
                k = i - 1
                while k >= 0 and (k >= search.root.north or i < search.root.north):
                    if shown[k]:
                        if shown[k] <= card:
                            break
                        shown[last] = shown[k]
                        last = k
                    k -= 1
                shown[last] = card
    memcpy(key, state.up, 8)
    memcpy(cython.address(key[1]), length, 16)
    memcpy(cython.address(key[3]), shown, 16)
    words = 5 + (state.height + 7) // 8
    for i in range(5, words):
        memcpy(cython.address(key[i]), state.waste + 8 * (i - 5), 8)
    # The cards of the waste are no zeros, so its height is told.
    for i in range(words):
        word = key[i]
        one = _mix(one ^ word, 0xBF58476D1CE4E5B9)
        other = _mix(other + word, 0x9E3779B97F4A7C15)
    at = other & search.mask
    while search.entries[at].search == search.number and (
        search.entries[at].one != one or search.entries[at].other != other
    ):
        at = (at + 1) & search.mask
    if search.entries[at].search != search.number:
        search.entries[at].search = search.number
        search.kept += 1
        search.entries[at].one = one
        search.entries[at].other = other
        search.entries[at].moved = -1
        search.entries[at].turned = -1
    return cython.address(search.entries[at])


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all(search: cython.pointer(Search), state: cython.pointer(State), source: cython.int) -> cython.int:
    """Whether the state is won whatever comes to light now; those that can't go up first, the lowest first."""
    after: State
    fitting: cython.int
    level: cython.int
    card: cython.int
    suit: cython.int
    answer: cython.int
    for fitting in range(2):
        for level in range(1, search.root.ranks + 1):
            for suit in range(4):
                card = suit << 4 | level
                if (state.once >> card) & 1 and fits(state, card) == fitting:
                    after = state[0]
                    show(cython.address(after), card, source)
                    answer = _wins(search, cython.address(after))
                    if answer != 1:
                        return answer
    return 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try(
    search: cython.pointer(Search), state: cython.pointer(State), source: cython.int, at: cython.int
) -> cython.int:
    """Whether the state is won for certain after a move."""
    after: State = state[0]
    after.lazy = source != WASTE
    if play(cython.address(search.root), cython.address(after), source, at):
        return _all(search, cython.address(after), source)
    return _wins(search, cython.address(after))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _try_piles(search: cython.pointer(Search), state: cython.pointer(State), emptied: cython.bint) -> cython.int:
    """Whether the state is won for certain after a move that empties a tableau pile; or after another from a pile."""
    root: cython.pointer(Root) = cython.address(search.root)
    i: cython.int
    card: cython.int
    answer: cython.int = 0
    for i in range(root.piles):
        if answer == 0 and (state.length[i] == 1 and i < root.columns) == emptied:
            card = top_of(root, state, i)
            if card and fits(state, card) and not fills_badly(root, state, i):
                answer = _try(search, state, i, 0)
    return answer


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_halves(search: cython.pointer(Search), state: cython.pointer(State)) -> cython.int:
    """What the hemispheres by themselves tell: 1, 0, -1 for too long, 2 for nothing."""
    halves: State[2]
    known: cython.int[2]
    half: cython.int
    answer: cython.int
    budget: cython.int = FIRST_LOOK
    most: cython.int = search.most
    for half in range(2):
        restrict(cython.address(search.root), state, half, cython.address(halves[half]))
        known[half] = -1
    while known[0] < 0 or known[1] < 0:
        for half in range(2):
            if known[half] < 0:
                search.most = min(most, search.states + budget)
                known[half] = _wins(search, cython.address(halves[half]))
                search.most = most
                if known[half] == 0:
                    return 0
                if search.states >= most:
                    return -1
        budget *= 4
    for half in range(2):
        halves[half].mode = YIELDING
        halves[half].deep = halves[half].height
        search.most = min(most, search.states + MOST_YIELDING)
        answer = _wins(search, cython.address(halves[half]))
        search.most = most
        if answer == 1:
            return 1
    return 2


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _wins(search: cython.pointer(Search), given: cython.pointer(State)) -> cython.int:
    """Whether a state is won for certain: 1 or 0, or -1 if it takes too long to see."""
    state: State = given[0]
    root: cython.pointer(Root) = cython.address(search.root)
    source: cython.int = 0
    at: cython.int
    i: cython.int
    card: cython.int
    answer: cython.int
    reveals: cython.bint = False
    done: uint64_t = 0
    entry: cython.pointer(Entry)
    before: State = state
    while True:
        at = safe(root, cython.address(state), cython.address(source))
        if at < 0:
            break
        before = state
        reveals = play(root, cython.address(state), source, at)
        if reveals:
            break
    if not reveals and state.height == 0 and state.stock == 0:
        if root.globe:
            return 1
        card = 0
        for i in range(root.piles):
            card += state.length[i]
        if card == 0:
            return 1
    # What is safe and shows a card is all there is to do before it is made.
    entry = _find(search, cython.address(before) if reveals else cython.address(state))
    if entry.moved == 1 or entry.turned == 1:
        return 1
    if entry.moved == 0 and (state.lazy or entry.turned == 0):
        return 0
    search.states += 1
    if search.states > search.most or search.kept > search.mask // 4 * 3:
        return -1
    if entry.moved < 0:
        answer = 2
        if root.globe and is_roomy(root, cython.address(state)):
            answer = 1
        elif is_hopeless(root, cython.address(before) if reveals else cython.address(state)) or (
            root.globe and state.mode != YIELDING and is_buried(root, cython.address(state))
        ):
            answer = 0
        elif root.globe and state.mode == WHOLE:
            answer = _by_halves(search, cython.address(state))
            if answer < 0:
                return -1
        elif reveals:
            answer = _all(search, cython.address(state), source)
            if answer < 0:
                return -1
        if answer < 2:
            entry.moved = answer
            entry.turned = answer
            return answer
        # Those that take a card from the waste come first.
        answer = 0
        if not (root.globe and state.height == state.deep and state.stock + state.deep):
            answer = _try_piles(search, cython.address(state), True)
        for i in range(0 if root.redeals else max(state.deep, state.height - 1), state.height):
            card = state.waste[i]
            if answer == 0 and fits(cython.address(state), card) and not (done >> card) & 1:
                done |= cython.cast(uint64_t, 1) << card
                answer = _try(search, cython.address(state), WASTE, i)
        if answer == 0 and not (root.globe and state.height == state.deep and state.stock + state.deep):
            answer = _try_piles(search, cython.address(state), False)
        if answer < 0:
            return -1
        entry.moved = answer
        if answer == 1 or state.lazy:
            return answer
    answer = 0
    if not root.redeals and (state.mode != YIELDING or state.height == state.deep):
        if state.stock:
            answer = _all(search, cython.address(state), TURN)
        if state.deep and (answer == 1 or not state.stock):
            state.deep -= 1
            answer = _wins(search, cython.address(state))
        if answer < 0:
            return -1
    entry.turned = answer
    return answer


@cython.cclass
class Endgame:
    """A search of the states of one game, and room for a good ``most`` of them. Not for two threads at once.

    What it found is kept, as long as the states asked about follow from one another.
    """

    search: Search

    def __init__(self, globe: bool, redeals: bool, north: int, home: list, ranks: int, most: int) -> None:
        """``home``: of each pile of the tableau, the suits at home there, as bits."""
        i: cython.int
        size: uint64_t = 1024
        memset(cython.address(self.search), 0, cython.sizeof(Search))
        if len(home) > 12:
            raise ValueError("too many piles")
        self.search.root.globe = globe
        self.search.root.redeals = redeals
        self.search.root.columns = len(home)
        self.search.root.north = north
        self.search.root.ranks = ranks
        for i in range(len(home)):
            self.search.root.home[i] = home[i]
        while size < 2 * cython.cast(uint64_t, most):
            size *= 2
        self.search.mask = size - 1
        self.search.entries = cython.cast(cython.pointer(Entry), calloc(size, cython.sizeof(Entry)))
        if self.search.entries == cython.NULL:
            raise MemoryError

    def __dealloc__(self) -> None:
        free(self.search.entries)

    def certain(self, state, most: int) -> tuple:
        """Whether a state (the fields of ``State`` in ``endgame.py``) is won for certain, 1 or 0, or -1: not known.

        And how many states that took; ``most`` is their limit.
        """
        start: State
        i: cython.int
        k: cython.int
        answer: cython.int
        root: cython.pointer(Root) = cython.address(self.search.root)
        up, piles, waste, stock, unseen = state
        if len(piles) > PILES or max(map(len, piles), default=0) > ROWS or len(waste) + stock > DECK:
            return -1, 0
        memset(cython.address(start), 0, cython.sizeof(State))
        for i in range(4):
            start.up[2 * i] = up[i][0]
            start.up[2 * i + 1] = up[i][1]
        for i in range(len(waste)):
            start.waste[i] = waste[i]
        start.height = len(waste)
        start.stock = stock
        for card in unseen:
            if (start.once >> card) & 1:
                start.twice |= cython.cast(uint64_t, 1) << card
            start.once |= cython.cast(uint64_t, 1) << card
        if self.search.kept > self.search.mask // 2 or not fit_piles(root, cython.address(start), piles):
            self.search.number += 1
            self.search.kept = 0
            root.piles = len(piles)
            memset(root.base, 0, 512)
            memset(start.shown, 0, 16)
            for i in range(len(piles)):
                root.size[i] = len(piles[i])
                for k in range(len(piles[i])):
                    root.base[i * ROWS + k] = piles[i][k]
            fit_piles(root, cython.address(start), piles)
        self.search.states = 0
        self.search.most = most
        with cython.nogil:
            answer = _wins(cython.address(self.search), cython.address(start))
        return answer, self.search.states
