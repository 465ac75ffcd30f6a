"""Students as an import left them, and their revert, in PostgreSQL."""

from collections.abc import Sequence
from typing import Any

import msgspec

from adapters.postgres.core import tables as t
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.imports.import_rows import LOCK_STUDENTS, UPDATE_STUDENTS, json_value, person_values, stage
from application.actor import Actor
from application.imports.plan import CARD_FIELDS
from application.imports.rows import Before, PlannedRow
from application.ports import UnitOfWork
from domain.imports.revert import ImportedStudent

# the rows of an import and the branches belong to the import itself
OWN_TABLES = (t.import_rows, t.student_offices)
REFERENCES = [
    f"exists (select from {key.parent.table.name} x where x.{key.parent.name} = s.id)"
    for table in t.metadata.sorted_tables
    if table not in OWN_TABLES
    for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
    if key.column.table is t.students
]
# the trigger that maintains the words of names looks up each changed row among all rows of its statement
CHUNK_ROWS = 100
# locked before they are read: a record that names a student is either seen or waits
LOCK = "select from students where id = any ($1::bigint[]) order by id for update"
STUDENTS = f"""
select s.id, s.version, {", ".join(f"s.{column}" for column in CARD_FIELDS)}, coalesce(s.paper_keys, '{{}}') as keys,
    array(select l.office_id from student_offices l where l.student_id = s.id) as office_ids,
    $2::bigint[] is null or exists (
        select from student_offices l where l.student_id = s.id and l.office_id = any ($2)) as seen,
    {" or ".join(REFERENCES)} as referred
from students s
where s.id = any ($1::bigint[]) and s.school_deleted_at is null and s.merged_into_id is null
"""  # noqa: S608  constants only
REMOVE = "update students set school_deleted_at = now(), version = version + 1 where id = any ($1::bigint[])"
# a value that is the school's again is no difference
UNMARK_STICKY = """
delete from sticky_fields k using unnest($1::bigint[], $2::text[], $3::text[]) r (id, field, value)
where k.entity = 'student' and k.entity_id = r.id and k.field = r.field and k.school_value = r.value::jsonb
"""


class PostgresImportedStudents:
    """Implements ``ImportedStudents``."""

    async def fetch(self, student_ids: Sequence[int], actor: Actor, uow: UnitOfWork) -> dict[int, ImportedStudent]:
        connection = await sql_of(uow).connection()
        ids, offices = list(student_ids), None if actor.all_offices else list(actor.office_ids)
        await connection.execute(LOCK, ids)
        return {row["id"]: _student(row) for row in await connection.fetch(STUDENTS, ids, offices)}

    async def remove(self, student_ids: Sequence[int], uow: UnitOfWork) -> None:
        connection = await sql_of(uow).connection()
        for start in range(0, len(student_ids), CHUNK_ROWS):
            await connection.execute(REMOVE, list(student_ids[start : start + CHUNK_ROWS]))

    async def restore(self, rows: Sequence[PlannedRow], uow: UnitOfWork) -> None:
        connection = await sql_of(uow).connection()
        for start in range(0, len(rows), CHUNK_ROWS):
            await self._restore(connection, rows[start : start + CHUNK_ROWS])

    async def _restore(self, connection: Any, rows: Sequence[PlannedRow]) -> None:
        by_id = {row.student_id: row for row in rows}
        present = [dict(record) for record in await connection.fetch(LOCK_STUDENTS, list(by_id))]
        people = [(one["id"], *person_values(one | _columns(by_id[one["id"]]))) for one in present]
        await stage(connection, people)
        await connection.execute(UPDATE_STUDENTS)
        marks = [
            (id, field, msgspec.json.encode(value).decode())
            for id, row in by_id.items()
            if row.before is not None
            for field, value in row.before.fields.items()
        ]
        if marks:
            await connection.execute(UNMARK_STICKY, *map(list, zip(*marks, strict=True)))


def _student(row: Any) -> ImportedStudent:
    return ImportedStudent(
        version=row["version"],
        values={column: json_value(row[column]) for column in CARD_FIELDS},
        paper_keys=frozenset(row["keys"]),
        office_ids=frozenset(row["office_ids"]),
        seen=row["seen"],
        referred=row["referred"],
    )


def _columns(row: PlannedRow) -> dict[str, Any]:
    """The columns to restore; documents only if the import wrote them."""
    before = row.before or Before()
    if row.papers is None:
        return dict(before.fields)
    return before.fields | {"papers": before.papers, "paper_keys": before.keys or None}
