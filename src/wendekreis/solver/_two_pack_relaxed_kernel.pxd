# The relaxed game; see _two_pack_relaxed_kernel.py.
from wendekreis.solver._two_pack_state_kernel cimport State, Table

cdef bint hopeless(Table *table, State *state) noexcept nogil
cdef bint comes_free(Table *table, State *state, int suit, int rank, int frozen) noexcept nogil
