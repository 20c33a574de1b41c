"""Finds out whether the deals that are played can be won, for the statistics, when there is nothing else to do."""

import logging
import threading
from collections.abc import Iterable
from concurrent.futures import CancelledError
from functools import partial

from wendekreis.deals import Deal
from wendekreis.errors import Unanswered, WendekreisError
from wendekreis.store import Store
from wendekreis.web import tasks
from wendekreis.web.once import Once
from wendekreis.web.pool import BACKGROUND, Job, Pool
from wendekreis.web.remembered import Found, Remembered, Spot

__all__ = ["Judge"]

log = logging.getLogger("wendekreis.web")

SECONDS = 10.0
"""So long a deal is searched; after that it counts as unknown."""

PATIENCE = 3.0
"""Seconds between the wish to know and the work, so that a play's first moves are not disturbed."""

MOST = 20
"""So many deals wait at a time; the others are found when the statistics are looked at."""


class Judge:
    """Judges deals at the lowest priority. With the pool busy nothing is done, and asked for again some other time."""

    def __init__(self, store: Store, pool: Pool, remembered: Remembered, patience: float = PATIENCE) -> None:
        self._store, self._pool, self._remembered = store, pool, remembered
        self._patience = patience
        self._considered = Once()
        self._waiting: dict[str, Deal] = {}
        self._timer: threading.Timer | None = None
        self._lock = threading.Lock()

    def consider(self, play: str, deal: Deal) -> None:
        """Judge the deal of a play by and by, unless this play's has been considered."""
        if self._pool.size == 0 or not self._considered.is_new(play):
            return
        with self._lock:
            if len(self._waiting) < MOST:
                self._waiting[play] = deal
            if self._timer is None:
                self._timer = threading.Timer(self._patience, self._judge)
                self._timer.daemon = True
                self._timer.start()

    def reconsider(self, plays: Iterable[tuple[str, Deal]]) -> None:
        """Judge these by and by, whether they have been considered or not: they have no verdict yet."""
        for play, deal in plays:
            self._considered.forget(play)
            self.consider(play, deal)

    def close(self) -> None:
        """Begin nothing more."""
        with self._lock:
            self._waiting.clear()
            if self._timer is not None:
                self._timer.cancel()

    def _judge(self) -> None:
        with self._lock:
            waiting, self._waiting, self._timer = self._waiting, {}, None
        for play, deal in waiting.items():
            spot = Spot.of(deal.start())
            found = self._remembered.get(spot.key)
            if found is not None and found.outcome != "unknown":
                self._note(play, found)
                continue
            try:
                if self._pool.is_busy:
                    raise CancelledError
                job = self._pool.begin("long", SECONDS, tasks.decide, spot, SECONDS, rank=BACKGROUND)
            except (Unanswered, CancelledError):
                self._considered.forget(play)
            else:
                job.future.add_done_callback(partial(self._done, play, spot, job))

    def _done(self, play: str, spot: Spot, job: Job, _future: object) -> None:
        try:
            found: Found = job.future.result()
        except (CancelledError, Unanswered, MemoryError):
            self._considered.forget(play)
            return
        self._remembered.put(spot.key, found)
        self._note(play, found)

    def _note(self, play: str, found: Found) -> None:
        try:
            self._store.set_winnable(play, found.outcome)
        except WendekreisError as error:
            log.warning("the verdict of a deal was not noted: %s", error)
