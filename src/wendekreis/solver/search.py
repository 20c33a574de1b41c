"""The one entrance: a position of any game, answered by the solver that knows the game.

A module of this package that declares ``SOLVES``, the ids of games, and ``solve(position, limits, cancel)``
is a solver of these games; it is found, never listed. It answers with a verdict, or with ``None`` when it can't
take the position on (its kernel was not compiled, the game is of another size): then the plain search answers.
"""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import wendekreis.solver
from wendekreis.rules import Position
from wendekreis.solver import plain
from wendekreis.solver.verdict import Cancel, Limits, Verdict

__all__ = ["Solver", "solve", "solvers"]

Solver: TypeAlias = Callable[[Position, Limits, Cancel | None], Verdict | None]

NO_LIMITS = Limits()


def solve(position: Position, limits: Limits = NO_LIMITS, cancel: Cancel | None = None) -> Verdict:
    """Decide a position with all cards known, within limits.

    A won verdict carries moves that the rules engine plays from the position on. The GIL is released
    while a compiled kernel runs.
    """
    solver = solvers().get(position.game.id)
    verdict = solver(position, limits, cancel) if solver is not None else None
    return plain.solve(position, limits, cancel) if verdict is None else verdict


@cache
def solvers() -> Mapping[str, Solver]:
    """The solver of each game that has one of its own, by game id.

    Raises:
        ValueError: when two modules solve the same game.
    """
    found: dict[str, Solver] = {}
    for info in pkgutil.iter_modules(wendekreis.solver.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{wendekreis.solver.__name__}.{info.name}")
        for game_id in getattr(module, "SOLVES", ()):
            if game_id in found:
                raise ValueError(f"{module.__file__} solves {game_id}, which has a solver already")
            found[game_id] = module.solve
    return MappingProxyType(found)
