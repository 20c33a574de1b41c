"""Hemispheres: a depth-first search that is exact, and beam searches that find what it would take long to find."""

from typing import Any

from wendekreis.cards import Card
from wendekreis.rules import Position

SUITS = "DHCS"
ARMS = "NESW"


def describe(position: Position, flags: int) -> tuple[Any, ...]:
    """The position in numbers, as the kernel's ``read_position`` takes it."""
    game = position.game
    ranks, index, cards, piles = game.ranks, game.index, position.cards, position.piles

    def code(card: Card) -> int:
        return SUITS.index(card.suit.letter) << 4 | (card.rank if card.is_red else ranks + 1 - card.rank)

    half = sum(pile.name[0] == "n" for pile in game.piles)
    codes = [0] * 12
    for first, letter in ((0, "n"), (6, "s")):
        for i in range(half):
            ids = piles[index[f"{letter}{i + 1}"]]
            if ids:
                bottom, top = code(cards[ids[0]]), code(cards[ids[-1]])
                codes[first + i] = bottom >> 4 << 8 | (bottom & 15) << 4 | (top & 15)
    up = []
    for suit in SUITS:
        up += sorted((len(piles[index[f"f{suit}{i}"]]) for i in (1, 2)), reverse=True)
    barriers = sum(bool(piles[index[f"b{arm}"]]) << i for i, arm in enumerate(ARMS))
    waste, stock = piles[index["w"]], piles[index["stock"]]
    row = [code(cards[i]) for i in (*waste, *reversed(stock))]
    return ranks, half, flags, codes, up, barriers, row, len(waste), range(len(waste))
