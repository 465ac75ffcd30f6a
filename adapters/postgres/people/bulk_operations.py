"""Bulk operations on people: selection, results and pasted columns."""

import asyncio
import secrets
from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.access.users import STAFF
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.listing import Listing, full_list_statements, page_of, parameters_and_shape
from adapters.postgres.people.academics import ACADEMICS
from adapters.postgres.people.students import LANGUAGE, STUDENTS
from application.actor import Actor
from application.people.bulk.ports import PeopleQuery
from application.people.bulk.service import result_of
from contracts.access.users import StaffQuery
from contracts.people.academics import AcademicsQuery
from contracts.people.bulk import BulkCard, BulkResult, BulkResults, BulkResultsQuery, MatchedLine, MatchedStudent
from contracts.people.students import StudentRow, StudentsQuery
from contracts.shared import Named
from domain.people.bulk_operation import UNDONE_BY, Subject
from domain.people.folding import fold
from domain.people.phones import normalise_phone
from domain.shared.errors import NotFound

CARD = """
select a.id, a.kind, a.entity, coalesce(a.params ->> 'reason', '') as reason, a.created_at, j.state, u.id as undone_by,
    case when g.id is null then null else jsonb_build_object('id', g.id, 'name', g.name) end as group,
    (select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name), '[]') from offices o
        where a.params -> 'officeIds' @> to_jsonb(o.id)) as offices,
    count(*) as total, count(*) filter (where r ->> 'outcome' = 'done') as done,
    count(*) filter (where r ->> 'outcome' = 'refused') as refused
from bulk_acts a join bulk_batches b on b.act_id = a.id cross join jsonb_array_elements(b.rows) r
left join jobs j on j.id = a.job_id left join bulk_acts u on u.undoes_id = a.id
left join groups g on g.id = (a.params ->> 'groupId')::bigint
where a.id = $1 and a.created_by = $2 group by a.id, j.state, u.id, g.id, g.name
"""
RESULTS = """
select r, a.entity from bulk_acts a join bulk_batches b on b.act_id = a.id
cross join jsonb_array_elements(b.rows) with ordinality as e (r, n)
where a.id = $1 and a.created_by = $2 and ($3::text is null or r ->> 'outcome' = $3)
order by b.place, e.n limit $4 offset $5
"""
RESULTS_TOTAL = """
select count(*) filter (where $3::text is null or r ->> 'outcome' = $3) as total, count(*) as all_of_them
from bulk_acts a join bulk_batches b on b.act_id = a.id cross join jsonb_array_elements(b.rows) r
where a.id = $1 and a.created_by = $2
"""
SEEN = """
select id, full_name as name from students s where id = any($1) and ($2::bigint[] is null or exists (
    select from student_offices o where o.student_id = s.id and o.office_id = any($2)))
"""
SEEN_TEACHERS = """
select id, full_name as name from teachers s where id = any($1) and ($2::bigint[] is null or exists (
    select from teacher_offices o where o.teacher_id = s.id and o.office_id = any($2)))
"""
SEEN_USERS = """
select id, coalesce(nullif(full_name, ''), login) as name from users s where id = any($1) and ($2::bigint[] is null
    or exists (select from user_offices o where o.user_id = s.id and o.office_id = any($2)))
"""
# entity of an operation → the names of those whom a caller of some branches sees
SEEN_OF = {Subject.STUDENT: SEEN, Subject.TEACHER: SEEN_TEACHERS, Subject.USER: SEEN_USERS}
LISTS: dict[type[PeopleQuery], Listing] = {StudentsQuery: STUDENTS, AcademicsQuery: ACADEMICS, StaffQuery: STAFF}
KEEP = text("insert into student_picks (key, student_ids) values (:key, :ids)")
CANDIDATES = 5
# lines that are matched concurrently
AT_ONCE = 4


def _branches(actor: Actor) -> list[int] | None:
    return None if actor.all_offices else list(actor.office_ids)


class PostgresBulk:
    """See ``application.people.bulk.ports``: views and matching."""

    def __init__(self, pool: ReadPool, engine: AsyncEngine) -> None:
        self._pool = pool
        self._engine = engine

    async def matching(self, query: PeopleQuery, actor: Actor) -> list[int]:
        listing = LISTS[type(query)]
        values, shape = parameters_and_shape(listing, query, actor)
        _, reading = full_list_statements(listing, shape, ("id",))
        rows = await self._pool.fetch(reading.sql, *reading.arguments(values | {LANGUAGE: actor.language}))
        return [row[0] for row in rows]

    async def card(self, act_id: int, actor: Actor) -> BulkCard:
        row = await self._pool.fetchrow(CARD, act_id, actor.id)
        if row is None:
            raise NotFound("BulkAct", act_id)
        found = dict(row)
        found["state"] = found["state"] or "done"
        over = found["state"] in ("done", "failed")
        undoable = found["kind"] in UNDONE_BY and over and found["done"] > 0 and found["undone_by"] is None
        wire = {"createdAt": found.pop("created_at"), "undoneBy": found.pop("undone_by"), "undoable": undoable}
        return msgspec.convert(found | wire, BulkCard)

    async def results(self, act_id: int, query: BulkResultsQuery, actor: Actor) -> BulkResults:
        counted = await self._pool.fetchrow(RESULTS_TOTAL, act_id, actor.id, query.outcome)
        if counted is None or not counted["all_of_them"]:
            raise NotFound("BulkAct", act_id)
        offset = (query.page - 1) * query.per_page
        rows = await self._pool.fetch(RESULTS, act_id, actor.id, query.outcome, query.per_page, offset)
        results = [result_of(row[0], actor.language) for row in rows]
        entity = rows[0]["entity"] if rows else Subject.STUDENT
        return BulkResults(results=await self.named(results, entity, actor), total=counted["total"])

    async def named(self, results: Sequence[BulkResult], entity: str, actor: Actor) -> list[BulkResult]:
        if not results:
            return []
        rows = await self._pool.fetch(
            SEEN_OF[Subject(entity)], [result.student_id for result in results], _branches(actor)
        )
        names = {row["id"]: Named(id=row["id"], name=row["name"]) for row in rows}
        return [msgspec.structs.replace(result, student=names.get(result.student_id)) for result in results]

    async def match(self, lines: Sequence[str], actor: Actor) -> list[MatchedLine]:
        room = asyncio.Semaphore(AT_ONCE)

        async def found(number: int, line: str) -> MatchedLine | None:
            if not line:
                return None
            async with room:
                return _matched(number, line, await self._matches(line, actor))

        answers = await asyncio.gather(*(found(number, line) for number, line in enumerate(lines, 1)))
        return [answer for answer in answers if answer is not None]

    async def store_selection(self, student_ids: Sequence[int], actor: Actor) -> str | None:
        rows = await self._pool.fetch(SEEN, list(student_ids), _branches(actor)) if student_ids else []
        if not rows:
            return None
        key = secrets.token_urlsafe(12)
        async with self._engine.begin() as connection:
            await connection.execute(KEEP, {"key": key, "ids": [row["id"] for row in rows]})
        return key

    async def _matches(self, line: str, actor: Actor) -> list[StudentRow]:
        """The students with exactly this name, id or phone, or else those of a search."""
        phone = normalise_phone(line)
        query = StudentsQuery(value=phone or line, per_page=10)
        rows, _ = await page_of(STUDENTS, query, self._pool, actor=actor, parameters={LANGUAGE: actor.language})
        exact = [row for row in rows if _is(row, line, phone)]
        return exact or rows


def _is(row: StudentRow, line: str, phone: str | None) -> bool:
    words = sorted(fold(line).split())
    names = sorted(fold(row.full_name).split())
    known = {str(row.id), row.h_id}
    return line in known or (phone is not None and row.phone_number == phone) or (len(words) > 1 and words == names)


def _matched(number: int, line: str, rows: Sequence[StudentRow]) -> MatchedLine:
    students = [
        MatchedStudent(id=row.id, h_id=row.h_id, full_name=row.full_name, phone_number=row.phone_number)
        for row in rows[:CANDIDATES]
    ]
    outcome: Any = "none" if not rows else "found" if len(rows) == 1 else "several"
    return MatchedLine(number=number, line=line, outcome=outcome, students=students)
