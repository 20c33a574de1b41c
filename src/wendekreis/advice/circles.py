"""Do the needs of cards that go up go round in a circle, for some arrangement of those that are hidden?

A card needs all lower cards of its suit to be up, and all that lie on it. Cards of stock and waste lie under none.

A shortest circle goes through piles and suits in turn, each at most once: in a pile down from a card *u* to a card *x*
that it covers, in the suit of *x* up from *x* to a higher card, the next pile's *u*. (If it came through a suit twice,
from x to u and from y to v, then x is lower than v or y lower than u, for else v ≤ x < u ≤ y < v; so there is a
shorter one. The same holds for a pile, with heights in it.) For such a circle it is best that *u* is as high and *x* as
low as can be. What a hidden place holds is up to the opponent: a *u* of a suit is the highest not seen, an *x*
the lowest. They are two cards, since x is lower than u, and a circle has one of either in each suit. So it is
enough to look at these.
"""

from collections.abc import Sequence

__all__ = ["HIDDEN", "has_circle"]

HIDDEN = 0
"""The code of a card that has not been seen."""

SUITS = 4


def has_circle(piles: Sequence[Sequence[int]], unseen: Sequence[int]) -> bool:
    """Whether it does for some arrangement: cards as codes (suit times 16, and the place in the suit from 1 on)."""
    highest, lowest = [0] * SUITS, [0] * SUITS
    for card in unseen:
        highest[card >> 4] = max(highest[card >> 4], card & 15)
        lowest[card >> 4] = min(lowest[card >> 4] or 99, card & 15)
    ways = [_ways(pile, highest, lowest) for pile in piles]

    def goes_round(first: int, high: int, suit: int, low: int, been: int, suits: int) -> bool:
        """Whether a circle that began with a ``u`` of suit ``first`` and came to an ``x`` can be closed."""
        if suit == first:
            return low < high
        if suits >> suit & 1:
            return False
        return any(
            goes_round(first, high, other, lower, been | 1 << i, suits | 1 << suit)
            for i, ways_of_pile in enumerate(ways)
            if not been >> i & 1
            for (start, other), pairs in ways_of_pile.items()
            if start == suit
            for top, lower in pairs
            if low < top
        )

    return any(
        goes_round(start, top, suit, low, 1 << i, 1 << start)
        for i, ways_of_pile in enumerate(ways)
        for (start, suit), pairs in ways_of_pile.items()
        for top, low in pairs
    )


def _ways(pile: Sequence[int], highest: list[int], lowest: list[int]) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """The ways down a pile: by the suits of upper and lower card, their pairs of heights, but for those of no use."""
    ways: dict[tuple[int, int], set[tuple[int, int]]] = {}
    above = [0] * SUITS  # the highest card of each suit on the way down
    for card in reversed(pile):
        unders = [(s, lowest[s]) for s in range(SUITS) if lowest[s]] if card == HIDDEN else [(card >> 4, card & 15)]
        for suit, low in unders:
            for start, top in enumerate(above):
                if top:
                    pairs = ways.setdefault((start, suit), set())
                    if not any(t >= top and w <= low for t, w in pairs):
                        pairs.add((top, low))
        if card == HIDDEN:
            above = list(map(max, above, highest))
        else:
            above[card >> 4] = max(above[card >> 4], card & 15)
    return ways
