"""Students sign in to their application, and upload files."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

SESSIONS = "student_sessions"


def upgrade() -> None:
    op.add_column("students", sa.Column("access_version", sa.Integer(), server_default="0", nullable=False))
    op.create_index("ix_students_login_folded", "students", [sa.literal_column("lower(login)")])
    op.create_table(
        SESSIONS,
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("access_version", sa.Integer(), nullable=False),
        sa.Column("refresh_digest", sa.Text(), nullable=False),
        sa.Column("previous_digest", sa.Text()),
        sa.Column("sealed_refresh", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rotated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.Column("end_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("device_token", sa.Text()),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_student_sessions_student_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_student_sessions")),
        sa.UniqueConstraint("refresh_digest", name=op.f("uq_student_sessions_refresh_digest")),
        sa.UniqueConstraint("previous_digest", name=op.f("uq_student_sessions_previous_digest")),
    )
    op.create_index(op.f("ix_student_sessions_student_id"), SESSIONS, ["student_id"])
    op.create_index(op.f("ix_student_sessions_device_token"), SESSIONS, ["device_token"])
    op.add_column("files", sa.Column("created_by_student", sa.BigInteger()))
    op.create_foreign_key(op.f("fk_files_created_by_student"), "files", "students", ["created_by_student"], ["id"])
    op.create_index(op.f("ix_files_created_by_student"), "files", ["created_by_student"])


def downgrade() -> None:
    op.drop_index(op.f("ix_files_created_by_student"), "files")
    op.drop_constraint(op.f("fk_files_created_by_student"), "files", type_="foreignkey")
    op.drop_column("files", "created_by_student")
    op.drop_table(SESSIONS)
    op.drop_index("ix_students_login_folded", "students")
    op.drop_column("students", "access_version")
