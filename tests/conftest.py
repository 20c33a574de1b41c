"""What tests of several rooms share."""

from collections.abc import Iterator

import pytest

from tests.servers import Server, serving


@pytest.fixture(scope="session")
def live_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A real server on a fresh database, one for all the tests of a worker: each test is a player of its own."""
    with serving(tmp_path_factory.mktemp("server") / "wendekreis.sqlite") as server:
        yield server
