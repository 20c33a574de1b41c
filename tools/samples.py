"""Positions to show: the figures of the rules pages, which every game has."""

import re
from pathlib import Path

__all__ = ["sample"]

RULES = Path(__file__).parent.parent / "src" / "wendekreis" / "web" / "texts" / "rules"


def sample(game_id: str, number: int = 0) -> tuple[str, list[str]]:
    """The deal and the moves of a figure in a game's rules; the first shows the middle of a game, the next the deal."""
    text = (RULES / f"{game_id}.en.md").read_text(encoding="utf-8")
    figure: str = re.findall(r"^```table.*?\n(.*?)^```", text, re.DOTALL | re.MULTILINE)[number]
    position = " ".join(line for line in figure.splitlines() if not line.startswith("caption:"))
    deal, _, moves = position.partition("|")
    return deal.strip(), moves.split()
