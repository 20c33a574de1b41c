"""What SQLite says of a ledger, as errors of the program's own."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from wendekreis.errors import ForeignDatabase, StoreBusy, StoreError, StoreFull, StoreReadOnly

__all__ = ["told"]

_FAILURES: dict[str, tuple[type[StoreError], str]] = {
    "SQLITE_FULL": (StoreFull, "there is no room left on the disk"),
    # A quota, a file size limit and some network disks fail the write instead of saying "full".
    "SQLITE_IOERR_WRITE": (StoreFull, "the disk takes no more"),
    "SQLITE_IOERR_FSYNC": (StoreFull, "the disk takes no more"),
    "SQLITE_IOERR_TRUNCATE": (StoreFull, "the disk takes no more"),
    "SQLITE_BUSY": (StoreBusy, "another program holds it"),
    "SQLITE_LOCKED": (StoreBusy, "another program holds it"),
    "SQLITE_READONLY": (StoreReadOnly, "it can only be read"),
    "SQLITE_CANTOPEN": (StoreReadOnly, "it can't be opened"),
    "SQLITE_PERM": (StoreReadOnly, "it can only be read"),
    "SQLITE_NOTADB": (ForeignDatabase, "the file is another program's"),
    "SQLITE_CORRUPT": (StoreError, "the file is damaged"),
}


@contextmanager
def told(path: Path, kept: str = "") -> Iterator[None]:
    """Let SQLite's errors be ours; when the disk is full ``kept`` is said, too."""
    try:
        yield
    except sqlite3.Error as failure:
        name = str(getattr(failure, "sqlite_errorname", ""))
        for known, (kind, said) in _FAILURES.items():
            # Extended codes begin with their primary one.
            if name == known or name.startswith(f"{known}_"):
                rest = kept if kind is StoreFull else ""  # of a damaged or foreign file nobody knows
                raise kind(f"ledger {path.name}: {said}{rest}") from failure
        raise StoreError(f"ledger {path.name}: {failure}") from failure
