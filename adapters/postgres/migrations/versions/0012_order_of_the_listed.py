"""The order of the list is kept of those who are listed alone: a page far down is reached without a look at students.

And words are taken away by their keys, also where the plan was made while there were none.
"""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

_LISTED = sa.text("school_deleted_at is null and merged_into_id is null")
_ORDERS = {
    "ix_students_sort": ["sort_key", "id"],
    "ix_students_status_sort": ["status_id", "sort_key", "id"],
}


def upgrade() -> None:
    for name, columns in _ORDERS.items():
        op.drop_index(name, table_name="students")
        op.create_index(
            name, "students", columns, unique=False, postgresql_where=_LISTED, postgresql_include=["system_status"]
        )
    op.execute("alter function keep_words() set enable_seqscan = off")


def downgrade() -> None:
    op.execute("alter function keep_words() reset enable_seqscan")
    for name, columns in _ORDERS.items():
        op.drop_index(name, table_name="students")
        op.create_index(name, "students", columns, unique=False)
