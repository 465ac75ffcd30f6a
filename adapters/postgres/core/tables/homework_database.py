"""Tables of the homework database: drafts, publications, links to topics (D-104)."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

# The database of a course: its row is locked by every change, so that changes of a course follow each other.
homework_databases = Table(
    "homework_databases",
    metadata,
    Column("course_id", BigInteger, ForeignKey("courses.id", ondelete="CASCADE"), primary_key=True),
    # how many changes there were, and which one was the last move of a chapter or a lesson
    Column("changes", BigInteger, nullable=False, server_default="0"),
    Column("order_version", BigInteger, nullable=False, server_default="0"),
)

database_chapters = Table(
    "database_chapters",
    metadata,
    id_column(),
    reference("course_id", "courses", index=False, cascade=True),
    # 1, 2, … in the course; null when archived
    Column("position", Integer),
    word("name"),
    # null before the first publication
    Column("published_name", Text),
    # the change that touched it last
    Column("changed_in", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("course_id", "position", deferrable=True, initially="IMMEDIATE"),
)

database_lessons = Table(
    "database_lessons",
    metadata,
    id_column(),
    reference("chapter_id", "database_chapters", index=False, cascade=True),
    # 1, 2, … in its chapter; null when archived
    Column("position", Integer),
    # of the draft
    word("name"),
    # archived, or to be at the next publication
    Column("is_archived", Boolean, nullable=False, server_default="false"),
    # the change that touched it, or its homework, last
    Column("changed_in", BigInteger, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("chapter_id", "position", deferrable=True, initially="IMMEDIATE"),
)

# The draft of a homework; its files are rows of ``files`` with the entity "database_homework".
database_homeworks = Table(
    "database_homeworks",
    metadata,
    id_column(),
    reference("lesson_id", "database_lessons", index=False, cascade=True),
    # 0 for the main one, 1, 2, … for variants; null when archived
    Column("position", SmallInteger),
    # may be empty
    word("description"),
    # archived, or to be at the next publication
    Column("is_archived", Boolean, nullable=False, server_default="false"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    Column("saved_by", BigInteger, ForeignKey("users.id")),
    instant("saved_at"),
    Column("version", Integer, nullable=False, server_default="1"),
    UniqueConstraint("lesson_id", "position", deferrable=True, initially="IMMEDIATE"),
    Index("ix_database_homeworks_saved_at", "saved_at", "id"),
)

# A published text, which never changes; its files are rows of ``files`` with the entity "database_edition".
database_editions = Table(
    "database_editions",
    metadata,
    id_column(),
    reference("homework_id", "database_homeworks", index=False, cascade=True),
    # 1, 2, … of the homework
    Column("number", Integer, nullable=False),
    word("description"),
    instant("published_at"),
    Column("published_by", BigInteger, ForeignKey("users.id")),
    UniqueConstraint("homework_id", "number"),
)

# What was current of a lesson at some time, as a whole; it never changes but for its end.
database_publications = Table(
    "database_publications",
    metadata,
    id_column(),
    reference("lesson_id", "database_lessons", index=False, cascade=True),
    # 1, 2, … of the lesson
    Column("number", Integer, nullable=False),
    word("name"),
    instant("published_at"),
    Column("published_by", BigInteger, ForeignKey("users.id")),
    # null for the current one
    instant("replaced_at", nullable=True),
    UniqueConstraint("lesson_id", "number"),
    Index("uq_database_publications_current", "lesson_id", unique=True, postgresql_where=text("replaced_at is null")),
)

# The homework of a publication.
published_homeworks = Table(
    "published_homeworks",
    metadata,
    Column("publication_id", BigInteger, ForeignKey("database_publications.id", ondelete="CASCADE"), primary_key=True),
    Column("edition_id", BigInteger, ForeignKey("database_editions.id"), primary_key=True),
    # 0 for the main one, 1, 2, … for variants
    Column("place", SmallInteger, nullable=False),
    UniqueConstraint("publication_id", "place"),
    Index("ix_published_homeworks_edition_id", "edition_id"),
)

# The list of a topic's lessons.
topic_homework = Table(
    "topic_homework",
    metadata,
    Column("topic_id", BigInteger, ForeignKey("topics.id", ondelete="CASCADE"), primary_key=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

topic_homework_lessons = Table(
    "topic_homework_lessons",
    metadata,
    Column("topic_id", BigInteger, ForeignKey("topics.id", ondelete="CASCADE"), primary_key=True),
    Column("lesson_id", BigInteger, ForeignKey("database_lessons.id", ondelete="CASCADE"), primary_key=True),
    # 1, 2, …
    Column("position", SmallInteger, nullable=False),
    UniqueConstraint("topic_id", "position", deferrable=True, initially="IMMEDIATE"),
    Index("ix_topic_homework_lessons_lesson_id", "lesson_id"),
)

# A variant as it was given: a copy of an edition; its files are rows of ``files`` with the entity "homework_variant".
homework_variants = Table(
    "homework_variants",
    metadata,
    id_column(),
    reference("homework_id", "homeworks", index=False, cascade=True),
    # 1, 2, …: A, B, …
    Column("number", SmallInteger, nullable=False),
    word("description"),
    reference("edition_id", "database_editions"),
    CheckConstraint("number > 0", name="number"),
    UniqueConstraint("homework_id", "number"),
)
