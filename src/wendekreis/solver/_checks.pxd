# What only the checked build looks at: indices behind bare pointers, whose bounds no compiler knows. A number
# that is wrong stops the process there; in the ordinary build the condition is not even evaluated.
cdef extern from *:
    """
    #ifdef WENDEKREIS_CHECKED
    #define WENDEKREIS_ENSURE(condition) ((condition) ? (void)0 : __builtin_trap())
    #else
    #define WENDEKREIS_ENSURE(condition) ((void)0)
    #endif
    """
    void ensure "WENDEKREIS_ENSURE" (bint condition) noexcept nogil
