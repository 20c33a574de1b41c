"""What tests of several rooms share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.servers import Server, serving
from wendekreis.store import open_store


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the tests that take minutes by themselves, so that no worker is left alone with one in the end."""
    items.sort(key=lambda item: item.get_closest_marker("first") is None)


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty database, migrated once for all the tests of a worker, which copy it: each would need as long again."""
    file = tmp_path_factory.mktemp("migrated") / "wendekreis.sqlite"
    with open_store(f"sqlite:///{file}"):
        pass
    return file


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a fresh database, one for all the tests of a worker: each test is a player of its own."""
    with serving(tmp_path_factory.mktemp("server") / "wendekreis.sqlite") as server:
        yield server
