"""Players, plays, moves and the log of writes."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.Integer, nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False, comment="SHA-256 of the cookie, in hex"),
        sa.Column("created", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("secret_hash", name="uq_players_secret_hash"),
    )
    op.create_table(
        "plays",
        sa.Column("id", sa.String(32), nullable=False, comment="random, so that it can't be guessed"),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False, comment="the game's, when the play began"),
        sa.Column("deal", sa.Text, nullable=False, comment="the cards in deal order"),
        sa.Column("number", sa.String(24), nullable=True, comment="the deal's number; null: it was given as text"),
        sa.Column("head", sa.Integer, nullable=False, comment="how many of the moves are played, the rest is undone"),
        sa.Column("revision", sa.Integer, nullable=False, comment="rises with each write"),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("played_ms", sa.BigInteger, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
        sa.Column("updated", sa.BigInteger, nullable=False, comment="milliseconds since 1970, UTC"),
        sa.PrimaryKeyConstraint("id", name="pk_plays"),
        sa.ForeignKeyConstraint(["player"], ["players.id"], name="fk_plays_player", ondelete="CASCADE"),
        sa.CheckConstraint("status IN ('open', 'won', 'stuck')", name=op.f("ck_plays_status")),
        sa.CheckConstraint("head >= 0 AND revision >= 0 AND played_ms >= 0", name=op.f("ck_plays_counts")),
    )
    op.create_index("ix_plays_player_updated", "plays", ["player", "updated"])
    op.create_table(
        "moves",
        sa.Column("play", sa.String(32), nullable=False),
        sa.Column("ply", sa.Integer, nullable=False, comment="from 0"),
        sa.Column("text", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("play", "ply", name="pk_moves"),
        sa.ForeignKeyConstraint(["play"], ["plays.id"], name="fk_moves_play", ondelete="CASCADE"),
    )
    op.create_table(
        "writes",
        sa.Column("play", sa.String(32), nullable=False),
        sa.Column("revision", sa.Integer, nullable=False, comment="the one that the request named, from 0"),
        sa.Column("request", sa.String(32), nullable=False, comment="'move n3xs5', 'undo', …"),
        sa.Column("played_ms", sa.BigInteger, nullable=False, comment="the play's after this write"),
        sa.PrimaryKeyConstraint("play", "revision", name="pk_writes"),
        sa.ForeignKeyConstraint(["play"], ["plays.id"], name="fk_writes_play", ondelete="CASCADE"),
    )


def downgrade() -> None:
    for table in ("writes", "moves", "plays", "players"):
        op.drop_table(table)
