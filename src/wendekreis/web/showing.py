"""A proven line, told as the answers to its moves would be, so that a page can play through it."""

from collections.abc import Iterator, Sequence

from wendekreis.session import Session
from wendekreis.store import Play, Written
from wendekreis.web import present

__all__ = ["shown"]

NOTHING_TO_DO = {"choices": [], "undo": False, "redo": False, "forward": False, "finish": False}


def shown(session: Session, moves: Sequence[str], revision: int, played_ms: int) -> Iterator[str]:
    """For each of these moves the answer as JSON. Nothing can be done there, for the play is not there."""
    for move in moves:
        change = session.move(move)
        play = Play(id="", deal=session.deal, revision=revision, played_ms=played_ms, session=session)
        told = present.answer(Written(play, change)).model_copy(update=NOTHING_TO_DO)
        yield told.model_dump_json(by_alias=True)
