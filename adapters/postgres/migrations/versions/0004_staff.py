"""Staff: whether they work here, whether their picture will do, who writes courses, who opened and who changed."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("users", sa.Column("work_status", sa.SmallInteger(), server_default="1", nullable=False))
    op.add_column("users", sa.Column("photo_check", sa.SmallInteger(), server_default="4", nullable=False))
    op.add_column("users", sa.Column("author", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("users", sa.Column("created_by", sa.BigInteger(), nullable=True))
    op.add_column("users", sa.Column("changed_at", sa.DateTime(timezone=True), nullable=True))
    op.create_foreign_key(op.f("fk_users_created_by"), "users", "users", ["created_by"], ["id"])
    op.create_check_constraint(op.f("ck_users_work_status"), "users", "work_status in (1, 2)")
    op.create_check_constraint(op.f("ck_users_photo_check"), "users", "photo_check in (1, 2, 3, 4)")
    op.create_index("ix_users_created", "users", ["created_at", "id"], unique=False)


def downgrade() -> None:
    op.drop_index("ix_users_created", table_name="users")
    op.drop_constraint(op.f("ck_users_photo_check"), "users", type_="check")
    op.drop_constraint(op.f("ck_users_work_status"), "users", type_="check")
    op.drop_constraint(op.f("fk_users_created_by"), "users", type_="foreignkey")
    op.drop_column("users", "changed_at")
    op.drop_column("users", "created_by")
    op.drop_column("users", "author")
    op.drop_column("users", "photo_check")
    op.drop_column("users", "work_status")
