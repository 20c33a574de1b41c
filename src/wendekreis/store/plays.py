"""Players and their plays, kept in the database.

How a write goes: the play's row is read inside the one writing transaction; a request that names an older
revision is answered from the log of writes; else the session is taken from memory or loaded, changed, and
what changed is stored. The transaction is committed before the caller sees anything.
"""

import hashlib
import secrets
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, delete, insert, select, update

from wendekreis.deals import Deal
from wendekreis.errors import StaleRevision
from wendekreis.rules import Move
from wendekreis.session import Change, Session
from wendekreis.store.database import Database
from wendekreis.store.days import Days
from wendekreis.store.history import History
from wendekreis.store.identity import new_id
from wendekreis.store.identity import now as _now
from wendekreis.store.kept import Kept, LastWrite, Shelf
from wendekreis.store.notes import NO_HINTS, Hints, Notes, hints_of, note_winnable
from wendekreis.store.requests import Request
from wendekreis.store.rows import deal_of, ids_of, ids_text, row_of
from wendekreis.store.tables import moves, players, plays, writes

__all__ = ["Play", "Store", "Summary", "Written"]

LONGEST_PLAYED_MS = 2**53 - 1
"""The largest whole number that every JSON reader has exactly."""

SLACK_MS = 5_000
"""So much more than the clock says may have been played: the two sides' clocks and a slow network."""


@dataclass(frozen=True, slots=True)
class Play:
    """A play at one revision. The session belongs to whoever holds it, for the ``with`` block that gave it.

    ``shown``: a proven line was shown before the play was won, so that it counts as no win of the player's own.
    """

    id: str
    deal: Deal
    revision: int
    played_ms: int
    session: Session
    hints: Hints = NO_HINTS
    shown: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A play after a write, and what the write changed. ``repeated``: it had been done before."""

    play: Play
    change: Change
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Summary:
    """One line of a player's list. ``updated`` is in milliseconds since 1970, UTC."""

    id: str
    game: str
    number: str | None
    moves: int
    status: str
    updated: int


class Store(Notes, Days, History):
    """The one door to the database. Threads share it.

    Every method may raise a ``StoreError``; then nothing was changed, in the database and in memory.
    """

    def __init__(self, database: Database, shelf: Shelf | None = None) -> None:
        self.database = database
        self.shelf = shelf or Shelf()

    def close(self) -> None:
        """Close the database."""
        self.database.close()

    # --- players ---

    def player(self, secret: str | None) -> int | None:
        """The player who has this secret, if there is one."""
        if not secret:
            return None
        with self.database.reading() as connection:
            return connection.execute(
                select(players.c.id).where(players.c.secret_hash == _hash(secret))
            ).scalar_one_or_none()

    def new_player(self) -> tuple[int, str]:
        """Make a player. Returns the id and the secret, of which only a hash is kept: 256 random bits."""
        with self.database.writing() as connection:
            return _new_player(connection)

    # --- plays ---

    @contextmanager
    def new_play(
        self, player: int, deal: Deal, moves: Sequence[Move] = (), *, key: str | None = None
    ) -> Iterator[Play]:
        """Begin a play of a deal, in which these moves have been made, each of them a write of its own.

        A player who has begun a play with this ``key`` gets that one, as it is now, whatever its deal.

        Raises:
            IllegalMove, GameOver: a move can't be made; there is no play.
            OutdatedPlay, UnknownGame: there is a play with this key, and its game is not here any more as it was.
        """
        session = Session.begun(deal, moves)
        with self.database.writing() as connection:
            row = _row_of_key(connection, player, key)
            if row is None:
                play, kept = _begin(connection, player, session, key)
            else:
                kept = self._kept(connection, row)
                play = _play(row, kept.session)
        with self._lent(play.id, kept):
            yield play

    @contextmanager
    def first_play(
        self, deal: Deal, moves: Sequence[Move] = (), *, key: str | None = None
    ) -> Iterator[tuple[Play, str]]:
        """Make a player and begin a play, in one transaction. The text is the player's secret.

        Raises:
            IllegalMove, GameOver: a move can't be made; there is neither player nor play.
        """
        session = Session.begun(deal, moves)
        with self.database.writing() as connection:
            player, secret = _new_player(connection)
            play, kept = _begin(connection, player, session, key)
        with self._lent(play.id, kept):
            yield play, secret

    @contextmanager
    def play(self, player: int | None, play: str) -> Iterator[Play]:
        """A play as it is.

        Raises:
            UnknownPlay: this player has none of this id.
            OutdatedPlay, UnknownGame: its game is not here any more as it was.
        """
        with self.database.reading() as connection:
            row = row_of(connection, player, play)
            kept = self._kept(connection, row)
        with self._lent(play, kept):
            yield _play(row, kept.session)

    def open_plays(self, player: int | None, game: str | None = None, limit: int = 100) -> list[Summary]:
        """The player's plays that are not won, the last one touched first, of one game or of all."""
        columns = (plays.c.id, plays.c.game, plays.c.number, plays.c.head, plays.c.status, plays.c.updated)
        query = (
            select(*columns)
            .where(plays.c.player == player, plays.c.status != "won")
            .order_by(plays.c.updated.desc(), plays.c.id)
            .limit(limit)
        )
        if game is not None:
            query = query.where(plays.c.game == game)
        with self.database.reading() as connection:
            return [Summary(*row) for row in connection.execute(query)]

    def add_time(self, player: int | None, play: str, played_ms: int) -> int:
        """Add to the time a play has taken, as far as the clock allows. Returns the whole, in milliseconds.

        Raises:
            UnknownPlay: this player has none of this id.
        """
        with self.database.writing() as connection:
            row = row_of(connection, player, play, lock=True)
            whole = _longer(row, played_ms, _now())
            connection.execute(update(plays).where(plays.c.id == play).values(played_ms=whole))
        return whole

    @contextmanager
    def write(
        self, player: int | None, play: str, revision: int, request: Request, played_ms: int = 0
    ) -> Iterator[Written]:
        """Do what the request says to the play at this revision, and keep it.

        The same request at the same revision is done once, however often and late it comes: it gets what
        the first one got. ``played_ms`` is added to the time played, as far as the clock allows; it is no part of the
        sameness.

        Raises:
            UnknownPlay: this player has none of this id.
            StaleRevision: the play is not at this revision, and this is not what was done there.
            UnparsableMove, Refused: what the session says to the request.
            OutdatedPlay, UnknownGame: its game is not here any more as it was.
        """
        self._warm(player, play)
        with self.database.writing() as connection:
            row = row_of(connection, player, play, lock=True)
            if row.revision != revision:
                written, kept = self._again(connection, row, revision, request)
            else:
                written, kept = self._write(connection, row, request, played_ms)
        with self._lent(play, kept):
            yield written

    def _write(self, connection: Connection, row: Row[Any], request: Request, played_ms: int) -> tuple[Written, Kept]:
        session = self._kept(connection, row).session
        undone = session.can_redo
        change = request.apply(session)
        if change.moves:
            if undone:
                connection.execute(_DROP_UNDONE, {"of": row.id, "from": row.head})
            own = len(change.moves) - change.set_off
            connection.execute(
                _ADD_MOVES,
                [
                    {"play": row.id, "ply": row.head + place, "text": text, "set_off": place >= own}
                    for place, text in enumerate(change.moves)
                ],
            )
        now = _now()
        whole = _longer(row, played_ms, now)
        connection.execute(
            _LOG,
            {
                "play": row.id,
                "revision": row.revision,
                "request": str(request),
                "played_ms": whole,
                "added": " ".join(request.added(change)) or None,
            },
        )
        connection.execute(
            _ADVANCE,
            {
                "of": row.id,
                "head": session.head,
                "revision": row.revision + 1,
                "status": (status := session.status),
                "played_ms": whole,
                "updated": max(now, row.updated),
                "taken_back": ids_text(session.taken_back),
            },
        )
        if status == "won" and row.won_at is None:
            connection.execute(_WIN, {"of": row.id, "won_at": now, "won_ms": whole, "won_moves": session.head})
            note_winnable(connection, row, "won", played=True)
        kept = Kept(row.revision + 1, session, LastWrite(request, change, whole))
        return Written(replace(_play(row, session), revision=kept.revision, played_ms=whole), change), kept

    def _again(
        self, connection: Connection, row: Row[Any], revision: int, request: Request
    ) -> tuple[Written, Kept | None]:
        """What the first of two same requests got.

        The last write's is kept with the session. For an older one the log is folded up to it: rare, and
        so no answer is ever stored.
        """
        stale = StaleRevision(
            f"the play is at revision {row.revision}, not at {revision}",
            revision=row.revision,
            named=revision,
        )
        log = select(writes.c.request, writes.c.played_ms, writes.c.added).where(writes.c.play == row.id)
        done = connection.execute(log.where(writes.c.revision == revision)).one_or_none()
        if done is None or Request.parse(done.request) != request:
            raise stale
        if revision == row.revision - 1:
            kept = self._kept(connection, row)
            if kept.last is not None and kept.last.request == request:
                play = replace(_play(row, kept.session), played_ms=kept.last.played_ms)
                return Written(play, kept.last.change, repeated=True), kept
            self.shelf.put(row.id, kept)
        session = Session(deal_of(row))
        earlier = log.where(writes.c.revision < revision).order_by(writes.c.revision)
        for before in connection.execute(earlier):
            _do_again(session, before.request, before.added)
        change = _do_again(session, done.request, done.added)
        play = replace(_play(row, session), revision=revision + 1, played_ms=done.played_ms)
        return Written(play, change, repeated=True), None

    # --- sessions ---

    def _warm(self, player: int | None, play: str) -> None:
        """Load a long play before the one writing connection is taken, so that nobody waits for it."""
        if not self.shelf.holds(play):
            with self.database.reading() as connection:
                row = row_of(connection, player, play)
                self.shelf.put(play, self._kept(connection, row))

    def _kept(self, connection: Connection, row: Row[Any]) -> Kept:
        """The play's session at the row's revision, taken from memory or loaded."""
        kept = self.shelf.take(row.id, row.revision)
        if kept is None:
            deal = deal_of(row)
            made = connection.execute(_MOVES, {"of": row.id}).all()
            set_off = frozenset(ply for ply, move in enumerate(made) if move.set_off)
            texts, taken_back = [move.text for move in made], ids_of(row.taken_back)
            kept = Kept(row.revision, Session.load(deal, texts, row.head, set_off, taken_back))
        return kept

    @contextmanager
    def _lent(self, play: str, kept: Kept | None) -> Iterator[None]:
        try:
            yield
        finally:
            if kept is not None:
                self.shelf.put(play, kept)


_MOVES = select(moves.c.text, moves.c.set_off).where(moves.c.play == bindparam("of")).order_by(moves.c.ply)
_ADD_MOVES, _LOG = insert(moves), insert(writes)
_DROP_UNDONE = delete(moves).where(moves.c.play == bindparam("of"), moves.c.ply >= bindparam("from"))
_ADVANCED = ("head", "revision", "status", "played_ms", "updated", "taken_back")
_ADVANCE = update(plays).where(plays.c.id == bindparam("of")).values({name: bindparam(name) for name in _ADVANCED})
_WIN = (
    update(plays)
    .where(plays.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("won_at", "won_ms", "won_moves")})
)


def _row_of_key(connection: Connection, player: int, key: str | None) -> Row[Any] | None:
    """The play that this player has begun with this key. Nobody else can begin one until the transaction ends."""
    if key is None:
        return None
    connection.execute(select(players.c.id).where(players.c.id == player).with_for_update())
    return connection.execute(select(plays).where(plays.c.player == player, plays.c.key == key)).one_or_none()


def _new_player(connection: Connection) -> tuple[int, str]:
    secret = secrets.token_urlsafe(32)
    made = connection.execute(insert(players).values(secret_hash=_hash(secret), created=_now())).inserted_primary_key
    assert made is not None
    return int(made[0]), secret


def _begin(connection: Connection, player: int, session: Session, key: str | None) -> tuple[Play, Kept]:
    """Store a play that nothing has been stored of: its revision is the number of its moves."""
    play, now, deal = new_id(), _now(), session.deal
    made = session.moves
    connection.execute(
        insert(plays).values(
            id=play,
            player=player,
            game=deal.game.id,
            version=deal.game.version,
            deal=deal.text,
            number=deal.number,
            head=len(made),
            revision=len(made),
            status=session.status,
            played_ms=0,
            created=now,
            updated=now,
            key=key,
            given=len(made),
        )
    )
    if made:
        connection.execute(_ADD_MOVES, [{"play": play, "ply": ply, "text": text} for ply, text in enumerate(made)])
        connection.execute(
            _LOG,
            [
                {"play": play, "revision": ply, "request": str(Request("move", text)), "played_ms": 0}
                for ply, text in enumerate(made)
            ],
        )
    if session.status == "won":
        row = connection.execute(select(plays).where(plays.c.id == play)).one()
        note_winnable(connection, row, "won", played=True)
    return Play(play, deal, len(made), 0, session), Kept(len(made), session)


def _longer(row: Row[Any], played_ms: int, now: int) -> int:
    """The time played, with no more added than has gone by since the last write, nor more in all than since the
    beginning; a little slack is given.
    """
    before, created, updated = int(row.played_ms), int(row.created), int(row.updated)
    added = min(played_ms, max(0, now - updated) + SLACK_MS)
    most = min(max(0, now - created) + SLACK_MS, LONGEST_PLAYED_MS)
    return max(before, min(before + added, most))


def _play(row: Row[Any], session: Session) -> Play:
    return Play(row.id, session.deal, row.revision, row.played_ms, session, hints_of(row), bool(row.shown))


def _do_again(session: Session, request: str, added: str | None) -> Change:
    """What a write in the log did: the moves that were made by themselves are those that were made then."""
    return Request.parse(request).apply(session, (added or "").split())


def _hash(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()
