"""What a study has found: as text, and as JSON."""

import math
import shlex
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any

from wendekreis.solver.search import solves_packed
from wendekreis.study.batch import CHUNK, Sampled, Worker
from wendekreis.study.histogram import Histogram
from wendekreis.study.intervals import bounds
from wendekreis.study.ledger import Ledger, Row
from wendekreis.study.plan import Study

__all__ = ["QUANTILES", "Report", "percent", "report", "share"]

TOLD = 1000
"""So many undecided deals are named in JSON; all of them stand in the ledger and in Parquet."""

SHOWN = 20
"""So many are named in text."""

QUANTILES = (("median", 0.5), ("p90", 0.9), ("p99", 0.99))


@dataclass
class Report:
    """The sum of a study's batches. Times are processor time in nanoseconds, ``cpu`` that of all the work.

    ``directory`` is where the ledger was asked for, if not in the user's data.
    """

    study: Study
    created: str
    directory: Path | None = None
    done: int = 0
    won: int = 0
    lost: int = 0
    unknown: int = 0
    nodes: Histogram = field(default_factory=Histogram)
    times: Histogram = field(default_factory=Histogram)
    cpu: int = 0
    limits: Counter[str] = field(default_factory=Counter)
    workers: list[Worker] = field(default_factory=list)
    undecided: list[int] = field(default_factory=list)
    sample: list[Sampled] = field(default_factory=list)
    so_far: list[tuple[int, int, int]] = field(default_factory=list)
    """After each batch, in the order of the deals: how many were done, won and undecided."""

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval for the share won; see :func:`wendekreis.study.intervals.bounds`."""
        return bounds(self.won, self.unknown, self.done)

    @property
    def verb(self) -> str:
        """What was found of a deal."""
        return "won by the player" if self.study.policy else "winnable"

    @property
    def command(self) -> str:
        """The command that makes the study, or goes on with it. How many workers there are decides nothing."""
        return self.study.command + (f" --directory {shlex.quote(str(self.directory))}" if self.directory else "")

    @property
    def means(self) -> int | None:
        """Of so many deals at once a time is known, and counted for each of them as their mean; if not of one alone."""
        whole = self.study.policy is None and self.study.file is None and solves_packed(self.study.rules)
        return CHUNK if whole else None

    def add(self, row: Row) -> None:
        """Count a batch."""
        self.done, self.won = self.done + row.count, self.won + row.won
        self.lost, self.unknown = self.lost + row.lost, self.unknown + row.unknown
        self.nodes.merge(row.nodes)
        self.times.merge(row.times)
        self.cpu += row.cpu
        self.limits.update(row.limits)
        if row.worker not in self.workers:
            self.workers.append(row.worker)
        self.so_far.append((self.done, self.won, self.unknown))

    def json(self) -> dict[str, Any]:
        """All of it for JSON: shares from 0 to 1, times in seconds."""
        low, high = self.interval
        done = max(self.done, 1)
        return {
            "study": self.study.parameters,
            "command": self.command,
            "created": self.created,
            "done": self.done,
            "won": self.won,
            "lost": self.lost,
            "unknown": self.unknown,
            "share": {
                "undecided_lost": self.won / done,
                "undecided_won": (self.won + self.unknown) / done,
                "low": low,
                "high": high,
            },
            "limits_reached": dict(self.limits),
            "nodes": _figures(self.nodes, 1),
            "seconds": _figures(self.times, 1e-9),
            "seconds_are_means_of": self.means,
            "cpu_seconds": self.cpu * 1e-9,
            "programs": sorted({worker.version for worker in self.workers}),
            "machines": [{"processor": each.processor, "cores": each.cores} for each in self.workers],
            "undecided": self.undecided,
            "sample": [
                {"index": each.deal, "outcome": each.outcome, "nodes": each.nodes, "seconds": each.time * 1e-9}
                for each in self.sample
            ],
        }

    def text(self) -> str:
        """All of it for people, some lines."""
        study = self.study
        lines = [f"study {study.name}: {study.game}, {self.verb}"]
        whole = "" if self.done == study.deals else f" of {study.deals:,}, the study is not at its end"
        lines.append(f"deals      {self.done:,}{whole}")
        if self.done:
            lines += self._outcomes()
            node = "moves" if study.policy else "nodes"
            lines.append(f"{node}      {_told(self.nodes, _whole)}")
            means = f" (of each {self.means:,} deals their mean)" if self.means else ""
            lines.append(f"CPU time   {_told(self.times, _seconds)}, a deal{means}")
            lines.append(
                f"           {_seconds(self.cpu)} in all, {self.done / max(self.cpu * 1e-9, 1e-9):,.0f} deals a second"
            )
            lines.append(f"program    {', '.join(sorted({f'wendekreis {each.version}' for each in self.workers}))}")
            machines = sorted({f"{each.processor}, {each.cores} cores" for each in self.workers})
            lines += [f"{'machine' if not n else '':10} {machine}" for n, machine in enumerate(machines)]
        lines.append(f"command    {self.command}")
        return "\n".join(lines)

    def _outcomes(self) -> list[str]:
        low, high = self.interval
        digits = _digits(high - low)
        told = share(self.won, self.unknown, self.done, digits)
        lines = [
            f"share      {told}, 95 % interval {percent(low, digits)} to {percent(high, digits)} %",
            f"won        {self.won:,}",
            f"lost       {self.lost:,}",
        ]
        undecided = f"undecided  {self.unknown:,}"
        if self.unknown:
            reached = ", ".join(f"{name} {times:,}" for name, times in sorted(self.limits.items()))
            undecided += f" (limit reached: {reached}); lost in the lower end of the share, won in the upper"
        lines.append(undecided)
        if self.unknown:
            more = self.unknown - min(len(self.undecided), SHOWN)
            named = " ".join(map(str, self.undecided[:SHOWN])) + (f" and {more:,} more" if more else "")
            lines.append(f"           {named}")
        return lines


def report(ledger: Ledger, directory: Path | None = None) -> Report:
    """The sum of what a ledger has; ``directory`` is where it was asked for, if not in the user's data."""
    made = Report(ledger.study, ledger.created, directory)
    for row in ledger.batches():
        made.add(row)
    made.undecided = list(islice(ledger.undecided(), TOLD))
    made.sample = ledger.sample()
    return made


def percent(share: float, digits: int = 2) -> str:
    """A share in per cent, without the sign.

    >>> percent(0.0430123, 3)
    '4.301'
    """
    return f"{100 * share:.{digits}f}"


def share(won: int, unknown: int, done: int, digits: int = 2) -> str:
    """A share in per cent; with undecided deals that of all lost and of all won, in digits that tell them apart.

    >>> [share(800, unknown, 1000, 1) for unknown in (0, 5)]
    ['80.0 %', '80.0 % to 80.5 %']
    >>> share(4854, 1, 6000, 1)
    '80.90 % to 80.92 %'
    """
    if not unknown:
        return f"{percent(won / done, digits)} %"
    digits = max(digits, math.ceil(-math.log10(100 * unknown / done)))
    return f"{percent(won / done, digits)} % to {percent((won + unknown) / done, digits)} %"


def _digits(width: float) -> int:
    """So many decimals of per cent as an interval of this width is worth, two figures of the width itself.

    >>> [_digits(width) for width in (0.2, 0.001, 0.000025)]
    [1, 2, 4]
    """
    return min(7, max(1, 1 + math.ceil(-math.log10(100 * width)))) if width > 0 else 1


def _figures(histogram: Histogram, unit: float) -> dict[str, Any]:
    figures: dict[str, Any] = {name: histogram.quantile(share) * unit for name, share in QUANTILES}
    bars = [[low * unit, high * unit, times] for low, high, times in histogram.bars()]
    return {**figures, "max": histogram.most * unit, "mean": histogram.mean * unit, "bars": bars}


def _told(histogram: Histogram, say: Any) -> str:
    figures: Iterable[tuple[str, int]] = [(name, histogram.quantile(share)) for name, share in QUANTILES]
    return ", ".join(f"{name} {say(value)}" for name, value in (*figures, ("max", histogram.most)))


def _whole(number: int) -> str:
    return f"{number:,}"


def _seconds(nanoseconds: int) -> str:
    """A time in a unit that suits it, three digits.

    >>> [_seconds(time) for time in (110, 45_600, 2_340_000, 18_900_000_000, 7_200_000_000_000)]
    ['110 ns', '45.6 µs', '2.34 ms', '18.9 s', '2.00 h']
    """
    for unit, size in (("h", 3_600_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000)):
        if nanoseconds >= size:
            number = nanoseconds / size
            return f"{number:.{max(0, 2 - len(str(int(number))) + 1)}f} {unit}"
    return f"{nanoseconds} ns"
