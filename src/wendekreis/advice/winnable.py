"""Deals that can be won, for who wants no other.

>>> from wendekreis.games import game
>>> promises_winnable(game("hemispheres")), promises_winnable(game("interchange"))
(True, False)
"""

import time
from collections.abc import Iterator
from itertools import islice

from wendekreis.deals import Deal, numbered_deal, random_number
from wendekreis.rules import Game
from wendekreis.solver import Cancel, Limits, solve
from wendekreis.solver.packed import pack
from wendekreis.solver.search import solve_packed, solves_packed

__all__ = ["promises_winnable", "random_numbers", "winnable_deal"]

BATCH = 16
"""Deals that are decided at once where they can be: about as many as it takes to find one that is won."""


RARE = 1000
"""Of so many deals at least one must be known to be winnable, or it takes too long to look for one."""


def promises_winnable(game: Game) -> bool:
    """Whether a winnable deal of this game can be promised; where they are rarer, nobody should be kept waiting."""
    return game.winnable is not None and game.winnable["won"] * RARE >= sum(game.winnable.values())


def random_numbers() -> Iterator[str]:
    """Deal numbers at random, without end."""
    while True:
        yield random_number()


def winnable_deal(
    game: Game,
    numbers: Iterator[str],
    limits: Limits = Limits(max_seconds=0.5, max_memory=500),  # noqa: B008 (it is frozen)
    max_seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Deal | None:
    """The first deal of these numbers that is proved winnable.

    ``limits`` are those of each single deal: one that is not decided within them is passed over. ``max_seconds``,
    ``None`` for no bound, is the time in which another deal is begun.

    Returns:
        ``None`` if there is none among them, or none was found in time, or the search was cancelled.
    """
    end = None if max_seconds is None else time.monotonic() + max_seconds
    at_once = BATCH if solves_packed(game) else 1
    while end is None or time.monotonic() < end:
        deals = [numbered_deal(game, number) for number in islice(numbers, at_once)]
        if not deals or (cancel is not None and cancel.cancelled):
            return None
        if found := next(_won(game, deals, limits, cancel), None):
            return found
    return None


def _won(game: Game, deals: list[Deal], limits: Limits, cancel: Cancel | None) -> Iterator[Deal]:
    decided = solve_packed(game, b"".join(map(pack, deals)), cancel) if len(deals) > 1 else None
    if decided is not None:
        yield from (deal for deal, won in zip(deals[: decided.done], decided.won, strict=False) if won)
        return
    for deal in deals:
        if solve(deal.start(), limits, cancel, lines=False).outcome == "won":
            yield deal
