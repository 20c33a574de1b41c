# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The states that a search of Hemispheres has met, and a heap. Compiled by Cython.

A pool is an array of nodes (a state, the node it came from, the move) and an index that finds a state by its hash and
then compares the whole of it. Nothing ever leaves a pool.
"""

import cython
from cython.cimports.libc.stdint import uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.wendekreis.solver._hemispheres import Key, Node, Pool


def hash_key(key):
    """A hash of the whole state. Equal hashes say nothing: the states are compared."""
    odd: uint64_t = 0x9E3779B9
    h: uint64_t
    odd = odd << 32 | 0x7F4A7C15
    h = key.words[0] * odd
    h = ((h ^ (h >> 32)) + key.words[1]) * odd
    h = ((h ^ (h >> 32)) + key.words[2]) * odd
    h = ((h ^ (h >> 32)) + key.words[3]) * odd
    return h ^ (h >> 29)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _grow(pool: cython.pointer(Pool)) -> cython.bint:
    """Make room for twice as many nodes, within the limit; false when there is none. The index is built anew."""
    room: uint64_t = 2 * cython.cast(uint64_t, pool.room) if pool.room else 1024
    places: uint64_t
    h: uint64_t
    at: uint64_t
    i: uint32_t
    nodes: cython.pointer(Node)
    index: cython.pointer(uint64_t)
    if room > pool.most:
        room = pool.most
    if room <= pool.room:
        return False
    places = 1024
    while places * 3 < room * 4:
        places *= 2
    if places - 1 != pool.mask or not pool.index:
        free(pool.index)
        pool.index = cython.cast(cython.pointer(uint64_t), calloc(places, 8))
        pool.mask = places - 1
        if not pool.index:
            return False
        index = pool.index
        for i in range(pool.count):
            h = hash_key(cython.address(pool.nodes[i].key))
            at = h & pool.mask
            while index[at]:
                at = (at + 1) & pool.mask
            index[at] = (h >> 32 << 32) | (i + 1)
    nodes = cython.cast(cython.pointer(Node), realloc(pool.nodes, room * cython.sizeof(Node)))
    if not nodes:
        return False
    pool.nodes = nodes
    pool.room = room
    return True


def add_node(pool, key, parent, move):
    """The number of a new node; -1 if the state is known, -2 if there is no room."""
    h: uint64_t
    at: uint64_t
    other: cython.pointer(Key)
    if pool.count == pool.room and not _grow(pool):
        return -2
    h = hash_key(key)
    at = h & pool.mask
    while pool.index[at]:
        if pool.index[at] >> 32 == h >> 32:
            other = cython.address(pool.nodes[cython.cast(uint32_t, pool.index[at]) - 1].key)
            if (
                other.words[0] == key.words[0]
                and other.words[1] == key.words[1]
                and other.words[2] == key.words[2]
                and other.words[3] == key.words[3]
            ):
                return -1
        at = (at + 1) & pool.mask
    pool.index[at] = (h >> 32 << 32) | (pool.count + 1)
    pool.nodes[pool.count].key = key[0]
    pool.nodes[pool.count].parent = parent
    pool.nodes[pool.count].move = move
    pool.count += 1
    return pool.count - 1


def push(heap, item):
    """Put an item on the heap, smallest first; false when there is no memory."""
    room: uint32_t
    at: uint32_t
    items: cython.pointer(uint64_t)
    if heap.count == heap.room:
        room = 2 * heap.room if heap.room else 1024
        items = cython.cast(cython.pointer(uint64_t), realloc(heap.items, cython.cast(uint64_t, room) * 8))
        if not items:
            return False
        heap.items = items
        heap.room = room
    at = heap.count
    heap.count += 1
    while at and heap.items[(at - 1) >> 1] > item:
        heap.items[at] = heap.items[(at - 1) >> 1]
        at = (at - 1) >> 1
    heap.items[at] = item
    return True


def pop(heap):
    """Take the smallest item off the heap, which must have one."""
    first: uint64_t = heap.items[0]
    item: uint64_t
    at: uint32_t = 0
    child: uint32_t
    heap.count -= 1
    item = heap.items[heap.count]
    while True:
        child = 2 * at + 1
        if child >= heap.count:
            break
        if child + 1 < heap.count and heap.items[child + 1] < heap.items[child]:
            child += 1
        if heap.items[child] >= item:
            break
        heap.items[at] = heap.items[child]
        at = child
    heap.items[at] = item
    return first
