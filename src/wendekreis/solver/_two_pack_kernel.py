# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The search for Unlimited and Interchange: compound moves, a relaxation that proves losses, best-first.

Compiled by Cython. Positions and the rules' moves are in _two_pack_state_kernel.py, the memory in
_two_pack_store_kernel.py; docs/solver.md has the arguments at length.
"""

from itertools import pairwise

import cython
from cython.cimports.libc.stdint import int64_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free
from cython.cimports.wendekreis.solver._two_pack_moves_kernel import list_moves, make
from cython.cimports.wendekreis.solver._two_pack_relaxed_kernel import hopeless
from cython.cimports.wendekreis.solver._two_pack_safe_kernel import settle
from cython.cimports.wendekreis.solver._two_pack_state_kernel import (
    State,
    Table,
    fill,
    fits,
    is_over,
    load,
    move_run,
    pack,
    talon_to,
    turn,
    unpack,
    up,
    waste_to,
)
from cython.cimports.wendekreis.solver._two_pack_store_kernel import (
    Store,
    add,
    begin,
    end,
    has,
    parent_of,
    read_key,
    take,
)

RUNNING = 0
WON = 1
LOST = 2
MEMORY = 3

_LAZY = cython.declare(cython.int, 2)
_RELAXATION = cython.declare(cython.int, 4)
_NO_SUIT = cython.declare(cython.int, 4)
_NONE = cython.declare(uint32_t, 0xFFFFFFFF)

Hunt = cython.struct(
    table=Table,
    store=Store,
    status=cython.int,
    seeking=cython.bint,
    found=cython.bint,
    wanted=uint64_t[3],
    parent=uint32_t,
    won=uint32_t,
    nodes=int64_t,
)
"""One search. ``seeking`` is set while a line is read back: then no state is added, and ``wanted`` is looked for."""


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _score(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.int:
    """The lower the sooner: cards still in their rests of the deal, and in stock and waste."""
    score: cython.int = 0
    i: cython.int
    for i in range(table.columns):
        score += state.p[i]
    return score * 16


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _offer(hunt: cython.pointer(Hunt), state: cython.pointer(State)) -> cython.void:
    """Take a position that was reached into the search."""
    key: uint64_t[3]
    added: cython.int
    if hunt.found or hunt.status != 0:
        return
    settle(cython.address(hunt.table), state)
    if hunt.seeking:
        pack(cython.address(hunt.table), state, key)
        hunt.found = (
            key[0] == hunt.wanted[0]
            and key[1] == hunt.wanted[1]
            and (not hunt.table.ordered or key[2] == hunt.wanted[2])
        )
        return
    pack(cython.address(hunt.table), state, key)
    if hunt.table.flags & _RELAXATION and (
        has(cython.address(hunt.store), key) or hopeless(cython.address(hunt.table), state)
    ):
        return
    added = add(cython.address(hunt.store), key, hunt.parent, _score(cython.address(hunt.table), state))
    if added < 0:
        hunt.status = 3
    elif added > 0 and is_over(cython.address(hunt.table), state):
        hunt.status = 1
        hunt.won = hunt.store.count - 1


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _climb(table: cython.pointer(Table), state: cython.pointer(State), pile: cython.int) -> cython.bint:
    """Move a pile's top card up, with what is missing under it on the foundation from the talon, if that can be done.

    The higher foundation is taken if the card is above it: what the lower one would need from the talon is all
    that the higher one needs, and more.
    """
    suit: cython.int = state.suit[pile]
    rank: cython.int = state.top[pile]
    height: cython.int
    if not fits(state, suit, rank):
        if table.ordered:
            return False
        for height in range((state.hi[suit] if rank > state.hi[suit] else state.lo[suit]) + 1, rank):
            if not talon_to(table, state, suit, height, -1):
                return False
    up(table, state, pile)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _lazy_moves(hunt: cython.pointer(Hunt), state: cython.pointer(State)) -> cython.void:
    """Offer what can be reached by one compound move.

    Each takes a card off a pile (or off an ordered waste) for good reason. Cards of the talon and of foundations
    move only within one, as fill under the run that moves, or as steps to the foundation under the card that
    goes up; see docs/solver.md, "Lazy moves".
    """
    table: cython.pointer(Table) = cython.address(hunt.table)
    after: State
    i: cython.int
    j: cython.int
    suit: cython.int
    rank: cython.int
    card: cython.int
    empty: cython.int = -1
    for j in range(table.columns):
        if state.suit[j] == _NO_SUIT:
            empty = j  # one empty pile is as good as another
    for i in range(table.columns):
        suit = state.suit[i]
        if suit == _NO_SUIT:
            continue
        table.traced = 0
        after = state[0]
        if _climb(table, cython.address(after), i):
            _offer(hunt, cython.address(after))
            if hunt.found:
                return
        if table.takeback and state.top[i] == state.head[i] and state.hi[suit] == state.top[i] - 1:
            continue  # once up, it can be taken back to wherever else it could go
        for rank in range(state.top[i], state.head[i] + 1):
            if rank == state.head[i] and state.p[i] == 0:
                continue  # a King's run from one empty pile to another
            for j in range(table.columns):
                if j == i or state.top[j] <= rank or (state.suit[j] != suit and j != empty):
                    continue
                table.traced = 0
                after = state[0]
                if not fill(table, cython.address(after), j, suit, state.top[j] - 1, rank + 1):
                    continue
                move_run(table, cython.address(after), i, rank - state.top[i] + 1, j)
                # A run is split only to let the card go up that is bared.
                if rank < state.head[i] and not _climb(table, cython.address(after), i):
                    continue
                _offer(hunt, cython.address(after))
                if hunt.found:
                    return
    if not table.ordered:
        return
    if state.waste >= 0:
        card = table.stock[state.waste]
        suit = card >> 4
        rank = card & 15
        if fits(state, suit, rank):
            table.traced = 0
            after = state[0]
            waste_to(table, cython.address(after), -1)
            _offer(hunt, cython.address(after))
            if hunt.found:
                return
        for j in range(table.columns):
            if table.takeback and fits(state, suit, rank):
                break  # as above
            if state.top[j] <= rank or (state.suit[j] != suit and j != empty):
                continue
            table.traced = 0
            after = state[0]
            if fill(table, cython.address(after), j, suit, state.top[j] - 1, rank + 1):
                waste_to(table, cython.address(after), j)
                _offer(hunt, cython.address(after))
                if hunt.found:
                    return
    if state.turned < table.stock_size:
        table.traced = 0
        after = state[0]
        turn(table, cython.address(after))
        _offer(hunt, cython.address(after))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all_moves(hunt: cython.pointer(Hunt), state: cython.pointer(State)) -> cython.void:
    """Offer what can be reached by one move of the rules."""
    moves: uint32_t[1024]
    after: State
    i: cython.int
    for i in range(list_moves(cython.address(hunt.table), state, moves)):
        hunt.table.traced = 0
        after = state[0]
        make(cython.address(hunt.table), cython.address(after), moves[i])
        _offer(hunt, cython.address(after))
        if hunt.found:
            return


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expand(hunt: cython.pointer(Hunt), entry: uint32_t) -> cython.void:
    key: uint64_t[3]
    state: State
    read_key(cython.address(hunt.store), entry, key)
    unpack(cython.address(hunt.table), key, cython.address(state))
    hunt.parent = entry
    if hunt.table.flags & _LAZY:
        _lazy_moves(hunt, cython.address(state))
    else:
        _all_moves(hunt, cython.address(state))


@cython.cclass
class Search:
    """One search from a position; :meth:`run` goes on with it, :meth:`line` tells the way to the win.

    ``max_bytes`` bounds the memory of the states; all of it is given back with the object. A number that 64 bits can't
    hold is an OverflowError. The memory begins as zeros, so what was never made is never freed.
    """

    _hunt: cython.pointer(Hunt)

    def __cinit__(self, description: dict, max_bytes: int):
        self._hunt = cython.cast(cython.pointer(Hunt), calloc(1, cython.sizeof(Hunt)))
        if self._hunt == cython.NULL:
            raise MemoryError
        state: State
        load(description, cython.address(self._hunt.table), cython.address(state))
        self._hunt.status = 0
        self._hunt.seeking = self._hunt.found = False
        self._hunt.nodes = 0
        self._hunt.parent = _NONE
        if not begin(cython.address(self._hunt.store), 3 if self._hunt.table.ordered else 2, max_bytes):
            self._hunt.status = 3
        else:
            _offer(self._hunt, cython.address(state))

    def __dealloc__(self):
        if self._hunt != cython.NULL:
            end(cython.address(self._hunt.store))
            free(self._hunt)

    @property
    def nodes(self) -> int:
        """How many states were expanded."""
        return self._hunt.nodes

    @property
    def states(self) -> int:
        """How many states are held."""
        return self._hunt.store.count

    @property
    def bytes(self) -> int:
        """How much memory the states take."""
        return self._hunt.store.bytes

    def run(self, nodes: cython.longlong) -> int:
        """Expand at most so many states, without the GIL: RUNNING, WON, LOST or MEMORY."""
        entry: uint32_t
        hunt: cython.pointer(Hunt) = self._hunt
        with cython.nogil:
            while nodes > 0 and hunt.status == 0:
                entry = take(cython.address(hunt.store))
                if entry == _NONE:
                    hunt.status = 2
                    break
                _expand(hunt, entry)
                hunt.nodes += 1
                nodes -= 1
        return hunt.status

    def line(self) -> list[int]:
        """After WON: the moves as _two_pack_state_kernel writes them, up to where only putting up is left."""
        hunt: cython.pointer(Hunt) = self._hunt
        entry: uint32_t = hunt.won
        way: list[int] = []
        line: list[int] = []
        while entry != _NONE:
            way.append(entry)
            entry = parent_of(cython.address(hunt.store), entry)
        way.reverse()
        hunt.seeking = True
        hunt.table.tracing = 1
        hunt.status = 0
        for start, target in pairwise(way):
            hunt.found = False
            read_key(cython.address(hunt.store), target, hunt.wanted)
            _expand(hunt, start)
            if not hunt.found or hunt.table.traced >= 1024:
                raise RuntimeError("a state's way back was lost")
            line.extend([hunt.table.trace[i] for i in range(hunt.table.traced)])
        hunt.seeking = hunt.found = False
        hunt.table.tracing = 0
        hunt.status = 1
        return line

    def opening(self, description: dict) -> list[int]:
        """The moves up that :func:`settle` makes in the given position itself, before the search begins."""
        state: State
        table: Table
        load(description, cython.address(table), cython.address(state))
        table.tracing = 1
        settle(cython.address(table), cython.address(state))
        return [table.trace[i] for i in range(table.traced)]
