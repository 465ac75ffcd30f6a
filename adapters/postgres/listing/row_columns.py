"""Derives the columns that the rows of a list or a card are read from."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
from sqlalchemy import Table, func


def columns_of(
    row: type[msgspec.Struct], table: Table, declared: Mapping[str, Any], elsewhere: Collection[str] = ()
) -> dict[str, Any]:
    """The expression of each field: the declared one, or the column of its name.

    An empty text is null where the field may be None. ``elsewhere``: fields that are not read from the table. Raises
    TypeError for a field without a source, at import.
    """
    fields = {field.name: field.type for field in msgspec.structs.fields(row)}
    if unknown := {*declared, *elsewhere} - fields.keys():
        raise TypeError(f"{row.__name__} has no field {', '.join(sorted(unknown))}")
    found = {}
    for name, type_ in fields.items():
        if name in declared:
            found[name] = declared[name]
        elif name in elsewhere:
            continue
        elif name in table.c:
            column = table.c[name]
            found[name] = func.nullif(column, "") if type_ == (str | None) and not column.nullable else column
        else:
            raise TypeError(f"{row.__name__}.{name}: {table.name} has no such column; declare where it comes from")
    return found


def labelled(row: type[msgspec.Struct], columns: Mapping[str, Any]) -> list[Any]:
    """The expressions under the names that the fields have on the wire."""
    names = {field.name: field.encode_name for field in msgspec.structs.fields(row)}
    return [expression.label(names[name]) for name, expression in columns.items()]
