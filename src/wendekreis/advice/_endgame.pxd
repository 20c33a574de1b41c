# What the kernels of the game in which cards only go up share. _endgame_state_kernel.py says what each means.
from libc.stdint cimport uint8_t, uint64_t

cdef enum:
    PILES = 16
    ROWS = 32
    DECK = 104
    WASTE = -1
    TURN = -2

# What a state is of: the whole, a hemisphere by itself, one that always makes way (_endgame_search_kernel.py).
cdef enum:
    WHOLE = 0
    HALF = 1
    YIELDING = 2

cdef struct Root:
    bint globe
    bint redeals
    int columns
    int piles
    int north
    int ranks
    uint8_t home[16]
    uint8_t size[16]
    uint8_t base[512]

cdef struct State:
    uint64_t once
    uint64_t twice
    uint8_t up[8]
    uint8_t length[16]
    uint8_t shown[16]
    uint8_t height
    uint8_t stock
    uint8_t deep
    uint8_t mode
    uint8_t lazy
    uint8_t waste[104]

cdef struct Entry:
    uint64_t one
    uint64_t other
    signed char moved
    signed char turned
    int search

cdef struct Search:
    Root root
    Entry *entries
    uint64_t mask
    uint64_t kept
    int number
    int states
    int most
