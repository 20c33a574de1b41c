"""What a player may know of a position: what lies open, what was seen, and which cards are left, but not where.

Everything in this room reasons from a :class:`Known` and from nothing else, so that it can't know more.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> from wendekreis.session import Session
>>> seen = known(Session(numbered_deal(game("single-interchange"), "1")))
>>> len(seen.unseen), [str(card) if card else "?" for card in seen.pile("t1")]
(37, ['JD', '?', '9S', '?', 'JS'])
"""

import math
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import TypeAlias

from wendekreis.cards import Card
from wendekreis.rules import Game, Move, Position, Role, legal_moves
from wendekreis.session import Session

__all__ = ["Known", "Piles", "known"]

Piles: TypeAlias = tuple[tuple[Card | None, ...], ...]
"""For each pile of the game its cards, bottom to top (of the stock the last is the next one turned); ``None`` is a
card that the player has not seen."""


@dataclass(frozen=True)
class Known:
    """A position as its player knows it.

    ``unseen`` are the cards that have not been seen, sorted, as many as there are ``None`` in ``piles``: the
    stock's and those that lie face down. A stock that has been turned over by a redeal is known, in its order.

    ``before`` are the piles as they were before each of the last moves, latest first, back to the last that
    showed a card for the first time, or to the first redeal: what a move could repeat. ``took_back`` says whether
    the last move took a card off a foundation.

    Two copies of a card are alike here.
    """

    game: Game = field(repr=False)
    piles: Piles
    unseen: tuple[Card, ...]
    before: tuple[Piles, ...] = field(default=(), repr=False)
    took_back: bool = field(default=False, repr=False)

    def pile(self, name: str) -> tuple[Card | None, ...]:
        """The cards of one pile, bottom to top."""
        return self.piles[self.game.index[name]]

    @property
    def is_open(self) -> bool:
        """Whether nothing is hidden: of the cards not seen there is one order only."""
        return len(set(self.unseen)) <= 1

    @property
    def is_won(self) -> bool:
        """Whether every card lies on a foundation."""
        return sum(len(self.piles[i]) for i in self.game.by_role[Role.FOUNDATION]) == self.game.cards_in_play

    def position(self, hidden: Sequence[Card] | None = None) -> Position:
        """The position in which the cards not seen lie in this order; by default in the order of ``unseen``.

        The places are gone through pile by pile, bottom to top. Which moves are legal, and what is open after
        them but for cards turned up, is the same for every order.
        """
        cards: list[Card] = []
        piles: list[tuple[int, ...]] = []
        down = set()
        rest = iter(self.unseen if hidden is None else hidden)
        for spec, pile in zip(self.game.piles, self.piles, strict=True):
            piles.append(tuple(range(len(cards), len(cards) + len(pile))))
            for card in pile:
                if card is None and spec.role is Role.TABLEAU:
                    down.add(len(cards))
                cards.append(next(rest) if card is None else card)
        return Position(self.game, tuple(cards), tuple(piles), frozenset(down))

    def dealt(self, template: Position, hidden: Sequence[Card]) -> Position:
        """A position that came by play from :meth:`position`, with the cards not seen in another order."""
        rest = iter(hidden)
        cards = list(template.cards)
        for place in self.hidden_places():
            cards[place] = next(rest)
        return Position(template.game, tuple(cards), template.piles, template.down)

    def hidden_places(self) -> list[int]:
        """The ids, in :meth:`position`, of the cards not seen, in order."""
        return [i for i, card in enumerate(card for pile in self.piles for card in pile) if card is None]

    def moves(self) -> tuple[Move, ...]:
        """The legal moves, in the engine's order; none when the game is won."""
        return () if self.is_won else legal_moves(self.position())

    def seed(self) -> int:
        """A number made from what is known, for draws that are the same for the same player's eyes.

        A known stock may be turned without another number coming up: a plan made for it holds until it is done.
        """
        stock, waste = self.game.index["stock"], self.game.index["w"]
        piles = list(self.piles)
        if None not in piles[stock]:
            piles[waste], piles[stock] = piles[waste] + piles[stock][::-1], ()
        names = ["".join(str(card) if card else "?" for card in pile) for pile in piles]
        return random.Random("|".join(names)).getrandbits(64)

    def orders(self, most: int) -> tuple[bool, list[tuple[Card, ...]]]:
        """Orders of the cards not seen: all of them if they are at most so many, else so many drawn at random.

        Each is as likely as any other. Copies are told apart, for that is how likely an order is.

        Returns:
            Whether these are all, and the orders.
        """
        if len(self.unseen) <= 12 and math.factorial(len(self.unseen)) <= most:
            return True, list(permutations(self.unseen))
        chance = random.Random(self.seed())
        return False, [tuple(chance.sample(self.unseen, len(self.unseen))) for _ in range(most)]


def known(session: Session, remember: bool = True) -> Known:
    """What the player of this session may know.

    A card is known if it lies open or has lain open up to here. Moves that were taken back are forgotten. Only
    advice asks what was ``before``; without ``remember`` it is left empty.
    """
    position = session.position
    stock_is_known = session.redeals > 0
    piles = _seen(position, stock_is_known)
    whole = Counter(position.cards)
    whole.subtract(card for pile in piles for card in pile if card is not None)
    unseen = tuple(sorted(whole.elements(), key=lambda card: (card.suit.letter, card.rank)))
    before: list[Piles] = []
    took_back = False
    later, redeals = position, session.redeals
    for move, earlier in session.earlier() if remember else ():
        if later is position:
            took_back = move.startswith("f")
        redeals -= move == "redeal"
        if (move == "redeal" and not redeals) or _brought_to_light(earlier, later, redeals > 0):
            break
        before.append(_seen(earlier, stock_is_known))
        later = earlier
    return Known(position.game, piles, unseen, tuple(before), took_back)


def _seen(position: Position, stock_is_known: bool) -> Piles:
    cards, down = position.cards, position.down
    return tuple(
        tuple(None if i in down or (spec.role is Role.STOCK and not stock_is_known) else cards[i] for i in pile)
        for spec, pile in zip(position.game.piles, position.piles, strict=True)
    )


def _brought_to_light(earlier: Position, later: Position, stock_is_known: bool) -> bool:
    stock = earlier.game.index["stock"]
    drawn = len(earlier.piles[stock]) > len(later.piles[stock])
    return earlier.down != later.down or (drawn and not stock_is_known)
