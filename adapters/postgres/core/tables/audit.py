"""Tables of the audit log and its chain of seals."""

from sqlalchemy import ARRAY, BigInteger, Column, ForeignKey, Index, LargeBinary, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, word

audits = Table(
    "audits",
    metadata,
    id_column(),
    instant("at"),
    Column("actor_id", BigInteger),
    word("actor_name"),
    word("address"),
    word("request_id"),
    word("permission"),
    # the action, as a code that is rendered in each reader's language (D-74)
    Column("verb", Text, nullable=False),
    Column("entity", Text, nullable=False),
    Column("entity_id", BigInteger),
    Column("params", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("before", JSONB),
    Column("after", JSONB),
    Column("digest", Text, nullable=False),
    Index("ix_audits_entity", "entity", "entity_id"),
    Index("ix_audits_actor", "actor_id", "id"),
    Index("ix_audits_verb", "verb", "id"),
    Index("ix_audits_at", "at", "id"),
)

# A record that no seal covers yet; inserted with it, deleted by the sealer, so that a late commit is never skipped.
audit_pending = Table(
    "audit_pending",
    metadata,
    Column("audit_id", BigInteger, ForeignKey("audits.id"), primary_key=True, autoincrement=False),
)

# A batch of records under a digest of theirs and of the previous seal: a chain that a changed record breaks (D-15).
audit_seals = Table(
    "audit_seals",
    metadata,
    id_column(),
    instant("at"),
    Column("audit_ids", ARRAY(BigInteger), nullable=False),
    Column("digest", Text, nullable=False),
)

# The key that encrypts one person's values in the audit log; erasing the person destroys it (D-15).
subject_keys = Table(
    "subject_keys",
    metadata,
    Column("entity", Text, primary_key=True),
    Column("entity_id", BigInteger, primary_key=True, autoincrement=False),
    Column("sealed_key", LargeBinary),
    instant("destroyed_at", nullable=True),
)
