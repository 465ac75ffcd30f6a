"""The total of the checking queue is counted from its index alone."""

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

QUEUED = sa.text("status in (1, 4) and homework_id is not null")


def upgrade() -> None:
    op.drop_index("ix_submissions_queue", table_name="submissions")
    op.create_index(
        "ix_submissions_queue",
        "submissions",
        ["due_at", "id"],
        postgresql_where=QUEUED,
        postgresql_include=["group_id", "status", "status_before", "claimed_at"],
    )


def downgrade() -> None:
    op.drop_index("ix_submissions_queue", table_name="submissions")
    op.create_index("ix_submissions_queue", "submissions", ["due_at", "id"], postgresql_where=QUEUED)
