"""XP and silver: levels, actions, the ledger and its balances."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0027"
down_revision = "0025"
branch_labels = None
depends_on = None

# entries are never changed or deleted (D-30); an award that is reversed leaves its force
APPEND_ONLY = """
create function ledger_entries_append_only() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and old.in_force and not new.in_force
            and to_jsonb(old) - 'in_force' = to_jsonb(new) - 'in_force' then
        return new;
    end if;
    raise exception 'the ledger is append-only';
end $$
"""
TRIGGER = """
create trigger ledger_entries_append_only before update or delete on ledger_entries
for each row execute function ledger_entries_append_only()
"""


def upgrade() -> None:
    op.create_table(
        "actions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("built_in", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("by_default", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("enabled", sa.Boolean(), server_default="true", nullable=False),
        sa.Column("starts_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("kind between 1 and 5", name=op.f("ck_actions_kind")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_actions")),
    )
    op.create_index("uq_actions_built_in", "actions", ["kind"], unique=True, postgresql_where=sa.text("built_in"))
    op.create_table(
        "levels",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("required_xp", sa.Integer(), nullable=False),
        sa.Column("xp_proportion", sa.SmallInteger(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("required_xp >= 0", name=op.f("ck_levels_required_xp")),
        sa.CheckConstraint("xp_proportion between 0 and 1000", name=op.f("ck_levels_xp_proportion")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_levels")),
        sa.UniqueConstraint("required_xp", name=op.f("uq_levels_required_xp")),
    )
    op.create_table(
        "action_levels",
        sa.Column("action_id", sa.BigInteger(), nullable=False),
        sa.Column("level_id", sa.BigInteger(), nullable=False),
        sa.Column("amounts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["action_id"], ["actions.id"], name=op.f("fk_action_levels_action_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["level_id"], ["levels.id"], name=op.f("fk_action_levels_level_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("action_id", "level_id", name=op.f("pk_action_levels")),
    )
    op.create_index(op.f("ix_action_levels_level_id"), "action_levels", ["level_id"], unique=False)
    op.create_table(
        "balances",
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("xp", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("silver", sa.BigInteger(), server_default="0", nullable=False),
        sa.CheckConstraint("xp >= 0", name=op.f("ck_balances_xp")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_balances_student_id")),
        sa.PrimaryKeyConstraint("student_id", name=op.f("pk_balances")),
    )
    op.create_index("ix_balances_xp", "balances", ["xp"], unique=False)
    op.create_table(
        "category_balances",
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("category_id", sa.BigInteger(), nullable=False),
        sa.Column("xp", sa.BigInteger(), server_default="0", nullable=False),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_category_balances_category_id")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_category_balances_student_id")),
        sa.PrimaryKeyConstraint("student_id", "category_id", name=op.f("pk_category_balances")),
    )
    op.create_index("ix_category_balances_rank", "category_balances", ["category_id", "xp"], unique=False)
    op.create_table(
        "group_actions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("action_id", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("changed_by", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["action_id"], ["actions.id"], name=op.f("fk_group_actions_action_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["changed_by"], ["users.id"], name=op.f("fk_group_actions_changed_by")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_group_actions_group_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_group_actions")),
    )
    op.create_index(op.f("ix_group_actions_action_id"), "group_actions", ["action_id"], unique=False)
    op.create_index(op.f("ix_group_actions_group_id"), "group_actions", ["group_id"], unique=False)
    op.create_index(
        "uq_group_actions_open",
        "group_actions",
        ["group_id", "action_id"],
        unique=True,
        postgresql_where=sa.text("until is null"),
    )
    op.create_table(
        "ledger_entries",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cause_kind", sa.Text(), nullable=False),
        sa.Column("cause_source", sa.Text(), nullable=False),
        sa.Column("in_force", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("achievement", sa.Text(), nullable=True),
        sa.Column("action_id", sa.BigInteger(), nullable=True),
        sa.Column("group_id", sa.BigInteger(), nullable=True),
        sa.Column("category_id", sa.BigInteger(), nullable=True),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("silver", sa.Integer(), nullable=False),
        sa.Column("level", sa.SmallInteger(), nullable=False),
        sa.Column("xp_proportion", sa.SmallInteger(), nullable=False),
        sa.Column("reverses_id", sa.BigInteger(), nullable=True),
        sa.Column("replaces_id", sa.BigInteger(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("details", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("made_by", sa.BigInteger(), nullable=True),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("xp_after", sa.BigInteger(), nullable=False),
        sa.Column("silver_after", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("(kind = 'reversal') = (reverses_id is not null)", name=op.f("ck_ledger_entries_reverses")),
        sa.CheckConstraint("kind <> 'purchase' or silver_after >= 0", name=op.f("ck_ledger_entries_purchase")),
        sa.CheckConstraint("kind in ('award', 'reversal', 'purchase', 'refund')", name=op.f("ck_ledger_entries_kind")),
        sa.CheckConstraint("not in_force or kind = 'award'", name=op.f("ck_ledger_entries_in_force")),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_ledger_entries_category_id")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_ledger_entries_group_id")),
        sa.ForeignKeyConstraint(["made_by"], ["users.id"], name=op.f("fk_ledger_entries_made_by")),
        sa.ForeignKeyConstraint(["replaces_id"], ["ledger_entries.id"], name=op.f("fk_ledger_entries_replaces_id")),
        sa.ForeignKeyConstraint(["reverses_id"], ["ledger_entries.id"], name=op.f("fk_ledger_entries_reverses_id")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_ledger_entries_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_entries")),
        sa.UniqueConstraint("replaces_id", name=op.f("uq_ledger_entries_replaces_id")),
        sa.UniqueConstraint("reverses_id", name=op.f("uq_ledger_entries_reverses_id")),
    )
    op.create_index(
        "ix_ledger_entries_cause",
        "ledger_entries",
        ["cause_kind", "cause_source"],
        unique=False,
        postgresql_where=sa.text("in_force"),
    )
    op.create_index("ix_ledger_entries_student", "ledger_entries", ["student_id", "id"], unique=False)
    op.create_index(
        "uq_ledger_entries_in_force",
        "ledger_entries",
        ["student_id", "cause_kind", "cause_source"],
        unique=True,
        postgresql_where=sa.text("in_force"),
    )
    op.create_index(
        "uq_ledger_entries_purchase",
        "ledger_entries",
        ["student_id", "cause_kind", "cause_source"],
        unique=True,
        postgresql_where=sa.text("kind = 'purchase'"),
    )
    op.execute(APPEND_ONLY)
    op.execute(TRIGGER)


def downgrade() -> None:
    op.drop_index(
        "uq_ledger_entries_purchase", table_name="ledger_entries", postgresql_where=sa.text("kind = 'purchase'")
    )
    op.drop_index("uq_ledger_entries_in_force", table_name="ledger_entries", postgresql_where=sa.text("in_force"))
    op.drop_index("ix_ledger_entries_student", table_name="ledger_entries")
    op.drop_index("ix_ledger_entries_cause", table_name="ledger_entries", postgresql_where=sa.text("in_force"))
    op.drop_table("ledger_entries")
    op.drop_index("uq_group_actions_open", table_name="group_actions", postgresql_where=sa.text("until is null"))
    op.drop_index(op.f("ix_group_actions_group_id"), table_name="group_actions")
    op.drop_index(op.f("ix_group_actions_action_id"), table_name="group_actions")
    op.drop_table("group_actions")
    op.drop_index("ix_category_balances_rank", table_name="category_balances")
    op.drop_table("category_balances")
    op.drop_index("ix_balances_xp", table_name="balances")
    op.drop_table("balances")
    op.drop_index(op.f("ix_action_levels_level_id"), table_name="action_levels")
    op.drop_table("action_levels")
    op.drop_table("levels")
    op.drop_index("uq_actions_built_in", table_name="actions", postgresql_where=sa.text("built_in"))
    op.drop_table("actions")
    op.execute("drop function ledger_entries_append_only()")
