"""What the database driver says, told in our own errors.

SQLite's result codes are those of https://sqlite.org/rescode.html, PostgreSQL's the SQLSTATEs of its
manual, appendix A.
"""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from wendekreis.errors import StoreBusy, StoreError, StoreFull, StoreReadOnly

__all__ = ["busy", "full", "read_only", "told"]


def busy() -> StoreBusy:
    """The error for a database that somebody else holds."""
    return StoreBusy("the database is locked by another program; nothing was changed")


def read_only() -> StoreReadOnly:
    """The error for a database that can't be written to."""
    return StoreReadOnly("the database can only be read; nothing was changed")


def full() -> StoreFull:
    """The error for a disk that takes no more."""
    return StoreFull("there is no room left on the disk; nothing was changed")


_SQLITE = {
    "SQLITE_BUSY": busy,
    "SQLITE_LOCKED": busy,
    "SQLITE_PROTOCOL": busy,
    "SQLITE_READONLY": read_only,
    "SQLITE_CANTOPEN": read_only,
    "SQLITE_PERM": read_only,
    "SQLITE_AUTH": read_only,
    "SQLITE_FULL": full,
    # A quota, a file size limit and some network disks fail the write instead of saying "full".
    "SQLITE_IOERR_WRITE": full,
    "SQLITE_IOERR_FSYNC": full,
    "SQLITE_IOERR_TRUNCATE": full,
    "SQLITE_IOERR_SHMSIZE": full,
}
_POSTGRES = {
    "25006": read_only,
    "42501": read_only,
    "40001": busy,
    "40P01": busy,
    "53300": busy,
    "55P03": busy,
    "57014": busy,
    "53100": full,
    "53200": full,
}


def _of(failure: BaseException) -> StoreError:
    name = str(getattr(failure, "sqlite_errorname", "") or getattr(failure, "sqlstate", "") or "")
    for known, error in (*_SQLITE.items(), *_POSTGRES.items()):
        # SQLite's extended codes begin with their primary one: SQLITE_BUSY_SNAPSHOT.
        if name == known or name.startswith(known + "_"):
            return error()
    if not name and hasattr(failure, "sqlstate"):  # PostgreSQL's driver, before any server has answered it
        return StoreError("the database can't be reached, or refuses what its URL says; nothing was changed")
    return StoreError(f"the database does not work ({name or type(failure).__name__}); nothing was changed")


@contextmanager
def told() -> Iterator[None]:
    """Turn what the driver raises inside into one of our errors.

    Raises:
        StoreBusy: locked by another program, or too many wait.
        StoreReadOnly: no right to write.
        StoreFull: the disk takes no more.
        StoreError: anything else that the driver can't do.
    """
    try:
        yield
    except (PoolTimeout, TimeoutError) as failure:
        raise busy() from failure
    except DBAPIError as failure:
        raise _of(failure.orig or failure) from failure
