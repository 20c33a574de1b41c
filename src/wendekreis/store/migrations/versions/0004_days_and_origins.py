"""The deals of days; where plays were brought from."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    origin = sa.Column("origin", sa.String(64), nullable=True, comment="what it was called where it was brought from")
    op.add_column("plays", origin)
    op.create_index("ix_plays_player_origin", "plays", ["player", "origin"], unique=True)
    op.create_index("ix_plays_game_number", "plays", ["game", "number"])
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), nullable=False, comment="by ISO 8601"),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("number", sa.String(24), nullable=False, comment="of the deal of that day"),
        sa.PrimaryKeyConstraint("day", "game", "version", name="pk_days"),
    )


def downgrade() -> None:
    op.drop_table("days")
    op.drop_index("ix_plays_game_number", "plays")
    op.drop_index("ix_plays_player_origin", "plays")
    op.drop_column("plays", "origin")
