"""What is to be done once only."""

from collections import OrderedDict
from threading import Lock

__all__ = ["Once"]


class Once:
    """Remembers what has been done, of the last so many things. Threads share it."""

    def __init__(self, room: int = 10_000) -> None:
        self.room = room
        self._done: OrderedDict[object, None] = OrderedDict()
        self._lock = Lock()

    def is_new(self, thing: object) -> bool:
        """Whether it has not been done; from now on it has."""
        with self._lock:
            is_new = thing not in self._done
            self._done[thing] = None
            self._done.move_to_end(thing)
            if len(self._done) > self.room:
                self._done.popitem(last=False)
        return is_new

    def forget(self, thing: object) -> None:
        """As if it had not been done."""
        with self._lock:
            self._done.pop(thing, None)
