"""What can be wrong with a database, and what is then said: clearly, with nothing changed."""

import hashlib
import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text

from tests.store.helpers import TURN, UNDO, begin, dump, locked, read, write
from wendekreis.deals import numbered_deal
from wendekreis.errors import (
    ForeignDatabase,
    NewerDatabase,
    StoreBusy,
    StoreError,
    StoreFull,
    StoreReadOnly,
    WendekreisError,
)
from wendekreis.games import game
from wendekreis.store import Database, Request, Store, default_url, open_store
from wendekreis.store.database import MIGRATIONS
from wendekreis.store.line import Line
from wendekreis.store.tables import metadata


def test_the_migrations_make_the_tables(store: Store) -> None:
    """What the migrations lead to is what tables.py declares."""
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_a_database_of_the_first_version_is_brought_up(tmp_path: Path) -> None:
    """With a player and a play in it, which goes on where it stood; and back again."""
    file = tmp_path / "w.sqlite"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        deal = numbered_deal(game("single-interchange"), "25483").text
        for line in (
            f"INSERT INTO players VALUES (1, '{hashlib.sha256(b'secret').hexdigest()}', 5)",
            f"INSERT INTO plays VALUES ('p', 1, 'single-interchange', 1, '{deal}', '25483', 1, 1, 'open', 70, 5, 6)",
            "INSERT INTO moves VALUES ('p', 0, 'turn')",
            "INSERT INTO writes VALUES ('p', 0, 'move turn', 70)",
        ):
            connection.exec_driver_sql(line)
    engine.dispose()
    with open_store(f"sqlite:///{file}") as store:
        player = store.player("secret")
        assert player == 1
        play = read(store, player, "p")
        assert (play.revision, play.played_ms, play.session.moves) == (1, 70, ("turn",))
        assert write(store, player, "p", 0, TURN).repeated
        assert write(store, player, "p", 1, UNDO).play.revision == 2
        with store.new_play(player, play.deal, key="k") as begun, store.database.reading() as connection:
            assert begun.id != "p"
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        assert connection.exec_driver_sql("SELECT count(*) FROM plays").scalar() == 2
    engine.dispose()


def test_results_are_made_of_what_an_older_database_holds(
    tmp_path: Path, winning_line: Callable[[str], tuple[str, list[str]]]
) -> None:
    """A play that stands won has been won when it was last touched, and its deal can be; the log answers as before."""
    file = tmp_path / "w.sqlite"
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    engine = create_engine(f"sqlite:///{file}")
    text_, line = winning_line("hemispheres")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
        secret = hashlib.sha256(b"secret").hexdigest()
        connection.exec_driver_sql(f"INSERT INTO players VALUES (1, '{secret}', 5)")
        for play, made, status in (("a", 7, "open"), ("b", len(line), "won"), ("c", 3, "open"), ("d", 0, "open")):
            row = f"'{play}', 1, 'hemispheres', 1, '{text_}', NULL, {made}, {made}, '{status}', 70, {ord(play)}"
            connection.exec_driver_sql(f"INSERT INTO plays VALUES ({row}, 900, NULL)")
            for ply, move in enumerate(line[:made]):
                connection.exec_driver_sql(f"INSERT INTO moves VALUES ('{play}', {ply}, '{move}')")
                connection.exec_driver_sql(f"INSERT INTO writes VALUES ('{play}', {ply}, 'move {move}', 70)")
    engine.dispose()
    with open_store(f"sqlite:///{file}") as store:
        (found,) = store.statistics(1, ["hemispheres"])
        assert (found.played, found.won, found.deals.winnable) == (3, 1, 3)
        assert [(result.id, result.won, result.ended, result.moves) for result in found.recent] == [
            ("a", False, 900, 7),
            ("b", True, 900, len(line)),
        ]
        assert write(store, 1, "b", 4, Request("move", line[4])).repeated
        assert write(store, 1, "b", len(line), UNDO).play.session.head == len(line) - 1
        assert write(store, 1, "a", 7, Request("move", line[7], auto="safe")).play.revision == 8


def test_a_database_is_opened_again_as_it_is(store: Store, player: int, file: Path) -> None:
    """Opening one that is up to date writes nothing."""
    begin(store, player)
    store.close()
    before = file.read_bytes()
    with open_store(f"sqlite:///{file}") as again:
        assert len(again.open_plays(player)) == 1
    assert file.read_bytes() == before


def test_a_commit_is_on_the_disk(file: Path) -> None:
    """The mode that survives power failures: a write-ahead log, synced at each commit."""
    with open_store(f"sqlite:///{file}") as store, store.database.writing() as connection:
        found = [connection.execute(text(f"PRAGMA {name}")).scalar() for name in ("journal_mode", "synchronous")]
        assert found == ["wal", 2]
        assert connection.execute(text("PRAGMA foreign_keys")).scalar() == 1


def test_the_folder_is_made(tmp_path: Path) -> None:
    """For nobody but the user to look into."""
    with open_store(f"sqlite:///{tmp_path}/deep/down/w.sqlite"):
        assert (tmp_path / "deep/down").stat().st_mode & 0o777 == 0o700


def test_the_database_is_in_the_users_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Unless the environment names another."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.delenv("WENDEKREIS_DATABASE", raising=False)
    url = default_url()
    assert url.startswith("sqlite:///")
    assert url.endswith("/wendekreis/wendekreis.sqlite")
    monkeypatch.setenv("WENDEKREIS_DATABASE", "postgresql://somewhere/else")
    assert default_url() == "postgresql://somewhere/else"


@pytest.mark.parametrize("clean", [True, False], ids=["closed", "in use"])
def test_a_newer_database_is_left_alone(tmp_path: Path, clean: bool) -> None:
    """It is refused with its version named, and not a byte of it changes, even if its log was left behind."""
    file = tmp_path / "w.sqlite"
    with open_store(f"sqlite:///{file}"):
        pass
    newer = sqlite3.connect(file)
    newer.execute("UPDATE alembic_version SET version_num = '9999'")
    newer.execute("CREATE TABLE tomorrow (x)")
    newer.commit()
    if clean:
        newer.close()
    names = ("w.sqlite", "w.sqlite-wal")
    before = {name: (tmp_path / name).read_bytes() for name in names if (tmp_path / name).exists()}
    with pytest.raises(NewerDatabase, match="9999") as caught:
        Database(f"sqlite:///{file}")
    assert caught.value.params == {"version": "9999"}
    assert {name: (tmp_path / name).read_bytes() for name in before} == before
    newer.close()


FOREIGN = [
    ["CREATE TABLE letters (text)", "INSERT INTO letters VALUES ('Dear aunt')"],
    ["CREATE TABLE players (name)"],
    ["CREATE VIEW today AS SELECT 1"],
    ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('0001')"],
    ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('zz9')", "CREATE TABLE t (x)"],
    ["CREATE TABLE alembic_version (version_num)", "INSERT INTO alembic_version VALUES ('0001')", "CREATE TABLE t (x)"],
    ["CREATE TABLE alembic_version (version_num)", "CREATE TABLE plays (x)", "CREATE TABLE players (x)"],
]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
@pytest.mark.parametrize("lines", FOREIGN)
def test_another_programs_database_is_left_alone(tmp_path: Path, lines: list[str], mode: str) -> None:
    """Refused in a clear sentence before a byte of it changes, whatever its tables are called."""
    file = tmp_path / "theirs.sqlite"
    with closing(sqlite3.connect(file)) as theirs:
        theirs.execute(f"PRAGMA journal_mode={mode}")
        for line in lines:
            theirs.execute(line)
        theirs.commit()
    before = file.read_bytes()
    with pytest.raises(ForeignDatabase, match=r"^the database is another program's; it was left as it is$"):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == before
    assert dump(file)
    for url in (f"sqlite:///file:{file}?uri=true", f"sqlite:///file:{file}?mode=ro&uri=true"):
        with pytest.raises(ForeignDatabase):
            Database(url)
    assert file.read_bytes() == before


def test_an_empty_database_is_filled(file: Path) -> None:
    """A file of no bytes, and one with nothing in it."""
    file.touch()
    with open_store(f"sqlite:///{file}") as store:
        assert store.new_player()[0] == 1
    other = file.with_name("vacant.sqlite")
    with closing(sqlite3.connect(other)) as connection:
        connection.execute("PRAGMA user_version = 0")
        connection.execute("VACUUM")
    with open_store(f"sqlite:///{other}") as store:
        assert store.new_player()[0] == 1


@pytest.mark.parametrize(
    "url", ["sqlite://", "sqlite:///", "sqlite:///:memory:", "sqlite:///file:x?mode=memory&uri=true"]
)
def test_a_database_in_memory_is_for_tests(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    """Handed over it is one; named by the environment, where somebody's games would be lost, it is refused."""
    with open_store(url) as store:
        assert store.new_player()[0] == 1
    monkeypatch.setenv("WENDEKREIS_DATABASE", url)
    with pytest.raises(StoreError, match=r"^WENDEKREIS_DATABASE names no file") as caught:
        Database()
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    """Somebody's letter is not overwritten."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt, " * 500)
    before = file.read_bytes()
    with pytest.raises(StoreError):
        Database(f"sqlite:///{file}")
    assert file.read_bytes() == before


@pytest.mark.parametrize("url", ["nonsense", "mysql://somewhere/db", "://", "oracle+x:///y"])
def test_a_url_of_no_known_kind_is_refused(url: str) -> None:
    """In one clear sentence."""
    with pytest.raises(StoreError) as caught:
        Database(url)
    assert caught.value.code == "store_error"
    assert "\n" not in str(caught.value)


def test_postgres_without_its_driver_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is not part of a player's install."""
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(StoreError, match=r"wendekreis\[postgres\]"):
        Database("postgresql://nowhere/db")


def test_a_database_whose_folder_can_not_be_made_is_refused(tmp_path: Path) -> None:
    """As one that can't be written to."""
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreReadOnly):
        Database(f"sqlite:///{tmp_path}/file/w.sqlite")


def test_a_new_database_in_a_locked_file_is_busy(file: Path) -> None:
    """Another program is just making something of it."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("PRAGMA journal_mode=WAL")
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusy):
            Database(f"sqlite:///{file}", busy_seconds=0.05)
        other.execute("ROLLBACK")


@contextmanager
def no_room(store: Store) -> Iterator[None]:
    """The disk is full: the one connection that writes may not make the database a page larger."""
    pragma = "PRAGMA max_page_count"
    with store.database.writing() as connection:
        # Free pages within the file would still be room: use them up.
        connection.execute(text("CREATE TABLE IF NOT EXISTS ballast (x)"))
        pages = connection.execute(text("PRAGMA page_count")).scalar()
        usual = connection.execute(text(pragma)).scalar()
        connection.execute(text(f"{pragma} = {pages}"))
    try:
        yield
    finally:
        with store.database.writing() as connection:
            connection.execute(text(f"{pragma} = {usual}"))


def fill(store: Store, player: int, play: str) -> int:
    """Write until there is no room. Returns the last revision kept."""
    revision = read(store, player, play).revision
    for _ in range(5000):
        try:
            write(store, player, play, revision, UNDO if revision % 2 else TURN)
        except StoreFull:
            return revision
        revision += 1
    raise AssertionError("the disk never got full")


def again_and_again(attempt: Callable[[], object]) -> None:
    """What is small may still find room once or twice."""
    for _ in range(500):
        attempt()


def test_a_full_disk_refuses_the_move_and_keeps_the_play(store: Store, player: int, file: Path) -> None:
    """The move that finds no room is not made, in the file or in memory; once there is room it is."""
    play = begin(store, player)
    with no_room(store):
        revision = fill(store, player, play)
        before, position = dump(file), read(store, player, play).session.position
        for _ in range(3):
            with pytest.raises(StoreFull):
                write(store, player, play, revision, UNDO if revision % 2 else TURN)
        assert dump(file) == before
        kept = read(store, player, play)
        assert (kept.revision, kept.session.position) == (revision, position)
    assert write(store, player, play, revision, UNDO if revision % 2 else TURN).play.revision == revision + 1
    with store.database.reading() as connection:
        assert connection.execute(text("PRAGMA integrity_check")).scalar() == "ok"


def test_a_full_disk_refuses_a_new_play(store: Store, player: int) -> None:
    """And a new player."""
    play = begin(store, player)
    with no_room(store):
        fill(store, player, play)
        with pytest.raises(StoreFull):
            again_and_again(lambda: begin(store, player))
        with pytest.raises(StoreFull):
            again_and_again(store.new_player)


def test_a_locked_database_is_busy_and_the_play_is_as_it_was(store: Store, player: int, file: Path) -> None:
    """Reading goes on; the move can be made when the other program has done."""
    play = begin(store, player)
    write(store, player, play, 0, TURN)
    position = read(store, player, play).session.position
    with locked(file):
        with pytest.raises(StoreBusy):
            write(store, player, play, 1, TURN)
        kept = read(store, player, play)
        assert (kept.revision, kept.session.position) == (1, position)
        with pytest.raises(StoreBusy):
            store.new_player()
    assert write(store, player, play, 1, TURN).play.revision == 2


def test_a_read_only_database_can_be_looked_at(store: Store, player: int, file: Path) -> None:
    """Writes are refused, and nothing changes."""
    play = begin(store, player)
    before = dump(file)
    with open_store(f"sqlite:///file:{file}?mode=ro&uri=true") as read_only:
        assert read(read_only, player, play).revision == 0
        for attempt in (
            lambda: write(read_only, player, play, 0, TURN),
            lambda: read_only.add_time(player, play, 1),
            lambda: read_only.new_player(),
        ):
            with pytest.raises(StoreReadOnly):
                attempt()
        assert read(read_only, player, play).revision == 0
    assert dump(file) == before


def test_a_commit_that_fails_leaves_the_play_as_it_was(
    store: Store, player: int, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong at the very end, the next look shows the stored state."""
    play = begin(store, player)
    before = dump(file)

    def fail(_connection: object) -> None:
        error = sqlite3.OperationalError("database or disk is full")
        error.sqlite_errorname = "SQLITE_FULL"
        raise error

    with monkeypatch.context() as patched:
        patched.setattr(store.database._writer.dialect, "do_commit", fail)
        with pytest.raises(WendekreisError):
            write(store, player, play, 0, TURN)
    assert dump(file) == before
    kept = read(store, player, play)
    assert (kept.revision, kept.session.head) == (0, 0)
    assert write(store, player, play, 0, TURN).play.revision == 1


def test_a_failure_names_nothing_of_the_machine(tmp_path: Path) -> None:
    """No path and no statement in what is said."""
    file = tmp_path / "letter.txt"
    file.write_text("Dear aunt, " * 500)
    with pytest.raises(StoreError) as caught:
        Database(f"sqlite:///{file}")
    assert str(tmp_path) not in str(caught.value)
    assert "SELECT" not in str(caught.value)


def test_a_line_is_served_in_order() -> None:
    """First come, first served; who has waited too long leaves, and the others move up."""
    line = Line()
    served: list[int] = []

    def stand(name: int) -> None:
        with line.turn(10):
            served.append(name)

    with line.turn(1):
        threads = []
        for name in range(4):
            thread = threading.Thread(target=stand, args=(name,))
            thread.start()
            threads.append(thread)
            while len(line._waiting) <= name:
                pass
        with pytest.raises(TimeoutError), line.turn(0.01):
            pass
        assert served == []
    for thread in threads:
        thread.join()
    assert served == [0, 1, 2, 3]
    with line.turn(0.01):
        pass
