"""How fast the solvers are. `make benchmark` prints the figures; the tests run each body once.

Variants of one thing stand in one group, so that their ratio can be read off; rounds are of processor time.
"""

import time
from collections.abc import Callable
from typing import Any

import pytest

from wendekreis.deals import random_deal
from wendekreis.games import game
from wendekreis.games.single_interchange import declare
from wendekreis.solver import Limits, packed, plain, solve, solve_packed
from wendekreis.solver.kernels import kernel
from wendekreis.solver.single_interchange import KERNEL, packed_piles

Benchmark = Callable[..., Any]

SINGLE = game("single-interchange")

pytestmark = [
    pytest.mark.benchmark(timer=time.process_time, warmup=True),
    pytest.mark.skipif(kernel(KERNEL) is None, reason="the kernels were not compiled"),
]


@pytest.mark.benchmark(group="single-interchange, 100,000 deals")
def test_draw(benchmark: Benchmark) -> None:
    """Draw random deals, packed."""
    assert len(benchmark(packed.draw, SINGLE, 1, 0, 100_000)) == 5_200_000


@pytest.mark.benchmark(group="single-interchange, 100,000 deals")
def test_solve_packed(benchmark: Benchmark) -> None:
    """Decide packed deals: 25 ms at most, which is four million a second."""
    decided = benchmark(solve_packed, SINGLE, packed.draw(SINGLE, 1, 0, 100_000))
    assert decided.done == 100_000


@pytest.mark.benchmark(group="single-interchange, 1,000 deals")
def test_read_and_solve(benchmark: Benchmark) -> None:
    """Read lines of text and decide them: 10 ms at most, which is 100,000 a second."""
    lines = [random_deal(SINGLE, 1, index).text.encode() for index in range(1000)]

    def run() -> None:
        deals = bytearray(52_000)
        for number, line in enumerate(lines):
            assert packed.read(SINGLE, line, deals, number)
        solve_packed(SINGLE, deals)

    benchmark(run)


@pytest.mark.benchmark(group="single-interchange, 1,000 deals")
def test_solve_positions(benchmark: Benchmark) -> None:
    """Decide them one by one as positions, lines of play included."""
    positions = [random_deal(SINGLE, 1, index).start() for index in range(1000)]
    benchmark(lambda: [solve(position) for position in positions])


@pytest.mark.benchmark(group="single-interchange, dominances, 1,000 deals")
@pytest.mark.parametrize("up", [True, False], ids=["up at once", "up by choice"])
@pytest.mark.parametrize("onto_base", [True, False], ids=["onto its base at once", "onto its base by choice"])
def test_dominances(benchmark: Benchmark, up: bool, onto_base: bool) -> None:
    """What each dominance is worth."""
    compiled = kernel(KERNEL)
    assert compiled is not None
    piles = [packed_piles(random_deal(SINGLE, 1, index).start()) for index in range(1000)]
    benchmark(lambda: [compiled.decide_slowly(13, of_one, up, onto_base) for of_one in piles])


@pytest.mark.benchmark(group="single-interchange, 20 deals of 16 cards")
@pytest.mark.parametrize("way", [solve, plain.solve], ids=["kernel", "plain search"])
def test_against_the_plain_search(benchmark: Benchmark, way: Callable[..., Any]) -> None:
    """The plain search over the rules engine, on a smaller game."""
    positions = [random_deal(declare(4, 2, 5), 1, index).start() for index in range(20)]
    benchmark(lambda: [way(position, Limits(max_nodes=3000)) for position in positions])


@pytest.mark.benchmark(group="20 deals, 2,000 nodes at most")
@pytest.mark.parametrize("game_id", ["hemispheres", "interchange", "unlimited"])
def test_search(benchmark: Benchmark, game_id: str) -> None:
    """Search the other games, each deal with a node limit."""
    positions = [random_deal(game(game_id), 1, index).start() for index in range(20)]
    benchmark(lambda: [solve(position, Limits(max_nodes=2000)) for position in positions])
