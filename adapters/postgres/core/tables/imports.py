"""Tables of spreadsheet imports."""

from sqlalchemy import BigInteger, Column, ForeignKey, Integer, LargeBinary, Table, Text, text
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core.tables.columns import id_column, instant, metadata, reference

# A spreadsheet being imported: read, mapped, planned, committed by the same plan.
imports = Table(
    "imports",
    metadata,
    id_column(),
    Column("state", Text, nullable=False, server_default="mapping"),
    Column("file_name", Text, nullable=False),
    Column("digest", Text, nullable=False),
    # the branch of new students, chosen and confirmed (M5)
    reference("office_id", "offices", nullable=True),
    Column("mapping", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("totals", JSONB, nullable=False, server_default=text("'{}'::jsonb")),
    Column("created_by", BigInteger, ForeignKey("users.id"), index=True),
    instant("created_at", now=True),
    instant("committed_at", nullable=True),
    Column("version", Integer, nullable=False, server_default="1"),
)

import_rows = Table(
    "import_rows",
    metadata,
    Column("import_id", BigInteger, ForeignKey("imports.id", ondelete="CASCADE"), primary_key=True),
    Column("number", BigInteger, primary_key=True, autoincrement=False),
    Column("verb", Text, nullable=False),
    Column("student_id", BigInteger, ForeignKey("students.id"), index=True),
    Column("faults", JSONB, nullable=False, server_default=text("'[]'::jsonb")),
    # the cells as read, and their mapped values: encrypted, as they include identity documents
    Column("cells", LargeBinary, nullable=False),
)
