"""The signature of each solver: how many nodes it takes for fixed deals.

A change that is none to the search leaves it as it is; any other one records a new signature, and its message says why.
"""

from typing import NamedTuple

import pytest

from tests.solver.helpers import HAS_KERNELS
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.solver import Limits, packed, solve, solve_packed

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

SEED = 2026


class Signature(NamedTuple):
    """Of so many random deals, with at most so many nodes each: the nodes, and how many were won and lost."""

    deals: int
    max_nodes: int
    nodes: int
    won: int
    lost: int


SIGNATURES = {
    "hemispheres": Signature(400, 20_000, 536_515, 392, 0),
    "interchange": Signature(300, 20_000, 286_735, 0, 289),
    "single-interchange": Signature(100_000, 16, 125_050, 4_375, 95_625),
    "unlimited": Signature(40, 20_000, 10_841, 35, 5),
}


def test_every_game_has_a_signature() -> None:
    """And no other."""
    assert set(SIGNATURES) == set(games())


@pytest.mark.parametrize("game_id", sorted(SIGNATURES))
def test_signature(game_id: str) -> None:
    """The search does what it did."""
    deals, max_nodes = SIGNATURES[game_id][:2]
    decided = solve_packed(game(game_id), packed.draw(game(game_id), SEED, 0, deals))
    if decided is not None:
        won = sum(decided.won)
        assert Signature(deals, max_nodes, sum(decided.nodes), won, deals - won) == SIGNATURES[game_id]
        return
    verdicts = [
        solve(random_deal(game(game_id), SEED, index).start(), Limits(max_nodes=max_nodes)) for index in range(deals)
    ]
    outcomes = [verdict.outcome for verdict in verdicts]
    nodes = sum(verdict.nodes for verdict in verdicts)
    found = Signature(deals, max_nodes, nodes, outcomes.count("won"), outcomes.count("lost"))
    assert found == SIGNATURES[game_id]
