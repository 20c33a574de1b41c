"""What stands in the middle of a card that is large enough: pips, or a frame for a court card."""

from collections.abc import Iterator

from wendekreis.cards import RANKS, Card

__all__ = ["ROOMY", "SUITS", "middle"]

SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}

ROOMY = 5
"""From so many rows on a card shows its suit in the middle, and its index at both ends."""

PIPPED = (9, 7)
"""From so many columns and rows on ranks can be counted in pips."""

_TWO, _THREE, _FOUR = (0.0, 1.0), (0.0, 0.5, 1.0), (0.0, 1 / 3, 2 / 3, 1.0)
_PIPS = {
    2: ((), _TWO),
    3: ((), _THREE),
    4: (_TWO, ()),
    5: (_TWO, (0.5,)),
    6: (_THREE, ()),
    7: (_THREE, (0.25,)),
    8: (_THREE, (0.25, 0.75)),
    9: (_FOUR, (0.5,)),
    10: (_FOUR, (1 / 6, 5 / 6)),
}
"""By rank, how far down the pips stand in the outer columns and in the middle one, from 0 to 1."""


def middle(card: Card, rank: str, width: int, height: int) -> Iterator[tuple[int, int, str]]:
    """Texts and the cells where they begin, within a card of this size whose corners are taken."""
    suit, centre = SUITS[card.suit.letter], (width - 1) // 2
    if height < ROOMY:
        return
    if width < PIPPED[0] or height < PIPPED[1] or card.rank == 1:
        yield centre, height // 2, suit
    elif card.rank > len(RANKS) - 3:
        inner, tall = (width - 1) // 2 | 1, (height - 2) | 1
        left, top = (width - inner) // 2, (height - tall + 1) // 2
        yield left, top, f"╭{'─' * (inner - 2)}╮"
        for y in range(1, tall - 1):
            text = {tall // 2: rank, tall // 2 + 1: suit}.get(y, "")
            yield left, top + y, f"│{text:^{inner - 2}}│"
        yield left, top + tall - 1, f"╰{'─' * (inner - 2)}╯"
    else:
        outer, inner_rows = _PIPS[card.rank]
        aside = max(2, round(width / 5))
        for share in outer:
            y = 1 + round(share * (height - 3))
            yield centre - aside, y, suit
            yield centre + aside, y, suit
        for share in inner_rows:
            yield centre, 1 + round(share * (height - 3)), suit
