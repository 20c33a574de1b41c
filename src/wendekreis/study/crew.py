"""The workers of a study, behind one interface: a pool of processes here, or a Dask cluster.

Both are executors of ``concurrent.futures``. What they differ in is how they are begun, how many batches can be done
at once, and what is to be done when they break: :meth:`Crew.mend`, after which all batches that were not
finished have to be given to them anew.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any, Protocol, TypeVar

from wendekreis.errors import MissingExtra, NoScheduler, UnfitWorker
from wendekreis.study.batch import Batch, Result, this_worker, work

__all__ = ["Cluster", "Crew", "Pool"]

T = TypeVar("T")


class Crew(Protocol):
    """Workers that do batches."""

    @property
    def size(self) -> int:
        """How many batches can be done at once, now; 0 when all workers are gone and may come back."""
        ...

    def submit(self, batch: Batch) -> Future[Result]:
        """Have a batch done.

        The future is cancelled or has an exception of ``LOST`` when a worker was lost before it was done.

        Raises:
            BrokenExecutor: when the crew is broken.
        """
        ...

    def mend(self) -> None:
        """Begin anew after the crew broke.

        Raises:
            StudyError: when that can't be done.
        """
        ...

    def close(self) -> None:
        """Stop the workers, or let go of them, at once: what they are doing is not wanted any more."""
        ...


class Pool:
    """A pool of processes on this machine, so many. A worker that dies breaks the pool, and a new one is made."""

    def __init__(self, jobs: int) -> None:
        self.size = jobs
        self._executor: Executor
        self._line: Connection
        self.mend(first=True)

    def submit(self, batch: Batch) -> Future[Result]:
        """Have a batch done by the next process that is free."""
        return self._executor.submit(work, batch)

    def mend(self, *, first: bool = False) -> None:
        """Begin with new processes."""
        if not first:
            self.close()
        # Spawned, so that no worker inherits the line's other end, or a lock of the ledger.
        context = multiprocessing.get_context("spawn")
        ours, self._line = context.Pipe(duplex=False)
        self._executor = ProcessPoolExecutor(self.size, mp_context=context, initializer=_begin, initargs=(ours,))
        self._kept = ours  # workers are begun as they are needed

    def close(self) -> None:
        """Let all processes end, whatever they are doing."""
        self._line.close()
        self._executor.shutdown(cancel_futures=True)
        self._kept.close()


def _begin(line: Connection) -> None:
    """Let a worker end with the program that began it, however that ends: then the line is closed from its other end.

    Nothing is ever sent. Ctrl-C is for the program.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def watch() -> None:
        with suppress(OSError, EOFError):
            line.poll(None)
        os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


class Cluster:
    """A Dask cluster, by the address of its scheduler.

    Dask itself has a batch done again whose worker was lost. When the scheduler is lost, a new one is waited for.
    """

    CONNECT = 5.0
    """Seconds to wait for the scheduler and for a first worker, when a study begins."""
    RETURN = 120.0
    """Seconds to wait for them when they were lost."""
    COUNT = 2.0
    """Seconds for which a count of the workers is good, and that it may take."""

    def __init__(self, address: str) -> None:
        """Connect to a scheduler.

        Raises:
            MissingExtra: without the package ``distributed``.
            NoScheduler: when it is no address, nobody answers there, or not as a scheduler does, or there is no worker.
        """
        try:
            import distributed
        except ModuleNotFoundError:
            raise MissingExtra("for a Dask cluster, install wendekreis[study]") from None
        # Its log tells at length what is told here in a sentence; it has set the levels of its parts one by one.
        for name in [*logging.root.manager.loggerDict, "distributed"]:
            if name.partition(".")[0] in ("distributed", "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._distributed: Any = distributed
        self._address = address
        self._client: Any = None
        self._counted = 0.0
        self._size = 0
        self._check_address()
        self._connect(self.CONNECT)

    @property
    def size(self) -> int:
        """The threads of all workers that are there."""
        if time.monotonic() - self._counted > self.COUNT:
            try:
                threads = self._client.sync(self._client.scheduler.ncores, workers=None, callback_timeout=self.COUNT)
                self._size = sum(threads.values())
            except Exception:  # as the connection breaks Dask raises whatever it was at
                self._size = 0
            self._counted = time.monotonic()
        return self._size

    def submit(self, batch: Batch) -> Future[Result]:
        """Have a batch done by the next worker that is free."""
        try:
            future: Future[Result] = self._executor.submit(work, batch)
        except Exception as failure:
            raise BrokenExecutor(str(failure)) from failure
        return future

    def mend(self) -> None:
        """Connect anew, to the scheduler that takes the place of the lost one."""
        self.close()
        self._connect(self.RETURN)

    def close(self) -> None:
        """Let go of the cluster; batches that nobody waits for are dropped."""
        client, self._client = self._client, None
        if client is not None:
            with suppress(Exception):
                client.close(timeout=2)

    def _check_address(self) -> None:
        """Refuse at once what no scheduler could have as its address."""
        from distributed.comm.addressing import get_address_host_port

        try:
            host, port = get_address_host_port(self._address, strict=False)
            if not host or host.startswith("/") or not 0 < port < 1 << 16:
                raise ValueError("no host, or no port")
        except (ValueError, NotImplementedError):  # within this process ("inproc") there is none
            raise NoScheduler(
                f"{self._address[:200]!r} is no address of a Dask scheduler; one is tcp://HOST:PORT"
            ) from None

    def _connect(self, patience: float) -> None:
        """Connect, and wait for a worker, for so many seconds in all."""
        deadline = time.monotonic() + patience
        while True:
            found = False
            try:
                # Not the whole patience for one attempt: Dask waits ever longer between its own.
                self._greet(max(0.1, min(deadline - time.monotonic(), self.CONNECT)))
                found = True
                self._begin(deadline)
                break
            except UnfitWorker:
                self.close()
                raise
            except ImportError as failure:
                self.close()
                raise UnfitWorker(f"a worker can't import the program: {failure}") from None
            except Exception as failure:  # whatever is at that address, Dask raises what its bytes make of it
                self.close()
                if time.monotonic() < deadline:
                    time.sleep(0.2)
                    continue
                if found:
                    said = f"the Dask scheduler at {self._address} has no workers that answer"
                elif isinstance(failure, OSError | TimeoutError):
                    said = f"no Dask scheduler answers at {self._address}"
                else:
                    said = f"what answers at {self._address} is no Dask scheduler"
                raise NoScheduler(f"{said}; waited {patience:g} s") from None
        self._counted = 0.0

    def _greet(self, seconds: float) -> None:
        """Ask who is there, and hang up. A client that is begun before that is known may wait for ever, or noisily."""
        from distributed import core

        dask: Any = self._distributed

        async def ask() -> Any:
            secured = dask.Security().get_connection_args("client")
            comm = await dask.comm.connect(self._address, timeout=seconds, **secured)
            try:
                return await core.send_recv(comm, op="identity")
            finally:
                comm.abort()

        async def ask_in_time() -> Any:
            return await asyncio.wait_for(ask(), seconds)

        who = _within(seconds + 0.5, lambda: asyncio.run(ask_in_time()))
        if not isinstance(who, dict) or "workers" not in who:
            raise ValueError("this is no scheduler")

    def _begin(self, deadline: float) -> None:
        """Begin a client of the scheduler that has just answered, and look at its workers."""

        def left() -> float:
            return max(1.0, deadline - time.monotonic())

        client = self._distributed.Client
        self._client = _within(2 * left(), lambda: client(self._address, timeout=left(), set_as_default=False))
        self._client.wait_for_workers(1, timeout=left())
        _within(left(), lambda: self._client.run(_fit, this_worker().version))
        self._executor = self._client.get_executor(pure=False)


def _within(seconds: float, ask: Callable[[], T]) -> T:
    """What Dask answers, within so many seconds: some of its calls wait for ever for one who says nothing.

    Raises:
        TimeoutError: when they are over; who was asked is left alone, and ends with the program.
    """
    answer: Future[T] = Future()

    def wait() -> None:
        try:
            answer.set_result(ask())
        except BaseException as failure:
            answer.set_exception(failure)

    threading.Thread(target=wait, daemon=True).start()
    return answer.result(seconds)


def _fit(version: str) -> None:
    """Refuse to be a worker for another version of the program."""
    if this_worker().version != version:
        raise UnfitWorker(f"a worker has version {this_worker().version} of the program, this one is {version}")
