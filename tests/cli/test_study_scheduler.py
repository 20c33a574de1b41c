"""Addresses of a Dask scheduler at which there is none, or one that says nothing: one line, and no waiting for ever."""

import os
import signal
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from tests.cli.test_study import CLUSTERED, QUICK, cluster, done, started, wait_for
from tests.solver.helpers import HAS_KERNELS
from wendekreis.cli.app import run
from wendekreis.study.crew import Cluster

pytest.importorskip("distributed")

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")


@contextmanager
def speaking(said: bytes) -> Iterator[str]:
    """The address of one who says this to whoever connects, and then nothing."""
    kept: list[socket.socket] = []

    def speak() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:  # it is closed
                return
            kept.append(connection)
            connection.sendall(said)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        threading.Thread(target=speak, daemon=True).start()
        yield f"tcp://127.0.0.1:{listener.getsockname()[1]}"
        listener.shutdown(socket.SHUT_RDWR)
    for connection in kept:
        connection.close()


@contextmanager
def web() -> Iterator[str]:
    """The address of a web server."""

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Quiet) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


def refused(capsys: pytest.CaptureFixture[str], directory: Path, address: str) -> str:
    """The line with which a study is not begun; nothing is made."""
    status = run(["study", "run", "new", *QUICK, "--directory", str(directory / "none"), "--dask", address])
    out, err = capsys.readouterr()
    assert (status, out, len(err.splitlines())) == (2, "", 1), err
    assert not (directory / "none").exists()
    return err


@pytest.mark.parametrize(
    "address",
    ["garbage", "foo://x:1", "http://127.0.0.1:80", "inproc://x", "tcp://", "x:y", "tcp://127.0.0.1:99999", ":1", " "],
)
def test_what_is_no_address_is_refused_at_once(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, address: str
) -> None:
    """Without a word sent to anybody."""
    monkeypatch.setattr(Cluster, "_connect", lambda *_: pytest.fail("it was tried"))
    assert "address" in refused(capsys, tmp_path, address)


@pytest.mark.parametrize("said", [b"", b"SSH-2.0-Any\r\n", bytes(64)], ids=["silence", "banner", "zeros"])
def test_who_is_no_scheduler_is_not_waited_for(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, said: bytes
) -> None:
    """One who accepts and says nothing, one who speaks first: a line when the time is over, here half a second."""
    monkeypatch.setattr(Cluster, "CONNECT", 0.5)
    with speaking(said) as address:
        begin = time.monotonic()
        assert address in refused(capsys, tmp_path, address)
        assert time.monotonic() - begin < 10


def test_a_web_server_is_no_scheduler(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for a line that never comes."""
    monkeypatch.setattr(Cluster, "CONNECT", 0.5)
    with web() as address:
        assert address in refused(capsys, tmp_path, address)


@pytest.mark.long
def test_a_scheduler_that_is_stopped(tmp_path: Path) -> None:
    """At the beginning: refused. Under way: waited for, and with SIGTERM the study ends; then it goes on."""
    with cluster(tmp_path) as dask:
        wait_for(lambda: b"Scheduler at" in (tmp_path / "dask.log").read_bytes())
        dask.add(1)
        os.kill(dask.scheduler.pid, signal.SIGSTOP)
        none = started(tmp_path, "run", "none", *CLUSTERED, "--dask", dask.address)
        out, err = none.communicate(timeout=60)
        assert (none.returncode, out, len(err.splitlines())) == (2, "", 1), err
        assert "no Dask scheduler answers" in err

        os.kill(dask.scheduler.pid, signal.SIGCONT)
        process = started(tmp_path, "run", "some", *CLUSTERED, "--dask", dask.address)
        wait_for(lambda: done(tmp_path, "some") > 100)
        os.kill(dask.scheduler.pid, signal.SIGSTOP)
        time.sleep(5)
        os.kill(dask.scheduler.pid, signal.SIGCONT)
        before = done(tmp_path, "some")
        wait_for(lambda: done(tmp_path, "some") > before)
        os.kill(dask.scheduler.pid, signal.SIGSTOP)
        time.sleep(3)
        process.terminate()
        out, err = process.communicate(timeout=60)
        assert (process.returncode, out, len(err.splitlines())) == (143, "", 1), err
        os.kill(dask.scheduler.pid, signal.SIGCONT)
