"""A real server for a test: the installed command in a process of its own, on a port that is free.

``live_server`` in ``tests/conftest.py`` is one for a whole run; a test that kills its server, or wants other
settings, starts its own by :func:`serving`.
"""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Server", "serving"]


@dataclass(frozen=True)
class Server:
    """A server that answers at ``url`` (no slash at its end) and keeps its plays in the file ``database``."""

    url: str
    database: Path
    process: subprocess.Popen[str]

    def kill(self) -> None:
        """End it as a power failure would: no signal handler, no shutdown."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@contextmanager
def serving(database: Path, environment: Mapping[str, str] | None = None) -> Iterator[Server]:
    """Serve for the length of the block.

    ``environment`` goes over this process's own: ``WENDEKREIS_GAMES`` and the like.
    """
    settings = {
        **os.environ,
        "WENDEKREIS_DATABASE": f"sqlite:///{database}",
        "PYTHONUNBUFFERED": "1",
        **(environment or {}),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "wendekreis", "serve", "--port", "0"],
        stdout=subprocess.PIPE,
        env=settings,
        text=True,
    )
    try:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://\S+", said)
        assert found, f"the server did not start; it said {said!r}"
        yield Server(found[0].rstrip("/"), database, process)
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout is not None:
            process.stdout.close()
