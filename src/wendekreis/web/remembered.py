"""Verdicts that were found, kept so that the same is not asked of the solver twice: a won one with its line of play.

Every position of a line is kept, so who follows it is answered at once, and by the same line to its end.
"""

from collections import OrderedDict
from dataclasses import dataclass, replace
from threading import Lock
from typing import NamedTuple

from wendekreis.cards import Card
from wendekreis.games import game as game_by_id
from wendekreis.rules import Position
from wendekreis.solver.verdict import Limit, Outcome

__all__ = ["Found", "Remembered", "Spot", "key_of"]


def key_of(position: Position) -> str:
    """A position as one text: its game, the game's version, and where each card lies.

    Equal for two positions that differ in nothing but which of two copies is which, and which place a foundation has;
    so a line's moves, which name foundations by suit, can be made in both.
    """
    piles = "/".join(" ".join(pile) for pile in position.key())
    return f"{position.game.id} {position.game.version} {piles}"


class Spot(NamedTuple):
    """A position in a form that goes to another process: the game's id, the cards' tokens, and what lies where."""

    game: str
    cards: str
    piles: tuple[tuple[int, ...], ...]
    down: frozenset[int]
    key: str

    @classmethod
    def of(cls, position: Position) -> "Spot":
        """The spot that a position is."""
        cards = " ".join(map(str, position.cards))
        return cls(position.game.id, cards, position.piles, position.down, key_of(position))

    def position(self) -> Position:
        """The position that it is."""
        cards = tuple(Card.parse(token) for token in self.cards.split())
        return Position(game_by_id(self.game), cards, self.piles, self.down)


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a position: the verdict, and of a won one the moves to the win.

    ``keys`` are the positions on the way, this one first and the win left out: one for each move. ``seconds`` is
    how long was searched for an unknown one. ``tidy`` says that the line makes no detours.
    """

    outcome: Outcome
    limit: Limit | None = None
    moves: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    seconds: float = 0.0
    tidy: bool = False

    def from_move(self, index: int) -> "Found":
        """The same from a later position on."""
        return replace(self, moves=self.moves[index:], keys=self.keys[index:])


class Remembered:
    """The verdicts of so many positions, the least recently used given up first. Threads share it."""

    def __init__(self, room: int = 20_000) -> None:
        self.room = room
        self._kept: OrderedDict[str, tuple[Found, int]] = OrderedDict()
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: str) -> Found | None:
        """What was found of a position."""
        with self._lock:
            if key not in self._kept:
                return None
            self._kept.move_to_end(key)
            found, index = self._kept[key]
        return found.from_move(index) if index else found

    def put(self, key: str, found: Found) -> None:
        """Keep what was found, of a won position for its whole line. No proof gives way to an unknown."""
        with self._lock:
            for index, there in enumerate(found.keys or (key,)):
                before = self._kept.pop(there, None)
                self._kept[there] = before if before is not None and _is_worse(found, before[0]) else (found, index)
            while len(self._kept) > self.room:
                self._kept.popitem(last=False)


def _is_worse(new: Found, old: Found) -> bool:
    return new.outcome == "unknown" and (old.outcome != "unknown" or old.seconds > new.seconds)
