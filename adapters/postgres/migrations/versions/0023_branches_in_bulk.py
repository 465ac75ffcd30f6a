"""Bulk operations change branches, and may be about academics and staff."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

KIND, ENTITY = "ck_bulk_acts_kind", "ck_bulk_acts_entity"
BEFORE = "kind in ('block', 'unblock', 'add_to_group', 'undo_block')"
AFTER = "kind in ('block', 'unblock', 'add_to_group', 'undo_block', 'change_branch', 'undo_change_branch')"


def upgrade() -> None:
    op.add_column("bulk_acts", sa.Column("entity", sa.Text(), server_default=sa.text("'student'"), nullable=False))
    op.create_check_constraint(op.f(ENTITY), "bulk_acts", "entity in ('student', 'teacher', 'user')")
    op.drop_constraint(op.f(KIND), "bulk_acts", type_="check")
    op.create_check_constraint(op.f(KIND), "bulk_acts", AFTER)


def downgrade() -> None:
    op.execute("delete from bulk_acts where kind in ('change_branch', 'undo_change_branch') or entity <> 'student'")
    op.drop_constraint(op.f(KIND), "bulk_acts", type_="check")
    op.create_check_constraint(op.f(KIND), "bulk_acts", BEFORE)
    op.drop_constraint(op.f(ENTITY), "bulk_acts", type_="check")
    op.drop_column("bulk_acts", "entity")
