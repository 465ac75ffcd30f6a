"""Marks of attendance as the ledger reads them, on PostgreSQL."""

from collections.abc import Collection, Sequence
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.groups.study_months import NUMBER
from application.gamification.ports import LessonMark
from application.ports import Transaction
from contracts.gamification import EntryDetails

STUDENTS = "select distinct student_id from attendances where lesson_id = any ($1::bigint[])"
# $1: the centre's time zone; a lesson may end after midnight
MARK_COLUMNS = """a.lesson_id, a.student_id, a.status, a.reason, a.version, a.marked_by, l.group_id,
    l.no_class_reason is null as took_place, l.date, g.name as group_name, k.number,
    (l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else interval '0' end)
        at time zone $1 as ends_at"""
MARK_SOURCES = f"""from lessons l join groups g on g.id = l.group_id join attendances a on a.lesson_id = l.id,
    lateral (select {NUMBER} as number offset 0) k"""
MARKS = f"""
select {MARK_COLUMNS} {MARK_SOURCES} where l.id = any ($2::bigint[]) order by a.lesson_id, a.student_id
"""


class PostgresLessonMarks:
    """See ``application.gamification.ports.LessonMarks``."""

    def __init__(self, zone: ZoneInfo) -> None:
        self._zone = zone

    async def students(self, lesson_ids: Collection[int], transaction: Transaction) -> Sequence[int]:
        connection = await sql_of(transaction).connection()
        return [row["student_id"] for row in await connection.fetch(STUDENTS, sorted(lesson_ids))]

    async def marks(self, lesson_ids: Collection[int], transaction: Transaction) -> Sequence[LessonMark]:
        connection = await sql_of(transaction).connection()
        rows = await connection.fetch(MARKS, self._zone.key, sorted(lesson_ids))
        return [lesson_mark(row) for row in rows]


def lesson_mark(row: Any) -> LessonMark:
    """The mark of a row of ``MARK_COLUMNS``."""
    return LessonMark(
        row["lesson_id"],
        row["student_id"],
        row["group_id"],
        row["status"],
        row["took_place"],
        row["ends_at"],
        row["marked_by"],
        EntryDetails(
            group=row["group_name"],
            lesson=row["number"],
            lesson_date=row["date"].isoformat(),
            mark=row["status"],
            mark_reason=row["reason"],
            version=row["version"],
        ),
    )
