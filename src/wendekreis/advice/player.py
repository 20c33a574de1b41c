"""The fair player: for what is known, a move; and whole plays.

A module of this package that declares ``PLAYS``, the ids of games, and ``plan(known, policy, turn_ms)`` is the
strategy of these games; it is found, never listed. It answers with a :class:`Plan`, or with ``None`` when it can't
take the position on: then the greedy player answers.
"""

import importlib
import math
import pkgutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TypeAlias

import wendekreis.advice
from wendekreis.advice import greedy
from wendekreis.advice.known import Known, known
from wendekreis.advice.plan import Plan
from wendekreis.deals import Deal, random_deal
from wendekreis.errors import UnknownBudget, UnknownPolicy
from wendekreis.rules import Game, Move
from wendekreis.session import Session

__all__ = ["DEFAULT_TURN_MS", "POLICIES", "Play", "choose", "is_able", "plan", "play_out", "strategies"]

POLICIES = ("greedy", "value", "search")
"""*greedy* takes the first of foundation, exchange, build, turn. *value* judges what it can reach before the next card.
*search* looks at what the next cards may bring, too, within a budget."""

DEFAULT_TURN_MS = 20.0

LARGEST_TURN_MS = 60_000.0

LONGEST_PLAY = 5000
"""A play that takes more moves than this is given up: no win needs as many."""

Strategy: TypeAlias = Callable[[Known, str, float], Plan | None]


@cache
def strategies() -> Mapping[str, Strategy]:
    """The strategy of each game that has one, by game id.

    Raises:
        ValueError: when two modules play the same game.
    """
    found: dict[str, Strategy] = {}
    for info in pkgutil.iter_modules(wendekreis.advice.__path__):
        if info.name.startswith("_"):
            continue
        module = importlib.import_module(f"{wendekreis.advice.__name__}.{info.name}")
        for game_id in getattr(module, "PLAYS", ()):
            if game_id in found:
                raise ValueError(f"{module.__file__} plays {game_id}, which has a player already")
            found[game_id] = module.plan
    return MappingProxyType(found)


def check_policy(policy: str, turn_ms: float = DEFAULT_TURN_MS) -> None:
    """Refuse what is no policy or no budget.

    Raises:
        UnknownPolicy: the message names those that there are.
        UnknownBudget: for a number that is not above 0 and at most a minute.
    """
    if policy not in POLICIES:
        raise UnknownPolicy(
            f"there is no policy {policy!r}; the policies are {', '.join(POLICIES)}",
            policy=policy[:40],
            known=", ".join(POLICIES),
        )
    if math.isnan(turn_ms) or not 0 < turn_ms <= LARGEST_TURN_MS:
        raise UnknownBudget(
            f"{turn_ms:g} ms a turn is no budget; it is a number above 0 and up to {LARGEST_TURN_MS:g}",
            budget=f"{turn_ms:g}",
        )


def plan(seen: Known, policy: str = "search", turn_ms: float = DEFAULT_TURN_MS) -> Plan:
    """What this policy does now, up to the next card that comes to light.

    The same for the same :class:`Known`: nothing is left to chance or to the clock. Where the policy has no player
    (no compiled kernels, or a game that it does not know) the greedy one answers, and the plan's ``method`` says so.

    Raises:
        UnknownPolicy, UnknownBudget: see :func:`check_policy`.
    """
    check_policy(policy, turn_ms)
    strategy = strategies().get(seen.game.id) if policy != "greedy" else None
    answer = strategy(seen, policy, turn_ms) if strategy is not None and not seen.is_won else None
    return greedy.plan(seen) if answer is None else answer


def is_able(game: Game, policy: str) -> bool:
    """Whether this policy has a player for the game here, so that the greedy one need not stand in for it.

    A game may have none, or its compiled kernels may be missing.
    """
    if policy == "greedy":
        return True
    strategy = strategies().get(game.id)
    return strategy is not None and strategy(known(Session(random_deal(game, 0, 0))), policy, 1.0) is not None


def choose(seen: Known, policy: str = "search", turn_ms: float = DEFAULT_TURN_MS) -> Move | None:
    """The move that this policy makes now; ``None`` when it gives up or the game is won."""
    return next(iter(plan(seen, policy, turn_ms).moves), None)


@dataclass(frozen=True, slots=True)
class Play:
    """A play by the player: the deal as text, the moves, how many were turns, and the CPU seconds it thought."""

    deal: str
    won: bool
    moves: tuple[str, ...]
    turns: int
    seconds: float


def play_out(
    deal: Deal,
    policy: str = "search",
    turn_ms: float = DEFAULT_TURN_MS,
    first: Sequence[str] = (),
    longest: int = LONGEST_PLAY,
) -> Play:
    """Play a deal to its end, by the rules, seeing no more than a player does; ``first`` moves are made before.

    A play ends when it is won, when the player gives up, or when nothing but turning was done through all of
    the stock.
    """
    check_policy(policy, turn_ms)
    session = Session.load(deal, first)
    thought = 0.0
    quiet = 0
    while session.move_count < longest:
        seen = known(session, remember=False)
        if seen.is_won or quiet > 2 * (len(seen.pile("stock")) + len(seen.pile("w"))) + 2:
            break
        start = time.process_time()
        moves = plan(seen, policy, turn_ms).moves
        thought += time.process_time() - start
        if not moves:
            break
        for move in moves:
            session.move(str(move))
            quiet = quiet + 1 if move.form in ("turn", "redeal") else 0
    return Play(deal.text, session.status == "won", session.moves, session.turns, thought)
