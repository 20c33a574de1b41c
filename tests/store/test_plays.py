"""Players and their plays: what is kept, for whom, and that a write is done once and whole."""

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.helpers import FORWARD, REDO, RESTART, TURN, UNDO, begin, dump, read, told, write
from wendekreis.deals import numbered_deal, parse_deal, parse_position
from wendekreis.errors import (
    GameOver,
    IllegalMove,
    NothingToRedo,
    OutdatedPlay,
    StaleRevision,
    UnknownPlay,
    UnparsableMove,
    WendekreisError,
)
from wendekreis.games import game
from wendekreis.session import Session
from wendekreis.store import Request, Store, open_store, rows
from wendekreis.store import plays as plays_module

DEAL = numbered_deal(game("single-interchange"), "25483").text
SCRIPT = [TURN, TURN, UNDO, REDO, UNDO, TURN, TURN, UNDO, UNDO, FORWARD, TURN, RESTART, REDO, TURN, FORWARD, UNDO]
"""Every kind of write, moves after an undo among them."""


def test_a_secret_is_kept_hashed(store: Store, file: Path) -> None:
    """It finds its player, and nowhere in the database is it written."""
    player, secret = store.new_player()
    assert store.player(secret) == player
    assert not any(secret in line for line in dump(file))
    assert store.player("somebody else's") is None
    assert store.player(None) is None
    assert store.player("") is None


def test_a_new_play_is_kept(store: Store, player: int) -> None:
    """With its deal, its number and nothing played."""
    play = read(store, player, begin(store, player, "hemispheres", "7"))
    assert (play.revision, play.played_ms, play.session.head) == (0, 0, 0)
    assert (play.deal.game.id, play.deal.number) == ("hemispheres", "7")


def test_a_deal_given_as_text_has_no_number(store: Store, player: int) -> None:
    """And keeps its cards over a restart of the program."""
    deal = replace(read(store, player, begin(store, player)).deal, number=None)
    with store.new_play(player, deal) as begun:
        play = begun.id
    store.shelf.take(play, 0)
    assert read(store, player, play).deal == deal


def test_a_play_is_its_players_alone(store: Store, player: int) -> None:
    """For anybody else, and for nobody, it does not exist: to read, to change, to add time to."""
    play, other = begin(store, player), store.new_player()[0]
    for stranger in (other, None):
        for attempt in (
            lambda who=stranger: read(store, who, play),
            lambda who=stranger: write(store, who, play, 0, TURN),
            lambda who=stranger: store.add_time(who, play, 5),
        ):
            with pytest.raises(UnknownPlay):
                attempt()
        assert store.open_plays(stranger) == []
    assert read(store, player, play).revision == 0


@pytest.mark.parametrize("name", ["", "nosuchplay", "a\0b", "ü", "'; DROP TABLE plays --", "x" * 400])
def test_a_strange_id_is_an_unknown_play(store: Store, player: int, name: str) -> None:
    """Whatever it is made of."""
    with pytest.raises(UnknownPlay):
        read(store, player, name)


def test_every_write_raises_the_revision_and_is_found_again(store: Store, player: int) -> None:
    """The stored play is the session that the same requests lead to, after each of them and loaded afresh."""
    play = begin(store, player)
    session = Session(read(store, player, play).deal)
    for revision, request in enumerate(SCRIPT):
        written = write(store, player, play, revision, request)
        assert written.play.revision == revision + 1
        assert written.change == request.apply(session)
        store.shelf.take(play, revision + 1)  # forgotten: the next look comes from the database
        loaded = read(store, player, play)
        assert loaded.revision == revision + 1
        assert (loaded.session.moves, loaded.session.head) == (session.moves, session.head)
        assert loaded.session.position == session.position


@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres", "unlimited"])
def test_any_write_sent_again_gets_the_first_answer(store: Store, file: Path, player: int, game_id: str) -> None:
    """The last one and every earlier one, from memory, from the log, after a restart; and nothing is done twice."""
    play = begin(store, player, game_id)
    first = []
    for revision, request in enumerate(SCRIPT):
        written = write(store, player, play, revision, request, played_ms=10 * revision)
        first.append(told(written))
        again = write(store, player, play, revision, request, played_ms=10 * revision)
        assert again.repeated
        assert told(again) == first[-1]
    before = dump(file)
    for revision, request in enumerate(SCRIPT):
        assert told(write(store, player, play, revision, request)) == first[revision]
    with open_store(f"sqlite:///{file}") as reopened:
        for revision, request in reversed(list(enumerate(SCRIPT))):
            assert told(write(reopened, player, play, revision, request)) == first[revision]
    assert dump(file) == before


def test_another_request_at_an_old_revision_is_stale(store: Store, file: Path, player: int) -> None:
    """So is one from a future that never came; nothing changes."""
    play = begin(store, player)
    for revision, request in enumerate(SCRIPT):
        write(store, player, play, revision, request)
    before = dump(file)
    for revision, request in [(0, UNDO), (2, TURN), (len(SCRIPT) - 1, TURN), (len(SCRIPT) + 1, TURN), (10**6, UNDO)]:
        with pytest.raises(StaleRevision) as caught:
            write(store, player, play, revision, request)
        assert caught.value.params == {"revision": len(SCRIPT), "named": revision}
    assert dump(file) == before


@pytest.mark.parametrize(
    ("request_", "error"),
    [
        (Request("move", "t1-t2"), IllegalMove),
        (Request("move", "redeal"), IllegalMove),
        (Request("move", "*1"), UnparsableMove),
        (Request("move", "n1xs1"), UnparsableMove),
        (REDO, NothingToRedo),
    ],
)
def test_a_refused_request_changes_nothing(
    store: Store, file: Path, player: int, request_: Request, error: type[WendekreisError]
) -> None:
    """In the database and in memory."""
    play = begin(store, player)
    write(store, player, play, 0, TURN)
    before, position = dump(file), read(store, player, play).session.position
    with pytest.raises(error):
        write(store, player, play, 1, request_)
    assert dump(file) == before
    kept = read(store, player, play)
    assert (kept.revision, kept.session.position) == (1, position)
    assert write(store, player, play, 1, TURN).play.revision == 2


def test_a_move_after_an_undo_drops_what_was_undone(store: Store, file: Path, player: int) -> None:
    """From the moves, not from the log of writes."""
    play = begin(store, player, "hemispheres")
    for revision, request in enumerate([TURN, TURN, TURN, UNDO, UNDO, TURN]):
        write(store, player, play, revision, request)
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("SELECT count(*) FROM moves").fetchone() == (2,)
        assert connection.execute("SELECT count(*) FROM writes").fetchone() == (6,)


def test_time_is_added_up(store: Store, player: int) -> None:
    """By writes and by itself; it changes no revision."""
    play = begin(store, player)
    assert write(store, player, play, 0, TURN, 1500).play.played_ms == 1500
    assert store.add_time(player, play, 500) == 2000
    assert write(store, player, play, 1, UNDO, 3).play.played_ms == 2003
    assert write(store, player, play, 1, UNDO, 3).play.played_ms == 2003
    assert read(store, player, play).played_ms == 2003


def test_open_plays_are_listed_by_their_last_touch(store: Store, player: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that are won are not, nor anybody else's; a game's own can be asked for."""
    ticks = iter(range(1000, 2000))
    monkeypatch.setattr(plays_module, "_now", lambda: next(ticks))
    single, hemi = begin(store, player), begin(store, player, "hemispheres")
    begin(store, store.new_player()[0])
    assert [row.id for row in store.open_plays(player)] == [hemi, single]
    write(store, player, single, 0, TURN)
    rows = store.open_plays(player)
    assert [(row.id, row.game, row.number, row.moves, row.status) for row in rows] == [
        (single, "single-interchange", "25483", 1, "open"),
        (hemi, "hemispheres", "25483", 0, "open"),
    ]
    assert [row.id for row in store.open_plays(player, "hemispheres")] == [hemi]
    assert [row.id for row in store.open_plays(player, limit=1)] == [single]


def test_a_won_play_leaves_the_list_and_can_be_undone(
    store: Store, player: int, winning_line: Callable[[str], tuple[str, list[str]]]
) -> None:
    """Its status is kept with it, as of each revision."""
    text, line = winning_line("hemispheres")
    with store.new_play(player, parse_deal(game("hemispheres"), text)) as begun:
        play = begun.id
    for revision, move in enumerate(line):
        assert [row.id for row in store.open_plays(player)] == [play]
        write(store, player, play, revision, Request("move", move))
    assert store.open_plays(player) == []
    assert read(store, player, play).session.status == "won"
    write(store, player, play, len(line), UNDO)
    assert [row.status for row in store.open_plays(player)] == ["open"]


def test_a_play_of_another_version_of_its_game_is_refused(
    store: Store, player: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It might not be the same game any more; what is stored stays."""
    play = begin(store, player)
    store.shelf.take(play, 0)
    newer = replace(game("single-interchange"), version=99)
    with monkeypatch.context() as patched:
        patched.setattr(rows, "game_by_id", lambda _id: newer)
        with pytest.raises(OutdatedPlay):
            read(store, player, play)
        with pytest.raises(OutdatedPlay):
            write(store, player, play, 0, TURN)
    assert read(store, player, play).revision == 0


def test_of_many_writes_at_one_revision_one_is_done(store: Store, player: int) -> None:
    """Threads that send different requests for one play at once: one gets through, the others are stale."""
    play = begin(store, player, "hemispheres")
    moves = [choice.move for choice in read(store, player, play).session.choices()]
    different = [Request("move", move) for move in dict.fromkeys(moves)][:6]
    assert len(different) > 3

    def attempt(request: Request) -> int | None:
        try:
            return write(store, player, play, 0, request).play.revision
        except StaleRevision:
            return None

    with ThreadPoolExecutor(6) as threads:
        done = list(threads.map(attempt, different))
    assert sorted(done, key=str) == [1] + [None] * (len(different) - 1)
    assert read(store, player, play).session.head == 1


def test_of_many_same_writes_one_is_done_and_all_are_answered(store: Store, player: int) -> None:
    """A page that sends again while its first request is still being done."""
    play = begin(store, player)
    with ThreadPoolExecutor(6) as threads:
        done = list(threads.map(lambda _: write(store, player, play, 0, TURN), range(12)))
    assert [written.play.revision for written in done] == [1] * 12
    assert sum(not written.repeated for written in done) == 1
    assert len({str(written.change) for written in done}) == 1


def test_players_do_not_hinder_each_other(store: Store) -> None:
    """Threads that write to plays of their own: every move is kept."""
    store.database.busy_seconds = 10

    def play_on(_: int) -> int:
        player = store.new_player()[0]
        play = begin(store, player)
        for revision in range(20):
            write(store, player, play, revision, TURN)
        return read(store, player, play).session.head

    with ThreadPoolExecutor(8) as threads:
        assert list(threads.map(play_on, range(8))) == [20] * 8


def test_the_time_played_is_bounded_by_the_clock(store: Store, player: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write adds no more than has gone by since the last one, and a play has no more than its age; 5 s are given."""
    now = 1_000_000
    monkeypatch.setattr(plays_module, "_now", lambda: now)
    play = begin(store, player)
    assert store.add_time(player, play, 2**53 - 1) == 5_000
    assert store.add_time(player, play, 2**53 - 1) == 5_000
    now += 60_000
    assert write(store, player, play, 0, TURN, 2**53 - 1).play.played_ms == 65_000
    assert write(store, player, play, 0, TURN, 1).play.played_ms == 65_000, "the first answer again"
    now += 60_000
    assert write(store, player, play, 1, TURN, 58_000).play.played_ms == 123_000
    now += 10_000
    assert store.add_time(player, play, 2**40) == 135_000
    now -= 3_600_000
    assert write(store, player, play, 2, TURN, 7_000).play.played_ms == 135_000, "a clock put back takes nothing away"
    assert read(store, player, play).played_ms == 135_000


def test_a_play_that_begins_with_moves(store: Store, player: int, file: Path) -> None:
    """Each is a write of its own, to be taken back and answered from the log; one that can't be made makes no play."""
    deal, moves = parse_position(game("single-interchange"), f"{DEAL} | turn turn")
    with store.new_play(player, deal, moves) as begun:
        play = begun.id
        assert (begun.revision, begun.session.moves, begun.session.head) == (2, ("turn", "turn"), 2)
    with open_store(f"sqlite:///{file}") as other:
        found = read(other, player, play)
        assert (found.revision, found.session.moves, found.session.head) == (2, ("turn", "turn"), 2)
        assert write(other, player, play, 2, UNDO).play.session.head == 1
        again = write(other, player, play, 1, TURN)
        assert (again.repeated, again.play.revision, again.play.session.head) == (True, 2, 2)
        assert write(other, player, play, 0, TURN).play.session.head == 1
        with pytest.raises(StaleRevision):
            write(other, player, play, 0, UNDO)
    before = dump(file)
    with (
        pytest.raises(IllegalMove, match=r"^move 1 \(counted from 0\): t1-t2"),
        store.new_play(player, *parse_position(game("single-interchange"), f"{DEAL} | turn t1-t2 turn")),
    ):
        pass
    assert dump(file) == before


def test_no_move_follows_a_win(store: Store, player: int, winning_line: Callable[[str], tuple[str, list[str]]]) -> None:
    """A play may begin won; it may not begin with more than that."""
    text, line = winning_line("single-interchange")
    deal, moves = parse_position(game("single-interchange"), f"{text} | {' '.join(line)}")
    with store.new_play(player, deal, moves) as begun:
        assert begun.session.status == "won"
    with pytest.raises(GameOver, match=rf"^move {len(line)} "), store.new_play(player, deal, (*moves, moves[0])):
        pass


def test_a_key_begins_one_play(store: Store, player: int, file: Path) -> None:
    """The same key gets the play as it is now, from memory and from the file; another player's key is another's."""
    deal, other = parse_deal(game("single-interchange"), DEAL), store.new_player()[0]
    with store.new_play(player, deal, key="abc") as begun:
        play = begun.id
    write(store, player, play, 0, TURN)
    before = dump(file)
    with store.new_play(player, deal, key="abc") as again:
        assert (again.id, again.revision) == (play, 1)
    with open_store(f"sqlite:///{file}") as restarted, restarted.new_play(player, deal, key="abc") as again:
        assert (again.id, again.revision, again.session.moves) == (play, 1, ("turn",))
    assert dump(file) == before
    ids = {play}
    for who, key in ((other, "abc"), (player, "abcd"), (player, None), (player, None)):
        with store.new_play(who, deal, key=key) as another:
            ids.add(another.id)
    assert len(ids) == 5


def test_one_key_at_the_same_time(store: Store, player: int) -> None:
    """Eight threads, one play."""
    deal = parse_deal(game("single-interchange"), DEAL)
    store.database.busy_seconds = 10

    def start(_: int) -> str:
        with store.new_play(player, deal, key="k") as play:
            return play.id

    with ThreadPoolExecutor(8) as pool:
        assert len(set(pool.map(start, range(32)))) == 1
    assert len(store.open_plays(player)) == 1


def test_a_player_and_the_first_play_are_made_together(
    store: Store, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both or neither."""
    deal = parse_deal(game("single-interchange"), DEAL)
    before = dump(file)

    def fail(*_: object) -> None:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(plays_module, "_begin", fail)
        with pytest.raises(RuntimeError), store.first_play(deal):
            pass
    assert dump(file) == before
    with store.first_play(deal, key="abc") as (play, secret):
        begun = play.id
    player = store.player(secret)
    assert player is not None
    with store.new_play(player, deal, key="abc") as again:
        assert again.id == begun
