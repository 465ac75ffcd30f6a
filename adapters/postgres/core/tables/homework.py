"""Tables of homework, submissions, their checks and chats."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    Numeric,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

# Homework given to the class of a lesson; its files are rows of ``files`` with the entity "homework".
homeworks = Table(
    "homeworks",
    metadata,
    id_column(),
    reference("group_id", "groups", index=False),
    reference("lesson_id", "lessons", index=False),
    reference("topic_id", "topics", nullable=True),
    Column("description", Text, nullable=False),
    # System 1, Teacher 2 (R2-191)
    Column("source", SmallInteger, nullable=False),
    # of what was generated: Random 1, Same 2 (R2-192), and of Same the edition that it is a copy of (D-104)
    Column("mode", SmallInteger),
    Column("edition_id", BigInteger, ForeignKey("database_editions.id")),
    # 24 or 36, from which the deadline was counted (R2-186)
    Column("hours", SmallInteger, nullable=False),
    instant("given_at"),
    instant("deadline"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    Column("voice_file_id", BigInteger, ForeignKey("files.id")),
    # seconds
    Column("voice_seconds", SmallInteger),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("source in (1, 2)", name="source"),
    CheckConstraint("mode in (1, 2)", name="mode"),
    CheckConstraint("hours in (24, 36)", name="hours"),
    CheckConstraint("(voice_file_id is null) = (voice_seconds is null)", name="voice"),
    # one homework for a topic of a lesson
    Index("uq_homeworks_lesson_id_topic_id", "lesson_id", text("coalesce(topic_id, 0)"), unique=True),
    Index("ix_homeworks_group", "group_id", "given_at"),
    Index("ix_homeworks_edition_id", "edition_id", postgresql_where=text("edition_id is not null")),
)

# The work of one student for a homework or an exam, whose hand-ins are ``attempts`` (D-79).
submissions = Table(
    "submissions",
    metadata,
    id_column(),
    reference("homework_id", "homeworks", nullable=True, index=False, cascade=True),
    reference("exam_id", "exams", nullable=True, index=False, cascade=True),
    reference("group_id", "groups", index=False),
    reference("student_id", "students"),
    # the variant that the student drew when the homework was given (D-85)
    Column("variant_id", BigInteger, ForeignKey("homework_variants.id")),
    # Waiting 1, Rejected 2, Accepted 3, Checking 4, Uncompleted 5, NotGiven 6 (D-23)
    Column("status", SmallInteger, nullable=False),
    # the student's own deadline: later than the homework's after a rejection (D-80)
    instant("due_at"),
    # 0…100, of the check in force
    Column("score", SmallInteger),
    # the number of hand-ins
    Column("attempts", Integer, nullable=False, server_default="0"),
    instant("handed_in_at", nullable=True),
    # the checker that holds it, for ten minutes (D-69), and the status that releasing restores
    Column("claimed_by", BigInteger, ForeignKey("users.id")),
    instant("claimed_at", nullable=True),
    Column("status_before", SmallInteger),
    Column("checked_by", BigInteger, ForeignKey("users.id")),
    instant("checked_at", nullable=True),
    # the check in force
    Column("check_id", BigInteger),
    # a result of an earlier course: it earns nothing
    Column("is_carried_over", Boolean, nullable=False, server_default="false"),
    # of exams: Failed 1, Passed 2, Absent 3, FailedExam 4; fixed for everybody by the announcement (D-29, D-86)
    Column("result", SmallInteger),
    Column("failing_reason", SmallInteger),
    word("failing_text"),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("num_nonnulls(homework_id, exam_id) = 1", name="work"),
    CheckConstraint("status between 1 and 6", name="status"),
    CheckConstraint("score between 0 and 100", name="score"),
    CheckConstraint("result between 1 and 4", name="result"),
    CheckConstraint("exam_id is not null or result is null", name="exam_result"),
    Index(
        "uq_submissions_homework",
        "homework_id",
        "student_id",
        unique=True,
        postgresql_where=text("homework_id is not null"),
    ),
    Index("uq_submissions_exam", "exam_id", "student_id", unique=True, postgresql_where=text("exam_id is not null")),
    # the exam KPIs of all teachers (D-77), counted from the index alone
    Index("ix_submissions_exam_results", "group_id", "exam_id", "result", postgresql_where=text("exam_id is not null")),
    Index("ix_submissions_variant_id", "variant_id", postgresql_where=text("variant_id is not null")),
    # the KPI of a group (D-27)
    Index(
        "ix_submissions_group",
        "group_id",
        "status",
        postgresql_where=text("homework_id is not null"),
        postgresql_include=["due_at", "status_before"],
    ),
    # the checking queue, oldest deadline first; its total is counted from the index alone
    Index(
        "ix_submissions_queue",
        "due_at",
        "id",
        postgresql_where=text("status in (1, 4) and homework_id is not null"),
        postgresql_include=["group_id", "status", "status_before", "claimed_at"],
    ),
    # uncompleted homework that is not due yet: it is left out of percentages (D-79)
    Index(
        "ix_submissions_undue",
        "due_at",
        postgresql_where=text("status = 5 and homework_id is not null"),
        postgresql_include=["homework_id"],
    ),
    # hand-ins of the last day that wait
    Index(
        "ix_submissions_fresh",
        "handed_in_at",
        postgresql_where=text("status in (1, 4) and homework_id is not null"),
        postgresql_include=["homework_id", "id"],
    ),
)

# A hand-in (D-81). Its files are rows of ``files`` with the entity "attempt".
attempts = Table(
    "attempts",
    metadata,
    id_column(),
    reference("submission_id", "submissions", index=False, cascade=True),
    # 1, 2, … within the submission
    Column("number", Integer, nullable=False),
    word("text"),
    Column("voice_file_id", BigInteger, ForeignKey("files.id")),
    # seconds
    Column("voice_seconds", SmallInteger),
    instant("handed_in_at"),
    # it came after the student's deadline; never changes (T3)
    Column("is_late", Boolean, nullable=False),
    # who had taken the group over when it came; null: the lesson's teacher (D-106)
    Column("teacher_id", BigInteger, ForeignKey("teachers.id")),
    Index("uq_attempts_number", "submission_id", "number", unique=True),
)

# A scoring of an attempt; the newest one that is not withdrawn is in force.
checks = Table(
    "checks",
    metadata,
    id_column(),
    reference("submission_id", "submissions", cascade=True),
    reference("attempt_id", "attempts", nullable=True, index=False, cascade=True),
    Column("score", SmallInteger),
    Column("status", SmallInteger, nullable=False),
    Column("result", SmallInteger),
    Column("failing_reason", SmallInteger),
    word("failing_text"),
    word("message"),
    # why an announced result was corrected
    word("reason"),
    reference("checked_by", "users", index=False),
    instant("checked_at"),
    # the submission before it, which undoing restores (D-69)
    Column("previous_status", SmallInteger, nullable=False),
    Column("previous_score", SmallInteger),
    Column("previous_check_id", BigInteger),
    instant("previous_due_at", nullable=True),
    Column("previous_result", SmallInteger),
    instant("withdrawn_at", nullable=True),
    CheckConstraint("score between 0 and 100", name="score"),
    Index("ix_checks_checker", "checked_by", "checked_at"),
)

# The chat of a submission: between its student and staff. Its files are rows of ``files`` with the entity "message".
submission_messages = Table(
    "submission_messages",
    metadata,
    id_column(),
    reference("submission_id", "submissions", cascade=True),
    # of staff, or of the student
    Column("author_id", BigInteger, ForeignKey("users.id")),
    Column("student_id", BigInteger, ForeignKey("students.id")),
    word("text"),
    Column("voice_file_id", BigInteger, ForeignKey("files.id")),
    # seconds
    Column("voice_seconds", SmallInteger),
    # the check that it came with: withdrawn together (D-69)
    reference("check_id", "checks", nullable=True, cascade=True),
    instant("sent_at"),
    CheckConstraint("num_nonnulls(author_id, student_id) = 1", name="author"),
)

# What a checker has typed and not saved yet (D-69).
check_drafts = Table(
    "check_drafts",
    metadata,
    Column("submission_id", BigInteger, ForeignKey("submissions.id", ondelete="CASCADE"), primary_key=True),
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    # as typed: may be incomplete
    word("score"),
    Column("failing_reason", SmallInteger),
    word("failing_text"),
    word("message"),
    instant("saved_at", now=True),
)

# A checker's bank of remarks: ";1" in a message writes the one of code 1.
remarks = Table(
    "remarks",
    metadata,
    id_column(),
    reference("user_id", "users", index=False, cascade=True),
    word("code"),
    word("text"),
    Column("is_shared", Boolean, nullable=False, server_default="false"),
    Column("version", Integer, nullable=False, server_default="1"),
    Index("uq_remarks_user_id_code", "user_id", "code", unique=True),
)

# Reminders of homework not handed in: each student once a day for a homework (D-89).
homework_reminders = Table(
    "homework_reminders",
    metadata,
    id_column(),
    reference("homework_id", "homeworks", index=False, cascade=True),
    reference("student_id", "students"),
    Column("day", Date, nullable=False),
    reference("reminded_by", "users", index=False),
    instant("reminded_at"),
    Index("uq_homework_reminders_day", "homework_id", "student_id", "day", unique=True),
)

# Totals of a teacher's work in a group on a day, updated in the commit of each change: the source of the statistics of
# groups and teachers (D-106). ``span`` 1: of the day; 2: of the month that begins on it.
homework_counters = Table(
    "homework_counters",
    metadata,
    id_column(),
    Column("span", SmallInteger, nullable=False),
    Column("day", Date, nullable=False),
    reference("group_id", "groups", index=False, cascade=True),
    reference("teacher_id", "teachers", index=False),
    # on the lesson's day, for its teacher: lessons held, those of them with homework, homework, and its submissions by
    # status (D-23) and score; work that is claimed counts as before the claim
    *(
        Column(name, Integer, nullable=False, server_default="0")
        for name in (
            *("lessons", "lessons_with_homework", "homework", "waiting", "rejected", "accepted", "uncompleted"),
            *("not_given", "scored", "score_sum"),
            # on the day of the hand-in, for its teacher: hand-ins that are checked or wait for it, those checked, and
            # of these the rejected ones and the sum of the scores in force
            *("hand_ins", "checked", "checks_rejected", "checks_score_sum"),
            # on the day of the first check of a hand-in, and of the reminder
            *("checks", "reminders"),
        )
    ),
    # times from hand-in to first check, on the day of the hand-in: ten to the power of 8 times the place of each time
    # in ``domain.homework.check_times.LIMITS``, added up; the longest one in seconds
    Column("digest", Numeric, nullable=False, server_default="0"),
    Column("worst_seconds", Integer),
    CheckConstraint("span in (1, 2)", name="span"),
    Index("uq_homework_counters_day", "span", "day", "group_id", "teacher_id", unique=True),
    Index("ix_homework_counters_teacher", "teacher_id", "span", "day"),
    # months of which hand-ins still wait
    Index(
        "ix_homework_counters_waiting",
        "teacher_id",
        "group_id",
        postgresql_where=text("span = 2 and hand_ins <> checked"),
        postgresql_include=["hand_ins", "checked"],
    ),
)

# Recounts of ``homework_counters``, the newest of which the statistics name.
homework_recounts = Table(
    "homework_recounts",
    metadata,
    id_column(),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date, nullable=False),
    instant("recounted_at"),
    # counters that differed and were corrected, the first hundred of them by name
    Column("differences", Integer, nullable=False),
    Column("details", JSONB, nullable=False),
    # of the night, or by hand
    Column("is_nightly", Boolean, nullable=False),
    Index("uq_homework_recounts_night", "from_day", unique=True, postgresql_where=text("is_nightly")),
)
