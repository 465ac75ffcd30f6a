"""The KPI of homework is counted from an index of homework alone."""

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.drop_index("ix_submissions_group", table_name="submissions")
    op.create_index(
        "ix_submissions_group",
        "submissions",
        ["group_id", "status"],
        postgresql_where=sa.text("homework_id is not null"),
        postgresql_include=["due_at", "status_before"],
    )


def downgrade() -> None:
    op.drop_index("ix_submissions_group", table_name="submissions")
    op.create_index("ix_submissions_group", "submissions", ["group_id", "status"], postgresql_include=["due_at"])
