"""Inserts the records of builders, each table by one COPY.

A hundred thousand take seconds.
"""

from collections.abc import AsyncIterator, Iterable
from datetime import date, time
from itertools import groupby, islice
from typing import Any

import msgspec

from tests.support.builders import Columns, Entity, RoleOf
from tests.support.secret_storage import SecretStorage

CHUNK = 2000
_ESCAPED = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
_KEEP_ROLE = """
insert into roles (name, type, permissions, number) values ($1, $2, $3::text::jsonb, $4)
on conflict (name) do update set name = excluded.name returning id
"""


async def store(connection: Any, *entities: Entity, secrets: SecretStorage | None = None) -> None:
    """Inserts new records and all that they refer to, in one transaction.

    They get their ids.
    """
    secrets, new = secrets or SecretStorage(), _in_order(entities)
    async with connection.transaction():
        for kind, group in groupby(sorted(new, key=lambda entity: _ORDER.index(entity.table)), type):
            await _write(connection, kind, list(group), secrets)
        linked_rows = [link for entity in new for link in entity.linked_rows()]
        for table in dict.fromkeys(table for table, _ in linked_rows):
            await copy(connection, table, [columns for name, columns in linked_rows if name == table])


_ORDER = [
    *("offices", "categories", "courses", "roles", "users", "students", "teachers", "groups", "lessons"),
    *("homeworks", "submissions", "videos"),
]


def _in_order(entities: Iterable[Entity]) -> list[Entity]:
    """The records to insert, without repeats, after those they refer to."""
    found: dict[int, Entity] = {}

    def visit(entity: Entity) -> None:
        if entity.id is None and id(entity) not in found:
            for dependency in entity.dependencies():
                visit(dependency)
            found[id(entity)] = entity

    for entity in entities:
        visit(entity)
    return list(found.values())


async def _write(connection: Any, kind: type[Entity], entities: list[Entity], secrets: SecretStorage) -> None:
    if kind is RoleOf:
        for role in entities:
            columns = role.columns(secrets)
            rights = msgspec.json.encode(columns["permissions"]).decode()
            kind_of_role = (int(columns["type"]), rights, columns["number"])
            role.id = await connection.fetchval(_KEEP_ROLE, columns["name"], *kind_of_role)
        return
    numbering = f"select nextval(pg_get_serial_sequence('{kind.table}', 'id')) as id from generate_series(1, $1)"
    for entity, row in zip(entities, await connection.fetch(numbering, len(entities)), strict=True):
        entity.id = row["id"]
    await copy(connection, kind.table, [{"id": entity.id, **entity.columns(secrets)} for entity in entities])


async def copy(connection: Any, table: str, rows: list[Columns]) -> None:
    """Inserts rows by COPY; a column that a row lacks has its default."""
    by_columns: dict[tuple[str, ...], list[Columns]] = {}
    for row in rows:
        by_columns.setdefault(tuple(row), []).append(row)
    for names, alike in by_columns.items():
        await connection.copy_to_table(table, source=_lines(names, alike), columns=names, format="text")


async def _lines(names: tuple[str, ...], rows: Iterable[Columns]) -> AsyncIterator[bytes]:
    rows = iter(rows)
    while part := list(islice(rows, CHUNK)):
        yield "".join("\t".join(_text(row[name]) for name in names) + "\n" for row in part).encode()


def _text(value: object) -> str:
    """A value in the text form of COPY."""
    if value is None:
        return "\\N"
    if isinstance(value, str):
        # most have nothing to escape, and translating letters beyond ASCII is slow
        return value if value.isprintable() and "\\" not in value else value.translate(_ESCAPED)
    if isinstance(value, bool):
        return "t" if value else "f"
    if isinstance(value, int):
        return str(int(value))
    if isinstance(value, (date, time)):
        return value.isoformat()
    if isinstance(value, bytes):
        return f"\\\\x{value.hex()}"
    if isinstance(value, list):
        return "{" + ",".join(map(str, value)) + "}"
    return msgspec.json.encode(value).decode().translate(_ESCAPED)
