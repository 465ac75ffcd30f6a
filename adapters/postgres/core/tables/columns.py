"""The metadata of all tables, and columns that several tables share."""

from typing import Any

from sqlalchemy import (
    BigInteger,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    MetaData,
    SmallInteger,
    Text,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import TSVECTOR

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def id_column() -> Column[int]:
    """The identity column."""
    return Column("id", BigInteger, Identity(always=False), primary_key=True)


def reference(
    name: str, target: str, *, nullable: bool = False, index: bool = True, cascade: bool = False
) -> Column[int]:
    """A foreign key to the id of ``target``."""
    key = ForeignKey(f"{target}.id", ondelete="CASCADE" if cascade else None)
    return Column(name, BigInteger, key, nullable=nullable, index=index)


def instant(name: str, *, nullable: bool = False, now: bool = False) -> Column[object]:
    """An instant with its time zone; ``now``: the server fills it in."""
    return Column(name, DateTime(timezone=True), nullable=nullable, server_default=func.now() if now else None)


def word(name: str, default: str = "") -> Column[str]:
    """A text that is never null."""
    return Column(name, Text, nullable=False, server_default=default)


def school_columns() -> list[Column[Any]]:
    """Columns of records that the school owns (D-18): school id, version and removal."""
    return [
        Column("h_id", Text, unique=True),
        Column("school_version", BigInteger, nullable=False, server_default="0"),
        instant("school_deleted_at", nullable=True),
    ]


def person_columns() -> list[Column[Any]]:
    """Columns of a name, and those derived for search and order (D-50, D-63)."""
    return [
        word("first_name"),
        word("last_name"),
        word("middle_name"),
        word("full_name"),
        Column("gender", SmallInteger),
        Column("phone", Text),
        Column("photo", Text),
        # the folded words of the name, first names weighted A, last names B, middle names C
        Column("search", TSVECTOR, nullable=False, server_default=text("''::tsvector")),
        word("sort_key"),
    ]
