"""A player's plays as a list, and the way out of the database and into it again.

A play leaves as a :class:`~wendekreis.store.records.Record` and can be brought into any database by it, also by
somebody new: this is how plays, and the statistics with them, move to another browser or machine. What is brought in
has been played through by the rules, so a win is a win; times and hints are believed, for they are the player's own
affair. Nobody else's figures know of it (:mod:`wendekreis.store.days`).
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, and_, insert, or_, select

from wendekreis.errors import WendekreisError
from wendekreis.session import Session
from wendekreis.store.database import Database
from wendekreis.store.identity import new_id, now
from wendekreis.store.notes import note_winnable
from wendekreis.store.records import Record, Win
from wendekreis.store.requests import Auto, Request
from wendekreis.store.rows import ids_of, ids_text, row_of
from wendekreis.store.tables import moves, plays, writes

__all__ = ["Brought", "Entry", "History", "Place"]

PAGE = 100
"""So many plays are fetched at a time on their way out."""


class Place(NamedTuple):
    """Where in the list a page ends: the time of its last entry, and its id."""

    updated: int
    id: str


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the history. ``moves`` and ``played_ms`` of a play that was won are those of the first win.
    ``counts`` says that the statistics count it; ``shown``, that it is no win of the player's own. Times as in the
    tables.
    """

    id: str
    game: str
    version: int
    number: str | None
    status: str
    won: bool
    shown: bool
    counts: bool
    brought: bool
    moves: int
    played_ms: int
    began: int
    updated: int


class Brought(NamedTuple):
    """How many plays were brought in, and how many were there already."""

    added: int
    known: int


class History:
    """The part of the store that tells of all plays. Every method may raise a ``StoreError``: nothing was changed."""

    database: Database

    def history(
        self, player: int | None, game: str | None = None, after: Place | None = None, limit: int = 50
    ) -> tuple[list[Entry], Place | None]:
        """The player's plays in which anything was done, won or not, the last one touched first, of one game or of
        all; and where the next page begins, if there is one: ``after`` is that of the page before.
        """
        query = (
            select(*(plays.c[name] for name in _COLUMNS))
            .where(plays.c.player == player, plays.c.revision > 0)
            .order_by(plays.c.updated.desc(), plays.c.id)
            .limit(limit + 1)
        )
        if game is not None:
            query = query.where(plays.c.game == game)
        if after is not None:
            same = and_(plays.c.updated == after.updated, plays.c.id > after.id)
            query = query.where(or_(plays.c.updated < after.updated, same))
        with self.database.reading() as connection:
            rows = connection.execute(query).all()
        entries = [_entry(row) for row in rows[:limit]]
        more = len(rows) > limit and entries
        return entries, Place(entries[-1].updated, entries[-1].id) if more else None

    def records(self, player: int | None) -> Iterator[Record]:
        """All plays of a player in which anything was done, the first begun first.

        No transaction is held between them, so this may take as long as whoever reads it.
        """
        last: tuple[int, str] | None = None
        while True:
            query = select(plays).where(plays.c.player == player, plays.c.revision > 0)
            if last is not None:
                began = and_(plays.c.created == last[0], plays.c.id > last[1])
                query = query.where(or_(plays.c.created > last[0], began))
            with self.database.reading() as connection:
                rows = connection.execute(query.order_by(plays.c.created, plays.c.id).limit(PAGE)).all()
                found = [_record(connection, row) for row in rows]
            yield from found
            if len(rows) < PAGE:
                return
            last = (rows[-1].created, rows[-1].id)

    def record(self, player: int | None, play: str) -> Record:
        """A play of a player, with all of its moves.

        Raises:
            UnknownPlay: this player has none of this id.
        """
        with self.database.reading() as connection:
            return _record(connection, row_of(connection, player, play), as_won=False)

    def known_records(self, player: int | None, records: Sequence[Record]) -> int:
        """How many of these plays the player has already."""
        with self.database.reading() as connection:
            return sum(player is not None and _is_there(connection, player, record) for record in records)

    def bring(self, player: int, records: Sequence[Record]) -> Brought:
        """Make plays of these records, all of them or, if one can't be, none. One that the player has is left as it is.

        The records' sessions are given up to it.
        """
        added = 0
        with self.database.writing() as connection:
            for record in records:
                if not _is_there(connection, player, record):
                    _bring(connection, player, record)
                    added += 1
        return Brought(added, len(records) - added)


_COLUMNS = (
    *("id", "game", "version", "number", "status", "head", "revision", "played_ms", "created", "updated"),
    *("given", "shown", "origin", "won_at", "won_ms", "won_moves"),
)


def _entry(row: Row[Any]) -> Entry:
    won = row.won_at is not None or row.status == "won"
    first = row.won_at is not None
    return Entry(
        row.id,
        row.game,
        row.version,
        row.number,
        row.status,
        won,
        row.shown,
        row.given == 0,
        row.origin is not None,
        row.won_moves if first else row.head,
        row.won_ms if first else row.played_ms,
        row.created,
        row.updated,
    )


def _record(connection: Connection, row: Row[Any], *, as_won: bool = True) -> Record:
    """The record of a play. One that was won and has then gone another way is told as it was won, with ``as_won``."""
    made = connection.execute(select(moves).where(moves.c.play == row.id).order_by(moves.c.ply)).all()
    texts = tuple(move.text for move in made)
    set_off = tuple(move.ply for move in made if move.set_off)
    record = Record(
        id=row.origin if row.origin is not None and not row.origin.startswith("=") else row.id,
        game=row.game,
        version=row.version,
        number=row.number,
        deal=row.deal,
        moves=texts,
        set_off=set_off,
        taken_back=ids_of(row.taken_back),
        head=row.head,
        given=row.given,
        began=row.created,
        updated=row.updated,
        played_ms=row.played_ms,
        won=None if row.won_at is None else Win(row.won_at, row.won_ms, row.won_moves),
        advice=row.advised,
        oracle=row.oracled,
        light=row.light,
        shown=row.shown,
    )
    if not as_won or record.won is None or row.status == "won":
        return record
    log = select(writes.c.request, writes.c.added).where(writes.c.play == row.id).order_by(writes.c.revision)
    with suppress(WendekreisError):  # its game is not here any more as it was: then as it stands
        if not record.ends_in_a_win:
            return record.as_won(connection.execute(log).all())
    return record


def _is_there(connection: Connection, player: int, record: Record) -> bool:
    names = [name for name in (record.id, record.digest) if name is not None]
    query = select(plays.c.id).where(plays.c.player == player, or_(plays.c.id.in_(names), plays.c.origin.in_(names)))
    return connection.execute(query.limit(1)).first() is not None


def _bring(connection: Connection, player: int, record: Record) -> None:
    session = record.session()
    log = list(_writes(session))
    play = new_id()
    won = record.win_of(session)
    connection.execute(
        insert(plays).values(
            id=play,
            player=player,
            game=record.game,
            version=record.version,
            deal=session.deal.text,
            number=session.deal.number,
            head=session.head,
            revision=len(log),
            status=session.status,
            played_ms=record.played_ms,
            created=record.began,
            updated=min(record.updated, now()),
            given=record.given,
            advised=record.advice,
            oracled=record.oracle,
            light=record.light,
            shown=record.shown,
            won_at=won and won.at,
            won_ms=won and won.played_ms,
            won_moves=won and won.moves,
            origin=record.id or record.digest,
            taken_back=ids_text(session.taken_back),
        )
    )
    made = [
        {"play": play, "ply": ply, "text": text, "set_off": ply in session.set_off}
        for ply, text in enumerate(session.moves)
    ]
    if made:
        connection.execute(insert(moves), made)
    if log:
        connection.execute(
            insert(writes),
            [
                {"play": play, "revision": place, "request": request, "played_ms": record.played_ms, "added": added}
                for place, (request, added) in enumerate(log)
            ],
        )
    if won is not None:
        note_winnable(connection, connection.execute(select(plays).where(plays.c.id == play)).one(), "won", played=True)


def _writes(session: Session) -> Iterator[tuple[str, str | None]]:
    """The log of writes that leads to a session as it is: requests, with the moves that each made by itself."""
    made, set_off = session.moves, session.set_off
    ply = 0
    while ply < len(made):
        end = ply + 1
        while end in set_off:
            end += 1
        auto: Auto = "always" if end > ply + 1 else "off"
        yield str(Request("move", made[ply], auto)), " ".join(made[ply + 1 : end]) or None
        ply = end
    if session.head < len(made):
        yield str(Request("goto", head=session.head)), None
