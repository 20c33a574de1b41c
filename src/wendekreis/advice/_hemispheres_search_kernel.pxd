from libc.stdint cimport uint64_t
from wendekreis.advice._hemispheres cimport Effort, Node, Pool, Sight
from wendekreis.solver._hemispheres cimport State, Table

cdef int make_room(Pool *pool, int room) noexcept nogil
cdef void free_room(Pool *pool) noexcept nogil
cdef int arrangements(Table *table, const State *start, const Sight *sight, Pool *pool, int limit) noexcept nogil
cdef double chance_of(double v) noexcept nogil
cdef double after_turn(Table *table, const State *state, Sight *sight, Pool *pools, const Effort *effort, int depth, uint64_t *random) noexcept nogil
cdef int choose(Table *table, const State *start, Sight *sight, Pool *pools, const Effort *effort, uint64_t *random, double *chance) noexcept nogil
cdef void turn(Table *table, State *state, int suit, int level, int stock) noexcept nogil
cdef uint64_t draw(uint64_t *random) noexcept nogil
cdef int best_nodes(Pool *pool, int wanted, int *places) noexcept nogil
