"""Tables of synchronisation runs and of what they keep between pages."""

from sqlalchemy import BigInteger, Boolean, Column, ForeignKey, Index, LargeBinary, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference, word

sync_runs = Table(
    "sync_runs",
    metadata,
    id_column(),
    Column("type", Text, nullable=False),
    Column("status", Text, nullable=False, server_default="waiting"),
    Column("reason", Text),
    Column("detail", Text),
    # per feed: state, announced, read, created, updated, unchanged, deleted, parked, refused, errors
    Column("parts", JSONB, nullable=False),
    Column("started_by", BigInteger, ForeignKey("users.id")),
    instant("created_at", now=True),
    instant("started_at", nullable=True),
    instant("finished_at", nullable=True),
    # everything is read again, not only what changed
    Column("full", Boolean, nullable=False, server_default="false"),
    # the stopped run that it carries out, and the named person who allowed it to remove what that one would
    Column("approves_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("allowed_by", BigInteger, ForeignKey("users.id")),
    word("comment"),
    # the run that it takes back; that one says by whom and when it was taken back
    Column("reverts_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("reverted_by", BigInteger, ForeignKey("users.id")),
    instant("reverted_at", nullable=True),
    # who works on it and until when we believe that it lives (D-49)
    Column("lease_owner", Text),
    instant("lease_until", nullable=True),
    # one run at a time, whoever asks (errId 245)
    Index(
        "uq_sync_runs_active", text("(true)"), unique=True, postgresql_where=text("status in ('waiting', 'running')")
    ),
    Index("ix_sync_runs_type", "type", "id"),
)

sync_cursors = Table(
    "sync_cursors",
    metadata,
    Column("feed", Text, primary_key=True),
    # none while a full reading has brought no page yet
    Column("cursor", Text),
    # a reading of everything is under way; what it does not bring is ended, unless there was nothing before
    Column("full", Boolean, nullable=False, server_default="false"),
    Column("compare", Boolean, nullable=False, server_default="false"),
    instant("read_at"),
)

# What a full reading has brought so far, over pages and restarts.
sync_seen = Table("sync_seen", metadata, Column("feed", Text, primary_key=True), Column("h_id", Text, primary_key=True))

# A record set aside: its referent is unknown, or it would end a row and the brake has not been asked yet.
sync_parked = Table(
    "sync_parked",
    metadata,
    Column("feed", Text, primary_key=True),
    Column("h_id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    word("field"),
    word("referent"),
    # sealed: a record may hold identity papers (D-19); none for a row that a full reading no longer brings
    Column("record", LargeBinary),
    # the stopped run that has shown to people what would go; a newer word of the school is to be shown anew
    Column("shown_in", BigInteger, ForeignKey("sync_runs.id")),
    instant("parked_at", now=True),
)

# Students whom the school merged into another before we ever saw them.
sync_aliases = Table(
    "sync_aliases",
    metadata,
    Column("h_id", Text, primary_key=True),
    reference("student_id", "students", cascade=True),
)

sync_changes = Table(
    "sync_changes",
    metadata,
    id_column(),
    reference("run_id", "sync_runs", cascade=True),
    Column("entity", Text, nullable=False),
    Column("entity_id", BigInteger, nullable=False),
    Column("verb", Text, nullable=False),
    Column("before", JSONB),
    Column("after", JSONB),
    Index("ix_sync_changes_entity", "entity", "entity_id"),
)

# A field of the school's that a person has changed here: it stays, and the school's own word is kept beside it (D-49).
# One that a revert put back stays as long as the school says what was taken back (docs/decisions/revert.md).
sticky_fields = Table(
    "sticky_fields",
    metadata,
    Column("entity", Text, primary_key=True),
    Column("entity_id", BigInteger, primary_key=True, autoincrement=False),
    Column("field", Text, primary_key=True),
    # what the school says; null until it has said anything since
    Column("school_value", JSONB),
    # the run that put it back, for one that no person chose
    Column("run_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    instant("marked_at", now=True),
)
