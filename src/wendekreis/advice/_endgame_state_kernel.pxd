from wendekreis.advice._endgame cimport Root, State

cdef int top_of(Root *root, State *state, int pile) noexcept nogil
cdef bint fits(State *state, int card) noexcept nogil
cdef bint play(Root *root, State *state, int source, int at) noexcept nogil
cdef void show(State *state, int card, int source) noexcept nogil
cdef int safe(Root *root, State *state, int *source) noexcept nogil
cdef bint fills_badly(Root *root, State *state, int pile) noexcept nogil
cdef void restrict(Root *root, State *state, int half, State *after) noexcept nogil
cdef bint fit_piles(Root *root, State *state, tuple piles) noexcept
