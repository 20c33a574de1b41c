# What is safe at once; see _two_pack_safe_kernel.py.
from wendekreis.solver._two_pack_state_kernel cimport State, Table

cdef void settle(Table *table, State *state) noexcept nogil
