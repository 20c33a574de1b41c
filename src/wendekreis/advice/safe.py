"""Foundation moves that can never hurt, wherever the hidden cards are, and what goes up by itself.

*Never hurt*: if the position before the move can be won, so can the position after it, and that for every arrangement
of the cards that have not been seen. All arguments below turn on one thing: a card whose lower cards are **all** up,
both copies in a two-pack game, is of no use to any other card. *Lower* is: goes up before it, so in Hemispheres the
black Queen is lower than the black Jack.

**Single Interchange and relatives.** Such a card *c* is safe from the tableau and from the waste. Take a
line that wins from before the move, and leave out of it every move of *c* and of the lower cards of its suit (they stay
up; they could only be taken back to lie on one another or on *c*, rules 4 and 5), of a run the part that they are.
What is left is still legal:

- No other card ever lies on *c*: only the next lower one of its suit could be built on it.
- A card that *c* covers is uncovered sooner, and turned up sooner (rule 7). A pile that *c* leaves empty is one more
  place for a King (rule 6), and no move needs a pile not to be empty but to build on its top card, which is not *c*.
- Of the waste, the card below comes free sooner. That no card is turned sooner or later for it matters where there
  is one pass only: *c* going up changes nothing of the stock.
- Foundations: of each rank at least as many cards are up at each time as in the line. Where the line put the other copy
  of *c* up in its place, that copy goes to the other foundation, on which all lower cards lie, too.

With one pack this is every foundation move there is. A turned up card is known sooner, and that hurts nobody.

**Hemispheres.** Moves up are final (rule 13), and a pile that becomes empty is filled at once (rule 9): a fill takes a
card off the waste, or the next one off the stock, where it may be astray. So *c* is safe

- as the top card of a pile of two or more. The pile is not emptied by this move, and by no other sooner than before.
  Where the line moves *c* to an empty pile late (rule 10) and exchanges it there or builds it on another pile, that
  pile is empty instead, and takes the other card of the exchange directly.
- as the only card of its pile when waste and stock are out: no fill follows, and an empty pile only allows more.
- as the last card of the waste when the stock is out: a pile that it would have filled stays empty, as above.
- as a barrier, which goes nowhere else (rule 11) and whose place is never filled. That all lower cards are up matters:
  else its copy in the pack may find no place any more and keep others under it.

Not safe, whatever else lies on the table: any other card of the waste, which a fill may have to take so that the card
below it is not taken; the only card of a pile, while there is something to fill it.

>>> from wendekreis.advice.known import known
>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> session = Session(numbered_deal(game("single-interchange"), "1"))
>>> [str(move) for move in safe_moves(known(session))], str(next_auto(session, "safe"))
(['t2-fS', 't3-fH'], 't2-fS')
"""

from collections.abc import Iterator
from typing import Literal

from wendekreis.advice.known import Known, known
from wendekreis.cards import Card, Suit
from wendekreis.rules import Game, Move, Role
from wendekreis.session import Session

__all__ = ["AROUND_THE_GLOBE", "FAMILY", "heights", "next_auto", "safe_moves", "step_of"]

FAMILY = frozenset({"single-interchange", "interchange", "unlimited"})
AROUND_THE_GLOBE = frozenset({"hemispheres"})
"""The games that the arguments are about, by id. Their variants have ids of their own: of these nothing is told."""


def safe_moves(seen: Known) -> tuple[Move, ...]:
    """The legal moves up that can never hurt, in the order of their text; none in a game not argued about."""
    if seen.game.id in FAMILY:
        sources = _open_tops(seen)
    elif seen.game.id in AROUND_THE_GLOBE:
        sources = _globe_tops(seen)
    else:
        return ()
    up = heights(seen)
    moves = (
        Move("transfer", name, f"f{card.suit.letter}")
        for name, card in sources
        if step_of(seen.game, card) == up[card.suit][0] + 1
    )
    return tuple(sorted(moves, key=str))


def next_auto(session: Session, mode: Literal["safe", "always"]) -> Move | None:
    """The next card that goes up by itself: when that can never hurt, or always when the rules allow it.

    The first move in the order of the text, an ace to the first free place. A card that the player took back from
    a foundation, by a move or by an undo, does not go up by itself until he has put it up again. Each move brings one
    more card up and none down, so playing on until ``None`` comes to an end.
    """
    up = [move for move in session.legal_moves if move.target[:1] == "f" and move.source[:1] != "f"]
    if not up:
        return None
    position, taken_down = session.position, session.taken_down
    safe = set(safe_moves(known(session, remember=False))) if mode == "safe" else set(up)
    for move in up:
        card = position.piles[position.game.index[move.source]][-1]
        if move in safe and card not in taken_down:
            return move
    return None


def step_of(game: Game, card: Card) -> int:
    """The place of a card in its foundation, counted from 1 at the bottom."""
    return game.ranks + 1 - card.rank if game.id in AROUND_THE_GLOBE and not card.is_red else card.rank


def heights(seen: Known) -> dict[Suit, tuple[int, ...]]:
    """How many cards the foundations of each suit have, one number for each pack, the lowest first."""
    up: dict[Suit, list[int]] = {suit: [] for suit in Suit}
    for i in seen.game.by_role[Role.FOUNDATION]:
        pile = seen.piles[i]
        if pile and pile[-1] is not None:
            up[pile[-1].suit].append(len(pile))
    return {suit: tuple(sorted([0] * (seen.game.packs - len(piles)) + piles)) for suit, piles in up.items()}


def _open_tops(seen: Known) -> Iterator[tuple[str, Card]]:
    for i in (*seen.game.by_role[Role.TABLEAU], *seen.game.by_role[Role.WASTE]):
        if seen.piles[i] and (card := seen.piles[i][-1]):
            yield seen.game.piles[i].name, card


def _globe_tops(seen: Known) -> Iterator[tuple[str, Card]]:
    """The cards at home, of the waste and of the barriers that may go up when their lower cards are up."""
    waste, stock = seen.pile("w"), seen.pile("stock")
    for i in (*seen.game.by_role[Role.TABLEAU], *seen.game.by_role[Role.BARRIER]):
        pile, name = seen.piles[i], seen.game.piles[i].name
        if pile and (card := pile[-1]):
            is_barrier = seen.game.piles[i].role is Role.BARRIER
            at_home = is_barrier or card.is_red == (name[0] == "n")
            if at_home and (is_barrier or len(pile) > 1 or not (waste or stock)):
                yield name, card
    if len(waste) == 1 and not stock and (card := waste[0]):
        yield "w", card
