"""What the processes of the pool do. Each is given a bench (its switch, its voice) and plain values, and gives such.

What a player may know goes out as a :class:`~wendekreis.advice.known.Known`, so that the process that advises is never
told what is hidden.
"""

import time
from collections.abc import Mapping, Sequence
from dataclasses import fields
from datetime import date
from typing import Any, NamedTuple

from wendekreis.advice.advise import advise as advised
from wendekreis.advice.advise import win_chance
from wendekreis.advice.daily import deal_of_day
from wendekreis.advice.known import Known
from wendekreis.advice.lost import Trace, positions, trace
from wendekreis.advice.oracle import cleaned
from wendekreis.advice.winnable import random_numbers, winnable_deal
from wendekreis.deals import parse_deal
from wendekreis.games import game as game_by_id
from wendekreis.rules import Move, Position, parse_move, play
from wendekreis.session import Session
from wendekreis.solver import Limits, Verdict, solve
from wendekreis.web.remembered import Found, Spot, key_of
from wendekreis.web.worker import Bench

__all__ = [
    "SEARCH_MB",
    "Advice",
    "Seen",
    "Told",
    "advise",
    "chance",
    "day",
    "decide",
    "lost",
    "show",
    "tidy",
    "winnable",
]

SEARCH_MB = 500
"""What a search may hold. The whole process may have more (``worker.MEMORY_MB``): lines, positions, the program."""


class Seen(NamedTuple):
    """What a player knows, on its way to another process."""

    game: str
    what: Mapping[str, Any]

    @classmethod
    def of(cls, known: Known) -> "Seen":
        """Pack it: all but the game, which is code."""
        what = {item.name: getattr(known, item.name) for item in fields(known) if item.name != "game"}
        return cls(known.game.id, what)

    def known(self) -> Known:
        """Unpack it."""
        return Known(game_by_id(self.game), **self.what)


class Told(NamedTuple):
    """A play's history, on its way to another process: the deal, the moves, how many stand, which were set off."""

    game: str
    deal: str
    moves: Sequence[str]
    head: int
    set_off: frozenset[int]

    @classmethod
    def of(cls, session: Session) -> "Told":
        """Pack it."""
        return cls(session.game.id, session.deal.text, session.moves, session.head, session.set_off)

    def session(self) -> Session:
        """Unpack it."""
        deal = parse_deal(game_by_id(self.game), self.deal)
        return Session.load(deal, self.moves, self.head, self.set_off)


class Advice(NamedTuple):
    """A move, why, and the chance of the position it is made in."""

    move: str
    code: str
    params: Mapping[str, str]
    chance: float | None


def decide(bench: Bench, spot: Spot, seconds: float) -> Found:
    """The verdict of a position, and of a won one the line, played through by the rules."""
    position = spot.position()
    verdict = _solve(position, seconds, bench)
    if verdict.outcome != "won":
        return Found(verdict.outcome, verdict.limit, seconds=verdict.seconds)
    return _line(position, verdict.moves, is_tidy=False)


def tidy(_bench: Bench, spot: Spot, moves: Sequence[str]) -> Found:
    """A won position's line without its detours."""
    position = spot.position()
    return _line(position, cleaned(position, [parse_move(position.game, text) for text in moves]), is_tidy=True)


def advise(_bench: Bench, seen: Seen) -> Advice | None:
    """The best move, if there is anything useful left to do.

    The chance told with it is the position's own, as :func:`chance` tells it: a player who asks for both is not to
    get two figures for one position.
    """
    known = seen.known()
    best = next(iter(advised(known)), None)
    if best is None:
        return None
    found = win_chance(known)
    return Advice(str(best.move), best.reason.code, dict(best.reason.params), None if found is None else found.value)


def chance(_bench: Bench, seen: Seen) -> tuple[float, float, str] | None:
    """The chance to win, its margin, and how it was found; none if nobody can say."""
    found = win_chance(seen.known())
    return None if found is None else (found.value, found.margin, found.method)


def lost(bench: Bench, told: Told, seconds_each: float, seconds: float) -> Trace:
    """Where a play was lost, with so much time for each search and for all."""
    end = time.monotonic() + seconds

    def decide_one(position: Position) -> Verdict:
        left = min(seconds_each, end - time.monotonic())
        return _solve(position, left, bench) if left > 0 else Verdict("unknown", "cancelled")

    for step in trace(positions(told.session()), decide_one):
        if isinstance(step, Trace):
            return step
        bench.tell(step.done, step.of)
    raise AssertionError


def show(_bench: Bench, told: Told, moves: Sequence[str], revision: int, played_ms: int) -> list[str]:
    """The answer, as JSON, to each of these moves as if it had been made from here."""
    from wendekreis.web.showing import shown  # brings half the server with it, and is seldom asked for

    return list(shown(told.session(), moves, revision, played_ms))


def winnable(bench: Bench, game: str, seconds_each: float, seconds: float) -> str | None:
    """The number of a deal that can be won, if one is found in time."""
    limits = Limits(max_seconds=seconds_each, max_memory=SEARCH_MB)
    deal = winnable_deal(game_by_id(game), random_numbers(), limits, seconds, bench.cancel)
    return None if deal is None else deal.number


def day(bench: Bench, game: str, iso: str) -> str | None:
    """The number of the deal of this day."""
    return deal_of_day(game_by_id(game), date.fromisoformat(iso), bench.cancel)


def _solve(position: Position, seconds: float, bench: Bench) -> Verdict:
    return solve(position, Limits(max_seconds=seconds, max_memory=SEARCH_MB), bench.cancel)


def _line(position: Position, moves: Sequence[Move], *, is_tidy: bool) -> Found:
    keys = []
    for move in moves:
        keys.append(key_of(position))
        position = play(position, move).position
    return Found("won", moves=tuple(map(str, moves)), keys=tuple(keys), tidy=is_tidy)
