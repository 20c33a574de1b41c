# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Counts of move sequences by the kernel's own moves, to hold them to the rules engine. Compiled by Cython."""

import cython
from cython.cimports.libc.stdint import uint16_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.solver._hemispheres import State, Table
from cython.cimports.wendekreis.solver._hemispheres_state_kernel import list_moves, make, read_position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _perft(
    table: cython.pointer(cython.const[Table]),
    state: cython.pointer(cython.const[State]),
    depth: cython.int,
    counts: cython.pointer(uint64_t),
) -> cython.void:
    moves: uint16_t[256]
    after: State
    i: cython.int
    n: cython.int = list_moves(table, state, moves)
    counts[0] += n
    if depth > 1:
        for i in range(n):
            after = state[0]
            make(table, cython.address(after), moves[i])
            _perft(table, cython.address(after), depth - 1, counts + 1)


def perft(description: tuple, depth: int) -> list:
    """As ``rules.perft``, by the kernel's own moves: counts of sequences of length 0 … ``depth`` (at most 15)."""
    table: Table
    state: State
    counts: uint64_t[16]
    levels: cython.int = depth
    memset(counts, 0, cython.sizeof(counts))
    read_position(description, cython.address(table), cython.address(state))
    if 0 < levels < 16:
        with cython.nogil:
            _perft(cython.address(table), cython.address(state), levels, counts)
    return [1, *[counts[i] for i in range(levels)]]
