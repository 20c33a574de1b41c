from wendekreis.advice._hemispheres cimport Sight
from wendekreis.solver._hemispheres cimport State, Table

cdef double value(const Table *table, const State *state, const Sight *sight, double *f) noexcept nogil
cdef void see(Sight *sight) noexcept nogil
