"""The same store on PostgreSQL, where one is to be had: its URL is in ``TEST_POSTGRES``, its tables are dropped."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, make_url, text

from tests.store.helpers import FORWARD, REDO, RESTART, TURN, UNDO, begin, read, told, write
from wendekreis.deals import parse_deal
from wendekreis.errors import NewerDatabase, StaleRevision, StoreError, StoreReadOnly, UnknownPlay
from wendekreis.games import game
from wendekreis.store import Database, Hints, Outcome, Request, Store, open_store
from wendekreis.store.database import MIGRATIONS
from wendekreis.store.statistics import Deals, HintCounts
from wendekreis.store.tables import metadata

OUTCOMES: list[Outcome] = ["unknown", "lost", "won"]

URL = os.environ.get("TEST_POSTGRES", "")

SCRIPT = [TURN, TURN, UNDO, REDO, UNDO, TURN, FORWARD, TURN, RESTART, REDO, TURN, UNDO]
SCRIPT += [Request("forward", auto="always"), Request("goto", head=2), REDO, Request("move", "turn", auto="safe")]


@pytest.fixture
def store() -> Iterator[Store]:
    """A store with no players."""
    engine = create_engine(URL.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE IF EXISTS alembic_version"))
    engine.dispose()
    with open_store(URL, busy_seconds=2) as opened:
        yield opened


@pytest.fixture
def player(store: Store) -> int:
    """A player."""
    return store.new_player()[0]


def test_the_migrations_make_the_tables(store: Store) -> None:
    """What they lead to is what tables.py declares; opened again, nothing is left to do."""
    with store.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []
    with open_store(URL) as again:
        assert again.open_plays(1) == []


def test_writes_are_kept_and_repeated(store: Store, player: int) -> None:
    """Every kind, from memory and from the log."""
    play = begin(store, player)
    first = [told(write(store, player, play, revision, request, 7)) for revision, request in enumerate(SCRIPT)]
    with open_store(URL) as other:
        again = [told(write(other, player, play, revision, request)) for revision, request in enumerate(SCRIPT)]
        assert again == first
        with pytest.raises(StaleRevision):
            write(other, player, play, 0, UNDO)
        assert read(other, player, play).session.moves == read(store, player, play).session.moves
    assert [row.id for row in store.open_plays(player)] == [play]
    for strange in ("nosuch", "a\0b"):
        with pytest.raises(UnknownPlay):
            read(store, player, strange)


@pytest.mark.usefixtures("finish_wins")
def test_notes_and_statistics(store: Store, player: int, winning_line: Callable[[str], tuple[str, list[str]]]) -> None:
    """Hints, a win and what is noted of it, verdicts shared by equal deals, and those that nobody has found yet."""
    deal, ids = parse_deal(game("hemispheres"), winning_line("hemispheres")[0]), []
    for request in (TURN, Request("finish"), Request("move", "turn", auto="always")):
        with store.new_play(player, deal) as begun:
            ids.append(begun.id)
        write(store, player, begun.id, 0, request)
    assert store.count_hint(player, ids[0], "oracle") == Hints(0, 1)
    store.note_light(player, ids[0])
    store.note_shown(player, ids[2])
    other = begin(store, player, "hemispheres", "1")
    write(store, player, other, 0, TURN)
    assert [play for play, _ in store.plays_without_verdict(player)] == [other]
    for outcome in OUTCOMES:
        store.set_winnable(other, outcome)
        store.set_winnable(ids[0], outcome)
    (found,) = store.statistics(player, ["hemispheres"])
    assert (found.played, found.won, found.deals) == (4, 1, Deals(3, 1, 0, 1))
    assert found.hints == HintCounts(0, 1, 0, 1, 1, 1)
    assert read(store, player, ids[0]).hints == Hints(0, 1)


def test_a_database_of_the_first_version_is_brought_up(store: Store) -> None:
    """And back again."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with store.database.writing() as connection:
        config.attributes["connection"] = connection
        command.downgrade(config, "0001")
        command.upgrade(config, "head")
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, metadata) == []


def test_of_many_writes_at_one_revision_one_is_done(store: Store, player: int) -> None:
    """The row is locked for the one that comes first."""
    play = begin(store, player, "hemispheres")
    moves = dict.fromkeys(choice.move for choice in read(store, player, play).session.choices())

    def attempt(move: str) -> int | None:
        try:
            return write(store, player, play, 0, Request("move", move)).play.revision
        except StaleRevision:
            return None

    with ThreadPoolExecutor(5) as threads:
        done = list(threads.map(attempt, list(moves)[:5]))
    assert sorted(done, key=str) == [1, *[None] * (len(done) - 1)]


def test_servers_that_start_together_on_an_empty_database_all_start(store: Store) -> None:
    """One makes the tables, the others wait for it."""
    with store.database.writing() as connection:
        metadata.drop_all(connection)
        connection.execute(text("DROP TABLE alembic_version"))
    ready = Barrier(4)

    def start(_: int) -> list[object]:
        ready.wait()
        with open_store(URL) as opened:
            return list(opened.open_plays(1))

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(start, range(4))) == [[]] * 4


def test_a_server_or_database_that_is_not_there_is_told_in_a_sentence_without_the_password() -> None:
    """No server at the port; no database of the name."""
    url = make_url(URL).set(password="secret")
    for wrong in (url.set(port=1), url.set(database="there-is-none")):
        with pytest.raises(StoreError, match="can't be reached") as refused:
            Database(wrong.render_as_string(hide_password=False))
        assert "secret" not in str(refused.value)


def test_a_newer_database_is_left_alone(store: Store) -> None:
    """Refused, with its version named."""
    with store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(NewerDatabase, match="9999"):
        Database(URL)


def test_a_database_that_can_only_be_read(store: Store, player: int) -> None:
    """It can be looked at."""
    play = begin(store, player)
    separator = "&" if "?" in URL else "?"
    with open_store(f"{URL}{separator}options=-c default_transaction_read_only=on") as looking:
        assert read(looking, player, play).revision == 0
        with pytest.raises(StoreReadOnly):
            write(looking, player, play, 0, TURN)
