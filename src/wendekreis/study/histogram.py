"""Histograms that can be merged: whole numbers from 0 on, counted in buckets that grow with them.

>>> some, others = Histogram(), Histogram()
>>> for number in range(1, 60):
...     some.add(number)
>>> others.add(1000, times=41)
>>> some.merge(others)
>>> some.count, some.most, some.quantile(0.5), some.quantile(0.9)
(100, 1000, 50, 999)
"""

import json
from collections.abc import Iterator
from typing import Any

__all__ = ["Histogram"]

OCTAVE = 32
"""Buckets from a power of two to the next."""


class Histogram:
    """How often each number came, numbers from 64 on to within 1.6 %: 32 buckets an octave, all below 64 exact.

    ``count``, ``total`` (the sum) and ``most`` are exact. Merged in any order, histograms give the same.
    """

    __slots__ = ("count", "counts", "most", "total")

    def __init__(self) -> None:
        self.counts: dict[int, int] = {}
        self.count = 0
        self.total = 0
        self.most = 0

    def add(self, number: int, times: int = 1) -> None:
        """Count a number, or the same one so many times."""
        bucket = _bucket(number)
        self.counts[bucket] = self.counts.get(bucket, 0) + times
        self.count += times
        self.total += number * times
        self.most = max(self.most, number)

    def merge(self, other: "Histogram") -> None:
        """Count all that the other one has counted."""
        for bucket, times in other.counts.items():
            self.counts[bucket] = self.counts.get(bucket, 0) + times
        self.count += other.count
        self.total += other.total
        self.most = max(self.most, other.most)

    def quantile(self, share: float) -> int:
        """The smallest number that at least this share of all does not exceed; 0 when there is none.

        From 64 on it is the middle of its bucket, and never above ``most``.
        """
        seen = 0
        for bucket in sorted(self.counts):
            seen += self.counts[bucket]
            if seen >= share * self.count:
                low, high = _bounds(bucket)
                return min((low + high) // 2, self.most)
        return 0

    def bars(self) -> Iterator[tuple[int, int, int]]:
        """Each bucket that is not empty: its smallest and largest number and how many there were; in order."""
        for bucket in sorted(self.counts):
            yield (*_bounds(bucket), self.counts[bucket])

    @property
    def mean(self) -> float:
        """The mean, exact; 0 when there is none."""
        return self.total / self.count if self.count else 0.0

    def __str__(self) -> str:
        """One line of JSON, which :meth:`parse` reads."""
        counts = {str(bucket): self.counts[bucket] for bucket in sorted(self.counts)}
        return json.dumps({"counts": counts, "total": self.total, "most": self.most}, separators=(",", ":"))

    @classmethod
    def parse(cls, text: str) -> "Histogram":
        """Read what ``str()`` wrote.

        >>> one = Histogram()
        >>> one.add(70, times=3)
        >>> Histogram.parse(str(one)) == one
        True
        """
        read: dict[str, Any] = json.loads(text)
        made = cls()
        made.counts = {int(bucket): times for bucket, times in read["counts"].items()}
        made.count, made.total, made.most = sum(made.counts.values()), read["total"], read["most"]
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Histogram) and str(self) == str(other)

    __hash__ = None  # type: ignore[assignment]


def _bucket(number: int) -> int:
    """Numbers of the same upper six bits share one; below 64 each has its own.

    >>> [_bucket(number) for number in (0, 63, 64, 65, 66, 127, 128)]
    [0, 63, 64, 64, 65, 95, 96]
    """
    shift = max(0, number.bit_length() - 6)
    return OCTAVE * shift + (number >> shift)


def _bounds(bucket: int) -> tuple[int, int]:
    """The smallest and the largest number of a bucket.

    >>> [_bounds(bucket) for bucket in (0, 63, 64, 95, 96)]
    [(0, 0), (63, 63), (64, 65), (126, 127), (128, 131)]
    """
    shift = max(0, bucket // OCTAVE - 1)
    upper = bucket - OCTAVE * shift
    return upper << shift, ((upper + 1) << shift) - 1
