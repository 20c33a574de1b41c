"""Auto-finish: offered exactly when playing to the foundations alone wins, wherever the hidden cards are.

What *exactly* means, and why it is so, is told in :mod:`wendekreis.advice.endgame`. Here it is asked of a play, and
played out.

>>> from wendekreis.deals import random_deal
>>> from wendekreis.games.single_interchange import declare
>>> session = Session(random_deal(declare(ranks=3, columns=2, rows=2), 1, 0))
>>> can_finish(session), finish_all(session)[:3]
(True, ('t1-fH', 'turn', 'turn'))
"""

from collections.abc import Set

from wendekreis.advice.endgame import KERNEL_STATES, TURN, WASTE, Endgame, code_of, read, suit_of
from wendekreis.advice.known import Known
from wendekreis.rules import Move, Position, Role, is_won, play
from wendekreis.session import Session

__all__ = ["can_finish", "finish", "finish_all", "hidden_cards"]

EFFORTS = (0, 1000, KERNEL_STATES, 10 * KERNEL_STATES)
"""How hard it is looked, one after the other, for a move of which it is certain already that one exists."""


def can_finish(session: Session) -> bool:
    """Whether finishing is to be offered: there is something left to do, and it wins for certain."""
    position = session.position
    return not is_won(position) and Endgame(position.game).certain(read(position, hidden_cards(session)))


def finish(seen: Known) -> tuple[Move, ...] | None:
    """The moves to be made now, up to the first that shows a hidden card; ``None`` if finishing is not certain.

    Whoever makes them, looks, and asks again, wins.
    """
    position, hidden = seen.position(), frozenset(seen.hidden_places())
    endgame = Endgame(seen.game)
    if is_won(position) or not endgame.certain(read(position, hidden)):
        return None
    moves: list[Move] = []
    while not is_won(position):
        move = _next(endgame, position, hidden)
        after = play(position, move).position
        moves.append(move)
        if _left_hidden(after, hidden) != hidden:
            break
        position = after
    return tuple(moves)


def finish_all(session: Session) -> tuple[str, ...]:
    """All the moves up to the win; ``()`` if finishing is not to be offered. The session stays as it is.

    Each is chosen by what a player has seen by then.
    """
    position, hidden = session.position, hidden_cards(session)
    endgame, moves = Endgame(session.game), []
    if is_won(position) or not endgame.certain(read(position, hidden)):
        return ()
    while not is_won(position):
        move = _next(endgame, position, hidden)
        position = play(position, move).position
        hidden = _left_hidden(position, hidden)
        moves.append(str(move))
    return tuple(moves)


def hidden_cards(session: Session) -> frozenset[int]:
    """The cards that the player has not seen, as :func:`wendekreis.advice.known.known` has it."""
    position = session.position
    return position.down if session.redeals else position.down.union(position.piles[position.game.index["stock"]])


def _left_hidden(after: Position, hidden: Set[int]) -> frozenset[int]:
    """Which of the hidden cards are still hidden."""
    return frozenset(hidden) & after.down.union(after.piles[after.game.index["stock"]])


def _next(endgame: Endgame, position: Position, hidden: Set[int]) -> Move:
    """A move from a certain state that leads to certain ones only: a card up if there is such a move, else a turn.

    What has been found on the way here is looked at first: most often it is known which one. Where there are redeals
    turning loses nothing, and on the way through the stock each of its cards comes to the top of the waste: so some
    card goes up in the end.
    """
    game, state = position.game, read(position, hidden)
    names = [game.piles[i].name for role in (Role.TABLEAU, Role.BARRIER) for i in game.by_role[role]]
    waste, stock = position.piles[game.index["w"]], position.piles[game.index["stock"]]
    for effort in EFFORTS:
        for source, code in endgame.options(state):
            if source == WASTE and not (waste and code_of(game, position.cards[waste[-1]]) == code):
                continue
            if all(endgame.certain(outcome, effort) for outcome in endgame.outcomes(state, (source, code))):
                if source == TURN:
                    return Move("turn")
                return Move("transfer", "w" if source == WASTE else names[source], f"f{suit_of(code).letter}")
    return Move("turn" if stock else "redeal")
