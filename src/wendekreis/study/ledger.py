"""The ledger of a study: one SQLite file, in which each batch is written once and whole.

A batch is one transaction, on the disk when it is over (``synchronous=FULL``); killed at any point, the file has each
batch or has it not. A batch that has a deal which is there already is refused, so no deal can count twice.

The file knows what study it is, and the deals when they came from a file of deals; nothing of the machine but its
processor's name.
"""

import json
import os
import secrets
import sqlite3
import zlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType
from typing import Any

import platformdirs

from wendekreis.errors import (
    ForeignDatabase,
    NewerDatabase,
    StoreBusy,
    StoreError,
    StoreReadOnly,
    StudyDiffers,
    UnknownGame,
    UnknownStudy,
)
from wendekreis.study import outcomes
from wendekreis.study.batch import Result, Sampled, Worker
from wendekreis.study.failures import told
from wendekreis.study.histogram import Histogram
from wendekreis.study.plan import Study, checked_name

fcntl: ModuleType | None
try:
    import fcntl
except ImportError:  # not on every system
    fcntl = None

__all__ = ["Ledger", "Row", "default_directory", "exists", "same", "studies"]

OURS = 0x57_4B_53_54
"""SQLite's application id of a ledger."""

VERSION = 1
"""The version of the tables."""

SUFFIX = ".sqlite"

BLOCK = 1000
"""So many lines of a file of deals are compressed together."""

TABLES = f"""
CREATE TABLE study (parameters TEXT NOT NULL, created TEXT NOT NULL);
CREATE TABLE workers (id INTEGER PRIMARY KEY, version TEXT NOT NULL, processor TEXT NOT NULL, cores INTEGER NOT NULL,
  UNIQUE (version, processor, cores));
CREATE TABLE batches (first INTEGER PRIMARY KEY, count INTEGER NOT NULL CHECK (count > 0),
  won INTEGER NOT NULL, lost INTEGER NOT NULL, unknown INTEGER NOT NULL,
  nodes TEXT NOT NULL, times TEXT NOT NULL, cpu INTEGER NOT NULL, wall INTEGER NOT NULL,
  won_bits BLOB NOT NULL, unknown_bits BLOB NOT NULL, limits TEXT NOT NULL,
  worker INTEGER NOT NULL REFERENCES workers (id), written TEXT NOT NULL,
  CHECK (won + lost + unknown = count));
CREATE TABLE sample (place INTEGER PRIMARY KEY, outcome TEXT NOT NULL, nodes INTEGER NOT NULL, time INTEGER NOT NULL);
CREATE TABLE deals (block INTEGER PRIMARY KEY, lines BLOB NOT NULL);
PRAGMA application_id = {OURS};
PRAGMA user_version = {VERSION};
"""


@dataclass(frozen=True, slots=True)
class Row:
    """A batch as the ledger has it; see :class:`wendekreis.study.batch.Result`."""

    first: int
    count: int
    won: int
    lost: int
    unknown: int
    nodes: Histogram
    times: Histogram
    cpu: int
    wall: int
    limits: Counter[str]
    worker: Worker
    written: str


def default_directory() -> Path:
    """Where ledgers lie: in the user's data directory."""
    return platformdirs.user_data_path("wendekreis", appauthor=False) / "studies"


def studies(directory: Path) -> list[str]:
    """The names of the studies that have a ledger here, sorted."""
    return sorted(path.stem for path in directory.glob(f"*{SUFFIX}") if path.is_file())


class Ledger:
    """An open ledger. It belongs to the thread that opened it, and is closed by ``close()`` or as a context manager."""

    def __init__(self, directory: Path, name: str) -> None:
        """Open the ledger of a study that exists.

        Raises:
            UnknownStudy: when it does not; the message names those that there are.
            NewerDatabase, ForeignDatabase: written by a later version of the program, or by another program.
            StoreError: when it can't be read, or its game is unknown here.
        """
        self._path = directory / f"{checked_name(name)}{SUFFIX}"
        if not exists(directory, name):
            there = ", ".join(studies(directory)) or "there is none yet"
            raise UnknownStudy(f"there is no study {name!r} (studies: {there})", study=name)
        with self._told():
            self._connection = sqlite3.connect(f"{self._path.absolute().as_uri()}?mode=rw", uri=True, timeout=30)
        self._connection.isolation_level = None
        try:
            self._look()
            with self._whole():
                ((text, self.created),) = self._rows("SELECT parameters, created FROM study")
                self.study = Study.parse(text)
            with suppress(UnknownGame):
                _ = self.study.rules
                return
            raise StoreError(f"ledger {self._path.name}: there is no game {self.study.game[:80]!r} here")
        except BaseException:
            self.close()
            raise

    @classmethod
    def create(cls, directory: Path, study: Study, lines: Sequence[str] = ()) -> "Ledger":
        """Open the ledger of a study, which is made if there is none; ``lines`` are the deals of its file.

        Raises:
            StudyDiffers: when there is one of this name with other parameters.
            StoreError: as above, or when it can't be written.
        """
        if not exists(directory, study.name):
            try:
                directory.mkdir(mode=0o700, parents=True, exist_ok=True)
            except OSError as failure:
                raise StoreReadOnly(f"{directory}: {failure.strerror}") from failure
            cls._make(directory / f"{study.name}{SUFFIX}", study, lines)
        ledger = cls(directory, study.name)
        try:
            same(ledger.study, study)
        except BaseException:
            ledger.close()
            raise
        return ledger

    @classmethod
    def _make(cls, path: Path, study: Study, lines: Sequence[str]) -> None:
        """Make the file elsewhere and give it its name when it is whole; if there is one by then, that one stays."""
        blocks = (
            (block, zlib.compress("\n".join(lines[block : block + BLOCK]).encode()))
            for block in range(0, len(lines), BLOCK)
        )
        new = path.with_suffix(f".new-{secrets.token_hex(4)}")
        try:
            with told(path), closing(sqlite3.connect(new, isolation_level=None)) as connection:
                connection.execute("PRAGMA synchronous=FULL")
                connection.execute("BEGIN IMMEDIATE")
                for statement in filter(str.strip, TABLES.split(";")):
                    connection.execute(statement)
                connection.execute("INSERT INTO study VALUES (?, ?)", (str(study), _now()))
                connection.executemany("INSERT INTO deals VALUES (?, ?)", blocks)
                connection.execute("COMMIT")
            try:
                os.link(new, path)
            except FileExistsError:
                pass
            except OSError:  # a file system without links; there a race is possible, but no loss of what is written
                if not path.exists():
                    new.rename(path)
        except OSError as failure:
            raise StoreReadOnly(f"{path.parent}: {failure.strerror}") from failure
        finally:
            new.unlink(missing_ok=True)

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close it."""
        self._connection.close()

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Let nobody else run this study meanwhile.

        Raises:
            StoreBusy: somebody does.
        """
        if fcntl is None:
            yield
            return
        try:
            file = self._path.with_suffix(".lock").open("w")
        except OSError as failure:
            raise StoreReadOnly(f"{self._path.parent}: {failure.strerror}") from failure
        with file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise StoreBusy(f"the study {self.study.name!r} is being run by another process") from None
            yield

    def done(self) -> list[tuple[int, int]]:
        """The batches that were done, as (first, count), in order."""
        return [(first, count) for first, count in self._rows("SELECT first, count FROM batches ORDER BY first")]

    def pace(self) -> tuple[int, float]:
        """How many deals were done, and the seconds they took their workers."""
        ((deals, wall),) = self._rows("SELECT coalesce(sum(count), 0), coalesce(sum(wall), 0) FROM batches")
        return deals, wall / 1e9

    def tally(self) -> tuple[int, int, int]:
        """How many deals were won, lost and undecided."""
        totals = "coalesce(sum(won), 0), coalesce(sum(lost), 0), coalesce(sum(unknown), 0)"
        ((won, lost, unknown),) = self._rows(f"SELECT {totals} FROM batches")
        return won, lost, unknown

    def write(self, result: Result) -> None:
        """Write a batch, whole and for good; when it can't be written, nothing of it is.

        Raises:
            StoreFull, StoreBusy, StoreReadOnly: see there.
            ValueError: when the ledger has a deal of it already.
        """
        last = result.first + result.count
        connection = self._connection
        with self._told():
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("BEGIN IMMEDIATE")
            try:
                there = "SELECT first FROM batches WHERE first < ? AND first + count > ?"
                if connection.execute(there, (last, result.first)).fetchone():
                    raise ValueError(f"deals of {result.first} … {last - 1} are in the ledger already")
                columns = "(version, processor, cores)"
                connection.execute(f"INSERT OR IGNORE INTO workers {columns} VALUES (?, ?, ?)", result.worker)
                connection.execute(
                    "INSERT INTO batches VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
                    f" (SELECT id FROM workers WHERE {columns} = (?, ?, ?)), ?)",
                    (
                        *(result.first, result.count, result.won, result.lost, result.unknown),
                        *(str(result.nodes), str(result.times), result.cpu, result.wall),
                        *(result.won_bits, result.unknown_bits, json.dumps(result.limits)),
                        *result.worker,
                        _now(),
                    ),
                )
                connection.executemany("INSERT INTO sample VALUES (?, ?, ?, ?)", result.sample)
                connection.execute("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    def batches(self) -> Iterator[Row]:
        """Every batch, in the order of its deals."""
        workers = {key: Worker(*rest) for key, *rest in self._rows("SELECT id, version, processor, cores FROM workers")}
        columns = "first, count, won, lost, unknown, nodes, times, cpu, wall, limits, worker, written"
        for row in self._rows(f"SELECT {columns} FROM batches ORDER BY first"):
            first, count, won, lost, unknown, nodes, times, cpu, wall, limits, worker, written = row
            with self._whole():
                histograms = Histogram.parse(nodes), Histogram.parse(times)
                reached = Counter(json.loads(limits))
                who = workers[worker]
            yield Row(first, count, won, lost, unknown, *histograms, cpu, wall, reached, who, written)

    def versions(self) -> list[str]:
        """The versions of the program that have done batches, sorted."""
        return [version for (version,) in self._rows("SELECT DISTINCT version FROM workers ORDER BY version")]

    def outcomes(self) -> Iterator[tuple[int, int, int, int]]:
        """Of every batch, in order: (first, count, won, unknown), the latter two a bit a deal, the first the lowest."""
        with self._told():
            cursor = self._connection.execute("SELECT first, count, won_bits, unknown_bits FROM batches ORDER BY first")
            while row := cursor.fetchone():
                first, count, won, unknown = row
                with self._whole():
                    bits = [outcomes.number(zlib.decompress(packed)) if packed else 0 for packed in (won, unknown)]
                yield first, count, bits[0], bits[1]

    def undecided(self) -> Iterator[int]:
        """The index of each undecided deal, in order."""
        for first, packed in self._rows("SELECT first, unknown_bits FROM batches WHERE unknown > 0 ORDER BY first"):
            with self._whole():
                bits = zlib.decompress(packed)
            for place in outcomes.places(bits):
                yield first + place

    def sample(self) -> list[Sampled]:
        """The deals of the sample that were done, in order."""
        return [Sampled(*row) for row in self._rows("SELECT * FROM sample ORDER BY place")]

    def lines(self, first: int, count: int) -> tuple[str, ...]:
        """Lines of the file of deals, by their indices; none when the deals are random ones."""
        if self.study.file is None:
            return ()
        begin = first // BLOCK * BLOCK
        blocks = self._rows(
            "SELECT lines FROM deals WHERE block >= ? AND block < ? ORDER BY block", begin, first + count
        )
        with self._whole():
            lines = [line for (block,) in blocks for line in zlib.decompress(block).decode().split("\n")]
            found = tuple(lines[first - begin : first - begin + count])
            if len(found) < count:
                raise ValueError("lines are missing")
        return found

    def _look(self) -> None:
        """Refuse a file that is another program's, or of another version."""
        ((ours,),), ((version,),) = self._rows("PRAGMA application_id"), self._rows("PRAGMA user_version")
        if ours != OURS:
            raise ForeignDatabase(f"{self._path.name} is no ledger of a study; it was left as it is")
        if version != VERSION:
            which = "a later" if version > VERSION else "an earlier"
            raise NewerDatabase(
                f"{self._path.name} is a ledger of version {version}, which {which} Wendekreis has made (this one reads"
                f" version {VERSION}); it was left as it is",
                version=version,
            )

    def _rows(self, query: str, *values: int) -> list[Any]:
        with self._told():
            return self._connection.execute(query, values).fetchall()

    @contextmanager
    def _told(self) -> Iterator[None]:
        with told(self._path, kept="; every batch that was written is kept"):
            yield

    @contextmanager
    def _whole(self) -> Iterator[None]:
        """What stands in the tables and can't be read has been damaged."""
        try:
            yield
        except (ValueError, TypeError, KeyError, AttributeError, zlib.error) as failure:
            raise StoreError(f"ledger {self._path.name}: what stands in it is damaged") from failure


def same(there: Study, asked: Study) -> None:
    """Refuse a study that is there when another one is asked for.

    Raises:
        StudyDiffers: the message says in what.
    """
    if differences := there.differences(asked):
        raise StudyDiffers(
            f"there is a study {there.name!r} already, with other parameters: {'; '.join(differences)}",
            study=there.name,
        )


def exists(directory: Path, name: str) -> bool:
    """Whether there is a ledger of this name."""
    return (directory / f"{name}{SUFFIX}").is_file()


def _roll_back(connection: sqlite3.Connection) -> None:
    with suppress(sqlite3.Error):  # SQLite may have done so itself, as on a full disk
        connection.execute("ROLLBACK")


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
