"""What travels when the page asks what the solver or the fair player knows."""

from collections.abc import Mapping
from typing import Literal

from pydantic import Field

from wendekreis.web.wire import Answer, Hints, Wire

__all__ = [
    "AdviceAnswer",
    "AskRequest",
    "ChanceAnswer",
    "DealRequest",
    "DealVerdict",
    "LineAnswer",
    "LostAnswer",
    "OracleAnswer",
    "Progress",
    "Reason",
    "VerdictAnswer",
    "What",
]

What = Literal["verdict", "oracle", "advice", "chance", "lost", "line"]
Outcome = Literal["won", "lost", "unknown"]
Limit = Literal["nodes", "seconds", "memory", "cancelled"]


class AskRequest(Wire):
    """A question about a play at the revision that the page has seen."""

    revision: int = Field(ge=0, le=2**31 - 1)


class DealRequest(Wire):
    """A question about a deal: by its number, or by itself (moves may follow it)."""

    number: str | None = Field(default=None, max_length=64)
    deal: str | None = Field(default=None, max_length=8192)


class Progress(Wire):
    """How far it has come: so many of so many, if that can be said, and the time since the question."""

    done: int
    of: int | None
    seconds: float


class DealVerdict(Wire):
    """Whether it can be won; ``limit`` says what ended the search that does not know."""

    verdict: Outcome
    limit: Limit | None


class VerdictAnswer(DealVerdict):
    """Whether the position at a revision can be won."""

    revision: int


class OracleAnswer(Wire):
    """The next move of a proven line; none when there is no such line, or none is known."""

    revision: int
    verdict: Outcome
    move: str | None
    hints: Hints


class Reason(Wire):
    """Why a move: a code, and what to fill in where its sentence has placeholders."""

    code: str
    params: Mapping[str, str]


class AdviceAnswer(Wire):
    """The fair player's move, why, and the chance with it; no move when nothing useful is left to do."""

    revision: int
    move: str | None
    reason: Reason | None
    chance: float | None
    hints: Hints


class ChanceAnswer(Wire):
    """The chance to win, give or take a margin, and how it was found; nothing when nobody can say."""

    revision: int
    value: float | None
    margin: float | None
    method: Literal["value", "best", "all", "sample", "bounds", "open"] | None


class LostAnswer(Wire):
    """The verdict after each number of moves, from none on; where the last won position was, where it was lost.

    Where it is not known in between, ``between`` says which two positions that lies between; else ``told`` is the
    answer to the move that lost it, as the player was given it but that nothing can be done there.
    """

    revision: int
    hints: Hints
    verdicts: list[Outcome]
    last_won: int | None
    lost_at: int | None
    between: tuple[int, int] | None
    moves: list[str]
    told: Answer | None


class LineAnswer(Wire):
    """A proven line from here to the win, each move as the answer to it would be; nothing can be done with these."""

    revision: int
    verdict: Outcome
    answers: list[Answer]
