# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Hemispheres between two turns of the stock: the arrangements that can be reached, and what the next card may bring.

Between two turns every move has a known outcome, except emptying a pile while the waste is empty and the stock is
not. That move is never needed: turn first and empty then; it is the same arrangement with one card more known. So
the turn is the only event of chance, and a player who sees no hidden card chooses an arrangement, and turns.

An *arrangement* is a state of the solver's kernel with the piles of each hemisphere in order. The shortcuts of that
kernel that hold whatever the hidden cards are (``BARRIERS_LAST``, ``ALIKE_PILES``, ``SAFE_TOPS``) are used here too.
"""

import cython
from cython.cimports.libc.math import exp
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint32_t, uint64_t
from cython.cimports.libc.stdlib import free, malloc
from cython.cimports.libc.string import memcmp, memset
from cython.cimports.wendekreis.advice._hemispheres import Effort, Node, Pool, Sight
from cython.cimports.wendekreis.advice._hemispheres_value_kernel import value
from cython.cimports.wendekreis.solver._hemispheres import EXCHANGE, STOCK, State, Table
from cython.cimports.wendekreis.solver._hemispheres_state_kernel import arrange, is_won, list_moves, make, next_safe

WON_VALUE = cython.declare(cython.double, 1000.0)

# A position whose chance is above this is not looked at any longer, and an arrangement whose value is so much less
# than the best one's is not told apart from it: the effort goes where a choice may matter.
CERTAIN = cython.declare(cython.double, 0.998)
HOPELESS = cython.declare(cython.double, 2.0)


def make_room(pool, room):
    """Give a pool room for so many arrangements; returns -1 if there is no memory."""
    places: cython.int = 64
    while places < 2 * room:
        places *= 2
    pool.room = room
    pool.mask = places - 1
    pool.nodes = cython.cast(cython.pointer(Node), malloc(room * cython.sizeof(Node)))
    pool.heap = cython.cast(cython.pointer(cython.int), malloc(room * cython.sizeof(cython.int)))
    pool.index = cython.cast(cython.pointer(uint32_t), malloc(places * cython.sizeof(uint32_t)))
    return 0 if pool.nodes and pool.heap and pool.index else -1


def free_room(pool):
    """Give the memory back."""
    free(pool.nodes)
    free(pool.heap)
    free(pool.index)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _push(pool: cython.pointer(Pool), item: cython.int) -> cython.void:
    at: cython.int = pool.waiting
    up: cython.int
    pool.waiting += 1
    while at:
        up = (at - 1) >> 1
        if pool.nodes[pool.heap[up]].value >= pool.nodes[item].value:
            break
        pool.heap[at] = pool.heap[up]
        at = up
    pool.heap[at] = item


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _pop(pool: cython.pointer(Pool)) -> cython.int:
    best: cython.int = pool.heap[0]
    at: cython.int = 0
    down: cython.int
    pool.waiting -= 1
    last: cython.int = pool.heap[pool.waiting]
    while True:
        down = 2 * at + 1
        if down >= pool.waiting:
            break
        if down + 1 < pool.waiting and (pool.nodes[pool.heap[down + 1]].value > pool.nodes[pool.heap[down]].value):
            down += 1
        if pool.nodes[pool.heap[down]].value <= pool.nodes[last].value:
            break
        pool.heap[at] = pool.heap[down]
        at = down
    pool.heap[at] = last
    return best


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(
    table: cython.pointer(Table),
    sight: cython.pointer(cython.const[Sight]),
    pool: cython.pointer(Pool),
    state: cython.pointer(State),
    parent: cython.int,
    move: cython.int,
) -> cython.void:
    """Add an arrangement, valued, unless it is there or there is no room. The whole of it is compared."""
    f: cython.double[64]
    odd: uint64_t = 0x9E3779B97F4A7C1
    h: uint64_t = state.top + 1
    i: cython.int
    at: uint32_t
    node: cython.pointer(Node)
    for i in range(12):
        h = (h + state.piles[i]) * odd
        h ^= h >> 29
    for i in range(8):
        h = h * 31 + state.up[i]
    h *= odd
    at = (h >> 32) & pool.mask
    while pool.index[at]:
        node = cython.address(pool.nodes[pool.index[at] - 1])
        if (
            node.state.top == state.top
            and memcmp(node.state.piles, state.piles, 12 * cython.sizeof(uint16_t)) == 0
            and memcmp(node.state.up, state.up, 8) == 0
        ):
            return
        at = (at + 1) & pool.mask
    if pool.count == pool.room:
        return
    node = cython.address(pool.nodes[pool.count])
    pool.count += 1
    pool.index[at] = pool.count
    node.state = state[0]
    node.parent = parent
    node.move = move
    node.value = WON_VALUE if is_won(table, state) else value(table, state, sight, f)
    _push(pool, pool.count - 1)


def arrangements(table, start, sight, pool, limit):
    """Fill the pool with up to ``limit`` arrangements that can be reached without a turn, most promising first.

    Returns the place of the best one. The state at place 0 is ``start`` with its piles in order.
    """
    moves: uint16_t[256]
    state: State = start[0]
    i: cython.int
    n: cython.int
    at: cython.int
    best: cython.int = 0
    move: cython.int
    code: cython.int
    held: cython.int = pool.room
    mask: uint32_t = pool.mask
    if limit < held:
        pool.room = limit
        pool.mask = 63
        while pool.mask < 2 * cython.cast(uint32_t, limit):
            pool.mask = 2 * pool.mask + 1
    pool.count = pool.waiting = 0
    memset(pool.index, 0, (pool.mask + 1) * cython.sizeof(uint32_t))
    arrange(table, cython.address(state), cython.NULL)
    _add(table, sight, pool, cython.address(state), -1, 0)
    while pool.waiting and pool.count < pool.room and pool.nodes[best].value < WON_VALUE:
        at = _pop(pool)
        move = next_safe(table, cython.address(pool.nodes[at].state))
        if move >= 0:
            moves[0] = move
            n = 1
        else:
            n = list_moves(table, cython.address(pool.nodes[at].state), moves)
        for i in range(n):
            move = moves[i]
            if move & 31 == STOCK:
                continue
            state = pool.nodes[at].state
            if move & 31 < 12 and not move & EXCHANGE and state.top < 0 and state.turned < table.size:
                code = state.piles[move & 31]
                if code & 15 == code >> 4 & 15:
                    continue
            make(table, cython.address(state), move)
            arrange(table, cython.address(state), cython.NULL)
            _add(table, sight, pool, cython.address(state), at, move)
        for i in range(max(0, pool.count - n), pool.count):
            if pool.nodes[i].value > pool.nodes[best].value:
                best = i
    pool.room = held
    pool.mask = mask
    return best


def chance_of(v):
    """The chance that a logit means."""
    return 1.0 / (1.0 + exp(-v))


def draw(random):
    """The next number of a generator (xorshift64*), whose state must not be 0."""
    odd: uint64_t = 0x2545F491
    odd = odd << 32 | 0x4F6CDD1D
    random[0] ^= random[0] >> 12
    random[0] ^= random[0] << 25
    random[0] ^= random[0] >> 27
    return random[0] * odd


def turn(table, state, suit, level, stock):
    """Turn this card: the row becomes the waste and it, with so many cards of the stock behind."""
    one: uint64_t = 1
    state.top += 1
    table.suit[state.top] = suit
    table.level[state.top] = level
    state.turned = state.top + 1
    table.size = state.turned + stock
    if state.turned < 64:
        state.waste[0] = (one << state.turned) - 1
        state.waste[1] = 0
    else:
        state.waste[0] = 0
        state.waste[0] = ~state.waste[0]
        state.waste[1] = (one << (state.turned - 64)) - 1


def best_nodes(pool, wanted, places):
    """Write the places of the arrangements with the highest values, best first; returns how many."""
    count: cython.int = 0
    i: cython.int
    at: cython.int
    for i in range(pool.count):
        if count == wanted and pool.nodes[i].value <= pool.nodes[places[count - 1]].value:
            continue
        at = count if count < wanted else count - 1
        if count < wanted:
            count += 1
        while at and pool.nodes[places[at - 1]].value < pool.nodes[i].value:
            places[at] = places[at - 1]
            at -= 1
        places[at] = i
    return count


def after_turn(table, state, sight, pools, effort, depth, random):
    """The chance of winning if one turns in this state: the mean over the next card of the best answer to it.

    ``pools[depth]`` and further ones are used; ``depth`` counts the turns from the root's, which is 1. Of more than
    ``effort.kinds[depth]`` kinds of unseen cards so many are drawn, by their number.
    """
    suit: cython.int
    level: cython.int
    i: cython.int
    k: cython.int
    n: cython.int = sight.stock
    best: cython.int
    count: cython.int
    kinds: cython.int = 0
    drawn: cython.int
    size: cython.int = table.size
    kept_suit: uint8_t = table.suit[state.top + 1]
    kept_level: uint8_t = table.level[state.top + 1]
    codes: uint8_t[64]
    weight: cython.int[64]
    places: cython.int[64]
    after: State
    total: cython.double = 0
    weights: cython.double = 0
    chance: cython.double
    deeper: cython.double
    pool: cython.pointer(Pool) = cython.address(pools[depth])
    for suit in range(4):
        for level in range(2, 14):
            if sight.unseen[suit][level]:
                codes[kinds] = suit << 4 | level
                weight[kinds] = sight.unseen[suit][level]
                kinds += 1
    drawn = kinds
    if effort.kinds[depth] and effort.kinds[depth] < kinds:
        drawn = effort.kinds[depth]
        for i in range(drawn):
            k = i + draw(random) % (kinds - i)
            codes[i], codes[k] = codes[k], codes[i]
            weight[i], weight[k] = weight[k], weight[i]
    for i in range(drawn):
        suit = codes[i] >> 4
        level = codes[i] & 15
        after = state[0]
        turn(table, cython.address(after), suit, level, n - 1)
        sight.unseen[suit][level] -= 1
        for k in range(level + 1, 16):
            sight.lower[suit][k] -= 1
        sight.stock = n - 1
        best = arrangements(table, cython.address(after), sight, pool, effort.limit[depth])
        chance = chance_of(pool.nodes[best].value)
        if depth < effort.depth and pool.nodes[best].value < WON_VALUE and n > 1:
            count = best_nodes(pool, effort.breadth[depth], places)
            while count > 1 and pool.nodes[places[count - 1]].value < pool.nodes[best].value - HOPELESS:
                count -= 1
            chance = 0
            for k in range(count):
                after = pool.nodes[places[k]].state
                deeper = after_turn(table, cython.address(after), sight, pools, effort, depth + 1, random)
                if deeper > chance:
                    chance = deeper
        sight.unseen[suit][level] += 1
        for k in range(level + 1, 16):
            sight.lower[suit][k] += 1
        total += weight[i] * chance
        weights += weight[i]
    sight.stock = n
    table.size = size
    table.suit[state.top + 1] = kept_suit
    table.level[state.top + 1] = kept_level
    return total / weights


def choose(table, start, sight, pools, effort, random, chance):
    """The arrangement to turn from: its place in ``pools[0]``; writes the chance of winning.

    By value alone if ``effort.depth`` is 0; else the best ``breadth[0]`` by value are told apart by what the next card
    may bring, looking one turn ahead, and then, for each further depth, the better half of them one turn further.
    """
    best: cython.int = arrangements(table, start, sight, cython.address(pools[0]), effort.limit[0])
    places: cython.int[64]
    chances: cython.double[64]
    count: cython.int
    depth: cython.int
    i: cython.int
    k: cython.int
    place: cython.int
    found: cython.double
    seed: uint64_t
    step: Effort = effort[0]
    state: State
    chance[0] = chance_of(pools[0].nodes[best].value)
    if effort.depth == 0 or sight.stock == 0 or pools[0].nodes[best].value >= WON_VALUE:
        return best
    if chance[0] > CERTAIN:
        return best
    count = best_nodes(cython.address(pools[0]), effort.breadth[0], places)
    while count > 1 and pools[0].nodes[places[count - 1]].value < pools[0].nodes[best].value - HOPELESS:
        count -= 1
    if count == 1:
        return best
    for depth in range(1, effort.depth + 1):
        step.depth = depth
        seed = draw(random)
        for i in range(count):
            # The same draws for all of them: then they are told apart by themselves, not by luck.
            random[0] = seed | 1
            state = pools[0].nodes[places[i]].state
            chances[i] = after_turn(table, cython.address(state), sight, pools, cython.address(step), 1, random)
            k = i
            place = places[i]
            found = chances[i]
            while k and chances[k - 1] < found:
                chances[k] = chances[k - 1]
                places[k] = places[k - 1]
                k -= 1
            chances[k] = found
            places[k] = place
        count = max(2, count // 2)
    chance[0] = chances[0]
    return places[0]
