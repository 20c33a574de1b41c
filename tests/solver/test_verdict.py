"""Limits, verdicts, the switch that cancels: what every search is given and what it answers."""

import math
import time
from typing import Any

import pytest

from wendekreis.rules import Move
from wendekreis.solver import Cancel, Limits, Verdict
from wendekreis.solver.verdict import LARGEST_MEMORY, BadLimit, Watch


@pytest.mark.parametrize("name", ["max_nodes", "max_seconds", "max_memory"])
@pytest.mark.parametrize("value", [0, -1, math.nan, math.inf, True, "1", [1]])
def test_impossible_limits_are_refused(name: str, value: Any) -> None:
    """A limit is a number above 0, finite, and no truth value; one sentence says so."""
    with pytest.raises(BadLimit, match=name) as refused:
        Limits(**{name: value})
    assert isinstance(refused.value, ValueError)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("name", ["max_nodes", "max_memory"])
@pytest.mark.parametrize("value", [0.5, 1.0, 2.5])
def test_what_is_counted_is_whole(name: str, value: Any) -> None:
    """Half a node would never be reached."""
    with pytest.raises(BadLimit, match="whole"):
        Limits(**{name: value})


@pytest.mark.parametrize("memory", [LARGEST_MEMORY + 1, 2**64 // 10**6, 2**64, 10**30])
def test_more_memory_than_there_is(memory: int) -> None:
    """Beyond a terabyte it is refused; a terabyte and any number of nodes are not."""
    with pytest.raises(BadLimit, match=str(LARGEST_MEMORY)):
        Limits(max_memory=memory)
    assert Limits(max_nodes=10**30, max_seconds=1e300, max_memory=LARGEST_MEMORY).max_nodes == 10**30


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
