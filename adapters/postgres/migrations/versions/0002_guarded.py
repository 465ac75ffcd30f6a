"""Writes safe to repeat, an audit log that only grows and is sealed, synchronisation that asks before it removes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_seals",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("audit_ids", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_seals")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("user_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("route", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("body_digest", sa.Text(), nullable=False),
        sa.Column("answer", sa.LargeBinary(), nullable=False),
        sa.Column("secret", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("user_id", "route", "key", name=op.f("pk_idempotency_keys")),
    )
    op.create_index("ix_idempotency_keys_created_at", "idempotency_keys", ["created_at"], unique=False)
    op.create_table(
        "subject_keys",
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("sealed_key", sa.LargeBinary(), nullable=True),
        sa.Column("destroyed_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("entity", "entity_id", name=op.f("pk_subject_keys")),
    )
    op.create_table(
        "timers",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_timers")),
    )
    op.create_table(
        "audit_pending",
        sa.Column("audit_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(["audit_id"], ["audits.id"], name=op.f("fk_audit_pending_audit_id")),
        sa.PrimaryKeyConstraint("audit_id", name=op.f("pk_audit_pending")),
    )
    op.create_table(
        "sticky_fields",
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("field", sa.Text(), nullable=False),
        sa.Column("school_value", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("run_id", sa.BigInteger(), nullable=True),
        sa.Column("marked_by", sa.BigInteger(), nullable=True),
        sa.Column("marked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(["marked_by"], ["users.id"], name=op.f("fk_sticky_fields_marked_by")),
        sa.ForeignKeyConstraint(["run_id"], ["sync_runs.id"], name=op.f("fk_sticky_fields_run_id")),
        sa.PrimaryKeyConstraint("entity", "entity_id", "field", name=op.f("pk_sticky_fields")),
    )
    op.add_column("jobs", sa.Column("beat_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index(
        "ix_outbox_job",
        "outbox",
        [sa.literal_column("cast(payload ->> 'jobId' as bigint)")],
        unique=False,
        postgresql_where=sa.text("topic = 'job'"),
    )
    op.add_column("sync_parked", sa.Column("shown_in", sa.BigInteger(), nullable=True))
    op.create_foreign_key(op.f("fk_sync_parked_shown_in"), "sync_parked", "sync_runs", ["shown_in"], ["id"])
    op.add_column("sync_runs", sa.Column("full", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("sync_runs", sa.Column("approves_id", sa.BigInteger(), nullable=True))
    op.add_column("sync_runs", sa.Column("allowed_by", sa.BigInteger(), nullable=True))
    op.add_column("sync_runs", sa.Column("comment", sa.Text(), server_default="", nullable=False))
    op.add_column("sync_runs", sa.Column("reverts_id", sa.BigInteger(), nullable=True))
    op.add_column("sync_runs", sa.Column("reverted_by", sa.BigInteger(), nullable=True))
    op.add_column("sync_runs", sa.Column("reverted_at", sa.DateTime(timezone=True), nullable=True))
    op.create_foreign_key(op.f("fk_sync_runs_approves_id"), "sync_runs", "sync_runs", ["approves_id"], ["id"])
    op.create_foreign_key(op.f("fk_sync_runs_reverted_by"), "sync_runs", "users", ["reverted_by"], ["id"])
    op.create_foreign_key(op.f("fk_sync_runs_reverts_id"), "sync_runs", "sync_runs", ["reverts_id"], ["id"])
    op.create_foreign_key(op.f("fk_sync_runs_allowed_by"), "sync_runs", "users", ["allowed_by"], ["id"])
    # the log only grows, whatever a statement of the application says (D-15)
    op.execute(
        "create function refuse_change() returns trigger language plpgsql as "
        "$$ begin raise exception 'the audit log only grows'; end $$"
    )
    for table in ("audits", "audit_seals"):
        op.execute(
            f"create trigger only_grows before update or delete or truncate on {table} "
            "for each statement execute function refuse_change()"
        )


def downgrade() -> None:
    for table in ("audits", "audit_seals"):
        op.execute(f"drop trigger only_grows on {table}")
    op.execute("drop function refuse_change()")
    op.drop_constraint(op.f("fk_sync_runs_allowed_by"), "sync_runs", type_="foreignkey")
    op.drop_constraint(op.f("fk_sync_runs_reverts_id"), "sync_runs", type_="foreignkey")
    op.drop_constraint(op.f("fk_sync_runs_reverted_by"), "sync_runs", type_="foreignkey")
    op.drop_constraint(op.f("fk_sync_runs_approves_id"), "sync_runs", type_="foreignkey")
    op.drop_column("sync_runs", "reverted_at")
    op.drop_column("sync_runs", "reverted_by")
    op.drop_column("sync_runs", "reverts_id")
    op.drop_column("sync_runs", "comment")
    op.drop_column("sync_runs", "allowed_by")
    op.drop_column("sync_runs", "approves_id")
    op.drop_column("sync_runs", "full")
    op.drop_constraint(op.f("fk_sync_parked_shown_in"), "sync_parked", type_="foreignkey")
    op.drop_column("sync_parked", "shown_in")
    op.drop_index("ix_outbox_job", table_name="outbox", postgresql_where=sa.text("topic = 'job'"))
    op.drop_column("jobs", "beat_at")
    op.drop_table("sticky_fields")
    op.drop_table("audit_pending")
    op.drop_table("timers")
    op.drop_table("subject_keys")
    op.drop_index("ix_idempotency_keys_created_at", table_name="idempotency_keys")
    op.drop_table("idempotency_keys")
    op.drop_table("audit_seals")
