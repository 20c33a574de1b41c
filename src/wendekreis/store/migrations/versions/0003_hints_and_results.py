"""Moves set off by others; hints and results of plays; verdicts of deals."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def columns() -> list[sa.Column]:
    """What is new of a play."""
    return [
        sa.Column("given", sa.Integer, nullable=False, server_default="0", comment="so many moves it began with"),
        sa.Column("advised", sa.Integer, nullable=False, server_default="0", comment="hints of the fair player given"),
        sa.Column("oracled", sa.Integer, nullable=False, server_default="0", comment="hints of the oracle given"),
        sa.Column("light", sa.Boolean, nullable=False, server_default=sa.false(), comment="the status light was on"),
        sa.Column(
            "shown", sa.Boolean, nullable=False, server_default=sa.false(), comment="a proven line was, before any win"
        ),
        sa.Column("won_at", sa.BigInteger, nullable=True, comment="the first win; undo changes nothing of it"),
        sa.Column("won_ms", sa.BigInteger, nullable=True, comment="the time played then"),
        sa.Column("won_moves", sa.Integer, nullable=True, comment="and the moves made"),
    ]


def upgrade() -> None:
    set_off = sa.Column("set_off", sa.Boolean, nullable=False, server_default=sa.false(), comment="by the move before")
    op.add_column("moves", set_off)
    # No other table refers to this one, so that SQLite may make it anew.
    with op.batch_alter_table("writes") as writes:
        writes.alter_column("request", type_=sa.String(48), existing_type=sa.String(32), existing_nullable=False)
        writes.add_column(sa.Column("added", sa.Text, nullable=True, comment="the moves that were made by themselves"))
    for column in columns():
        op.add_column("plays", column)
    op.execute(
        "UPDATE plays SET won_at = updated, won_ms = played_ms, won_moves = head WHERE status = 'won'",
    )
    op.create_table(
        "verdicts",
        sa.Column("deal", sa.Text, nullable=False, comment="the cards in deal order"),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("outcome", sa.String(8), nullable=False, comment="of the deal, whatever is played"),
        sa.PrimaryKeyConstraint("deal", "game", "version", name="pk_verdicts"),
        sa.CheckConstraint("outcome IN ('won', 'lost', 'unknown')", name=op.f("ck_verdicts_outcome")),
    )
    op.execute(
        "INSERT INTO verdicts (deal, game, version, outcome) "
        "SELECT DISTINCT deal, game, version, 'won' FROM plays WHERE status = 'won'"
    )


def downgrade() -> None:
    op.drop_table("verdicts")
    for column in columns():
        op.drop_column("plays", column.name)
    with op.batch_alter_table("writes") as writes:
        writes.drop_column("added")
        writes.alter_column("request", type_=sa.String(32), existing_type=sa.String(48), existing_nullable=False)
    op.drop_column("moves", "set_off")
