# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""A set of states that also is a queue of those yet to be looked at: the memory of a search.

Compiled by Cython; C types are those of the .pxd file of this name.

An *entry* is a state's whole key (``words`` of 64 bits), the entry it was reached from, the next entry of its hash
bucket and the next of its place in the queue. Entries are numbered from 0 and never leave. Two entries never
have the same key; keys are compared whole, the hash only finds them.

The hash table grows by *linear hashing*: with each new entry one bucket is split, so there is never a pause
in which all is hashed anew. Entries and bucket heads live in chunks of 4,096, so growing copies nothing.
``bytes`` counts all that is held.

The queue has 4,096 places, lowest score first; of one score the last one added comes first.
"""

import cython
from cython.cimports.libc.stdint import uint32_t, uint64_t
from cython.cimports.libc.stdlib import free, malloc, realloc
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.solver._checks import ensure

ADDED = 1
KNOWN = 0
FULL = -1

_CHUNK = cython.declare(uint32_t, 4096)
_NONE = cython.declare(uint32_t, 0xFFFFFFFF)
# Odd numbers of well mixed bits; as literals they would be Python's, being above 2**63.
_MIX0 = cython.declare(uint64_t, 0x9E3779B97F4A7C15)
_MIX1 = cython.declare(uint64_t, 0xBF58476D1CE4E5B9)
_MIX2 = cython.declare(uint64_t, 0x94D049BB133111EB)
_MIX3 = cython.declare(uint64_t, 0xD6E8FEB86659FD93)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _entry(store: cython.pointer(Store), number: uint32_t) -> cython.pointer(uint32_t):
    ensure(number < store.room)
    return store.chunks[number >> 12] + (number & (_CHUNK - 1)) * store.stride


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _head(store: cython.pointer(Store), bucket: uint32_t) -> cython.pointer(uint32_t):
    ensure((bucket >> 12) < store.head_count)
    return store.heads[bucket >> 12] + (bucket & (_CHUNK - 1))


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _hash(key: cython.pointer(uint64_t), words: cython.int) -> uint32_t:
    h: uint64_t = key[0] * _MIX0
    h = (h ^ (h >> 29) ^ key[1]) * _MIX1
    if words > 2:
        h = (h ^ (h >> 31) ^ key[2]) * _MIX2
    h ^= h >> 32
    h *= _MIX3
    return cython.cast(uint32_t, h >> 32)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _bucket(store: cython.pointer(Store), h: uint32_t) -> uint32_t:
    """Buckets below ``split`` are split already and told apart by one bit more."""
    bucket: uint32_t = h & (store.level - 1)
    if bucket < store.split:
        bucket = h & (2 * store.level - 1)
    return bucket


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _more_entries(store: cython.pointer(Store)) -> cython.bint:
    """Room for a chunk more of entries and for as many buckets; false when the memory does not allow it."""
    size: uint64_t = 4 * _CHUNK * cython.cast(uint64_t, store.stride + 1)
    room: uint32_t = store.chunk_room
    lists: cython.pointer(cython.pointer(uint32_t))
    if store.bytes + size > store.max_bytes or store.room > _NONE - 2 * _CHUNK:
        return False
    if store.chunk_count + 2 > room:
        room = 2 * room if room else 64
        lists = cython.cast(
            cython.pointer(cython.pointer(uint32_t)),
            realloc(store.chunks, room * cython.sizeof(cython.pointer(uint32_t))),
        )
        if lists == cython.NULL:
            return False
        store.chunks = lists
        lists = cython.cast(
            cython.pointer(cython.pointer(uint32_t)),
            realloc(store.heads, room * cython.sizeof(cython.pointer(uint32_t))),
        )
        if lists == cython.NULL:
            return False
        store.heads = lists
        store.bytes += 2 * cython.sizeof(cython.pointer(uint32_t)) * (room - store.chunk_room)
        store.chunk_room = room
    store.chunks[store.chunk_count] = cython.cast(cython.pointer(uint32_t), malloc(4 * _CHUNK * store.stride))
    if store.chunks[store.chunk_count] == cython.NULL:
        return False
    store.chunk_count += 1
    store.room += _CHUNK
    if store.head_count < store.chunk_count:
        store.heads[store.head_count] = cython.cast(cython.pointer(uint32_t), malloc(4 * _CHUNK))
        if store.heads[store.head_count] == cython.NULL:
            store.chunk_count -= 1
            store.room -= _CHUNK
            free(store.chunks[store.chunk_count])
            return False
        memset(store.heads[store.head_count], 255, 4 * _CHUNK)
        store.head_count += 1
    store.bytes += size
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _split(store: cython.pointer(Store)) -> cython.void:
    """Split the next bucket in two."""
    key: uint64_t[3]
    number: uint32_t = _head(store, store.split)[0]
    after: uint32_t
    at: cython.pointer(uint32_t)
    head: cython.pointer(uint32_t)
    low: uint32_t = _NONE
    high: uint32_t = _NONE
    while number != _NONE:
        at = _entry(store, number)
        after = at[store.stride - 2]
        read_key(store, number, key)
        if _hash(key, store.words) & store.level:
            at[store.stride - 2] = high
            high = number
        else:
            at[store.stride - 2] = low
            low = number
        number = after
    head = _head(store, store.split)
    head[0] = low
    head = _head(store, store.split + store.level)
    head[0] = high
    store.split += 1
    if store.split == store.level:
        store.split = 0
        store.level *= 2


def begin(store, words, max_bytes):
    """An empty store for keys of two or three words; 0 when there is no memory for it."""
    memset(store, 0, cython.sizeof(Store))
    memset(store.queue, 255, cython.sizeof(store.queue))
    store.words = words
    store.stride = 2 * words + 3
    store.level = 1024
    store.lowest = 4096
    store.max_bytes = max_bytes
    return _more_entries(store)


def end(store):
    """Give all memory back."""
    i: uint32_t
    for i in range(store.chunk_count):
        free(store.chunks[i])
    for i in range(store.head_count):
        free(store.heads[i])
    free(store.chunks)
    free(store.heads)
    memset(store, 0, cython.sizeof(Store))


def read_key(store, entry, key):
    """Copy an entry's key."""
    at: cython.pointer(uint32_t) = _entry(store, entry)
    i: cython.int
    for i in range(store.words):
        key[i] = at[2 * i] | cython.cast(uint64_t, at[2 * i + 1]) << 32


def parent_of(store, entry):
    """The entry that this one was reached from; of the first one, 0xFFFFFFFF."""
    return _entry(store, entry)[store.stride - 3]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _find(store: cython.pointer(Store), key: cython.pointer(uint64_t), h: uint32_t) -> uint32_t:
    number: uint32_t = _head(store, _bucket(store, h))[0]
    at: cython.pointer(uint32_t)
    i: cython.int
    while number != _NONE:
        at = _entry(store, number)
        i = 0
        while i < store.words and (
            at[2 * i] == cython.cast(uint32_t, key[i]) and at[2 * i + 1] == cython.cast(uint32_t, key[i] >> 32)
        ):
            i += 1
        if i == store.words:
            return number
        number = at[store.stride - 2]
    return _NONE


def has(store, key):
    """Whether the state is known."""
    return _find(store, key, _hash(key, store.words)) != _NONE


def add(store, key, parent, score):
    """Add a state if it is not known yet, and queue it: ADDED, KNOWN or FULL."""
    h: uint32_t = _hash(key, store.words)
    number: uint32_t
    at: cython.pointer(uint32_t)
    head: cython.pointer(uint32_t)
    i: cython.int
    if _find(store, key, h) != _NONE:
        return 0
    number = store.count
    if number == store.room and not _more_entries(store):
        return -1
    at = _entry(store, number)
    head = _head(store, _bucket(store, h))
    for i in range(store.words):
        at[2 * i] = cython.cast(uint32_t, key[i])
        at[2 * i + 1] = cython.cast(uint32_t, key[i] >> 32)
    at[store.stride - 3] = parent
    at[store.stride - 2] = head[0]
    head[0] = number
    score = 0 if score < 0 else 4095 if score > 4095 else score
    at[store.stride - 1] = store.queue[score]
    store.queue[score] = number
    if score < store.lowest:
        store.lowest = score
    store.count += 1
    if store.count > store.level + store.split:
        _split(store)
    return 1


def take(store):
    """Take the next entry from the queue; 0xFFFFFFFF when it is empty."""
    number: uint32_t
    while store.lowest < 4096:
        number = store.queue[store.lowest]
        if number != _NONE:
            store.queue[store.lowest] = _entry(store, number)[store.stride - 1]
            return number
        store.lowest += 1
    return _NONE
