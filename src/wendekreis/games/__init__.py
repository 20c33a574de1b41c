"""The games, one file each, found and never listed.

Every module of this package whose name does not begin with ``_`` declares one game as ``GAME``. Further
folders of such files can be named by the environment variable ``WENDEKREIS_GAMES`` (several separated as
in ``PATH``).

>>> list(games())
['hemispheres', 'single-interchange', 'interchange', 'unlimited']
"""

import importlib
import importlib.util
import os
import pkgutil
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType, ModuleType

from wendekreis.errors import UnknownGame
from wendekreis.rules import Game

__all__ = ["game", "games"]


@cache
def games() -> Mapping[str, Game]:
    """Every game by its id, in the order that the games ask for.

    Raises:
        ValueError: when a file declares no game, or two declare the same one.
    """
    found: dict[str, Game] = {}
    for module in _modules():
        declared = getattr(module, "GAME", None)
        if not isinstance(declared, Game):
            raise ValueError(f"{module.__file__} declares no GAME")
        if declared.id in found:
            raise ValueError(f"{module.__file__} declares {declared.id}, which exists already")
        found[declared.id] = declared
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: (item[1].order, item[0]))))


def game(game_id: str) -> Game:
    """The game with this id.

    Raises:
        UnknownGame: when there is none; the message names those that there are.
    """
    try:
        return games()[game_id]
    except KeyError:
        known = ", ".join(games())
        raise UnknownGame(f"there is no game {game_id!r}; the games are {known}", game=game_id, known=known) from None


def _modules() -> Iterator[ModuleType]:
    for info in pkgutil.iter_modules(__path__):
        if not info.name.startswith("_"):
            yield importlib.import_module(f"{__name__}.{info.name}")
    for folder in filter(None, os.environ.get("WENDEKREIS_GAMES", "").split(os.pathsep)):
        for path in sorted(Path(folder).glob("[!_]*.py")):
            spec = importlib.util.spec_from_file_location(f"wendekreis_games_{path.stem}", path)
            if spec is None or spec.loader is None:
                raise ValueError(f"{path} can't be read as a game")
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            yield module
