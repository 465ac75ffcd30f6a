"""Tables of synchronisation runs and of their state between pages."""

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
    # everything is read again, not only changes
    Column("full", Boolean, nullable=False, server_default="false"),
    # the stopped run that it carries out with an approval; the approver allowed the removals of that run
    Column("approves_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("allowed_by", BigInteger, ForeignKey("users.id")),
    word("comment"),
    # the run that it reverts; that one records by whom and when it was reverted
    Column("reverts_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("reverted_by", BigInteger, ForeignKey("users.id")),
    instant("reverted_at", nullable=True),
    # the worker of the run and the end of its lease (D-49)
    Column("lease_owner", Text),
    instant("lease_until", nullable=True),
    # one run at a time for all requesters (errId 245)
    Index(
        "uq_sync_runs_active", text("(true)"), unique=True, postgresql_where=text("status in ('waiting', 'running')")
    ),
    Index("ix_sync_runs_type", "type", "id"),
)

sync_cursors = Table(
    "sync_cursors",
    metadata,
    Column("feed", Text, primary_key=True),
    # null while a full reading has brought no page yet
    Column("cursor", Text),
    # a full reading is in progress; rows that it does not bring are ended, unless there were none before
    Column("full", Boolean, nullable=False, server_default="false"),
    Column("compare", Boolean, nullable=False, server_default="false"),
    instant("read_at"),
)

# The ids that a full reading has brought so far, over pages and restarts.
sync_seen = Table("sync_seen", metadata, Column("feed", Text, primary_key=True), Column("h_id", Text, primary_key=True))

# A deferred record: its reference is unresolved, or it waits for the brakes.
sync_parked = Table(
    "sync_parked",
    metadata,
    Column("feed", Text, primary_key=True),
    Column("h_id", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    word("field"),
    word("referent"),
    # encrypted: a record may contain identity documents (D-19); null for a row that a full reading no longer brings
    Column("record", LargeBinary),
    # the stopped run that has shown the pending removal to staff; a newer record of the school is shown again
    Column("shown_in", BigInteger, ForeignKey("sync_runs.id")),
    instant("parked_at", now=True),
)

# Students whom the school merged into another before the console first saw them.
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

# A field of the school's that staff changed here: it stays, and the school's value is stored beside it (D-49). One
# that a revert restored stays while the school sends the reverted value (docs/decisions/revert.md).
sticky_fields = Table(
    "sticky_fields",
    metadata,
    Column("entity", Text, primary_key=True),
    Column("entity_id", BigInteger, primary_key=True, autoincrement=False),
    Column("field", Text, primary_key=True),
    # the school's value; null until the school has sent one since
    Column("school_value", JSONB),
    # the run that restored it, for one that no person changed
    Column("run_id", BigInteger, ForeignKey("sync_runs.id")),
    Column("marked_by", BigInteger, ForeignKey("users.id")),
    instant("marked_at", now=True),
)
