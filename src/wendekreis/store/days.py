"""The deals of days, remembered, and how those who played one did.

A play is one of a day's deal if it is of its number, whenever it was begun. How many there are is told, never whose. It
counts as it does in the statistics (:mod:`wendekreis.store.statistics`): once a card has moved, from the beginning, and
as won once it was won without the way having been shown. A player counts once, with the first win. A play that was
brought from elsewhere does not count here: the same player may have played it there.

>>> [bar for bar in bars([*range(81, 99, 2), 104]) if bar.players]
[Bar(first=80, last=84, players=2), Bar(first=85, last=89, players=3), Bar(first=90, last=94, players=2), \
Bar(first=95, last=99, players=2), Bar(first=100, last=104, players=1)]
>>> bars([80, 90, 100])
()
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count
from statistics import quantiles
from typing import Any, NamedTuple

from sqlalchemy import and_, insert, select

from wendekreis.rules import Game
from wendekreis.store.database import Database
from wendekreis.store.tables import days, plays

__all__ = ["Bar", "Days", "OwnPlay", "Spread", "Tally", "bars"]

FEW = 10
"""So many must have won before it is told how many needed how many moves: of fewer, a bar would be a person."""

MOST_BARS = 9


class Spread(NamedTuple):
    """The least, the lower quartile, the median, the upper quartile and the greatest of some numbers."""

    least: int
    lower: int
    median: int
    upper: int
    most: int

    @classmethod
    def of(cls, values: Sequence[int]) -> "Spread | None":
        """The spread of these, quartiles rounded; none of nothing."""
        if not values:
            return None
        quartiles = quantiles(values, n=4, method="inclusive") if len(values) > 1 else [values[0]] * 3
        lower, median, upper = map(round, quartiles)
        return cls(min(values), lower, median, upper, max(values))


class Bar(NamedTuple):
    """So many players won in ``first`` to ``last`` moves."""

    first: int
    last: int
    players: int


def bars(values: Sequence[int]) -> tuple[Bar, ...]:
    """How often each range of moves is among these, from the least to the greatest; none of fewer than ``FEW``.

    Ranges are equally wide, by 1, 2, 5, 10, 20 … moves, and without gaps. Only the last one goes on to the greatest
    where few lie far behind the others, which would press these into one bar.
    """
    spread = Spread.of(values)
    if spread is None or len(values) < FEW:
        return ()
    usual = max(value for value in values if value <= spread.upper + 3 * (spread.upper - spread.lower))
    widths = (digit * 10**power for power in count() for digit in (1, 2, 5))
    width = next(wide for wide in widths if usual // wide - spread.least // wide < MOST_BARS)
    low, high = spread.least // width, usual // width
    found = [0] * (high - low + 1)
    for value in values:
        found[min(value // width, high) - low] += 1
    told = [Bar((low + i) * width, (low + i + 1) * width - 1, n) for i, n in enumerate(found)]
    told[-1] = told[-1]._replace(last=max(told[-1].last, spread.most))
    return tuple(told)


class OwnPlay(NamedTuple):
    """A player's own play of a deal: the first that was won, else the last one touched."""

    id: str
    won: bool
    moves: int
    started: bool


@dataclass(frozen=True, slots=True)
class Tally:
    """How many have played a deal, how many have won it, and in how many moves; and the asker's own play of it."""

    players: int
    solved: int
    moves: Spread | None
    bars: tuple[Bar, ...]
    own: OwnPlay | None


class Days:
    """The part of the store that knows the deals of days. Every method may raise a ``StoreError``."""

    database: Database

    def day_numbers(self, day: date) -> dict[tuple[str, int], str]:
        """The deal numbers that are known of a day, by game and version of the game."""
        with self.database.reading() as connection:
            rows = connection.execute(select(days.c.game, days.c.version, days.c.number).where(days.c.day == str(day)))
            return {(row.game, row.version): row.number for row in rows}

    def day_of(self, game: Game, number: str) -> date | None:
        """The last day whose deal of this game had this number, of the days that somebody has asked about."""
        query = select(days.c.day).where(
            days.c.game == game.id, days.c.version == game.version, days.c.number == number
        )
        with self.database.reading() as connection:
            found = connection.execute(query.order_by(days.c.day.desc())).first()
        return None if found is None else date.fromisoformat(found.day)

    def note_day(self, day: date, game: Game, number: str) -> None:
        """Remember the deal of a day."""
        values = {"day": str(day), "game": game.id, "version": game.version, "number": number}
        here = and_(*(days.c[name] == values[name] for name in ("day", "game", "version")))
        with self.database.writing() as connection:
            if connection.execute(select(days.c.number).where(here)).first() is None:
                connection.execute(insert(days).values(values))

    def tally(self, player: int | None, game: Game, number: str) -> Tally:
        """How the deal of this number was played."""
        query = (
            select(*(plays.c[name] for name in _COLUMNS))
            .where(plays.c.game == game.id, plays.c.number == number, plays.c.version == game.version)
            .where(plays.c.given == 0)
            .order_by(plays.c.updated, plays.c.id)
        )
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        counting = [row for row in rows if row.revision > 0 and row.origin is None]
        first: dict[int, Any] = {}
        for row in counting:
            if row.won_at is not None and not row.shown:
                best = first.get(row.player)
                if best is None or row.won_at < best.won_at:
                    first[row.player] = row
        moves = [row.won_moves for row in first.values()]
        return Tally(
            len({row.player for row in counting}),
            len(first),
            Spread.of(moves),
            bars(moves),
            _own([row for row in rows if row.player == player and player is not None]),
        )


_COLUMNS = ("id", "player", "head", "revision", "origin", "shown", "updated", "won_at", "won_moves")


def _own(rows: Sequence[Any]) -> OwnPlay | None:
    won = min((row for row in rows if row.won_at is not None), key=lambda row: (row.won_at, row.id), default=None)
    if won is not None:
        return OwnPlay(won.id, True, won.won_moves, True)
    return OwnPlay(rows[-1].id, False, rows[-1].head, rows[-1].revision > 0) if rows else None
