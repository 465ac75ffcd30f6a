"""Recomputations of XP and silver."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "recomputations",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("from_date", sa.Date(), nullable=False),
        sa.Column("to_date", sa.Date(), nullable=False),
        sa.Column("group_ids", sa.ARRAY(sa.BigInteger()), nullable=False),
        sa.Column("category_id", sa.BigInteger(), nullable=True),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), server_default="", nullable=False),
        sa.Column("totals", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint(
            "state in ('planning', 'planned', 'committing', 'done', 'refused')", name=op.f("ck_recomputations_state")
        ),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_recomputations_category_id")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_recomputations_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recomputations")),
    )
    op.create_table(
        "recomputation_rows",
        sa.Column("recomputation_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("xp", sa.Integer(), nullable=False),
        sa.Column("silver", sa.Integer(), nullable=False),
        sa.Column("xp_before", sa.BigInteger(), nullable=False),
        sa.Column("silver_before", sa.BigInteger(), nullable=False),
        sa.Column("causes", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["recomputation_id"],
            ["recomputations.id"],
            name=op.f("fk_recomputation_rows_recomputation_id"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_recomputation_rows_student_id")),
        sa.PrimaryKeyConstraint("recomputation_id", "student_id", name=op.f("pk_recomputation_rows")),
    )
    op.create_index(op.f("ix_recomputation_rows_student_id"), "recomputation_rows", ["student_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_recomputation_rows_student_id"), table_name="recomputation_rows")
    op.drop_table("recomputation_rows")
    op.drop_table("recomputations")
