"""How long the player takes to tell a chance and to advise. `make benchmark` prints it; the tests run each once.

A round is one position, met in plays of *value*: the greatest time is that of the hardest of them. Of processor time.
"""

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from wendekreis.advice.advise import advise, win_chance
from wendekreis.advice.known import Known, known
from wendekreis.advice.player import play_out
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.session import Session

Benchmark = Callable[..., Any]

PLAYS, PLACES = 6, 8


def met(game_id: str) -> Iterator[Known]:
    """Positions of some plays, from the deal to shortly before the end."""
    for index in range(PLAYS):
        deal = random_deal(game(game_id), 12, index)
        yield known(Session(deal))
        moves = play_out(deal, "value").moves
        for place in range(1, PLACES):
            yield known(Session.load(deal, moves[: len(moves) * place // PLACES]))


@pytest.mark.benchmark(timer=time.process_time)
@pytest.mark.parametrize("ask", [win_chance, advise])
@pytest.mark.parametrize("game_id", games())
def test_answer(benchmark: Benchmark, game_id: str, ask: Callable[[Known], object]) -> None:
    """An answer; 200 ms at most in Hemispheres and Single Interchange, a second in the others."""
    positions = met(game_id)
    benchmark.pedantic(ask, setup=lambda: ((next(positions),), {}), rounds=PLAYS * PLACES)  # type: ignore[attr-defined]
