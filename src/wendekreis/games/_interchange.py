"""What Single Interchange and its relatives share: the same rules, other numbers.

Rule numbers in this file are those of Single Interchange.
"""

from collections.abc import Mapping
from typing import Any

from wendekreis.cards import ACE, KING, Card, pack
from wendekreis.rules import Game, LaidOut, Pile, Role, Texts
from wendekreis.rules.variants import Variants, setting_of, variant_id
from wendekreis.rules.vocabulary import (
    any_card,
    build_in_suit,
    either,
    empty_takes,
    from_roles,
    no_card,
    redeal_kind,
    run_in_suit,
    starts_with,
    top_card,
    transfer_kind,
    turn_kind,
    turn_up,
)

Layouts = Mapping[str, Mapping[str, Any]]

VARIANTS: Variants = {
    "faces": ("alternate", "up", "top"),
    "spaces": ("king", "any"),
    "takeback": ("yes", "no"),
}
"""What can be set in every game of the family. Redeals can, too; the game's own way is its own."""


def interchange_game(
    *,
    game_id: str,
    names: Texts,
    blurbs: Texts,
    packs: int,
    columns: int,
    rows: int,
    redeals: tuple[str, str],
    chosen: Mapping[str, str],
    ranks: int = KING,
    version: int = 1,
    layouts: Layouts | None = None,
    order: int = 100,
) -> Game:
    """Declare a game of the family.

    ``columns`` tableau piles of ``rows`` cards each, the odd rows (counted from 1) face up; ``redeals`` are the
    ways to go through the stock, the game's own first. ``chosen`` is what of the variants is set. With fewer
    ``ranks`` the highest plays the King's part; such a game is for tests.

    Raises:
        UnknownGame: when there is no such variant.
    """
    variants = {**VARIANTS, "redeals": redeals}
    setting = setting_of(game_id, variants, chosen)
    foundations = 4 * packs
    # Rule 3: an ace opens any free place, then up in suit; rule 4: never from one foundation to another.
    takes_up = from_roles({Role.TABLEAU, Role.WASTE}, either(build_in_suit(+1, single=True), starts_with(ACE)))
    # Rules 4, 5, 6 and 9: down in suit from anywhere; a King or its run fills an empty pile.
    any_fills = setting["spaces"] == "any"
    builds = either(build_in_suit(-1), empty_takes(any_card if any_fills else lambda card: card.rank == ranks))
    run = run_in_suit(-1)
    piles = (
        *(
            Pile(
                f"f{i}",
                Role.FOUNDATION,
                {"de": f"Grundstapel {i}", "en": f"foundation {i}"},
                accepts=takes_up,
                lifts=top_card if setting["takeback"] == "yes" else no_card,  # rule 4
                well={"de": "A", "en": "A"},
                note={"de": "Vom Ass zum König, in Farbe", "en": "from ace to king, in suit"},
            )
            for i in range(1, foundations + 1)
        ),
        *(
            Pile(
                f"t{i}",
                Role.TABLEAU,
                {"de": f"Stapel {i}", "en": f"pile {i}"},
                accepts=builds,
                lifts=run,
                well=None if any_fills else {"de": "K", "en": "K"},
                note={"de": "Abwärts in Farbe", "en": "down in suit"}
                if any_fills
                else {"de": "Abwärts in Farbe; leer nur für Könige", "en": "down in suit; a space is for Kings"},
            )
            for i in range(1, columns + 1)
        ),
        Pile(
            "w",
            Role.WASTE,
            {"de": "Ablage", "en": "waste"},
            lifts=top_card,
            note={"de": "Die oberste Karte ist spielbar", "en": "its top card may be played"},
        ),
        Pile(
            "stock",
            Role.STOCK,
            {"de": "Talon", "en": "stock"},
            note={"de": "Deckt eine Karte auf; danach von vorn", "en": "turns one card; then round again"}
            if setting["redeals"] == "unlimited"
            else {"de": "Deckt eine Karte auf; ein Durchgang", "en": "turns one card; one pass"},
        ),
    )

    def lay_out(cards: tuple[Card, ...]) -> LaidOut:
        dealt = columns * rows
        laid: dict[str, list[int]] = {f"t{i}": [] for i in range(1, columns + 1)}
        down = set()
        for i in range(dealt):  # rule 1: row by row; rows 1, 3, 5 … face up
            laid[f"t{i % columns + 1}"].append(i)
            if setting["faces"] == "top" or (setting["faces"] == "alternate" and i // columns % 2):
                down.add(i)
        # A shrunken game may end a pile on a face-down row; what lies on top is always open.
        down.difference_update(range(dealt - columns, dealt))
        stock = range(len(cards) - 1, dealt - 1, -1)  # rule 2: the next card to be turned lies last
        return LaidOut(cards, {**laid, "stock": stock}, frozenset(down))

    return Game(
        id=variant_id(game_id, variants, setting),
        version=version,
        packs=packs,
        names=names,
        blurbs=blurbs,
        piles=piles,
        deck=tuple(pack(packs, ranks)),
        lay_out=lay_out,
        kinds=(transfer_kind(), turn_kind(), *((redeal_kind(),) if setting["redeals"] == "unlimited" else ())),
        settles=(turn_up,),
        ranks=ranks,
        layouts=layouts or {},
        order=order,
        variants=variants,
        setting=setting,
    )


def _row(names: list[str], x: float, y: float, step: float, *fan: Mapping[str, Any]) -> dict[str, list[Any]]:
    return {name: [round(x + i * step, 3), y, *fan] for i, name in enumerate(names)}


def _column(names: list[str], x: float, y: float, step: float) -> dict[str, list[Any]]:
    return {name: [x, round(y + i * step, 3)] for i, name in enumerate(names)}


def _named(letter: str, *numbers: int) -> list[str]:
    return [f"{letter}{number}" for number in numbers]


ONE_PACK_LAYOUTS: Layouts = {
    "wide": {
        "size": [8.3, 4.15],
        "grow": True,
        "aspect": [1.3, 1.4],
        "piles": {
            "stock": [0, 0],
            "w": [0, 1.3, {"down": [0.26, 0.26], "last": 3}],
            **_row(_named("t", *range(1, 6)), 1.4, 0, 1.12, {"down": [0.27, 0.12], "to": 0}),
            **_column(_named("f", 1, 2, 3, 4), 7.3, 0, 1.05),
        },
    },
    "square": {
        "size": [6.92, 5.4],
        "grow": True,
        "aspect": [1.3, 1.4],
        "piles": {
            "stock": [0, 0],
            "w": [1.1, 0, {"right": [0.3], "last": 3}],
            **_row(_named("f", 1, 2, 3, 4), 2.8, 0, 1.04),
            **_row(_named("t", *range(1, 6)), 0, 1.2, 1.48, {"down": [0.27, 0.12], "to": 0}),
        },
    },
    "tall": {
        "size": [5.4, 6.6],
        "grow": True,
        "aspect": [1.3, 1.4],
        "tools": [0, -1, 2.4, 1],
        "info": [4.4, 0],
        "piles": {
            **_row(_named("f", 1, 2, 3, 4), 0, 0, 1.1),
            **_row(_named("t", *range(1, 6)), 0, 1.12, 1.1, {"down": [0.29, 0.13], "to": -1.1}),
            "w": [2.46, -1, {"right": [0.42], "last": 3}],
            "stock": [4.4, -1],
        },
    },
}
"""Table layouts for one pack and five piles, in card units: x in widths, y in heights, from a card's top left
corner; a negative y counts from the bottom edge. Piles stand in paint order."""

TWO_PACK_LAYOUTS: Layouts = {
    "wide": {
        "size": [11.2, 4.2],
        "grow": True,
        "aspect": [1.3, 1.4],
        "piles": {
            "stock": [0, 0],
            "w": [0, 1.3, {"down": [0.26, 0.26], "last": 3}],
            **_row(_named("t", *range(1, 8)), 1.35, 0, 1.08, {"down": [0.27, 0.12], "to": 0}),
            **_column(_named("f", 1, 3, 5, 7), 9.12, 0, 1.05),
            **_column(_named("f", 2, 4, 6, 8), 10.2, 0, 1.05),
        },
    },
    "tall": {
        "size": [7.3, 6.6],
        "grow": True,
        "aspect": [1.3, 1.4],
        "tools": [0, -1, 4.1, 1],
        "piles": {
            **_row(_named("f", *range(1, 9)), 0, 0, 0.9),
            **_row(_named("t", *range(1, 8)), 0, 1.12, 1.05, {"down": [0.3, 0.14], "to": -1.1}),
            "w": [4.2, -1, {"right": [0.42], "last": 3}],
            "stock": [6.3, -1],
        },
    },
}
"""The same for two packs and seven piles."""
