# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Hemispheres searched: depth first, which is exact, and by beam, which is quick. Compiled by Cython.

Both expand nodes of a pool, in which every state is once. So when a depth-first search has no open node left, it
has seen every state that can be reached. A search runs in slices of so many nodes, without the GIL; between two
slices its owner looks at clocks and switches.
"""

import cython
from cython.cimports.libc.stdint import int64_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import free, realloc
from cython.cimports.wendekreis.solver._checks import ensure
from cython.cimports.wendekreis.solver._hemispheres import (
    ABOVE_ZERO,
    BUILD_IN_COLOUR,
    EXCHANGE,
    NODE_BYTES,
    SUITS_BYTES,
    Heap,
    Key,
    Pool,
    State,
    Table,
)
from cython.cimports.wendekreis.solver._hemispheres_pool_kernel import add_node, hash_key, pop, push, read_node
from cython.cimports.wendekreis.solver._hemispheres_state_kernel import (
    arrange,
    count_bits,
    is_won,
    list_moves,
    make,
    next_safe,
    pack,
    read_position,
    unpack,
)

RUNNING = 0
WON = 1
ENDED = 2
MEMORY = 3

FEATURES = 7


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(
    table: cython.pointer(cython.const[Table]),
    state: cython.pointer(cython.const[State]),
    weights: cython.pointer(cython.const[cython.int]),
) -> cython.int:
    """How far from won a state looks; less is better. ``hemispheres.py`` names the weights in their order."""
    i: cython.int
    code: cython.int
    suit: cython.int
    top: cython.int
    gap: cython.int
    astray_north: cython.int = 0
    astray_south: cython.int = 0
    missing: cython.int = 8 * table.ranks
    distance: cython.int = 0
    blocked: cython.int = 0
    length: cython.int = 0
    for i in range(8):
        missing -= state.up[i]
    for i in range(12):
        code = state.piles[i]
        if code == 0:
            continue
        if (code & 2 << 8 == 0) != (i < 6):
            if i < 6:
                astray_north += 1
            else:
                astray_south += 1
            continue
        suit = code >> 8 & 3
        top = code & 15
        gap = top - 1 - state.up[2 * suit]
        if gap < 0:
            gap = top - 1 - state.up[2 * suit + 1]
        distance += gap
        length += (code >> 4 & 15) - top
        blocked += count_bits(state.waste[0] & table.below[suit][top][0]) + count_bits(
            state.waste[1] & table.below[suit][top][1]
        )
    gap = astray_north - astray_south
    return (
        weights[0] * (astray_north + astray_south)
        + weights[1] * missing
        + weights[2] * (count_bits(state.waste[0]) + count_bits(state.waste[1]))
        + weights[3] * distance
        + weights[4] * blocked
        + weights[5] * (gap if gap > 0 else -gap)
        + weights[6] * length
    )


@cython.cclass
class Search:
    """What both searches have: a position, a pool, and the line to the node that won.

    All pointers are NULL before anything can fail, so what was never made is never freed.
    """

    table: Table
    start: State
    pool: Pool
    weights: cython.int[7]
    won_at: int64_t
    nodes: cython.longlong

    def __cinit__(self, description: tuple, max_bytes: int, weights: tuple, *options: int):
        key: Key
        state: State
        read_position(description, cython.address(self.table), cython.address(self.start))
        for i in range(FEATURES):
            self.weights[i] = weights[i]
        if max_bytes < 1:
            raise ValueError("a search needs some memory")
        self.pool.has_suits = self.table.flags & BUILD_IN_COLOUR != 0
        node_bytes: cython.int = NODE_BYTES + (SUITS_BYTES if self.pool.has_suits else 0)
        self.pool.most = min(max(max_bytes // node_bytes, 1024), 2**32 - 2**20)
        self.won_at = -1
        state = self.start
        _settle(cython.address(self.table), cython.address(state))
        pack(cython.address(self.table), cython.address(state), cython.address(key))
        if add_node(cython.address(self.pool), cython.address(key), 0, 0) < 0:
            raise MemoryError
        if is_won(cython.address(self.table), cython.address(state)):
            self.won_at = 0

    def __dealloc__(self):
        free(self.pool.nodes)
        free(self.pool.suits)
        free(self.pool.index)
        free(self.pool.old)

    @property
    def expanded(self) -> int:
        """How many nodes were expanded."""
        return self.nodes

    @property
    def held(self) -> int:
        """How many states the pool holds."""
        return self.pool.count

    def line(self) -> list:
        """The moves from the position to the win: ``(source, target, suit of the card, is an exchange)``.

        Source and target are numbers as the state has them, but of the piles of the position, not in order.
        """
        places: cython.int[12]
        state: State = self.start
        i: cython.int
        node: uint32_t = self.won_at
        path: list = []
        moves: list = []
        while node:
            path.append(self.pool.nodes[node].move)
            node = self.pool.nodes[node].parent
        for i in range(12):
            places[i] = i
        path.append(-1)
        for move in reversed(path):
            i = move
            if i < 0:
                i = next_safe(cython.address(self.table), cython.address(state))
            while i >= 0:
                source, target = i & 31, i >> 5 & 31
                suit = make(cython.address(self.table), cython.address(state), i)
                moves.append(
                    (
                        places[source] if source < 12 else source,
                        places[target] if target < 12 else target,
                        suit,
                        i & EXCHANGE != 0,
                    )
                )
                i = next_safe(cython.address(self.table), cython.address(state))
            arrange(cython.address(self.table), cython.address(state), places)
        return moves


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle(table: cython.pointer(cython.const[Table]), state: cython.pointer(State)) -> cython.void:
    """Make all safe moves, and put the piles in order."""
    move: cython.int = next_safe(table, state)
    while move >= 0:
        make(table, state, move)
        move = next_safe(table, state)
    arrange(table, state, cython.NULL)


@cython.cclass
class DepthFirst(Search):
    """The deepest open node first, of its children the one with the best score; exact when it ends."""

    open: cython.pointer(uint32_t)
    open_count: uint32_t
    open_room: uint32_t

    def __cinit__(self, description: tuple, max_bytes: int, weights: tuple):
        self.open = cython.cast(cython.pointer(uint32_t), realloc(cython.NULL, 1024 * 4))
        if not self.open:
            raise MemoryError
        self.open_room = 1024
        self.open[0] = 0
        self.open_count = 1

    def __dealloc__(self):
        free(self.open)

    def run(self, nodes: cython.longlong) -> int:
        """Expand so many nodes more: RUNNING, WON, ENDED (all was seen, and no win) or MEMORY."""
        if self.won_at >= 0:
            return WON
        result: cython.int
        with cython.nogil:
            result = self._run(nodes)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, budget: cython.longlong) -> cython.int:
        moves: uint16_t[256]
        children: uint64_t[256]
        state: State
        after: State
        key: Key
        child: int64_t
        item: uint64_t
        node: uint32_t
        i: cython.int
        j: cython.int
        n: cython.int
        found: cython.int
        table: cython.pointer(Table) = cython.address(self.table)
        pool: cython.pointer(Pool) = cython.address(self.pool)
        items: cython.pointer(uint32_t)
        while budget > 0:
            if self.open_count == 0:
                return 2
            budget -= 1
            self.nodes += 1
            self.open_count -= 1
            node = self.open[self.open_count]
            read_node(pool, node, cython.address(key))
            unpack(table, cython.address(key), cython.address(state))
            n = list_moves(table, cython.address(state), moves)
            found = 0
            for i in range(n):
                after = state
                make(table, cython.address(after), moves[i])
                _settle(table, cython.address(after))
                pack(table, cython.address(after), cython.address(key))
                child = add_node(pool, cython.address(key), node, moves[i])
                if child == -1:
                    continue
                if child == -2:
                    return 3
                if is_won(table, cython.address(after)):
                    self.won_at = child
                    return 1
                item = (
                    cython.cast(uint64_t, _score(table, cython.address(after), self.weights) + ABOVE_ZERO) << 32 | child
                )
                j = found
                while j > 0 and children[j - 1] < item:
                    children[j] = children[j - 1]
                    j -= 1
                children[j] = item
                found += 1
            if self.open_count + found > self.open_room:
                items = cython.cast(
                    cython.pointer(uint32_t), realloc(self.open, cython.cast(uint64_t, self.open_room) * 8)
                )
                if not items:
                    return 3
                self.open = items
                self.open_room *= 2
            ensure(self.open_count + found <= self.open_room)
            for j in range(found):
                self.open[self.open_count] = cython.cast(uint32_t, children[j])
                self.open_count += 1
        return 0


@cython.cclass
class Beam(Search):
    """Level by level of cards turned; in a level so many nodes (``width``) are expanded, the best score first.

    When the stock is out there is no further level, so the last one may expand ``last_factor`` times as many. Each
    state's score has a random number below ``noise`` added, which follows from the state and ``chance``.
    """

    width: cython.int
    left: cython.int
    last_factor: cython.int
    noise: cython.int
    chance: uint64_t
    level: cython.int
    now: Heap
    then: Heap

    def __cinit__(
        self, description: tuple, max_bytes: int, weights: tuple, width: int, last_factor: int, noise: int, chance: int
    ):
        self.width = width
        self.last_factor = last_factor
        self.noise = noise
        self.chance = 2 * chance + 1
        self.level = self.start.turned
        self._enter()
        if not push(cython.address(self.now), ~cython.cast(uint32_t, 0)):
            raise MemoryError

    def __dealloc__(self):
        free(self.now.items)
        free(self.then.items)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _enter(self) -> cython.void:
        self.left = self.width
        if self.level == self.table.size:
            self.left *= self.last_factor

    def run(self, nodes: cython.longlong) -> int:
        """Expand so many nodes more: RUNNING, WON, ENDED (nothing was found, which proves nothing) or MEMORY."""
        if self.won_at >= 0:
            return WON
        result: cython.int
        with cython.nogil:
            result = self._run(nodes)
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _run(self, budget: cython.longlong) -> cython.int:
        moves: uint16_t[256]
        state: State
        after: State
        key: Key
        child: int64_t
        item: uint64_t
        node: uint32_t
        i: cython.int
        n: cython.int
        heap: Heap
        pushed: cython.bint
        table: cython.pointer(Table) = cython.address(self.table)
        pool: cython.pointer(Pool) = cython.address(self.pool)
        while budget > 0:
            if self.now.count == 0 or self.left == 0:
                if self.then.count == 0:
                    return 2
                heap = self.now
                self.now = self.then
                self.then = heap
                self.then.count = 0
                self.level += 1
                self._enter()
            budget -= 1
            self.nodes += 1
            self.left -= 1
            node = ~cython.cast(uint32_t, pop(cython.address(self.now)))
            read_node(pool, node, cython.address(key))
            unpack(table, cython.address(key), cython.address(state))
            n = list_moves(table, cython.address(state), moves)
            for i in range(n):
                after = state
                make(table, cython.address(after), moves[i])
                _settle(table, cython.address(after))
                pack(table, cython.address(after), cython.address(key))
                child = add_node(pool, cython.address(key), node, moves[i])
                if child == -1:
                    continue
                if child == -2:
                    return 3
                if is_won(table, cython.address(after)):
                    self.won_at = child
                    return 1
                item = _score(table, cython.address(after), self.weights) + ABOVE_ZERO
                if self.noise > 0:
                    item += (hash_key(cython.address(key)) * self.chance >> 33) % self.noise
                item = (item << 32) + ~cython.cast(uint32_t, child)
                if after.turned == self.level:
                    pushed = push(cython.address(self.now), item)
                else:
                    pushed = push(cython.address(self.then), item)
                if not pushed:
                    return 3
        return 0
