"""The oracle: a proven line, kept, that goes through no position twice and comes to its end."""

import random

import pytest

from tests.solver.helpers import wander, wins
from wendekreis.advice.oracle import Line, cleaned, next_of
from wendekreis.deals import random_deal
from wendekreis.errors import IllegalMove
from wendekreis.games import game
from wendekreis.rules import Move, Position, is_won, legal_moves, play
from wendekreis.solver import Limits, Verdict, solve
from wendekreis.solver.kernels import kernel

pytestmark = pytest.mark.skipif(kernel("_hemispheres_search_kernel") is None, reason="no compiled kernels here")

DEALS = [("single-interchange", 6), ("hemispheres", 1), ("unlimited", 0)]


def decide(position: Position) -> Verdict:
    """With a limit, so that a wrong turn ends."""
    return solve(position, Limits(max_nodes=500_000))


def start(game_id: str, index: int) -> Position:
    """A deal that is won."""
    return random_deal(game(game_id), 7, index).start()


@pytest.mark.parametrize(("game_id", "index"), DEALS)
def test_following_the_oracle_wins_and_asks_the_solver_once(game_id: str, index: int) -> None:
    """Each answer leaves a shorter rest, through no position twice."""
    position, line, searches = start(game_id, index), None, 0

    def counted(position: Position) -> Verdict:
        nonlocal searches
        searches += 1
        return decide(position)

    left, met = None, set()
    while not is_won(position):
        told = next_of(position, line, counted)
        assert told.outcome == "won"
        assert told.move is not None
        assert told.line is not None
        line, rest = told.line, told.line.after(position)
        assert rest is not None
        assert left is None or len(rest) == left - 1
        left = len(rest)
        assert position.key() not in met
        met.add(position.key())
        position = play(position, told.move).position
    assert searches == 1
    assert next_of(position, line, counted) == ("won", None, line)


@pytest.mark.parametrize(("game_id", "index"), DEALS[:2])
def test_who_strays_is_told_another_line_or_that_it_is_lost(game_id: str, index: int) -> None:
    """And who comes back to the line goes on with it."""
    position, chance = start(game_id, index), random.Random(index)
    told = next_of(position, None, decide)
    outcomes = set()
    for _ in range(12):
        strayed = play(position, chance.choice(legal_moves(position))).position
        other = next_of(strayed, told.line, decide)
        outcomes.add(other.outcome)
        if other.outcome == "won":
            assert other.line is not None
            rest = other.line.after(strayed)
            assert rest is not None
            assert wins(strayed, rest)
        else:
            assert other.move is None
            assert other.line is None
        assert told.line is not None
        assert told.move is not None
        position = play(position, told.move).position
        told = next_of(position, told.line, decide)
    assert "won" in outcomes


def test_what_is_not_known_gets_no_move() -> None:
    """Neither does what is lost."""
    position = start("hemispheres", 1)
    assert next_of(position, None, lambda position: Verdict("unknown", "nodes")) == ("unknown", None, None)
    assert next_of(position, None, lambda position: Verdict("lost")) == ("lost", None, None)


@pytest.mark.parametrize(("game_id", "index"), DEALS)
def test_detours_are_cut(game_id: str, index: int) -> None:
    """Moves to and fro, and moves that nothing needs, leave the line; what is left wins."""
    position = start(game_id, index)
    line = cleaned(position, decide(position).moves)
    assert wins(position, line)
    if game_id == "single-interchange":
        detour = [Move("turn")] * 27 + [Move("redeal")] + [Move("turn")] * 27 + [Move("redeal")]
        assert wins(position, [*detour, *line])
        assert len(cleaned(position, [*detour, *line])) <= len(line) + 28
    for at, move in enumerate(line):
        back = Move("transfer", move.target, move.source, move.count)
        after = play(position, move).position
        if move.form == "transfer" and back in legal_moves(after):
            around = play(after, back).position
            if around.key() == position.key():
                assert cleaned(start(game_id, index), [*line[: at + 1], back, *line[at:]]) == line
                break
        position = after


def test_a_line_that_does_not_win_is_none() -> None:
    """Neither is one that the rules forbid."""
    position = wander(start("hemispheres", 1), 1, 3)
    with pytest.raises(ValueError, match="does not win"):
        Line.proved(position, ())
    with pytest.raises(IllegalMove):
        Line.proved(position, [Move.parse("redeal")])
