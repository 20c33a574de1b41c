"""How a player has done.

A play *counts* (is *played*) once a card has moved in it, a turn of the stock included. One that was begun in the
middle, from a deal with moves, never counts: it was not played from its beginning.

It is *won* when it has been won once, and no proven line was shown before. The time played and the moves made then are
its own for good: nothing that is undone or played afterwards changes them, or counts again.

It is *over* when it has been won (with a line shown or not), or *given up*: a later play of the same game counts. So
the last one begun is not over until it is won.

A *streak* is a run of plays that are over, in the order in which they were begun, all won or none of them. A given up
one that is won after all is won where it stands in that order.

The *deal* of a play can be won, or not, or it is not known: because nobody has looked, or a search has ended without
telling. A deal that any play has won can be won.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, select

from wendekreis.store.tables import plays, verdicts

__all__ = ["Deals", "GameStatistics", "HintCounts", "Outcome", "Range", "Result", "Streak", "statistics"]

Outcome = Literal["won", "lost", "unknown"]
"""Of a deal: it can be won, it can't, or a search has ended without telling."""

RECENT = 100
"""So many results are told one by one."""


class Deals(NamedTuple):
    """Of the plays that count: how many are of a deal that can be won, that can't, or not known; and of those that can,
    how many were won.
    """

    winnable: int
    lost: int
    unknown: int
    won_of_winnable: int


class Streak(NamedTuple):
    """The run that the last plays over make, positive when won; the longest one of wins; the longest without any."""

    current: int
    best: int
    worst: int


class Range(NamedTuple):
    """The least and the mean, rounded, over the plays won; none when there are none."""

    best: int | None
    mean: int | None


class HintCounts(NamedTuple):
    """Hints in the plays that count, in all; how many of the plays had any; and how many of them had the light on or a
    proven line shown before they were won.
    """

    advice: int
    oracle: int
    plays_advice: int
    plays_oracle: int
    light: int
    shown: int


@dataclass(frozen=True, slots=True)
class Result:
    """A play that is over. ``ended`` is when it was won or last touched, in milliseconds since 1970, UTC; ``played_ms``
    and ``moves`` are as they were then.
    """

    id: str
    ended: int
    won: bool
    played_ms: int
    moves: int
    winnable: Outcome | None


@dataclass(frozen=True, slots=True)
class GameStatistics:
    """How a player has done at one game. ``recent`` are the last plays over, in the order in which they were begun."""

    game: str
    played: int
    won: int
    deals: Deals
    streak: Streak
    time_ms: Range
    moves: Range
    hints: HintCounts
    recent: tuple[Result, ...]


def statistics(connection: Connection, player: int | None, games: Sequence[str]) -> tuple[GameStatistics, ...]:
    """How the player has done at each of these games, in their order."""
    of: dict[str, list[Row[Any]]] = {game: [] for game in games}
    for row in connection.execute(_COUNTING.where(plays.c.player == player)):
        if row.game in of:
            of[row.game].append(row)
    return tuple(_of_one_game(game, rows) for game, rows in of.items())


_COUNTING: Select[Any] = (
    select(
        *(plays.c[name] for name in ("id", "game", "head", "played_ms", "updated", "won_at", "won_ms", "won_moves")),
        *(plays.c[name] for name in ("advised", "oracled", "light", "shown")),
        verdicts.c.outcome,
    )
    .outerjoin(
        verdicts,
        and_(verdicts.c.deal == plays.c.deal, verdicts.c.game == plays.c.game, verdicts.c.version == plays.c.version),
    )
    .where(plays.c.revision > 0, plays.c.given == 0)
    .order_by(plays.c.created, plays.c.id)
)


def _of_one_game(game: str, rows: Sequence[Row[Any]]) -> GameStatistics:
    """``rows`` are the plays of it that count, in the order in which they were begun."""
    wins = [row for row in rows if _is_won(row)]
    over = [_result(row) for row in rows if row is not rows[-1] or row.won_at is not None]
    verdict = [row.outcome for row in rows]
    winnable, lost = verdict.count("won"), verdict.count("lost")
    return GameStatistics(
        game,
        len(rows),
        len(wins),
        Deals(winnable, lost, len(rows) - winnable - lost, sum(row.outcome == "won" for row in wins)),
        _streak(result.won for result in over),
        _range([row.won_ms for row in wins]),
        _range([row.won_moves for row in wins]),
        HintCounts(
            sum(row.advised for row in rows),
            sum(row.oracled for row in rows),
            sum(row.advised > 0 for row in rows),
            sum(row.oracled > 0 for row in rows),
            sum(row.light for row in rows),
            sum(row.shown for row in rows),
        ),
        tuple(over[-RECENT:]),
    )


def _is_won(row: Row[Any]) -> bool:
    return row.won_at is not None and not row.shown


def _result(row: Row[Any]) -> Result:
    if row.won_at is None:
        return Result(row.id, row.updated, False, row.played_ms, row.head, row.outcome)
    return Result(row.id, row.won_at, _is_won(row), row.won_ms, row.won_moves, row.outcome)


def _streak(won: Iterable[bool]) -> Streak:
    runs = [(is_won, len(list(run))) for is_won, run in groupby(won)]
    signed = [length if is_won else -length for is_won, length in runs]
    return Streak(signed[-1] if signed else 0, max([0, *signed]), -min([0, *signed]))


def _range(values: Sequence[int]) -> Range:
    if not values:
        return Range(None, None)
    return Range(min(values), round(sum(values) / len(values)))
