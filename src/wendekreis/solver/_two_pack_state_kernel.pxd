# What the kernels of Unlimited and Interchange share; the meaning of each field stands in _two_pack_state_kernel.py.
from libc.stdint cimport uint8_t, uint32_t, uint64_t

cdef struct Table:
    int ranks
    int packs
    int takeback
    int any_space
    int pile_bits
    int columns
    int ordered
    int redeals
    int flags
    int stock_size
    int tracing
    int traced
    uint64_t trace[1024]
    uint32_t full
    uint8_t stock[128]
    uint8_t card[128]
    uint8_t base[136]
    uint32_t below[544]

cdef struct State:
    uint8_t p[8]
    uint8_t suit[8]
    uint8_t head[8]
    uint8_t top[8]
    uint8_t lo[4]
    uint8_t hi[4]
    uint32_t talon[4]
    uint64_t mask
    int turned
    int waste

cdef void show(Table *table, State *state, int pile, int p) noexcept nogil
cdef void lift(Table *table, State *state, int pile, int count) noexcept nogil
cdef void move_run(Table *table, State *state, int source, int count, int target) noexcept nogil
cdef bint takes(Table *table, State *state, int pile, int suit, int rank) noexcept nogil
cdef bint fits(State *state, int suit, int rank) noexcept nogil
cdef void put_up(State *state, int suit, int rank) noexcept nogil
cdef void up(Table *table, State *state, int pile) noexcept nogil
cdef bint fill(Table *table, State *state, int pile, int suit, int first, int last) noexcept nogil
cdef void waste_to(Table *table, State *state, int target) noexcept nogil
cdef bint talon_to(Table *table, State *state, int suit, int rank, int target) noexcept nogil
cdef void turn(Table *table, State *state) noexcept nogil
cdef void redeal(Table *table, State *state) noexcept nogil
cdef bint is_over(Table *table, State *state) noexcept nogil
cdef int pile_code(Table *table, State *state, int pile) noexcept nogil
cdef void pack(Table *table, State *state, uint64_t *key) noexcept nogil
cdef void unpack(Table *table, uint64_t *key, State *state) noexcept nogil
cdef int load(dict description, Table *table, State *state) except -1
