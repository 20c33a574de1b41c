"""Two studies compared deal by deal, on the deals that both have done."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from wendekreis.errors import StudyDiffers
from wendekreis.study.intervals import bounds, paired
from wendekreis.study.ledger import Ledger
from wendekreis.study.outcomes import cut
from wendekreis.study.plan import Study
from wendekreis.study.report import percent, share

__all__ = ["Comparison", "compare"]

Side: TypeAlias = Literal["won", "lost", "unknown"]
SIDES: tuple[Side, Side, Side] = ("won", "lost", "unknown")
Stretch: TypeAlias = tuple[int, int, int, int]
"""Deals in a row: first, count, and a bit a deal for won and for unknown."""

_WAYS: tuple[tuple[str, Side, Side], ...] = (
    ("both won", "won", "won"),
    ("only the first won", "won", "lost"),
    ("only the second won", "lost", "won"),
    ("neither won", "lost", "lost"),
)


@dataclass
class Comparison:
    """How many deals had which outcome in the first study and which in the second."""

    first: Study
    second: Study
    pairs: dict[tuple[Side, Side], int]

    @property
    def count(self) -> int:
        """How many deals both have done."""
        return sum(self.pairs.values())

    def total(self, study: int, outcome: Side) -> int:
        """How many deals had this outcome in the first study (0) or in the second (1)."""
        return sum(count for sides, count in self.pairs.items() if sides[study] == outcome)

    @property
    def difference(self) -> tuple[float, float]:
        """The second's share less the first's: the least and the most that it can be, whatever the undecided are."""
        won, unknown = ((self.total(1, each), self.total(0, each)) for each in ("won", "unknown"))
        least = won[0] - won[1] - unknown[1]
        most = won[0] + unknown[0] - won[1]
        return least / max(self.count, 1), most / max(self.count, 1)

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of that for pairs, from the least of the lower end to the most of the upper one."""
        return paired(*self._table("won", "lost"))[0], paired(*self._table("lost", "won"))[1]

    def _table(self, first: Side, second: Side) -> tuple[int, int, int, int]:
        """Both won, only the first, only the second, neither; with the undecided of each counted as told."""
        table = {(a, b): 0 for a in (True, False) for b in (True, False)}
        for (one, two), count in self.pairs.items():
            sides = first if one == "unknown" else one, second if two == "unknown" else two
            table[sides[0] == "won", sides[1] == "won"] += count
        return table[True, True], table[True, False], table[False, True], table[False, False]

    def json(self) -> dict[str, Any]:
        """All of it for JSON; shares from -1 to 1."""
        return {
            "first": self.first.parameters,
            "second": self.second.parameters,
            "deals": self.count,
            "pairs": [{"first": a, "second": b, "deals": count} for (a, b), count in self.pairs.items()],
            "difference": dict(zip(("least", "most"), self.difference, strict=True)),
            "interval": dict(zip(("low", "high"), self.interval, strict=True)),
        }

    def text(self) -> str:
        """All of it for people, some lines."""
        width = max(len(self.first.name), len(self.second.name))
        lines = [f"{self.count:,} deals that both have done"]
        for number, study in enumerate((self.first, self.second)):
            won, unknown = self.total(number, "won"), self.total(number, "unknown")
            low, high = bounds(won, unknown, self.count)
            lines.append(
                f"{study.name:{width}}  {share(won, unknown, self.count, 4)} won"
                f" (95 % interval {percent(low, 4)} to {percent(high, 4)})"
            )
        for said, one, two in _WAYS:
            lines.append(f"{said:26}{self.pairs[one, two]:,}")
        if rest := sum(count for sides, count in self.pairs.items() if "unknown" in sides):
            lines.append(f"{'undecided in one or both':26}{rest:,}")
        (least, most), (low, high) = self.difference, self.interval
        points = f"{100 * least:+.4f}" + (f" to {100 * most:+.4f}" if most > least else "")
        lines.append(f"second less first: {points} points (95 % interval {100 * low:+.4f} to {100 * high:+.4f})")
        return "\n".join(lines)


def compare(first: Ledger, second: Ledger) -> Comparison:
    """Compare what two studies have found of the same deals.

    Raises:
        StudyDiffers: when their deals are not the same ones, or no deal was done by both.
    """
    one, two = first.study, second.study
    if (one.seed, one.file) != (two.seed, two.file):
        raise StudyDiffers(f"{one.name} and {two.name} have other deals: their seeds, or files of deals, differ")
    if sorted(one.rules.deck, key=str) != sorted(two.rules.deck, key=str):
        raise StudyDiffers(f"{one.name} and {two.name} have other deals: their games have other packs")
    pairs = {(a, b): 0 for a in SIDES for b in SIDES}
    for count, *bits in _together(first.outcomes(), second.outcomes()):
        full = (1 << count) - 1
        sides = []
        for won, unknown in (bits[:2], bits[2:]):
            sides.append({"won": won, "lost": full & ~(won | unknown), "unknown": unknown})
        for a in SIDES:
            for b in SIDES:
                pairs[a, b] += (sides[0][a] & sides[1][b]).bit_count()
    if not sum(pairs.values()):
        raise StudyDiffers(f"there is no deal that both {one.name} and {two.name} have done")
    return Comparison(one, two, pairs)


def _together(ones: Iterator[Stretch], others: Iterator[Stretch]) -> Iterator[tuple[int, int, int, int, int]]:
    """Each stretch of deals that both have: its length, and of each the won and unknown ones."""
    one, other = next(ones, None), next(others, None)
    while one is not None and other is not None:
        begin, end = max(one[0], other[0]), min(one[0] + one[1], other[0] + other[1])
        if begin < end:
            count = end - begin
            yield count, *_bits(one, begin, count), *_bits(other, begin, count)
        if one[0] + one[1] < other[0] + other[1]:
            one = next(ones, None)
        else:
            other = next(others, None)


def _bits(stretch: Stretch, begin: int, count: int) -> tuple[int, int]:
    first, _, won, unknown = stretch
    return cut(won, begin - first, count), cut(unknown, begin - first, count)
