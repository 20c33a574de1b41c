# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""Hemispheres for the player: one decision for a known position, and whole games played by itself for training.

Numbers in and out: cards are ``suit << 4 | level``, pile slots and moves those of the solver's kernel, ``unseen`` a
``bytes`` of 64 counts by card.
"""

import cython
from cython.cimports.libc.stdint import uint8_t, uint16_t, uint64_t
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.advice._hemispheres import DEPTHS, FEATURES, Effort, Pool, Sight
from cython.cimports.wendekreis.advice._hemispheres_search_kernel import (
    after_turn,
    arrangements,
    best_nodes,
    choose,
    draw,
    free_room,
    make_room,
    turn,
)
from cython.cimports.wendekreis.advice._hemispheres_value_kernel import see, value
from cython.cimports.wendekreis.solver._hemispheres import EXCHANGE, State, Table
from cython.cimports.wendekreis.solver._hemispheres_state_kernel import arrange, make, read_position


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _path(
    table: cython.pointer(Table),
    start: cython.pointer(State),
    pool: cython.pointer(Pool),
    node: cython.int,
    out: cython.pointer(cython.int),
) -> cython.int:
    """Write the moves that lead from ``start``, as its piles lie, to a node; returns how many.

    A move is ``source | target << 5 | suit << 11`` with EXCHANGE; ``start`` becomes the state after them.
    """
    moves: uint16_t[512]
    places: cython.int[12]
    n: cython.int = 0
    i: cython.int
    source: cython.int
    target: cython.int
    suit: cython.int
    while pool.nodes[node].parent >= 0 and n < 512:
        moves[n] = pool.nodes[node].move
        n += 1
        node = pool.nodes[node].parent
    for i in range(12):
        places[i] = i
    arrange(table, start, places)
    for i in range(n):
        source = moves[n - 1 - i] & 31
        target = moves[n - 1 - i] >> 5 & 31
        suit = make(table, start, moves[n - 1 - i])
        # FOUNDATION is 12 as a target, WASTE 12 as a source: no piles.
        out[i] = (
            (places[source] if source < 12 else source)
            | (places[target] if target < 12 else target) << 5
            | moves[n - 1 - i] & EXCHANGE
            | suit << 11
        )
        arrange(table, start, places)
    return n


@cython.cclass
class Player:
    """A value, and room to search in. Not for two threads at once."""

    sight: Sight
    pools: Pool[4]
    effort: Effort

    def __init__(self, weights: list, effort: tuple) -> None:
        """``weights`` in the order of the features, then the bias.

        ``effort`` is ``(limits, breadths, kinds)``, three tuples of one length, the depth + 1: how many
        arrangements are looked at, how many of them told apart by the turn that follows, and how many kinds of
        next cards are looked at (0: all), at the root and after each turn.
        """
        i: cython.int
        limits, breadths, kinds = effort
        if len(weights) != FEATURES + 1:
            raise ValueError(f"the value has {FEATURES} weights and a bias, not {len(weights)} numbers")
        memset(cython.address(self.sight), 0, cython.sizeof(Sight))
        memset(cython.address(self.effort), 0, cython.sizeof(Effort))
        if not 1 <= len(limits) <= DEPTHS or not len(limits) == len(breadths) == len(kinds) or max(breadths) > 64:
            raise ValueError("there is no such effort")
        for i in range(FEATURES + 1):
            self.sight.weights[i] = weights[i]
        self.effort.depth = len(limits) - 1
        for i in range(len(limits)):
            self.effort.limit[i] = limits[i]
            self.effort.breadth[i] = breadths[i]
            self.effort.kinds[i] = kinds[i]
            if make_room(cython.address(self.pools[i]), limits[i]):
                raise MemoryError

    def __dealloc__(self) -> None:
        i: cython.int
        for i in range(DEPTHS):
            free_room(cython.address(self.pools[i]))

    @cython.cfunc
    def _look(self, unseen: bytes) -> cython.void:
        i: cython.int
        for i in range(64):
            self.sight.unseen[i >> 4][i & 15] = unseen[i]
        see(cython.address(self.sight))

    def plan(self, description: tuple, unseen: bytes, seed: int) -> tuple:
        """What to do before the next turn: moves ``(source, target, suit, is_exchange)``, and the chance.

        The row of ``description`` is the waste, then as many cards of any kind as the stock has.
        """
        table: Table
        state: State
        out: cython.int[512]
        chance: cython.double
        random: uint64_t = seed | 1
        n: cython.int
        node: cython.int
        read_position(description, cython.address(table), cython.address(state))
        self._look(unseen)
        with cython.nogil:
            node = choose(
                cython.address(table),
                cython.address(state),
                cython.address(self.sight),
                self.pools,
                cython.address(self.effort),
                cython.address(random),
                cython.address(chance),
            )
            n = _path(cython.address(table), cython.address(state), cython.address(self.pools[0]), node, out)
        moves = [(out[i] & 31, out[i] >> 5 & 31, out[i] >> 11, bool(out[i] & EXCHANGE)) for i in range(n)]
        return moves, chance

    def candidates(self, description: tuple, unseen: bytes, most: cython.int) -> list:
        """The most promising arrangements by value, best first, at most 64: the moves that lead to each, and V."""
        table: Table
        start: State
        state: State
        out: cython.int[512]
        places: cython.int[64]
        n: cython.int
        k: cython.int
        count: cython.int
        read_position(description, cython.address(table), cython.address(start))
        self._look(unseen)
        with cython.nogil:
            arrangements(
                cython.address(table),
                cython.address(start),
                cython.address(self.sight),
                cython.address(self.pools[0]),
                self.effort.limit[0],
            )
            count = best_nodes(cython.address(self.pools[0]), min(most, 64), places)
        found = []
        for k in range(count):
            state = start
            n = _path(cython.address(table), cython.address(state), cython.address(self.pools[0]), places[k], out)
            moves = [(out[i] & 31, out[i] >> 5 & 31, out[i] >> 11, bool(out[i] & EXCHANGE)) for i in range(n)]
            found.append((moves, self.pools[0].nodes[places[k]].value))
        return found

    def features(self, description: tuple, unseen: bytes) -> tuple:
        """V of a position as it stands, and its features."""
        table: Table
        state: State
        f: cython.double[64]
        v: cython.double
        read_position(description, cython.address(table), cython.address(state))
        self._look(unseen)
        v = value(cython.address(table), cython.address(state), cython.address(self.sight), f)
        return v, [f[i] for i in range(FEATURES)]

    def play(
        self,
        cards: bytes,
        seed: int,
        deviations: cython.int,
        kept: cython.float[:, ::1],
        chances: cython.float[::1],
        probes: cython.int = 0,
        probed: cython.float[:, ::1] = None,
        targets: cython.float[::1] = None,
    ) -> tuple:
        """Play a game by itself: 92 cards in deal order.

        ``deviations`` turns, at random, are made from an arrangement at random. Of every turn from the last of them on
        the features go to ``kept`` and the chance that was seen to ``chances``.

        With ``probes`` one turn in ten, at random, is looked at more closely: of so many arrangements at random
        the features go to ``probed``, and to ``targets`` the chance that the value sees one turn later. Then the
        game itself is played by value alone.

        Returns:
            What is left when the stock is out, how many rows were kept, how many probed. What is left: the codes
            of the twelve piles, the levels of the eight foundations, the waste bottom to top.
        """
        plain: Effort = self.effort
        seen: cython.int = 0
        j: cython.int
        after: State
        k2: cython.int
        table: Table
        state: State
        f: cython.double[64]
        sight: cython.pointer(Sight) = cython.address(self.sight)
        random: uint64_t = seed | 1
        i: cython.int
        k: cython.int
        n: cython.int
        node: cython.int
        rows: cython.int = 0
        chance: cython.double = 0
        deviates: uint8_t[80]
        unseen: uint8_t[64]
        if probes:
            plain.depth = 0
        memset(unseen, 0, 64)
        memset(deviates, 0, 80)
        for i in range(12, 92):
            unseen[cards[i]] += 1
        read_position(
            (
                13,
                6,
                7,
                [cards[i] >> 4 << 8 | (cards[i] & 15) << 4 | cards[i] & 15 for i in range(12)],
                [1] * 8,
                15,
                [0] * 80,
                0,
                [],
            ),
            cython.address(table),
            cython.address(state),
        )
        self._look(bytes([unseen[i] for i in range(64)]))
        draw(cython.address(random))
        k = 0
        for _ in range(deviations):
            n = draw(cython.address(random)) % 80
            deviates[n] = 1
            k = max(k, n)
        code: cython.const[cython.uchar][::1] = cards
        with cython.nogil:
            for i in range(80):
                node = choose(
                    cython.address(table),
                    cython.address(state),
                    sight,
                    self.pools,
                    cython.address(plain),
                    cython.address(random),
                    cython.address(chance),
                )
                if probes and draw(cython.address(random)) % 10 == 0 and self.pools[0].nodes[node].value < 100:
                    for j in range(probes):
                        k2 = draw(cython.address(random)) % self.pools[0].count
                        if j == 0:
                            k2 = node
                        if seen < probed.shape[0]:
                            after = self.pools[0].nodes[k2].state
                            value(cython.address(table), cython.address(after), sight, f)
                            for n in range(FEATURES):
                                probed[seen, n] = f[n]
                            targets[seen] = after_turn(
                                cython.address(table),
                                cython.address(after),
                                sight,
                                self.pools,
                                cython.address(self.effort),
                                1,
                                cython.address(random),
                            )
                            seen += 1
                if deviates[i]:
                    node = draw(cython.address(random)) % self.pools[0].count
                state = self.pools[0].nodes[node].state
                if i >= k and rows < kept.shape[0]:
                    value(cython.address(table), cython.address(state), sight, f)
                    for n in range(FEATURES):
                        kept[rows, n] = f[n]
                    chances[rows] = chance
                    rows += 1
                n = code[12 + i]
                sight.unseen[n >> 4][n & 15] -= 1
                see(sight)
                turn(cython.address(table), cython.address(state), n >> 4, n & 15, 79 - i)
        end = (
            [state.piles[i] for i in range(12)],
            [state.up[i] for i in range(8)],
            [table.suit[i] << 4 | table.level[i] for i in range(state.top + 1)],
        )
        return end, rows, seen


def feature_names() -> list:
    """The names of the features, in the order of the weights."""
    from wendekreis.advice import _hemispheres_value_kernel

    return list(_hemispheres_value_kernel.NAMES)
