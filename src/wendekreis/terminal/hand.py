"""What a key or a click means: play this, pick that up, put it back, or no. The legal moves are the session's."""

from typing import Literal, NamedTuple, TypeAlias

from wendekreis.rules import Role
from wendekreis.terminal.paint import Spot
from wendekreis.terminal.sitting import Standing
from wendekreis.view import Choice

__all__ = ["Deed", "Held", "drop", "enter", "held_at", "send", "tap"]


class Held(NamedTuple):
    """So many cards from the top of a pile."""

    pile: str
    cards: int


Deed: TypeAlias = "Choice | Held | Literal['put back', 'no', 'nothing']"
"""Play a choice, pick cards up, or one of the words."""


def held_at(at: Standing, spot: Spot) -> Held:
    """A card and all that lie on it."""
    return Held(spot.pile, max(1, at.count(spot.pile) - max(spot.place, 0)))


def enter(at: Standing, held: Held | None, pile: str, count: int) -> Deed:
    """Enter on a pile, of which the top ``count`` cards are meant."""
    sizes = at.counts(pile)
    if count == 1 and len(sizes) == 1:
        count = sizes[0]  # only the whole run can go
    mine = Held(pile, count)
    return _down(at, held, pile) or ("put back" if held == mine else mine if at.targets(*mine) else "no")


def tap(at: Standing, held: Held | None, spot: Spot, twice: bool) -> Deed:
    """A click on a card or a place; ``twice`` if it is the second of two.

    A card that has one place to go goes there; an exchange, and a card that is taken back, are first shown.
    """
    down, mine = _down(at, held, spot.pile), held_at(at, spot)
    if down is not None:
        return down
    if twice:  # the first click has picked it up, or has sent it somewhere
        return send(at, mine) if held == mine else "nothing"
    if held == mine:
        return "put back"
    targets = list(at.targets(*mine).values())
    if len(targets) == 1 and not targets[0].swap and not _is_foundation(at, spot.pile):
        return targets[0]
    return mine if targets else "no"


def send(at: Standing, held: Held) -> Deed:
    """To the foundation."""
    up = [c for pile, c in at.targets(*held).items() if not c.swap and _is_foundation(at, pile)]
    return next((choice for choice in up if choice.main), "no")


def drop(at: Standing, held: Held, pile: str) -> Deed:
    """Cards that were dragged to another pile."""
    return at.targets(*held).get(pile, "no")


def _down(at: Standing, held: Held | None, pile: str) -> Choice | None:
    """What is held is put down there, or the pile is pressed."""
    choice = at.targets(*held).get(pile) if held is not None and held.pile != pile else None
    return choice or at.press(pile)


def _is_foundation(at: Standing, pile: str) -> bool:
    return at.game.piles[at.game.index[pile]].role is Role.FOUNDATION
