"""What a player can ask of a play, and its text form in the log."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, Self, get_args

from wendekreis.advice.finish import finish_all
from wendekreis.advice.safe import next_auto
from wendekreis.errors import NothingToFinish
from wendekreis.session import Change, Session

__all__ = ["Action", "Auto", "Request"]

Action = Literal["move", "undo", "redo", "restart", "forward", "finish", "goto"]

Auto = Literal["off", "safe", "always"]
"""Which cards a move sends to the foundations by itself."""


@dataclass(frozen=True, slots=True)
class Request:
    """One write: an action; for ``"move"`` the move as the player's side wrote it; for ``"goto"`` the number of moves.

    ``auto`` goes with ``"move"`` and ``"forward"``: which moves they may set off.

    >>> str(Request("move", "n3xs5")), str(Request("move", "turn", auto="safe")), str(Request("goto", head=7))
    ('move n3xs5', 'move turn auto=safe', 'goto 7')
    >>> Request.parse("forward auto=always")
    Request(action='forward', move=None, auto='always', head=None)
    """

    action: Action
    move: str | None = None
    auto: Auto = "off"
    head: int | None = None

    def __str__(self) -> str:
        words = [self.action, self.move, None if self.auto == "off" else f"auto={self.auto}", self.head]
        return " ".join(str(word) for word in words if word is not None)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form.

        Raises:
            ValueError: when it is none.
        """
        words = text.split(" ")
        autos: tuple[Auto, ...] = get_args(Auto)
        auto: Auto = next((auto for auto in autos if words[-1] == f"auto={auto}" != "auto=off"), "off")
        match words if auto == "off" else words[:-1]:
            case ["move", move] if move:
                return cls("move", move, auto)
            case ["forward"]:
                return cls("forward", auto=auto)
            case ["goto", head] if auto == "off" and head.isdecimal() and str(int(head)) == head:
                return cls("goto", head=int(head))
            case ["undo" | "redo" | "restart" | "finish" as action] if auto == "off":
                return cls(action)
        raise ValueError(f"{text!r} is not a request")

    def apply(self, session: Session, added: Iterable[str] | None = None) -> Change:
        """Do it.

        ``added`` are the moves that were made by themselves when it was done for the first time: what it set off, and
        the whole line of ``"finish"``. They are made again as they were; without it they are found now.

        Raises:
            UnparsableMove, Refused: as the session's methods do; the session is as it was.
            NothingToFinish: for ``"finish"``, when it is not offered.
        """
        match self.action:
            case "move":
                return self._with_all_set_off(session, session.move(self.move or ""), added)
            case "forward":
                return self._with_all_set_off(session, session.forward(), added)
            case "undo":
                return session.undo()
            case "redo":
                return session.redo()
            case "restart":
                return session.restart()
            case "goto":
                return session.goto(self.head or 0)
            case "finish":
                first, *others = _line(session) if added is None else added
                return _and(session.move(first), map(session.follow, others))

    def added(self, change: Change) -> tuple[str, ...]:
        """Of the moves of a change that this request made, those made by themselves; see :meth:`apply`."""
        return change.moves if self.action == "finish" else change.moves[len(change.moves) - change.set_off :]

    def _with_all_set_off(self, session: Session, change: Change, added: Iterable[str] | None) -> Change:
        if added is None:
            added = self._set_off(session)
        return _and(change, map(session.follow, added))

    def _set_off(self, session: Session) -> Iterator[str]:
        if self.auto != "off":
            while (move := next_auto(session, self.auto)) is not None:
                yield str(move)


def _line(session: Session) -> tuple[str, ...]:
    line = finish_all(session)
    if not line:
        raise NothingToFinish("finish: it is not certain that playing to the foundations alone wins")
    return line


def _and(change: Change, others: Iterable[Change]) -> Change:
    """One change of all; the others were set off by the first."""
    steps, moves, set_off = list(change.steps), list(change.moves), 0
    for other in others:
        steps += other.steps
        moves += other.moves
        set_off += other.set_off
    return Change(tuple(steps), tuple(moves), set_off)
