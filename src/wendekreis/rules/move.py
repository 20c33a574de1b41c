"""Moves and their notation (RULES, "Piles and moves as text").

A :class:`Move` is what is written, no more: automatic consequences follow from it, and where two
foundations of a suit could act it does not say which.
"""

import re
from dataclasses import dataclass
from typing import Literal, Self

from wendekreis.errors import UnparsableMove

__all__ = ["Move", "MoveForm"]

MoveForm = Literal["turn", "redeal", "transfer", "exchange"]

_TRANSFER = re.compile(
    r"(?P<source>w|t[1-9]|[ns][1-9]|b[NESW]|f[CDHS])-(?P<target>w|t[1-9]|[ns][1-9]|b[NESW]|f[CDHS])"
    r"(?:\*(?P<count>[2-9]|[1-9][0-9])|@(?P<place>[1-9]))?"
)
_EXCHANGE = re.compile(r"(?P<source>n[1-9])x(?P<target>s[1-9])")

_FORMS = "turn, redeal, t1-t2, t1-t3*4, w-fH, t2-fH@3 or n3xs5"


@dataclass(frozen=True, slots=True)
class Move:
    """One move as it is written.

    ``source`` and ``target`` are pile names of the notation (``t1``, ``w``, ``fH``, ``bE``), empty for a
    turn and a redeal. ``count`` is the number of cards in the run that moves, at least 1. ``place``
    is the foundation, counted from 1, that an ace is to open; 0 means the first free one.

    >>> Move.parse("t1-t3*4")
    Move.parse('t1-t3*4')
    >>> Move.parse("n3xs5").form
    'exchange'
    """

    form: MoveForm
    source: str = ""
    target: str = ""
    count: int = 1
    place: int = 0

    def __str__(self) -> str:
        if self.form == "exchange":
            return f"{self.source}x{self.target}"
        if self.form != "transfer":
            return self.form
        run = f"*{self.count}" if self.count > 1 else ""
        place = f"@{self.place}" if self.place else ""
        return f"{self.source}-{self.target}{run}{place}"

    def __repr__(self) -> str:
        return f"Move.parse({str(self)!r})"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read one move. Which piles exist is the game's affair: see :func:`wendekreis.rules.parse_move`.

        Raises:
            UnparsableMove: when the text is not of the notation.
        """
        if text in ("turn", "redeal"):
            return cls("turn" if text == "turn" else "redeal")
        if match := _EXCHANGE.fullmatch(text):
            return cls("exchange", match["source"], match["target"])
        match = _TRANSFER.fullmatch(text)
        if match is None or (match["place"] and match["target"][0] != "f"):
            raise UnparsableMove(f"{text!r} is not a move; moves are written such as {_FORMS}", move=text)
        return cls("transfer", match["source"], match["target"], int(match["count"] or 1), int(match["place"] or 0))
