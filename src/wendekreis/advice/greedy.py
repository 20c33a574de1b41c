"""The greedy player, for every game: to a foundation if it can, else exchange, else build, else turn.

It only builds what does something: a card of the waste, or a whole run off its pile, so that what is under it
comes free. So it never goes round in circles.
"""

from wendekreis.advice.known import Known
from wendekreis.advice.plan import Plan
from wendekreis.rules import Move, Role, play

__all__ = ["plan", "rank_of"]


def plan(known: Known) -> Plan:
    """Its next move; none when it can only turn and has been through the whole stock."""
    ranked = [(rank, move) for move in known.moves() if (rank := rank_of(known, move)) is not None]
    if not ranked:
        return Plan((), method="greedy")
    return Plan((min(ranked, key=lambda item: item[0])[1],), method="greedy")


def rank_of(known: Known, move: Move) -> int | None:
    """How gladly it makes a move, 0 first; ``None`` for one that it never makes."""
    if move.form == "exchange":
        return 1
    if move.form != "transfer":
        return 4
    if move.source[0] == "f":
        return None
    if move.target[0] == "f":
        return 0
    if move.source == "w":
        return 3
    pile = known.pile(move.source)
    if not known.pile(move.target):
        return 2 if _sets_right(known, move) or (move.count < len(pile) and _frees(known, move)) else None
    return 2 if move.count == len(pile) or _frees(known, move) else None


def _sets_right(known: Known, move: Move) -> bool:
    """Whether the table has a mark less after the move: a card astray comes home (Hemispheres 10)."""
    position = known.position()
    return len(known.game.marks(play(position, move).position)) < len(known.game.marks(position))


def _frees(known: Known, move: Move) -> bool:
    """Whether the run that moves leaves a card under it that doesn't belong under it."""
    pile = known.pile(move.source)
    if known.game.piles[known.game.index[move.source]].role is not Role.TABLEAU:
        return True
    under, lowest = pile[-move.count - 1], pile[-move.count]
    if under is None or lowest is None:
        return True
    return under.suit is not lowest.suit or abs(under.rank - lowest.rank) != 1
