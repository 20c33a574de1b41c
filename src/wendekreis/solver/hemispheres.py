"""Hemispheres solved: a depth-first search, which is exact, and beam searches, which find most wins sooner.

The searches are compiled (``_hemispheres_search_kernel.py``); what they may leave out, and why, stands in
``_hemispheres_state_kernel.py``. Here is who searches when, for how long and in how much memory. A *node* is a state
whose moves were listed.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from enum import IntFlag
from functools import cache
from itertools import count
from typing import Any, TypeAlias

from wendekreis.rules import Move, Position, is_won
from wendekreis.solver.kernels import kernel
from wendekreis.solver.verdict import MEGABYTE, Cancel, Limit, Limits, Verdict, Watch

__all__ = ["SOLVES", "Shortcut", "decide", "describe", "solve"]

SOLVES = ("hemispheres",)

# Suits, arms and moves as the kernels number them.
SUITS = "DHCS"
ARMS = "NESW"
ARM_SUITS = (3, 1, 2, 0)
STOCK = 13
BARRIER = 14
FOUNDATION = 12

MOST_PILES = 6
MOST_CARDS_IN_ROW = 88
"""So many piles of a hemisphere, and cards of stock and waste, fit in the kernel's states."""

Description: TypeAlias = tuple[int, int, int, list[int], list[int], int, list[int], int, Sequence[int]]


VARIANTS = {("fill", "stock"): 16, ("build", "colour"): 32, ("quadrants", "yes"): 64, ("barriers", "end"): 128}
"""What a variant adds to the shortcuts, as the kernel has it."""


class Shortcut(IntFlag):
    """What the search leaves out because that changes no verdict; numbers and arguments are the kernel's."""

    BARRIERS_LAST = 1
    ALIKE_PILES = 2
    SAFE_TOPS = 4
    SAFE_SINGLES = 8
    ALL = 15


DEFAULT_MEMORY = 2000
"""Megabytes that a search holds when no limit is given."""

SLICE = 5_000
"""Nodes between two looks at the clock and at the switch: 4 ms, and 20 in a search that touches much new memory."""

FIRST_NODES = 500
"""The depth-first search begins with so many; it settles seven deals of ten."""

# Weights of the score, in the kernel's order: cards astray; cards not up; cards on the waste; ranks that pile tops
# are from their foundation; waste cards that must go up before a pile can; how many more cards are astray in one half;
# cards that lie on others in piles. They were tuned on deals that no test and no figure uses.
DEPTH_FIRST_WEIGHTS = (100, 20, 24, 8, 16, 8, 8)
BEAM_WEIGHTS = (76, 27, 50, 5, 11, 13, -5)

FIRST_WIDTHS = (20, 50)
"""The first beams are that wide and have the weights above. Later ones differ from each other:"""

LEAST_WIDTH = 50
SPREADS = (0.6, 1.5, 2.5)
"""Each of their weights is one of those above times a random power of two, with an exponent up to this either way."""

NOISES = (200, 100, 400)
"""Each state's score has a random number below one of these added. Two cards astray weigh 152."""

LAST_LEVEL_FACTOR = 20
"""When the stock is out there is no further level, so the last one may expand so many times the width."""

EXACT_SHARE = 3
"""After each beam the exact search gets one part in so many of the nodes that the beam had."""

BEAMS_AFTER_EXACT = 100
"""So many beams are tried in all when the exact search has run out of memory."""


def solve(position: Position, limits: Limits, cancel: Cancel | None = None, *, lines: bool = True) -> Verdict | None:
    """Decide a position of the game, or of a smaller one.

    Returns:
        ``None`` if the kernel is not compiled or has no room for so large a game.
    """
    return decide(position, limits, cancel, lines=lines)


def decide(
    position: Position,
    limits: Limits,
    cancel: Cancel | None = None,
    shortcuts: Shortcut = Shortcut.ALL,
    *,
    beams: bool = True,
    lines: bool = True,
) -> Verdict | None:
    """As :func:`solve`; with some shortcuts only, or by the exact search alone, the verdict is the same."""
    searches = kernel("_hemispheres_search_kernel")
    if searches is None:
        return None
    watch = Watch(limits, cancel)
    if is_won(position):
        return Verdict("won", seconds=watch.seconds)
    description = describe(position, shortcuts)
    if description is None:
        return None
    run = _Run(searches, description, limits, watch)
    try:
        winner = run.search(beams)
    except _Reached as reached:
        return Verdict("unknown", reached.limit, nodes=run.nodes, seconds=watch.seconds)
    if winner is None:
        return Verdict("lost", nodes=run.nodes, seconds=watch.seconds)
    moves = tuple(_line(position, winner.line())) if lines else ()
    return Verdict("won", moves=moves, nodes=run.nodes, seconds=watch.seconds)


class _Reached(Exception):  # noqa: N818 (it is no error)
    """A limit was reached."""

    def __init__(self, limit: Limit) -> None:
        super().__init__(limit)
        self.limit: Limit = limit


class _Run:
    """One decision: what it may spend, and what it has spent."""

    def __init__(self, searches: Any, description: Description, limits: Limits, watch: Watch) -> None:
        self.searches, self.description, self.limits, self.watch = searches, description, limits, watch
        self.nodes = 0

    def search(self, beams: bool) -> Any | None:
        """The search that found a win, or ``None`` if the exact one saw everything and there is none.

        Raises:
            _Reached: when a limit was.
        """
        searches = self.searches
        memory = int((self.limits.max_memory or DEFAULT_MEMORY) * MEGABYTE)
        exact = searches.DepthFirst(self.description, memory * 3 // 4 if beams else memory, DEPTH_FIRST_WEIGHTS)
        result = self.spend(exact, FIRST_NODES)
        for tried in count():
            if result == searches.WON:
                return exact
            if result == searches.ENDED:
                return None
            before = self.nodes
            if beams and (exact or tried < BEAMS_AFTER_EXACT):
                beam = searches.Beam(self.description, memory // 4, *_beam(tried))
                if self.spend(beam) == searches.WON:
                    return beam
                del beam  # its memory is needed for the next one
            elif result == searches.MEMORY:
                raise _Reached("memory")
            if result == searches.MEMORY:
                exact = None
            else:
                result = self.spend(exact, (self.nodes - before) // EXACT_SHARE + 1 if beams else None)
        raise AssertionError

    def spend(self, search: Any, nodes: int | None = None) -> int:
        """Let a search expand so many nodes, or go on to its end; returns what the kernel said last.

        Raises:
            _Reached: when a limit was.
        """
        end = None if nodes is None else self.nodes + nodes
        while True:
            if limit := self.watch.reached(self.nodes):
                raise _Reached(limit)
            bounds = [bound - self.nodes for bound in (end, self.limits.max_nodes) if bound is not None]
            before = search.expanded
            result: int = search.run(min([SLICE, *bounds]))
            self.nodes += search.expanded - before
            if result != self.searches.RUNNING or self.nodes == end:
                return result


@cache
def _beam(tried: int) -> tuple[tuple[int, ...], int, int, int, int]:
    """What the kernel is told of the beam after so many others: weights, width, last factor, noise, chance."""
    if tried < len(FIRST_WIDTHS):
        return BEAM_WEIGHTS, FIRST_WIDTHS[tried], LAST_LEVEL_FACTOR, 0, 0
    chance = random.Random(tried)
    spread = SPREADS[tried % len(SPREADS)]
    weights = tuple(round(weight * 2 ** chance.uniform(-spread, spread)) for weight in BEAM_WEIGHTS)
    width = LEAST_WIDTH * _luby(tried - len(FIRST_WIDTHS) + 1)
    return weights, width, LAST_LEVEL_FACTOR, chance.choice(NOISES), chance.getrandbits(60)


def _luby(i: int) -> int:
    """The sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …, from i = 1: for restarts of which nobody knows how long they take.

    >>> [_luby(i) for i in range(1, 16)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
    """
    full = 1
    while full < i:
        full = 2 * full + 1
    return (full + 1) // 2 if full == i else _luby(i - full // 2)


def _line(position: Position, moves: Iterable[tuple[int, int, int, bool]]) -> Iterator[Move]:
    """The kernel's moves as moves of the game, and at last the barriers, unless they were played before."""
    played = set()
    for move in moves:
        yield _move(move)
        played.add(move[0])
    for i, arm in enumerate(ARMS):
        if BARRIER + i not in played and position.piles[position.game.index[f"b{arm}"]]:
            yield _move((BARRIER + i, FOUNDATION, ARM_SUITS[i], False))


@cache
def _move(move: tuple[int, int, int, bool]) -> Move:
    source, target, suit, is_exchange = move
    if source == STOCK:
        return Move("turn")
    names = [*(f"n{i}" for i in range(1, 7)), *(f"s{i}" for i in range(1, 7)), "w", "", *(f"b{arm}" for arm in ARMS)]
    if is_exchange:
        return Move("exchange", names[source], names[target])
    return Move("transfer", names[source], f"f{SUITS[suit]}" if target == FOUNDATION else names[target])


def describe(position: Position, shortcuts: Shortcut = Shortcut.ALL) -> Description | None:
    """The position in numbers, as the kernel's ``read_position`` takes it; ``None`` if a state has no room for it."""
    game, piles = position.game, position.piles
    index, ranks = game.index, game.ranks
    codes = [SUITS.index(c.suit.letter) << 4 | (c.rank if c.is_red else ranks + 1 - c.rank) for c in position.cards]
    half = sum(pile.name[0] == "n" for pile in game.piles)
    waste, stock = piles[index["w"]], piles[index["stock"]]
    if half > MOST_PILES or len(waste) + len(stock) > MOST_CARDS_IN_ROW:
        return None
    variant = sum(VARIANTS.get(item, 0) for item in game.setting.items())
    in_colour = game.setting["build"] == "colour"
    tableau = [0] * 12
    for first, letter in ((0, "n"), (6, "s")):
        for i in range(half):
            if ids := piles[index[f"{letter}{i + 1}"]]:
                top = codes[ids[-1]]
                tableau[first + i] = top >> 4 << 8 | (codes[ids[0]] & 15) << 4 | top & 15
                if in_colour:
                    tableau[first + i] |= sum((codes[card] >> 4 & 1) << (codes[card] & 15) + 16 for card in ids)
    up: list[int] = []
    for suit in SUITS:
        up += sorted((len(piles[index[f"f{suit}{i}"]]) for i in (1, 2)), reverse=True)
    barriers = sum(bool(piles[index[f"b{arm}"]]) << i for i, arm in enumerate(ARMS))
    row = [codes[i] for i in (*waste, *reversed(stock))]
    return ranks, half, int(shortcuts) | variant, tableau, up, barriers, row, len(waste), range(len(waste))
