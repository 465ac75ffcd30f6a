"""Tables of courses, their study months and topics."""

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    Integer,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import ExcludeConstraint

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, school_columns, word
from domain.courses.course import UNPLACED

categories = Table("categories", metadata, id_column(), Column("h_id", Text, unique=True), word("name"))

courses = Table(
    "courses",
    metadata,
    id_column(),
    *school_columns(),
    word("name"),
    reference("category_id", "categories", nullable=True),
    # som a month, as the school sends it; null where it sends none
    Column("price", BigInteger),
    # the author of an online course: an account flagged as an author (D-16, D-17)
    reference("author_id", "users", nullable=True),
    # in the order of courses; behind all others until it is placed (D-103)
    Column("position", Integer, nullable=False, server_default=str(UNPLACED)),
    # since then it is offered nowhere; of the centre's own alone (D-101)
    instant("ended_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    # counts the changes of its months and of the order of their topics
    Column("curriculum_version", Integer, nullable=False, server_default="1"),
)

# The one row that a change of the order of courses locks (D-103).
course_orders = Table(
    "course_orders",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False, server_default=text("1")),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("id = 1", name="one"),
)


def _unique(*columns: str, name: str) -> ExcludeConstraint:
    """A unique order that is checked at the commit.

    No key: renumbering would otherwise wait for, and deadlock with, everybody who refers to one of the rows, such as
    the first save of a lesson.
    """
    return ExcludeConstraint(
        *((column, "=") for column in columns), name=name, using="btree", deferrable=True, initially="DEFERRED"
    )


# ``school_number``: the month's number at the school, null where the school does not have it. ``school_name``: as the
# school sent it last (D-102)
study_months = Table(
    "study_months",
    metadata,
    id_column(),
    reference("course_id", "courses", cascade=True),
    Column("number", SmallInteger, nullable=False),
    word("name"),
    # planned lessons; null for as many as it has topics (R2-312)
    Column("lessons", SmallInteger),
    Column("school_number", SmallInteger),
    Column("school_name", Text),
    CheckConstraint("lessons >= 1", name="lessons"),
    _unique("course_id", "number", name="uq_study_months_course_id_number"),
)

# ``school_name``: as the school sent it last, null for a topic of the centre's own. ``school_month``, ``school_place``:
# its month and place in the school's curriculum, null where the school does not have it (D-102)
topics = Table(
    "topics",
    metadata,
    id_column(),
    reference("study_month_id", "study_months", cascade=True),
    Column("position", SmallInteger, nullable=False),
    word("name"),
    Column("school_name", Text),
    Column("school_month", SmallInteger),
    Column("school_place", SmallInteger),
    # since then no lesson to come takes it
    instant("ended_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("num_nulls(school_month, school_place) in (0, 2)", name="school"),
    _unique("study_month_id", "position", name="uq_topics_study_month_id_position"),
)
