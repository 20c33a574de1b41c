from libc.stdint cimport int64_t, uint32_t, uint64_t

from wendekreis.solver._hemispheres cimport Heap, Key, Pool

cdef uint64_t hash_key(const Key *key) noexcept nogil
cdef void read_node(const Pool *pool, uint32_t node, Key *key) noexcept nogil
cdef int64_t add_node(Pool *pool, const Key *key, uint32_t parent, int move) noexcept nogil
cdef bint push(Heap *heap, uint64_t item) noexcept nogil
cdef uint64_t pop(Heap *heap) noexcept nogil
