"""What travels of plays as a list, as moving pictures, and as a file; and of the deals of days."""

from typing import Literal

from pydantic import Field

from wendekreis.web.wire import Counts, Mark, Status, Step, View, Wire

__all__ = [
    "Bar",
    "Brought",
    "Frame",
    "History",
    "HistoryRow",
    "Import",
    "Moves",
    "Replay",
    "Spread",
    "Today",
    "TodayGame",
    "TodayPlay",
]


class HistoryRow(Wire):
    """A play of the player's. ``began`` and ``updated`` are times by ISO 8601, in UTC.

    Of one that was won, ``moves`` and ``played_ms`` are those of the first win. ``counts`` says that the statistics
    count it; ``shown``, that a proven line was shown before a win; ``brought``, that it came out of a file; ``here``,
    that it can be opened: its game is here as it was.
    """

    id: str
    game: str
    number: str | None
    status: Status
    won: bool
    shown: bool
    counts: bool
    brought: bool
    here: bool
    moves: int
    played_ms: int
    began: str
    updated: str


class History(Wire):
    """A page of the player's plays, the last one touched first; ``next`` asks for the next page, null on the last."""

    plays: list[HistoryRow]
    next: str | None


class Frame(Wire):
    """What one move did, as an answer tells it, as far as it can be seen."""

    move: str
    steps: list[Step]
    faces: dict[str, str]
    marks: dict[str, Mark]
    stock: int
    counts: Counts
    status: Literal["open", "won"]


class Replay(Wire):
    """A play from its deal on: where it begins, and a frame for each move. Nothing can be done with it.

    ``head`` says where the play stands; what comes after was taken back. ``own`` says whether it is the player's play.
    """

    view: View
    frames: list[Frame]
    head: int
    own: bool


class Moves(Wire):
    """Moves on a deal that is given by its number or as text."""

    game: str = Field(min_length=1, max_length=64)
    number: str | None = Field(default=None, max_length=64)
    deal: str | None = Field(default=None, max_length=8192)
    moves: str = Field(max_length=12_000)


class Import(Wire):
    """Lines of a file of plays, the first of which has this number in the file. ``check``: nothing is to be changed."""

    lines: list[str] = Field(max_length=500)
    first: int = Field(default=1, ge=1, le=2**31 - 1)
    check: bool = False


class Brought(Wire):
    """How many plays were brought in (or would be), and how many were there already."""

    added: int
    known: int


class Spread(Wire):
    """The least, the quartiles and the greatest of some numbers."""

    least: int
    lower: int
    median: int
    upper: int
    most: int


class Bar(Wire):
    """So many players needed ``first`` to ``last`` moves."""

    first: int
    last: int
    players: int


class TodayPlay(Wire):
    """The player's own play of a day's deal: the one first won, else the last one touched."""

    id: str
    won: bool
    moves: int


class TodayGame(Wire):
    """The deal of the day of one game. ``number`` is there when it is ``known``.

    ``looking``: it is being looked for; ``none``: winnable deals are unknown or too rare; ``not_known``: it can't
    be looked for just now. ``players`` have played it, ``solved`` of them won, in so many ``moves``;
    ``bars`` says how many in how many, the least first, and is empty until enough have won.
    """

    game: str
    state: Literal["known", "looking", "none", "not_known"]
    number: str | None
    players: int
    solved: int
    moves: Spread | None
    bars: list[Bar]
    play: TodayPlay | None


class Today(Wire):
    """The deals of a day; ``until`` is when the day ends, by ISO 8601, in UTC."""

    day: str
    until: str
    games: list[TodayGame]
