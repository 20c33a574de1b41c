"""The app on a fresh database, and a player."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi import FastAPI

from tests.store.helpers import hurry
from tests.web.helpers import Player
from wendekreis.store import Store
from wendekreis.web.app import create_app
from wendekreis.web.pool import Pool


@pytest.fixture(autouse=True)
def no_solvers(monkeypatch: pytest.MonkeyPatch) -> None:
    """No app and no server starts processes to solve in, unless a test hands it a pool or says otherwise."""
    monkeypatch.setenv("WENDEKREIS_SOLVERS", "0")


@pytest.fixture
def file(tmp_path: Path, migrated: Path) -> Path:
    """Where the database is, which is empty."""
    found = tmp_path / "wendekreis.sqlite"
    shutil.copy(migrated, found)
    return found


@pytest.fixture
def app(file: Path) -> Iterator[FastAPI]:
    """The app, generous with new plays."""
    made = create_app(f"sqlite:///{file}", new_plays_a_minute=10_000)
    hurry(made.state.store)
    yield made
    made.state.store.close()


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """Processes that solve and advise: one for anything, one for quick tasks."""
    made = Pool(1)
    yield made
    made.close()


@pytest.fixture
def knowing(file: Path, pool: Pool) -> Iterator[FastAPI]:
    """The app with processes that solve; it judges no deals by itself."""
    made = create_app(f"sqlite:///{file}", new_plays_a_minute=10_000, pool=pool)
    hurry(made.state.store)
    made.state.judge.close()
    yield made
    made.state.judge.close()
    made.state.store.close()


@pytest.fixture
def asker(knowing: FastAPI) -> Iterator[Player]:
    """A player of that app."""
    one = Player(knowing)
    with one.http:
        yield one


@pytest.fixture
def store(app: FastAPI) -> Store:
    """The app's store."""
    found = app.state.store
    assert isinstance(found, Store)
    return found


@pytest.fixture
def player(app: FastAPI) -> Iterator[Player]:
    """A player who has not played yet."""
    one = Player(app)
    with one.http:
        yield one
