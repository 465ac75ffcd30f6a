"""Stores imports in PostgreSQL.

Encrypted rows, candidates for matching, and bulk writes of students.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

import msgspec

from adapters.postgres.core.transaction import sql_of
from application.actor import Actor
from application.imports.ports import RowsWanted
from application.imports.rows import LEFT_TEXTS, Before, Known, PlannedRow, Row, Verb
from application.people.students.form import encrypt_documents
from application.ports import Cipher, UnitOfWork
from domain.people.folding import query_words
from domain.people.name_order import sort_key
from domain.people.names import full_name
from domain.people.search_vector import search_vector
from domain.shared.errors import DomainError

_encode, _decoder = msgspec.json.encode, msgspec.json.Decoder(PlannedRow)
CHUNK_ROWS = 2000
# the key of the advisory lock that serialises commits of imports
COMMIT_LOCK = 7_203_119
# the codes of rows that a revert left, beside those of faults and warnings
LEFT_CODES = "array[" + ", ".join(f"'{code}'" for code in LEFT_TEXTS.values()) + "]"
ROW_COLUMNS = ("import_id", "number", "verb", "student_id", "faults", "cells")

# each branch of the union uses its own index
CANDIDATES = """
with r as (select * from unnest($1::bigint[], $2::text[], $3::date[], $4::text[]) as r (number, phone, born, words)),
k as (select * from unnest($5::bigint[], $6::text[]) as k (number, key)),
found as (
    select k.number, s.id from k join students s on s.paper_keys @> array[k.key]
    union select r.number, s.id from r join students s on s.phone = r.phone
    union select r.number, s.id from r join students s on s.birth_date = r.born and s.search @@ r.words::tsquery
        where r.words <> ''
)
select f.number, s.id, s.h_id is not null as school, s.version, s.last_name, s.first_name, s.middle_name, s.gender,
    s.birth_date, s.phone, coalesce(s.paper_keys, '{}') as paper_keys, s.papers,
    $7::bigint[] is null or exists (
        select from student_offices l where l.student_id = s.id and l.office_id = any ($7)) as seen
from found f join students s on s.id = f.id
where s.school_deleted_at is null and s.merged_into_id is null order by f.number, s.id
"""
PERSON_COLUMNS = (
    *("first_name", "last_name", "middle_name", "full_name", "search", "sort_key", "gender", "birth_date", "phone"),
    *("papers", "paper_keys", "has_personal_data"),
)
STAGE = """
create temp table if not exists stage_imported (
    id bigint, first_name text, last_name text, middle_name text, full_name text, search text, sort_key text,
    gender smallint, birth_date date, phone text, papers bytea, paper_keys text[], has_personal_data boolean
) on commit delete rows
"""
_VALUES = ", ".join(f"s.{name}::tsvector" if name == "search" else f"s.{name}" for name in PERSON_COLUMNS)
INSERT_STUDENTS = f"""
insert into students (id, {", ".join(PERSON_COLUMNS)}, status_id, created_by)
select s.id, {_VALUES}, $1, $2 from stage_imported s
"""  # noqa: S608  constants only
INSERT_BRANCHES = "insert into student_offices (student_id, office_id) select * from unnest($1::bigint[], $2::bigint[])"
LOCK_STUDENTS = """
select id, version, h_id, first_name, last_name, middle_name, gender, birth_date, phone, papers, paper_keys
from students where id = any ($1::bigint[]) and school_deleted_at is null and merged_into_id is null
order by id for update
"""
UPDATE_STUDENTS = f"""
update students t set ({", ".join(PERSON_COLUMNS)}, version) = (select {_VALUES}, t.version + 1)
from stage_imported s where s.id = t.id
"""  # noqa: S608  constants only
MARK_STICKY = """
insert into sticky_fields as k (entity, entity_id, field, school_value, marked_by)
select 'student', r.id, r.field, r.value::jsonb, $4
from unnest($1::bigint[], $2::text[], $3::text[]) r (id, field, value)
on conflict (entity, entity_id, field) do update set run_id = null, marked_by = excluded.marked_by
"""


class PostgresImportRows:
    """Implements ``ImportRows``."""

    def __init__(self, cell_cipher: Cipher, paper_cipher: Cipher) -> None:
        self._cells = cell_cipher
        self._papers = paper_cipher

    async def replace(self, import_id: int, rows: Sequence[PlannedRow], uow: UnitOfWork) -> None:
        connection = await sql_of(uow).connection()
        await connection.execute("delete from import_rows where import_id = $1", import_id)
        records = [
            (
                import_id,
                row.number,
                str(row.verb),
                # a reverted row is nobody's any more
                None if row.reverted else row.student_id,
                _encode(_codes(row)).decode(),
                self._cells.encrypt(_encode(row)),
            )
            for row in rows
        ]
        await connection.copy_records_to_table("import_rows", records=records, columns=ROW_COLUMNS)

    async def fetch_all(self, import_id: int, uow: UnitOfWork) -> list[PlannedRow]:
        connection = await sql_of(uow).connection()
        rows = await connection.fetch("select cells from import_rows where import_id = $1 order by number", import_id)
        return [self._decrypted(row["cells"]) for row in rows]

    async def fetch_page(
        self, import_id: int, which: RowsWanted, offset: int, limit: int, uow: UnitOfWork
    ) -> tuple[list[PlannedRow], int]:
        connection = await sql_of(uow).connection()
        matching = "from import_rows where import_id = $1 and ($2::text is null or verb = $2)"
        if which.warned:
            matching += f" and verb <> '{Verb.REFUSE}' and faults - {LEFT_CODES} <> '[]'::jsonb"
        if which.left:
            matching += f" and faults ?| {LEFT_CODES}"
        total = await connection.fetchval(f"select count(*) {matching}", import_id, which.verb)
        rows = await connection.fetch(
            f"select cells {matching} order by number offset $3 limit $4", import_id, which.verb, offset, limit
        )
        return [self._decrypted(row["cells"]) for row in rows], int(total)

    def _decrypted(self, encrypted: bytes) -> PlannedRow:
        return _decoder.decode(self._cells.decrypt(encrypted))

    async def find_candidates(self, rows: Sequence[Row], actor: Actor, uow: UnitOfWork) -> dict[int, list[Known]]:
        connection = await sql_of(uow).connection()
        offices = None if actor.all_offices else list(actor.office_ids)
        found: dict[int, list[Known]] = {}
        for start in range(0, len(rows), CHUNK_ROWS):
            for record in await connection.fetch(
                CANDIDATES, *_search_arguments(rows[start : start + CHUNK_ROWS]), offices
            ):
                values = dict(record)
                number = values.pop("number")
                values["paper_keys"] = frozenset(values["paper_keys"])
                found.setdefault(number, []).append(Known(**values))
        return found

    async def lock_commits(self, uow: UnitOfWork) -> None:
        await (await sql_of(uow).connection()).execute("select pg_advisory_xact_lock($1)", COMMIT_LOCK)

    async def insert_students(
        self, rows: Sequence[PlannedRow], status_id: int, actor: Actor, uow: UnitOfWork
    ) -> dict[int, int]:
        if not rows:
            return {}
        connection = await sql_of(uow).connection()
        numbers = "select nextval(pg_get_serial_sequence('students', 'id')) from generate_series(1, $1)"
        ids = [record[0] for record in await connection.fetch(numbers, len(rows))]
        await stage(connection, [(id, *self._person(row, {})) for id, row in zip(ids, rows, strict=True)])
        await connection.execute(INSERT_STUDENTS, status_id, actor.id)
        await connection.execute(INSERT_BRANCHES, ids, [row.office_id for row in rows])
        return {row.number: id for id, row in zip(ids, rows, strict=True)}

    async def update_students(self, rows: Sequence[PlannedRow], actor: Actor, uow: UnitOfWork) -> dict[int, Before]:
        if not rows:
            return {}
        connection = await sql_of(uow).connection()
        locked = {
            record["id"]: dict(record)
            for record in await connection.fetch(LOCK_STUDENTS, [row.student_id for row in rows])
        }
        if any(row.student_id not in locked or locked[row.student_id]["version"] != row.version for row in rows):
            # changed between plan and lock: a retry plans again and finds the change
            raise DomainError("shared.stale")
        people = [(row.student_id, *self._person(row, locked[row.student_id or 0])) for row in rows]
        await stage(connection, people)
        await connection.execute(UPDATE_STUDENTS)
        marks = [
            (row.student_id, field, _encode(locked[row.student_id or 0][field]).decode())
            for row in rows
            for field in row.fields
            if locked[row.student_id or 0]["h_id"] is not None
        ]
        if marks:
            await connection.execute(MARK_STICKY, *map(list, zip(*marks, strict=True)), actor.id)
        return {row.number: _before(row, locked[row.student_id or 0]) for row in rows}

    def _person(self, row: PlannedRow, present: dict[str, Any]) -> tuple[Any, ...]:
        """The columns of a person: values of the row over the present ones."""
        if row.papers is None:
            return person_values(present | row.fields)
        papers = encrypt_documents(row.papers, self._papers.encrypt)
        return person_values(present | row.fields | {"papers": papers, "paper_keys": row.keys})


async def stage(connection: Any, people: Sequence[tuple[Any, ...]]) -> None:
    """Copies persons into the temporary table that students are written from."""
    await connection.execute(STAGE)
    await connection.execute("truncate stage_imported")
    await connection.copy_records_to_table("stage_imported", records=people, columns=("id", *PERSON_COLUMNS))


def person_values(values: Mapping[str, Any]) -> tuple[Any, ...]:
    """The ``PERSON_COLUMNS`` of a person, the derived ones included."""
    last, first, middle = values["last_name"], values["first_name"], values["middle_name"]
    born, papers = values.get("birth_date"), values.get("papers")
    return (
        *(first, last, middle, full_name(last, first, middle)),
        *(search_vector(first=first, last=last, middle=middle), sort_key(last, first, middle)),
        *(values.get("gender"), date.fromisoformat(born) if isinstance(born, str) else born, values.get("phone")),
        *(papers, values.get("paper_keys"), papers is not None),
    )


def _codes(row: PlannedRow) -> list[str]:
    codes = [fault.code for fault in row.faults or row.notes]
    return codes if row.left is None else [*codes, LEFT_TEXTS[row.left]]


def _before(row: PlannedRow, present: Mapping[str, Any]) -> Before:
    fields = {name: json_value(present[name]) for name in row.fields}
    if row.papers is None:
        return Before(fields)
    return Before(fields, present["papers"], present["paper_keys"] or [])


def json_value(value: Any) -> Any:
    """The value as rows hold it: a day in ISO form."""
    return value.isoformat() if isinstance(value, date) else value


def _search_arguments(rows: Sequence[Row]) -> tuple[list[Any], ...]:
    keys = [(row.number, key) for row in rows for key in row.keys.values()]
    names = [f"{row.fields['last_name']} {row.fields['first_name']}" for row in rows]
    words = [" & ".join(f"'{word}'" for word in query_words(name)) for name in names]
    return (
        [row.number for row in rows],
        [row.phone for row in rows],
        [row.born for row in rows],
        words,
        [number for number, _ in keys],
        [key for _, key in keys],
    )
