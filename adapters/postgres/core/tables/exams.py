"""Tables of exams; the work of their participants is in ``submissions``."""

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, Index, Integer, Table, Text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference

# Its files are rows of ``files`` with the entity "exam".
exams = Table(
    "exams",
    metadata,
    id_column(),
    # 128 random bits: the address of the public result (D-40)
    Column("public_id", Text, nullable=False, unique=True),
    reference("group_id", "groups", index=False),
    Column("description", Text, nullable=False),
    instant("begins_at"),
    instant("deadline"),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    instant("announced_at", nullable=True),
    Column("announced_by", BigInteger, ForeignKey("users.id")),
    # given to the class as it is at the begin, not to chosen students of it
    Column("whole_class", Boolean, nullable=False, server_default="true"),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("deadline > begins_at", name="dates"),
    Index("ix_exams_group", "group_id", "begins_at"),
)

exam_study_months = Table(
    "exam_study_months",
    metadata,
    Column("exam_id", BigInteger, ForeignKey("exams.id", ondelete="CASCADE"), primary_key=True),
    Column("study_month_id", BigInteger, ForeignKey("study_months.id"), primary_key=True),
)
