"""Packed deals: a byte a card, for solving fresh deals by the million.

A packed deal is its cards in deal order as *codes*: ``suit * ranks + rank - 1``, suits in the order C D H S. Drawing
and reading them is compiled where kernels are; without them the same is done in Python.

>>> from wendekreis.games import game
>>> single = game("single-interchange")
>>> unpack(single, draw(single, 1, 0, 3)[52:104]) == random_deal(single, 1, 1)
True
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from wendekreis.cards import Card, Suit
from wendekreis.deals import Deal, parse_deal, random_deal
from wendekreis.errors import BadDeal
from wendekreis.rules import Game
from wendekreis.solver.kernels import kernel

__all__ = ["Decided", "code", "draw", "pack", "read", "unpack"]

KERNEL = "_packed_kernel"
SUITS = tuple(Suit)


class Decided(NamedTuple):
    """Verdicts on packed deals: of the first ``done`` of them whether they are won, and the nodes.

    ``done`` is less than the deals given only when they were cancelled. ``seconds`` is the time on the clock for all.
    """

    done: int
    won: bytearray
    nodes: Sequence[int]
    seconds: float


def code(card: Card, ranks: int) -> int:
    """The code of a card in a game of so many ranks."""
    return SUITS.index(card.suit) * ranks + card.rank - 1


def pack(deal: Deal) -> bytes:
    """A deal as codes."""
    return bytes(code(card, deal.game.ranks) for card in deal.cards)


def unpack(game: Game, codes: bytes | bytearray | memoryview) -> Deal:
    """The deal of one packed deal; the codes are those of the game's pack, as who packed them saw to."""
    ranks = game.ranks
    return Deal(game, tuple(Card(number % ranks + 1, SUITS[number // ranks]) for number in codes))


def draw(game: Game, seed: int, first: int, count: int) -> bytearray:
    """So many random deals of a seed from index ``first`` on, as :func:`wendekreis.deals.random_deal` draws them."""
    deals = bytearray(count * game.deal_size)
    compiled = kernel(KERNEL)
    if compiled is not None:
        compiled.draw(_sorted_pack(game), seed, first, deals)
        return deals
    for number in range(count):
        deals[number * game.deal_size : (number + 1) * game.deal_size] = pack(random_deal(game, seed, first + number))
    return deals


def read(game: Game, line: bytes, deals: bytearray, number: int) -> bool:
    """Read a line that is nothing but a deal into place ``number`` of ``deals``.

    Returns:
        False for every other line, and ``deals`` may have changed in this place: there are moves or a comment behind
        the deal, or its cards are wrong.
    """
    compiled = kernel(KERNEL)
    if compiled is not None:
        return bool(compiled.read(line, _sorted_pack(game), game.ranks, deals, number))
    try:
        codes = pack(parse_deal(game, line.decode("ascii")))
    except (UnicodeDecodeError, BadDeal):
        return False
    deals[number * game.deal_size : (number + 1) * game.deal_size] = codes
    return b"#" not in line


@cache
def _sorted_pack(game: Game) -> bytes:
    return bytes(sorted(code(card, game.ranks) for card in game.deck))
