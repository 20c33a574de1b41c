# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The states that a search of Hemispheres has met, and a heap. Compiled by Cython.

A pool is an array of nodes (a state, the node it came from, the move) and an index that finds a state by its hash and
then compares the whole of it. The index holds tags, the high half of the hash. Nothing ever leaves a pool.
"""

import cython
from cython.cimports.libc.stdint import uint32_t, uint64_t
from cython.cimports.libc.stdlib import calloc, free, realloc
from cython.cimports.wendekreis.solver._checks import ensure
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
    if key.has_suits:
        h = ((h ^ (h >> 32)) + key.words[4]) * odd
        h = ((h ^ (h >> 32)) + key.words[5]) * odd
        h = ((h ^ (h >> 32)) + key.words[6]) * odd
    return h ^ (h >> 29)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _make_room(pool: cython.pointer(Pool)) -> cython.bint:
    """Make room for twice as many nodes, but no more than the limit; false when there is none."""
    room: uint64_t = 2 * cython.cast(uint64_t, pool.room) if pool.room else 1024
    nodes: cython.pointer(Node)
    suits: cython.pointer(uint64_t)
    if room > pool.most:
        room = pool.most
    if room <= pool.room:
        return False
    nodes = cython.cast(cython.pointer(Node), realloc(pool.nodes, room * cython.sizeof(Node)))
    if not nodes:
        return False
    pool.nodes = nodes
    if pool.has_suits:
        suits = cython.cast(cython.pointer(uint64_t), realloc(pool.suits, room * 3 * 8))
        if not suits:
            return False
        pool.suits = suits
    pool.room = room
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _double(pool: cython.pointer(Pool)) -> cython.bint:
    """Begin an index of twice as many places; false when there is no memory. The old one is moved over bit by bit."""
    places: uint64_t = 2 * (pool.mask + 1) if pool.index else 2048
    index: cython.pointer(uint64_t) = cython.cast(cython.pointer(uint64_t), calloc(places, 8))
    if not index:
        return False
    pool.old = pool.index
    pool.moved = 0
    pool.index = index
    pool.mask = places - 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _move_over(pool: cython.pointer(Pool)) -> cython.void:
    """Move four places of the old index, so that a large one never makes a search pause.

    The new index has twice the places of the old and so needs 3/4 of those more before it is doubled in its turn:
    long before that the old one is empty.
    """
    item: uint64_t
    for _ in range(4):
        ensure(pool.moved <= pool.mask >> 1)
        item = pool.old[pool.moved]
        if item:
            _put(pool, item)
        pool.moved += 1
    if pool.moved > pool.mask >> 1:
        free(pool.old)
        pool.old = cython.NULL


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _put(pool: cython.pointer(Pool), item: uint64_t) -> cython.void:
    at: uint64_t = (item >> 32) & pool.mask
    while pool.index[at]:
        at = (at + 1) & pool.mask
    pool.index[at] = item


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _knows(
    pool: cython.pointer(cython.const[Pool]),
    index: cython.pointer(cython.const[uint64_t]),
    mask: uint64_t,
    tag: uint64_t,
    key: cython.pointer(cython.const[Key]),
) -> cython.bint:
    """Whether the state is in the index: its tag is, and the whole state of that node is the same."""
    at: uint64_t = tag & mask
    node: uint32_t
    words: cython.pointer(cython.const[uint64_t])
    suits: cython.pointer(cython.const[uint64_t])
    while index[at]:
        if index[at] >> 32 == tag:
            node = cython.cast(uint32_t, index[at]) - 1
            ensure(node < pool.count)
            words = pool.nodes[node].words
            if (
                words[0] == key.words[0]
                and words[1] == key.words[1]
                and words[2] == key.words[2]
                and words[3] == key.words[3]
            ):
                if not pool.has_suits:
                    return True
                suits = pool.suits + 3 * cython.cast(uint64_t, node)
                if suits[0] == key.words[4] and suits[1] == key.words[5] and suits[2] == key.words[6]:
                    return True
        at = (at + 1) & mask
    return False


def read_node(pool, node, key):
    """The whole state of a node."""
    i: cython.int
    ensure(node < pool.count)
    for i in range(4):
        key.words[i] = pool.nodes[node].words[i]
    key.has_suits = pool.has_suits
    if pool.has_suits:
        for i in range(3):
            key.words[4 + i] = pool.suits[3 * cython.cast(uint64_t, node) + i]


def add_node(pool, key, parent, move):
    """The number of a new node; -1 if the state is known, -2 if there is no room."""
    tag: uint64_t = hash_key(key) >> 32
    i: cython.int
    if pool.count == pool.room and not _make_room(pool):
        return -2
    full: cython.bint = not pool.index or 4 * cython.cast(uint64_t, pool.count) >= 3 * (pool.mask + 1)
    if full and not _double(pool):
        return -2
    if pool.old:
        _move_over(pool)
    if _knows(pool, pool.index, pool.mask, tag, key):
        return -1
    if pool.old and _knows(pool, pool.old, pool.mask >> 1, tag, key):
        return -1
    _put(pool, tag << 32 | (pool.count + 1))
    ensure(pool.count < pool.room)
    for i in range(4):
        pool.nodes[pool.count].words[i] = key.words[i]
    if pool.has_suits:
        for i in range(3):
            pool.suits[3 * cython.cast(uint64_t, pool.count) + i] = key.words[4 + i]
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
    ensure(heap.count <= heap.room)
    heap.items[at] = item
    return True


def pop(heap):
    """Take the smallest item off the heap, which must have one."""
    first: uint64_t = heap.items[0]
    item: uint64_t
    at: uint32_t = 0
    child: uint32_t
    ensure(heap.count > 0)
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
