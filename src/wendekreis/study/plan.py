"""What a study is, and how its deals are cut into batches.

>>> study = Study("try", "hemispheres", 1, deals=1000, seed=1, max_nodes=5000)
>>> study.command
'wendekreis study run try --game hemispheres --deals 1000 --seed 1 --max-nodes 5000 --max-memory 2000'
>>> study.differences(replace(study, seed=2, max_nodes=None))
['--seed is 1 there and 2 here', '--max-nodes is 5000 there and not given here']
"""

import json
import re
import shlex
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from typing import Any, ClassVar

from pydantic import ConfigDict, TypeAdapter, ValidationError

from wendekreis.errors import Unreadable
from wendekreis.games import game as game_named
from wendekreis.rules import Game
from wendekreis.solver import Limits

__all__ = ["MEMORY", "NODES", "Cuts", "Study", "checked_name", "replace"]

NODES = 1_000_000
"""The limit of a study that asks for none: no deal may run for ever, and a clock is not the same everywhere."""

MEMORY = 2000
"""The megabytes that one search may hold unless something else is asked for."""

LAST_INDEX = 2**62
"""Indices of a study stay below: a ledger holds signed numbers of 64 bits."""

SAMPLE = 1000
"""So many deals are kept by themselves at most; and no more than one of ten."""

REPLAYED = 1000
"""Won deals with an index that this divides are replayed by the rules engine, or fewer: one of the sample's stride."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
_GAME_OPTIONS = ("seed", "first", "max_nodes", "max_seconds", "max_memory", "policy", "turn_ms")


def checked_name(name: str) -> str:
    """The name of a study, which names its file as well.

    Raises:
        Unreadable: for anything but letters, digits, ``.``, ``_`` and ``-``, 64 at most, a letter or digit first.
    """
    if not _NAME.fullmatch(name):
        raise Unreadable(
            f"{name[:80]!r} can't name a study; a name is up to 64 letters, digits, '.', '_' and '-',"
            " a letter or digit first"
        )
    return name


@dataclass(frozen=True, slots=True)
class Study:
    """All that decides what a study finds; the same study finds the same everywhere, unless a clock ends searches.

    Its deals are ``first`` … ``first + deals - 1``: indices of the random deals of ``seed``, or places in the file of
    deals that has the SHA-256 sum ``file``. ``game`` is the text that names the game, its variants included,
    and ``game_version`` the version of its rules. With a ``policy`` the fair player plays the deals, ``turn_ms`` a
    turn; without, the solver decides them. ``file_name`` is the file of deals as it was named; it decides nothing.
    """

    __pydantic_config__: ClassVar = ConfigDict(extra="forbid", strict=True)

    name: str
    game: str
    game_version: int
    deals: int
    first: int = 0
    seed: int | None = None
    file: str | None = None
    max_nodes: int | None = None
    max_seconds: float | None = None
    max_memory: int | None = MEMORY
    policy: str | None = None
    turn_ms: float | None = None
    file_name: str | None = None

    def __post_init__(self) -> None:
        checked_name(self.name)
        if (self.seed is None) == (self.file is None):
            raise ValueError("a study has a seed or a file of deals")
        if self.deals < 1 or self.first < 0 or self.first + self.deals > LAST_INDEX:
            raise Unreadable(f"a study has 1 deal or more, and their indices are from 0 to {LAST_INDEX - 1}")
        _ = self.limits

    @classmethod
    def parse(cls, text: str) -> "Study":
        """Read what :meth:`__str__` wrote.

        Raises:
            ValueError: when it is no study.
        """
        try:
            return _STUDY.validate_json(text)
        except (ValidationError, Unreadable) as error:
            raise ValueError("this is no study") from error

    def __str__(self) -> str:
        """All of it as one line of JSON."""
        return json.dumps(self.parameters)

    @property
    def limits(self) -> Limits:
        """How far each search may go."""
        return Limits(self.max_nodes, self.max_seconds, self.max_memory)

    @property
    def rules(self) -> Game:
        """The game.

        Raises:
            UnknownGame: when there is none of this name any more.
        """
        return game_named(self.game)

    @property
    def end(self) -> int:
        """The index after the last one."""
        return self.first + self.deals

    @property
    def stride(self) -> int:
        """The deals whose index this divides are the sample, which is kept deal by deal."""
        return max(10, -(-self.deals // SAMPLE))

    @property
    def replayed(self) -> int:
        """Those whose index this divides are replayed, by their line of play, when the solver calls them won."""
        return max(REPLAYED, self.stride)

    @property
    def command(self) -> str:
        """The command that makes this study, wherever it is given, if its file of deals is there."""
        game, *variants = self.game.split("+")
        words = ["wendekreis", "study", "run", self.name, "--game", game]
        words += [word for variant in variants for word in ("--rules", variant)]
        words += ["--deals", str(self.deals)]
        if self.file is not None:
            words += ["--deals-file", self.file_name or "FILE"]
        for name in _GAME_OPTIONS:
            value = getattr(self, name)
            if value is not None and (name, value) != ("first", 0):
                words += [_option(name), f"{value:g}" if isinstance(value, float) else str(value)]
        return shlex.join(words)

    @property
    def parameters(self) -> dict[str, Any]:
        """All of it by name, for JSON."""
        return asdict(self)

    def differences(self, asked: "Study") -> list[str]:
        """What this one, which is there, has otherwise than the one that is asked for here."""
        found = []
        for name, there in self.parameters.items():
            here = getattr(asked, name)
            if there != here and name != "file_name":
                found.append(f"{_option(name)} is {_said(there)} there and {_said(here)} here")
        return found


_STUDY = TypeAdapter(Study)


def _option(name: str) -> str:
    named = {"game_version": "the game's version", "file": "the sum of --deals-file"}
    return named.get(name, "--" + name.replace("_", "-"))


def _said(value: object) -> str:
    return "not given" if value is None else f"{value:g}" if isinstance(value, float) else str(value)[:40]


class Cuts:
    """Cuts the deals that are not done yet into batches, each of so many as are done in ``TARGET`` seconds or so.

    How long a deal takes is learnt on the way. What was cut off and not done (a worker was lost, a batch took too
    long) is put back. So nothing is planned ahead: what counts is what the ledger has, and the rest is the rest.
    """

    TARGET = 10.0
    LEAST = 0.5
    """Seconds. At the end batches become smaller, down to this, so that all workers end together."""
    GROWTH = 8
    """No batch is more than so many times the largest one before, until what a deal takes is known well."""

    def __init__(self, first: int, count: int, done: Iterable[tuple[int, int]], *, start: int, most: int) -> None:
        """The deals ``first`` … but those done, given as (first, count) in order; begin with ``start`` at a time.

        ``most`` is the most deals that a batch may have.
        """
        self._holes: list[tuple[int, int]] = []
        self._most = most
        self._largest = max(1, start // self.GROWTH)
        self._seconds = 0.0
        self._deals = 0
        at = first
        for begin, some in done:
            if begin > at:
                self._holes.append((at, begin - at))
            at = begin + some
        if at < first + count:
            self._holes.append((at, first + count - at))

    @property
    def left(self) -> int:
        """How many deals are neither done nor cut off."""
        return sum(count for _, count in self._holes)

    def learn(self, deals: int, seconds: float) -> None:
        """So many deals took a worker so long."""
        self._deals += deals
        self._seconds += seconds
        self._largest = max(self._largest, deals)

    def cut(self, workers: int) -> tuple[int, int] | None:
        """The next batch, as (first, count); ``None`` when no deal is left."""
        if not self._holes:
            return None
        size = min(self._largest * self.GROWTH, self._most)
        if self._deals:
            each = max(self._seconds / self._deals, 1e-9)
            fair = max(self.left / (2 * max(workers, 1)), self.LEAST / each)
            size = min(size, int(min(fair, self.TARGET / each)))
        first, count = self._holes.pop(0)
        size = min(max(size, 1), count)
        if size < count:
            self._holes.insert(0, (first + size, count - size))
        return first, size

    def put_back(self, first: int, count: int) -> None:
        """These deals were cut off and are not done."""
        if count:
            self._holes.append((first, count))
            self._holes.sort()
