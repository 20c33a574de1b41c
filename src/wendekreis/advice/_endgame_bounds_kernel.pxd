from wendekreis.advice._endgame cimport Root, State

cdef bint is_hopeless(Root *root, State *state) noexcept nogil
cdef bint is_buried(Root *root, State *state) noexcept nogil
cdef bint is_roomy(Root *root, State *state) noexcept nogil
