"""The tables: players, their plays, the moves of a play, the log of writes that led to them, the verdicts of deals.

::

    players ──< plays ──< moves     the moves of the play as it stands, undone ones at its end included
                   └────< writes    everything that ever changed it, never altered
    verdicts                        whether a deal can be won, for all plays of it
    days                            which deal was the one of a day

``moves`` with ``plays.head`` is what a play is loaded from; ``writes`` is what a repeated request is
answered from. A migration, not this file, makes the tables; a test holds the two together.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    false,
)

__all__ = ["days", "metadata", "moves", "players", "plays", "verdicts", "writes"]

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True, comment="SHA-256 of the cookie, in hex"),
    Column("created", BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
)

plays = Table(
    "plays",
    metadata,
    Column("id", String(32), primary_key=True, comment="random, so that it can't be guessed"),
    Column("player", ForeignKey("players.id", ondelete="CASCADE"), nullable=False),
    Column("game", String(64), nullable=False),
    Column("version", Integer, nullable=False, comment="the game's, when the play began"),
    Column("deal", Text, nullable=False, comment="the cards in deal order"),
    Column("number", String(24), nullable=True, comment="the deal's number; null: it was given as text"),
    Column("head", Integer, nullable=False, comment="how many of the moves are played, the rest is undone"),
    Column("revision", Integer, nullable=False, comment="rises with each write"),
    Column("status", String(8), nullable=False),
    Column("played_ms", BigInteger, nullable=False),
    Column("created", BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
    Column("updated", BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
    Column("key", String(64), nullable=True, comment="made by the player's side, so that one request begins one play"),
    Column("given", Integer, nullable=False, server_default="0", comment="so many moves it began with"),
    Column("advised", Integer, nullable=False, server_default="0", comment="hints of the fair player given"),
    Column("oracled", Integer, nullable=False, server_default="0", comment="hints of the oracle given"),
    Column("light", Boolean, nullable=False, server_default=false(), comment="the status light was on"),
    Column("shown", Boolean, nullable=False, server_default=false(), comment="a proven line was, before any win"),
    Column("won_at", BigInteger, nullable=True, comment="the first win; undo changes nothing of it"),
    Column("won_ms", BigInteger, nullable=True, comment="the time played then"),
    Column("won_moves", Integer, nullable=True, comment="and the moves made"),
    Column("origin", String(64), nullable=True, comment="what it was called where it was brought from"),
    Column("taken_back", Text, nullable=True, comment="ids of cards that undo took off a foundation; they stay down"),
    CheckConstraint("status IN ('open', 'won', 'stuck')", name="status"),
    CheckConstraint("head >= 0 AND revision >= 0 AND played_ms >= 0", name="counts"),
)

Index(None, plays.c.player, plays.c.updated)
Index(None, plays.c.player, plays.c.key, unique=True)
Index(None, plays.c.player, plays.c.origin, unique=True)
Index(None, plays.c.game, plays.c.number)

moves = Table(
    "moves",
    metadata,
    Column("play", ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
    Column("ply", Integer, primary_key=True, comment="from 0"),
    Column("text", String(24), nullable=False),
    Column("set_off", Boolean, nullable=False, server_default=false(), comment="by the move before"),
)

writes = Table(
    "writes",
    metadata,
    Column("play", ForeignKey("plays.id", ondelete="CASCADE"), primary_key=True),
    Column("revision", Integer, primary_key=True, comment="the one that the request named, from 0"),
    Column("request", String(48), nullable=False, comment="'move n3xs5', 'undo', …"),
    Column("played_ms", BigInteger, nullable=False, comment="the play's after this write"),
    Column("added", Text, nullable=True, comment="the moves that were made by themselves"),
)

verdicts = Table(
    "verdicts",
    metadata,
    Column("deal", Text, primary_key=True, comment="the cards in deal order"),
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("outcome", String(8), nullable=False, comment="of the deal, whatever is played"),
    CheckConstraint("outcome IN ('won', 'lost', 'unknown')", name="outcome"),
)

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True, comment="by ISO 8601"),
    Column("game", String(64), primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("number", String(24), nullable=False, comment="of the deal of that day"),
)
