"""How long a move takes while others play, and while others ask for hints too: a real server under load.

    python -m tools.load                       50 players, 10 who ask, three rounds of 20 s each way
    python -m tools.load --seconds 5 --rounds 1

Every player makes a move, waits a moment, makes the next. Who asks does so without a pause, all kinds of questions in
turn, each about another position of a play of its own. What is printed is the time from a move's request to its
answer, over all players, without and with hints.
"""

import argparse
import asyncio
import json
import random
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.servers import serving

__all__ = ["Load", "Round", "percentile"]

GAMES = ("hemispheres", "single-interchange", "unlimited", "interchange")
QUESTIONS = ("advice", "chance", "verdict", "oracle", "lost")

PAUSE = 0.5
"""Seconds between an answer and the player's next move: faster than anybody plays for long."""


class Client:
    """One browser: one connection, one cookie. As little work as can be, for it runs beside what it measures."""

    def __init__(self, host: str, port: int) -> None:
        self.host, self.port = host, port
        self.cookie = ""

    async def __aenter__(self) -> "Client":
        self.reader, self.writer = await asyncio.open_connection(self.host, self.port)
        return self

    async def __aexit__(self, *_: object) -> None:
        self.writer.close()
        await self.writer.wait_closed()

    async def post(self, path: str, body: dict[str, object]) -> tuple[int, str]:
        """Send JSON. The status and the text of what comes back."""
        data = json.dumps(body)
        head = f"POST {path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\nContent-Type: application/json\r\n"
        head += f"Cookie: {self.cookie}\r\nContent-Length: {len(data)}\r\n\r\n"
        if self.reader.at_eof():  # the server closes a connection that was idle for some seconds
            await self.__aexit__()
            await self.__aenter__()
        self.writer.write(head.encode() + data.encode())
        said = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        fields = dict(line.lower().split(": ", 1) for line in said.split("\r\n")[1:] if line)
        for line in said.split("\r\n"):
            if line.lower().startswith("set-cookie: "):
                self.cookie = line[12:].partition(";")[0]
        if "content-length" in fields:
            text = await self.reader.readexactly(int(fields["content-length"]))
        else:
            text = b""
            while size := int(await self.reader.readline(), 16):
                text += await self.reader.readexactly(size)
                await self.reader.readexactly(2)
            await self.reader.readexactly(2)
        return int(said.split(" ", 2)[1]), text.decode()


@dataclass
class Round:
    """What happened in one round: seconds that each move took, and each answer, by question.

    ``ends`` tells how the questions ended: ``answer``, or the code of an error.
    """

    moves: list[float] = field(default_factory=list)
    hints: dict[str, list[float]] = field(default_factory=dict)
    ends: Counter[str] = field(default_factory=Counter)


class Person:
    """One who plays: a browser, a play, and what it must be like by now."""

    def __init__(self, client: Client, view: dict[str, Any], chance: random.Random) -> None:
        self.client, self.view, self.chance = client, view, chance
        self.hints = dict(view["hints"])
        self.asked = 0

    async def move(self) -> None:
        """Make some move, or take one back where there is none."""
        moves = [choice["move"] for choice in self.view["choices"]]
        body = {"revision": self.view["revision"], **({"move": self.chance.choice(moves)} if moves else {})}
        status, text = await self.client.post(f"/api/plays/{self.view['id']}/{'move' if moves else 'undo'}", body)
        assert status == 200, text
        self.view = {**self.view, **json.loads(text)}

    async def ask(self) -> tuple[str, str]:
        """Ask something. What it was, and how it ended."""
        what = QUESTIONS[self.asked % len(QUESTIONS)]
        self.asked += 1
        path = f"/api/plays/{self.view['id']}/ask/{what}"
        ended, told = _end(*await self.client.post(path, {"revision": self.view["revision"]}))
        self.hints = told.get("hints", self.hints)
        return what, ended


class Load:
    """Players and askers on a server, for the length of an ``async with`` block."""

    def __init__(self, url: str, players: int = 50, askers: int = 10, pause: float = PAUSE) -> None:
        self.url, self.pause = url, pause
        self.sizes = players, askers
        self.players: list[Person] = []
        self.askers: list[Person] = []

    async def __aenter__(self) -> "Load":
        at = urlsplit(self.url)
        assert at.hostname
        assert at.port
        for group, size in zip((self.players, self.askers), self.sizes, strict=True):
            for index in range(size):
                client = await Client(at.hostname, at.port).__aenter__()
                body: dict[str, object] = {"game": GAMES[index % len(GAMES)], "number": str(index + 1)}
                status, text = await client.post("/api/plays", body)
                assert status == 201, text
                group.append(Person(client, json.loads(text), random.Random(index)))
        return self

    async def __aexit__(self, *_: object) -> None:
        for person in (*self.players, *self.askers):
            await person.client.__aexit__()

    async def round(self, seconds: float, *, hints: bool, most: int = 10**9) -> Round:
        """Play for so long, or until each has made so many moves."""
        done = Round()
        end = time.monotonic() + seconds
        tasks = [self._play(person, done, end, most) for person in self.players]
        if hints:
            tasks += [self._ask(person, done, end, most) for person in self.askers]
        await asyncio.gather(*tasks)
        return done

    async def _play(self, person: Person, done: Round, end: float, most: int) -> None:
        await asyncio.sleep(person.chance.random() * self.pause)
        for _ in range(most):
            start = time.monotonic()
            if start > end:
                break
            await person.move()
            done.moves.append(time.monotonic() - start)
            await asyncio.sleep(person.chance.uniform(0.5, 1.5) * self.pause)

    async def _ask(self, person: Person, done: Round, end: float, most: int) -> None:
        for _ in range(most):
            start = time.monotonic()
            if start > end:
                break
            what, ended = await person.ask()
            done.hints.setdefault(what, []).append(time.monotonic() - start)
            done.ends[ended] += 1
            await person.move()


def _end(status: int, text: str) -> tuple[str, dict[str, Any]]:
    """How a question ended, and with what."""
    if status != 200:
        return str(json.loads(text)["error"]["code"]), {}
    event, data = text.strip().split("\n\n")[-1].split("\n")
    told = json.loads(data.removeprefix("data: "))
    return ("answer", told) if event == "event: answer" else (str(told["error"]["code"]), {})


def percentile(values: Sequence[float], share: float) -> float:
    """The value that this share of the values, from 0 to 1, does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@contextmanager
def _server() -> Iterator[str]:
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder) / "load.sqlite") as server:
        yield server.url


async def _measure(url: str, told: argparse.Namespace, without: Round, with_hints: Round) -> None:
    async with Load(url, told.players, told.askers) as load:
        await load.round(2, hints=True)  # the processes are started, and all that is loaded once is
        for _ in range(told.rounds):  # turn about, so that what else the machine does tells on both
            for into, hints in ((without, False), (with_hints, True)):
                done = await load.round(told.seconds, hints=hints)
                into.moves += done.moves
                into.ends += done.ends
                for what, times in done.hints.items():
                    into.hints.setdefault(what, []).extend(times)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--players", type=int, default=50)
    parser.add_argument("--askers", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--rounds", type=int, default=3)
    told = parser.parse_args()
    without, with_hints = Round(), Round()
    with _server() as url:
        asyncio.run(_measure(url, told, without, with_hints))
    for name, times in (("without hints", without.moves), ("with hints", with_hints.moves)):
        print(
            f"{name:14}{len(times):6} moves; ms: median {statistics.median(times) * 1000:6.1f}, "
            f"99th percentile {percentile(times, 0.99) * 1000:6.1f}, worst {max(times) * 1000:6.1f}"
        )
    ratio = percentile(with_hints.moves, 0.99) / percentile(without.moves, 0.99)
    print(f"99th percentile with hints / without: {ratio:.2f}")
    for what, times in with_hints.hints.items():
        print(
            f"{what:14}{len(times):6} answers; ms: median {statistics.median(times) * 1000:6.0f}, "
            f"99th percentile {percentile(times, 0.99) * 1000:6.0f}"
        )
    print("the questions ended:", ", ".join(f"{count} {end}" for end, count in with_hints.ends.items()))


if __name__ == "__main__":
    main()
