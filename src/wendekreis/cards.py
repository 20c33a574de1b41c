"""Cards and packs, and their text form (RULES, "Cards, deals and positions as text").

>>> Card.parse("10d")
Card.parse('TD')
>>> str(Card(13, Suit.HEARTS)), Card.parse("KH").suit.colour
('KH', 'red')
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import Self

from wendekreis.errors import BadCard

__all__ = ["ACE", "KING", "RANKS", "Card", "Suit", "compare_packs", "pack"]

RANKS = "A23456789TJQK"
"""The ranks, lowest first; rank *n* is written ``RANKS[n - 1]``."""

ACE, KING = 1, 13


class Suit(Enum):
    """A suit; its value is its letter. The order is that of the notation, C D H S."""

    CLUBS = "C"
    DIAMONDS = "D"
    HEARTS = "H"
    SPADES = "S"

    def __init__(self, letter: str) -> None:
        self.letter = letter
        self.is_red = letter in "DH"

    @property
    def colour(self) -> str:
        """``"red"`` or ``"black"``."""
        return "red" if self.is_red else "black"


_SUITS = {suit.letter: suit for suit in Suit}


@dataclass(frozen=True, slots=True)
class Card:
    """One kind of card. Two copies in a two-pack game are equal; a position tells them apart by id.

    ``rank`` is 1 (ace) to 13 (king). ``str()`` is rank then suit, ``TD``.
    """

    rank: int
    suit: Suit
    is_red: bool = field(init=False, repr=False, compare=False)
    """Kept beside the suit because the rules ask it at every look at a card."""

    def __post_init__(self) -> None:
        if not ACE <= self.rank <= KING:
            raise ValueError(f"a rank is 1 to 13, not {self.rank}")
        object.__setattr__(self, "is_red", self.suit.is_red)

    def __str__(self) -> str:
        return RANKS[self.rank - 1] + self.suit.letter

    def __repr__(self) -> str:
        return f"Card.parse({str(self)!r})"

    def __hash__(self) -> int:
        return self.rank << 8 | ord(self.suit.letter)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``TD``, ``10D`` or ``td``.

        Raises:
            BadCard: for anything else.
        """
        token = text.upper().replace("10", "T", 1) if text.isascii() else ""
        if len(token) != 2 or token[0] not in RANKS or token[1] not in _SUITS:
            raise BadCard(
                f"{text[:20]!r} is not a card; a card is a rank (A 2 … 9 T J Q K) and a suit (C D H S), such as TD",
                card=text[:20],
            )
        return cls(RANKS.index(token[0]) + 1, _SUITS[token[1]])


def pack(packs: int = 1, ranks: int = KING) -> Iterator[Card]:
    """All cards of so many packs of so many ranks, one pack after the other, in the order of suits."""
    for _ in range(packs):
        for suit in Suit:
            for rank in range(ACE, ranks + 1):
                yield Card(rank, suit)


def compare_packs(given: Iterable[Card], wanted: Iterable[Card]) -> tuple[str, str]:
    """Which cards of ``given`` are missing and which are too many, measured by ``wanted``, as tokens in order.

    Both are empty when both hold the same cards.
    """
    have, want = Counter(given), Counter(wanted)

    def names(cards: Counter[Card]) -> str:
        return " ".join(map(str, sorted(cards.elements(), key=lambda card: (card.suit.letter, card.rank))))

    return names(want - have), names(have - want)
