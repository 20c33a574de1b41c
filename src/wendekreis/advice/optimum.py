"""The fair optimum of Single Interchange: the best win rate of a player who sees only what lies open, exactly.

Turning costs nothing and redeals are free, so such a player first looks through the stock. Then at most ten cards are
hidden, and he knows which. His chance is the share of their arrangements in which the best play wins: an expectation
over what comes to light, with a maximum at each choice. The kernel has the argument.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> fair_optimum(numbered_deal(game("single-interchange"), "25483"))
Optimum(wins=0, arrangements=3628800)
"""

import math
from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from wendekreis.advice.kernels import kernel
from wendekreis.advice.known import Known
from wendekreis.cards import Card, Suit
from wendekreis.deals import Deal
from wendekreis.rules import Game, Role

__all__ = ["MOST_STATES", "Optimum", "exact_chance", "fair_optimum", "king_chances"]

KERNEL = "_single_interchange_optimum_kernel"

MOST_STATES = 4_000_000
"""So many states are looked at before it is given up: some 200 megabytes. No deal is known that needs as many."""

MOST_HIDDEN = 12
MOST_PILES = 7
MOST_ROWS = 30

_SUITS = tuple(Suit)


class Optimum(NamedTuple):
    """In how many of the hidden cards' arrangements the best fair play wins."""

    wins: int
    arrangements: int

    @property
    def chance(self) -> Fraction:
        """The share of the arrangements, exactly."""
        return Fraction(self.wins, self.arrangements)


def fair_optimum(deal: Deal, most_states: int = MOST_STATES) -> Optimum | None:
    """What the best player who sees only what lies open can expect of a deal, once he has looked through the stock.

    That is the same for all deals that differ in nothing but where the face-down cards lie and how the stock is
    ordered. The mean over random deals is the best win rate that there is for such a player.

    Returns:
        ``None`` without the compiled kernel, for games and variants that it does not play, and when more states
        would have to be looked at.
    """
    start = deal.start()
    tableau = [start.piles[i] for i in deal.game.by_role[Role.TABLEAU]]
    piles = [[None if card in start.down else start.cards[card] for card in ids] for ids in tableau]
    hidden = [start.cards[card] for ids in tableau for card in ids if card in start.down]
    solved = _solved(deal.game, piles, hidden, most_states)
    return None if solved is None else _optimum(solved.wins(), hidden)


def exact_chance(known: Known, most_states: int = MOST_STATES) -> Optimum | None:
    """What the best fair player can expect of a position from now on.

    Returns:
        ``None`` as for :func:`fair_optimum`, and while the stock has cards that were not seen.
    """
    solved = _of(known, most_states)
    return None if solved is None else _optimum(solved.wins(), known.unseen)


def king_chances(known: Known, most_states: int = MOST_STATES) -> dict[Card, Optimum] | None:
    """What each King that could fill a space is worth, when no other move can be made that is safe.

    Returns:
        Nothing in it when there is no space, no such King, or the safe moves bring a hidden card to light; ``None`` as
        for :func:`exact_chance`.
    """
    solved = _of(known, most_states)
    if solved is None:
        return None
    found = {}
    for code, wins in solved.kings():
        optimum = _optimum(wins, known.unseen)
        if optimum is None:
            return None
        found[Card(code % known.game.ranks + 1, _SUITS[code // known.game.ranks])] = optimum
    return found


def _of(known: Known, most_states: int) -> Any | None:
    if None in known.pile("stock"):
        return None
    piles = [known.piles[i] for i in known.game.by_role[Role.TABLEAU]]
    return _solved(known.game, piles, known.unseen, most_states)


def _optimum(wins: int, hidden: Sequence[Card]) -> Optimum | None:
    return None if wins < 0 else Optimum(wins, math.factorial(len(hidden)))


def _solved(game: Game, piles: Sequence[Sequence[Card | None]], hidden: Sequence[Card], most_states: int) -> Any | None:
    """The kernel's object, or ``None`` when it can't take this on."""
    compiled = kernel(KERNEL)
    if (
        compiled is None
        or game.base != "single-interchange"
        or not game.has_redeal
        or game.setting["spaces"] != "king"
        or len(hidden) > MOST_HIDDEN
        or len(piles) > MOST_PILES
        or any(len(pile) > MOST_ROWS for pile in piles)
    ):
        return None
    ranks = game.ranks

    def code(card: Card | None) -> int:
        return -1 if card is None else _SUITS.index(card.suit) * ranks + card.rank - 1

    packed = [[code(card) for card in pile] for pile in piles]
    return compiled.Optimum(ranks, packed, [code(card) for card in hidden], most_states)
