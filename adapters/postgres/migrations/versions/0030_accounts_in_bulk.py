"""Bulk operations open accounts."""

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None

KIND = "ck_bulk_acts_kind"
_BEFORE = ("block", "unblock", "add_to_group", "undo_block", "change_branch", "undo_change_branch")
_OPENING = ("open_accounts", "undo_open_accounts")


def _kinds(*kinds: str) -> str:
    return f"kind in ({', '.join(repr(kind) for kind in kinds)})"


def upgrade() -> None:
    op.drop_constraint(op.f(KIND), "bulk_acts", type_="check")
    op.create_check_constraint(op.f(KIND), "bulk_acts", _kinds(*_BEFORE, *_OPENING))


def downgrade() -> None:
    op.execute("delete from bulk_acts where kind in ('open_accounts', 'undo_open_accounts')")
    op.drop_constraint(op.f(KIND), "bulk_acts", type_="check")
    op.create_check_constraint(op.f(KIND), "bulk_acts", _kinds(*_BEFORE))
