"""play and serve: they start, say where, take another port, refuse what they can't use, and stop cleanly."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

COMMAND = [sys.executable, "-c", "from wendekreis.cli import main; main()"]


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """An empty home, and a browser that writes down what it is told to open."""
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" >> "{tmp_path}/opened"\n')
    browser.chmod(0o755)
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("WENDEKREIS_", "XDG_"))}
    return {**kept, "HOME": str(tmp_path / "home"), "BROWSER": str(browser)}


@contextmanager
def started(arguments: list[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    """A server that is stopped by Ctrl-C at the end, and must then leave with status 0 and without a complaint."""
    pipe = subprocess.PIPE
    with subprocess.Popen([*COMMAND, *arguments], env=environment, stdout=pipe, stderr=pipe, text=True) as process:
        assert process.stderr
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            status = process.wait(15)
        assert (status, process.stderr.read()) == (0, "")


def line(process: subprocess.Popen[str]) -> str:
    """The next line a server prints."""
    assert process.stdout
    return process.stdout.readline()


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that somebody else listens on, with a free one above it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port: int = listener.getsockname()[1]
            try:
                socket.create_server(("127.0.0.1", port + 1)).close()
            except (OSError, OverflowError):
                continue
            yield port
            return


def test_play_takes_the_next_free_port_and_says_so(environment: dict[str, str], taken: int, tmp_path: Path) -> None:
    """It then opens the browser there, answers, and has made a database in the user's data directory."""
    with started(["play", "--port", str(taken)], environment) as process:
        said = line(process)
        assert f"Port {taken} is taken" in said
        assert f"{taken + 1}" in said
        url = f"http://127.0.0.1:{taken + 1}/"
        assert url in line(process)
        with urlopen(f"{url}healthz", timeout=10) as answer:
            assert answer.status == 200
        for _ in range(100):
            if (tmp_path / "opened").exists() and (tmp_path / "opened").read_text():
                break
            time.sleep(0.1)
    assert (tmp_path / "opened").read_text() == f"{url}\n"
    assert [path.suffix for path in (tmp_path / "home").rglob("wendekreis.*")] == [".sqlite"]


def test_serve_opens_no_browser(environment: dict[str, str], tmp_path: Path) -> None:
    """It says where it serves, and nothing else."""
    with started(["serve", "--port", "0"], environment) as process:
        assert line(process).startswith("Wendekreis is serving at http://127.0.0.1:")
    assert not (tmp_path / "opened").exists()


def refused(arguments: list[str], environment: dict[str, str]) -> tuple[int, str]:
    """The exit status and the one line of a server that does not start."""
    done = subprocess.run(
        [*COMMAND, *arguments], env=environment, capture_output=True, text=True, timeout=30, check=False
    )
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("wendekreis: ")
    return done.returncode, done.stderr


def test_serve_refuses_a_taken_port(environment: dict[str, str], taken: int) -> None:
    """Whoever names a port means it: no other is taken."""
    status, said = refused(["serve", "--port", str(taken)], environment)
    assert status == 1
    assert str(taken) in said


def test_serve_refuses_an_address_that_is_not_here(environment: dict[str, str]) -> None:
    """In one line."""
    status, said = refused(["serve", "--host", "no.such.host.invalid", "--port", "0"], environment)
    assert status == 1
    assert "no.such.host.invalid" in said


def test_a_database_of_a_later_version_is_left_alone(environment: dict[str, str], tmp_path: Path) -> None:
    """The server does not start, says why, and changes not a byte."""
    database = tmp_path / "plays.sqlite"
    connection = sqlite3.connect(database)
    connection.executescript(
        "CREATE TABLE alembic_version (version_num TEXT); INSERT INTO alembic_version VALUES ('zz99')"
    )
    connection.close()
    before = database.read_bytes()
    environment |= {"WENDEKREIS_DATABASE": f"sqlite:///{database}"}
    status, said = refused(["play", "--port", "0", "--no-browser"], environment)
    assert status == 2
    assert "zz99" in said
    assert database.read_bytes() == before


def test_another_programs_database_is_left_alone(environment: dict[str, str], tmp_path: Path) -> None:
    """As is one that is no database of ours at all."""
    database = tmp_path / "letters.sqlite"
    with closing(sqlite3.connect(database)) as connection:
        connection.executescript("CREATE TABLE letters (text); INSERT INTO letters VALUES ('Dear aunt')")
    before = database.read_bytes()
    environment |= {"WENDEKREIS_DATABASE": f"sqlite:///{database}"}
    status, said = refused(["serve", "--port", "0"], environment)
    assert status == 2
    assert "another program's" in said
    assert database.read_bytes() == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("letters")] == ["letters.sqlite"]


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///"])
def test_a_database_in_memory_is_refused(environment: dict[str, str], url: str) -> None:
    """It would lose every game."""
    status, said = refused(["serve", "--port", "0"], {**environment, "WENDEKREIS_DATABASE": url})
    assert status == 2
    assert "WENDEKREIS_DATABASE names no file" in said


def test_a_database_url_that_is_none_is_refused(environment: dict[str, str]) -> None:
    """In one line, naming what would do."""
    status, said = refused(["serve", "--port", "0"], {**environment, "WENDEKREIS_DATABASE": "oracle://somewhere"})
    assert status == 2
    assert "sqlite" in said


def test_a_contact_that_nobody_can_write_to_is_refused(environment: dict[str, str]) -> None:
    """When the server starts, not when somebody has something to say."""
    status, said = refused(["serve", "--port", "0"], {**environment, "WENDEKREIS_CONTACT": "Karin"})
    assert status == 2
    assert "WENDEKREIS_CONTACT is 'Karin'" in said
