"""Where a play was lost: by halving, never by guessing."""

import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wendekreis.advice.lost import Progress, Trace, positions, trace, trace_whole
from wendekreis.deals import random_deal
from wendekreis.games import game
from wendekreis.rules import Position
from wendekreis.session import Session
from wendekreis.solver import Limits, Verdict, solve
from wendekreis.solver.kernels import kernel
from wendekreis.solver.verdict import Outcome

needs_kernels = pytest.mark.skipif(kernel("_hemispheres_search_kernel") is None, reason="no compiled kernels here")


def played(game_id: str, index: int, *, good: int, wild: int) -> Session:
    """A play that follows a winning line for so many moves, and then makes moves at random."""
    session = Session(random_deal(game(game_id), 7, index))
    for move in solve(session.position, Limits(max_nodes=200_000)).moves[:good]:
        session.move(str(move))
    chance = random.Random(index)
    for _ in range(wild):
        if session.legal_moves:
            session.move(str(chance.choice(session.legal_moves)))
    return session


@needs_kernels
@pytest.mark.parametrize(("game_id", "index"), [("hemispheres", 0), ("hemispheres", 2), ("single-interchange", 6)])
def test_the_verdicts_are_those_of_solving_every_position(game_id: str, index: int) -> None:
    """With far fewer searches; the first lost position comes right after the last that is won."""
    session = played(game_id, index, good=60, wild=70)
    searches = 0

    def decide(position: Position) -> Verdict:
        nonlocal searches
        searches += 1
        return solve(position, Limits(max_nodes=2_000_000))

    where = positions(session)
    answer = trace_whole(where, decide)
    assert len(where) == session.head + 1
    assert where[0] == session.deal.start()
    assert where[-1] == session.position
    assert searches <= 10
    for verdict, position in zip(answer.verdicts, where, strict=True):
        assert solve(position, Limits(max_nodes=20_000), lines=False).outcome in (verdict, "unknown")
    assert answer.last_won is not None
    assert answer.lost_at in (None, answer.last_won + 1)
    assert answer.between is None


@needs_kernels
def test_a_deal_that_was_lost_from_the_start_is_nobodys_fault() -> None:
    """Two searches tell: the end is lost, and the deal is."""
    session = played("single-interchange", 0, good=0, wild=30)
    told = list(trace(positions(session), solve))
    assert told[-1] == Trace(("lost",) * 31, None, 0, None)
    assert [type(item) for item in told] == [Progress, Progress, Trace]


@needs_kernels
def test_a_won_line_that_was_followed_is_not_searched_again() -> None:
    """The verdict on the deal tells all of a play that made the moves of its line."""
    session = played("hemispheres", 2, good=90, wild=0)
    where = positions(session)
    first = solve(where[0])
    asked = []

    def decide(position: Position) -> Verdict:
        asked.append(where.index(position))
        return first if position is where[0] else Verdict("unknown", "nodes")

    answer = trace_whole(where, decide)
    assert asked == [90, 0]
    assert answer == Trace(("won",) * 91, 90, None, None)


def a_play(length: int) -> tuple[Position, ...]:
    """Positions of some play, by turning."""
    session = Session(random_deal(game("hemispheres"), 1, 1))
    for _ in range(length):
        session.move("turn")
    return positions(session)


def decider(
    where: tuple[Position, ...], outcomes: tuple[Outcome, ...], asked: list[int]
) -> Callable[[Position], Verdict]:
    """Answers as told, and notes what it was asked."""
    place = {id(position): at for at, position in enumerate(where)}

    def decide(position: Position) -> Verdict:
        at = place[id(position)]
        asked.append(at)
        return Verdict(outcomes[at], "nodes" if outcomes[at] == "unknown" else None)

    return decide


@given(st.integers(0, 30), st.integers(0, 31), st.sets(st.integers(0, 30)))
def test_unknown_is_never_told_as_lost_or_won(length: int, lost: int, unknown: set[int]) -> None:
    """Each verdict is the true one or unknown; an exact answer is exact, and what is left open holds the truth."""
    where = a_play(length)
    truth: list[Outcome] = ["won" if at < lost else "lost" for at in range(length + 1)]
    asked: list[int] = []
    seen: list[Outcome] = ["unknown" if at in unknown else outcome for at, outcome in enumerate(truth)]
    answer = trace_whole(where, decider(where, tuple(seen), asked))
    assert len(asked) == len(set(asked)) <= 2 + 2 * (length + 1).bit_length()
    for told, true in zip(answer.verdicts, truth, strict=True):
        assert told in (true, "unknown")
    assert answer.verdicts == tuple(sorted(answer.verdicts, key=("won", "unknown", "lost").index))
    won = [at for at, told in enumerate(answer.verdicts) if told == "won"]
    assert answer.last_won == (won[-1] if won else None)
    if "lost" not in answer.verdicts:
        assert answer.lost_at is None
        assert answer.between is None
    elif answer.between is None:
        assert answer.lost_at == lost
        assert "unknown" not in answer.verdicts
    else:
        assert answer.lost_at is None
        assert answer.between[0] <= lost <= answer.between[1]
        assert answer.verdicts[answer.between[1]] == "lost"
    if not unknown:
        assert "unknown" not in answer.verdicts


def test_a_cancelled_verdict_ends_the_searching() -> None:
    """What was found until then is told."""
    where = a_play(20)
    verdicts = iter([Verdict("lost"), Verdict("won"), Verdict("unknown", "cancelled")])
    answer = trace_whole(where, lambda position: next(verdicts))
    assert answer.verdicts == ("won",) + ("unknown",) * 19 + ("lost",)
    assert (answer.last_won, answer.lost_at, answer.between) == (0, None, (1, 20))


def test_a_line_of_no_moves_reaches_no_further() -> None:
    """As of a solver that was asked for no lines."""
    where = a_play(3)
    asked: list[int] = []
    decide = decider(where, ("won", "won", "lost", "lost"), asked)
    assert trace_whole(where, decide).lost_at == 2
