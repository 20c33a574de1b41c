"""The desk alone: what two windows ask, and what becomes of a question while it is answered."""

import asyncio
from typing import cast

import pytest

from wendekreis.errors import Superseded
from wendekreis.web.desk import Desk
from wendekreis.web.pool import Job, Pool
from wendekreis.web.stream import Emit


class ByHand:
    """A pool whose jobs the test does."""

    is_able = True

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def begin(self, *_: object) -> Job:
        """A job that nobody is at."""
        self.jobs.append(Job(0, 1, min, ()))
        return self.jobs[-1]


async def turns(count: int) -> None:
    """Let everything else go on for so many turns of the loop."""
    for _ in range(count):
        await asyncio.sleep(0)


@pytest.mark.parametrize("who_leaves", [None, 0, 1])
def test_the_same_question_from_two_windows_is_worked_on_once(who_leaves: int | None) -> None:
    """Both hear how far it is and the answer; who leaves takes it from nobody else, and the last one ends the work."""

    async def both() -> None:
        pool = ByHand()
        desk = Desk(cast("Pool", pool))
        heard: list[list[str]] = [[], []]

        async def window(place: int) -> str:
            asking = desk.admit("somebody", "a play", "verdict", 3)

            async def emit(event: str, _data: str) -> None:
                heard[place].append(event)

            async def work(emit: Emit) -> str:
                await emit("progress", "{}")
                return str(await asking.run(emit, "quick", 1, min))

            try:
                return await asking.answer(emit, work)
            finally:
                desk.dismiss(asking)

        windows = [asyncio.ensure_future(window(place)) for place in range(2)]
        await turns(9)
        assert (desk.waiting, len(pool.jobs), heard) == (1, 1, [["progress"], ["progress"]])
        if who_leaves is not None:
            windows[who_leaves].cancel()
            await turns(9)
        pool.jobs[0].future.set_result("won")
        told = await asyncio.gather(*windows, return_exceptions=True)
        assert [one for one in told if not isinstance(one, asyncio.CancelledError)] == ["won"] * (
            2 - (who_leaves is not None)
        )
        assert desk.waiting == 0
        last = asyncio.ensure_future(window(0))
        await turns(9)
        last.cancel()
        await turns(9)
        assert (desk.waiting, pool.jobs[-1].wanted) == (0, False)

    asyncio.run(both())


@pytest.mark.parametrize("late", range(12))
def test_a_newer_question_never_breaks_off_what_is_being_stored(late: int) -> None:
    """However late it comes, the older one ends with its answer or with one sentence, and nothing is cancelled."""

    async def one_after_the_other() -> None:
        pool, stored = ByHand(), []
        desk = Desk(cast("Pool", pool))
        older = desk.admit("somebody", "a play", "verdict", 3)

        async def emit(_event: str, _data: str) -> None:
            pass

        async def work(emit: Emit) -> str:
            found = str(await older.run(emit, "quick", 1, min))
            await turns(5)
            stored.append(found)
            return found

        answer = asyncio.ensure_future(older.answer(emit, work))
        await turns(3)
        pool.jobs[0].future.set_result("won")
        await turns(late)
        newer = desk.admit("somebody", "a play", "verdict", 4)
        (told,) = await asyncio.gather(answer, return_exceptions=True)
        assert isinstance(told, Superseded) or (told == "won" and stored == ["won"])
        for asking in (older, newer):
            desk.dismiss(asking)
        assert desk.waiting == 0

    asyncio.run(one_after_the_other())
