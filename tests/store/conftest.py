"""A store on a fresh database, with a player."""

import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.store.helpers import hurry
from wendekreis.session import Session
from wendekreis.store import Store, open_store, requests

VECTORS = Path(__file__).parents[1] / "vectors"

collect_ignore = [] if os.environ.get("TEST_POSTGRES") else ["test_postgres.py"]
"""Most machines have no PostgreSQL: where ``TEST_POSTGRES`` names a database, its tests are there too."""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Where the database is."""
    return tmp_path / "wendekreis.sqlite"


@pytest.fixture
def store(file: Path) -> Iterator[Store]:
    """A store that does not wait long for a lock."""
    with open_store(f"sqlite:///{file}", busy_seconds=0.1) as opened:
        hurry(opened)
        yield opened


@pytest.fixture
def player(store: Store) -> int:
    """A player."""
    return store.new_player()[0]


@pytest.fixture
def winning_line() -> Callable[[str], tuple[str, list[str]]]:
    """A deal of a game as text, and a line that wins it."""

    def find(game_id: str) -> tuple[str, list[str]]:
        vector = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
        return vector["deal"], vector["moves"].split()

    return find


@pytest.fixture
def finish_wins(monkeypatch: pytest.MonkeyPatch, winning_line: Callable[[str], tuple[str, list[str]]]) -> None:
    """``finish`` wins any play of the deals that winning lines are known of, from its start: in one write."""

    def line(session: Session) -> tuple[str, ...]:
        return () if session.head else tuple(winning_line(session.game.id)[1])

    monkeypatch.setattr(requests, "finish_all", line)
