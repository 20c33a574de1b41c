"""Standing in line: one at a time, in the order of coming."""

from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

__all__ = ["Line"]


class Line:
    """A lock that is handed on in the order in which threads came for it.

    A plain lock goes to whoever is quickest, which is often the thread that has just let it go; the others may
    wait for long.
    """

    def __init__(self) -> None:
        self._mutex = Lock()
        self._taken = False
        self._waiting: deque[Lock] = deque()

    @contextmanager
    def turn(self, timeout: float) -> Iterator[None]:
        """Hold the lock for the length of the block.

        Raises:
            TimeoutError: it did not come to us in so many seconds.
        """
        with self._mutex:
            place = Lock()
            place.acquire()
            if self._taken:
                self._waiting.append(place)
            else:
                self._taken = True
                place.release()
        if not place.acquire(timeout=timeout):
            with self._mutex:
                if place in self._waiting:
                    self._waiting.remove(place)
                    raise TimeoutError
            # It was handed to us just now: take it after all.
            place.acquire()
        try:
            yield
        finally:
            with self._mutex:
                if self._waiting:
                    self._waiting.popleft().release()
                else:
                    self._taken = False
