from libc.stdint cimport uint16_t

from wendekreis.solver._hemispheres cimport Key, State, Table

cdef int list_moves(const Table *table, const State *state, uint16_t *moves) noexcept nogil
cdef int make(const Table *table, State *state, int move) noexcept nogil
cdef int next_safe(const Table *table, const State *state) noexcept nogil
cdef bint is_won(const Table *table, const State *state) noexcept nogil
cdef void arrange(const Table *table, State *state, int *places) noexcept nogil
cdef void pack(const Table *table, const State *state, Key *key) noexcept nogil
cdef void unpack(const Table *table, const Key *key, State *state) noexcept nogil
cdef int count_bits(unsigned long long bits) noexcept nogil
cdef int read_position(object description, Table *table, State *state) except -1
