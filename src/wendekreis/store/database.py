"""The connections: one that writes, several that read; and the migrations, run as the database is opened.

SQLite is opened in WAL mode with ``synchronous=FULL``, so that what was committed survives a power
failure, and with one connection that writes: the threads queue for it here, in order, instead of
sleeping in SQLite's busy handler (measured: 99 of 100 waits under 0.2 s instead of 1.2 s).
"""

import os
import sqlite3
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, nullcontext
from pathlib import Path
from typing import Any

import platformdirs
from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, inspect, make_url, text
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import QueuePool

from wendekreis.errors import ForeignDatabase, NewerDatabase, StoreError
from wendekreis.store.failures import read_only, told
from wendekreis.store.line import Line

__all__ = ["Database", "default_url"]

MIGRATIONS = Path(__file__).parent / "migrations"

OURS = {"players", "plays"}
"""The tables that every version has."""

MIGRATING = 0x57656E64
"""The number of the lock on PostgreSQL that a program holds while it migrates: any, as long as it stays the same."""


def default_url() -> str:
    """The database's URL: ``WENDEKREIS_DATABASE``, else a file in the user's data directory."""
    named = os.environ.get("WENDEKREIS_DATABASE")
    if named:
        return named
    return f"sqlite:///{platformdirs.user_data_path('wendekreis', appauthor=False) / 'wendekreis.sqlite'}"


class Database:
    """An open database, of the newest version.

    Threads share it; a connection belongs to the ``with`` block that took it. ``reading()`` and
    ``writing()`` must not be nested.

    Raises:
        NewerDatabase: a later version of the program has migrated it; not a byte of it was changed.
        ForeignDatabase: another program has made it; not a byte of it was changed.
        StoreBusy, StoreReadOnly, StoreFull: it can't be opened or migrated.
        StoreError: no such kind of database, or the file is something else; or the environment names one in
            memory, which is for tests.
    """

    def __init__(self, url: str | None = None, *, busy_seconds: float = 5.0) -> None:
        self.url = _read(url or default_url())
        if not url and _is_in_memory(self.url):
            raise StoreError(
                "WENDEKREIS_DATABASE names no file, and a database in memory would lose every game; "
                "a file is named so: sqlite:////var/lib/wendekreis/plays.sqlite"
            )
        self.busy_seconds = busy_seconds
        file = _file(self.url)
        self._reader: Engine
        self._writer: Engine
        self._writers: Line | None = Line() if self.url.get_backend_name() == "sqlite" else None
        if file is not None:
            _make_room(file)
            _look(file, busy_seconds)
            self._writer = self._sqlite("BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
            self._reader = self._sqlite("BEGIN", "query_only=ON", pool_size=4, max_overflow=36)
        elif self.url.get_backend_name() == "sqlite":
            # In memory, or named by SQLite's own "file:" URL: one connection is the database.
            self._reader = self._writer = self._sqlite("BEGIN IMMEDIATE", pool_size=1, max_overflow=0)
        else:
            self._writer = self._postgres()
            self._reader = self._writer.execution_options(isolation_level="REPEATABLE READ")
        try:
            with told():
                if file is not None:
                    self._use_wal()
                self._migrate()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Close every connection."""
        self._reader.dispose()
        self._writer.dispose()

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection in a transaction that reads one state of the database."""
        with told(), self._reader.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A connection in a transaction that is committed at the end of the block, or rolled back if it raises."""
        with told(), self._line(), self._writer.begin() as connection:
            yield connection

    def _line(self) -> AbstractContextManager[None]:
        return nullcontext() if self._writers is None else self._writers.turn(self.busy_seconds)

    def _postgres(self) -> Engine:
        try:
            return create_engine(self.url, pool_pre_ping=True, pool_timeout=self.busy_seconds)
        except ModuleNotFoundError as failure:
            raise StoreError("for PostgreSQL, install wendekreis[postgres]") from failure

    def _sqlite(self, begin: str, *pragmas: str, **pool: Any) -> Engine:
        engine = create_engine(
            self.url,
            poolclass=QueuePool,
            pool_timeout=self.busy_seconds,
            connect_args={"timeout": self.busy_seconds, "check_same_thread": False},
            **pool,
        )

        @event.listens_for(engine, "connect")
        def _prepare(connection: sqlite3.Connection, _record: object) -> None:
            # The driver must not open transactions of its own: SQLAlchemy says when, and which kind.
            connection.isolation_level = None
            for pragma in ("foreign_keys=ON", "synchronous=FULL", *pragmas):
                connection.execute(f"PRAGMA {pragma}")

        @event.listens_for(engine, "begin")
        def _begin(connection: Connection) -> None:
            connection.exec_driver_sql(begin)

        return engine

    def _migrate(self) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
        script = ScriptDirectory.from_config(config)
        with self._reader.begin() as connection:
            found = _versions(connection, script)
        if found != set(script.get_heads()):
            with self._writer.begin() as connection:
                if self._writers is None:
                    # Of servers that start together one migrates. The others wait here, and find nothing left to do.
                    connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": MIGRATING})
                config.attributes["connection"] = connection
                command.upgrade(config, "head")

    def _use_wal(self) -> None:
        # The mode is kept in the file. It can't be changed inside a transaction, so SQLAlchemy may not begin one.
        with closing(self._writer.raw_connection()) as connection:
            cursor = connection.cursor()
            if cursor.execute("PRAGMA journal_mode").fetchone() != ("wal",):
                cursor.execute("PRAGMA journal_mode=WAL")


def _read(url: str) -> URL:
    try:
        read = make_url(url)
    except ArgumentError as failure:
        raise StoreError("not a database URL; one begins with sqlite:/// or postgresql://") from failure
    if read.drivername in ("postgres", "postgresql"):
        read = read.set(drivername="postgresql+psycopg")
    if read.get_backend_name() not in ("sqlite", "postgresql"):
        raise StoreError(f"there is no kind of database named {read.drivername}; there are sqlite and postgresql")
    return read


def _file(url: URL) -> Path | None:
    """The SQLite file that a URL names, if it names one."""
    name = url.database or ""
    if url.get_backend_name() != "sqlite" or name in ("", ":memory:") or name.startswith("file:"):
        return None
    return Path(name)


def _is_in_memory(url: URL) -> bool:
    """Whether this is SQLite without a file."""
    name = url.database or ""
    return url.get_backend_name() == "sqlite" and (
        name in ("", ":memory:", "file::memory:") or url.query.get("mode") == "memory"
    )


def _make_room(file: Path) -> None:
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as failure:
        raise read_only() from failure


def _look(file: Path, busy_seconds: float) -> None:
    """Refuse a database that is newer or another program's before anything is opened that could write to it, be it a
    mere checkpoint.
    """
    if not file.exists():
        return
    script = ScriptDirectory(str(MIGRATIONS))
    uri = f"{file.absolute().as_uri()}?mode=ro"
    engine = create_engine(
        "sqlite://",
        creator=lambda: sqlite3.connect(uri, uri=True, timeout=busy_seconds, check_same_thread=False),
        poolclass=QueuePool,
    )
    try:
        with told(), engine.connect() as connection:
            _versions(connection, script)
    finally:
        engine.dispose()


def _versions(connection: Connection, script: ScriptDirectory) -> set[str]:
    """The versions that the database says it is of: none if it is empty.

    Raises:
        NewerDatabase: there is one that this program does not know.
        ForeignDatabase: there are tables, but not ours.
    """
    names = inspect(connection)
    tables = {*names.get_table_names(), *names.get_view_names()}
    found = set[str]()
    if "alembic_version" in tables:
        found.update(connection.execute(text("SELECT version_num FROM alembic_version")).scalars())
    unknown = found - {known.revision for known in script.walk_revisions()}
    # Alembic is anybody's: neither the name of its table nor a version makes a database ours.
    others = tables - {"alembic_version"}
    if (others and not (found and others >= OURS)) or (found and not others and not unknown):
        raise ForeignDatabase("the database is another program's; it was left as it is")
    if unknown:
        raise NewerDatabase(
            f"the database is of version {', '.join(sorted(unknown))}, which a later Wendekreis has made; "
            "it was left as it is",
            version=", ".join(sorted(unknown)),
        )
    return found
