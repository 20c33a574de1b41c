# What the kernels of Single Interchange share; _single_interchange_kernel.py says what it means.

# The table of a deal, by card (hashed to 6 bits): which cards stop being in place when this one leaves, and which
# card is the pile's end then (0: the pile is empty). And by code, which bit is which card.
cdef struct Board:
    unsigned long long gone[64]
    unsigned long long under[64]
    unsigned long long bits[64]
    unsigned long long aces
    unsigned long long kings
    unsigned long long cards

cdef struct State:
    unsigned long long in_place
    unsigned long long ends
    unsigned long long rooted
    int spaces

cdef int hash_card(unsigned long long card) noexcept nogil
cdef void name_cards(Board *board, int ranks) noexcept nogil
cdef void lay_pile(
    Board *board, State *state, const unsigned char *codes, int stride, int length, unsigned long long down
) noexcept nogil
cdef void leave(Board *board, State *state, unsigned long long card) noexcept nogil
cdef unsigned long long upward(Board *board, State *state) noexcept nogil
