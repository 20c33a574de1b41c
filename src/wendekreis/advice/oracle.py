"""What the oracle says: the next move of a proven line, and never one that leads round in a circle.

A solver answers each position with some line that wins; the lines of two neighbours need not agree, and following the
first move of each could go to and fro. So a line is kept once it is proved (:class:`Line`), and as long as the play is
anywhere on it, the next move is the line's: what is left of it gets shorter with each.

>>> from wendekreis.deals import random_deal
>>> from wendekreis.games.single_interchange import declare
>>> from wendekreis.solver import solve
>>> told = next_of(random_deal(declare(ranks=3, columns=2, rows=2), 1, 0).start(), None, solve)
>>> told.outcome, str(told.move)
('won', 't1-fH')
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Self

from wendekreis.errors import IllegalMove
from wendekreis.rules import Move, Position, is_won, play
from wendekreis.solver import Verdict
from wendekreis.solver.verdict import Outcome

__all__ = ["Line", "Told", "cleaned", "next_of"]

TRIED = 3000
"""So many moves at most are replayed to find those that a line can do without: a fifth of a second."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play that wins, which goes through no position twice.

    ``moves`` lead from the position where it begins to the win. ``_left`` holds, for each position on it, how many
    moves are left from there.
    """

    moves: tuple[Move, ...]
    _left: dict[str, int] = field(repr=False, compare=False)

    @classmethod
    def proved(cls, position: Position, moves: Sequence[Move]) -> Self:
        """Make a line of moves that win from a position on; it is cleaned (see :func:`cleaned`).

        Raises:
            IllegalMove: when the rules forbid one of them.
            ValueError: when they do not win.
        """
        clean = cleaned(position, moves)
        left = {}
        for count in range(len(clean), 0, -1):
            left[_text(position)] = count
            position = play(position, clean[-count]).position
        return cls(clean, {**left, _text(position): 0})

    def after(self, position: Position) -> tuple[Move, ...] | None:
        """The moves that win from this position on; ``None`` if the line does not go through it."""
        left = self._left.get(_text(position))
        return None if left is None else self.moves[len(self.moves) - left :]


class Told(NamedTuple):
    """What the oracle answers: whether the position can be won, the next move if so, and the line that it is of.

    ``line`` is to be kept for the next question of this play. ``move`` is ``None`` in a won game, too.
    """

    outcome: Outcome
    move: Move | None
    line: Line | None


def next_of(position: Position, kept: Line | None, decide: Callable[[Position], Verdict]) -> Told:
    """The next move of a line that wins, of the line that was kept if the play is still on it.

    Only else ``decide`` is asked, which answers with a line of play where it says won. Who makes each move that is told
    has won after ``len(line.moves)`` of them: for what is left of the kept line gets shorter by one.
    """
    if kept is None or (rest := kept.after(position)) is None:
        verdict = decide(position)
        if verdict.outcome != "won":
            return Told(verdict.outcome, None, None)
        kept = Line.proved(position, verdict.moves)
        rest = kept.moves
    return Told("won", rest[0] if rest else None, kept)


def cleaned(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    """A line that wins without its detours: no position twice, no move that can be left out by itself.

    Positions are whole ones, with the order of the stock. Only moves between tableau piles, to them and from
    foundations are tried to be left out, and only as far as that is quick.

    Raises:
        IllegalMove: when the rules forbid one of the moves.
        ValueError: when they do not win.
    """
    line = _without_circles(position, moves)
    tried, at = 0, 0
    while at < len(line) and tried < TRIED:
        before, move = position, line[at]
        if move.form in ("transfer", "exchange") and move.target[:1] != "f":
            shorter = line[:at] + line[at + 1 :]
            wins, steps = _wins(before, shorter[at:])
            tried += steps
            if wins:
                line = shorter
                continue
        position = play(before, move).position
        at += 1
    return line


def _without_circles(position: Position, moves: Sequence[Move]) -> tuple[Move, ...]:
    line: list[Move] = []
    met = {_text(position): 0}
    where = [_text(position)]
    for move in moves:
        if is_won(position):
            break
        position = play(position, move).position
        text = _text(position)
        if text in met:
            length = met[text]
            for gone in where[length + 1 :]:
                del met[gone]
            del line[length:], where[length + 1 :]
        else:
            line.append(move)
            where.append(text)
            met[text] = len(line)
    if not is_won(position):
        raise ValueError("a line of play that does not win")
    return tuple(line)


def _wins(position: Position, moves: Sequence[Move]) -> tuple[bool, int]:
    """Whether these moves win, and how many of them were played to see that."""
    for count, move in enumerate(moves):
        try:
            position = play(position, move).position
        except IllegalMove:
            return False, count + 1
    return is_won(position), len(moves)


def _text(position: Position) -> str:
    return "/".join(" ".join(pile) for pile in position.key())
