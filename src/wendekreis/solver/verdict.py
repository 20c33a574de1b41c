"""What a search is given and what it answers: limits, cancel, verdict.

>>> Limits(max_nodes=0)
Traceback (most recent call last):
ValueError: max_nodes is a number above 0 or None, not 0
"""

import math
import time
from array import array
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from wendekreis.rules import Move

__all__ = ["Cancel", "Limit", "Limits", "Outcome", "Verdict", "Watch"]

Outcome: TypeAlias = Literal["won", "lost", "unknown"]
Limit: TypeAlias = Literal["nodes", "seconds", "memory", "cancelled"]

MEGABYTE = 1_000_000


@dataclass(frozen=True, slots=True)
class Limits:
    """How far a search may go; ``None`` is no limit.

    ``max_nodes`` counts what the game's solver calls a node, ``max_seconds`` is time on the clock,
    ``max_memory`` the megabytes (10⁶ bytes) that the search may hold for the states it has met.

    Raises:
        ValueError: for a limit that is not above 0.
    """

    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("max_nodes", "max_seconds", "max_memory"):
            value = getattr(self, name)
            if value is not None and (math.isnan(value) or value <= 0):
                raise ValueError(f"{name} is a number above 0 or None, not {value}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """The answer of a search.

    ``outcome`` is ``"won"`` (there is a line of play, ``moves``, from the position on), ``"lost"`` (there
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
