"""Questions to a real server: clients that go away, processes that are killed, a server that ends."""

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Self

import httpx2
import pytest

from tests.servers import Server, serving
from tests.web.helpers import Json, events
from wendekreis.web.worker import NICENESS

if not sys.platform.startswith("linux"):
    pytest.skip("reads /proc", allow_module_level=True)

UNDECIDED = {"game": "interchange", "number": "512"}
"""A deal that keeps the solver busy as long as it may be."""

SOLVING = {"WENDEKREIS_SOLVERS": "1"}


def soon(condition: Callable[[], bool], seconds: float = 60) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.01)


def solvers(server: Server) -> list[int]:
    """The server's processes that solve, the first one started first: that takes quick questions only."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(after_name[1]) == server.process.pid and after_name[0] != "Z":
            found.append((int(after_name[19]), int(entry.parent.name)))
    return [process for _, process in sorted(found)]


def is_there(process: int) -> bool:
    """Whether a process lives."""
    return Path(f"/proc/{process}").exists()


def is_at_work(process: int) -> bool:
    """Whether a process has come to work: to stand back behind the server is the last thing that it does before."""
    return os.getpriority(os.PRIO_PROCESS, process) == min(19, os.nice(0) + NICENESS)


def effort(process: int) -> int:
    """The processor's time that a process has taken, in ticks of the system."""
    after_name = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(after_name[11]) + int(after_name[12])


class Visitor:
    """A player with a browser of its own."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.http = httpx2.Client(base_url=server.url, timeout=60)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    def begin(self, game: str, number: str) -> str:
        """A new play."""
        return str(self.http.post("/api/plays", json={"game": game, "number": number}).json()["id"])

    def ask(self, play: str, what: str, revision: int = 0) -> tuple[str, Json]:
        """A question, and how it ends."""
        answer = self.http.post(f"/api/plays/{play}/ask/{what}", json={"revision": revision})
        assert answer.status_code == 200, answer.text
        return events(answer.text)[-1]

    def asking(self, play: str, what: str) -> "Waiting":
        """A question that is being worked on; its first progress has been told."""
        return Waiting(self.server, self.http, play, what)


class Waiting:
    """A question under way."""

    def __init__(self, server: Server, http: httpx2.Client, play: str, what: str) -> None:
        self._stream = http.stream("POST", f"/api/plays/{play}/ask/{what}", json={"revision": 0})
        self._lines: Iterator[str] = self._stream.__enter__().iter_lines()
        self.next("progress")
        soon(lambda: len(solvers(server)) == 2 and all(map(is_at_work, solvers(server))))

    def next(self, event: str) -> Json:
        """The data of the next event of this name."""
        for line in self._lines:
            if line == f"event: {event}":
                return json.loads(next(self._lines).removeprefix("data: "))
        raise AssertionError(f"the stream ended without {event}")

    def leave(self) -> None:
        """Close the connection."""
        self._stream.__exit__(None, None, None)


def test_who_goes_away_takes_the_question_back(tmp_path: Path) -> None:
    """The process is free for the next one long before the search would have ended."""
    with serving(tmp_path / "w.sqlite", SOLVING) as server, Visitor(server) as one, Visitor(server) as two:
        waiting = one.asking(one.begin(**UNDECIDED), "line")
        waiting.leave()
        start = time.monotonic()
        assert two.ask(two.begin("hemispheres", "1"), "lost")[1]["verdicts"] == ["won"]
        assert time.monotonic() - start < 10, "a line may take 20 seconds"


def test_a_killed_process_fails_its_own_question_only(tmp_path: Path) -> None:
    """With one sentence; the question beside it, the game, and the next question know nothing of it."""
    with serving(tmp_path / "w.sqlite", SOLVING) as server, Visitor(server) as one, Visitor(server) as two:
        play = two.begin("hemispheres", "1")
        assert not solvers(server), "nothing is started before it is needed"
        assert two.ask(play, "chance")[1]["value"]
        waiting = one.asking(one.begin(**UNDECIDED), "oracle")
        _, busy = solvers(server)
        before = effort(busy)  # it has come to work, so from now on it is the search that costs
        soon(lambda: effort(busy) > before + 5)
        os.kill(busy, signal.SIGKILL)
        error = waiting.next("error")["error"]
        assert error["code"] == "solver_failed"
        assert error["message"].count(".") == 0
        assert "\n" not in error["message"]
        assert two.ask(play, "advice")[0] == "answer"
        view = two.http.get(f"/api/plays/{play}").json()
        moved = two.http.post(f"/api/plays/{play}/move", json={"revision": 0, "move": view["choices"][0]["move"]})
        assert moved.status_code == 200
        assert two.ask(play, "lost", 1)[1]["verdicts"][0] == "won"
        assert busy not in solvers(server)


@pytest.mark.parametrize(
    "end", [*(pytest.param(s, marks=pytest.mark.long) for s in (signal.SIGINT, signal.SIGTERM)), signal.SIGKILL]
)
def test_no_process_outlives_the_server(tmp_path: Path, end: signal.Signals) -> None:
    """However it ends, in the middle of a search; and it does not wait for the search."""
    with serving(tmp_path / "w.sqlite", SOLVING) as server, Visitor(server) as one:
        waiting = one.asking(one.begin(**UNDECIDED), "oracle")
        processes = solvers(server)
        server.process.send_signal(end)
        server.process.wait(20)
        soon(lambda: not any(map(is_there, processes)))
        if end is not signal.SIGKILL:
            assert waiting.next("error")["error"]["code"] in ("solver_failed", "not_known")
        waiting.leave()
