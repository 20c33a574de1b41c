# What the kernels of Hemispheres share. _hemispheres_state_kernel.py says what each means.
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    WASTE = 12
    STOCK = 13
    BARRIER = 14
    FOUNDATION = 12
    EXCHANGE = 1024

cdef enum:
    BARRIERS_LAST = 1
    ALIKE_PILES = 2
    SAFE_TOPS = 4
    SAFE_SINGLES = 8

# Variants, in the same word.
cdef enum:
    FILL_FROM_STOCK = 16
    BUILD_IN_COLOUR = 32
    QUADRANTS = 64
    BARRIERS_AT_END = 128

# What a node may take in bytes: itself (40), its place in an index that was just doubled (4 places of 8 bytes, those of
# the old index included) and in a list of open nodes that was (2 of 8).
cdef enum:
    NODE_BYTES = 88
    SUITS_BYTES = 24

# A score with this added is no negative number, whatever the weights.
cdef enum:
    ABOVE_ZERO = 1000000

cdef struct Table:
    int ranks
    int half
    int size
    int flags
    uint8_t begins[12]
    uint8_t suit[128]
    uint8_t level[128]
    uint64_t below[4][16][2]

cdef struct State:
    uint32_t piles[12]
    uint8_t up[8]
    int turned
    int top
    int barriers
    uint64_t waste[2]

cdef struct Key:
    uint64_t words[7]
    bint has_suits

cdef struct Node:
    uint64_t words[4]
    uint32_t parent
    uint16_t move

# index: the high half of the hash, then the number of the node plus 1; 0 is a free place. old: the index of half as
# many places that is being moved over, of which so many were moved; or NULL. suits: the last words of each node's key, if
# keys have them.
cdef struct Pool:
    Node *nodes
    uint64_t *suits
    bint has_suits
    uint64_t *index
    uint64_t *old
    uint64_t moved
    uint32_t count
    uint32_t room
    uint32_t most
    uint64_t mask

cdef struct Heap:
    uint64_t *items
    uint32_t count
    uint32_t room
