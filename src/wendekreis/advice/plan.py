"""What a strategy answers."""

import math
from dataclasses import dataclass
from typing import Literal

from wendekreis.rules import Move

__all__ = ["Chance", "Plan", "around", "wilson"]


@dataclass(frozen=True, slots=True)
class Plan:
    """Moves to make one after the other, and the chance to win with them as the strategy sees it.

    The moves go up to the next card that comes to light. There are none when the strategy sees no way to
    win any more. ``chance`` is ``None`` when it can't say. ``method`` is ``"greedy"`` where the greedy player
    answered, be it for want of another.
    """

    moves: tuple[Move, ...]
    chance: float | None = None
    method: Literal["player", "greedy"] = "player"


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance to win, and how far off it may be.

    ``value`` ± ``margin`` holds the 95 % interval (Wilson's, where it is a share), and may reach below 0 or above
    1, where the interval ends. ``method``: ``"value"`` is the value's own word, its margin that of the games it was
    held to; ``"best"`` is how often the best play wins that sees what lies open, over all arrangements of the hidden
    cards, exact; ``"all"`` is the share of these arrangements that can be won with all cards known, exact;
    ``"sample"`` that of some drawn at random; ``"bounds"``: the solver could not decide all that it was given, the
    margin reaches from all of these lost to all won, and the value is the middle of that; ``"open"``: nothing is
    hidden, the solver decided.
    """

    value: float
    margin: float
    method: Literal["value", "best", "all", "sample", "bounds", "open"]


def wilson(won: float, count: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of Wilson for a share of which ``won`` of ``count`` were seen.

    >>> tuple(round(end, 3) for end in wilson(95, 100))
    (0.888, 0.978)
    """
    if not count:
        return 0.0, 1.0
    share, square = won / count, z * z / count
    middle = (share + square / 2) / (1 + square)
    half = z * math.sqrt((share * (1 - share) + square / 4) / count) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)


def around(value: float, low: float, high: float) -> float:
    """The margin that makes ``value`` ± it hold an interval."""
    return max(value - low, high - value)
