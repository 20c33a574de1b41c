"""Intervals: of a share, with undecided deals as bounds, and of the difference of two shares on the same deals.

>>> tuple(round(end, 4) for end in bounds(90, 5, 100))
(0.8256, 0.9785)
"""

import math

from wendekreis.advice.plan import wilson

__all__ = ["bounds", "paired", "wilson"]


def bounds(won: int, unknown: int, count: int) -> tuple[float, float]:
    """The 95 % interval for the share that can be won when some of the deals are undecided.

    Its lower end is Wilson's with all of them lost, its upper end Wilson's with all of them won: whatever they are, it
    holds the interval that the decided study would have.
    """
    return wilson(won, count)[0], wilson(won + unknown, count)[1]


def paired(both: int, one: int, two: int, neither: int) -> tuple[float, float]:
    """The 95 % interval for the second's share less the first's, of pairs; always within -1 and 1.

    Newcombe, Statistics in Medicine 17 (1998), 2635-2650, method 10: Wilson's intervals put together, with a
    correlation of the pairs whose numerator, where it is above 0, is made less by half the number of pairs.
    """
    count = both + one + two + neither
    first, second = (both + one) / count, (both + two) / count
    (low1, high1), (low2, high2) = wilson(both + one, count), wilson(both + two, count)
    sides = (both + one) * (two + neither) * (both + two) * (one + neither)
    excess: float = both * neither - one * two
    if excess > 0:
        excess = max(0.0, excess - count / 2)
    phi = excess / math.sqrt(sides) if sides else 0.0
    down, up = second - low2, high1 - first
    below = math.sqrt(max(0.0, down**2 - 2 * phi * down * up + up**2))
    up, down = high2 - second, first - low1
    above = math.sqrt(max(0.0, up**2 - 2 * phi * up * down + down**2))
    return max(-1.0, second - first - below), min(1.0, second - first + above)
