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

# One text for many students, and for whom it was asked.
sms_batches = Table(
    "sms_batches",
    metadata,
    id_column(),
    Column("text", Text, nullable=False),
    Column("student_ids", ARRAY(BigInteger), nullable=False),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
)

sms_messages = Table(
    "sms_messages",
    metadata,
    id_column(),
    reference("student_id", "students", nullable=True),
    Column("phone", Text, nullable=False),
    # without what is secret in it: a password is sent, and shown as dots ever after
    Column("text", Text, nullable=False),
    Column("parts", SmallInteger, nullable=False),
    Column("status", Text, nullable=False, server_default="waiting"),
    word("provider"),
    Column("provider_id", Text, index=True),
    Column("error", Text),
    # the whole text until it is sent, encrypted, where it holds a secret
    Column("sealed_text", LargeBinary),
    Column("initiator_id", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    instant("sent_at", nullable=True),
    instant("delivered_at", nullable=True),
    # when the provider was last asked about it
    instant("checked_at", nullable=True),
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
    id_column(),
    Column("name", Text, nullable=False, unique=True),
    Column("text", Text, nullable=False),
    # what the console itself sends with it
    Column("purpose", Text, unique=True),
    Column("version", Integer, nullable=False, server_default="1"),
)
