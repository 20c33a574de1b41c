"""The one entrance: solvers are found, the plain search answers for the rest, and a search can be stopped."""

import importlib
import os
import subprocess
import sys
import threading
import time
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from tests.solver.helpers import HAS_KERNELS, wins
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.games.hemispheres import declare as declare_hemispheres
from wendekreis.games.single_interchange import declare
from wendekreis.rules import Game
from wendekreis.solver import Cancel, Limits, plain, search, solve, two_pack
from wendekreis.solver.hemispheres import describe
from wendekreis.solver.kernels import SWITCH, kernel
from wendekreis.solver.verdict import LARGEST_MEMORY


def test_every_game_has_its_solver() -> None:
    """Found by what the modules say of themselves."""
    assert set(search.solvers()) == set(games())


def test_two_solvers_of_a_game_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Which of them would answer is not left to chance."""
    impostor = ModuleType("impostor")
    impostor.SOLVES = ("unlimited",)  # type: ignore[attr-defined]
    impostor.__file__ = "impostor.py"
    real = importlib.import_module
    monkeypatch.setattr(importlib, "import_module", lambda name: impostor if name.endswith(".plain") else real(name))
    search.solvers.cache_clear()
    try:
        with pytest.raises(ValueError, match="unlimited"):
            search.solvers()
    finally:
        monkeypatch.undo()
        search.solvers.cache_clear()


def test_a_game_that_nobody_knows_is_searched_plainly() -> None:
    """The same cards under another id."""
    position = random_deal(replace(declare(3, 2, 3), id="another"), 1, 0).start()
    assert solve(position) == plain.solve(position, Limits())


@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
def test_without_kernels_the_plain_search_answers() -> None:
    """Whole games too, within their limits; and the command goes on as before."""
    script = """
from wendekreis.deals import random_deal
from wendekreis.games import games
from wendekreis.games.single_interchange import declare
from wendekreis.solver import Limits, plain, solve
for game in [declare(3, 2, 3), *games().values()]:
    position = random_deal(game, 1, 0).start()
    assert solve(position, Limits(max_nodes=30)) == plain.solve(position, Limits(max_nodes=30)), game.id
"""
    environment = os.environ | {SWITCH: "off"}
    done = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stderr
    command = [sys.executable, "-m", "wendekreis", "solve", "hemispheres", "--number", "1", "--max-nodes", "30"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stdout) == (0, "0 unknown nodes\n")


def test_a_kernel_that_is_not_there() -> None:
    """Is none; and a module that is plain Python is no kernel."""
    assert kernel("_no_such_kernel") is None
    assert kernel("plain") is None


def test_the_plain_search_keeps_to_its_limits() -> None:
    """Nodes, memory and the switch; a line that it finds wins."""
    position = random_deal(game("unlimited"), 1, 0).start()
    assert plain.solve(position, Limits(max_nodes=20)).limit == "nodes"
    assert plain.solve(position, Limits(max_nodes=20)).nodes == 20
    assert plain.solve(position, Limits(max_memory=1)).limit == "memory"
    cancel = Cancel()
    cancel.cancel()
    assert plain.solve(position, Limits(), cancel).limit == "cancelled"
    for index in range(20):
        small = random_deal(declare_hemispheres(ranks=3, quadrant=1), 1, index).start()
        verdict = plain.solve(small, Limits(max_nodes=2000))
        assert wins(small, verdict.moves) == (verdict.outcome == "won")


def longest(of: Game) -> int:
    """The random deal of seed 2 that takes longest among a few, so that there is something to stop."""
    return max(range(12), key=lambda index: solve(random_deal(of, 2, index).start(), Limits(max_nodes=20_000)).nodes)


@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
@pytest.mark.parametrize("game_id", games())
def test_a_search_lets_others_run_and_stops_at_once(game_id: str) -> None:
    """Cancelled from another thread: within 50 ms, and this thread runs on meanwhile, so the GIL is released.

    A game that is decided outright has nothing to stop; nor has a deal that is decided within the wait.
    """
    position = random_deal(game(game_id), 2, longest(game(game_id))).start()
    cancel, answers, ended = Cancel(), [], []

    def run() -> None:
        answers.append(solve(position, Limits(max_seconds=30, max_memory=500), cancel))
        ended.append(time.perf_counter())

    thread = threading.Thread(target=run)
    thread.start()
    longest_pause, before = 0.0, time.perf_counter()
    end = before + 0.3
    while thread.is_alive() and before < end:
        time.sleep(0.001)
        now = time.perf_counter()
        longest_pause, before = max(longest_pause, now - before), now
    cancelled = time.perf_counter()
    cancel.cancel()
    thread.join(10)
    assert not thread.is_alive()
    if answers[0].outcome == "unknown":
        assert answers[0].limit == "cancelled"
        # 50 ms are promised on a machine with a core to spare; the tests may run beside others.
        assert ended[0] - cancelled < 0.5
        assert longest_pause < 0.25


@pytest.mark.parametrize("game_id", games())
def test_the_largest_limits_are_no_trouble(game_id: str) -> None:
    """Every solver takes them, and decides as ever."""
    vast = Limits(max_nodes=10**30, max_seconds=1e300, max_memory=LARGEST_MEMORY)
    for index in range(6):
        position = random_deal(game(game_id), 2, index).start()
        verdict = solve(position, Limits(max_nodes=2000))
        if verdict.outcome != "unknown":
            assert solve(position, vast) == verdict


@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
@pytest.mark.parametrize(
    ("name", "kind", "arguments"),
    [
        ("_two_pack_kernel", "Search", ({}, 10**6)),
        ("_two_pack_kernel", "Search", (two_pack.describe(random_deal(game("unlimited"), 1, 0).start()), 2**64)),
        ("_two_pack_kernel", "Search", (two_pack.describe(random_deal(game("unlimited"), 1, 0).start()), -1)),
        ("_two_pack_kernel", "Search", (None, 1)),
        ("_hemispheres_search_kernel", "DepthFirst", ((1, 2), 10**6, (0,) * 7)),
        ("_hemispheres_search_kernel", "DepthFirst", ((), 2**70, ())),
        (
            "_hemispheres_search_kernel",
            "DepthFirst",
            (describe(random_deal(game("hemispheres"), 1, 0).start()), 0, (0,) * 7),
        ),
        ("_hemispheres_search_kernel", "Beam", ((), 10**6, (0,) * 7, 20, 20, 0, 0)),
        (
            "_hemispheres_search_kernel",
            "Beam",
            (describe(random_deal(game("hemispheres"), 1, 0).start()), 9, (0,) * 7, 2**40, 1, 0, 0),
        ),
        ("_single_interchange_kernel", "decide", (14, [])),
        ("_single_interchange_kernel", "decide", (13, [(bytes([200]), 0)])),
    ],
)
def test_a_kernel_that_could_not_begin_frees_nothing(name: str, kind: str, arguments: tuple[Any, ...]) -> None:
    """It raises, again and again, and the process lives on."""
    compiled = kernel(name)
    assert compiled is not None
    for _ in range(20):
        with pytest.raises((ValueError, TypeError, KeyError, IndexError, OverflowError)):
            getattr(compiled, kind)(*arguments)


@pytest.mark.parametrize("game_id", games())
def test_no_line_where_none_is_asked_for(game_id: str) -> None:
    """The same verdict and nodes; the moves are left out."""
    for index in range(30):
        position = random_deal(game(game_id), 3, index).start()
        with_line = solve(position, Limits(max_nodes=500))
        without = solve(position, Limits(max_nodes=500), lines=False)
        assert without == replace(with_line, moves=())


def test_the_plain_search_leaves_lines_out_too() -> None:
    """Though it has them anyway."""
    position = random_deal(declare_hemispheres(ranks=2, quadrant=1), 1, 1).start()
    limits = Limits(max_nodes=2000)
    assert plain.solve(position, limits, lines=False) == replace(plain.solve(position, limits), moves=())


@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
@pytest.mark.parametrize("game_id", ["hemispheres", "interchange", "unlimited"])
@pytest.mark.parametrize(
    ("limits", "reached"),
    [
        (Limits(max_nodes=5), "nodes"),
        (Limits(max_seconds=1e-9), "seconds"),
    ],
    ids=["nodes", "seconds"],
)
def test_limits_are_kept(game_id: str, limits: Limits, reached: str) -> None:
    """Some deal of each game reaches each limit, and none is called lost for it."""
    seen = set()
    for index in range(20):
        verdict = solve(random_deal(game(game_id), 2, index).start(), limits)
        seen.add(verdict.limit)
        free = solve(random_deal(game(game_id), 2, index).start(), Limits(max_nodes=20_000))
        assert verdict.outcome == "unknown" or free.outcome in ("unknown", verdict.outcome)
    assert reached in seen
