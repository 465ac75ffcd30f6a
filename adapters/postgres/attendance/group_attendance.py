"""Reads of a group's attendance: lessons, the month grid, and holidays."""

from collections import defaultdict
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import BigInteger, DateTime, Text, bindparam, case, literal_column

from adapters.postgres.attendance.marking import marking_of, students_of, unmarked_of
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import Connection, ReadPool
from adapters.postgres.fast_path.attendance_sheets import lesson_of, stored_mark
from adapters.postgres.fast_path.attendance_sql import SENT_AT
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import NUMBER, study_month_of, topic_of
from adapters.postgres.listing.listing import Listing, is_, page_of
from application.actor import Actor
from application.authorization import Audience
from application.ports import Clock
from contracts.attendance.attendance_sheets import GridHoliday, GridLesson, GridStudent, HolidayRow, Holidays, MonthGrid
from contracts.groups.groups import LessonPage, LessonRow, LessonsQuery
from contracts.shared import Named
from domain.attendance.attendance_sheet import AttendanceSheet, Enrolled
from domain.attendance.lesson import Lesson
from domain.attendance.marks import StoredMark
from domain.attendance.tally import of_lesson, of_marks
from domain.groups.enrolments import Period
from domain.shared.errors import NotFound

_l = t.lessons.c
# the parameter of the lists of lessons: the centre's clock
LOCAL_NOW = "local_now"
_OF_LESSON = NUMBER.replace("l.", "lessons.")
_BEGINS = "(lessons.date + lessons.begin_time)"
_ENDS = """(lessons.date + lessons.end_time
    + case when lessons.end_time <= lessons.begin_time then interval '1 day' else interval '0' end)"""


def _text(sql: str) -> Any:
    return literal_column(sql)


def _marked(status: int) -> Any:
    return _text(
        f"(select count(*) from attendances a where a.lesson_id = lessons.id and a.status = {status})"  # noqa: S608
    )


_now = bindparam(LOCAL_NOW, type_=DateTime())
LESSONS = Listing(
    table=t.lessons,
    row=LessonRow,
    columns={
        "number": _text(_OF_LESSON),
        "begin_time": _text("to_char(lessons.begin_time, 'HH24:MI')"),
        "end_time": _text("to_char(lessons.end_time, 'HH24:MI')"),
        "staff_id": _l.teacher_id,
        "staff_name": _text("(select p.full_name from teachers p where p.id = lessons.teacher_id)"),
        "status": case((_now < _text(_BEGINS), 1), (_now < _text(_ENDS), 2), else_=3),
        "topic": _text(topic_of("lessons")),
        "marking": _text(marking_of("lessons")),
        "students": _text(students_of("lessons")),
        "unmarked": _text(unmarked_of("lessons")),
        "attended": _marked(1),
        "late": _marked(4),
        "absent": _marked(2),
        "late_sent_at": _text(SENT_AT.format(lesson="lessons")),
    },
    order=(_l.date, _l.begin_time),
    filters={
        "group_id": lambda: is_(_l.group_id, "group_id"),
        "from_date": lambda: _l.date >= bindparam("from_date", type_=_l.date.type),
        "to_date": lambda: _l.date <= bindparam("to_date", type_=_l.date.type),
        "marking": lambda: _text(marking_of("lessons")) == bindparam("marking", type_=Text),
        "study_month_id": lambda: _text(study_month_of("lessons")) == bindparam("study_month_id", type_=BigInteger),
    },
)
# $2: the caller's branches, null for all; $3: whether the caller may see the groups of these branches, $4: their own
# groups; $5: the caller
GROUP = f"""
select g.id, g.started_date, g.ended_date from groups g
where g.id = $1 and (($3 and ($2::bigint[] is null or g.office_id = any ($2)))
    or ($4 and {taught_by("g.id", "$5::bigint")}))
"""  # noqa: S608  names of ours
# the months that have lessons, and the holidays of the group's branch
ABOUT = """
select array(select distinct to_char(date, 'YYYY-MM') from lessons where group_id = $1 order by 1) as months, array(
    select jsonb_build_object('date', h.date, 'name', h.name) from holidays h where h.whole_centre or exists (
        select from holiday_offices x join groups g on g.office_id = x.office_id where x.holiday_id = h.id and g.id = $1
    ) order by h.date, h.id
) as holidays
"""
OF_MONTH = f"""
select l.*, {NUMBER} as number, {SENT_AT.format(lesson="l")} as late_sent_at
from lessons l where l.group_id = $1
    and case when $4::bigint is null then l.date >= $2 and l.date < $3 else {study_month_of("l")} = $4 end
order by l.date, l.begin_time
"""  # noqa: S608
PERIODS = """
select s.id, s.h_id, s.full_name, s.photo, e.started_date, e.ended_date, e.action_id
from (
    select student_id from enrolments where group_id = $1 and school_deleted_at is null
        and (started_date is null or started_date < $3) and (ended_date is null or ended_date >= $2)
    union select a.student_id from attendances a where a.lesson_id = any ($4::bigint[])
) c join students s on s.id = c.student_id
left join enrolments e on e.group_id = $1 and e.student_id = s.id and e.school_deleted_at is null
order by s.sort_key, s.id, e.started_date
"""
# $1: the caller's branches, null for all
HOLIDAYS = """
select h.id, h.date, h.name, h.whole_centre, coalesce(x.seen, '[]') as offices, coalesce(x.hidden, 0) as elsewhere
from holidays h left join lateral (
    select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name) order by o.name, o.id)
            filter (where $1::bigint[] is null or o.id = any ($1)) as seen,
        count(*) filter (where o.id <> all ($1)) as hidden
    from holiday_offices l join offices o on o.id = l.office_id where l.holiday_id = h.id
) x on true
where h.whole_centre or x.seen is not null order by h.date desc, h.id
"""
MARKS = "select * from attendances where lesson_id = any ($1::bigint[])"


class PostgresAttendanceViews:
    """See ``application.attendance.ports.sheets.AttendanceViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._clock = clock
        self._zone = zone

    async def lessons(self, group_id: int, query: LessonsQuery, *, actor: Actor) -> LessonPage:
        whole, own = actor.may("all_groups", "read"), actor.may("my_groups", "read")
        await self._pool.run(lambda line: _group(line, group_id, actor, whole=whole, own=own))
        now = {LOCAL_NOW: self._clock.now().astimezone(self._zone).replace(tzinfo=None)}
        rows, total = await page_of(LESSONS, query, self._pool, parameters=now, fixed={"group_id": group_id})
        return LessonPage(lessons=rows, total=total)

    async def grid(
        self, group_id: int, month: date | None, study_month_id: int | None, *, actor: Actor, audience: Audience
    ) -> MonthGrid:
        now = self._clock.now()
        month_start = (month or now.astimezone(self._zone).date()).replace(day=1)

        async def read(line: Connection) -> MonthGrid:
            admin = audience == "admin"
            period = await _group(line, group_id, actor, whole=admin, own=not admin)
            [about] = await line.fetch(ABOUT, group_id)
            holidays = msgspec.convert(about["holidays"], list[GridHoliday])
            first, end = month_start, (month_start + timedelta(days=31)).replace(day=1)
            lessons = await line.fetch(OF_MONTH, group_id, first, end, study_month_id)
            if study_month_id is not None and lessons:
                first, end = lessons[0]["date"], lessons[-1]["date"] + timedelta(days=1)
            ids = [row["id"] for row in lessons]
            periods = await line.fetch(PERIODS, group_id, first, end, ids)
            sheets = _sheets(lessons, period, periods, await line.fetch(MARKS, ids))
            pupils = {row["id"]: row for row in periods}
            return MonthGrid(
                month=f"{first:%Y-%m}",
                months=about["months"],
                lessons=[self._lesson(row, sheet, now) for row, sheet in zip(lessons, sheets, strict=True)],
                students=[self._student(row, sheets) for row in pupils.values()],
                holidays=[holiday for holiday in holidays if first <= holiday.date < end],
            )

        return await self._pool.run(read)

    def _lesson(self, row: Any, sheet: AttendanceSheet[StoredMark], now: datetime) -> GridLesson:
        lesson = sheet.lesson
        return GridLesson(
            id=lesson.id,
            number=row["number"],
            date=lesson.day,
            begin_time=f"{lesson.begin:%H:%M}",
            end_time=f"{lesson.end:%H:%M}",
            staff_id=lesson.teacher_id,
            schedule_id=lesson.schedule_id,
            status=lesson.status(now, self._zone).value,
            marking=sheet.marking.value,
            students=len(sheet.belonging),
            unmarked=len(sheet.unmarked),
            no_class_reason=lesson.no_class_reason,
            late_sent_at=row["late_sent_at"],
        )

    def _student(self, row: Any, sheets: list[AttendanceSheet[StoredMark]]) -> GridStudent:
        cells = [sheet.cell(row["id"]) for sheet in sheets]
        stored = [sheet.marks.get(row["id"]) for sheet in sheets]
        tallies = (of_lesson(sheet.lesson, [mark] if mark else []) for sheet, mark in zip(sheets, stored, strict=True))
        return GridStudent(
            student_id=row["id"],
            h_id=row["h_id"],
            full_name=row["full_name"],
            photo=self._photo_links.link(row["photo"]),
            cells=[cell.value if cell else None for cell in cells],
            reasons=[mark.value.reason.value if mark and mark.value.reason else None for mark in stored],
            default_reasons=[mark.value.reason_is_default if mark else False for mark in stored],
            outside=[sheet.outside(row["id"]) for sheet in sheets],
            attendance_percentage=sum(tallies, of_marks([])).percentage,
        )

    async def holidays(self, actor: Actor) -> Holidays:
        rows = await self._pool.fetch(HOLIDAYS, None if actor.all_offices else list(actor.office_ids))
        return Holidays(holidays=[_holiday(row) for row in rows])


def _holiday(row: Any) -> HolidayRow:
    return HolidayRow(**{**dict(row), "offices": [Named(**office) for office in row["offices"]]})


async def _group(line: Connection, group_id: int, actor: Actor, *, whole: bool, own: bool) -> Period:
    offices = None if actor.all_offices else list(actor.office_ids)
    row = await line.fetchrow(GROUP, group_id, offices, whole, own, actor.id)
    if row is None:
        raise NotFound("Group", group_id)
    return Period(row["started_date"], row["ended_date"])


def _sheets(
    lessons: list[Any], group: Period, periods: list[Any], marks: list[Any]
) -> list[AttendanceSheet[StoredMark]]:
    roster: dict[int, list[Enrolled]] = defaultdict(list)
    for row in periods:
        if row["action_id"] is not None:
            roster[row["id"]].append(Enrolled(Period(row["started_date"], row["ended_date"]), row["action_id"]))
    stored: dict[int, dict[int, StoredMark]] = defaultdict(dict)
    for row in marks:
        stored[row["lesson_id"]][row["student_id"]] = stored_mark(row)
    found: list[Lesson] = [lesson_of(row) for row in lessons]
    return [AttendanceSheet(lesson, group, roster, stored[lesson.id]) for lesson in found]
