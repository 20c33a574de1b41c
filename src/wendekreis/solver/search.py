"""The one entrance: a position of any game, answered by the solver that knows the game.

A module of this package that declares ``SOLVES``, the ids of games, and ``solve(position, limits, cancel, *, lines)``
is a solver of these games and of their variants; it is found, never listed. It answers with a verdict, or with
``None`` when it can't take the position on (its kernel was not compiled, the game is of another size, it does not know
the variant): then the plain search answers.
"""

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType, ModuleType

import wendekreis.solver
from wendekreis.rules import Game, Position
from wendekreis.solver import plain
from wendekreis.solver.packed import Decided
from wendekreis.solver.verdict import Cancel, Limits, Verdict

__all__ = ["solve", "solve_packed", "solvers", "solves_packed"]

NO_LIMITS = Limits()


def solve(
    position: Position, limits: Limits = NO_LIMITS, cancel: Cancel | None = None, *, lines: bool = True
) -> Verdict:
    """Decide a position with all cards known, within limits.

    A won verdict carries moves that the rules engine plays from the position on; without ``lines`` they are left
    out, which saves the time of finding them (a search knows states, not moves). The GIL is released while a
    compiled kernel runs.
    """
    solver = solvers().get(position.game.base)
    verdict: Verdict | None = solver.solve(position, limits, cancel, lines=lines) if solver else None
    return plain.solve(position, limits, cancel, lines=lines) if verdict is None else verdict


def solve_packed(game: Game, deals: bytes | bytearray, cancel: Cancel | None = None) -> Decided | None:
    """Decide fresh packed deals (see :mod:`wendekreis.solver.packed`) all at once, without lines of play.

    Only a game that is decided outright has a solver for that: one that declares ``solve_packed`` too.

    Returns:
        ``None`` for every other game, and without the compiled kernel.
    """
    decide = getattr(solvers().get(game.base), "solve_packed", None)
    decided: Decided | None = decide(game, deals, cancel) if decide is not None else None
    return decided


@cache
def solves_packed(game: Game) -> bool:
    """Whether :func:`solve_packed` answers for this game."""
    return solve_packed(game, b"") is not None


@cache
def solvers() -> Mapping[str, ModuleType]:
    """The module that solves a game, by game id, of those games that have one of their own.

    Raises:
        ValueError: when two modules solve the same game.
    """
    found: dict[str, ModuleType] = {}
    for info in pkgutil.iter_modules(wendekreis.solver.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{wendekreis.solver.__name__}.{info.name}")
        for game_id in getattr(module, "SOLVES", ()):
            if game_id in found:
                raise ValueError(f"{module.__file__} solves {game_id}, which has a solver already")
            found[game_id] = module
    return MappingProxyType(found)
