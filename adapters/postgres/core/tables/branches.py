"""Tables of branches."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, Table, Text

from adapters.postgres.core.tables.columns import id_column, instant, metadata, school_columns, word

head_offices = Table("head_offices", metadata, id_column(), *school_columns(), word("name"))

offices = Table(
    "offices",
    metadata,
    id_column(),
    Column("name", Text, nullable=False),
    Column("head_office_id", BigInteger, ForeignKey("head_offices.id"), unique=True),
    instant("created_at", now=True),
    Column("version", Integer, nullable=False, server_default="1"),
)
