"""Tables of stored files."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Table, Text, text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, word

# Metadata of stored content; the content lies under its digest. Committed after it; orphans are swept (D-72).
files = Table(
    "files",
    metadata,
    id_column(),
    # 128 random bits, used in links (D-73)
    Column("public_id", Text, nullable=False, unique=True),
    Column("kind", Text, nullable=False),
    Column("digest", Text, nullable=False, index=True),
    Column("media_type", Text, nullable=False),
    Column("size", BigInteger, nullable=False),
    word("name"),
    # the record it belongs to, which decides who may see it
    Column("entity", Text),
    Column("entity_id", BigInteger),
    Column("created_by", BigInteger, ForeignKey("users.id")),
    # the student who uploaded it through the gateway (D-20); null for a file of staff
    Column("created_by_student", BigInteger, ForeignKey("students.id"), index=True),
    instant("created_at", now=True),
    instant("expires_at", nullable=True),
    Index("ix_files_entity", "entity", "entity_id"),
    Index("ix_files_expires_at", "expires_at", postgresql_where=text("expires_at is not null")),
)
