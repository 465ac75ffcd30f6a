"""The personal data of a student, for its export.

Rows are found by foreign keys and decrypted; secrets are left out.
"""

import base64
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import msgspec

from adapters.postgres.core.pool import Connection, ReadPool
from adapters.postgres.people.foreign_key_graph import STUDENT_IDS, Graph, graph_of
from application.files.ports import FileStore
from application.people.privacy.personal_data_export import PersonalData
from application.ports import Cipher
from domain.shared.errors import NotFound

# students merged into this one are the same person
SAME_PERSON = """
with recursive he (id) as (
    select $1::bigint union select s.id from students s join he on s.merged_into_id = he.id)
select array_agg(id) from he
"""
# tables that are left out, with the reason that is written to the file
LEFT_OUT = {
    "subject_keys": "the key that the log's values of him are encrypted with; what it opens is given",
    "student_words": "the words of his name again, for the search",
    "student_picks": "somebody's choice of people for a list; it says nothing of him, and lives a day",
    "jobs": "work that staff asked for, named by ids; what it did is in the other tables and in audits",
    "outbox": "what is being told to other programs, by ids; it passes",
    "idempotency_keys": "answers to staff's requests, kept a day so that a repeated one is not done twice; secret",
    "sync_seen": "which ids of the school's a reading has met so far; it passes",
}
# the school ids of the person inside of a value: only the part about the person
_SCHOOL_IDS = f"""
(select h_id from students where id = {STUDENT_IDS}
    union select h_id from sync_aliases where student_id = {STUDENT_IDS})
"""  # noqa: S608  only words of ours
INSIDE = {
    "late_sheets": f"""
select s.id, l.date, l.begin_time, g.name as group, e as entry, s.marked_at, s.sent_at, s.state, s.decided_at
from late_sheets s join lessons l on l.id = s.lesson_id join groups g on g.id = l.group_id
cross join jsonb_array_elements(s.entries) e where (e ->> 'studentId')::bigint = {STUDENT_IDS} order by s.id
""",  # noqa: S608
    # audit records about the student are rendered in words, beside the tables
    "audits": f"""
select a.at, a.actor_name, a.verb, l.date, l.begin_time, g.name as group,
    a.before -> 'marks' -> him::text as before, a.after -> 'marks' -> him::text as after
from attendances m join lessons l on l.id = m.lesson_id join groups g on g.id = l.group_id
join audits a on a.entity = 'lesson' and a.entity_id = l.id cross join unnest($1::bigint[]) him
where m.student_id = {STUDENT_IDS} and (a.before -> 'marks' ? him::text or a.after -> 'marks' ? him::text) order by a.id
""",  # noqa: S608
    "bulk_batches": f"""
select a.id as act_id, a.kind, a.params, a.created_at, u.full_name as created_by, r as row
from bulk_batches b join bulk_acts a on a.id = b.act_id join users u on u.id = a.created_by
cross join jsonb_array_elements(b.rows) r where (r ->> 'id')::bigint = {STUDENT_IDS} order by a.id
""",  # noqa: S608
    "sync_parked": f"""
select feed, h_id, reason, field, record, parked_at from sync_parked
where (feed = 'students' and h_id in {_SCHOOL_IDS})
    or (feed = 'group-students' and (field = 'studentId' and referent in {_SCHOOL_IDS}
        or h_id in (select h_id from enrolments where student_id = {STUDENT_IDS})))
    or (feed = 'gamification-students' and (field = 'studentId' and referent in {_SCHOOL_IDS}
        or h_id in (select h_id from school_awards where student_id = {STUDENT_IDS})))
order by feed, h_id
""",  # noqa: S608
}
# a column or a field of a value whose name contains such a word is never exported, in any table
_SECRET = re.compile(r"(^|_)(hash|digest|tokens?|secrets?|keys?|sealed|search|public_id)(_|$)")
# ids of others; and the id of a photo, which itself is exported
NOT_GIVEN = {"student_ids", "photo"}
NOT_READABLE = ("bytea", "tsvector")
Opener = Callable[[Any], Awaitable[tuple[str, Any]]]


class PostgresPersonalDataReader:
    """See ``application.people.privacy.personal_data_export.PersonalDataReader``."""

    def __init__(self, pool: ReadPool, files: FileStore, paper_cipher: Cipher, cell_cipher: Cipher) -> None:
        self._pool = pool
        self._files = files
        # encrypted or external values: table and column → how they are read, and their name in the export
        self._openers: Mapping[tuple[str, str], Opener] = {
            ("students", "papers"): _with(paper_cipher, "papers"),
            ("import_rows", "cells"): _with(cell_cipher, "row"),
            ("sync_parked", "record"): _with(paper_cipher, "record"),
            ("files", "digest"): self._content,
        }

    async def of_student(self, student_id: int) -> PersonalData:
        found = await self._pool.in_snapshot(lambda connection: self._rows(connection, student_id))
        tables = {
            table: [await self._decrypted_row(table, row) for row in rows] for table, rows in found.items() if rows
        }
        return PersonalData(tables=tables, left_out=LEFT_OUT)

    async def _rows(self, connection: Connection, student_id: int) -> dict[str, list[Any]]:
        graph = await graph_of(connection)
        ids = await connection.fetchval(SAME_PERSON, student_id)
        return {table: await connection.fetch(sql, ids) for table, sql in self.statements(graph).items()}

    def statements(self, graph: Graph) -> dict[str, str]:
        """Table → the query of the rows of the students $1, for every related table."""
        conditions = graph.conditions(but={*LEFT_OUT, *INSIDE})
        return {table: self._select(table, owned, graph) for table, owned in sorted(conditions.items())} | INSIDE

    def _select(self, table: str, owned: str, graph: Graph) -> str:
        shown = [f'x."{name}"' for name, kind in graph.tables[table].items() if self._is_given(table, name, kind)]
        shown += [f'{sql} as "{name}"' for name, sql in graph.names_in(table).items()]
        return f'select {", ".join(shown)} from "{table}" x where {owned} order by 1'  # noqa: S608

    def _is_given(self, table: str, name: str, kind: str) -> bool:
        if (table, name) in self._openers:
            return True
        return kind not in NOT_READABLE and name not in NOT_GIVEN and not _SECRET.search(name)

    async def _decrypted_row(self, table: str, row: Mapping[str, Any]) -> dict[str, Any]:
        readable: dict[str, Any] = {}
        for name, value in row.items():
            opener = self._openers.get((table, name))
            shown, plain = await opener(value) if opener and value is not None else (name, value)
            readable[shown] = _open_to_see(plain)
        if _SECRET.search(str(readable.get("field", ""))):
            readable.pop("school_value", None)
        return readable

    async def _content(self, digest: str) -> tuple[str, Any]:
        try:
            content = b"".join([piece async for piece in self._files.open(digest)])
        except NotFound:
            return "content", None
        return "content", base64.b64encode(content).decode()


def _with(cipher: Cipher, name: str) -> Opener:
    async def opened(sealed: bytes) -> tuple[str, Any]:
        return name, msgspec.json.decode(cipher.decrypt(sealed))

    return opened


def _open_to_see(value: Any) -> Any:
    """The value without its secret fields."""
    if isinstance(value, dict):
        return {name: _open_to_see(inner) for name, inner in value.items() if not _SECRET.search(name)}
    return [_open_to_see(inner) for inner in value] if isinstance(value, list) else value
