"""Lessons on PostgreSQL (D-71).

Rows are copied into a staging table and merged, some hundred groups in one transaction.
"""

from collections import defaultdict
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from adapters.postgres.attendance.marking import unmarked_of
from domain.attendance.holiday import HolidayCalendar
from domain.attendance.lesson import DAYS_BACK, Lesson, Slot, Timetable
from domain.groups.enrolments import GroupStatus, Period

# key of the advisory lock that serialises the generation of lessons; an arbitrary number
TURN = 7_226_031
# this many new lessons make the planner's statistics of the table stale
MANY = 5_000

GROUPS = """
select g.id from groups g where (g.school_deleted_at is null and g.status <> $2)
    or exists (select from lessons l where l.group_id = g.id and l.date >= $1)
order by g.id
"""
TIMETABLES = """
select g.id, g.office_id, g.started_date, g.ended_date, g.status = $2 or g.school_deleted_at is not null as over,
    exists (select from lessons l where l.group_id = g.id) as seen,
    array(select l.date + l.begin_time from lessons l where l.group_id = g.id and l.date >= $3) as had
from groups g where g.id = any ($1::bigint[]) order by g.id
"""
HOLIDAYS = "select date from holidays where whole_centre"
HOLIDAYS_OF_OFFICES = "select office_id, array_agg(date) as dates from holiday_offices group by office_id"
# where a teacher and an assistant teach at the same time, the lesson is the teacher's
SLOTS = """
select s.id, s.group_id, s.teacher_id, s.days_of_week, s.begin_time, s.end_time, s.start_date, s.end_date,
    s.classroom_name, exists (select from lessons l where l.schedule_id = s.id) as seen
from schedules s join teachers t on t.id = s.teacher_id where s.group_id = any ($1::bigint[])
order by s.group_id, t.role_number = 3, s.id
"""
STAGE = """
create temp table if not exists stage_lessons (
    group_id bigint, schedule_id bigint, teacher_id bigint, date date, begin_time time, end_time time,
    classroom_name text
) on commit delete rows
"""
COLUMNS = ("group_id", "schedule_id", "teacher_id", "date", "begin_time", "end_time", "classroom_name")
# not marked yet, without homework and video, and in the future
FREE = """
l.group_id = any ($1::bigint[]) and (l.date, l.begin_time) > ($2::date, $3::time)
and l.marked_at is null and l.no_class_reason is null
and not exists (select from attendances x where x.lesson_id = l.id)
and not exists (select from staff_attendances x where x.lesson_id = l.id)
and not exists (select from late_sheets x where x.lesson_id = l.id)
and not exists (select from attendance_pushes x where x.lesson_id = l.id)
and not exists (select from homeworks x where x.lesson_id = l.id)
and not exists (select from videos x where x.lesson_id = l.id)
"""
_SAME = "s.group_id = l.group_id and s.date = l.date and s.begin_time = l.begin_time"
_DIFFERS = """(l.schedule_id, l.teacher_id, l.end_time, l.classroom_name)
    is distinct from (s.schedule_id, s.teacher_id, s.end_time, s.classroom_name)"""
# Waits for those who give homework to these lessons, mark or film them: the statements that follow see what they did.
# An update that waited for a lock would look at the lesson anew, but not at other tables.
LOCK = f"""
select count(*) from (
    select l.id from lessons l left join stage_lessons s on {_SAME}
    where {FREE} and (s.group_id is null or {_DIFFERS}) order by l.id for update of l
) locked
"""  # noqa: S608  names of ours
REMOVE = f"""
with gone as (
    delete from lessons l where {FREE} and not exists (
        select from stage_lessons s where {_SAME}
    ) returning 1
) select count(*) from gone
"""  # noqa: S608  names of ours
CHANGE = f"""
with changed as (
    update lessons l set schedule_id = s.schedule_id, teacher_id = s.teacher_id, end_time = s.end_time,
        classroom_name = s.classroom_name
    from stage_lessons s
    where {_SAME} and {FREE} and {_DIFFERS} returning 1
) select count(*) from changed
"""  # noqa: S608
# a lesson that has begun is not generated again when its schedule moves
MAKE = f"""
with made as (
    insert into lessons ({", ".join(COLUMNS)}, made_afterwards)
    select {", ".join(f"s.{name}" for name in COLUMNS)}, s.date + s.end_time
        + case when s.end_time <= s.begin_time then interval '1 day' else interval '0' end <= $1
    from stage_lessons s where not exists (
        select from lessons l where l.group_id = s.group_id and l.date = s.date
            and (l.begin_time = s.begin_time or l.schedule_id = s.schedule_id)
    ) on conflict do nothing returning 1
) select count(*) from made
"""  # noqa: S608
# marked lessons whose class changed since they were saved; a lesson that is being saved right now is counted by that
RECOUNT = f"""
with counted as (
    select l.id, {unmarked_of("l")} as unmarked from lessons l
    where l.group_id = any ($1::bigint[]) and l.date >= $2 and l.marked_at is not null
), changed as (
    select l.id, c.unmarked from counted c join lessons l on l.id = c.id and l.unmarked is distinct from c.unmarked
    order by l.id for no key update of l skip locked
)
update lessons l set unmarked = c.unmarked from changed c where c.id = l.id
"""  # noqa: S608


class PostgresLessonStore:
    """See ``application.attendance.ports.sheets.LessonStore``."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def groups(self, today: date) -> list[int]:
        async with self._engine.connect() as connection:
            rows = await connection.exec_driver_sql(GROUPS, (today, GroupStatus.ENDED.value))
            return [row[0] for row in rows]

    @asynccontextmanager
    async def generation(self, group_ids: Sequence[int], today: date) -> AsyncIterator["PostgresLessonGeneration"]:
        async with self._engine.begin() as connection:
            await connection.execute(text(f"select pg_advisory_xact_lock({TURN})"))
            driver: Any = (await connection.get_raw_connection()).driver_connection
            ids = list(group_ids)
            yield PostgresLessonGeneration(driver, ids, await _timetables(driver, ids, today), await _holidays(driver))


class PostgresLessonGeneration:
    """See ``application.attendance.ports.sheets.LessonGeneration``."""

    def __init__(
        self, driver: Any, group_ids: list[int], timetables: Sequence[Timetable], holidays: HolidayCalendar
    ) -> None:
        self._driver = driver
        self._group_ids = group_ids
        self.timetables = timetables
        self.holidays = holidays

    async def replace_lessons(self, lessons: Iterable[Lesson], now: datetime) -> int:
        await self._driver.execute(STAGE)
        await self._driver.copy_records_to_table("stage_lessons", records=map(_row, lessons), columns=COLUMNS)
        fetch = self._driver.fetchval
        await fetch(LOCK, self._group_ids, now.date(), now.time())
        removed: int = await fetch(REMOVE, self._group_ids, now.date(), now.time())
        changed: int = await fetch(CHANGE, self._group_ids, now.date(), now.time())
        made: int = await fetch(MAKE, now)
        if made >= MANY:
            await self._driver.execute("analyze lessons")
        return removed + changed + made

    async def recount_unmarked(self, since: date) -> None:
        await self._driver.execute(RECOUNT, self._group_ids, since)


def _row(one: Lesson) -> tuple[Any, ...]:
    return one.group_id, one.schedule_id, one.teacher_id, one.day, one.begin, one.end, one.classroom_name


async def _holidays(driver: Any) -> HolidayCalendar:
    centre = [row["date"] for row in await driver.fetch(HOLIDAYS)]
    offices = {row["office_id"]: frozenset(row["dates"]) for row in await driver.fetch(HOLIDAYS_OF_OFFICES)}
    return HolidayCalendar(frozenset(centre), offices)


async def _timetables(driver: Any, group_ids: list[int], today: date) -> list[Timetable]:
    slots: dict[int, list[Slot]] = defaultdict(list)
    for row in await driver.fetch(SLOTS, group_ids):
        period = Period(row["start_date"], row["end_date"])
        what = (row["days_of_week"], row["begin_time"], row["end_time"], period, row["classroom_name"], row["seen"])
        slots[row["group_id"]].append(Slot(row["id"], row["group_id"], row["teacher_id"], *what))
    earliest = today - timedelta(days=DAYS_BACK)
    return [
        Timetable(
            row["id"],
            Period(row["started_date"], row["ended_date"]),
            slots[row["id"]],
            row["seen"],
            row["over"],
            row["had"],
            row["office_id"],
        )
        for row in await driver.fetch(TIMETABLES, group_ids, GroupStatus.ENDED.value, earliest)
    ]
