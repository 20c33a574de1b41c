"""The processes that think for the server: few, at low priority, started when the first question comes.

Each has a pipe of its own and a thread here that keeps it, so what happens to one process is nothing to the others: one
that is killed fails what it was at, and the next task gets a new one. A question that nobody waits for any more is
taken from its process within a moment: the search is asked to stop, and its process is replaced if it does not.

There are two lanes. A *quick* task takes a blink (advice, a chance, a first look at a verdict); a *long* one may take
seconds. Of the processes one takes quick ones only, so that no search ever stands before them.
"""

import contextlib
import heapq
import itertools
import logging
import os
import pickle
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import CancelledError, Future
from typing import Any, Literal

from wendekreis.errors import NotKnown, SolverFailed

__all__ = ["BACKGROUND", "Job", "Lane", "Pool", "default_size"]

log = logging.getLogger("wendekreis.web")

Lane = Literal["quick", "long"]

BACKGROUND = 100
"""The rank of what nobody waits for: done when there is nothing else to do, and given up when there is."""

GRACE = 0.25
"""Seconds that a cancelled search has to stop by itself."""

OVERTIME = 30.0
"""Seconds that a task may take beyond what it was told to: it is at low priority, and the machine may be busy."""

FALSE_STARTS = 3
"""So many processes that end before they have begun anything, one after the other, and the pool is broken."""

TRIES = 3
"""So many processes a task is offered to: one that dies at the mere sight of it was perhaps killed by chance."""

START_SECONDS = 60.0
"""So long a process may take to come to work, on a machine that has other things to do."""

BROKEN_SECONDS = 30.0
"""So long a broken pool answers nothing before it tries again."""

SWITCH = "WENDEKREIS_SOLVERS"
"""The environment variable that says how many processes solve; 0 for none."""


def default_size() -> int:
    """How many processes search: as the environment says, else all cores but one, and at least one."""
    told = os.environ.get(SWITCH, "").strip()
    if told.isdigit():
        return int(told)
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, usable - 1)


class Job:
    """A task on its way. ``future`` gets its answer, or a :class:`SolverFailed`, :class:`NotKnown` or MemoryError.

    ``done`` and ``of`` say how far it has come, as far as the task tells.
    """

    def __init__(self, rank: int, seconds: float, task: Callable[..., Any], arguments: tuple[Any, ...]):
        self.future: Future[Any] = Future()
        self.rank, self.seconds = rank, seconds
        self.task, self.arguments = task, arguments
        self.done = 0
        self.of: int | None = None
        self.wanted = True
        self.keeper: _Keeper | None = None

    def cancel(self) -> None:
        """Give it up, whether it waits or runs. Nothing is waited for."""
        self.wanted = False
        self.future.cancel()
        if self.keeper is not None:
            self.keeper.stop(self)


class Pool:
    """A bounded pool of processes. Threads and event loops share it.

    ``size`` processes take anything, and one more takes quick tasks only; none at all for 0. No process is started
    before it is needed.
    """

    def __init__(self, size: int | None = None) -> None:
        self.size = default_size() if size is None else size
        self._changed = threading.Condition()
        self._heaps: dict[Lane, list[tuple[int, int, Job]]] = {"quick": [], "long": []}
        self._count = itertools.count()
        self._keepers: list[_Keeper] = []
        self._false_starts = 0
        self._broken_until = 0.0
        self._closed = False

    def begin(self, lane: Lane, seconds: float, task: Callable[..., Any], *arguments: object, rank: int = 0) -> Job:
        """Have a task done; of those that wait in a lane the one of lowest rank is next.

        ``task`` is a function of a module, with a :class:`~wendekreis.web.worker.Bench` as its first parameter. It is
        to take ``seconds`` at most; one that takes much longer is ended.

        Raises:
            NotKnown: there are no processes, or none that work.
        """
        job = Job(rank, seconds, task, arguments)
        with self._changed:
            self._refuse_when_unable()
            heapq.heappush(self._heaps[lane], (rank, next(self._count), job))
            self._start_keepers()
            self._changed.notify_all()
            background = [keeper.job for keeper in self._keepers if keeper.job and keeper.job.rank >= BACKGROUND]
        if lane == "long" and rank < BACKGROUND:
            for idle in background:
                idle.cancel()
        return job

    @property
    def is_able(self) -> bool:
        """Whether it takes tasks."""
        return self.size > 0 and not self._closed and time.monotonic() >= self._broken_until

    @property
    def is_busy(self) -> bool:
        """Whether anything waits or runs that somebody waits for."""
        with self._changed:
            jobs = [job for heap in self._heaps.values() for _, _, job in heap]
            jobs += [keeper.job for keeper in self._keepers if keeper.job is not None]
            return any(job.wanted and job.rank < BACKGROUND for job in jobs)

    @property
    def processes(self) -> tuple[int, ...]:
        """The ids of the processes that run now."""
        return tuple(keeper.process.pid for keeper in self._keepers if keeper.process is not None)

    def open(self) -> None:
        """Take tasks again after :meth:`close`."""
        with self._changed:
            self._closed = False

    def close(self) -> None:
        """End all processes and fail what they were at. It may be called twice."""
        with self._changed:
            self._closed = True
            keepers, self._keepers = self._keepers, []
            self._fail_all_waiting()
            self._changed.notify_all()
        for keeper in keepers:
            keeper.end()
        for keeper in keepers:
            keeper.join(5)

    # --- for the keepers ---

    def take(self, keeper: "_Keeper") -> Job | None:
        """The next job for a keeper, waited for; ``None`` when the pool has closed."""
        with self._changed:
            while keeper in self._keepers:
                for lane in self._lanes(keeper):
                    heap = self._heaps[lane]
                    while heap:
                        job = heapq.heappop(heap)[2]
                        if job.wanted:
                            keeper.job = job
                            self._changed.notify_all()  # the others may take what is left of the quick ones
                            return job
                self._changed.wait()
        return None

    def started(self, well: bool) -> None:
        """Note whether a process came to work."""
        with self._changed:
            self._false_starts = 0 if well else self._false_starts + 1
            if self._false_starts < FALSE_STARTS:
                return
            log.error("the solver's processes do not start; trying again in %.0f s", BROKEN_SECONDS)
            self._false_starts = 0
            self._broken_until = time.monotonic() + BROKEN_SECONDS
            self._fail_all_waiting()

    def _lanes(self, keeper: "_Keeper") -> tuple[Lane, ...]:
        """Where a keeper looks for its next job: quick ones are left to the one who has no others, if it is free."""
        if keeper.only_quick:
            return ("quick",)
        is_free = any(other.only_quick and other.job is None for other in self._keepers)
        return ("long",) if is_free else ("quick", "long")

    def _refuse_when_unable(self) -> None:
        if not self.is_able:
            raise _not_known()

    def _start_keepers(self) -> None:
        while len(self._keepers) < self.size + 1:
            keeper = _Keeper(self, only_quick=not self._keepers)
            self._keepers.append(keeper)
            keeper.start()

    def _fail_all_waiting(self) -> None:
        for heap in self._heaps.values():
            for _, _, job in heap:
                _settle(job.future, _not_known())
            heap.clear()


class _Died(Exception):  # noqa: N818 (it is no error of ours)
    """The process has ended."""


class _Keeper(threading.Thread):
    """Keeps one process: hands it tasks one after the other, and replaces it when it ends."""

    def __init__(self, pool: Pool, *, only_quick: bool) -> None:
        super().__init__(daemon=True, name=f"solver ({'quick' if only_quick else 'any'})")
        self.pool = pool
        self.only_quick = only_quick
        self.process: subprocess.Popen[bytes] | None = None
        self.job: Job | None = None
        self._at_work: Job | None = None
        """What the process has been given; none while it starts. Changed under the lock only, so that nobody who
        means one job hits the next."""
        self._lock = threading.Lock()
        self._serial = 0

    def run(self) -> None:
        """Do jobs until the pool closes."""
        while (job := self.pool.take(self)) is not None:
            job.keeper = self
            try:
                if job.wanted and job.future.set_running_or_notify_cancel():
                    self._do(job)
            except _Died:
                self._discard()
                _settle(job.future, _failed())
            except NotKnown as error:
                _settle(job.future, error)
            finally:
                with self._lock:
                    self.job = self._at_work = None
            _settle(job.future, CancelledError())
        self._discard()

    def stop(self, job: Job) -> None:
        """Have the process leave this job, if it is still at it."""
        with self._lock:
            if self._at_work is not job or self.process is None:
                return
            try:
                _write(self.process, "cancel", self._serial)
            except OSError:
                return
        _later(GRACE, lambda: self._kill_if_at(job))

    def end(self) -> None:
        """End the process, whatever it is at."""
        process = self.process
        if process is not None:
            process.kill()

    def _kill_if_at(self, job: Job) -> None:
        with self._lock:
            if self._at_work is job:
                self.end()

    def _do(self, job: Job) -> None:
        guard: threading.Timer | None = None
        try:
            for _ in range(TRIES):
                process = self._running()
                if not job.wanted:
                    return
                guard = guard or _later(job.seconds + OVERTIME, lambda: self._kill_if_at(job))
                if self._hand_over(process, job):
                    self._wait(process, job)
                    return
                self._discard()  # it was killed while it had nothing to do: nobody has to know
            raise _Died
        finally:
            if guard is not None:
                guard.cancel()

    def _hand_over(self, process: subprocess.Popen[bytes], job: Job) -> bool:
        """Give the job to the process. Whether it has begun."""
        try:
            with self._lock:
                self._serial += 1
                self._at_work = job
                _write(process, "task", self._serial, job.task, job.arguments)
            if not job.wanted:
                self.stop(job)
            return bool(_read(process)[0] == "begun")
        except (OSError, _Died):
            return False

    def _wait(self, process: subprocess.Popen[bytes], job: Job) -> None:
        while True:
            word, _, *rest = _read(process)
            if word == "progress":
                job.done, job.of = rest
                continue
            if word == "done" and job.wanted:
                _settle(job.future, None, rest[0])
            elif word != "done":
                _settle(job.future, MemoryError() if word == "memory" else _failed())
            return

    def _running(self) -> subprocess.Popen[bytes]:
        """The process, started if there is none.

        Raises:
            NotKnown: none can be started, or the pool has closed.
        """
        while self.process is None:
            if not self.pool.is_able:
                raise _not_known()
            try:
                self.process = process = _start()
                guard = _later(START_SECONDS, process.kill)
                try:
                    _read(process)
                finally:
                    guard.cancel()
            except (OSError, _Died) as error:
                self._discard()
                if self.pool.is_able:  # else it has closed
                    log.warning("a solver process did not start: %s", error)
                    self.pool.started(well=False)
            else:
                self.pool.started(well=True)
        return self.process

    def _discard(self) -> None:
        """Make an end of the process, and no zombie."""
        process, self.process = self.process, None
        if process is None:
            return
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what was still to be written goes nowhere
                    pipe.close()


def _start() -> subprocess.Popen[bytes]:
    """A new process. It imports what this one would import, and no file that happens to lie in the working directory.

    In a session of its own, so that a Ctrl-C at the terminal is the server's alone.
    """
    environment: Mapping[str, str] = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    return subprocess.Popen(
        [sys.executable, "-P", "-m", "wendekreis.web.worker"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,
    )


def _later(seconds: float, do: Callable[[], None]) -> threading.Timer:
    timer = threading.Timer(seconds, do)
    timer.daemon = True
    timer.start()
    return timer


def _read(process: subprocess.Popen[bytes]) -> tuple[Any, ...]:
    assert process.stdout is not None
    try:
        words: tuple[Any, ...] = pickle.load(process.stdout)
    except (EOFError, OSError, pickle.UnpicklingError) as error:
        raise _Died(f"process {process.pid} ended") from error
    return words


def _write(process: subprocess.Popen[bytes], *words: object) -> None:
    assert process.stdin is not None
    process.stdin.write(pickle.dumps(words))
    process.stdin.flush()


def _settle(future: "Future[Any]", error: BaseException | None, answer: object = None) -> None:
    """Give a future its end, unless it has one."""
    if future.done():
        return
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)


def _not_known() -> NotKnown:
    return NotKnown("the solver can't be asked just now; the game goes on without it")


def _failed() -> SolverFailed:
    return SolverFailed("the process that was working on this ended before it had an answer; ask again")
