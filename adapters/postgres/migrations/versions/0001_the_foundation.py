"""The foundation: access, people, groups, synchronisation, work and audit."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audits",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("actor_id", sa.BigInteger(), nullable=True),
        sa.Column("actor_name", sa.Text(), server_default="", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("permission", sa.Text(), server_default="", nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "params", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("after", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audits")),
    )
    op.create_index("ix_audits_actor", "audits", ["actor_id", "id"], unique=False)
    op.create_index("ix_audits_entity", "audits", ["entity", "entity_id"], unique=False)
    op.create_table(
        "categories",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_categories")),
        sa.UniqueConstraint("h_id", name=op.f("uq_categories_h_id")),
    )
    op.create_table(
        "control_actions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("display_name", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("counts_in_statistics", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_control_actions")),
    )
    op.create_table(
        "head_offices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_head_offices")),
        sa.UniqueConstraint("h_id", name=op.f("uq_head_offices_h_id")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("version", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("available_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(
        "ix_outbox_unpublished",
        "outbox",
        ["available_at", "id"],
        unique=False,
        postgresql_where=sa.text("published_at is null"),
    )
    op.create_table(
        "roles",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("type", sa.SmallInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=True),
        sa.Column("fixed", sa.Boolean(), server_default="false", nullable=False),
        sa.Column(
            "permissions",
            postgresql.JSONB(astext_type=sa.Text()),
            server_default=sa.text("'{}'::jsonb"),
            nullable=False,
        ),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("type in (1, 2, 3)", name=op.f("ck_roles_type")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_roles")),
        sa.UniqueConstraint("name", name=op.f("uq_roles_name")),
    )
    op.create_table(
        "sign_in_tries",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("blocked_until", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_sign_in_tries")),
    )
    op.create_table(
        "sync_cursors",
        sa.Column("feed", sa.Text(), nullable=False),
        sa.Column("cursor", sa.Text(), nullable=True),
        sa.Column("full", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("compare", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("feed", name=op.f("pk_sync_cursors")),
    )
    op.create_table(
        "sync_parked",
        sa.Column("feed", sa.Text(), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("field", sa.Text(), server_default="", nullable=False),
        sa.Column("referent", sa.Text(), server_default="", nullable=False),
        sa.Column("record", sa.LargeBinary(), nullable=True),
        sa.Column("parked_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("feed", "h_id", name=op.f("pk_sync_parked")),
    )
    op.create_table(
        "sync_seen",
        sa.Column("feed", sa.Text(), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("feed", "h_id", name=op.f("pk_sync_seen")),
    )
    op.create_table(
        "courses",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("category_id", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["category_id"], ["categories.id"], name=op.f("fk_courses_category_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_courses")),
        sa.UniqueConstraint("h_id", name=op.f("uq_courses_h_id")),
    )
    op.create_index(op.f("ix_courses_category_id"), "courses", ["category_id"], unique=False)
    op.create_table(
        "offices",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("head_office_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["head_office_id"], ["head_offices.id"], name=op.f("fk_offices_head_office_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_offices")),
        sa.UniqueConstraint("head_office_id", name=op.f("uq_offices_head_office_id")),
    )
    op.create_table(
        "students",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("middle_name", sa.Text(), server_default="", nullable=False),
        sa.Column("full_name", sa.Text(), server_default="", nullable=False),
        sa.Column("gender", sa.SmallInteger(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("photo", sa.Text(), nullable=True),
        sa.Column("search", postgresql.TSVECTOR(), server_default=sa.text("''::tsvector"), nullable=False),
        sa.Column("sort_key", sa.Text(), server_default="", nullable=False),
        sa.Column("login", sa.Text(), nullable=True),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("status_id", sa.BigInteger(), nullable=True),
        sa.Column("school_status", sa.Text(), server_default="", nullable=False),
        sa.Column("system_status", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("has_personal_data", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("papers", sa.LargeBinary(), nullable=True),
        sa.Column("papers_digest", sa.Text(), nullable=True),
        sa.Column("has_sms_history", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("merged_into_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("system_status in (1, 2)", name=op.f("ck_students_system_status")),
        sa.ForeignKeyConstraint(["merged_into_id"], ["students.id"], name=op.f("fk_students_merged_into_id")),
        sa.ForeignKeyConstraint(["status_id"], ["control_actions.id"], name=op.f("fk_students_status_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_students")),
        sa.UniqueConstraint("h_id", name=op.f("uq_students_h_id")),
        sa.UniqueConstraint("login", name=op.f("uq_students_login")),
    )
    op.create_index(
        "ix_students_h_id_prefix", "students", [sa.literal_column("lower(h_id) text_pattern_ops")], unique=False
    )
    op.create_index(
        "ix_students_id_prefix", "students", [sa.literal_column("cast(id as text) text_pattern_ops")], unique=False
    )
    op.create_index(
        "ix_students_phone_prefix", "students", ["phone"], unique=False, postgresql_ops={"phone": "text_pattern_ops"}
    )
    op.create_index("ix_students_search", "students", ["search"], unique=False, postgresql_using="gin")
    op.create_index("ix_students_sort", "students", ["sort_key", "id"], unique=False)
    op.create_index("ix_students_status_sort", "students", ["status_id", "sort_key", "id"], unique=False)
    op.create_table(
        "users",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("login", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=False),
        sa.Column("role_id", sa.BigInteger(), nullable=False),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("middle_name", sa.Text(), server_default="", nullable=False),
        sa.Column("full_name", sa.Text(), server_default="", nullable=False),
        sa.Column("gender", sa.SmallInteger(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("photo", sa.Text(), nullable=True),
        sa.Column("search", postgresql.TSVECTOR(), server_default=sa.text("''::tsvector"), nullable=False),
        sa.Column("sort_key", sa.Text(), server_default="", nullable=False),
        sa.Column("superadmin", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("all_offices", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("status", sa.SmallInteger(), server_default="3", nullable=False),
        sa.Column("block_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("must_change_password", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("password_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("status in (1, 2, 3)", name=op.f("ck_users_status")),
        sa.ForeignKeyConstraint(["role_id"], ["roles.id"], name=op.f("fk_users_role_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
    )
    op.create_index(op.f("ix_users_role_id"), "users", ["role_id"], unique=False)
    op.create_index("uq_users_login", "users", [sa.literal_column("lower(login)")], unique=True)
    op.create_table(
        "groups",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.Column("sort_key", sa.Text(), server_default="", nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("school_status", sa.Text(), server_default="", nullable=False),
        sa.Column("learning_type", sa.Text(), server_default="", nullable=False),
        sa.Column("started_date", sa.Date(), nullable=True),
        sa.Column("ended_date", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("status in (1, 2, 3)", name=op.f("ck_groups_status")),
        sa.ForeignKeyConstraint(["course_id"], ["courses.id"], name=op.f("fk_groups_course_id")),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_groups_office_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_groups")),
        sa.UniqueConstraint("h_id", name=op.f("uq_groups_h_id")),
    )
    op.create_index(op.f("ix_groups_course_id"), "groups", ["course_id"], unique=False)
    op.create_index(op.f("ix_groups_office_id"), "groups", ["office_id"], unique=False)
    op.create_table(
        "jobs",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("payload", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("state", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("progress", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("tries", sa.SmallInteger(), server_default="0", nullable=False),
        sa.Column("last_error", sa.Text(), nullable=True),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("request_id", sa.Text(), server_default="", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("state in ('waiting', 'running', 'done', 'failed')", name=op.f("ck_jobs_state")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_jobs_created_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_jobs")),
    )
    op.create_index(
        "ix_jobs_open", "jobs", ["id"], unique=False, postgresql_where=sa.text("state in ('waiting', 'running')")
    )
    op.create_table(
        "preferences",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column(
            "value", postgresql.JSONB(astext_type=sa.Text()), server_default=sa.text("'{}'::jsonb"), nullable=False
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_preferences_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_preferences")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("refresh_digest", sa.Text(), nullable=False),
        sa.Column("previous_digest", sa.Text(), nullable=True),
        sa.Column("sealed_refresh", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("rotated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("end_reason", sa.Text(), server_default="", nullable=False),
        sa.Column("address", sa.Text(), server_default="", nullable=False),
        sa.Column("user_agent", sa.Text(), server_default="", nullable=False),
        sa.Column("fcm_token", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("previous_digest", name=op.f("uq_sessions_previous_digest")),
        sa.UniqueConstraint("refresh_digest", name=op.f("uq_sessions_refresh_digest")),
    )
    op.create_index(op.f("ix_sessions_user_id"), "sessions", ["user_id"], unique=False)
    op.create_table(
        "student_offices",
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_student_offices_office_id")),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_student_offices_student_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("student_id", "office_id", name=op.f("pk_student_offices")),
    )
    op.create_index(op.f("ix_student_offices_office_id"), "student_offices", ["office_id"], unique=False)
    op.create_table(
        "study_months",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("course_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["course_id"], ["courses.id"], name=op.f("fk_study_months_course_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_study_months")),
        sa.UniqueConstraint("course_id", "number", name=op.f("uq_study_months_course_id_number")),
    )
    op.create_index(op.f("ix_study_months_course_id"), "study_months", ["course_id"], unique=False)
    op.create_table(
        "sync_aliases",
        sa.Column("h_id", sa.Text(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["student_id"], ["students.id"], name=op.f("fk_sync_aliases_student_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("h_id", name=op.f("pk_sync_aliases")),
    )
    op.create_index(op.f("ix_sync_aliases_student_id"), "sync_aliases", ["student_id"], unique=False)
    op.create_table(
        "sync_runs",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("type", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), server_default="waiting", nullable=False),
        sa.Column("reason", sa.Text(), nullable=True),
        sa.Column("detail", sa.Text(), nullable=True),
        sa.Column("parts", postgresql.JSONB(astext_type=sa.Text()), nullable=False),
        sa.Column("started_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("lease_owner", sa.Text(), nullable=True),
        sa.Column("lease_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["started_by"], ["users.id"], name=op.f("fk_sync_runs_started_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_runs")),
    )
    op.create_index("ix_sync_runs_type", "sync_runs", ["type", "id"], unique=False)
    op.create_index(
        "uq_sync_runs_active",
        "sync_runs",
        [sa.literal_column("(true)")],
        unique=True,
        postgresql_where=sa.text("status in ('waiting', 'running')"),
    )
    op.create_table(
        "teachers",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("first_name", sa.Text(), server_default="", nullable=False),
        sa.Column("last_name", sa.Text(), server_default="", nullable=False),
        sa.Column("middle_name", sa.Text(), server_default="", nullable=False),
        sa.Column("full_name", sa.Text(), server_default="", nullable=False),
        sa.Column("gender", sa.SmallInteger(), nullable=True),
        sa.Column("phone", sa.Text(), nullable=True),
        sa.Column("photo", sa.Text(), nullable=True),
        sa.Column("search", postgresql.TSVECTOR(), server_default=sa.text("''::tsvector"), nullable=False),
        sa.Column("sort_key", sa.Text(), server_default="", nullable=False),
        sa.Column("role_number", sa.SmallInteger(), server_default="2", nullable=False),
        sa.Column("school_role", sa.Text(), server_default="", nullable=False),
        sa.Column("work_status", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_teachers_user_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teachers")),
        sa.UniqueConstraint("h_id", name=op.f("uq_teachers_h_id")),
        sa.UniqueConstraint("user_id", name=op.f("uq_teachers_user_id")),
    )
    op.create_table(
        "user_offices",
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_user_offices_office_id")),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_user_offices_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", "office_id", name=op.f("pk_user_offices")),
    )
    op.create_index(op.f("ix_user_offices_office_id"), "user_offices", ["office_id"], unique=False)
    op.create_table(
        "enrolments",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("school_version", sa.BigInteger(), server_default="0", nullable=False),
        sa.Column("school_deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("action_id", sa.BigInteger(), nullable=False),
        sa.Column("school_status", sa.Text(), server_default="", nullable=False),
        sa.Column("started_date", sa.Date(), nullable=True),
        sa.Column("ended_date", sa.Date(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["action_id"], ["control_actions.id"], name=op.f("fk_enrolments_action_id")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_enrolments_group_id")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_enrolments_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_enrolments")),
        sa.UniqueConstraint("h_id", name=op.f("uq_enrolments_h_id")),
    )
    op.create_index(op.f("ix_enrolments_group_id"), "enrolments", ["group_id"], unique=False)
    op.create_index(op.f("ix_enrolments_student_id"), "enrolments", ["student_id"], unique=False)
    op.create_table(
        "schedules",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("h_id", sa.Text(), nullable=True),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("teacher_id", sa.BigInteger(), nullable=False),
        sa.Column("days_of_week", sa.ARRAY(sa.SmallInteger()), nullable=False),
        sa.Column("begin_time", sa.Time(), nullable=True),
        sa.Column("end_time", sa.Time(), nullable=True),
        sa.Column("start_date", sa.Date(), nullable=True),
        sa.Column("end_date", sa.Date(), nullable=True),
        sa.Column("classroom_name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_schedules_group_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["teacher_id"], ["teachers.id"], name=op.f("fk_schedules_teacher_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_schedules")),
        sa.UniqueConstraint("h_id", name=op.f("uq_schedules_h_id")),
    )
    op.create_index(op.f("ix_schedules_group_id"), "schedules", ["group_id"], unique=False)
    op.create_index(op.f("ix_schedules_teacher_id"), "schedules", ["teacher_id"], unique=False)
    op.create_table(
        "sync_changes",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("run_id", sa.BigInteger(), nullable=False),
        sa.Column("entity", sa.Text(), nullable=False),
        sa.Column("entity_id", sa.BigInteger(), nullable=False),
        sa.Column("verb", sa.Text(), nullable=False),
        sa.Column("before", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.Column("after", postgresql.JSONB(astext_type=sa.Text()), nullable=True),
        sa.ForeignKeyConstraint(["run_id"], ["sync_runs.id"], name=op.f("fk_sync_changes_run_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_changes")),
    )
    op.create_index("ix_sync_changes_entity", "sync_changes", ["entity", "entity_id"], unique=False)
    op.create_index(op.f("ix_sync_changes_run_id"), "sync_changes", ["run_id"], unique=False)
    op.create_table(
        "teacher_offices",
        sa.Column("teacher_id", sa.BigInteger(), nullable=False),
        sa.Column("office_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["office_id"], ["offices.id"], name=op.f("fk_teacher_offices_office_id")),
        sa.ForeignKeyConstraint(
            ["teacher_id"], ["teachers.id"], name=op.f("fk_teacher_offices_teacher_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("teacher_id", "office_id", name=op.f("pk_teacher_offices")),
    )
    op.create_index(op.f("ix_teacher_offices_office_id"), "teacher_offices", ["office_id"], unique=False)
    op.create_table(
        "topics",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("study_month_id", sa.BigInteger(), nullable=False),
        sa.Column("position", sa.SmallInteger(), nullable=False),
        sa.Column("name", sa.Text(), server_default="", nullable=False),
        sa.ForeignKeyConstraint(
            ["study_month_id"], ["study_months.id"], name=op.f("fk_topics_study_month_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_topics")),
        sa.UniqueConstraint("study_month_id", "position", name=op.f("uq_topics_study_month_id_position")),
    )
    op.create_index(op.f("ix_topics_study_month_id"), "topics", ["study_month_id"], unique=False)
    # D-62: the six student statuses of every centre; their words may be edited later
    actions = sa.table(
        "control_actions",
        sa.column("id", sa.BigInteger),
        sa.column("name", sa.Text),
        sa.column("display_name", postgresql.JSONB),
        sa.column("counts_in_statistics", sa.Boolean),
    )
    names = [
        ("Active", "Faol", "Активный", True),
        ("Finished", "Tugatgan", "Закончил", True),
        ("Without course", "Kurssiz", "Без курса", True),
        ("Finished 30-day privilege", "30 kunlik imtiyoz", "30-дневная льгота", True),
        ("Left", "Ketgan", "Ушёл", True),
        ("Not counted in statistics", "Statistikada hisoblanmaydi", "Не учитывается", False),
    ]
    op.bulk_insert(
        actions,
        [
            {
                "id": number,
                "name": en,
                "display_name": {"uz": uz, "ru": ru, "en": en},
                "counts_in_statistics": counts,
            }
            for number, (en, uz, ru, counts) in enumerate(names, start=1)
        ],
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_topics_study_month_id"), table_name="topics")
    op.drop_table("topics")
    op.drop_index(op.f("ix_teacher_offices_office_id"), table_name="teacher_offices")
    op.drop_table("teacher_offices")
    op.drop_index(op.f("ix_sync_changes_run_id"), table_name="sync_changes")
    op.drop_index("ix_sync_changes_entity", table_name="sync_changes")
    op.drop_table("sync_changes")
    op.drop_index(op.f("ix_schedules_teacher_id"), table_name="schedules")
    op.drop_index(op.f("ix_schedules_group_id"), table_name="schedules")
    op.drop_table("schedules")
    op.drop_index(op.f("ix_enrolments_student_id"), table_name="enrolments")
    op.drop_index(op.f("ix_enrolments_group_id"), table_name="enrolments")
    op.drop_table("enrolments")
    op.drop_index(op.f("ix_user_offices_office_id"), table_name="user_offices")
    op.drop_table("user_offices")
    op.drop_table("teachers")
    op.drop_index(
        "uq_sync_runs_active", table_name="sync_runs", postgresql_where=sa.text("status in ('waiting', 'running')")
    )
    op.drop_index("ix_sync_runs_type", table_name="sync_runs")
    op.drop_table("sync_runs")
    op.drop_index(op.f("ix_sync_aliases_student_id"), table_name="sync_aliases")
    op.drop_table("sync_aliases")
    op.drop_index(op.f("ix_study_months_course_id"), table_name="study_months")
    op.drop_table("study_months")
    op.drop_index(op.f("ix_student_offices_office_id"), table_name="student_offices")
    op.drop_table("student_offices")
    op.drop_index(op.f("ix_sessions_user_id"), table_name="sessions")
    op.drop_table("sessions")
    op.drop_table("preferences")
    op.drop_index("ix_jobs_open", table_name="jobs", postgresql_where=sa.text("state in ('waiting', 'running')"))
    op.drop_table("jobs")
    op.drop_index(op.f("ix_groups_office_id"), table_name="groups")
    op.drop_index(op.f("ix_groups_course_id"), table_name="groups")
    op.drop_table("groups")
    op.drop_index("uq_users_login", table_name="users")
    op.drop_index(op.f("ix_users_role_id"), table_name="users")
    op.drop_table("users")
    op.drop_index("ix_students_status_sort", table_name="students")
    op.drop_index("ix_students_sort", table_name="students")
    op.drop_index("ix_students_search", table_name="students", postgresql_using="gin")
    op.drop_index("ix_students_phone_prefix", table_name="students", postgresql_ops={"phone": "text_pattern_ops"})
    op.drop_index("ix_students_id_prefix", table_name="students")
    op.drop_index("ix_students_h_id_prefix", table_name="students")
    op.drop_table("students")
    op.drop_table("offices")
    op.drop_index(op.f("ix_courses_category_id"), table_name="courses")
    op.drop_table("courses")
    op.drop_table("sync_seen")
    op.drop_table("sync_parked")
    op.drop_table("sync_cursors")
    op.drop_table("sign_in_tries")
    op.drop_table("roles")
    op.drop_index("ix_outbox_unpublished", table_name="outbox", postgresql_where=sa.text("published_at is null"))
    op.drop_table("outbox")
    op.drop_table("head_offices")
    op.drop_table("control_actions")
    op.drop_table("categories")
    op.drop_index("ix_audits_entity", table_name="audits")
    op.drop_index("ix_audits_actor", table_name="audits")
    op.drop_table("audits")
