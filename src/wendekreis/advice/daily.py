"""The deal of a day: one for each day and game, the same everywhere, and proved winnable.

It is the first winnable one of numbered deals that follow from the date and the game's id alone. Which deals are
winnable is decided within bounds of nodes and never of time, so that a slow machine finds the same one as a quick one.

>>> from datetime import date
>>> from itertools import islice
>>> from wendekreis.games import game
>>> list(islice(numbers_of_day(game("hemispheres"), date(2026, 12, 24)), 2))
['730785009', '6827867']
"""

import hashlib
from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from itertools import islice

from wendekreis.advice.winnable import promises_winnable, winnable_deal
from wendekreis.deals import FIRST_MERSENNE_NUMBER
from wendekreis.rules import Game
from wendekreis.solver import Cancel, Limits

__all__ = ["deal_of_day", "end_of", "numbers_of_day", "today"]

LIMITS = Limits(max_nodes=2_000_000, max_memory=500)
"""Of each single deal: so many nodes take far less memory than that, so nodes alone decide."""

MOST = 1_000
"""So many deals are tried: where one in twenty-three can be won, all of these are lost once in 10¹⁹ days."""

LARGEST_NUMBER = 10**9
"""Numbers stay below it, so that they can be told to somebody."""


def today(now: datetime | None = None) -> tuple[date, datetime]:
    """The day it is, and when it ends: days change at midnight, Coordinated Universal Time, for everybody at once."""
    day = (now or datetime.now(UTC)).astimezone(UTC).date()
    return day, end_of(day)


def end_of(day: date) -> datetime:
    """When a day is over."""
    return datetime.combine(day + timedelta(days=1), time(), UTC)


def numbers_of_day(game: Game, day: date) -> Iterator[str]:
    """The deal numbers of a day, in the order in which they are tried, without end."""
    place = 0
    while True:
        digest = hashlib.sha256(f"wendekreis {game.id} {day.isoformat()} {place}".encode()).digest()
        drawn = int.from_bytes(digest[:8], "big") % (LARGEST_NUMBER - FIRST_MERSENNE_NUMBER)
        yield str(FIRST_MERSENNE_NUMBER + drawn)
        place += 1


def deal_of_day(game: Game, day: date, cancel: Cancel | None = None) -> str | None:
    """The number of the day's deal; none where winnable deals can't be promised, or if the search was cancelled."""
    if not promises_winnable(game):
        return None
    found = winnable_deal(game, islice(numbers_of_day(game, day), MOST), LIMITS, None, cancel)
    return None if found is None else found.number
