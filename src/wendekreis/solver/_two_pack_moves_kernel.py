# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The moves of the rules, each by itself: what perft counts, and what the search tries when LAZY is off.

Compiled by Cython; C types are those of the .pxd file of this name.
"""

import cython
from cython.cimports.libc.stdint import uint32_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.solver._checks import ensure
from cython.cimports.wendekreis.solver._two_pack_state_kernel import (
    State,
    Table,
    fill,
    fits,
    load,
    move_run,
    redeal,
    takes,
    talon_to,
    turn,
    up,
    waste_to,
)

_TALON = cython.declare(cython.uint, 100)
_FOUNDATION = cython.declare(cython.uint, 101)
_TURN = cython.declare(cython.uint, 102)
_REDEAL = cython.declare(cython.uint, 103)
_NO_SUIT = cython.declare(cython.int, 4)


def list_moves(table, state, moves):
    """Write every legal move of the rules, once each; return how many. There is room for 1024.

    Here, and only here, a pile is always its number. Without ``ordered`` any card of the talon may be moved, and
    there is no turn and no redeal. With ALIKE_PILES the first empty pile stands for all.
    """
    n: cython.int = 0
    i: cython.int
    j: cython.int
    suit: cython.int
    rank: cython.int
    card: uint32_t
    fills: cython.bint
    skip: cython.int = 0
    for i in range(table.columns):
        if table.flags & 8 and state.suit[i] == _NO_SUIT:
            if skip & 256:
                skip |= 1 << i
            skip |= 256
    for i in range(table.columns):
        suit = state.suit[i]
        if suit == _NO_SUIT:
            continue
        for rank in range(state.top[i], state.head[i] + 1):
            card = suit << 4 | rank
            for j in range(table.columns):
                if j != i and not skip >> j & 1 and takes(table, state, j, suit, rank):
                    moves[n] = i | j << 8 | (rank - state.top[i] + 1) << 16 | card << 24
                    n += 1
        if fits(state, suit, state.top[i]):
            moves[n] = i | _FOUNDATION << 8 | 1 << 16 | cython.cast(uint32_t, suit << 4 | state.top[i]) << 24
            n += 1
    for suit in range(4):
        for rank in range(1, table.ranks + 1):
            card = suit << 4 | rank
            if table.ordered:
                fills = state.waste >= 0 and table.stock[state.waste] == card
            else:
                fills = (state.talon[suit] >> (2 * rank - 2)) & 3 != 0
            if fills and fits(state, suit, rank):
                moves[n] = _TALON | _FOUNDATION << 8 | 1 << 16 | card << 24
                n += 1
            for j in range(table.columns):
                if not skip >> j & 1 and takes(table, state, j, suit, rank):
                    if fills:
                        moves[n] = _TALON | j << 8 | 1 << 16 | card << 24
                        n += 1
                    # Of two different cards the higher one fills a space, as the rules' notation has it.
                    if table.takeback and (
                        state.hi[suit] == rank
                        or (state.lo[suit] == rank and (table.packs == 1 or state.suit[j] != _NO_SUIT))
                    ):
                        moves[n] = _FOUNDATION | j << 8 | 1 << 16 | card << 24
                        n += 1
    if table.ordered:
        if state.turned < table.stock_size:
            moves[n] = _TURN
            n += 1
        elif table.redeals and state.waste >= 0:
            moves[n] = _REDEAL
            n += 1
    ensure(n <= 1024)
    return n


def make(table, state, move):
    """Make a move of :func:`list_moves`."""
    source: cython.int = move & 255
    target: cython.int = (move >> 8) & 255
    suit: cython.int = move >> 28
    rank: cython.int = (move >> 24) & 15
    if source == cython.cast(cython.int, _TURN):
        turn(table, state)
    elif source == cython.cast(cython.int, _REDEAL):
        redeal(table, state)
    elif source == cython.cast(cython.int, _FOUNDATION):
        fill(table, state, target, suit, rank, rank)
    elif source == cython.cast(cython.int, _TALON):
        if target == cython.cast(cython.int, _FOUNDATION):
            target = -1
        if table.ordered:
            waste_to(table, state, target)
        else:
            talon_to(table, state, suit, rank, target)
    elif target == cython.cast(cython.int, _FOUNDATION):
        up(table, state, source)
    else:
        move_run(table, state, source, (move >> 16) & 255, target)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _perft(
    table: cython.pointer(Table), state: cython.pointer(State), depth: cython.int, counts: cython.pointer(uint64_t)
) -> cython.void:
    moves: uint32_t[1024]
    n: cython.int = list_moves(table, state, moves)
    after: State
    i: cython.int
    counts[0] += n
    if depth > 1:
        for i in range(n):
            after = state[0]
            make(table, cython.address(after), moves[i])
            _perft(table, cython.address(after), depth - 1, counts + 1)


def perft(description, depth: int) -> list[int]:
    """What :func:`wendekreis.rules.perft` counts, by the moves of this kernel; ``depth`` at most 16."""
    table: Table
    state: State
    counts: uint64_t[16]
    limit: cython.int = min(depth, 16)
    memset(counts, 0, cython.sizeof(counts))
    load(description, cython.address(table), cython.address(state))
    if depth > 0:
        with cython.nogil:
            _perft(cython.address(table), cython.address(state), limit, counts)
    return [1, *[counts[i] for i in range(limit)]]
