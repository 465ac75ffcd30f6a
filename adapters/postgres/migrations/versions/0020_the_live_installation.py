"""The live installation: any other one sends nothing outside (D-159)."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "installations",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("live_place", sa.Text(), nullable=True),
        sa.Column("live_since", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("id = 1", name=op.f("ck_installations_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installations")),
    )


def downgrade() -> None:
    op.drop_table("installations")
