"""The pool of processes: what it does with tasks, and what it makes of processes that die."""

import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError

import pytest

from tests.web import pool_tasks
from wendekreis.errors import NotKnown, SolverFailed
from wendekreis.web import pool as pools
from wendekreis.web.pool import BACKGROUND, Job, Pool, default_size
from wendekreis.web.worker import NICENESS

if sys.platform == "win32":
    pytest.skip("sends POSIX signals", allow_module_level=True)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    """One process for anything and one for quick tasks."""
    made = Pool(1)
    yield made
    made.close()


def soon(condition: Callable[[], bool], seconds: float = 20) -> None:
    """Wait until something is so."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not come to be so"
        time.sleep(0.005)


def answer(job: Job) -> object:
    """What came of it."""
    return job.future.result(30)


def running(pool: Pool) -> Job:
    """A long task that is being worked on, and hears."""
    job = pool.begin("long", 30, pool_tasks.hear, 30)
    soon(lambda: job.done == 1)
    return job


def is_there(process: int) -> bool:
    """Whether a process lives."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_nothing_is_started_before_it_is_needed() -> None:
    """A pool is there at once, and costs nothing until it is asked."""
    pool = Pool(2)
    assert pool.is_able
    assert not pool.processes
    pool.close()
    with pytest.raises(NotKnown):
        pool.begin("quick", 1, pool_tasks.who)


def test_tasks_are_done_elsewhere_and_stand_back(pool: Pool) -> None:
    """In another process, at low priority within the server's session, out of reach of its Ctrl-C; and what a task
    prints harms nobody.
    """
    process = answer(pool.begin("quick", 1, pool_tasks.who))
    assert isinstance(process, int)
    assert (os.getsid(process), os.getpgid(process)) == (os.getsid(0), process)
    assert answer(pool.begin("long", 1, pool_tasks.priority)) == min(19, os.nice(0) + NICENESS)
    job = pool.begin("long", 1, pool_tasks.report, 3)
    assert answer(job) == "done"
    assert (job.done, job.of) == (3, 3)


def test_a_quick_task_does_not_wait_for_a_long_one(pool: Pool) -> None:
    """There is a process that takes no long ones."""
    long = running(pool)
    assert answer(pool.begin("quick", 1, pool_tasks.who)) in pool.processes
    assert not long.future.done()
    long.cancel()


def test_a_cancelled_task_frees_its_process(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """At once if it listens; the same process goes on."""
    monkeypatch.setattr(pools, "GRACE", 20)
    before = answer(pool.begin("long", 1, pool_tasks.who))
    long = running(pool)
    waiting = pool.begin("long", 30, pool_tasks.hear, 30)
    waiting.cancel()
    long.cancel()
    assert answer(pool.begin("long", 1, pool_tasks.who)) == before
    with pytest.raises(CancelledError):
        answer(long)


def test_a_task_that_does_not_listen_is_ended(pool: Pool) -> None:
    """Its process is replaced."""
    before = answer(pool.begin("long", 1, pool_tasks.who))
    deaf = pool.begin("long", 30, pool_tasks.deaf, 30)
    soon(lambda: deaf.done == 1)
    deaf.cancel()
    assert answer(pool.begin("long", 1, pool_tasks.who)) != before


def test_a_task_that_takes_too_long_is_ended(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was told how long it may take."""
    monkeypatch.setattr(pools, "OVERTIME", 0.1)
    with pytest.raises(SolverFailed):
        answer(pool.begin("long", 0.1, pool_tasks.deaf, 30))


def test_a_killed_process_fails_its_own_task_only(pool: Pool) -> None:
    """One sentence for that one; the task beside it, the one behind it and the next one know nothing of it."""
    victim = answer(pool.begin("long", 1, pool_tasks.who))
    assert isinstance(victim, int)
    long = running(pool)
    beside, behind = pool.begin("quick", 5, pool_tasks.deaf, 0.3), pool.begin("long", 1, pool_tasks.who)
    os.kill(victim, signal.SIGKILL)
    with pytest.raises(SolverFailed, match="ended before it had an answer"):
        answer(long)
    assert answer(beside) in pool.processes
    assert answer(behind) != victim
    assert not is_there(victim), "no zombie is left"


@pytest.mark.parametrize("pause", [0.0, 0.1])
def test_nobody_notices_that_an_idle_process_was_killed(pool: Pool, pause: float) -> None:
    """The next task gets a new one."""
    answer(pool.begin("quick", 1, pool_tasks.who))
    for process in pool.processes:
        os.kill(process, signal.SIGKILL)
    time.sleep(pause)
    assert answer(pool.begin("quick", 1, pool_tasks.who))
    assert answer(pool.begin("long", 1, pool_tasks.who))


def test_faults_and_hunger_are_told_apart(pool: Pool) -> None:
    """A fault of the program fails the task; want of memory is a limit that was reached. The process goes on."""
    before = answer(pool.begin("long", 1, pool_tasks.who))
    with pytest.raises(SolverFailed):
        answer(pool.begin("long", 1, pool_tasks.fail))
    with pytest.raises(MemoryError):
        answer(pool.begin("long", 1, pool_tasks.hoard))
    assert answer(pool.begin("long", 1, pool_tasks.who)) == before
    with pytest.raises(SolverFailed):
        answer(pool.begin("long", 1, pool_tasks.die))


def test_what_nobody_waits_for_gives_way(pool: Pool) -> None:
    """It is done when there is nothing else, and given up for what somebody waits for."""
    idle = pool.begin("long", 30, pool_tasks.hear, 30, rank=BACKGROUND)
    later = pool.begin("long", 1, pool_tasks.who, rank=BACKGROUND)
    soon(lambda: idle.done == 1)
    assert not pool.is_busy
    assert answer(pool.begin("long", 1, pool_tasks.who))
    with pytest.raises(CancelledError):
        answer(idle)
    assert answer(later)


def test_a_pool_that_can_not_start_is_broken_and_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Then nothing is known for a while; after that it tries again."""
    monkeypatch.setattr(pools, "BROKEN_SECONDS", 0.2)
    pool = Pool(1)
    with monkeypatch.context() as without:
        without.setattr(sys, "executable", "/nowhere/python")
        with pytest.raises(NotKnown):
            answer(pool.begin("quick", 1, pool_tasks.who))
        soon(lambda: not pool.is_able)
        with pytest.raises(NotKnown):
            pool.begin("quick", 1, pool_tasks.who)
    soon(lambda: pool.is_able)
    assert answer(pool.begin("quick", 1, pool_tasks.who))
    pool.close()


def test_closing_ends_everything() -> None:
    """What runs fails, what waits is not known, no process is left; and it can be opened again."""
    pool = Pool(1)
    long, waiting = running(pool), pool.begin("long", 1, pool_tasks.who)
    processes = pool.processes
    pool.close()
    with pytest.raises(SolverFailed):
        answer(long)
    with pytest.raises(NotKnown):
        answer(waiting)
    soon(lambda: not any(map(is_there, processes)))
    pool.open()
    assert answer(pool.begin("quick", 1, pool_tasks.who))
    pool.close()


def test_how_many_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the environment says; else all cores but one, and at least one."""
    for told, size in (("3", 3), ("0", 0), ("", None), ("many", None)):
        monkeypatch.setenv("WENDEKREIS_SOLVERS", told)
        assert default_size() >= 1 if size is None else default_size() == size
    with pytest.raises(NotKnown):
        Pool(0).begin("quick", 1, pool_tasks.who)
