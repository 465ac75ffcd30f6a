"""The tables that a value of the code names.

The value is a table, a statement, a listing, or a text of SQL.
"""

import dataclasses
import re
from collections.abc import Mapping
from typing import Any

from sqlalchemy import Column, Table
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.visitors import iterate

from adapters.postgres.core.mapping import MAPPED
from adapters.postgres.core.tables import metadata

AFTER = re.compile(
    r"\b(?:from|join|into|update|using|table)\s+\"?([a-z_]+)\b|,\s*([a-z_]+)\s+[a-z]{1,2}\b", re.IGNORECASE
)
DEEP = 4


def tables_in(value: Any, deep: int = DEEP) -> set[str]:
    """The names of tables in the value and in everything that it contains."""
    if isinstance(value, str):
        return {name for pair in AFTER.findall(value) for name in pair if name in metadata.tables}
    if isinstance(value, (Table, Column, ClauseElement)):
        return _in_clause(value)
    if deep == 0 or isinstance(value, type):
        return set()
    if dataclasses.is_dataclass(value):
        value = [getattr(value, item.name) for item in dataclasses.fields(value)]
    elif isinstance(value, Mapping):
        value = list(value.values())
    return set().union(*(tables_in(one, deep - 1) for one in value)) if isinstance(value, (list, tuple, set)) else set()


def table_of(kind: type) -> str | None:
    """The table of a domain class."""
    return MAPPED[kind].name if kind in MAPPED else None


def _in_clause(clause: Any) -> set[str]:
    found = set()
    for part in iterate(clause):
        table = part if isinstance(part, Table) else getattr(part, "table", None)
        if isinstance(table, Table):
            found.add(table.name)
        # textual SQL within a statement
        text = getattr(part, "text", None)
        found |= tables_in(text if isinstance(text, str) else str(part) if part.__visit_name__ == "column" else "")
    return found & set(metadata.tables)
