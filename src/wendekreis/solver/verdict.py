"""What a search is given and what it answers: limits, cancel, verdict.

>>> Limits(max_nodes=0)
Traceback (most recent call last):
wendekreis.solver.verdict.BadLimit: max_nodes is a whole number from 1 on or None, not 0
"""

import math
import time
from array import array
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from wendekreis.rules import Move

__all__ = ["LARGEST_MEMORY", "BadLimit", "Cancel", "Limit", "Limits", "Outcome", "Verdict", "Watch"]

Outcome: TypeAlias = Literal["won", "lost", "unknown"]
Limit: TypeAlias = Literal["nodes", "seconds", "memory", "cancelled"]

MEGABYTE = 1_000_000

LARGEST_MEMORY = 1_000_000
"""Megabytes, that is a terabyte: more than that is a slip, and far below what 64 bits count in bytes."""


class BadLimit(ValueError):  # noqa: N818 (named as the errors of errors.py are)
    """A limit that no search can have."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go; ``None`` is no limit.

    ``max_nodes`` counts what the game's solver calls a node, a whole number from 1 on; ``max_seconds`` is time on the
    clock, above 0 and finite; ``max_memory`` the megabytes (10⁶ bytes) that the search may hold for the states it
    has met, a whole number from 1 to ``LARGEST_MEMORY``.

    Raises:
        BadLimit: for anything else; it is a ValueError.
    """

    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None

    def __post_init__(self) -> None:
        if not _is_count(self.max_nodes):
            raise BadLimit(f"max_nodes is a whole number from 1 on or None, not {self.max_nodes!r}")
        if not _is_count(self.max_memory) or (self.max_memory or 0) > LARGEST_MEMORY:
            raise BadLimit(
                f"max_memory is a whole number of megabytes from 1 to {LARGEST_MEMORY} or None, not {self.max_memory!r}"
            )
        seconds: object = self.max_seconds  # who is not type-checked may give anything
        if seconds is None:
            return
        is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
        if not is_number or not 0 < self.max_seconds < math.inf:  # type: ignore[operator]
            raise BadLimit(f"max_seconds is a finite number above 0 or None, not {seconds!r}")


def _is_count(value: object) -> bool:
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and value >= 1)


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of a search.

    ``outcome`` is ``"won"`` (there is a line of play, ``moves``, from the position on; empty when
    no line was asked for), ``"lost"`` (there
    is none: everything was exhausted) or ``"unknown"`` (``limit`` says what was reached). An unknown is
    never to be shown or counted as lost. ``nodes`` is the solver's own count and the same in every run that no
    clock ended; ``seconds`` is time on the clock.
    """

    outcome: Outcome
    limit: Limit | None = None
    moves: tuple[Move, ...] = ()
    nodes: int = 0
    seconds: float = field(default=0.0, compare=False)

    def __post_init__(self) -> None:
        if (self.outcome == "unknown") != (self.limit is not None):
            raise ValueError("an unknown verdict, and no other, names the limit that was reached")


class Cancel:
    """A switch that ends a search from another thread: it answers *unknown (cancelled)* within 50 ms.

    Once cancelled it stays so. ``flag`` is one C int, 0 or 1, for kernels to poll without the GIL: they take it
    as a typed memoryview and read ``flag[0]`` every thousand nodes or so.

    >>> cancel = Cancel()
    >>> cancel.cancel()
    >>> cancel.cancelled
    True
    """

    __slots__ = ("flag",)

    def __init__(self) -> None:
        self.flag = array("i", [0])

    def cancel(self) -> None:
        """End every search that was given this switch."""
        self.flag[0] = 1

    @property
    def cancelled(self) -> bool:
        """Whether :meth:`cancel` was called."""
        return bool(self.flag[0])


class Watch:
    """Holds a running search to its limits; for searches written in Python, and for the time a kernel took."""

    __slots__ = ("_cancel", "_limits", "_start")

    def __init__(self, limits: Limits, cancel: Cancel | None = None) -> None:
        self._limits, self._cancel = limits, cancel
        self._start = time.perf_counter()

    @property
    def seconds(self) -> float:
        """The time on the clock since the search began."""
        return time.perf_counter() - self._start

    def reached(self, nodes: int, memory: int = 0) -> Limit | None:
        """The limit that is reached with so many nodes done and so many bytes held, if any."""
        limits = self._limits
        if self._cancel is not None and self._cancel.cancelled:
            return "cancelled"
        if limits.max_nodes is not None and nodes >= limits.max_nodes:
            return "nodes"
        if limits.max_memory is not None and memory > limits.max_memory * MEGABYTE:
            return "memory"
        if limits.max_seconds is not None and self.seconds >= limits.max_seconds:
            return "seconds"
        return None
