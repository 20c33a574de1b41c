"""What the tests of the store share: a play to work on, and looks behind the store's back."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from wendekreis.deals import numbered_deal
from wendekreis.games import game
from wendekreis.store import Play, Request, Store, Written

TURN = Request("move", "turn")
UNDO = Request("undo")
REDO = Request("redo")
RESTART = Request("restart")
FORWARD = Request("forward")


def begin(store: Store, player: int, game_id: str = "single-interchange", number: str = "25483") -> str:
    """Begin a play of a numbered deal. Returns its id."""
    with store.new_play(player, numbered_deal(game(game_id), number)) as play:
        return play.id


def write(store: Store, player: int, play: str, revision: int, request: Request, played_ms: int = 0) -> Written:
    """A write whose session nobody looks at."""
    with store.write(player, play, revision, request, played_ms) as written:
        return written


def read(store: Store, player: int, play: str) -> Play:
    """A play whose session nobody changes."""
    with store.play(player, play) as found:
        return found


def told(written: Written) -> tuple[object, ...]:
    """Everything that an answer is made from."""
    session, play = written.play.session, written.play
    return (
        play.revision,
        play.played_ms,
        written.change,
        session.head,
        session.status,
        session.turns,
        session.redeals,
        session.can_undo,
        session.can_redo,
        session.view(),
        session.choices(),
    )


def dump(file: Path) -> list[str]:
    """Everything that a database holds, as SQL."""
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


def hurry(store: Store) -> None:
    """Do not wait for the disk at each commit: these tests do not pull the plug."""
    with closing(store.database._writer.raw_connection()) as connection:
        connection.cursor().execute("PRAGMA synchronous=OFF")


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Another program writes to the database, and takes its time."""
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield
        other.execute("ROLLBACK")
