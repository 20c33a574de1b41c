"""All solvers against verdicts and winning lines of independent programs (tests/vectors)."""

from typing import Any

import pytest

from tests.solver.helpers import HAS_KERNELS, vectors, wins
from wendekreis.deals import parse_deal
from wendekreis.games import game, games
from wendekreis.rules import Position
from wendekreis.session import Session
from wendekreis.solver import Limits, Verdict, solve

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

QUICK = Limits(max_nodes=5000, max_memory=500)
PATIENT = Limits(max_seconds=60, max_memory=1000)


def decided(position: Position, limits: Limits) -> Verdict:
    """The verdict, its line replayed."""
    verdict = solve(position, limits)
    assert wins(position, verdict.moves) == (verdict.outcome == "won")
    return verdict


def given(game_id: str) -> list[Any]:
    """The deals of a game with their proven verdicts."""
    return vectors(f"verdicts-{game_id}")


@pytest.mark.parametrize("game_id", games())
def test_verdicts_at_a_glance(game_id: str) -> None:
    """Every fourth vector with few nodes: no verdict is wrong, and most are found."""
    found, chosen = 0, given(game_id)[::4]
    for line in chosen:
        verdict = decided(parse_deal(game(game_id), line["deal"]).start(), QUICK)
        assert verdict.outcome in (line["verdict"], "unknown")
        found += verdict.outcome != "unknown"
    assert found > 0.75 * len(chosen)


@pytest.mark.long
@pytest.mark.parametrize("game_id", games())
def test_verdicts(game_id: str) -> None:
    """Every vector is decided, and as its file says."""
    for line in given(game_id):
        assert decided(parse_deal(game(game_id), line["deal"]).start(), PATIENT).outcome == line["verdict"]


def along(game_id: str, line: Any, limits: Limits, every: int) -> None:
    """Play a winning line, asking for the verdict after every so many moves, and undo all of it."""
    session = Session(parse_deal(game(game_id), line["deal"]))
    at_first = solve(session.position, limits)
    assert at_first.outcome in ("won", "unknown")
    for number, move in enumerate(line["moves"].split(), start=1):
        session.move(move)
        if number % every == 0:
            assert decided(session.position, limits).outcome in ("won", "unknown")
            if limits is PATIENT:
                assert solve(session.position, limits).outcome == "won"
    while session.head:
        session.undo()
    assert solve(session.position, limits) == at_first


LINES = [
    pytest.param(game_id, line, id=f"{game_id}-{number}")
    for game_id in ("hemispheres", "single-interchange", "unlimited")
    for number, line in enumerate(vectors(f"lines-{game_id}"), start=1)
]


@pytest.mark.parametrize(("game_id", "line"), LINES)
def test_a_winning_line_stays_won_at_a_glance(game_id: str, line: Any) -> None:
    """At some twenty positions on the way, with few nodes; undone to the start, the verdict is what it was."""
    along(game_id, line, QUICK, max(1, len(line["moves"].split()) // 12))


@pytest.mark.parametrize("game_id", ["hemispheres", "single-interchange", "unlimited"])
def test_won_after_each_of_the_last_moves(game_id: str) -> None:
    """Of the shortest line of each game, from late on; no *unknown* will do. (Interchange: see its own tests.)"""
    line = min(vectors(f"lines-{game_id}"), key=lambda line: len(line["moves"]))
    session, moves = Session(parse_deal(game(game_id), line["deal"])), line["moves"].split()
    for number, move in enumerate(moves):
        session.move(move)
        if number >= len(moves) - 60:
            assert decided(session.position, Limits(max_nodes=200_000, max_memory=500)).outcome == "won"
    assert session.status == "won"


@pytest.mark.long
@pytest.mark.parametrize(("game_id", "line"), LINES)
def test_a_winning_line_stays_won(game_id: str, line: Any) -> None:
    """After each of its moves."""
    along(game_id, line, PATIENT, 1)
