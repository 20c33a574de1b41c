"""A key by which a request to begin a play is known again."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    comment = "made by the player's side, so that one request begins one play"
    op.add_column("plays", sa.Column("key", sa.String(64), nullable=True, comment=comment))
    op.create_index("ix_plays_player_key", "plays", ["player", "key"], unique=True)


def downgrade() -> None:
    op.drop_index("ix_plays_player_key", "plays")
    op.drop_column("plays", "key")
