"""Exams that a whole class takes, and entries that follow a merged student."""

import sqlalchemy as sa
from alembic import op

revision = "0036"
down_revision = "0034"
branch_labels = None
depends_on = None

_FUNCTION = """
create or replace function ledger_entries_append_only() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and old.in_force and not new.in_force
            and to_jsonb(old) - 'in_force' = to_jsonb(new) - 'in_force' then
        return new;
    end if;
    {more}raise exception 'the ledger is append-only';
end $$
"""
# the transaction of a merge says so; then nothing but the student changes
_MERGES = """if tg_op = 'UPDATE' and current_setting('markaz.merging', true) = 'on'
            and to_jsonb(old) - 'student_id' = to_jsonb(new) - 'student_id' then
        return new;
    end if;
    """


def upgrade() -> None:
    op.add_column("exams", sa.Column("whole_class", sa.Boolean(), server_default="true", nullable=False))
    op.execute(_FUNCTION.format(more=_MERGES))


def downgrade() -> None:
    op.execute(_FUNCTION.format(more=""))
    op.drop_column("exams", "whole_class")
