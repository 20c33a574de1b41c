"""Advice: each legal move with its chance, best first, and why in a few words.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> from wendekreis.advice.known import known
>>> from wendekreis.session import Session
>>> advised = advise(known(Session(numbered_deal(game("single-interchange"), "1"))))
>>> [(str(item.move), item.reason.code) for item in advised][0]
('t2-fS', 'turns_up')
"""

import importlib
import pkgutil
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType, ModuleType

import wendekreis.advice
from wendekreis.advice.known import Known, Piles
from wendekreis.advice.plan import Chance
from wendekreis.advice.player import DEFAULT_TURN_MS, plan
from wendekreis.rules import Move, Position, Role, play

__all__ = ["REASONS", "Advised", "Reason", "advise", "win_chance"]

REASONS = (
    "turns_up",
    "frees",
    "brings_home",
    "goes_up",
    "comes_home",
    "builds",
    "takes_space",
    "takes_back",
    "looks_on",
    "nothing_else",
    "redeals",
)
"""The codes of reasons; the page has a text ``advice.CODE`` for each, with the names of the params in braces."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a move, as a code and what to fill in: ``card`` is a card's token, such as ``5H``."""

    code: str
    params: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Advised:
    """A legal move, the chance to win with it if the player can say, and the reason for it."""

    move: Move
    chance: float | None
    reason: Reason


def win_chance(seen: Known) -> Chance | None:
    """The chance to win from here; ``None`` if nobody can say: no player, no kernels, no verdict."""
    if seen.is_won:
        return Chance(1.0, 0.0, "open")
    module = _modules().get(seen.game.id)
    answer: Chance | None = module.chance(seen) if module is not None else None
    return answer


def advise(seen: Known, turn_ms: float = DEFAULT_TURN_MS) -> tuple[Advised, ...]:
    """Each legal move with its chance, best first; the first is the player's own.

    A move that leads back to where the play has been since the last card came to light is left out, so that
    following the advice never goes round in circles.
    """
    moves = [move for move in seen.moves() if _piles_after(seen, move) not in seen.before]
    if not moves:
        return ()
    chosen = plan(seen, "search", turn_ms)
    first = next(iter(chosen.moves), None)
    module = _modules().get(seen.game.id)
    told = module.chances(seen, moves) if module is not None else None
    chances: dict[Move, float | None] = dict.fromkeys(moves)
    if told is not None:
        chances = dict(zip(moves, told, strict=True))
        if first in chances:
            # The player looked longer at its own move; no other one is better than that, as far as it can see.
            best = chances[first] = chances[first] if chosen.chance is None else chosen.chance
            chances = {move: None if c is None or best is None else min(c, best) for move, c in chances.items()}
    order = sorted(chances.items(), key=lambda item: (item[0] != first, -(item[1] or 0.0), str(item[0])))
    alone = all(move.form in ("turn", "redeal") for move in moves)
    return tuple(Advised(move, chance, _reason(seen, move, alone)) for move, chance in order)


@cache
def _modules() -> Mapping[str, ModuleType]:
    found = {}
    for info in pkgutil.iter_modules(wendekreis.advice.__path__):
        if not info.name.startswith("_"):
            module = importlib.import_module(f"{wendekreis.advice.__name__}.{info.name}")
            found.update(dict.fromkeys(getattr(module, "PLAYS", ()), module))
    return MappingProxyType(found)


def _piles_after(seen: Known, move: Move) -> Piles | None:
    """The piles after a move as its player knows them; ``None`` if it brings a card to light."""
    before = seen.position()
    after = play(before, move).position
    stock = seen.game.index["stock"]
    if before.down != after.down or len(before.piles[stock]) != len(after.piles[stock]):
        return None
    hidden = set(seen.hidden_places())
    return tuple(tuple(None if i in hidden else after.cards[i] for i in pile) for pile in after.piles)


def _reason(seen: Known, move: Move, alone: bool) -> Reason:
    if move.form == "redeal":
        return Reason("redeals")
    if move.form == "turn":
        return Reason("nothing_else" if alone else "looks_on")
    before = seen.position()
    after, steps = play(before, move)
    if any(flip.up for step in steps for flip in step.flips):
        return Reason("turns_up")
    if move.form == "exchange":
        return Reason("comes_home")
    if brought := _brought_home(before, after):
        return Reason("brings_home", {"card": brought})
    source = seen.pile(move.source) if move.source[0] != "f" else ()
    if move.target[0] == "f":
        return Reason("goes_up")
    if move.source[0] == "f":
        return Reason("takes_back")
    if len(source) > move.count and (under := source[-move.count - 1]):
        return Reason("frees", {"card": str(under)})
    return Reason("builds" if seen.pile(move.target) else "takes_space")


def _brought_home(before: Position, after: Position) -> str:
    """The card that a fill laid where it is at home, as a token; empty if there was none (Hemispheres 9)."""
    index = before.game.index
    marks = before.game.marks(after)
    for i in before.game.by_role[Role.TABLEAU]:
        pile, then = before.piles[i], after.piles[i]
        filled = len(pile) == len(then) == 1 and pile != then and then[0] in before.piles[index["w"]]
        if filled and before.game.piles[i].name not in marks:
            return str(before.cards[then[0]])
    return ""
