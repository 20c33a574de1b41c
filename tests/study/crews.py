"""What the tests of studies share: workers without processes, and a study done by them."""

from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

from wendekreis.study.batch import Batch, Result, work
from wendekreis.study.ledger import Ledger
from wendekreis.study.plan import Study
from wendekreis.study.report import Report, report
from wendekreis.study.run import run


class Here:
    """A crew that does each batch at once, in this thread; ``before`` changes a batch, or raises what happens to it."""

    def __init__(self, before: Callable[[Batch], Batch] = lambda batch: batch, size: int = 2) -> None:
        self.size = size
        self.mended = 0
        self.given: list[Batch] = []
        self._before = before

    def submit(self, batch: Batch) -> Future[Result]:
        """Do it now."""
        self.given.append(batch)
        future: Future[Result] = Future()
        try:
            future.set_result(work(self._before(batch)))
        except BaseException as failure:
            future.set_exception(failure)
        return future

    def mend(self) -> None:
        """Count how often that was needed."""
        self.mended += 1

    def close(self) -> None:
        """There is nothing to end."""


def a_study(**given: Any) -> Study:
    """A study of Unlimited, so quick that a deal takes less than a millisecond."""
    whole: dict[str, Any] = {"name": "try", "game": "unlimited", "game_version": 1, "deals": 160, "seed": 1}
    return Study(**{**whole, "max_nodes": 60, **given})


def figures(found: Report) -> dict[str, Any]:
    """All that a study has found, times left out: that must be the same however it was run."""
    told = found.json()
    for name in ("created", "cpu_seconds", "seconds", "machines", "programs"):
        del told[name]
    for each in told["sample"]:
        del each["seconds"]
    return told


def done(directory: Path, study: Study, crew: Here | None = None) -> Report:
    """A study run to its end."""
    with Ledger.create(directory, study) as ledger:
        run(ledger, crew or Here())
        return report(ledger)
