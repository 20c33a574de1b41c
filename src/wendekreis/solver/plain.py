"""The plain search: every position that can be reached, by the rules engine alone, nothing left out.

It is slow and needs no argument, so the solvers with arguments are measured by it on shrunken games; and it
answers where there is no compiled kernel. States are whole positions as :meth:`Position.key` tells them apart.
"""

from collections.abc import Iterator

from wendekreis.rules import Move, Position, is_won, legal_moves, play
from wendekreis.solver.verdict import Cancel, Limits, Verdict, Watch

__all__ = ["solve"]

BYTES_A_STATE = 120
"""What a state costs beside its text: the string's head, its place in the set, its part of the stack."""


def solve(position: Position, limits: Limits, cancel: Cancel | None = None, *, lines: bool = True) -> Verdict:
    """Decide a position by depth-first search. A node is a position that was entered, the first one included."""
    watch = Watch(limits, cancel)
    if is_won(position):
        return Verdict("won", seconds=watch.seconds)
    text = _text(position)
    seen, memory = {text}, len(text) + BYTES_A_STATE
    # The line so far: in each position the moves yet to be tried, and the one that is being tried.
    untried: list[tuple[Position, Iterator[Move]]] = [(position, _ordered(position))]
    line: list[Move] = []
    while untried:
        at, moves = untried[-1]
        move = next(moves, None)
        if move is None:
            untried.pop()
            if line:
                line.pop()
            continue
        after = play(at, move).position
        text = _text(after)
        if text in seen:
            continue
        if limit := watch.reached(len(seen), memory):
            return Verdict("unknown", limit, nodes=len(seen), seconds=watch.seconds)
        seen.add(text)
        memory += len(text) + BYTES_A_STATE
        line.append(move)
        if is_won(after):
            return Verdict("won", moves=tuple(line) if lines else (), nodes=len(seen), seconds=watch.seconds)
        untried.append((after, _ordered(after)))
    return Verdict("lost", nodes=len(seen), seconds=watch.seconds)


def _text(position: Position) -> str:
    """The whole state in one string, which takes a tenth of the room of the key it is made of."""
    return "/".join(" ".join(pile) for pile in position.key())


def _ordered(position: Position) -> Iterator[Move]:
    """All legal moves, in an order that comes upon wins early: up, between the piles, turn, back from a foundation."""
    return iter(sorted(legal_moves(position), key=_eagerness))


def _eagerness(move: Move) -> int:
    if move.form != "transfer":
        return 1 if move.form == "exchange" else 3
    if move.source[0] == "f":
        return 4
    return 0 if move.target[0] == "f" else 2
