"""What the tests of the solvers share: vectors, wandering, replaying."""

import json
import random
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wendekreis.rules import Move, Position, is_won, legal_moves, play
from wendekreis.solver.kernels import kernel

VECTORS = Path(__file__).parents[1] / "vectors"

HAS_KERNELS = kernel("_single_interchange_kernel") is not None
"""Whether this checkout was built with a compiler; without, tests of the kernels are skipped."""


def vectors(name: str) -> list[Any]:
    """The objects of a file of vectors."""
    return [json.loads(line) for line in (VECTORS / f"{name}.jsonl").read_text().splitlines()]


def wander(position: Position, seed: int, moves: int) -> Position:
    """The position after so many random moves, taking cards back included; fewer where there is none."""
    chance = random.Random(seed)
    for _ in range(moves):
        choice = legal_moves(position)
        if not choice:
            break
        position = play(position, chance.choice(choice)).position
    return position


def wins(position: Position, moves: Sequence[Move]) -> bool:
    """Whether the rules engine plays these moves from the position on, and has won at the end."""
    for move in moves:
        position = play(position, move).position
    return is_won(position)
