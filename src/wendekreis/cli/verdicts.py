"""How the solve command answers a batch of deals: solved, replayed where a line is shown, and written."""

import json
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from wendekreis import rules
from wendekreis.deals import parse_position, random_deal
from wendekreis.errors import Unreadable, WendekreisError
from wendekreis.rules import Game, Move, Position
from wendekreis.solver import Cancel, Limits, packed, solve_packed
from wendekreis.solver import solve as solved
from wendekreis.solver.search import solves_packed

__all__ = ["Answers", "Batch", "Manner", "Tally", "answer"]


SAMPLE = 1000
"""Of won deals whose moves nobody asked for, those with an index that this divides are replayed all the same."""


@dataclass(frozen=True)
class Batch:
    """Some deals in a row, the first of which has index ``first``: lines of text, or so many random deals of a seed.

    ``numbers`` are those of the lines in their file, counted from 1; a text that is no file has none.
    """

    game: Game
    first: int
    lines: Sequence[bytes] = ()
    seed: int | None = None
    count: int = 0
    numbers: Sequence[int] = ()


@dataclass(frozen=True)
class Manner:
    """How to solve and to write."""

    limits: Limits
    as_json: bool
    moves: bool


@dataclass
class Tally:
    """What came out. ``searched`` is the CPU time of the searches, in seconds."""

    won: int = 0
    lost: int = 0
    unknown: int = 0
    errors: int = 0
    nodes: int = 0
    searched: float = 0.0

    def add(self, other: "Tally") -> None:
        """Add what came out elsewhere."""
        for name, value in vars(other).items():
            setattr(self, name, getattr(self, name) + value)

    @property
    def decided(self) -> int:
        """How many deals got a verdict, unknown ones among them."""
        return self.won + self.lost + self.unknown


class Answers:
    """The lines to be printed for a batch.

    ``whole`` is false when the searches were cancelled before the end of it; the lines are those of the
    deals before. ``error`` is what the command has to end with.
    """

    def __init__(self, manner: Manner) -> None:
        self.lines: list[str] = []
        self.tally = Tally()
        self.whole = True
        self.error: WendekreisError | None = None
        self._manner = manner

    def verdict(
        self, index: int, outcome: str, nodes: int, seconds: float, limit: str | None = None, moves: str | None = None
    ) -> None:
        """Write a verdict; ``moves`` only if they are to be shown."""
        if outcome == "won":
            self.tally.won += 1
        elif outcome == "lost":
            self.tally.lost += 1
        else:
            self.tally.unknown += 1
        self.tally.nodes += nodes
        if self._manner.as_json:
            quoted_limit = "null" if limit is None else f'"{limit}"'
            quoted_moves = "null" if moves is None else f'"{moves}"'
            self.lines.append(
                f'{{"index": {index}, "verdict": "{outcome}", "limit": {quoted_limit}, "moves": {quoted_moves}, '
                f'"nodes": {nodes}, "seconds": {seconds:.7f}}}'
            )
        else:
            self.lines.append(" ".join(filter(None, (str(index), outcome, limit, moves))))

    def failure(self, index: int, error: WendekreisError) -> None:
        """Write what is wrong with a line; without JSON it ends the command."""
        self.tally.errors += 1
        if self._manner.as_json:
            content: dict[str, Any] = {"code": error.code, "message": str(error), "params": error.params}
            self.lines.append(json.dumps({"index": index, "error": content}))
        else:
            self.error = Unreadable(f"deal {index} (counted from 0): {error}")


def answer(batch: Batch, manner: Manner, cancel: Cancel) -> Answers:
    """Solve a batch and write it down."""
    answers = Answers(manner)
    if solves_packed(batch.game):
        _answer_packed(batch, manner, cancel, answers)
    elif batch.seed is not None:
        for index in range(batch.first, batch.first + batch.count):
            if _goes_on(answers):
                _answer_position(index, random_deal(batch.game, batch.seed, index).start(), manner, cancel, answers)
    else:
        for offset in range(len(batch.lines)):
            if _goes_on(answers):
                _answer_line(batch, offset, manner, cancel, answers)
    return answers


def _goes_on(answers: Answers) -> bool:
    return answers.whole and answers.error is None


def _answer_packed(batch: Batch, manner: Manner, cancel: Cancel, answers: Answers) -> None:
    """Fresh deals all at once; lines that are more, or less, than a deal one by one in between."""
    game, size = batch.game, batch.game.deal_size
    plain: Iterable[bool]
    if batch.seed is not None:
        deals, plain = packed.draw(game, batch.seed, batch.first, batch.count), (True for _ in range(batch.count))
    else:
        deals, count, plain = bytearray(len(batch.lines) * size), 0, []
        for line in batch.lines:
            plain.append(is_deal := packed.read(game, line, deals, count))
            count += is_deal
        del deals[count * size :]
    start = time.thread_time()
    decided = solve_packed(game, deals, cancel)
    answers.tally.searched += time.thread_time() - start
    if decided is None:
        raise RuntimeError(f"{game.id} has no solver for packed deals")
    share = decided.seconds / max(decided.done, 1)
    place = 0
    for offset, is_deal in enumerate(plain):
        index = batch.first + offset
        if not is_deal:
            _answer_line(batch, offset, manner, cancel, answers)
        elif place == decided.done:
            answers.whole = False
        else:
            won, moves = decided.won[place], None
            if won and (manner.moves or index % SAMPLE == 0):
                if cancel.cancelled:  # a line takes milliseconds, and a batch may have hundreds of them
                    answers.whole = False
                    return
                position = packed.unpack(game, deals[place * size : (place + 1) * size]).start()
                moves = _replayed(position, solved(position).moves)
            shown = moves if manner.moves else None
            answers.verdict(index, "won" if won else "lost", decided.nodes[place], share, moves=shown)
            place += 1
        if not _goes_on(answers):
            return


def _answer_line(batch: Batch, offset: int, manner: Manner, cancel: Cancel, answers: Answers) -> None:
    index = batch.first + offset
    if cancel.cancelled:
        answers.whole = False
        return
    try:
        position = _position(batch.game, batch.lines[offset])
    except WendekreisError as error:
        if batch.numbers:
            error = type(error)(f"line {batch.numbers[offset]}: {error}", **error.params)
        answers.failure(index, error)
    else:
        _answer_position(index, position, manner, cancel, answers)


def _position(game: Game, line: bytes) -> Position:
    """The position that a line of text gives, its moves played."""
    try:
        text = line.decode()
    except UnicodeDecodeError:
        raise Unreadable("this is not UTF-8 text") from None
    deal, moves = parse_position(game, text)
    position = deal.start()
    for place, move in enumerate(moves):
        try:
            position = rules.play(position, move).position
        except WendekreisError as error:
            raise type(error)(f"move {place} (counted from 0): {error}", **error.params) from None
    return position


def _answer_position(index: int, position: Position, manner: Manner, cancel: Cancel, answers: Answers) -> None:
    lines = manner.moves or index % SAMPLE == 0
    start = time.thread_time()
    verdict = solved(position, manner.limits, cancel, lines=lines)
    answers.tally.searched += time.thread_time() - start
    if verdict.limit == "cancelled":
        answers.whole = False
        return
    moves = _replayed(position, verdict.moves) if lines and verdict.outcome == "won" else None
    shown = moves if manner.moves else None
    answers.verdict(index, verdict.outcome, verdict.nodes, verdict.seconds, verdict.limit, shown)


def _replayed(position: Position, moves: Sequence[Move]) -> str:
    """The moves as text, once the rules engine has won with them: no other line is ever shown."""
    for move in moves:
        position = rules.play(position, move).position
    if not rules.is_won(position):
        raise RuntimeError("the solver's line of play does not win: this is a bug")
    return " ".join(map(str, moves))
