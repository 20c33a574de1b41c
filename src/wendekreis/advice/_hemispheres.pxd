# What the player's kernels of Hemispheres share. _hemispheres_value_kernel.py says what each means.
from libc.stdint cimport uint8_t

cdef extern from *:
    """
    #if defined(_MSC_VER)
    #include <intrin.h>
    static int wk_lowest(unsigned int bits) { unsigned long i; _BitScanForward(&i, bits); return (int)i; }
    static int wk_highest(unsigned int bits) { unsigned long i; _BitScanReverse(&i, bits); return (int)i; }
    #else
    #define wk_lowest(bits) __builtin_ctz(bits)
    #define wk_highest(bits) (31 - __builtin_clz(bits))
    #endif
    """
    int wk_lowest(unsigned int bits) noexcept nogil
    int wk_highest(unsigned int bits) noexcept nogil

cdef enum:
    FEATURES = 62

cdef struct Sight:
    int stock
    uint8_t unseen[4][16]
    uint8_t lower[4][16]
    double weights[64]

from libc.stdint cimport uint16_t, uint32_t, uint64_t
from wendekreis.solver._hemispheres cimport State, Table

cdef struct Node:
    State state
    double value
    int parent
    uint16_t move

cdef struct Pool:
    Node *nodes
    int *heap
    uint32_t *index
    int room
    int count
    int waiting
    uint32_t mask

cdef enum:
    DEPTHS = 4

cdef struct Effort:
    int depth
    int limit[4]
    int breadth[4]
    int kinds[4]
