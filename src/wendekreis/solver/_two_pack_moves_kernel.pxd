# The moves of the rules; see _two_pack_moves_kernel.py.
from libc.stdint cimport uint32_t
from wendekreis.solver._two_pack_state_kernel cimport State, Table

cdef int list_moves(Table *table, State *state, uint32_t *moves) noexcept nogil
cdef void make(Table *table, State *state, uint32_t move) noexcept nogil
