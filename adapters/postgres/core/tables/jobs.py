"""Tables of jobs, the outbox, timers and idempotency keys."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    LargeBinary,
    SmallInteger,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, word

jobs = Table(
    "jobs",
    metadata,
    id_column(),
    Column("kind", Text, nullable=False),
    Column("payload", JSONB, nullable=False),
    Column("state", Text, nullable=False, server_default="waiting"),
    Column("progress", SmallInteger, nullable=False, server_default="0"),
    Column("tries", SmallInteger, nullable=False, server_default="0"),
    Column("last_error", Text),
    # the outcome: the public id of a file, counts
    Column("result", JSONB),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    word("request_id"),
    instant("created_at", now=True),
    instant("started_at", nullable=True),
    instant("beat_at", nullable=True),
    instant("finished_at", nullable=True),
    CheckConstraint("state in ('waiting', 'running', 'done', 'failed')", name="state"),
    Index("ix_jobs_open", "id", postgresql_where=text("state in ('waiting', 'running')")),
    Index("ix_jobs_created_by", "created_by", "id", postgresql_where=text("created_by is not null")),
)

outbox = Table(
    "outbox",
    metadata,
    id_column(),
    # the name of an event, or "job" for a row of jobs
    Column("topic", Text, nullable=False),
    Column("version", SmallInteger, nullable=False, server_default="1"),
    Column("payload", JSONB, nullable=False),
    word("request_id"),
    instant("created_at", now=True),
    # not before this time; a failed attempt is retried later
    instant("available_at", now=True),
    instant("published_at", nullable=True),
    Index("ix_outbox_job", text("cast(payload ->> 'jobId' as bigint)"), postgresql_where=text("topic = 'job'")),
    Index("ix_outbox_unpublished", "available_at", "id", postgresql_where=text("published_at is null")),
)

# The stored response to a repeated request; kept for a day (D-8).
idempotency_keys = Table(
    "idempotency_keys",
    metadata,
    Column("user_id", BigInteger, primary_key=True, autoincrement=False),
    Column("route", Text, primary_key=True),
    Column("key", Text, primary_key=True),
    Column("body_digest", Text, nullable=False),
    Column("answer", LargeBinary, nullable=False),
    Column("secret", Boolean, nullable=False),
    instant("created_at", now=True),
    Index("ix_idempotency_keys_created_at", "created_at"),
)

# The last run of each scheduled task.
timers = Table("timers", metadata, Column("name", Text, primary_key=True), instant("last_at"))
