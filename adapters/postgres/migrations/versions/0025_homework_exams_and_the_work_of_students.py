"""Homework, exams and the work of students."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "remarks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("code", sa.Text(), server_default="", nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("is_shared", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_remarks_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_remarks")),
    )
    op.create_index("uq_remarks_user_id_code", "remarks", ["user_id", "code"], unique=True)
    op.create_table(
        "exams",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("public_id", sa.Text(), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("begins_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("announced_by", sa.BigInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("deadline > begins_at", name=op.f("ck_exams_dates")),
        sa.ForeignKeyConstraint(["announced_by"], ["users.id"], name=op.f("fk_exams_announced_by")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_exams_created_by")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_exams_group_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_exams")),
        sa.UniqueConstraint("public_id", name=op.f("uq_exams_public_id")),
    )
    op.create_index("ix_exams_group", "exams", ["group_id", "begins_at"], unique=False)
    op.create_table(
        "exam_study_months",
        sa.Column("exam_id", sa.BigInteger(), nullable=False),
        sa.Column("study_month_id", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["exam_id"], ["exams.id"], name=op.f("fk_exam_study_months_exam_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["study_month_id"], ["study_months.id"], name=op.f("fk_exam_study_months_study_month_id")
        ),
        sa.PrimaryKeyConstraint("exam_id", "study_month_id", name=op.f("pk_exam_study_months")),
    )
    op.create_table(
        "homeworks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("lesson_id", sa.BigInteger(), nullable=False),
        sa.Column("topic_id", sa.BigInteger(), nullable=True),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("source", sa.SmallInteger(), nullable=False),
        sa.Column("hours", sa.SmallInteger(), nullable=False),
        sa.Column("given_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=False),
        sa.Column("created_by", sa.BigInteger(), nullable=True),
        sa.Column("voice_file_id", sa.BigInteger(), nullable=True),
        sa.Column("voice_seconds", sa.SmallInteger(), nullable=True),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("(voice_file_id is null) = (voice_seconds is null)", name=op.f("ck_homeworks_voice")),
        sa.CheckConstraint("hours in (24, 36)", name=op.f("ck_homeworks_hours")),
        sa.CheckConstraint("source in (1, 2)", name=op.f("ck_homeworks_source")),
        sa.ForeignKeyConstraint(["created_by"], ["users.id"], name=op.f("fk_homeworks_created_by")),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_homeworks_group_id")),
        sa.ForeignKeyConstraint(["lesson_id"], ["lessons.id"], name=op.f("fk_homeworks_lesson_id")),
        sa.ForeignKeyConstraint(["topic_id"], ["topics.id"], name=op.f("fk_homeworks_topic_id")),
        sa.ForeignKeyConstraint(["voice_file_id"], ["files.id"], name=op.f("fk_homeworks_voice_file_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homeworks")),
    )
    op.create_index("ix_homeworks_group", "homeworks", ["group_id", "given_at"], unique=False)
    op.create_index(op.f("ix_homeworks_topic_id"), "homeworks", ["topic_id"], unique=False)
    op.create_index(
        "uq_homeworks_lesson_id_topic_id",
        "homeworks",
        ["lesson_id", sa.literal_column("coalesce(topic_id, 0)")],
        unique=True,
    )
    op.create_table(
        "homework_reminders",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("homework_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("reminded_by", sa.BigInteger(), nullable=False),
        sa.Column("reminded_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["homework_id"], ["homeworks.id"], name=op.f("fk_homework_reminders_homework_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["reminded_by"], ["users.id"], name=op.f("fk_homework_reminders_reminded_by")),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_homework_reminders_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_homework_reminders")),
    )
    op.create_index(op.f("ix_homework_reminders_student_id"), "homework_reminders", ["student_id"], unique=False)
    op.create_index(
        "uq_homework_reminders_day", "homework_reminders", ["homework_id", "student_id", "day"], unique=True
    )
    op.create_table(
        "submissions",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("homework_id", sa.BigInteger(), nullable=True),
        sa.Column("exam_id", sa.BigInteger(), nullable=True),
        sa.Column("group_id", sa.BigInteger(), nullable=False),
        sa.Column("student_id", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("due_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("score", sa.SmallInteger(), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("handed_in_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_by", sa.BigInteger(), nullable=True),
        sa.Column("claimed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("status_before", sa.SmallInteger(), nullable=True),
        sa.Column("checked_by", sa.BigInteger(), nullable=True),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("check_id", sa.BigInteger(), nullable=True),
        sa.Column("is_carried_over", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=True),
        sa.Column("failing_reason", sa.SmallInteger(), nullable=True),
        sa.Column("failing_text", sa.Text(), server_default="", nullable=False),
        sa.Column("version", sa.Integer(), server_default="1", nullable=False),
        sa.CheckConstraint("exam_id is not null or result is null", name=op.f("ck_submissions_exam_result")),
        sa.CheckConstraint("num_nonnulls(homework_id, exam_id) = 1", name=op.f("ck_submissions_work")),
        sa.CheckConstraint("result between 1 and 4", name=op.f("ck_submissions_result")),
        sa.CheckConstraint("score between 0 and 100", name=op.f("ck_submissions_score")),
        sa.CheckConstraint("status between 1 and 6", name=op.f("ck_submissions_status")),
        sa.ForeignKeyConstraint(["checked_by"], ["users.id"], name=op.f("fk_submissions_checked_by")),
        sa.ForeignKeyConstraint(["claimed_by"], ["users.id"], name=op.f("fk_submissions_claimed_by")),
        sa.ForeignKeyConstraint(["exam_id"], ["exams.id"], name=op.f("fk_submissions_exam_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name=op.f("fk_submissions_group_id")),
        sa.ForeignKeyConstraint(
            ["homework_id"], ["homeworks.id"], name=op.f("fk_submissions_homework_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_submissions_student_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submissions")),
    )
    op.create_index(
        "ix_submissions_group", "submissions", ["group_id", "status"], unique=False, postgresql_include=["due_at"]
    )
    op.create_index(
        "ix_submissions_queue",
        "submissions",
        ["due_at", "id"],
        unique=False,
        postgresql_where=sa.text("status in (1, 4) and homework_id is not null"),
    )
    op.create_index(op.f("ix_submissions_student_id"), "submissions", ["student_id"], unique=False)
    op.create_index(
        "uq_submissions_exam",
        "submissions",
        ["exam_id", "student_id"],
        unique=True,
        postgresql_where=sa.text("exam_id is not null"),
    )
    op.create_index(
        "uq_submissions_homework",
        "submissions",
        ["homework_id", "student_id"],
        unique=True,
        postgresql_where=sa.text("homework_id is not null"),
    )
    op.create_table(
        "attempts",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("submission_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("voice_file_id", sa.BigInteger(), nullable=True),
        sa.Column("voice_seconds", sa.SmallInteger(), nullable=True),
        sa.Column("handed_in_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("is_late", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_attempts_submission_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["voice_file_id"], ["files.id"], name=op.f("fk_attempts_voice_file_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_attempts")),
    )
    op.create_index("uq_attempts_number", "attempts", ["submission_id", "number"], unique=True)
    op.create_table(
        "check_drafts",
        sa.Column("submission_id", sa.BigInteger(), nullable=False),
        sa.Column("user_id", sa.BigInteger(), nullable=False),
        sa.Column("score", sa.Text(), server_default="", nullable=False),
        sa.Column("failing_reason", sa.SmallInteger(), nullable=True),
        sa.Column("failing_text", sa.Text(), server_default="", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("saved_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_check_drafts_submission_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_check_drafts_user_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("submission_id", "user_id", name=op.f("pk_check_drafts")),
    )
    op.create_table(
        "checks",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("submission_id", sa.BigInteger(), nullable=False),
        sa.Column("attempt_id", sa.BigInteger(), nullable=True),
        sa.Column("score", sa.SmallInteger(), nullable=True),
        sa.Column("status", sa.SmallInteger(), nullable=False),
        sa.Column("result", sa.SmallInteger(), nullable=True),
        sa.Column("failing_reason", sa.SmallInteger(), nullable=True),
        sa.Column("failing_text", sa.Text(), server_default="", nullable=False),
        sa.Column("message", sa.Text(), server_default="", nullable=False),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("checked_by", sa.BigInteger(), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("previous_status", sa.SmallInteger(), nullable=False),
        sa.Column("previous_score", sa.SmallInteger(), nullable=True),
        sa.Column("previous_check_id", sa.BigInteger(), nullable=True),
        sa.Column("previous_due_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("previous_result", sa.SmallInteger(), nullable=True),
        sa.Column("withdrawn_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("score between 0 and 100", name=op.f("ck_checks_score")),
        sa.ForeignKeyConstraint(["attempt_id"], ["attempts.id"], name=op.f("fk_checks_attempt_id"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["checked_by"], ["users.id"], name=op.f("fk_checks_checked_by")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_checks_submission_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_checks")),
    )
    op.create_index("ix_checks_checker", "checks", ["checked_by", "checked_at"], unique=False)
    op.create_index(op.f("ix_checks_submission_id"), "checks", ["submission_id"], unique=False)
    op.create_table(
        "submission_messages",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=False), nullable=False),
        sa.Column("submission_id", sa.BigInteger(), nullable=False),
        sa.Column("author_id", sa.BigInteger(), nullable=True),
        sa.Column("student_id", sa.BigInteger(), nullable=True),
        sa.Column("text", sa.Text(), server_default="", nullable=False),
        sa.Column("voice_file_id", sa.BigInteger(), nullable=True),
        sa.Column("voice_seconds", sa.SmallInteger(), nullable=True),
        sa.Column("check_id", sa.BigInteger(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("num_nonnulls(author_id, student_id) = 1", name=op.f("ck_submission_messages_author")),
        sa.ForeignKeyConstraint(["author_id"], ["users.id"], name=op.f("fk_submission_messages_author_id")),
        sa.ForeignKeyConstraint(
            ["check_id"], ["checks.id"], name=op.f("fk_submission_messages_check_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["student_id"], ["students.id"], name=op.f("fk_submission_messages_student_id")),
        sa.ForeignKeyConstraint(
            ["submission_id"], ["submissions.id"], name=op.f("fk_submission_messages_submission_id"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["voice_file_id"], ["files.id"], name=op.f("fk_submission_messages_voice_file_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_submission_messages")),
    )
    op.create_index(op.f("ix_submission_messages_check_id"), "submission_messages", ["check_id"], unique=False)
    op.create_index(
        op.f("ix_submission_messages_submission_id"), "submission_messages", ["submission_id"], unique=False
    )


def downgrade() -> None:
    op.drop_index(op.f("ix_submission_messages_submission_id"), table_name="submission_messages")
    op.drop_index(op.f("ix_submission_messages_check_id"), table_name="submission_messages")
    op.drop_table("submission_messages")
    op.drop_index(op.f("ix_checks_submission_id"), table_name="checks")
    op.drop_index("ix_checks_checker", table_name="checks")
    op.drop_table("checks")
    op.drop_table("check_drafts")
    op.drop_index("uq_attempts_number", table_name="attempts")
    op.drop_table("attempts")
    op.drop_index(
        "uq_submissions_homework", table_name="submissions", postgresql_where=sa.text("homework_id is not null")
    )
    op.drop_index("uq_submissions_exam", table_name="submissions", postgresql_where=sa.text("exam_id is not null"))
    op.drop_index(op.f("ix_submissions_student_id"), table_name="submissions")
    op.drop_index(
        "ix_submissions_queue",
        table_name="submissions",
        postgresql_where=sa.text("status in (1, 4) and homework_id is not null"),
    )
    op.drop_index("ix_submissions_group", table_name="submissions", postgresql_include=["due_at"])
    op.drop_table("submissions")
    op.drop_index("uq_homework_reminders_day", table_name="homework_reminders")
    op.drop_index(op.f("ix_homework_reminders_student_id"), table_name="homework_reminders")
    op.drop_table("homework_reminders")
    op.drop_index("uq_homeworks_lesson_id_topic_id", table_name="homeworks")
    op.drop_index(op.f("ix_homeworks_topic_id"), table_name="homeworks")
    op.drop_index("ix_homeworks_group", table_name="homeworks")
    op.drop_table("homeworks")
    op.drop_table("exam_study_months")
    op.drop_index("ix_exams_group", table_name="exams")
    op.drop_table("exams")
    op.drop_index("uq_remarks_user_id_code", table_name="remarks")
    op.drop_table("remarks")
