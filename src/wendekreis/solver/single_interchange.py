"""Single Interchange, decided outright: the kernel says whether, this module says how, in moves.

The kernel (``_single_interchange_kernel``) holds the argument; rule numbers are those of Single Interchange. It
needs at most 16 nodes, so no limit is ever reached here and no search has to be cancelled. Variants with
``spaces=any`` have a kernel of their own (``_single_interchange_spaces_kernel``) that needs no more than some
thousands. Where the order of the stock matters (``redeals=none``) the kernels of the games with two packs search.
"""

import math
from array import array
from collections.abc import Iterator
from itertools import chain
from typing import Any

from wendekreis.cards import KING, Card, Suit
from wendekreis.games import game as declared
from wendekreis.rules import Game, Move, Position, Role, play
from wendekreis.solver import two_pack
from wendekreis.solver.kernels import kernel
from wendekreis.solver.packed import Decided
from wendekreis.solver.verdict import Cancel, Limits, Verdict, Watch

__all__ = ["SOLVES", "solve", "solve_packed"]

SOLVES = ("single-interchange",)

KERNEL = "_single_interchange_kernel"
ANY_KERNEL = "_single_interchange_spaces_kernel"
SUITS = tuple(Suit)
ROWS = 5
"""How many cards a pile has after the deal (rule 1)."""

MOST_SETS = 1 << 22
"""So many sets of cards in place the kernel for any spaces has room for."""

LONGEST_PILE = 64
"""Which cards of a pile lie face down is one word for the kernel."""


def solve(position: Position, limits: Limits, cancel: Cancel | None = None, *, lines: bool = True) -> Verdict | None:
    """Decide any position of the game or of a smaller one; a node is a closure (see the kernel).

    Returns:
        ``None`` without the compiled kernel, or when it has no room for the game.
    """
    if not position.game.has_redeal:
        return two_pack.solve(position, limits, cancel, lines=lines)
    compiled = _kernel(position.game)
    if compiled is None or not fits(position):
        return None
    watch = Watch(limits, cancel)
    won, leaving, nodes = compiled.decide(position.game.ranks, packed_piles(position))
    line = _line(position, [_card(code, position.game.ranks) for code in leaving]) if won and lines else ()
    return Verdict("won" if won else "lost", moves=line, nodes=nodes, seconds=watch.seconds)


def solve_packed(game: Game, deals: bytes | bytearray, cancel: Cancel | None = None) -> Decided | None:
    """Decide fresh packed deals, millions a second.

    Returns:
        ``None`` without the compiled kernel, for another game than the one that is played and its variants, and for
        those whose stock is gone through once.
    """
    compiled = _kernel(game)
    if compiled is None or not game.has_redeal or game is not declared(game.id):
        return None
    watch = Watch(Limits())
    count = len(deals) // game.deal_size
    won, nodes = bytearray(count), array("H" if has_any_spaces(game) else "B", [0]) * count
    columns = len(game.by_role[Role.TABLEAU])
    flag = (cancel or Cancel()).flag
    done = compiled.decide_all(game.ranks, columns, ROWS, down_rows(game), deals, won, nodes, flag)
    return Decided(done, won, nodes, watch.seconds)


def has_any_spaces(game: Game) -> bool:
    """Whether any card may fill a space."""
    return game.setting["spaces"] == "any"


def down_rows(game: Game) -> int:
    """Which rows lie face down in a fresh deal: bit *i* for row *i*, from 0."""
    first = game.start(game.deck)
    pile = first.piles[game.by_role[Role.TABLEAU][0]]
    return sum(1 << row for row, card in enumerate(pile) if card in first.down)


def _kernel(game: Game) -> Any | None:
    return kernel(ANY_KERNEL if has_any_spaces(game) else KERNEL)


def fits(position: Position) -> bool:
    """Whether the kernel's argument and its words hold for the position's game."""
    game = position.game
    tableau = game.by_role[Role.TABLEAU]
    most = math.prod(len(position.piles[i]) + 1 for i in tableau)
    if has_any_spaces(game) and most > MOST_SETS:
        return False
    return (
        game.packs == 1
        and game.has_redeal
        and game.ranks <= KING
        and len(position.cards) == game.deal_size
        and all(len(position.piles[i]) <= LONGEST_PILE for i in tableau)
    )


def packed_piles(position: Position) -> list[tuple[bytes, int]]:
    """The tableau as the kernel takes it: of each pile the codes, bottom to top, and which of them lie face down."""
    ranks, cards, down = position.game.ranks, position.cards, position.down
    piles = []
    for i in position.game.by_role[Role.TABLEAU]:
        ids = position.piles[i]
        codes = bytes(SUITS.index(cards[c].suit) * ranks + cards[c].rank - 1 for c in ids)
        piles.append((codes, sum(1 << row for row, c in enumerate(ids) if c in down)))
    return piles


def _card(code: int, ranks: int) -> Card:
    return Card(code % ranks + 1, SUITS[code // ranks])


def _line(position: Position, leaving: list[Card]) -> tuple[Move, ...]:
    """The moves that win, when these cards leave for spaces in this order."""
    waiting = iter(leaving)
    line: list[Move] = []
    while moves := next(chain(_safe(position), _places(position, waiting)), None):
        for move in moves:
            position = play(position, move).position
        line += moves
    return tuple(line)


def _safe(position: Position) -> Iterator[list[Move]]:
    """Moves up, and onto the next higher card: first those of the tableau, then the first that a turn away brings."""
    game, cards, piles = position.game, position.cards, position.piles
    height = dict.fromkeys(SUITS, 0)
    for i in game.by_role[Role.FOUNDATION]:
        if piles[i]:
            height[cards[piles[i][-1]].suit] = len(piles[i])
    tableau = [i for i in game.by_role[Role.TABLEAU] if piles[i]]
    tops = {cards[piles[i][-1]]: game.piles[i].name for i in tableau}

    def target(card: Card, *, alone: bool = True) -> str | None:
        if alone and card.rank == height[card.suit] + 1:
            return f"f{card.suit.letter}"
        return tops.get(Card(card.rank + 1, card.suit)) if card.rank < game.ranks else None

    for i in tableau:
        name = game.piles[i].name
        if (up := target(cards[piles[i][-1]])) and up[0] == "f":
            yield [Move("transfer", name, up)]
        run = _run(position, i)
        if onto := target(cards[piles[i][-run]], alone=False):
            yield [Move("transfer", name, onto, run)]
    for card, turns in _talon(position):
        if onto := target(card):
            yield [*turns, Move("transfer", "w", onto)]


def _places(position: Position, leaving: Iterator[Card]) -> Iterator[list[Move]]:
    """The next card goes to the first empty pile, with its run; or first the highest that it can then move onto does.

    A King has none above it. Other cards fill spaces only where any card may; those above them are then free, so in
    stock or waste, up to one that is in its place.
    """
    game, cards, piles = position.game, position.cards, position.piles
    for lowest in leaving:
        space = next(game.piles[i].name for i in game.by_role[Role.TABLEAU] if not piles[i])
        talon = dict(_talon(position))
        first = lowest
        while first.rank < game.ranks and (above := Card(first.rank + 1, first.suit)) in talon:
            first = above
        if first in talon:
            yield [*talon[first], Move("transfer", "w", space)]
        for i in game.by_role[Role.TABLEAU]:
            if piles[i] and cards[piles[i][-(run := _run(position, i))]] == first:
                yield [Move("transfer", game.piles[i].name, space, run)]


def _run(position: Position, pile: int) -> int:
    """The length of the run at the end of a pile that is not empty."""
    return max(position.game.piles[pile].lifts(position, pile))


def _talon(position: Position) -> Iterator[tuple[Card, list[Move]]]:
    """Each card of waste and stock, and the moves that bring it to the top of the waste; the nearest first."""
    index = position.game.index
    waste, stock = position.piles[index["w"]], position.piles[index["stock"]]
    turn, cards = Move("turn"), position.cards
    if waste:
        yield cards[waste[-1]], []
    for turns, card in enumerate(reversed(stock), start=1):
        yield cards[card], [turn] * turns
    again = [turn] * len(stock) + [Move("redeal")]
    for turns, card in enumerate(waste[:-1], start=1):
        yield cards[card], again + [turn] * turns
