"""Tables of student statuses, integrations and the live installation."""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Integer,
    LargeBinary,
    Table,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata

control_actions = Table(
    "control_actions",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("display_name", JSONB, nullable=False),
    Column("counts_in_statistics", Boolean, nullable=False),
    Column("version", Integer, nullable=False, server_default="1"),
)

# The connection to an outside system: plain fields, and secrets encrypted with a key outside of the database (D-39).
integrations = Table(
    "integrations",
    metadata,
    id_column(),
    Column("kind", Text, nullable=False, unique=True),
    Column("adapter", Text, nullable=False),
    Column("fields", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("secrets", LargeBinary),
    Column("updated_by", BigInteger, ForeignKey("users.id")),
    instant("updated_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

# At most one row: the installation that sends to the outside, once one has started (D-159).
installations = Table(
    "installations",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("live_place", Text),
    instant("live_since", nullable=True),
    CheckConstraint("id = 1", name="single"),
)
