"""What is offered to the player of a session unasked."""

from typing import Literal

from wendekreis.rules import Move
from wendekreis.session import Session

__all__ = ["can_finish", "finish_all", "next_auto"]


def next_auto(session: Session, mode: Literal["safe", "always"]) -> Move | None:
    """The next card that goes to a foundation by itself."""
    if mode == "safe":
        return None
    piles, index = session.position.piles, session.game.index
    for move in session.legal_moves:
        goes_up = move.form == "transfer" and move.target[:1] == "f"
        if goes_up and piles[index[move.source]][-1] not in session.taken_down:
            return move
    return None


def can_finish(session: Session) -> bool:
    """Whether playing to the foundations alone wins for certain."""
    return False


def finish_all(session: Session) -> tuple[str, ...]:
    """The moves that finish."""
    return ()
