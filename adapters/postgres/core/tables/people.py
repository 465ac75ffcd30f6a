"""Tables of teachers and students, and of bulk operations on people."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Date,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import (
    id_column,
    instant,
    metadata,
    person_columns,
    reference,
    school_columns,
    word,
)

teachers = Table(
    "teachers",
    metadata,
    id_column(),
    *school_columns(),
    *person_columns(),
    Column("role_number", SmallInteger, nullable=False, server_default="2"),
    # the school's role name, stored where it matches none of the console's
    word("school_role"),
    Column("work_status", SmallInteger, nullable=False, server_default="1"),
    Column("user_id", BigInteger, ForeignKey("users.id"), unique=True),
    # waiting 1, failed 2, ready 3, no picture 4 (D-61)
    Column("photo_check", SmallInteger, nullable=False, server_default="4"),
    instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("photo_check in (1, 2, 3, 4)", name="photo_check"),
)

teacher_offices = Table(
    "teacher_offices",
    metadata,
    Column("teacher_id", BigInteger, ForeignKey("teachers.id", ondelete="CASCADE"), primary_key=True),
    Column("office_id", BigInteger, ForeignKey("offices.id"), primary_key=True, index=True),
)

# a student who was merged into another, or removed from the school's register, is no longer listed
LISTED = "school_deleted_at is null and merged_into_id is null"

students = Table(
    "students",
    metadata,
    id_column(),
    *school_columns(),
    *person_columns(),
    Column("login", Text, unique=True),
    Column("birth_date", Date),
    reference("status_id", "control_actions", nullable=True, index=False),
    word("school_status"),
    Column("system_status", SmallInteger, nullable=False, server_default="1"),
    Column("has_personal_data", Boolean, nullable=False, server_default="false"),
    # passport, PINFL and birth certificate, encrypted with a key outside of the database (D-19, D-39)
    Column("papers", LargeBinary),
    # digest of the documents as the school sent them: detects a change without decrypting the old ones
    Column("papers_digest", Text),
    # keyed digests of each single document: detect that two people share one, without revealing it (D-19)
    Column("paper_keys", ARRAY(Text)),
    Column("has_sms_history", Boolean, nullable=False, server_default="false"),
    # the account of the students' application; null until a login is issued
    Column("password_hash", Text),
    Column("must_change_password", Boolean, nullable=False, server_default="false"),
    # counts blocks and changes of login or password: sessions of an older one have ended (D-97)
    Column("access_version", Integer, nullable=False, server_default="0"),
    word("block_reason"),
    # the member of staff who registered the student (D-17); null for one sent by the school
    Column("created_by", BigInteger, ForeignKey("users.id")),
    Column("merged_into_id", BigInteger, ForeignKey("students.id")),
    instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("system_status in (1, 2)", name="system_status"),
    # students sign in with their login in any case
    Index("ix_students_login_folded", text("lower(login)")),
    Index("ix_students_birth_date", "birth_date"),
    # everything that has to be counted is counted in this index
    Index(
        "ix_students_listed",
        "id",
        "status_id",
        "system_status",
        postgresql_where=text(LISTED),
    ),
    # the list's order with its usual filters: a page far down is reached through these alone
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

# The words of listed students' names, in the order of the list: maintained by triggers from the search vector, so
# that a search counts and orders its hits without reading the students. ``fields``: first name 1, last 2, middle 4
student_words = Table(
    "student_words",
    metadata,
    Column("word", Text(collation="C"), nullable=False),
    Column("sort_key", Text(collation="C"), nullable=False),
    Column("student_id", BigInteger, nullable=False),
    Column("fields", SmallInteger, nullable=False),
    Index("uq_student_words", "word", "sort_key", "student_id", unique=True, postgresql_include=["fields"]),
)

# The number of students of each kind, maintained by triggers in the commit of every change: rows of the same kind are
# summed, and folded into one from time to time (adapters/postgres/listing/counting.py)
student_counts = Table(
    "student_counts",
    metadata,
    Column("status_id", BigInteger),
    Column("system_status", SmallInteger, nullable=False),
    Column("has_photo", Boolean, nullable=False),
    Column("has_personal_data", Boolean, nullable=False),
    # the student's branches in order: a student of two of them is counted once
    Column("office_ids", ARRAY(BigInteger), nullable=False),
    Column("n", BigInteger, nullable=False),
)

# A bulk operation: its people are fixed when it is requested, and each has a result.
bulk_acts = Table(
    "bulk_acts",
    metadata,
    id_column(),
    Column("kind", Text, nullable=False),
    Column("params", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    reference("created_by", "users", cascade=True),
    Column("job_id", BigInteger, ForeignKey("jobs.id", ondelete="SET NULL")),
    # the operation that it undoes, once
    Column("undoes_id", BigInteger, ForeignKey("bulk_acts.id", ondelete="CASCADE"), unique=True),
    instant("created_at", now=True),
    # the people: students, academics (teacher) or staff (user)
    Column("entity", Text, nullable=False, server_default=text("'student'")),
    CheckConstraint(
        "kind in ('block', 'unblock', 'add_to_group', 'undo_block', 'change_branch', 'undo_change_branch',"
        " 'open_accounts', 'undo_open_accounts')",
        name="kind",
    ),
    CheckConstraint("entity in ('student', 'teacher', 'user')", name="entity"),
)

# A hundred people, processed in one transaction: id, outcome (waiting, done, refused), a refusal's code and params,
# the version of the person after the operation, and the branches before and after a change of these, or the login and
# the account that was opened (typed: a login chosen in place of the suggested one).
bulk_batches = Table(
    "bulk_batches",
    metadata,
    Column("act_id", BigInteger, ForeignKey("bulk_acts.id", ondelete="CASCADE"), primary_key=True),
    Column("place", BigInteger, primary_key=True, autoincrement=False),
    Column("rows", JSONB, nullable=False),
    Column("done", Boolean, nullable=False, server_default=text("false")),
)

# The students of a pasted column, under a key that fits into an address.
student_picks = Table(
    "student_picks",
    metadata,
    Column("key", Text, primary_key=True),
    Column("student_ids", ARRAY(BigInteger), nullable=False),
    instant("created_at", now=True),
)
