"""Who is asking: a random secret in a cookie, and how many new plays may be asked for."""

import time
from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from fastapi import Request, Response

from wendekreis.store import Store

__all__ = ["COOKIE", "Allowance", "give_cookie", "known_player"]

COOKIE = "wendekreis"
COOKIE_SECONDS = 400 * 24 * 3600
"""The longest that browsers keep one; it is given anew with each new play."""


def known_player(request: Request, store: Store) -> int | None:
    """The player whose cookie came with the request; none for no cookie or one that is nobody's."""
    return store.player(request.cookies.get(COOKIE))


def give_cookie(request: Request, response: Response, secret: str) -> None:
    """Have the browser keep the secret, out of reach of scripts and of other sites' pages."""
    response.set_cookie(
        COOKIE,
        secret,
        max_age=COOKIE_SECONDS,
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )


class Allowance:
    """So many at once, then so many a minute, for each of those who ask. A broken page must not fill the disk."""

    def __init__(self, a_minute: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.a_minute = a_minute
        self._clock = clock
        self._spent: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, who: str) -> bool:
        """Take one, if there is one left."""
        with self._lock:
            now = self._clock()
            spent, since = self._spent.pop(who, (0.0, now))
            spent = max(0.0, spent - (now - since) * self.a_minute / 60)
            granted = spent + 1 <= self.a_minute
            self._spent[who] = (spent + granted, now)
            if len(self._spent) > 10_000:
                self._spent.popitem(last=False)
            return granted
