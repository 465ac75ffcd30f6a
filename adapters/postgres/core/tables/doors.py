"""Tables of entries through the doors."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, word

# Who came through a door, as its device tells it; a device repeats itself, and its clock may be wrong (T4).
door_events = Table(
    "door_events",
    metadata,
    id_column(),
    Column("device", Text, nullable=False),
    Column("serial", BigInteger, nullable=False),
    # the device's number of a person: the school's id of a student
    word("person"),
    Column("student_id", BigInteger, ForeignKey("students.id")),
    Column("teacher_id", BigInteger, ForeignKey("teachers.id")),
    # when it was, by the device's clock; null where it told an impossible time
    instant("device_at", nullable=True),
    instant("received_at", now=True),
    # when it counts as: the device's time, or ours where the device can't be believed
    instant("at"),
    # seconds that the device's clock is ahead of ours; null for what was stored and sent later
    Column("drift_seconds", Integer),
    # clock: it is wrong by more than a minute; date: impossible; person: nobody has that number
    Column("doubt", Text),
    UniqueConstraint("device", "serial"),
    Index("ix_door_events_student", "student_id", "at", postgresql_where=text("student_id is not null")),
)
