"""XP, silver and connections that the school's system gives."""

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "school_awards",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        *_school_columns(),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("amount", sa.Integer(), nullable=False),
        sa.Column("category_h_id", sa.Text(), nullable=True),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("given_at", sa.TIMESTAMP(timezone=True), nullable=True),
        sa.Column("settled", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("kind in ('xp', 'silver')", name=op.f("ck_school_awards_kind")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_school_awards_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_awards")),
        sa.UniqueConstraint("h_id", name=op.f("uq_school_awards_h_id")),
    )
    op.create_index(op.f("ix_school_awards_student_id"), "school_awards", ["student_id"])
    op.create_table(
        "school_connections",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        *_school_columns(),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("action", sa.SmallInteger(), nullable=False),
        sa.Column("enabled", sa.Boolean(), nullable=False),
        sa.Column("settled", sa.Text(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("action between 1 and 4", name=op.f("ck_school_connections_action")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_school_connections_group_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_school_connections")),
        sa.UniqueConstraint("h_id", name=op.f("uq_school_connections_h_id")),
    )
    op.create_index(op.f("ix_school_connections_group_id"), "school_connections", ["group_id"])


def downgrade() -> None:
    op.drop_table("school_connections")
    op.drop_table("school_awards")


def _school_columns() -> list[sa.Column[object]]:
    return [
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.TIMESTAMP(timezone=True), nullable=True),
    ]
