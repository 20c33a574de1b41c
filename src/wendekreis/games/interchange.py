"""Interchange: two packs, seven piles, a single pass through the stock."""

from dataclasses import replace

from wendekreis.cards import KING
from wendekreis.games._interchange import TWO_PACK_LAYOUTS, interchange_game
from wendekreis.rules import Game


def declare(ranks: int = KING, columns: int = 7, rows: int = 7, **chosen: str) -> Game:
    """The game, a variant of it, or a smaller one of the same rules (for tests)."""
    return interchange_game(
        game_id="interchange",
        names={"de": "Interchange", "en": "Interchange"},
        blurbs={
            "de": "Zwei Kartenspiele, sieben Stapel und nur ein Durchgang durch den Talon: kaum zu gewinnen.",
            "en": "Two packs, seven piles and a single pass through the stock: hardly ever won.",
        },
        packs=2,
        columns=columns,
        rows=rows,
        redeals=("none", "unlimited"),
        chosen=chosen,
        ranks=ranks,
        layouts=TWO_PACK_LAYOUTS,
        order=30,
    )


# Measured with the study `interchange` of docs/figures.md
GAME = replace(declare(), winnable={"won": 4, "lost": 69_506, "unknown": 490})
