"""Groups are reached in the order of their lists, and those of a course that are active are counted, in indexes alone."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

_ORDERS = {"ix_groups_sort": ["sort_key", "id"], "ix_groups_status_sort": ["status", "sort_key", "id"]}


def upgrade() -> None:
    op.create_index(
        "ix_groups_active",
        "groups",
        ["course_id", "id"],
        unique=False,
        postgresql_where=sa.text("status = 2 and school_deleted_at is null"),
    )
    for name, columns in _ORDERS.items():
        op.create_index(
            name,
            "groups",
            columns,
            unique=False,
            postgresql_where=sa.text("school_deleted_at is null"),
            postgresql_include=["office_id"],
        )


def downgrade() -> None:
    for name in _ORDERS:
        op.drop_index(name, table_name="groups")
    op.drop_index("ix_groups_active", table_name="groups")
