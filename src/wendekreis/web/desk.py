"""Who asks what, and how many wait: between the routes and the pool.

Of the questions of one kind about one play only the newest is worked on; the same question from two windows is one
question, and both hear its answer. One player has a few at a time, and all together have a bound too, so that nobody
waits for ever and nobody can hold up the others.
"""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Lock
from typing import Any, TypeAlias

from wendekreis.errors import NotKnown, Superseded, TooManyAsks
from wendekreis.web import tasks
from wendekreis.web.pool import Lane, Pool
from wendekreis.web.remembered import Found, Remembered, Spot
from wendekreis.web.stream import Emit

__all__ = ["Asking", "Desk"]

Key: TypeAlias = tuple[str, str, str]
"""Who asks, about which play, what."""

A_PLAYER = 8
"""So many questions of one player may be waited for at a time: all kinds about one play, and one or two more."""

ALL = 64

COME_BACK = {"player": 2, "all": 5}
"""Seconds after which to ask again."""

TICK = 0.5
"""Seconds between two words on how far it has come."""

FIRST_LOOK = 0.15
"""Seconds for a first look at a position, in the quick lane: most are decided in that."""


@dataclass(eq=False)
class Asking:
    """One question that is being waited for, by one window or by several of the same player."""

    desk: "Desk"
    key: Key
    same: Hashable
    """What two questions of this key have in common if they are the same: the play's revision, or the deal."""
    loop: asyncio.AbstractEventLoop
    begun: float = field(default_factory=time.monotonic)
    superseded: bool = False
    windows: int = 1
    _over: asyncio.Event = field(default_factory=asyncio.Event)
    _work: "asyncio.Task[str] | None" = None
    _ears: "list[asyncio.Queue[tuple[str, str]]]" = field(default_factory=list)

    def supersede(self) -> None:
        """A newer one takes its place.

        Nothing is cancelled: what is being stored at this moment is stored, and the search is given up by :meth:`run`.
        """
        self.superseded = True
        with suppress(RuntimeError):  # the loop has ended, and with it whoever waited
            self.loop.call_soon_threadsafe(self._over.set)

    def end(self) -> None:
        """Nobody waits for it any more."""
        if self._work is not None:
            self._work.cancel()

    async def answer(self, emit: Emit, work: Callable[[Emit], Awaitable[str]]) -> str:
        """The answer, worked out once for all who wait; each hears how far it has come.

        Raises:
            WendekreisError: what the work raises.
        """
        if self._work is None:
            self._work = asyncio.ensure_future(work(self._tell))
            self._work.add_done_callback(_noticed)
        heard: asyncio.Queue[tuple[str, str]] = asyncio.Queue()
        self._ears.append(heard)
        try:
            while True:
                hearing = asyncio.ensure_future(heard.get())
                try:
                    await asyncio.wait({hearing, self._work}, return_when=asyncio.FIRST_COMPLETED)
                    if self._work.done():
                        return self._work.result()
                    await emit(*hearing.result())
                finally:
                    hearing.cancel()
        finally:
            self._ears.remove(heard)

    async def _tell(self, event: str, data: str) -> None:
        for heard in self._ears:
            heard.put_nowait((event, data))

    async def run(self, emit: Emit, lane: Lane, seconds: float, task: Any, *arguments: object) -> Any:
        """Have the pool do a task, and say every now and then how far it has come.

        Raises:
            Superseded, SolverFailed, NotKnown: it has no answer.
            MemoryError: the task needed more than there is.
        """
        if self.superseded:
            raise _superseded()
        job = self.desk.pool.begin(lane, seconds, task, *arguments)
        answer, over = asyncio.wrap_future(job.future), asyncio.ensure_future(self._over.wait())
        try:
            while not (await asyncio.wait({answer, over}, timeout=TICK, return_when=asyncio.FIRST_COMPLETED))[0]:
                told = {"done": job.done, "of": job.of, "seconds": round(time.monotonic() - self.begun, 1)}
                await emit("progress", json.dumps(told))
            if not answer.done():
                raise _superseded()
            return answer.result()
        finally:
            over.cancel()
            if not answer.done():
                answer.cancel()
                job.cancel()

    async def decide(self, emit: Emit, spot: Spot, seconds: float) -> Found:
        """The verdict of a position, from what was found before if that will do, else within so many seconds.

        Raises:
            Superseded, SolverFailed, NotKnown: as :meth:`run`.
        """
        found = self.desk.remembered.get(spot.key)
        if found is not None and (found.outcome != "unknown" or found.seconds >= seconds):
            return found
        if found is None:
            found = await self._decide(emit, "quick", spot, FIRST_LOOK)
        if found.outcome == "unknown":
            found = await self._decide(emit, "long", spot, seconds)
        return found

    async def _decide(self, emit: Emit, lane: Lane, spot: Spot, seconds: float) -> Found:
        try:
            found: Found = await self.run(emit, lane, seconds, tasks.decide, spot, seconds)
        except MemoryError:
            found = Found("unknown", "memory")
        if found.limit == "seconds":
            found = Found("unknown", "seconds", seconds=seconds)
        self.desk.remembered.put(spot.key, found)
        return found


class Desk:
    """The questions that wait, the pool that works on them, and what it has found."""

    def __init__(self, pool: Pool, *, a_player: int = A_PLAYER, all_together: int = ALL) -> None:
        self.pool = pool
        self.remembered = Remembered()
        self.a_player, self.all_together = a_player, all_together
        self._waiting: dict[Key, Asking] = {}
        self._replaced: set[Asking] = set()
        self._lock = Lock()

    @property
    def waiting(self) -> int:
        """How many questions are being waited for."""
        return len(self._waiting) + len(self._replaced)

    def admit(self, who: str, about: str, what: str, same: Hashable = None) -> Asking:
        """Take a question in; it must be :meth:`dismissed <dismiss>` in the end, by every window that asked it.

        ``same`` says which older question of this kind it is the same as: one with an equal value; for ``None``, none.
        It is to be called on the event loop.

        Raises:
            NotKnown: there is no pool that could answer.
            TooManyAsks: too many are waited for.
        """
        if not self.pool.is_able:
            raise NotKnown("the solver can't be asked just now; the game goes on without it")
        key, loop = (who, about, what), asyncio.get_running_loop()
        with self._lock:
            older = self._waiting.get(key)
            if older is not None and same is not None and older.same == same and older.loop is loop:
                if older.windows >= self.a_player:
                    raise _too_many("this player's", older.windows, COME_BACK["player"])
                older.windows += 1
                return older
            self._waiting.pop(key, None)
            if older is None:
                mine = sum(waiting[0] == who for waiting in self._waiting)
                if mine >= self.a_player:
                    raise _too_many("this player's", mine, COME_BACK["player"])
                if self.waiting >= self.all_together:
                    raise _too_many("all players'", self.waiting, COME_BACK["all"])
            else:
                self._replaced.add(older)
            asking = self._waiting[key] = Asking(self, key, same, loop)
        if older is not None:
            older.supersede()
        return asking

    def dismiss(self, asking: Asking) -> None:
        """A window waits for a question no more; with the last one the work on it ends."""
        with self._lock:
            asking.windows -= 1
            if asking.windows:
                return
            self._replaced.discard(asking)
            if self._waiting.get(asking.key) is asking:
                del self._waiting[asking.key]
        asking.end()


def _noticed(work: "asyncio.Task[str]") -> None:
    """Who waited may have gone before it failed: that is nobody's error then."""
    if not work.cancelled():
        work.exception()


def _too_many(whose: str, count: int, seconds: int) -> TooManyAsks:
    return TooManyAsks(f"{count} of {whose} questions are waiting already; ask again in {seconds} s", seconds=seconds)


def _superseded() -> Superseded:
    return Superseded("a newer question of the same kind took the place of this one")
