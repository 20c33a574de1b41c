# What the kernels of Hemispheres share. _hemispheres_state_kernel.py says what each means.
from libc.stdint cimport uint8_t, uint16_t, uint64_t

cdef enum:
    WASTE = 12
    STOCK = 13
    BARRIER = 14
    FOUNDATION = 12
    EXCHANGE = 1024
    MOST_MOVES = 256

cdef enum:
    BARRIERS_LAST = 1
    ALIKE_PILES = 2
    SAFE_TOPS = 4
    SAFE_SINGLES = 8

cdef struct Table:
    int ranks
    int half
    int size
    int flags
    uint8_t suit[128]
    uint8_t level[128]
    uint64_t below[4][16][2]

cdef struct State:
    uint16_t piles[12]
    uint8_t up[8]
    int turned
    int top
    int barriers
    uint64_t waste[2]

cdef struct Key:
    uint64_t words[4]
