"""The centre's tables. Columns are the storage form of a field; meaning and wire form live in domain and contracts."""

from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    Table,
    Text,
    Time,
    UniqueConstraint,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _id() -> Column[int]:
    return Column("id", BigInteger, Identity(always=False), primary_key=True)


def _ref(name: str, target: str, *, nullable: bool = False, index: bool = True, cascade: bool = False) -> Column[int]:
    key = ForeignKey(f"{target}.id", ondelete="CASCADE" if cascade else None)
    return Column(name, BigInteger, key, nullable=nullable, index=index)


def _instant(name: str, *, nullable: bool = False, now: bool = False) -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=nullable, server_default=func.now() if now else None)


def _word(name: str, default: str = "") -> Column[str]:
    return Column(name, Text, nullable=False, server_default=default)


def _school_columns() -> list[Column[Any]]:
    """What a record that the school owns carries (D-18): its id there, the version last read, and its end there."""
    return [
        Column("h_id", Text, unique=True),
        Column("school_version", BigInteger, nullable=False, server_default="0"),
        _instant("school_deleted_at", nullable=True),
    ]


def _person_columns() -> list[Column[Any]]:
    """Names as given, and what search and order derive from them (D-50, D-63)."""
    return [
        _word("first_name"),
        _word("last_name"),
        _word("middle_name"),
        _word("full_name"),
        Column("gender", SmallInteger),
        Column("phone", Text),
        Column("photo", Text),
        # the folded words of the name, first names weighted A, last names B, middle names C
        Column("search", TSVECTOR, nullable=False, server_default=text("''::tsvector")),
        _word("sort_key"),
    ]


# --- access -----------------------------------------------------------------------------------------------------------

roles = Table(
    "roles",
    metadata,
    _id(),
    Column("name", Text, nullable=False, unique=True),
    Column("type", SmallInteger, nullable=False),
    Column("number", SmallInteger),
    Column("fixed", Boolean, nullable=False, server_default="false"),
    # {"users:students": ["read", "update"]}; the one shape that the rights of a caller are computed from
    Column("permissions", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("type in (1, 2, 3)", name="type"),
)

users = Table(
    "users",
    metadata,
    _id(),
    Column("login", Text, nullable=False),
    Column("password_hash", Text, nullable=False),
    _ref("role_id", "roles"),
    *_person_columns(),
    Column("superadmin", Boolean, nullable=False, server_default="false"),
    Column("all_offices", Boolean, nullable=False, server_default="false"),
    Column("status", SmallInteger, nullable=False, server_default="3"),
    _word("block_reason"),
    Column("must_change_password", Boolean, nullable=False, server_default="false"),
    _instant("password_changed_at", nullable=True),
    # works here 1, no longer 2 (R1-183)
    Column("work_status", SmallInteger, nullable=False, server_default="1"),
    # waiting 1, failed 2, ready 3, no picture 4 (D-61)
    Column("photo_check", SmallInteger, nullable=False, server_default="4"),
    # whose online courses students take (D-16)
    Column("author", Boolean, nullable=False, server_default="false"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
    # the last change of the account or of its branches: written with either, so that the version counts both
    _instant("changed_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 3)", name="status"),
    CheckConstraint("work_status in (1, 2)", name="work_status"),
    CheckConstraint("photo_check in (1, 2, 3, 4)", name="photo_check"),
    Index("uq_users_login", func.lower(text("login")), unique=True),
    Index("ix_users_created", "created_at", "id"),
)

user_offices = Table(
    "user_offices",
    metadata,
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True, index=True),
)

sessions = Table(
    "sessions",
    metadata,
    _id(),
    _ref("user_id", "users", cascade=True),
    Column("refresh_digest", Text, nullable=False, unique=True),
    Column("previous_digest", Text, unique=True),
    # the pair given at the last rotation, sealed, so that a second tab within the grace gets the same one (D-9)
    Column("sealed_refresh", LargeBinary, nullable=False),
    _instant("created_at"),
    _instant("rotated_at"),
    _instant("last_seen_at"),
    _instant("ended_at", nullable=True),
    _word("end_reason"),
    _word("address"),
    _word("user_agent"),
    Column("fcm_token", Text),
)

sign_in_tries = Table(
    "sign_in_tries",
    metadata,
    # "login:<folded>" or "address:<ip>"
    Column("subject", Text, primary_key=True),
    Column("failures", Integer, nullable=False),
    _instant("blocked_until"),
    _instant("last_at"),
)

preferences = Table(
    "preferences",
    metadata,
    Column("user_id", BigInteger, ForeignKey("users.id", ondelete="CASCADE"), primary_key=True),
    Column("value", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
)

# --- branches, people, groups: what the school owns -------------------------------------------------------------------

head_offices = Table("head_offices", metadata, _id(), *_school_columns(), _word("name"))

offices = Table(
    "offices",
    metadata,
    _id(),
    Column("name", Text, nullable=False),
    Column("head_office_id", BigInteger, ForeignKey("head_offices.id"), unique=True),
    _instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

teachers = Table(
    "teachers",
    metadata,
    _id(),
    *_school_columns(),
    *_person_columns(),
    Column("role_number", SmallInteger, nullable=False, server_default="2"),
    # the school's own word, kept where it is none of ours
    _word("school_role"),
    Column("work_status", SmallInteger, nullable=False, server_default="1"),
    Column("user_id", BigInteger, ForeignKey("users.id"), unique=True),
    # waiting 1, failed 2, ready 3, no picture 4 (D-61)
    Column("photo_check", SmallInteger, nullable=False, server_default="4"),
    _instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("photo_check in (1, 2, 3, 4)", name="photo_check"),
)

teacher_offices = Table(
    "teacher_offices",
    metadata,
    Column("teacher_id", BigInteger, ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True, index=True),
)

control_actions = Table(
    "control_actions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("display_name", JSONB, nullable=False),
    Column("counts_in_statistics", Boolean, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
)

# who was joined with another person, or taken out of the school's register, is no longer listed
LISTED = "school_deleted_at is null and merged_into_id is null"

students = Table(
    "students",
    metadata,
    _id(),
    *_school_columns(),
    *_person_columns(),
    Column("login", Text, unique=True),
    Column("birth_date", Date),
    _ref("status_id", "control_actions", nullable=True, index=False),
    _word("school_status"),
    Column("system_status", SmallInteger, nullable=False, server_default="1"),
    Column("has_personal_data", Boolean, nullable=False, server_default="false"),
    # passport, personal id and birth certificate, encrypted with a key that is not in the database (D-19, D-39)
    Column("papers", LargeBinary),
    # digest of the papers as the school sent them: tells a changed paper without opening the old one
    Column("papers_digest", Text),
    # keyed digests of each paper alone: tell that two people have one paper, and not which (D-19)
    Column("paper_keys", ARRAY(Text)),
    Column("has_sms_history", Boolean, nullable=False, server_default="false"),
    # the account of the students' application; none until a login is given
    Column("password_hash", Text),
    Column("must_change_password", Boolean, nullable=False, server_default="false"),
    _word("block_reason"),
    # the member of staff who registered him (D-17); none for one whom the school sent
    Column("created_by", BigInteger, ForeignKey("users.id")),
    Column("merged_into_id", BigInteger, ForeignKey("students.id")),
    _instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("system_status in (1, 2)", name="system_status"),
    Index("ix_students_birth_date", "birth_date"),
    # what has to be counted is counted here
    Index(
        "ix_students_listed",
        "id",
        "status_id",
        "system_status",
        postgresql_where=text(LISTED),
    ),
    # the list's order, with what it is usually asked by: a page far down is reached through these alone
    Index("ix_students_sort", "sort_key", "id", postgresql_where=text(LISTED), postgresql_include=["system_status"]),
    Index(
        "ix_students_status_sort",
        "status_id",
        "sort_key",
        "id",
        postgresql_where=text(LISTED),
        postgresql_include=["system_status"],
    ),
    Index("ix_students_h_id_prefix", text("lower(h_id) text_pattern_ops")),
    Index("ix_students_id_prefix", text("cast(id as text) text_pattern_ops")),
    Index("ix_students_phone_prefix", "phone", postgresql_ops={"phone": "text_pattern_ops"}),
    Index("ix_students_paper_keys", "paper_keys", postgresql_using="gin"),
    Index("ix_students_created_by", "created_by", postgresql_where=text("created_by is not null")),
)

student_offices = Table(
    "student_offices",
    metadata,
    Column("student_id", BigInteger, ForeignKey("students.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True, index=True),
)

# The words of listed students' names, in the order of the list: kept by triggers from the search vector, so that a
# search counts and orders its hits without a look at the students. ``fields``: first name 1, last 2, middle 4
student_words = Table(
    "student_words",
    metadata,
    Column("word", Text(collation="C"), nullable=False),
    Column("sort_key", Text(collation="C"), nullable=False),
    Column("student_id", BigInteger, nullable=False),
    Column("fields", SmallInteger, nullable=False),
    Index("uq_student_words", "word", "sort_key", "student_id", unique=True, postgresql_include=["fields"]),
)

# How many students there are of each kind, kept by triggers in the commit of every change: rows of the same kind are
# added up, and folded into one from time to time (adapters/postgres/listing/counting.py)
student_counts = Table(
    "student_counts",
    metadata,
    Column("status_id", BigInteger),
    Column("system_status", SmallInteger, nullable=False),
    Column("has_photo", Boolean, nullable=False),
    Column("has_personal_data", Boolean, nullable=False),
    # his branches in order: who is in two of them is counted once
    Column("office_ids", ARRAY(BigInteger), nullable=False),
    Column("n", BigInteger, nullable=False),
)

categories = Table("categories", metadata, _id(), Column("h_id", Text, unique=True), _word("name"))

courses = Table(
    "courses",
    metadata,
    _id(),
    *_school_columns(),
    _word("name"),
    _ref("category_id", "categories", nullable=True),
    # som a month, as the school says; none where it says nothing
    Column("price", BigInteger),
    # whose online course it is: an account flagged as an author (D-16, D-17)
    _ref("author_id", "users", nullable=True),
)

study_months = Table(
    "study_months",
    metadata,
    _id(),
    _ref("course_id", "courses", cascade=True),
    Column("number", SmallInteger, nullable=False),
    _word("name"),
    UniqueConstraint("course_id", "number"),
)

topics = Table(
    "topics",
    metadata,
    _id(),
    _ref("study_month_id", "study_months", cascade=True),
    Column("position", SmallInteger, nullable=False),
    _word("name"),
    UniqueConstraint("study_month_id", "position"),
)

groups = Table(
    "groups",
    metadata,
    _id(),
    *_school_columns(),
    _word("name"),
    _word("sort_key"),
    _ref("office_id", "offices"),
    _ref("course_id", "courses"),
    Column("status", SmallInteger, nullable=False),
    _word("school_status"),
    _word("learning_type"),
    Column("started_date", Date),
    Column("ended_date", Date),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 3)", name="status"),
    # the lists' order; and as it is usually asked for: of one status, within branches
    Index(
        "ix_groups_sort",
        "sort_key",
        "id",
        postgresql_where=text("school_deleted_at is null"),
        postgresql_include=["office_id"],
    ),
    Index(
        "ix_groups_status_sort",
        "status",
        "sort_key",
        "id",
        postgresql_where=text("school_deleted_at is null"),
        postgresql_include=["office_id"],
    ),
    # how many more of a course are active
    Index("ix_groups_active", "course_id", "id", postgresql_where=text("status = 2 and school_deleted_at is null")),
)

schedules = Table(
    "schedules",
    metadata,
    _id(),
    Column("h_id", Text, unique=True),
    _ref("group_id", "groups", cascade=True),
    _ref("teacher_id", "teachers"),
    Column("days_of_week", ARRAY(SmallInteger), nullable=False),
    Column("begin_time", Time),
    Column("end_time", Time),
    Column("start_date", Date),
    Column("end_date", Date),
    _word("classroom_name"),
)

# A dated period of one student in one group (D-48); who returns has a second row.
enrolments = Table(
    "enrolments",
    metadata,
    _id(),
    *_school_columns(),
    _ref("student_id", "students"),
    _ref("group_id", "groups"),
    _ref("action_id", "control_actions", index=False),
    _word("school_status"),
    Column("started_date", Date),
    Column("ended_date", Date),
    Column("version", Integer, nullable=False, server_default="1"),
    Index("ix_enrolments_members", "group_id", "student_id", postgresql_where=text("school_deleted_at is null")),
)

# --- the teaching day -------------------------------------------------------------------------------------------------

# Days on which no lesson is made: public holidays, and the centre's own.
holidays = Table(
    "holidays",
    metadata,
    _id(),
    Column("date", Date, nullable=False, unique=True),
    _word("name"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

# A lesson is its group, its day and its begin (D-71). Made ahead from the schedules; one with marks is never unmade.
lessons = Table(
    "lessons",
    metadata,
    _id(),
    _ref("group_id", "groups", index=False),
    # null once the schedule that made it is gone
    Column("schedule_id", BigInteger, ForeignKey("schedules.id", ondelete="SET NULL"), index=True),
    _ref("teacher_id", "teachers", index=False),
    Column("date", Date, nullable=False),
    Column("begin_time", Time, nullable=False),
    Column("end_time", Time, nullable=False),
    _word("classroom_name"),
    # first saved, and by whom: null where nothing is marked yet (D-46)
    _instant("marked_at", nullable=True),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    # why it did not take place; null where it did (D-24)
    Column("no_class_reason", Text),
    # it had ended when a schedule that came late made it: nobody is blamed for it (D-77)
    Column("made_afterwards", Boolean, nullable=False, server_default="false"),
    # counts the saves of its sheet
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("group_id", "date", "begin_time"),
    Index("ix_lessons_day", "date", "begin_time", "id"),
    Index("ix_lessons_taught", "teacher_id", "date"),
)

# What is marked of one student in one lesson: attended 1, absent 2, late 4. No class and ended are never rows: they
# follow from the lesson and from the student's periods (D-24, D-48).
attendances = Table(
    "attendances",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True, index=True),
    Column("status", SmallInteger, nullable=False),
    # on the road 1, reasonable 2, without reason 3; of late and absent alone
    Column("reason", SmallInteger),
    # whether it was one of the student's days that count (D-62)
    Column("counted", Boolean, nullable=False, server_default="true"),
    # a mark of the office outlives a teacher's later save (D-47)
    Column("by_office", Boolean, nullable=False, server_default="false"),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    _instant("marked_at"),
    # what stood here first, where it was corrected
    Column("first_status", SmallInteger),
    Column("first_reason", SmallInteger),
    Column("first_by", BigInteger),
    _instant("first_at", nullable=True),
    # counts what was said of him in this lesson; what is pushed to the school names it (D-26)
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 4)", name="status"),
    CheckConstraint("(status = 1) = (reason is null)", name="reason"),
)

# How a group attends, kept in the commit of each change: what its KPI is made of (D-27).
group_marks = Table(
    "group_marks",
    metadata,
    Column("group_id", BigInteger, ForeignKey("groups.id", ondelete="CASCADE"), primary_key=True),
    Column("attended", BigInteger, nullable=False, server_default="0"),
    Column("late", BigInteger, nullable=False, server_default="0"),
    Column("absent", BigInteger, nullable=False, server_default="0"),
)

# What the school said of the newest version of a mark: queued, saved, failed, unknown (D-26).
attendance_pushes = Table(
    "attendance_pushes",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("student_id", BigInteger, ForeignKey("students.id"), primary_key=True),
    # the version of the mark that is on its way, or has arrived
    Column("version", Integer, nullable=False),
    # the batch that carries it: the key under which the school is asked once, however often it is asked
    Column("push_id", BigInteger, nullable=False),
    Column("state", Text, nullable=False, server_default="queued"),
    _word("code"),
    _word("message"),
    Column("retryable", Boolean, nullable=False, server_default="false"),
    _instant("changed_at", now=True),
    CheckConstraint("state in ('queued', 'saved', 'failed', 'unknown')", name="state"),
    # not by when it was: a class that is sent anew has its rows rewritten where they stand
    Index("ix_attendance_pushes_refused", "lesson_id", postgresql_where=text("state in ('failed', 'unknown')")),
)

# What a teacher sent after his time was over, until the office decides about it (D-70).
late_sheets = Table(
    "late_sheets",
    metadata,
    _id(),
    _ref("lesson_id", "lessons"),
    _ref("sent_by", "users", index=False),
    # [{"studentId": 7, "mark": 2, "reason": 3}]: the form's marks
    Column("entries", JSONB, nullable=False),
    _instant("marked_at"),
    _instant("sent_at", now=True),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("decided_by", BigInteger, ForeignKey("users.id")),
    _instant("decided_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("state in ('waiting', 'confirmed', 'refused')", name="state"),
    Index("ix_late_sheets_waiting", "id", postgresql_where=text("state = 'waiting'")),
)

# Who came through a door, as its device tells it; a device repeats itself, and its clock may be wrong (T4).
door_events = Table(
    "door_events",
    metadata,
    _id(),
    Column("device", Text, nullable=False),
    Column("serial", BigInteger, nullable=False),
    # the device's number of a person: the school's id of a student
    _word("person"),
    Column("student_id", BigInteger, ForeignKey("students.id")),
    Column("teacher_id", BigInteger, ForeignKey("teachers.id")),
    # when it was, by the device's clock; null where it told an impossible time
    _instant("device_at", nullable=True),
    _instant("received_at", now=True),
    # when it counts as: the device's time, or ours where the device can't be believed
    _instant("at"),
    # seconds that the device's clock is ahead of ours; null for what was stored and sent later
    Column("drift_seconds", Integer),
    # clock: it is wrong by more than a minute; date: impossible; person: nobody has that number
    Column("doubt", Text),
    UniqueConstraint("device", "serial"),
    Index("ix_door_events_student", "student_id", "at", postgresql_where=text("student_id is not null")),
)

# A teacher's own check at his lesson: attended 1, late 4 (D-77).
staff_attendances = Table(
    "staff_attendances",
    metadata,
    Column("lesson_id", BigInteger, ForeignKey("lessons.id"), primary_key=True),
    Column("teacher_id", BigInteger, ForeignKey("teachers.id"), primary_key=True, index=True),
    Column("status", SmallInteger, nullable=False),
    _instant("at"),
    # the photo that shows him there
    Column("photo", Text),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    CheckConstraint("status in (1, 4)", name="status"),
)

# --- synchronisation --------------------------------------------------------------------------------------------------

sync_runs = Table(
    "sync_runs",
    metadata,
    _id(),
    Column("type", Text, nullable=False),
    Column("status", Text, nullable=False, server_default="waiting"),
    Column("reason", Text),
    Column("detail", Text),
    # per feed: state, announced, read, created, updated, unchanged, deleted, parked, refused, errors
    Column("parts", JSONB, nullable=False),
    Column("started_by", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
    _instant("started_at", nullable=True),
    _instant("finished_at", nullable=True),
    # everything is read again, not only what changed
    Column("full", Boolean, nullable=False, server_default="false"),
    # the stopped run that it carries out, and the named person who allowed it to remove what that one would
    Column("approves_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("allowed_by", BigInteger, ForeignKey("users.id")),
    _word("comment"),
    # the run that it takes back; that one says by whom and when it was taken back
    Column("reverts_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("reverted_by", BigInteger, ForeignKey("users.id")),
    _instant("reverted_at", nullable=True),
    # who works on it and until when we believe that it lives (D-49)
    Column("lease_owner", Text),
    _instant("lease_until", nullable=True),
    # one run at a time, whoever asks (errId 245)
    Index(
        "uq_sync_runs_active", text("(true)"), unique=True, postgresql_where=text("status in ('waiting', 'running')")
    ),
    Index("ix_sync_runs_type", "type", "id"),
)

sync_cursors = Table(
    "sync_cursors",
    metadata,
    Column("feed", Text, primary_key=True),
    # none while a full reading has brought no page yet
    Column("cursor", Text),
    # a reading of everything is under way; what it does not bring is ended, unless there was nothing before
    Column("full", Boolean, nullable=False, server_default="false"),
    Column("compare", Boolean, nullable=False, server_default="false"),
    _instant("read_at"),
)

# What a full reading has brought so far, over pages and restarts.
sync_seen = Table("sync_seen", metadata, Column("feed", Text, primary_key=True), Column("h_id", Text, primary_key=True))

# A record set aside: its referent is unknown, or it would end a row and the brake has not been asked yet.
sync_parked = Table(
    "sync_parked",
    metadata,
    Column("feed", Text, primary_key=True),
    Column("h_id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    _word("field"),
    _word("referent"),
    # sealed: a record may hold identity papers (D-19); none for a row that a full reading no longer brings
    Column("record", LargeBinary),
    # the stopped run that has shown to people what would go; a newer word of the school is to be shown anew
    Column("shown_in", BigInteger, ForeignKey("sync_runs.id")),
    _instant("parked_at", now=True),
)

# Students whom the school merged into another before we ever saw them.
sync_aliases = Table(
    "sync_aliases",
    metadata,
    Column("h_id", Text, primary_key=True),
    _ref("student_id", "students", cascade=True),
)

sync_changes = Table(
    "sync_changes",
    metadata,
    _id(),
    _ref("run_id", "sync_runs", cascade=True),
    Column("entity", Text, nullable=False),
    Column("entity_id", BigInteger, nullable=False),
    Column("verb", Text, nullable=False),
    Column("before", JSONB),
    Column("after", JSONB),
    Index("ix_sync_changes_entity", "entity", "entity_id"),
)

# --- work, events, audit ----------------------------------------------------------------------------------------------

jobs = Table(
    "jobs",
    metadata,
    _id(),
    Column("kind", Text, nullable=False),
    Column("payload", JSONB, nullable=False),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("progress", SmallInteger, nullable=False, server_default="0"),
    Column("tries", SmallInteger, nullable=False, server_default="0"),
    Column("last_error", Text),
    # what it has made: the public id of a file, counts
    Column("result", JSONB),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    _word("request_id"),
    _instant("created_at", now=True),
    _instant("started_at", nullable=True),
    _instant("beat_at", nullable=True),
    _instant("finished_at", nullable=True),
    CheckConstraint("state in ('waiting', 'running', 'done', 'failed')", name="state"),
    Index("ix_jobs_open", "id", postgresql_where=text("state in ('waiting', 'running')")),
    Index("ix_jobs_created_by", "created_by", "id", postgresql_where=text("created_by is not null")),
)

outbox = Table(
    "outbox",
    metadata,
    _id(),
    # the name of an event, or "job" for a row of jobs
    Column("topic", Text, nullable=False),
    Column("version", SmallInteger, nullable=False, server_default="1"),
    Column("payload", JSONB, nullable=False),
    _word("request_id"),
    _instant("created_at", now=True),
    # a try that went wrong waits until then
    _instant("available_at", now=True),
    _instant("published_at", nullable=True),
    Index("ix_outbox_job", text("cast(payload ->> 'jobId' as bigint)"), postgresql_where=text("topic = 'job'")),
    Index("ix_outbox_unpublished", "available_at", "id", postgresql_where=text("published_at is null")),
)

audits = Table(
    "audits",
    metadata,
    _id(),
    _instant("at"),
    Column("actor_id", BigInteger),
    _word("actor_name"),
    _word("address"),
    _word("request_id"),
    _word("permission"),
    # what was done, as a code that each reader's language renders (D-74)
    Column("verb", Text, nullable=False),
    Column("entity", Text, nullable=False),
    Column("entity_id", BigInteger),
    Column("params", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("before", JSONB),
    Column("after", JSONB),
    Column("digest", Text, nullable=False),
    Index("ix_audits_entity", "entity", "entity_id"),
    Index("ix_audits_actor", "actor_id", "id"),
    Index("ix_audits_verb", "verb", "id"),
    Index("ix_audits_at", "at", "id"),
)

# A record that no seal covers yet; written with it, taken away by the sealer, so that a late commit is never skipped.
audit_pending = Table(
    "audit_pending",
    metadata,
    Column("audit_id", BigInteger, ForeignKey("audits.id"), primary_key=True, autoincrement=False),
)

# A batch of records under the digest of theirs and of the seal before: a chain that a changed record breaks (D-15).
audit_seals = Table(
    "audit_seals",
    metadata,
    _id(),
    _instant("at"),
    Column("audit_ids", ARRAY(BigInteger), nullable=False),
    Column("digest", Text, nullable=False),
)

# The key that one person's values in the audit log are encrypted with; erasing the person destroys it (D-15).
subject_keys = Table(
    "subject_keys",
    metadata,
    Column("entity", Text, primary_key=True),
    Column("entity_id", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed_key", LargeBinary),
    _instant("destroyed_at", nullable=True),
)

# What a repeated request is answered with; lives a day (D-8).
idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("route", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_digest", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("secret", Boolean, nullable=False),
    _instant("created_at", now=True),
    Index("ix_idempotency_keys_created_at", "created_at"),
)

# When something that happens at set times happened last.
timers = Table("timers", metadata, Column("name", Text, primary_key=True), _instant("last_at"))

# A field of the school's that a person has changed here: it stays, and the school's own word is kept beside it (D-49).
# One that a revert put back stays as long as the school says what was taken back (docs/decisions/revert.md).
sticky_fields = Table(
    "sticky_fields",
    metadata,
    Column("entity", Text, primary_key=True),
    Column("entity_id", BigInteger, primary_key=True, autoincrement=False),
    Column("field", Text, primary_key=True),
    # what the school says; null until it has said anything since
    Column("school_value", JSONB),
    # the run that put it back, for one that no person chose
    Column("run_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    _instant("marked_at", now=True),
)

# --- files, messages, lists of one's own ------------------------------------------------------------------------------

# What is known of stored bytes; the bytes lie under their digest. Committed after them; orphans are swept (D-72).
files = Table(
    "files",
    metadata,
    _id(),
    # 128 random bits: what a link names (D-73)
    Column("public_id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("digest", Text, nullable=False, index=True),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    _word("name"),
    # what it belongs to, and so who may see it
    Column("entity", Text),
    Column("entity_id", BigInteger),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
    _instant("expires_at", nullable=True),
    Index("ix_files_entity", "entity", "entity_id"),
    Index("ix_files_expires_at", "expires_at", postgresql_where=text("expires_at is not null")),
)

# One text for many students, and for whom it was asked.
sms_batches = Table(
    "sms_batches",
    metadata,
    _id(),
    Column("text", Text, nullable=False),
    Column("student_ids", ARRAY(BigInteger), nullable=False),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
)

sms_messages = Table(
    "sms_messages",
    metadata,
    _id(),
    _ref("student_id", "students", nullable=True),
    Column("phone", Text, nullable=False),
    # without what is secret in it: a password is sent, and shown as dots ever after
    Column("text", Text, nullable=False),
    Column("parts", SmallInteger, nullable=False),
    Column("status", Text, nullable=False, server_default="waiting"),
    _word("provider"),
    Column("provider_id", Text, index=True),
    Column("error", Text),
    # the whole text until it is sent, encrypted, where it holds a secret
    Column("sealed_text", LargeBinary),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    _instant("created_at", now=True),
    _instant("sent_at", nullable=True),
    _instant("delivered_at", nullable=True),
    # when the provider was last asked about it
    _instant("checked_at", nullable=True),
    Column("batch_id", BigInteger, ForeignKey("sms_batches.id")),
    Column("batch_place", Integer),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in ('waiting', 'sent', 'delivered', 'failed', 'unknown')", name="status"),
    # each of a batch gets its text once, however often its job runs
    UniqueConstraint("batch_id", "batch_place"),
    Index("ix_sms_messages_open", "checked_at", postgresql_where=text("status in ('waiting', 'unknown', 'sent')")),
)

sms_templates = Table(
    "sms_templates",
    metadata,
    _id(),
    Column("name", Text, nullable=False, unique=True),
    Column("text", Text, nullable=False),
    # what the console itself sends with it
    Column("purpose", Text, unique=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

# How an outside system is reached: plain fields, and secrets under a key that is not in the database (D-39).
integrations = Table(
    "integrations",
    metadata,
    _id(),
    Column("kind", Text, nullable=False, unique=True),
    Column("adapter", Text, nullable=False),
    Column("fields", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("secrets", LargeBinary),
    Column("updated_by", BigInteger, ForeignKey("users.id")),
    _instant("updated_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

# Filters, search, columns of a list under a name of one's own.
saved_views = Table(
    "saved_views",
    metadata,
    _id(),
    _ref("user_id", "users", cascade=True, index=False),
    Column("list", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("value", JSONB, nullable=False),
    _instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("user_id", "list", "name"),
)

# A spreadsheet on its way in: read, mapped, planned, committed by the same plan.
imports = Table(
    "imports",
    metadata,
    _id(),
    Column("state", Text, nullable=False, server_default="mapping"),
    Column("file_name", Text, nullable=False),
    Column("digest", Text, nullable=False),
    # the branch that new students get, named and confirmed (M5)
    _ref("office_id", "offices", nullable=True),
    Column("mapping", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("totals", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("created_by", BigInteger, ForeignKey("users.id"), index=True),
    _instant("created_at", now=True),
    _instant("committed_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

import_rows = Table(
    "import_rows",
    metadata,
    Column("import_id", BigInteger, ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("verb", Text, nullable=False),
    Column("student_id", BigInteger, ForeignKey("students.id"), index=True),
    Column("faults", JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    # the cells as read, and what they mean: encrypted, there are papers among them
    Column("cells", LargeBinary, nullable=False),
)

# What somebody does to many people at once: whom it was to be done to is fixed as he asks, and each tells what came.
bulk_acts = Table(
    "bulk_acts",
    metadata,
    _id(),
    Column("kind", Text, nullable=False),
    Column("params", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    _ref("created_by", "users", cascade=True),
    Column("job_id", BigInteger, ForeignKey("jobs.id", ondelete="SET NULL")),
    # what it takes back, once
    Column("undoes_id", BigInteger, ForeignKey("bulk_acts.id", ondelete="CASCADE"), unique=True),
    _instant("created_at", now=True),
    CheckConstraint("kind in ('block', 'unblock', 'add_to_group', 'undo_block')", name="kind"),
)

# A hundred of them, done in one transaction: id, outcome (waiting, done, refused), a refusal's code and params, and the
# version of the student as the act left him.
bulk_batches = Table(
    "bulk_batches",
    metadata,
    Column("act_id", BigInteger, ForeignKey("bulk_acts.id", ondelete="CASCADE"), primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("rows", JSONB, nullable=False),
    Column("done", Boolean, nullable=False, server_default=text("false")),
)

# The people of a pasted column, under a key that an address can carry.
student_picks = Table(
    "student_picks",
    metadata,
    Column("key", Text, primary_key=True),
    Column("student_ids", ARRAY(BigInteger), nullable=False),
    _instant("created_at", now=True),
)
