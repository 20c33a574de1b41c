"""The rules engine: which moves are legal, and what a move does.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> position = numbered_deal(game("single-interchange"), "1").start()
>>> [str(move) for move in legal_moves(position)]
['t2-fS', 't3-fH', 't4-t5', 'turn']
>>> perft(position, 3)
[1, 4, 15, 54]
"""

from typing import NamedTuple

from wendekreis.errors import IllegalMove, UnparsableMove
from wendekreis.rules.model import Game, Position, Role, Step
from wendekreis.rules.move import Move

__all__ = ["Played", "divide", "is_won", "legal_moves", "parse_move", "perft", "play"]


class Played(NamedTuple):
    """The position after a move, and the steps that led there, the player's own first."""

    position: Position
    steps: tuple[Step, ...]


def legal_moves(position: Position) -> tuple[Move, ...]:
    """Every legal move, once, in the order of their text by code point.

    The rules do not end with a win: a won position may have legal moves (Single Interchange 10).
    """
    return tuple(sorted((move for kind in position.game.kinds for move in kind.moves(position)), key=str))


def play(position: Position, move: Move) -> Played:
    """Make a move, with all that follows from it.

    The move may come from anywhere; its legality is checked here.

    Raises:
        IllegalMove: when the rules forbid it; the message says why.
    """
    kind = position.game.kind.get(move.form)
    if kind is None:
        raise IllegalMove(f"{move}: {position.game.id} has no {move.form}", move=str(move))
    step: Step | None = kind.step(position, move)
    steps: list[Step] = []
    while step is not None:
        steps.append(step)
        position = position.after(step)
        step = next((found for settle in position.game.settles if (found := settle(position))), None)
    return Played(position, tuple(steps))


def parse_move(game: Game, text: str) -> Move:
    """Read a move of this game.

    Raises:
        UnparsableMove: when it is not of the notation, or names a pile that the game does not have.
    """
    move = Move.parse(text)
    for name in (move.source, move.target):
        if name and name[0] != "f" and name not in game.index:
            raise UnparsableMove(f"{text!r} is not a move of {game.id}: it has no pile {name}", move=text)
    return move


def is_won(position: Position) -> bool:
    """Whether every card lies on a foundation."""
    return sum(len(position.piles[i]) for i in position.game.by_role[Role.FOUNDATION]) == len(position.cards)


def perft(position: Position, depth: int) -> list[int]:
    """How many sequences of legal moves there are, of length 0, 1 … ``depth``.

    Moves are counted as written; sequences that reach the same position are counted apart.
    """
    counts = [1] + [0] * depth
    if depth == 0:
        return counts
    moves = legal_moves(position)
    counts[1] = len(moves)
    if depth > 1:
        for move in moves:
            for length, count in enumerate(perft(play(position, move).position, depth - 1)[1:], start=2):
                counts[length] += count
    return counts


def divide(position: Position, depth: int) -> dict[str, int]:
    """The count of sequences of length ``depth`` (at least 1) below each first move, in the order of the moves."""
    return {str(move): perft(play(position, move).position, depth - 1)[-1] for move in legal_moves(position)}
