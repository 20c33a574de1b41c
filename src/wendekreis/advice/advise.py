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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import MappingProxyType, ModuleType

import wendekreis.advice
from wendekreis.advice.known import Known, Piles
from wendekreis.advice.plan import Chance
from wendekreis.advice.player import DEFAULT_TURN_MS, plan
from wendekreis.rules import Move, Position, Role, play

__all__ = ["REASONS", "Advised", "Reason", "advise", "reason_of", "win_chance"]

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
    """Why a move, as a code and what to fill in: ``card`` is a card's token, such as ``5H``.

    It is the card set free (``frees``), brought or taken (``brings_home``, ``goes_up``, ``takes_space``,
    ``takes_back``; of a run the lowest in the pile), or built upon (``builds``).
    """

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
    """Each legal move with its chance, best first; the first is the player's own where it is among them.

    Following the first advice never goes round in circles, and comes to an end: moves that lead back to where the
    play has been since a card was last seen for the first time are left out, but for turns on the way to a card
    and for putting back up a card that the last move took down, unless the player meant that. No take-back comes
    first unless the player means it.

    Returns:
        ``()`` when nothing useful is left to do, be the play open or not: the game is won or stuck, or the player
        would give up, for it certainly can't win any more or has nothing but turns to make through a stock that it
        has seen.
    """
    moves = seen.moves()
    if not moves:
        return ()
    chosen = plan(seen, "search", turn_ms)
    first = next(iter(chosen.moves), None)
    if first is None:
        return ()
    heads_for = None not in seen.pile("stock") and any(move.form not in _TURNS for move in chosen.moves)
    meant = _meant_the_last(seen, turn_ms)
    left = [move for move in moves if _leads_on(seen, move, heads_for and move == first, meant)]
    if first not in left and (first.form in _TURNS or chosen.method == "greedy"):
        return ()
    if all(move.source[:1] == "f" for move in left) and first not in left:
        return ()
    told = _told(seen, left, first, chosen.chance)
    if first not in left:
        # The next best, but no take-back: the player did not mean one.
        forward = [move for move in told if move.source[:1] != "f"]
        first = min(forward, key=lambda move: _place(move, told[move], move))
        told = _capped(told, told[first])
    order = sorted(told.items(), key=lambda item: _place(item[0], item[1], first))
    back = set(_undoing(seen, moves))
    alone = all(move.form in _TURNS for move in moves if move not in back)
    return tuple(Advised(move, chance, reason_of(seen, move, alone)) for move, chance in order)


_TURNS = ("turn", "redeal")


def _undoing(seen: Known, moves: Sequence[Move]) -> Iterator[Move]:
    """The moves that merely undo the last one."""
    return (move for move in moves if seen.before and _piles_after(seen, move) == seen.before[0])


def _meant_the_last(seen: Known, turn_ms: float) -> bool:
    """Whether the last move took a card down as the player would: then it does not go up again at once."""
    if not seen.took_back or not seen.before:
        return False
    last = Known(seen.game, seen.before[0], seen.unseen, seen.before[1:])
    first = next(iter(plan(last, "search", turn_ms).moves), None)
    return first is not None and _piles_after(last, first) == seen.piles


def _leads_on(seen: Known, move: Move, heads_for: bool, meant: bool) -> bool:
    """Whether a move leads to where the play has not been, or may lead there nevertheless (see :func:`advise`)."""
    if heads_for and move.form in _TURNS:
        return True
    piles = _piles_after(seen, move)
    if piles is None or piles not in seen.before:
        return True
    return seen.took_back and not meant and piles == seen.before[0]


def _told(seen: Known, moves: Sequence[Move], first: Move, chance: float | None) -> dict[Move, float | None]:
    """The chance of each move, the player's own as the player sees it."""
    module = _modules().get(seen.game.id)
    told = module.chances(seen, moves) if module is not None and moves else None
    if told is None:
        return dict.fromkeys(moves)
    chances: dict[Move, float | None] = dict(zip(moves, told, strict=True))
    if first in chances:
        chances[first] = chances[first] if chance is None else chance
        return _capped(chances, chances[first])
    return chances


def _capped(chances: Mapping[Move, float | None], best: float | None) -> dict[Move, float | None]:
    """No chance better than the first move's, which was looked at for longer: none is, as far as the player sees."""
    return {move: c if c is None or best is None else min(c, best) for move, c in chances.items()}


def _place(move: Move, chance: float | None, first: Move) -> tuple[bool, float, int, str]:
    """Where a move stands: the player's own, then by chance; of equals those up, builds, turns, take-backs."""
    kind = 3 if move.source[:1] == "f" else 2 if move.form in _TURNS else 0 if move.target[:1] == "f" else 1
    return move != first, -(chance or 0.0), kind, str(move)


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
    hidden = set(seen.hidden_places())
    if before.down != after.down or not hidden.isdisjoint(before.piles[stock][len(after.piles[stock]) :]):
        return None
    return tuple(tuple(None if i in hidden else after.cards[i] for i in pile) for pile in after.piles)


def reason_of(seen: Known, move: Move, alone: bool = False) -> Reason:
    """Why one would make this move; ``alone`` says that there is nothing but turns."""
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
    moved = {"card": str(before.cards[steps[0].shifts[0].cards[0]])}
    if move.target[0] == "f":
        return Reason("goes_up", moved)
    if move.source[0] == "f":
        return Reason("takes_back", moved)
    source, target = seen.pile(move.source), seen.pile(move.target)
    if len(source) > move.count and (under := source[-move.count - 1]):
        return Reason("frees", {"card": str(under)})
    return Reason("builds", {"card": str(target[-1])}) if target else Reason("takes_space", moved)


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
