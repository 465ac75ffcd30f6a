"""Tables of SMS and their templates."""

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    UniqueConstraint,
    text,
)

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

# One text for many students, and the selection it was sent for.
sms_batches = Table(
    "sms_batches",
    metadata,
    id_column(),
    Column("text", Text, nullable=False),
    Column("student_ids", ARRAY(BigInteger), nullable=False),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    # the operation whose opened accounts get their logins: its people, students or academics, are the recipients
    Column("act_id", BigInteger, ForeignKey("bulk_acts.id", ondelete="SET NULL"), index=True),
)

sms_messages = Table(
    "sms_messages",
    metadata,
    id_column(),
    # the recipient, a student or an academic
    reference("student_id", "students", nullable=True),
    reference("teacher_id", "teachers", nullable=True),
    Column("phone", Text, nullable=False),
    # without secrets: a password is sent once and shown as dots ever after
    Column("text", Text, nullable=False),
    Column("parts", SmallInteger, nullable=False),
    Column("status", Text, nullable=False, server_default="waiting"),
    word("provider"),
    Column("provider_id", Text, index=True),
    Column("error", Text),
    # the whole text until it is sent, encrypted, where it contains a secret
    Column("sealed_text", LargeBinary),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    instant("sent_at", nullable=True),
    instant("delivered_at", nullable=True),
    # the provider's status was last fetched then
    instant("checked_at", nullable=True),
    Column("batch_id", BigInteger, ForeignKey("sms_batches.id")),
    Column("batch_place", Integer),
    # the lesson from which the student was absent without a reason (D-158)
    Column("lesson_id", BigInteger, ForeignKey("lessons.id")),
    Column("version", Integer, nullable=False, server_default="1"),
    CheckConstraint("status in ('waiting', 'sent', 'delivered', 'failed', 'unknown')", name="status"),
    # each recipient of a batch gets the text once, however often its job runs
    UniqueConstraint("batch_id", "batch_place"),
    # a student hears of a lesson once, whatever is pressed twice or in two tabs (D-158)
    UniqueConstraint("lesson_id", "student_id"),
    Index("ix_sms_messages_open", "checked_at", postgresql_where=text("status in ('waiting', 'unknown', 'sent')")),
)

sms_templates = Table(
    "sms_templates",
    metadata,
    id_column(),
    Column("name", Text, nullable=False, unique=True),
    Column("text", Text, nullable=False),
    # the console's own use of the template
    Column("purpose", Text, unique=True),
    Column("version", Integer, nullable=False, server_default="1"),
)
