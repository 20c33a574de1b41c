"""Deals that can be won: found quickly, and proved."""

import time
from dataclasses import replace
from itertools import islice
from typing import Literal

import pytest

from wendekreis.advice.winnable import promises_winnable, random_numbers, winnable_deal
from wendekreis.deals import normal_number, numbered_deal
from wendekreis.games import game, games
from wendekreis.games.single_interchange import declare
from wendekreis.solver import Cancel, Limits, solve
from wendekreis.solver.kernels import kernel

needs_kernels = pytest.mark.skipif(kernel("_hemispheres_search_kernel") is None, reason="no compiled kernels here")


@needs_kernels
@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres", "unlimited"])
def test_a_winnable_deal_is_the_first_of_the_numbers_that_is_won(game_id: str) -> None:
    """By number, within a second of processor time, with a line of play."""
    for first in (1_000_000, 2_000_000, 3_000_000):
        spent = time.process_time()
        deal = winnable_deal(game(game_id), map(str, range(first, first + 1000)))
        assert time.process_time() - spent < 1
        assert deal is not None
        assert deal.number is not None
        assert solve(deal.start()).moves
        for number in range(first, int(deal.number)):
            assert solve(numbered_deal(game(game_id), str(number)).start(), lines=False).outcome == "lost"


@needs_kernels
def test_where_there_is_none_nothing_comes() -> None:
    """No number left, no time left, cancelled, or nothing decided."""
    single, hemispheres = game("single-interchange"), game("hemispheres")
    assert winnable_deal(single, iter(["1", "2"])) is None
    assert winnable_deal(game("interchange"), map(str, range(100_001, 100_021))) is None
    assert winnable_deal(hemispheres, random_numbers(), max_seconds=0) is None
    cancel = Cancel()
    cancel.cancel()
    assert winnable_deal(hemispheres, random_numbers(), cancel=cancel) is None
    assert winnable_deal(hemispheres, iter(["7"]), Limits(max_nodes=1)) is None


def test_random_numbers_are_deal_numbers() -> None:
    """As the new deal of a table has them."""
    for number in islice(random_numbers(), 20):
        assert normal_number(number) == number


def test_games_say_what_was_measured() -> None:
    """All but Interchange have winnable deals often enough; nothing is said of a smaller game."""
    assert {game_id for game_id in games() if promises_winnable(game(game_id))} == {
        "hemispheres",
        "single-interchange",
        "unlimited",
    }
    assert declare(ranks=4).winnable is None
    assert not promises_winnable(declare(ranks=4))
    few: dict[Literal["won", "lost", "unknown"], int] = {"won": 1, "lost": 990, "unknown": 9}
    assert promises_winnable(replace(declare(ranks=4), winnable=few))
    assert not promises_winnable(replace(declare(ranks=4), winnable={**few, "unknown": 10}))
    for game_id in games():
        assert set(game(game_id).winnable or {}) == {"won", "lost", "unknown"}
