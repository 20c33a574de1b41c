"""Players and plays, kept: tables, migrations, and one transaction for every write.

>>> with open_store("sqlite://") as store:
...     player, secret = store.new_player()
...     store.player(secret) == player
True
"""

from collections.abc import Iterator
from contextlib import contextmanager

from wendekreis.store.database import Database, default_url
from wendekreis.store.days import OwnPlay, Spread, Tally
from wendekreis.store.history import Brought, Entry, Place
from wendekreis.store.kept import Shelf
from wendekreis.store.notes import Hints
from wendekreis.store.plays import Play, Store, Summary, Written
from wendekreis.store.records import Record
from wendekreis.store.requests import Action, Auto, Request
from wendekreis.store.statistics import GameStatistics, Outcome

__all__ = [
    "Action",
    "Auto",
    "Brought",
    "Database",
    "Entry",
    "GameStatistics",
    "Hints",
    "Outcome",
    "OwnPlay",
    "Place",
    "Play",
    "Record",
    "Request",
    "Shelf",
    "Spread",
    "Store",
    "Summary",
    "Tally",
    "Written",
    "default_url",
    "open_store",
]


@contextmanager
def open_store(url: str | None = None, *, busy_seconds: float = 5.0) -> Iterator[Store]:
    """Open the database (migrated if need be) and close it at the end of the block.

    ``url`` is a database URL; without one, ``WENDEKREIS_DATABASE`` or a file in the user's data directory.

    Raises:
        NewerDatabase, ForeignDatabase, StoreBusy, StoreReadOnly, StoreFull, StoreError: as :class:`Database` does.
    """
    store = Store(Database(url, busy_seconds=busy_seconds))
    try:
        yield store
    finally:
        store.close()
