"""Tables of courses, their study months and topics."""

from sqlalchemy import BigInteger, Column, SmallInteger, Table, Text, UniqueConstraint

from adapters.postgres.core.tables.columns import id_column, metadata, reference, school_columns, word

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
)

study_months = Table(
    "study_months",
    metadata,
    id_column(),
    reference("course_id", "courses", cascade=True),
    Column("number", SmallInteger, nullable=False),
    word("name"),
    UniqueConstraint("course_id", "number"),
)

topics = Table(
    "topics",
    metadata,
    id_column(),
    reference("study_month_id", "study_months", cascade=True),
    Column("position", SmallInteger, nullable=False),
    word("name"),
    UniqueConstraint("study_month_id", "position"),
)
