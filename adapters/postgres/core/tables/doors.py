"""Tables of door entries."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, Table, Text, UniqueConstraint, text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, word

# Passages through a door, as its device reports them; a device repeats reports, and its clock may be wrong (T4).
door_events = Table(
    "door_events",
    metadata,
    id_column(),
    Column("device", Text, nullable=False),
    Column("serial", BigInteger, nullable=False),
    # the device's number of a person: the school id of a student
    word("person"),
    Column("student_id", BigInteger, ForeignKey("students.id")),
    Column("teacher_id", BigInteger, ForeignKey("teachers.id")),
    # the time by the device's clock; null where it reported an impossible time
    instant("device_at", nullable=True),
    instant("received_at", now=True),
    # the effective time: the device's, or the server's where the device's clock is unreliable
    instant("at"),
    # seconds by which the device's clock is ahead of the server's; null for a report that was stored and sent later
    Column("drift_seconds", Integer),
    # clock: wrong by more than a minute; date: impossible; person: nobody has that number
    Column("doubt", Text),
    UniqueConstraint("device", "serial"),
    Index("ix_door_events_student", "student_id", "at", postgresql_where=text("student_id is not null")),
)
