"""What a player can ask of a play, and its text form in the log."""

from dataclasses import dataclass
from typing import Literal, Self, get_args

from wendekreis.session import Change, Session

__all__ = ["Action", "Request"]

Action = Literal["move", "undo", "redo", "restart", "forward"]


@dataclass(frozen=True, slots=True)
class Request:
    """One write: an action, and for ``"move"`` the move as the player's side wrote it.

    >>> str(Request("move", "n3xs5")), Request.parse("undo")
    ('move n3xs5', Request(action='undo', move=None))
    """

    action: Action
    move: str | None = None

    def __str__(self) -> str:
        return self.action if self.move is None else f"{self.action} {self.move}"

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read the text form.

        Raises:
            ValueError: when it is none.
        """
        action, _, move = text.partition(" ")
        for known in get_args(Action):
            if action == known and (action == "move") == bool(move):
                return cls(known, move or None)
        raise ValueError(f"{text!r} is not a request")

    def apply(self, session: Session) -> Change:
        """Do it.

        Raises:
            UnparsableMove, Refused: as the session's methods do; the session is as it was.
        """
        match self.action:
            case "move":
                return session.move(self.move or "")
            case "undo":
                return session.undo()
            case "redo":
                return session.redo()
            case "restart":
                return session.restart()
            case "forward":
                return session.forward()
