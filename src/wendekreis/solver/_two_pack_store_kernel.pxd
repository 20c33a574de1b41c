# A set of states that also is a queue; the meaning of each field stands in _two_pack_store_kernel.py.
from libc.stdint cimport uint32_t, uint64_t

cdef struct Store:
    int words
    int stride
    uint32_t count
    uint32_t room
    uint32_t split
    uint32_t level
    uint64_t bytes
    uint64_t max_bytes
    uint32_t **chunks
    uint32_t **heads
    uint32_t chunk_count
    uint32_t head_count
    uint32_t chunk_room
    int lowest
    uint32_t queue[4096]

cdef int begin(Store *store, int words, uint64_t max_bytes) noexcept nogil
cdef void end(Store *store) noexcept nogil
cdef bint has(Store *store, uint64_t *key) noexcept nogil
cdef int add(Store *store, uint64_t *key, uint32_t parent, int score) noexcept nogil
cdef uint32_t take(Store *store) noexcept nogil
cdef void read_key(Store *store, uint32_t entry, uint64_t *key) noexcept nogil
cdef uint32_t parent_of(Store *store, uint32_t entry) noexcept nogil
