"""Tables of groups, their schedules and enrolments."""

from sqlalchemy import ARRAY, CheckConstraint, Column, Date, Index, Integer, SmallInteger, Table, Text, Time, text

from adapters.postgres.core.tables.columns import id_column, metadata, reference, school_columns, word

groups = Table(
    "groups",
    metadata,
    id_column(),
    *school_columns(),
    word("name"),
    word("sort_key"),
    reference("office_id", "offices"),
    reference("course_id", "courses"),
    Column("status", SmallInteger, nullable=False),
    word("school_status"),
    word("learning_type"),
    Column("started_date", Date),
    Column("ended_date", Date),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in (1, 2, 3)", name="status"),
    # the order of the lists; and as they are usually filtered: by one status, within branches
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
    # the number of further active groups of a course
    Index("ix_groups_active", "course_id", "id", postgresql_where=text("status = 2 and school_deleted_at is null")),
)

schedules = Table(
    "schedules",
    metadata,
    id_column(),
    Column("h_id", Text, unique=True),
    reference("group_id", "groups", cascade=True),
    reference("teacher_id", "teachers"),
    Column("days_of_week", ARRAY(SmallInteger), nullable=False),
    Column("begin_time", Time),
    Column("end_time", Time),
    Column("start_date", Date),
    Column("end_date", Date),
    word("classroom_name"),
)

# A dated period of one student in one group (D-48); a student who returns has a second row.
enrolments = Table(
    "enrolments",
    metadata,
    id_column(),
    *school_columns(),
    reference("student_id", "students"),
    reference("group_id", "groups"),
    reference("action_id", "control_actions", index=False),
    word("school_status"),
    Column("started_date", Date),
    Column("ended_date", Date),
    Column("version", Integer, nullable=False, server_default="1"),
    Index("ix_enrolments_members", "group_id", "student_id", postgresql_where=text("school_deleted_at is null")),
)
