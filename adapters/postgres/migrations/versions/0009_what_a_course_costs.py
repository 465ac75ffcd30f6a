"""What a course costs a month."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("courses", sa.Column("price", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("courses", "price")
