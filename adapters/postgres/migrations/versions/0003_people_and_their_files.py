"""Files, messages, spreadsheets on their way in, integrations, views of one's own, and accounts of students."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "sms_templates",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sms_templates")),
        sa.UniqueConstraint("name", name=op.f("uq_sms_templates_name")),
    )
    op.create_table(
        "files",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("media_type", sa.Text(), nullable=False),
        sa.Column("size", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("entity", sa.Text(), nullable=True),
        sa.Column("entity_id", sa.BigInteger(), nullable=True),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_files_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_files")),
        sa.UniqueConstraint("public_id", name=op.f("uq_files_public_id")),
    )
    op.create_index(op.f("ix_files_digest"), "files", ["digest"], unique=False)
    op.create_index("ix_files_entity", "files", ["entity", "entity_id"], unique=False)
    op.create_index(
        "ix_files_expires_at", "files", ["expires_at"], unique=False, postgresql_where=sa.text("expires_at is not null")
    )
    op.create_table(
        "imports",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("state", sa.Text(), server_default="mapping", nullable=False),
        sa.Column("file_name", sa.Text(), nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "mapping", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column(
            "totals", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("committed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_imports_created_by")),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_imports_office_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_imports")),
    )
    op.create_index(op.f("ix_imports_created_by"), "imports", ["created_by"], unique=False)
    op.create_index(op.f("ix_imports_office_id"), "imports", ["office_id"], unique=False)
    op.create_table(
        "integrations",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("adapter", sa.Text(), nullable=False),
        sa.Column(
            "fields", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column("secrets", sa.LargeBinary(), nullable=True),
        sa.Column("updated_by", sa.BigInteger(), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["updated_by"], ["users.id"], name=op.f("fk_integrations_updated_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_integrations")),
        sa.UniqueConstraint("kind", name=op.f("uq_integrations_kind")),
    )
    op.create_table(
        "saved_views",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("list", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_saved_views_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_views")),
        sa.UniqueConstraint("user_id", "list", "name", name=op.f("uq_saved_views_user_id_list_name")),
    )
    op.create_table(
        "import_rows",
        sa.Column("import_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "faults", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'[]'::jsonb"), nullable=False
        ),
        sa.Column("cells", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["import_id"], ["imports.id"], name=op.f("fk_import_rows_import_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_import_rows_student_id")),
        sa.PrimaryKeyConstraint("import_id", "number", name=op.f("pk_import_rows")),
    )
    op.create_index(op.f("ix_import_rows_student_id"), "import_rows", ["student_id"], unique=False)
    op.create_table(
        "sms_messages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.Column("parts", sa.SmallInteger(), nullable=False),
        sa.Column("status", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("provider", sa.Text(), server_default="", nullable=False),
        sa.Column("provider_id", sa.Text(), nullable=True),
        sa.Column("error", sa.Text(), nullable=True),
        sa.Column("sealed_text", sa.LargeBinary(), nullable=True),
        sa.Column("initiator_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("delivered_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint(
            "status in ('waiting', 'sent', 'delivered', 'failed', 'unknown')", name=op.f("ck_sms_messages_status")
        ),
        sa.ForeignKeyConstraint(["initiator_id"], ["users.id"], name=op.f("fk_sms_messages_initiator_id")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_sms_messages_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sms_messages")),
    )
    op.create_index(op.f("ix_sms_messages_provider_id"), "sms_messages", ["provider_id"], unique=False)
    op.create_index(op.f("ix_sms_messages_student_id"), "sms_messages", ["student_id"], unique=False)
    op.add_column("courses", sa.Column("author_id", sa.BigInteger(), nullable=True))
    op.create_index(op.f("ix_courses_author_id"), "courses", ["author_id"], unique=False)
    op.create_foreign_key(op.f("fk_courses_author_id"), "courses", "users", ["author_id"], ["id"])
    op.add_column("jobs", sa.Column("result", postgresql.JSONB(astext_type=sa.Text()), nullable=True))
    op.add_column("students", sa.Column("password_hash", sa.Text(), nullable=True))
    op.add_column("students", sa.Column("must_change_password", sa.Boolean(), server_default="false", nullable=False))
    op.add_column("students", sa.Column("block_reason", sa.Text(), server_default="", nullable=False))
    op.add_column("students", sa.Column("created_by", sa.BigInteger(), nullable=True))
    op.create_index(
        "ix_students_created_by", "students", ["created_by"], postgresql_where=sa.text("created_by is not null")
    )
    op.create_foreign_key(op.f("fk_students_created_by"), "students", "users", ["created_by"], ["id"])
    op.add_column("teachers", sa.Column("photo_check", sa.SmallInteger(), server_default="4", nullable=False))
    op.create_check_constraint(op.f("ck_teachers_photo_check"), "teachers", "photo_check in (1, 2, 3, 4)")


def downgrade() -> None:
    op.drop_constraint(op.f("ck_teachers_photo_check"), "teachers", type_="check")
    op.drop_column("teachers", "photo_check")
    op.drop_constraint(op.f("fk_students_created_by"), "students", type_="foreignkey")
    op.drop_index("ix_students_created_by", table_name="students")
    op.drop_column("students", "created_by")
    op.drop_column("students", "block_reason")
    op.drop_column("students", "must_change_password")
    op.drop_column("students", "password_hash")
    op.drop_column("jobs", "result")
    op.drop_constraint(op.f("fk_courses_author_id"), "courses", type_="foreignkey")
    op.drop_index(op.f("ix_courses_author_id"), table_name="courses")
    op.drop_column("courses", "author_id")
    op.drop_index(op.f("ix_sms_messages_student_id"), table_name="sms_messages")
    op.drop_index(op.f("ix_sms_messages_provider_id"), table_name="sms_messages")
    op.drop_table("sms_messages")
    op.drop_index(op.f("ix_import_rows_student_id"), table_name="import_rows")
    op.drop_table("import_rows")
    op.drop_table("saved_views")
    op.drop_table("integrations")
    op.drop_index(op.f("ix_imports_office_id"), table_name="imports")
    op.drop_index(op.f("ix_imports_created_by"), table_name="imports")
    op.drop_table("imports")
    op.drop_index("ix_files_expires_at", table_name="files", postgresql_where=sa.text("expires_at is not null"))
    op.drop_index("ix_files_entity", table_name="files")
    op.drop_index(op.f("ix_files_digest"), table_name="files")
    op.drop_table("files")
    op.drop_table("sms_templates")
