"""Unlimited: Interchange with as many passes through the stock as one likes."""

from dataclasses import replace

from wendekreis.cards import KING
from wendekreis.games._interchange import TWO_PACK_LAYOUTS, interchange_game
from wendekreis.rules import Game


def declare(ranks: int = KING, columns: int = 7, rows: int = 7, **chosen: str) -> Game:
    """The game, a variant of it, or a smaller one of the same rules (for tests)."""
    return interchange_game(
        game_id="unlimited",
        names={"de": "Unlimited", "en": "Unlimited"},
        blurbs={
            "de": "Zwei Kartenspiele, sieben Stapel, beliebig viele Durchgänge: lang, und oft zu gewinnen.",
            "en": "Two packs, seven piles, as many passes through the stock as you like: long, and often won.",
        },
        packs=2,
        columns=columns,
        rows=rows,
        redeals=("unlimited", "none"),
        chosen=chosen,
        ranks=ranks,
        layouts=TWO_PACK_LAYOUTS,
        order=40,
    )


# Measured with the study `unlimited` of docs/figures.md
GAME = replace(declare(), winnable={"won": 1_441_391, "lost": 358_603, "unknown": 6}, win_moves=934)
