"""What is done to many students at once, each with what came of it; and the people of a pasted column."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

KINDS = "kind in ('block', 'unblock', 'add_to_group', 'undo_block')"


def upgrade() -> None:
    now, none = sa.text("now()"), sa.text("'{}'::jsonb")
    op.create_table(
        "bulk_acts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("params", postgresql.JSONB(), server_default=none, nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=False),
        sa.Column("job_id", sa.BigInteger(), nullable=True),
        sa.Column("undoes_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.CheckConstraint(KINDS, name=op.f("ck_bulk_acts_kind")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_bulk_acts_created_by"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["job_id"], ["jobs.id"], name=op.f("fk_bulk_acts_job_id"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(
            ["undoes_id"], ["bulk_acts.id"], name=op.f("fk_bulk_acts_undoes_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bulk_acts")),
        sa.UniqueConstraint("undoes_id", name=op.f("uq_bulk_acts_undoes_id")),
    )
    op.create_index(op.f("ix_bulk_acts_created_by"), "bulk_acts", ["created_by"])
    op.create_table(
        "bulk_batches",
        sa.Column("act_id", sa.BigInteger(), nullable=False),
        sa.Column("place", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("rows", postgresql.JSONB(), nullable=False),
        sa.Column("done", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["act_id"], ["bulk_acts.id"], name=op.f("fk_bulk_batches_act_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("act_id", "place", name=op.f("pk_bulk_batches")),
    )
    op.create_table(
        "student_picks",
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("student_ids", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=now, nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_student_picks")),
    )


def downgrade() -> None:
    op.drop_table("student_picks")
    op.drop_table("bulk_batches")
    op.drop_index(op.f("ix_bulk_acts_created_by"), table_name="bulk_acts")
    op.drop_table("bulk_acts")
