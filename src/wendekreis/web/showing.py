"""Moves told as the answers to them would be: a proven line that a page can play through, a move of long ago."""

from collections.abc import Iterator, Sequence

from wendekreis.session import Session
from wendekreis.store import Play, Written
from wendekreis.web import present, wire
from wendekreis.web.tasks import Told

__all__ = ["made", "shown"]

NOTHING_TO_DO = {"choices": [], "undo": False, "redo": False, "forward": False, "finish": False}


def shown(session: Session, moves: Sequence[str], revision: int, played_ms: int) -> Iterator[str]:
    """For each of these moves the answer as JSON. Nothing can be done there, for the play is not there."""
    for move in moves:
        yield _answer(session, move, revision, played_ms).model_dump_json(by_alias=True)


def made(told: Told, number: int, revision: int, played_ms: int) -> wire.Answer:
    """The answer to a move of the play's own history, the first being number 1."""
    before = told._replace(moves=told.moves[: number - 1], head=number - 1, set_off=frozenset()).session()
    return _answer(before, told.moves[number - 1], revision, played_ms)


def _answer(session: Session, move: str, revision: int, played_ms: int) -> wire.Answer:
    change = session.move(move)
    play = Play(id="", deal=session.deal, revision=revision, played_ms=played_ms, session=session)
    return present.answer(Written(play, change)).model_copy(update=NOTHING_TO_DO)
