"""What the player may see of a position, and what can be done there by hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from wendekreis.cards import Card
from wendekreis.rules import Mark, Move, Position, Role, play

__all__ = ["QUIET", "Choice", "View", "choices_of", "view_of"]

QUIET = frozenset({"turn", "redeal"})
"""The forms of the moves that are made on the stock and that touch no other pile."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing the player can do by hand, and the move that it is.

    Either ``count`` cards go from the pile ``source`` to the pile ``target``, or the pile ``press`` is pressed.
    An exchange is two choices, one from each side (``swap``); an ace has one for every free foundation, of
    which the plain move's is ``main``. ``fill`` is the pile whose top card then drops into the emptied place by itself.
    """

    move: str
    source: str = ""
    count: int = 0
    target: str = ""
    press: str = ""
    swap: bool = False
    main: bool = True
    fill: str = ""


@dataclass(frozen=True, slots=True)
class View:
    """What the player may see of a position, and no more.

    ``piles`` holds the card ids of every pile but the stock, bottom to top; ``stock`` counts that one.
    ``faces`` holds the face of every card that lies open: an id without one lies face down.
    """

    piles: Mapping[str, tuple[int, ...]]
    stock: int
    faces: Mapping[int, Card]
    marks: Mapping[str, Mark]


def view_of(position: Position) -> View:
    """What a player may see of a position."""
    piles, faces, stock = {}, {}, 0
    for spec, ids in zip(position.game.piles, position.piles, strict=True):
        if spec.role is Role.STOCK:
            stock = len(ids)
            continue
        piles[spec.name] = ids
        for card in ids:
            if card not in position.down:
                faces[card] = position.cards[card]
    return View(piles, stock, faces, position.game.marks(position))


def choices_of(position: Position, move: Move) -> list[Choice]:
    """What can be done by hand to make a legal move: one way, or several."""
    text = str(move)
    if move.form in QUIET:
        return [Choice(text, press="stock")]
    if move.form == "exchange":
        sides = ((move.source, move.target), (move.target, move.source))
        return [Choice(text, source, 1, target, swap=True) for source, target in sides]
    game = position.game
    ((source, target, _, _),) = game.kind[move.form].step(position, move).shifts
    fill = _fills(position, move, source)
    choices = [Choice(text, source, move.count, target, fill=fill)]
    foundations = game.by_role[Role.FOUNDATION]
    if game.index[target] in foundations and not position.piles[game.index[target]]:
        for place, pile in enumerate(foundations, start=1):
            if not position.piles[pile] and (name := game.piles[pile].name) != target:
                choices.append(Choice(f"{text}@{place}", source, move.count, name, main=False, fill=fill))
    return choices


def _fills(position: Position, move: Move, source: str) -> str:
    """The pile from which the place that the move empties is filled; "" when it empties none, or none is filled."""
    if len(position.piles[position.game.index[source]]) > move.count:
        return ""
    fills = (step.shifts[0] for step in play(position, move).steps if step.cause == "fill")
    return next((shift.source for shift in fills if shift.target == source), "")
