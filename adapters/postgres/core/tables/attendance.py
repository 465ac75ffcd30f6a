"""Tables of lessons, attendance and its pushes to the school system."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    Time,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

# Days on which no lesson is generated: public holidays and the centre's own, in every branch or in those of
# ``holiday_offices`` (D-153).
holidays = Table(
    "holidays",
    metadata,
    id_column(),
    Column("date", Date, nullable=False),
    word("name"),
    Column("whole_centre", Boolean, nullable=False, server_default="true"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    Index("uq_holidays_date", "date", unique=True, postgresql_where=text("whole_centre")),
)

# ``date`` is the holiday's, which never changes: a branch has one holiday of its own a day
holiday_offices = Table(
    "holiday_offices",
    metadata,
    Column("holiday_id", BigInteger, ForeignKey("holidays.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True),
    Column("date", Date, nullable=False),
    UniqueConstraint("office_id", "date"),
)

# A lesson is its group, its day and its begin (D-71). Generated ahead from the schedules; one with marks is never
# removed.
lessons = Table(
    "lessons",
    metadata,
    id_column(),
    reference("group_id", "groups", index=False),
    # null once its schedule is deleted
    Column("schedule_id", BigInteger, ForeignKey("schedules.id", ondelete="SET NULL"), index=True),
    reference("teacher_id", "teachers", index=False),
    Column("date", Date, nullable=False),
    Column("begin_time", Time, nullable=False),
    Column("end_time", Time, nullable=False),
    word("classroom_name"),
    # the first save and its author: null where nothing is marked yet (D-46)
    instant("marked_at", nullable=True),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    # the reason why it did not take place; null where it did (D-24)
    Column("no_class_reason", Text),
    # it had ended when a late schedule generated it: it counts against nobody (D-77)
    Column("made_afterwards", Boolean, nullable=False, server_default="false"),
    # the topic it had when it was first marked and its study month, null where it had none; kept from then on (D-102)
    Column("topic_kept", Boolean, nullable=False, server_default="false"),
    reference("topic_id", "topics", nullable=True, index=False),
    reference("study_month_id", "study_months", nullable=True, index=False),
    # students of the class without a mark, as counted by the last save and again each night (D-157); null until then
    Column("unmarked", Integer),
    # counts the saves of its attendance sheet
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("group_id", "date", "begin_time"),
    Index("ix_lessons_day", "date", "begin_time", "id"),
    Index("ix_lessons_taught", "teacher_id", "date"),
    Index("ix_lessons_topic", "topic_id", postgresql_where=text("topic_id is not null")),
    Index("ix_lessons_study_month", "study_month_id", postgresql_where=text("study_month_id is not null")),
)

# The mark of one student in one lesson: attended 1, absent 2, late 4. No class and ended are never rows: they follow
# from the lesson and from the student's periods (D-24, D-48).
attendances = Table(
    "attendances",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True, index=True),
    Column("status", SmallInteger, nullable=False),
    # on the road 1, reasonable 2, without reason 3; only of late and absent
    Column("reason", SmallInteger),
    # nobody chose the reason, it is the usual one (D-24)
    Column("reason_is_default", Boolean, nullable=False, server_default="false"),
    # whether it was one of the student's counted days (D-62)
    Column("counted", Boolean, nullable=False, server_default="true"),
    # a mark of the office survives a teacher's later save (D-47)
    Column("by_office", Boolean, nullable=False, server_default="false"),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    instant("marked_at"),
    # the original mark, where it was corrected
    Column("first_status", SmallInteger),
    Column("first_reason", SmallInteger),
    Column("first_by", BigInteger),
    instant("first_at", nullable=True),
    # counts the changes of this mark; a push to the school names it (D-26)
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 4)", name="status"),
    CheckConstraint("(status = 1) = (reason is null)", name="reason"),
    CheckConstraint("not reason_is_default or reason is not null", name="default_reason"),
)

# Attendance totals of a group, updated in the commit of each change: the source of its KPI (D-27).
group_marks = Table(
    "group_marks",
    metadata,
    Column("group_id", BigInteger, ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("attended", BigInteger, nullable=False, server_default="0"),
    Column("late", BigInteger, nullable=False, server_default="0"),
    Column("absent", BigInteger, nullable=False, server_default="0"),
)

# The school's result for the newest version of a mark: queued, saved, failed, unknown (D-26).
attendance_pushes = Table(
    "attendance_pushes",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True),
    # the version of the mark that is queued, or was received
    Column("version", Integer, nullable=False),
    # the batch that carries it: the idempotency key under which the school processes it once, however often it is
    # sent
    Column("push_id", BigInteger, nullable=False),
    Column("state", Text, nullable=False, server_default="queued"),
    word("code"),
    word("message"),
    Column("retryable", Boolean, nullable=False, server_default="false"),
    instant("changed_at", now=True),
    CheckConstraint("state in ('queued', 'saved', 'failed', 'unknown')", name="state"),
    # not ordered by time: a class that is sent again has its rows updated in place
    Index("ix_attendance_pushes_refused", "lesson_id", postgresql_where=text("state in ('failed', 'unknown')")),
)

# Marks that a teacher sent after the save window, until the office decides about them (D-70).
late_sheets = Table(
    "late_sheets",
    metadata,
    id_column(),
    reference("lesson_id", "lessons"),
    reference("sent_by", "users", index=False),
    # [{"studentId": 7, "mark": 2, "reason": 3}]: the submitted marks
    Column("entries", JSONB, nullable=False),
    instant("marked_at"),
    instant("sent_at", now=True),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("decided_by", BigInteger, ForeignKey("users.id")),
    instant("decided_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("state in ('waiting', 'confirmed', 'refused')", name="state"),
    Index("ix_late_sheets_waiting", "id", postgresql_where=text("state = 'waiting'")),
)

# A teacher's own check-in at a lesson: attended 1, late 4 (D-77).
staff_attendances = Table(
    "staff_attendances",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("teacher_id", BigInteger, ForeignKey("teachers.id"), primary_key=True, index=True),
    Column("status", SmallInteger, nullable=False),
    instant("at"),
    # the photo of the teacher at the lesson
    Column("photo", Text),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    CheckConstraint("status in (1, 4)", name="status"),
)
