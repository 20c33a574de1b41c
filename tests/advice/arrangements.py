"""What the tests of safe moves and of finishing share: small games, plays, all arrangements of what is hidden."""

import random
from collections.abc import Iterator
from itertools import islice, permutations
from math import factorial

from wendekreis.advice.known import Known, known
from wendekreis.cards import Card
from wendekreis.deals import Deal, random_deal
from wendekreis.games import hemispheres, interchange, single_interchange, unlimited
from wendekreis.rules import Game, Position
from wendekreis.session import Session

SMALL = {
    "single-interchange": single_interchange.declare(ranks=3, columns=3, rows=3),
    "single-interchange, tall": single_interchange.declare(ranks=4, columns=2, rows=5),
    "unlimited": unlimited.declare(ranks=2, columns=3, rows=3),
    "unlimited, tall": unlimited.declare(ranks=3, columns=2, rows=6),
    "interchange": interchange.declare(ranks=2, columns=3, rows=3),
    "interchange, tall": interchange.declare(ranks=3, columns=3, rows=6),
    "hemispheres": hemispheres.declare(ranks=3, quadrant=1),
    "hemispheres, wide": hemispheres.declare(ranks=4, quadrant=1),
}
"""Smaller games, of 12 to 32 cards."""


def plays(game: Game, seed: int, count: int, eager: float) -> Iterator[Session]:
    """Plays at random, seen after each move; with such a share of foundation moves where there are some."""
    chance = random.Random(seed)
    for index in range(count):
        session = Session(random_deal(game, seed, index))
        for _ in range(chance.randrange(60)):
            moves = session.legal_moves
            up = [move for move in moves if move.target[:1] == "f"]
            if not moves:
                break
            session.move(str(chance.choice(up if up and chance.random() < eager else moves)))
            yield session


def arrangements(seen: Known, most: int, seed: int = 0) -> tuple[bool, list[tuple[Card, ...]]]:
    """The different orders of the cards not seen, and whether these are all; if not, so many drawn at random."""
    count = len(seen.unseen)
    if count <= 9 and factorial(count) <= 40 * most:
        orders = set(islice(permutations(seen.unseen), 40 * most))
        if len(orders) <= most:
            return True, sorted(orders, key=str)
    chance = random.Random(seed)
    return False, [tuple(chance.sample(seen.unseen, count)) for _ in range(most)]


def positions(seen: Known, most: int) -> list[Position]:
    """The positions that this may be, all or some (see :func:`arrangements`)."""
    return [seen.position(order) for order in arrangements(seen, most)[1]]


def rearranged(session: Session, seed: int) -> Session:
    """The same play with the cards that were never seen in another order."""
    hidden = set(session.position.down)
    if not session.redeals:
        hidden |= set(session.position.piles[session.game.index["stock"]])
    places, cards = sorted(hidden), list(session.deal.cards)
    order = [cards[i] for i in places]
    random.Random(seed).shuffle(order)
    for place, card in zip(places, order, strict=True):
        cards[place] = card
    assert known(session).unseen == tuple(sorted(order, key=lambda card: (card.suit.letter, card.rank)))
    return Session.load(Deal(session.game, tuple(cards)), session.moves)
