"""Files that are written whole or not at all: what was there under their name stays until then."""

import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path

from wendekreis.errors import StoreReadOnly

__all__ = ["write_whole"]


def write_whole(path: Path, data: bytes) -> None:
    """Write a file beside its place, and give it its name when it is on the disk.

    A link stays one, and what is no file (a pipe, a terminal) is written to as it is.

    Raises:
        StoreReadOnly: when that can't be done; the message names the file, and nothing half written is left.
    """
    target = Path(os.path.realpath(path))
    new = target.with_name(f".new-{secrets.token_hex(4)}")
    try:
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        try:
            with new.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            if target.exists():
                shutil.copymode(target, new)
            new.replace(target)
        except BaseException:
            with suppress(OSError):
                new.unlink(missing_ok=True)
            raise
    except OSError as failure:
        raise StoreReadOnly(f"{path}: {failure.strerror}; it was not written") from failure
