"""Loads of scored work on PostgreSQL: one statement for all rows of a work."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date
from typing import Any

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.fast_path.attendance_sql import OF_THE_CLASS
from application.imports.load.ports import PlaceOfHomework
from application.imports.load.rows import ExamRow, Group, HomeworkRow, Known
from application.ports import UnitOfWork
from domain.exams.exam import Exam
from domain.homework.homework import Homework
from domain.imports.scored_work import Played

GROUPS = "select h_id, id, name from groups where h_id = any ($1::text[]) and school_deleted_at is null"
STUDENTS = """
select h_id, id from students where h_id = any ($1::text[]) and school_deleted_at is null and merged_into_id is null
"""
TEACHERS = "select h_id, id from teachers where h_id = any ($1::text[])"
LOCK = "select from groups where id = $1 for no key update"
CLASS = f"""
select distinct e.student_id from enrolments e join students s on s.id = e.student_id
where e.group_id = $1 and s.school_deleted_at is null and s.merged_into_id is null
    and ({OF_THE_CLASS.format(of="e", day="$2::date")})
order by e.student_id
"""  # noqa: S608  names of ours
EVER = "select distinct student_id from enrolments where group_id = $1"
# $1 group, $2 day, $3 begin; $4 given at, $5 deadline, $6 text of the homework
PLACE = """
select l.id as lesson_id, h.id as homework_id,
    (
        select count(*) + 1 from lessons b
        where b.group_id = $1 and b.no_class_reason is null and (b.date, b.begin_time) < ($2::date, $3::time)
    ) as number,
    coalesce((h.given_at, h.deadline, h.description) = ($4::timestamptz, $5::timestamptz, $6::text), false) as loaded
from (select) one left join lessons l on l.group_id = $1 and l.date = $2 and l.begin_time = $3
left join homeworks h on h.lesson_id = l.id and h.topic_id is null
"""
LESSON = """
insert into lessons (group_id, teacher_id, date, begin_time, end_time, made_afterwards)
values ($1, $2, $3, $4, $5, true) returning id
"""
EXAM = """
select exists (
    select from exams where group_id = $1 and begins_at = $2 and deadline = $3 and description = $4
)
"""
_SUBMISSION = {
    **{"homework_id": "bigint", "exam_id": "bigint", "group_id": "bigint", "student_id": "bigint"},
    **{"status": "smallint", "due_at": "timestamptz", "score": "smallint", "attempts": "int"},
    **{"handed_in_at": "timestamptz", "checked_by": "bigint", "checked_at": "timestamptz"},
    **{"is_carried_over": "boolean", "result": "smallint"},
}
_ATTEMPT = {
    **{"submission_id": "bigint", "number": "int", "text": "text", "handed_in_at": "timestamptz"},
    "is_late": "boolean",
}
# ``number``: of the attempt that it scores; 0 without one
_CHECK = {
    **{"submission_id": "bigint", "number": "int", "score": "smallint", "status": "smallint", "result": "smallint"},
    **{"checked_by": "bigint", "checked_at": "timestamptz", "previous_status": "smallint"},
    **{"previous_score": "smallint", "previous_due_at": "timestamptz", "previous_result": "smallint"},
}


def _rows(columns: dict[str, str]) -> str:
    arrays = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(columns.values(), 1))
    return f"unnest({arrays}) with ordinality x ({', '.join(columns)}, n)"


ADD_SUBMISSIONS = f"""
insert into submissions ({", ".join(_SUBMISSION)}) select {", ".join(_SUBMISSION)} from {_rows(_SUBMISSION)} order by n
returning id, student_id
"""  # noqa: S608
ADD_ATTEMPTS = f"""
insert into attempts ({", ".join(_ATTEMPT)}) select {", ".join(_ATTEMPT)} from {_rows(_ATTEMPT)} order by n
"""  # noqa: S608
_CHECKED = [name for name in _CHECK if name != "number"]
# the newest check of a submission is in force, and names the one before it
ADD_CHECKS = f"""
with added as (
    insert into checks (attempt_id, {", ".join(_CHECKED)})
    select a.id, {", ".join(f"x.{name}" for name in _CHECKED)} from {_rows(_CHECK)}
    left join attempts a on a.submission_id = x.submission_id and a.number = x.number order by n
    returning id, submission_id
)
update submissions s set check_id = c.id
from (select submission_id, max(id) as id from added group by submission_id) c where s.id = c.submission_id
"""  # noqa: S608
LINK_CHECKS = """
update checks c set previous_check_id = b.id
from (
    select id, lag(id) over (partition by submission_id order by id) as before from checks
    where submission_id = any ($1::bigint[])
) o join checks b on b.id = o.before
where c.id = o.id
"""


class PostgresLoadStore:
    """See ``application.imports.load.ports.LoadStore``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def known(self, groups: Collection[str], students: Collection[str], teachers: Collection[str]) -> Known:
        found = await self._pool.fetch(GROUPS, sorted(groups))
        return Known(
            {row["h_id"]: Group(row["id"], row["name"]) for row in found},
            {row["h_id"]: row["id"] for row in await self._pool.fetch(STUDENTS, sorted(students))},
            {row["h_id"]: row["id"] for row in await self._pool.fetch(TEACHERS, sorted(teachers))},
        )

    async def lock_group(self, group_id: int, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(LOCK, group_id)

    async def class_of(self, group_id: int, day: date, uow: UnitOfWork) -> Sequence[int]:
        connection = await sql_of(uow).connection()
        return [row["student_id"] for row in await connection.fetch(CLASS, group_id, day)]

    async def ever_of(self, group_id: int, uow: UnitOfWork) -> frozenset[int]:
        connection = await sql_of(uow).connection()
        return frozenset(row["student_id"] for row in await connection.fetch(EVER, group_id))

    async def place(self, row: HomeworkRow, uow: UnitOfWork) -> PlaceOfHomework:
        connection = await sql_of(uow).connection()
        sought = (row.group.id, row.day, row.begin, row.given_at, row.deadline, row.text)
        (found,) = await connection.fetch(PLACE, *sought)
        taken = found["homework_id"] is not None and not found["loaded"]
        return PlaceOfHomework(found["lesson_id"], found["number"], found["loaded"], taken)

    async def add_lesson(self, row: HomeworkRow, uow: UnitOfWork) -> int:
        connection = await sql_of(uow).connection()
        added: int = await connection.fetchval(LESSON, row.group.id, row.teacher_id, row.day, row.begin, row.end)
        return added

    async def exam_is_there(self, row: ExamRow, uow: UnitOfWork) -> bool:
        connection = await sql_of(uow).connection()
        found: bool = await connection.fetchval(EXAM, row.group.id, row.begins_at, row.deadline, row.text)
        return found

    async def add_works(self, work: Homework | Exam, played: Sequence[Played], uow: UnitOfWork) -> None:
        if not played:
            return
        connection: Any = await sql_of(uow).connection()
        place = (work.id, None) if isinstance(work, Homework) else (None, work.id)
        rows = [_submission(one, place) for one in played]
        added = await connection.fetch(ADD_SUBMISSIONS, *zip(*rows, strict=True))
        ids = {row["student_id"]: row["id"] for row in added}
        for one in played:
            one.submission.id = ids[one.submission.student_id]
        if attempts := [row for one in played for row in _attempts(one)]:
            await connection.execute(ADD_ATTEMPTS, *zip(*attempts, strict=True))
        if checks := [row for one in played for row in _checks(one)]:
            await connection.execute(ADD_CHECKS, *zip(*checks, strict=True))
            await connection.execute(LINK_CHECKS, [one.submission.id for one in played if len(one.checks) > 1])


def _submission(one: Played, place: tuple[int | None, int | None]) -> tuple[object, ...]:
    it = one.submission
    return (
        *place,
        it.group_id,
        it.student_id,
        int(it.status),
        it.due_at,
        it.score,
        it.attempts,
        it.handed_in_at,
        it.checked_by,
        it.checked_at,
        it.is_carried_over,
        it.result,
    )


def _attempts(one: Played) -> Iterator[tuple[object, ...]]:
    for attempt in one.attempts:
        yield one.submission.id, attempt.number, attempt.text, attempt.handed_in_at, attempt.is_late


def _checks(one: Played) -> Iterator[tuple[object, ...]]:
    for check, number in zip(one.checks, one.scored, strict=True):
        yield (
            one.submission.id,
            number,
            check.score,
            int(check.status),
            check.result,
            check.checked_by,
            check.checked_at,
            int(check.previous_status),
            check.previous_score,
            check.previous_due_at,
            check.previous_result,
        )
