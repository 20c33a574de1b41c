"""The row of a play, found and read."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from sqlalchemy import Connection, Row, bindparam, select

from wendekreis.deals import Deal, parse_deal
from wendekreis.errors import OutdatedPlay, UnknownPlay
from wendekreis.games import game as game_by_id
from wendekreis.store.tables import plays

__all__ = ["deal_of", "ids_of", "ids_text", "row_of"]

_ROW = select(plays).where(plays.c.id == bindparam("of"), plays.c.player == bindparam("by"))
_ROW_LOCKED = _ROW.with_for_update()  # SQLite has no row locks, and needs none: it has one writer


def row_of(connection: Connection, player: int | None, play: str, *, lock: bool = False) -> Row[Any]:
    """The row of a player's play; with ``lock``, nobody else may change it until the transaction ends.

    Raises:
        UnknownPlay: this player has none of this id.
    """
    query = _ROW_LOCKED if lock else _ROW
    readable = play.isascii() and play.isprintable()  # PostgreSQL refuses a NUL in a text
    row = connection.execute(query, {"of": play, "by": player}).one_or_none() if readable else None
    if row is None:
        raise UnknownPlay("there is no such play among yours")
    return row


def deal_of(row: Row[Any]) -> Deal:
    """The deal that a play is of.

    Raises:
        OutdatedPlay, UnknownGame: its game is not here any more as it was.
    """
    game = game_by_id(row.game)
    if game.version != row.version:
        raise OutdatedPlay(
            f"this play is of version {row.version} of {game.id}, which is at version {game.version} now",
            game=game.id,
            version=row.version,
        )
    return replace(parse_deal(game, row.deal), number=row.number)


def ids_text(ids: Collection[int]) -> str | None:
    """Ids of cards as a row keeps them; none are null.

    >>> ids_text({7, 3}), ids_of("3 7"), ids_text(()), ids_of(None)
    ('3 7', (3, 7), None, ())
    """
    return " ".join(map(str, sorted(ids))) or None


def ids_of(text: str | None) -> tuple[int, ...]:
    """The other way round."""
    return tuple(map(int, (text or "").split()))
