"""A fifth game, in one file: Klondike, one card a turn, as many redeals as one likes.

It is here for the tests that drop a file in and play it everywhere; it shows what such a file needs.
"""

from collections.abc import Sequence

from wendekreis.cards import ACE, KING, Card, pack
from wendekreis.rules import Game, LaidOut, Pile, Position, Role
from wendekreis.rules.vocabulary import (
    build_in_suit,
    either,
    empty_takes,
    from_roles,
    redeal_kind,
    starts_with,
    top_card,
    transfer_kind,
    turn_kind,
    turn_up,
)

COLUMNS = 7


def build_down_in_turn(position: Position, source: int, target: int, ids: Sequence[int]) -> bool:
    """One rank lower, and red on black or black on red."""
    pile = position.piles[target]
    if not pile:
        return False
    base, card = position.cards[pile[-1]], position.cards[ids[0]]
    return base.rank - card.rank == 1 and base.is_red != card.is_red


def run_in_turn(position: Position, pile: int) -> range:
    """The face-up run at the top, red and black in turn, or any tail of it."""
    ids = position.piles[pile]
    length = 1 if ids else 0
    while length and length < len(ids):
        lower, upper = ids[-length - 1], position.cards[ids[-length]]
        base = position.cards[lower]
        if lower in position.down or base.rank - upper.rank != 1 or base.is_red == upper.is_red:
            break
        length += 1
    return range(1, length + 1)


def lay_out(cards: tuple[Card, ...]) -> LaidOut:
    """Seven piles of one to seven cards, the last one up."""
    piles: dict[str, Sequence[int]] = {}
    next_card = 0
    for column in range(1, COLUMNS + 1):
        piles[f"t{column}"] = range(next_card, next_card + column)
        next_card += column
    down = {card for ids in piles.values() for card in ids[:-1]}
    piles["stock"] = range(len(cards) - 1, next_card - 1, -1)
    return LaidOut(cards, piles, frozenset(down))


def _piles() -> tuple[Pile, ...]:
    up = from_roles({Role.TABLEAU, Role.WASTE}, either(build_in_suit(+1, single=True), starts_with(ACE)))
    builds = either(build_down_in_turn, empty_takes(lambda card: card.rank == KING))
    return (
        *(
            Pile(f"f{i}", Role.FOUNDATION, {"de": f"Grundstapel {i}", "en": f"foundation {i}"}, up, top_card)
            for i in range(1, 5)
        ),
        *(
            Pile(f"t{i}", Role.TABLEAU, {"de": f"Stapel {i}", "en": f"pile {i}"}, builds, run_in_turn)
            for i in range(1, COLUMNS + 1)
        ),
        Pile("w", Role.WASTE, {"de": "Ablage", "en": "waste"}, lifts=top_card),
        Pile("stock", Role.STOCK, {"de": "Talon", "en": "stock"}),
    )


GAME = Game(
    id="klondike",
    version=1,
    packs=1,
    names={"de": "Klondike", "en": "Klondike"},
    blurbs={"de": "Das Spiel, das jeder kennt.", "en": "The one that everybody knows."},
    piles=_piles(),
    deck=tuple(pack()),
    lay_out=lay_out,
    kinds=(transfer_kind(), turn_kind(), redeal_kind()),
    settles=(turn_up,),
    layouts={
        "wide": {
            "size": [7.9, 4.2],
            "grow": True,
            "aspect": [1.3, 1.4],
            "piles": {
                "stock": [0, 0],
                "w": [1.15, 0],
                **{f"f{i}": [2.3 + 1.15 * i, 0] for i in range(1, 5)},
                **{f"t{i}": [1.15 * (i - 1), 1.15, {"down": [0.27, 0.12], "to": 0}] for i in range(1, COLUMNS + 1)},
            },
        }
    },
    order=90,
)
