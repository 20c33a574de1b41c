"""Sessions kept in memory, so that the cost of a move does not grow with the length of the play."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from wendekreis.session import Change, Session
from wendekreis.store.requests import Request

__all__ = ["Kept", "LastWrite", "Shelf"]


@dataclass(frozen=True, slots=True)
class LastWrite:
    """The write that led to a kept session, for the request that comes twice because its answer was lost."""

    request: Request
    change: Change
    played_ms: int


@dataclass(frozen=True, slots=True)
class Kept:
    """A session as it is at a revision of its play."""

    revision: int
    session: Session
    last: LastWrite | None = None


class Shelf:
    """Sessions by play id, the least recently used of them given up first.

    A session is *taken off* the shelf while somebody works with it and put back when that went well,
    so two threads never share one, and one that a failed write has changed is never seen again. The
    database stays the truth: a session that is not at the play's stored revision is dropped.

    ``room`` bounds the positions kept, counted as moves, over all sessions; the last one put is always kept.
    """

    def __init__(self, room: int = 20_000) -> None:
        self.room = room
        self._kept: OrderedDict[str, Kept] = OrderedDict()
        self._moves = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    def holds(self, play: str) -> bool:
        """Whether a session of this play is here just now, at whatever revision."""
        return play in self._kept

    def take(self, play: str, revision: int) -> Kept | None:
        """Take the session at this revision, if it is here."""
        with self._lock:
            kept = self._kept.get(play)
            if kept is None or kept.revision > revision:  # newer: our caller has read an older state
                return None
            self._remove(play)
        return kept if kept.revision == revision else None

    def put(self, play: str, kept: Kept) -> None:
        """Put a session (back), unless a newer one has been put meanwhile."""
        with self._lock:
            present = self._kept.get(play)
            if present is not None:
                if present.revision > kept.revision:
                    return
                self._remove(play)
            self._kept[play] = kept
            self._moves += _size(kept)
            while self._moves > self.room and len(self._kept) > 1:
                self._remove(next(iter(self._kept)))

    def _remove(self, play: str) -> None:
        self._moves -= _size(self._kept.pop(play))


def _size(kept: Kept) -> int:
    return 1 + kept.session.move_count
