"""When a push was told is in no index any more: a class sent anew rewrites its twenty rows where they stand."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

REFUSED = sa.text("state in ('failed', 'unknown')")


def upgrade() -> None:
    _index("lesson_id")


def downgrade() -> None:
    _index("changed_at")


def _index(column: str) -> None:
    op.drop_index("ix_attendance_pushes_refused", table_name="attendance_pushes")
    op.create_index("ix_attendance_pushes_refused", "attendance_pushes", [column], postgresql_where=REFUSED)
