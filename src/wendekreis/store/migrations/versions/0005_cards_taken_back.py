"""Which cards an undo took off a foundation."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    comment = "ids of cards that undo took off a foundation; they stay down"
    op.add_column("plays", sa.Column("taken_back", sa.Text, nullable=True, comment=comment))


def downgrade() -> None:
    op.drop_column("plays", "taken_back")
