"""A lesson tells that it was made when it had ended already: nobody could have said then that he was there."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("lessons", sa.Column("made_afterwards", sa.Boolean(), server_default="false", nullable=False))


def downgrade() -> None:
    op.drop_column("lessons", "made_afterwards")
