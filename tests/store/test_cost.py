"""The cost of a move does not grow with the length of the play: work is counted here, never time."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event

from tests.store.helpers import TURN, UNDO, begin, read, write
from wendekreis import session
from wendekreis.deals import numbered_deal
from wendekreis.errors import StaleRevision
from wendekreis.games import game
from wendekreis.rules import Move, Played, Position, play
from wendekreis.session import Session
from wendekreis.store import Request, Shelf, Store, open_store
from wendekreis.store.kept import Kept


class Work:
    """How many statements and how many moves of the engine."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.played = 0


@pytest.fixture
def work(store: Store, monkeypatch: pytest.MonkeyPatch) -> Work:
    """Counts from here on."""
    counted = Work()
    for engine in (store.database._reader, store.database._writer):
        event.listen(engine, "before_cursor_execute", lambda *args: counted.statements.append(args[2]))

    def counting_play(position: Position, move: Move) -> Played:
        counted.played += 1
        return play(position, move)

    monkeypatch.setattr(session, "play", counting_play)
    return counted


@contextmanager
def counting(work: Work) -> Iterator[Work]:
    """Count from nought."""
    work.statements.clear()
    work.played = 0
    yield work


def lengthen(store: Store, player: int, play: str, moves: int) -> int:
    """Make so many quiet moves. Returns the revision."""
    revision = read(store, player, play).revision
    for _ in range(moves):
        legal = {str(move) for move in read(store, player, play).session.legal_moves}
        request = TURN if "turn" in legal else Request("move", "redeal")
        revision = write(store, player, play, revision, request).play.revision
    return revision


def test_a_move_costs_the_same_after_1000_moves(store: Store, player: int, work: Work) -> None:
    """As many statements, and one move of the engine."""
    play = begin(store, player, "unlimited")
    costs = []
    for so_far in (10, 1000):
        revision = lengthen(store, player, play, so_far - read(store, player, play).session.head)
        with counting(work):
            write(store, player, play, revision, TURN)
            write(store, player, play, revision, TURN)  # sent again
            write(store, player, play, revision + 1, UNDO)
            write(store, player, play, revision + 1, UNDO)
            with pytest.raises(StaleRevision):
                write(store, player, play, revision - 1, UNDO)
            read(store, player, play)
            costs.append((list(work.statements), work.played))
        write(store, player, play, revision + 2, TURN)
    assert costs[0] == costs[1]
    assert costs[0][1] == 1


def test_a_play_of_1000_moves_is_loaded_with_one_replay(store: Store, player: int, work: Work) -> None:
    """Once, in three statements; the next look and the next move need none of it."""
    play = begin(store, player, "unlimited")
    revision = lengthen(store, player, play, 1000)
    store.shelf.take(play, revision)
    with counting(work):
        assert read(store, player, play).session.head == 1000
        assert work.played == 1000
        assert sum(statement.startswith("SELECT") for statement in work.statements) == 2
    with counting(work):
        read(store, player, play)
        assert work.played == 0


def test_a_server_restarted_loads_before_it_takes_the_one_writer(store: Store, player: int, work: Work) -> None:
    """The replay of a long play does not make other players wait: it is done before the transaction begins."""
    play = begin(store, player, "unlimited")
    revision = lengthen(store, player, play, 200)
    store.shelf.take(play, revision)
    with counting(work):
        write(store, player, play, revision, TURN)
        begin_writing = work.statements.index("BEGIN IMMEDIATE")
        assert any("FROM moves" in statement for statement in work.statements[:begin_writing])
        assert not any("FROM moves" in statement for statement in work.statements[begin_writing:])
        assert work.played == 201


def kept(moves: int = 0, revision: int = 0) -> Kept:
    """A session of so many moves."""
    played = Session(numbered_deal(game("single-interchange"), "1"))
    for _ in range(moves):
        played.move("turn")
    return Kept(revision, played)


def test_the_shelf_lends_a_session_to_one_at_a_time() -> None:
    """Who takes it has it alone, until it is put back."""
    shelf, session_ = Shelf(), kept()
    shelf.put("a", session_)
    assert shelf.holds("a")
    assert shelf.take("a", 0) is session_
    assert shelf.take("a", 0) is None
    shelf.put("a", session_)
    assert shelf.take("a", 0) is session_


def test_the_shelf_knows_old_from_new() -> None:
    """An older session than the stored play is dropped, a newer one kept for those who have read later."""
    shelf = Shelf()
    shelf.put("a", kept(revision=3))
    assert shelf.take("a", 2) is None
    assert shelf.holds("a")
    assert shelf.take("a", 4) is None
    assert not shelf.holds("a")
    shelf.put("a", kept(revision=5))
    shelf.put("a", kept(revision=4))
    taken = shelf.take("a", 5)
    assert taken is not None
    assert taken.revision == 5


def test_the_shelf_has_only_so_much_room() -> None:
    """The longest unused sessions go first, and the last one put stays, however long."""
    shelf = Shelf(room=30)
    for name in "abc":
        shelf.put(name, kept(9))
    assert len(shelf) == 3
    again = shelf.take("a", 0)
    assert again is not None
    shelf.put("a", again)
    shelf.put("d", kept(9))
    assert [name for name in "abcd" if shelf.holds(name)] == ["a", "c", "d"]
    shelf.put("e", kept(27))
    shelf.put("f", kept(27))
    assert [name for name in "abcdef" if shelf.holds(name)] == ["f"]


def test_two_programs_on_one_database_see_each_others_moves(store: Store, player: int) -> None:
    """A session kept in memory is never older than the database."""
    play = begin(store, player)
    with open_store(str(store.database.url)) as other:
        write(store, player, play, 0, TURN)
        assert read(other, player, play).revision == 1
        write(other, player, play, 1, TURN)
        write(store, player, play, 2, UNDO)
        assert read(other, player, play).session.head == 1
        assert write(other, player, play, 3, TURN).play.session.head == 2
