"""Limits, verdicts, the switch that cancels: what every search is given and what it answers."""

import math
import time
from typing import Any

import pytest

from wendekreis.rules import Move
from wendekreis.solver import Cancel, Limits, Verdict
from wendekreis.solver.verdict import Watch


@pytest.mark.parametrize("name", ["max_nodes", "max_seconds", "max_memory"])
@pytest.mark.parametrize("value", [0, -1, math.nan])
def test_impossible_limits_are_refused(name: str, value: Any) -> None:
    """A limit is above 0."""
    with pytest.raises(ValueError, match=name):
        Limits(**{name: value})


def test_unknown_names_its_limit() -> None:
    """An unknown verdict says what was reached; the others reached nothing."""
    with pytest.raises(ValueError, match="unknown"):
        Verdict("unknown")
    with pytest.raises(ValueError, match="unknown"):
        Verdict("lost", "nodes")


def test_verdicts_compare_without_the_time() -> None:
    """Two runs of one search are equal."""
    moves = (Move("turn"),)
    assert Verdict("won", moves=moves, nodes=3, seconds=0.1) == Verdict("won", moves=moves, nodes=3, seconds=0.2)


def test_a_watch_names_the_limit_reached() -> None:
    """Nodes, memory in megabytes, time and the switch, each by its name."""
    watch = Watch(Limits(max_nodes=10, max_memory=2))
    assert watch.reached(9, 2_000_000) is None
    assert watch.reached(10) == "nodes"
    assert watch.reached(0, 2_000_001) == "memory"
    timed = Watch(Limits(max_seconds=0.001))
    time.sleep(0.002)
    assert timed.reached(0) == "seconds"
    cancel = Cancel()
    switched = Watch(Limits(), cancel)
    assert switched.reached(0) is None
    cancel.cancel()
    assert switched.reached(0) == "cancelled"
