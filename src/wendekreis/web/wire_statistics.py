"""What travels of a player's statistics. What each figure means is told in ``wendekreis.store.statistics``."""

from typing import Literal

from wendekreis.web.wire import Wire

__all__ = ["DealCounts", "GameStatistics", "HintCounts", "Range", "Result", "Statistics", "Streak"]


class DealCounts(Wire):
    """Plays by whether their deal can be won, and how many of those that can were won."""

    winnable: int
    lost: int
    unknown: int
    won_of_winnable: int


class Streak(Wire):
    """Runs of plays won, or not won (then ``current`` is negative): the one now, the longest won, the longest not."""

    current: int
    best: int
    worst: int


class Range(Wire):
    """The least and the mean over the plays won; null when there are none."""

    best: int | None
    mean: int | None


class HintCounts(Wire):
    """Hints in all, plays with any, plays in which the light was on, and those in which a proven line was shown."""

    advice: int
    oracle: int
    plays_advice: int
    plays_oracle: int
    light: int
    shown: int


class Result(Wire):
    """A play that is over. ``ended`` is a time by ISO 8601, in UTC; ``winnable`` is its deal's verdict, null if nobody
    has looked.
    """

    id: str
    ended: str
    won: bool
    played_ms: int
    moves: int
    winnable: Literal["won", "lost", "unknown"] | None


class GameStatistics(Wire):
    """How the player has done at one game. ``recent`` are the last 100 plays over, the last begun last."""

    game: str
    played: int
    won: int
    deals: DealCounts
    streak: Streak
    time_ms: Range
    moves: Range
    hints: HintCounts
    recent: list[Result]


class Statistics(Wire):
    """Every game that there is, played or not, in the order to show them in."""

    games: list[GameStatistics]
