"""Single Interchange, by Thomas Warfield: one pack, five piles, about one deal in twenty-three comes out."""

from dataclasses import replace

from wendekreis.cards import KING
from wendekreis.games._interchange import ONE_PACK_LAYOUTS, interchange_game
from wendekreis.rules import Game


def declare(ranks: int = KING, columns: int = 5, rows: int = 5, **chosen: str) -> Game:
    """The game, a variant of it, or a smaller one of the same rules (for tests)."""
    return interchange_game(
        game_id="single-interchange",
        names={"de": "Single Interchange", "en": "Single Interchange"},
        blurbs={
            "de": "Ein Kartenspiel, fünf Stapel, jede zweite Karte verdeckt, gebaut nur in Farbe: kurz und unerbittlich.",
            "en": "One pack, five piles, every other card face down. You build in suit alone: short and merciless.",
        },
        packs=1,
        columns=columns,
        rows=rows,
        redeals=("unlimited", "none"),
        chosen=chosen,
        ranks=ranks,
        layouts=ONE_PACK_LAYOUTS,
        order=20,
    )


# Measured with the study `single-interchange` of docs/figures.md
GAME = replace(declare(), winnable={"won": 42_976_813, "lost": 957_023_187, "unknown": 0}, win_moves=270)
