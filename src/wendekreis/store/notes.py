"""What is noted beside the moves of a play: the hints that were given, and whether its deal can be won.

None of it changes the play's revision, so it may come at any time.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Row, and_, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from wendekreis.deals import Deal
from wendekreis.errors import UnknownPlay
from wendekreis.games import games
from wendekreis.store.database import Database
from wendekreis.store.rows import deal_of, row_of
from wendekreis.store.statistics import GameStatistics, Outcome, statistics
from wendekreis.store.tables import plays, verdicts

__all__ = ["NO_HINTS", "Hints", "Notes", "hints_of", "note_winnable"]

_UPSERTS: Mapping[str, Any] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}


class Hints(NamedTuple):
    """How many hints of each kind a play has been given."""

    advice: int = 0
    oracle: int = 0


NO_HINTS = Hints()


class Notes:
    """The part of the store that takes notes. Every method may raise a ``StoreError``; then nothing was changed."""

    database: Database

    def count_hint(self, player: int | None, play: str, kind: Literal["advice", "oracle"]) -> Hints:
        """Count one more hint. Returns how many there have been now.

        Raises:
            UnknownPlay: this player has none of this id.
        """
        with self.database.writing() as connection:
            before = hints_of(row_of(connection, player, play, lock=True))
            after = before._replace(**{kind: getattr(before, kind) + 1})
            _set(connection, play, advised=after.advice, oracled=after.oracle)
        return after

    def note_light(self, player: int | None, play: str) -> None:
        """Note that the status light has shown something of this play.

        Raises:
            UnknownPlay: this player has none of this id.
        """
        with self.database.reading() as connection:
            noted = row_of(connection, player, play).light
        if not noted:
            with self.database.writing() as connection:
                _set(connection, play, light=True)

    def note_shown(self, player: int | None, play: str) -> None:
        """Note that a proven line was shown, so that a win from now on is none of the player's own. A win that there
        has been stays one.

        Raises:
            UnknownPlay: this player has none of this id.
        """
        with self.database.writing() as connection:
            row = row_of(connection, player, play, lock=True)
            if row.won_at is None and not row.shown:
                _set(connection, play, shown=True)

    def set_winnable(self, play: str, outcome: Outcome) -> None:
        """Note whether the deal of a play can be won, for all plays of this deal, whoever's they are.

        What is proven stays: only an ``"unknown"`` is replaced.

        Raises:
            UnknownPlay: there is no such play.
        """
        with self.database.writing() as connection:
            row = connection.execute(select(plays).where(plays.c.id == play)).one_or_none()
            if row is None:
                raise UnknownPlay("there is no such play")
            note_winnable(connection, row, outcome)

    def statistics(self, player: int | None, games: Sequence[str]) -> tuple[GameStatistics, ...]:
        """How a player has done at each of these games, in their order; see :mod:`wendekreis.store.statistics`."""
        with self.database.reading() as connection:
            return statistics(connection, player, games)

    def plays_without_verdict(self, player: int, limit: int = 10) -> list[tuple[str, Deal]]:
        """Plays that count in the statistics and of whose deals nothing is known, not even that it is unknown: each
        deal once, with the id of a play of it, the last begun first.
        """
        here = [and_(plays.c.game == game.id, plays.c.version == game.version) for game in games().values()]
        decided = select(verdicts.c.deal).where(
            verdicts.c.deal == plays.c.deal, verdicts.c.game == plays.c.game, verdicts.c.version == plays.c.version
        )
        query = (
            select(plays)
            .where(plays.c.player == player, plays.c.revision > 0, plays.c.given == 0, or_(*here))
            .where(~decided.exists())
            .order_by(plays.c.created.desc(), plays.c.id)
            .limit(16 * limit)  # many plays of one deal would be strange
        )
        found: dict[tuple[str, str], tuple[str, Deal]] = {}
        with self.database.reading() as connection:
            for row in connection.execute(query):
                if len(found) == limit:
                    break
                if (row.game, row.deal) not in found:
                    found[row.game, row.deal] = (row.id, deal_of(row))
        return list(found.values())


def hints_of(row: Row[Any]) -> Hints:
    """The hints that a play's row tells of."""
    return Hints(row.advised, row.oracled)


def note_winnable(connection: Connection, row: Row[Any], outcome: Outcome, *, played: bool = False) -> None:
    """Note whether the deal of a play's row can be won.

    ``played`` says that it has been: that is proof beyond any other.
    """
    note = _UPSERTS[connection.dialect.name](verdicts).values(
        deal=row.deal, game=row.game, version=row.version, outcome=outcome
    )
    replaced = verdicts.c.outcome != "won" if played else verdicts.c.outcome == "unknown"
    keys = ["deal", "game", "version"]
    connection.execute(note.on_conflict_do_update(index_elements=keys, set_={"outcome": outcome}, where=replaced))


def _set(connection: Connection, play: str, **values: object) -> None:
    connection.execute(update(plays).where(plays.c.id == play).values(**values))
