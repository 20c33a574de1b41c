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
from wendekreis.rules.variants import read_setting, variant_id

__all__ = ["game", "games", "listed_game"]


@cache
def games() -> Mapping[str, Game]:
    """Every game by its id, in the order that the games ask for.

    Raises:
        ValueError: when a file declares no game, or two declare the same one.
    """
    declared = _declared().items()
    found = {game_id: module.GAME for game_id, module in declared}
    return MappingProxyType(dict(sorted(found.items(), key=lambda item: (item[1].order, item[0]))))


@cache
def _declared() -> Mapping[str, ModuleType]:
    found: dict[str, ModuleType] = {}
    for module in _modules():
        declared = getattr(module, "GAME", None)
        if not isinstance(declared, Game):
            raise ValueError(f"{module.__file__} declares no GAME")
        if declared.id in found:
            raise ValueError(f"{module.__file__} declares {declared.id}, which exists already")
        found[declared.id] = module
    return found


def game(text: str) -> Game:
    """The game with this id, or the variant of it that stands behind a ``+`` (see :mod:`wendekreis.rules.variants`).

    The same text, and the same variant written otherwise, gives the same object.

    Raises:
        UnknownGame: when there is none; the message names those that there are.
    """
    game_id, plus, setting = text.partition("+")
    found = listed_game(game_id)
    if not plus:
        return found
    return _variant(game_id, variant_id(game_id, found.variants, read_setting(game_id, found.variants, setting)))


@cache
def _variant(game_id: str, canonical: str) -> Game:
    """The variant of this canonical text, or the game itself. As many are kept as a game has, so not many."""
    found = games()[game_id]
    _, plus, setting = canonical.partition("+")
    if not plus:
        return found
    varied: Game = _declared()[game_id].declare(**read_setting(game_id, found.variants, setting))
    return varied


def listed_game(game_id: str) -> Game:
    """The game with this id; variants are not listed.

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
