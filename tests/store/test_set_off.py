"""Moves that were made by themselves: kept, taken back with the one that set them off, never decided anew."""

import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from tests.store.helpers import FORWARD, REDO, RESTART, TURN, UNDO, begin, dump, read, told, write
from wendekreis.advice.finish import can_finish
from wendekreis.deals import numbered_deal, parse_deal, parse_position
from wendekreis.errors import BadRecord, NothingToFinish, NothingToRedo, NothingToUndo, StaleRevision
from wendekreis.games import game
from wendekreis.rules import Role
from wendekreis.session import Session
from wendekreis.store import Request, Store, open_store, requests
from wendekreis.store.records import Record

AHEAD = Request("forward", auto="always")
SAFE_TURN = Request("move", "turn", auto="safe")
AUTO_TURN = Request("move", "turn", auto="always")


def goto(head: int) -> Request:
    """Go to where so many moves are played."""
    return Request("goto", head=head)


SCRIPT = [AHEAD, UNDO, REDO, AHEAD, AUTO_TURN, UNDO, UNDO, UNDO, goto(11), goto(3), REDO, TURN, AHEAD, RESTART]
SCRIPT += [goto(5), FORWARD, AHEAD, UNDO, REDO, RESTART, AHEAD]


def played(store: Store, player: int) -> tuple[str, list[tuple[object, ...]]]:
    """A play of the script, and what was told at each write."""
    play = begin(store, player)
    return play, [told(write(store, player, play, revision, request)) for revision, request in enumerate(SCRIPT)]


def test_what_is_stored_is_what_was_done(store: Store, player: int) -> None:
    """After each write, loaded afresh, and with what was set off known as such."""
    play = begin(store, player)
    session = Session(read(store, player, play).deal)
    some = 0
    for revision, request in enumerate(SCRIPT):
        written = write(store, player, play, revision, request)
        assert written.change == request.apply(session)
        store.shelf.take(play, revision + 1)
        loaded = read(store, player, play).session
        assert (loaded.moves, loaded.head, loaded.set_off) == (session.moves, session.head, session.set_off)
        assert loaded.position == session.position
        some += written.change.set_off
    assert some > 1


def test_a_write_sent_again_is_not_decided_anew(
    store: Store, player: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From memory, from the log, and by a later program that would not set anything off any more."""
    play, first = played(store, player)
    before = dump(file)
    monkeypatch.setattr(requests, "next_auto", lambda *_: pytest.fail("decided anew"))
    for revision, request in enumerate(SCRIPT):
        assert told(write(store, player, play, revision, request)) == first[revision]
    with open_store(f"sqlite:///{file}") as reopened:
        for revision, request in reversed(list(enumerate(SCRIPT))):
            assert told(write(reopened, player, play, revision, request)) == first[revision]
    assert dump(file) == before


def test_another_mode_is_another_request(store: Store, player: int) -> None:
    """The same move with other cards to set off was not what was done."""
    play, _ = played(store, player)
    for other in (FORWARD, Request("forward", auto="safe"), goto(0)):
        with pytest.raises(StaleRevision):
            write(store, player, play, 0, other)
    with pytest.raises(StaleRevision):
        write(store, player, play, 8, goto(12))
    with pytest.raises(StaleRevision):
        write(store, player, play, 4, Request("move", "turn auto=always"))


def test_one_can_go_anywhere_and_no_further(store: Store, player: int, file: Path) -> None:
    """Where there is nothing to go to, nothing changes."""
    play = begin(store, player)
    write(store, player, play, 0, FORWARD)
    before = dump(file)
    with pytest.raises(NothingToRedo):
        write(store, player, play, 1, goto(11))
    with pytest.raises(NothingToUndo):
        write(store, player, play, 1, goto(10))
    with pytest.raises(NothingToFinish):
        write(store, player, play, 1, Request("finish"))
    assert dump(file) == before
    assert write(store, player, play, 1, goto(4)).play.session.head == 4


def test_a_card_taken_down_stays_down(
    store: Store, player: int, winning_line: Callable[[str], tuple[str, list[str]]]
) -> None:
    """Whatever else goes up; put up again by hand and taken back by undo, it is as it was."""
    text, line = winning_line("single-interchange")
    session = Session(parse_deal(game("single-interchange"), text))
    downs: list[str] = []
    while not downs:
        session.move(line[session.head])
        downs = [str(move) for move in session.legal_moves if move.source[:1] == "f"]
    with store.new_play(player, *parse_position(session.game, f"{text} | {' '.join(session.moves)}")) as begun:
        play, revision = begun.id, begun.revision
    up = "-".join(reversed(downs[0].split("-")))
    for request, taken_down in (
        (Request("move", downs[0], auto="always"), 1),
        (AHEAD, 1),
        (goto(session.head), 0),
        (REDO, 1),
        (Request("move", up), 0),
        (UNDO, 1),
    ):
        written = write(store, player, play, revision, request)
        assert len(written.play.session.taken_down) == taken_down
        assert request.action == "move" or up not in written.change.moves
        store.shelf.take(play, revision := revision + 1)
        assert len(read(store, player, play).session.taken_down) == taken_down


@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres"])
def test_what_undo_takes_off_the_foundations_stays_down(store: Store, player: int, game_id: str) -> None:
    """Through other moves, undo of those, other modes and a new start of the server; up again only by the player's own
    hand, by redo, or after a restart.
    """
    number = "28" if game_id == "single-interchange" else "25483"
    with store.new_play(player, numbered_deal(game(game_id), number)) as begun:
        play, session = begun.id, begun.session
        foundations = session.game.by_role[Role.FOUNDATION]
        first = {card for i in foundations for card in session.position.piles[i]}

    revision = 0

    def up_after(request: Request) -> set[int]:
        nonlocal revision
        written = write(store, player, play, revision, request)
        store.shelf.take(play, revision := revision + 1)  # what is not stored is forgotten
        loaded = read(store, player, play).session
        assert loaded.taken_back == written.play.session.taken_back
        return {card for i in foundations for card in loaded.position.piles[i]} - first

    went = up_after(AUTO_TURN)
    assert went, "the deal has something to go up at once"
    assert up_after(UNDO) == set()
    assert up_after(REDO) == went, "redo plays it again as it was"
    up_after(UNDO)
    for request in (AUTO_TURN, SAFE_TURN, UNDO, AUTO_TURN, AHEAD, goto(1), AUTO_TURN):
        assert not up_after(request) & went
    own = next(m for m in read(store, player, play).session.legal_moves if m.target[:1] == "f")
    again = up_after(Request("move", str(own)))
    assert len(again & went) == 1, "by hand, one card; the others stay"
    assert not up_after(UNDO) & went, "and undone it is down again"
    assert up_after(RESTART) == set()
    assert up_after(AUTO_TURN) == went, "a restart begins anew"


def test_what_stays_down_goes_along_in_a_file(store: Store, player: int) -> None:
    """A play brought into another browser goes on as it would have here; a line that can't be is refused."""
    with store.new_play(player, numbered_deal(game("single-interchange"), "28")) as begun:
        play = begun.id
    for revision, request in enumerate((AUTO_TURN, UNDO, AUTO_TURN)):
        write(store, player, play, revision, request)
    line = str(store.record(player, play))
    other, _ = store.new_player()
    store.bring(other, [Record.parse(line)])
    (brought,) = store.open_plays(other)
    kept = read(store, other, brought.id)
    assert kept.session.taken_back == read(store, player, play).session.taken_back != frozenset()
    assert not write(store, other, brought.id, kept.revision, AUTO_TURN).change.set_off
    for wrong in ("[104]", "[52, 3]", "[-1]", '["3"]'):
        with pytest.raises(BadRecord):
            Record.parse(re.sub(r'"taken_back": \[.*?\]', f'"taken_back": {wrong}', line))


@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres"])
def test_a_game_that_is_certain_to_be_won_is_finished(
    store: Store, player: int, winning_line: Callable[[str], tuple[str, list[str]]], game_id: str
) -> None:
    """From where that is so on; one undo goes back there, and after the win there is nothing to finish."""
    text, line = winning_line(game_id)
    session = Session(parse_deal(game(game_id), text))
    while not can_finish(session):
        session.move(line[session.head])
    head = session.head
    with store.new_play(player, *parse_position(session.game, f"{text} | {' '.join(session.moves)}")) as begun:
        play = begun.id
    done = write(store, player, play, head, Request("finish"))
    assert done.play.session.status == "won"
    assert {move.partition("-")[2][:1] for move in done.change.moves} <= {"", "f"}
    assert write(store, player, play, head + 1, UNDO).play.session.head == head
    assert write(store, player, play, head + 2, REDO).play.session.status == "won"
    with pytest.raises(NothingToFinish):
        write(store, player, play, head + 3, Request("finish"))


@pytest.mark.usefixtures("finish_wins")
@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres"])
def test_finish_is_one_write(
    store: Store, player: int, file: Path, winning_line: Callable[[str], tuple[str, list[str]]], game_id: str
) -> None:
    """It wins, one undo takes it all back, and sent again it is the same line."""
    text, line = winning_line(game_id)
    with store.new_play(player, parse_deal(game(game_id), text)) as begun:
        play = begun.id
    done = write(store, player, play, 0, Request("finish"))
    assert (done.play.session.status, done.change.moves) == ("won", tuple(line))
    first = told(done)
    undone = write(store, player, play, 1, UNDO)
    assert undone.play.session.head == 0
    assert told(write(store, player, play, 0, Request("finish"))) == first
    with open_store(f"sqlite:///{file}") as reopened:
        assert told(write(reopened, player, play, 0, Request("finish"))) == first
        assert write(reopened, player, play, 2, REDO).play.session.status == "won"
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*), sum(set_off) FROM moves").fetchone() == (len(line), len(line) - 1)
