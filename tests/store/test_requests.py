"""What a player can ask of a play, as text and done to a session."""

import pytest

from wendekreis.deals import numbered_deal
from wendekreis.errors import NothingToFinish
from wendekreis.games import game
from wendekreis.session import Session
from wendekreis.store import Request, requests

TEXTS = [
    "move n3xs5",
    "move t1-t2*3 auto=safe",
    "move turn auto=always",
    "undo",
    "redo",
    "restart",
    "forward",
    "forward auto=safe",
    "finish",
    "goto 0",
    "goto 1204",
]


@pytest.mark.parametrize("text", TEXTS)
def test_the_text_form_is_read_back(text: str) -> None:
    """It fits into the log, and says the same."""
    request = Request.parse(text)
    assert str(request) == text
    assert Request.parse(str(request)) == request
    assert len(text) <= 48


NONE = ["", "move", "move ", "move a b", "move turn auto=off", "undo auto=safe", "undo 3", "goto", "goto x", "goto -1"]
NONE += ["goto 01", "goto 3 auto=safe", "finish now", "forward on", "Undo", "move turn auto=never", "auto=safe"]


@pytest.mark.parametrize("text", NONE)
def test_what_is_no_request_is_not_read(text: str) -> None:
    """Nothing is guessed."""
    with pytest.raises(ValueError, match="is not a request"):
        Request.parse(text)


def test_what_was_set_off_is_part_of_the_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes after the move, and does not come again by a new decision but as it was."""
    deal = numbered_deal(game("single-interchange"), "25483")
    ups = iter(["t2-fS", "t3-fH"])
    session = Session(numbered_deal(game("single-interchange"), "1"))
    monkeypatch.setattr(requests, "next_auto", lambda _session, mode: next(ups, None) if mode == "safe" else None)
    request = Request("move", "turn", auto="safe")
    change = request.apply(session)
    assert (change.moves, change.set_off) == (("turn", "t2-fS", "t3-fH"), 2)
    assert session.set_off == {1, 2}
    assert request.added(change) == ("t2-fS", "t3-fH")
    again = Session(session.deal)
    assert request.apply(again, ["t2-fS", "t3-fH"]) == change
    assert (again.moves, again.set_off) == (session.moves, session.set_off)
    plain = Request("move", "turn").apply(Session(deal))
    assert (plain.moves, plain.set_off, Request("move", "turn").added(plain)) == (("turn",), 0, ())


def test_forward_may_set_off_a_move() -> None:
    """After its last turn, so that an undo takes back that turn and what it set off, not the turns before."""
    session = Session(numbered_deal(game("single-interchange"), "25483"))
    change = Request("forward", auto="always").apply(session)
    assert change.moves == ("turn",) * 10 + ("w-fD",)
    assert change.set_off == 1
    session.undo()
    assert session.head == 9


def test_finish_is_refused_where_it_is_not_certain() -> None:
    """The session is as it was."""
    session = Session(numbered_deal(game("single-interchange"), "25483"))
    with pytest.raises(NothingToFinish):
        Request("finish").apply(session)
    assert session.move_count == 0
