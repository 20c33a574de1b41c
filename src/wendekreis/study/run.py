"""A study run by its workers, until every deal is done."""

import time
from collections.abc import Callable
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Future, wait
from dataclasses import dataclass

from wendekreis.advice.player import DEFAULT_TURN_MS, check_policy, is_able
from wendekreis.deals import random_deal
from wendekreis.errors import HopelessLimits, StudyDiffers, WorkersLost
from wendekreis.solver import solve
from wendekreis.solver.search import solves_packed
from wendekreis.study.batch import CHUNK, Batch, Result, this_worker
from wendekreis.study.crew import Crew
from wendekreis.study.ledger import Ledger
from wendekreis.study.plan import Cuts, Study

__all__ = ["Progress", "check", "run"]

PATIENCE = 30.0
"""The seconds after which a worker stops a batch between two deals, whatever had been planned."""

FIRST = 64
"""Deals of the first batch, when nothing is known of how long they take; of packed deals a chunk each."""

MOST = 1 << 27
"""No batch has more deals: their bits are held in memory. And of deals from a file, whose lines are sent, so many:"""
MOST_LINES = 1 << 14

FAILURES = 4
"""So many times in a row workers may be lost without a batch done in between."""

ABSENCE = 300.0
"""So many seconds there may be no worker at all."""

TICK = 0.25
"""Seconds between two looks at how it goes."""

PROBES = 100
PROBE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a study is. ``rate`` is deals a second since it was begun this time, ``None`` until that is known."""

    deals: int
    done: int
    won: int
    lost: int
    unknown: int
    workers: int
    rate: float | None

    @property
    def left(self) -> float | None:
        """Seconds until the end, if it goes on so."""
        return (self.deals - self.done) / self.rate if self.rate else None


def check(study: Study) -> None:
    """Refuse limits within which nothing would be decided: not one of a hundred random deals of the game.

    They are the same deals for every study, and looked at for some seconds at most.

    Raises:
        HopelessLimits: with limits that are too low, or a policy that has no player here.
        UnknownPolicy, UnknownBudget: there is no such policy or budget at all.
    """
    game, limits = study.rules, study.limits
    if study.policy is not None:
        check_policy(study.policy, study.turn_ms or DEFAULT_TURN_MS)
        if not is_able(game, study.policy):
            raise HopelessLimits(
                f"there is no player for {study.game} with policy {study.policy} here (are the kernels compiled?)"
            )
        return
    if solves_packed(game):
        return
    deadline = time.monotonic() + PROBE_SECONDS
    for index in range(PROBES):
        if solve(random_deal(game, 0, index).start(), limits, lines=False).outcome != "unknown":
            return
        if time.monotonic() > deadline:
            return
    raise HopelessLimits(
        f"within these limits the study would decide nothing: none of {PROBES} random deals of {study.game} is decided"
    )


def run(ledger: Ledger, crew: Crew, tell: Callable[[Progress], None] = lambda progress: None) -> None:
    """Do what is left of a study. What is done is in the ledger at once; whatever ends this, it goes on with the rest.

    ``tell`` is told how far it is, some times a second.

    Raises:
        WorkersLost: when they stop again and again, or none is there for some minutes.
        StudyError: when the crew can't be mended.
        StoreError: when a batch can't be written.
        StudyDiffers: when another version of the program has begun it, which may count other nodes.
    """
    here = this_worker().version
    if others := [version for version in ledger.versions() if version != here]:
        raise StudyDiffers(
            f"version {' and '.join(others)} of the program has begun the study {ledger.study.name!r}, this is {here}"
            " and may find otherwise; go on with the former, or do the rest (--first) as a study of its own",
            study=ledger.study.name,
        )
    with ledger.locked():
        _Run(ledger, crew, tell).to_the_end()


class _Run:
    def __init__(self, ledger: Ledger, crew: Crew, tell: Callable[[Progress], None]) -> None:
        study = ledger.study
        self._ledger, self._crew, self._tell, self._study = ledger, crew, tell, study
        packed = study.policy is None and study.file is None and solves_packed(study.rules)
        self._cuts = Cuts(
            study.first,
            study.deals,
            ledger.done(),
            start=CHUNK if packed else FIRST,
            most=MOST if study.file is None else MOST_LINES,
        )
        deals, seconds = ledger.pace()
        if deals:
            self._cuts.learn(deals, seconds)
        self._won, self._lost, self._unknown = ledger.tally()
        self._begin, self._here = time.monotonic(), 0
        self._waiting: dict[Future[Result], Batch] = {}
        self._failures = 0
        self._present = time.monotonic()

    def to_the_end(self) -> None:
        self._report()
        while self._cuts.left or self._waiting:
            try:
                self._give()
                if not self._waiting:  # there is no worker
                    time.sleep(TICK)
                broken = self._take(wait(self._waiting, TICK, FIRST_COMPLETED).done)
            except BrokenExecutor:
                broken = True
            if broken:
                self._mend()
            self._report()

    def _give(self) -> None:
        """Keep every worker busy, and a batch ready for each."""
        size = self._crew.size
        if size:
            self._present = time.monotonic()
        elif time.monotonic() - self._present > ABSENCE:
            raise WorkersLost(
                f"there has been no worker for {ABSENCE:g} seconds; the study goes on when it is run again"
            )
        while len(self._waiting) < 2 * size and (cut := self._cuts.cut(size)):
            first, count = cut
            lines = self._ledger.lines(first, count)
            batch = Batch(self._study, first, count, this_worker().version, PATIENCE, lines)
            try:
                self._waiting[self._crew.submit(batch)] = batch
            except BaseException:
                self._cuts.put_back(first, count)
                raise

    def _take(self, futures: set[Future[Result]]) -> bool:
        """Write what was done, all of it before a bug is let out. Returns whether the crew is broken."""
        broken, bug = False, None
        for future in futures:
            batch = self._waiting.pop(future)
            try:
                result = future.result()
            except (BrokenExecutor, CancelledError):
                self._cuts.put_back(batch.first, batch.count)
                broken = True
            except Exception as failure:
                self._cuts.put_back(batch.first, batch.count)
                if _is_loss(failure):
                    self._fail()
                else:
                    bug = failure
            else:
                self._ledger.write(result)
                self._won += result.won
                self._lost += result.lost
                self._unknown += result.unknown
                self._here += result.count
                self._cuts.learn(result.count, result.wall / 1e9)
                self._cuts.put_back(result.first + result.count, batch.count - result.count)
                self._failures = 0
        if bug is not None:
            raise bug
        return broken

    def _mend(self) -> None:
        """Take what was done all the same, put the rest back, and begin with new workers."""
        self._fail()
        done = {future for future in self._waiting if future.done()}
        self._take(done)
        for batch in self._waiting.values():
            self._cuts.put_back(batch.first, batch.count)
        self._waiting.clear()
        self._report()
        self._crew.mend()

    def _fail(self) -> None:
        self._failures += 1
        if self._failures >= FAILURES:
            raise WorkersLost(
                f"workers were lost {FAILURES} times in a row before a batch was done (is there enough memory?);"
                " what was done is kept"
            )

    def _report(self) -> None:
        done = self._won + self._lost + self._unknown
        seconds = time.monotonic() - self._begin
        rate = self._here / seconds if self._here and seconds > 0 else None
        size = self._crew.size if self._waiting else 0
        self._tell(Progress(self._study.deals, done, self._won, self._lost, self._unknown, size, rate))


def _is_loss(failure: Exception) -> bool:
    """Whether it says that a worker was lost, and nothing of the batch: Dask's own errors are of its own kinds."""
    return isinstance(failure, MemoryError) or type(failure).__module__.partition(".")[0] == "distributed"
