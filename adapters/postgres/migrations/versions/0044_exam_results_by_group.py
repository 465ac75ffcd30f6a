"""The exam KPIs of all groups are counted from an index alone (D-77)."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0043"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_submissions_exam_results",
        "submissions",
        ["group_id", "exam_id", "result"],
        postgresql_where=sa.text("exam_id is not null"),
    )


def downgrade() -> None:
    op.drop_index("ix_submissions_exam_results", table_name="submissions")
