"""What is known of a position in which cards only go up, and what tells at once that it is won for certain, or is not.

The points are those of :mod:`wendekreis.advice.endgame`.
"""

from collections.abc import Iterable
from typing import NamedTuple

from wendekreis.advice.circles import HIDDEN
from wendekreis.cards import Suit

__all__ = ["State", "is_buried", "is_hopeless", "is_roomy"]


class State(NamedTuple):
    """What is known of a position, as codes: a card's suit times 16, and its place in its foundation from 1 on.

    ``up`` are the heights of each suit's foundations, the lowest first; ``piles`` the tableau piles, then the
    barriers, bottom to top, 0 for a card not seen; ``waste`` the waste, bottom to top, or sorted all that is known of
    waste and stock where there are redeals; ``stock`` counts the cards of the stock that have not been seen;
    ``unseen`` are the cards not seen, sorted.
    """

    up: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    waste: tuple[int, ...]
    stock: int
    unseen: tuple[int, ...]


def is_hopeless(state: State, redeals: bool, globe: bool) -> bool:
    """Whether the hidden cards can lie so that none of them ever goes up; with none, whether not all goes up (7)."""
    most, piles = _mildly(state, redeals or globe)
    if not state.unseen:
        return any(piles)
    fitting = sum(card & 15 <= most[card >> 4] + 1 for card in state.unseen)
    bare = sum(pile[-1:] == [HIDDEN] for pile in piles)
    shut_in = sum(pile.count(HIDDEN) for pile in piles) - bare
    return fitting <= shut_in and len(state.unseen) - fitting >= bare


def _mildly(state: State, is_set: bool) -> tuple[list[int], list[list[int]]]:
    """How high each suit goes with known cards by the mildest rule (point 7), and what is left of piles, then waste."""
    most = [heights[-1] for heights in state.up]
    piles = [list(pile) for pile in state.piles]
    piles += [[card] for card in state.waste] if is_set else [list(state.waste)]
    moved = True
    while moved:
        moved = False
        for pile in piles:
            while pile and pile[-1] and pile[-1] & 15 <= most[pile[-1] >> 4] + 1:
                card = pile.pop()
                most[card >> 4] = max(most[card >> 4], card & 15)
                moved = True
    return most, piles


def is_buried(state: State, ranks: int, halves: Iterable[tuple[range, int]]) -> bool:
    """Whether cards of the waste of Hemispheres are buried for good, be the stock as kind as it likes (point 9).

    Cut the waste somewhere. Before a card below the cut leaves it, all above it must have left. Up to then no suit goes
    further than the first rank of which both copies lie below the cut. Cards from above the cut that are at least that
    high have filled a pile each and lie there: of their hemisphere, and one whose cards were all lower. If there are
    more such cards than such piles, it never comes to it.
    """
    stop = [ranks] * len(Suit)
    met: set[int] = set()
    for cut, card in enumerate(state.waste, start=1):
        if card not in met:
            met.add(card)
        elif card & 15 <= stop[card >> 4]:
            stop[card >> 4] = (card & 15) - 1
            for half, suits in halves:
                above = sum(suits >> (c >> 4) & 1 and c & 15 > stop[c >> 4] for c in state.waste[cut:])
                if above > _fillable(state, half, stop):
                    return True
    return False


def is_roomy(state: State, halves: Iterable[tuple[range, int]]) -> bool:
    """Whether each card of waste and stock of Hemispheres has a pile of its own to fill (point 10).

    Let the cards in the piles of one hemisphere go up, none from elsewhere, one by one as they fit, and count the
    piles that this empties. If there are at least as many, in both hemispheres, as cards of waste and stock that are at
    home there, it is certain: whenever there is a card on the waste, those of its hemisphere go on with this up to the
    next pile that is emptied, and the card fills it. The suits of the hemispheres differ, so neither disturbs the
    other, and cards that have filled a pile take no part. In the end waste and stock are out and nothing is astray.
    A card whose lower cards are all up already needs no pile: it goes up when it comes, and keeps no other from that.
    """
    left = [card for card in (*state.waste, *state.unseen) if (card & 15) - 1 > state.up[card >> 4][0]]
    for half, suits in halves:
        wanted = sum(suits >> (card >> 4) & 1 for card in left)
        up = [list(heights) for heights in state.up]
        piles = [list(state.piles[i]) for i in half]
        moved = wanted > 0
        while moved:
            moved = False
            for pile in piles:
                while pile and (pile[-1] & 15) - 1 in up[pile[-1] >> 4]:
                    card = pile.pop()
                    up[card >> 4][up[card >> 4].index((card & 15) - 1)] += 1
                    moved = True
        if sum(not pile for pile in piles) < wanted:
            return False
    return True


def _fillable(state: State, half: range, stop: list[int]) -> int:
    """How many piles of a hemisphere are emptied, at most, while no suit goes further than so."""
    bottoms = (state.piles[i][0] for i in half if state.piles[i])
    return sum(card & 15 <= stop[card >> 4] for card in bottoms)
