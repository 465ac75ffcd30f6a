"""What has to be counted is counted in indexes: who is listed, with his status, and who learns in a group now."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index(
        "ix_students_listed",
        "students",
        ["id", "status_id", "system_status"],
        unique=False,
        postgresql_where=sa.text("school_deleted_at is null and merged_into_id is null"),
    )
    op.create_index(
        "ix_enrolments_members",
        "enrolments",
        ["group_id", "student_id"],
        unique=False,
        postgresql_where=sa.text("school_deleted_at is null"),
    )


def downgrade() -> None:
    op.drop_index("ix_enrolments_members", table_name="enrolments")
    op.drop_index("ix_students_listed", table_name="students")
