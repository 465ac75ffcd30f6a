"""Reads of a student's own periods."""

from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import msgspec

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from application.ports import Clock
from contracts.groups.student_view import OwnPeriod, OwnPeriods
from domain.groups.enrolments import Period, outcome

# $1: the student, $2: the centre's day. Only schedule entries that last or will, or of a group without these the others
PERIODS = """
select e.id, jsonb_build_object('id', g.id, 'name', g.name) as "group",
    jsonb_build_object('id', k.id, 'name', k.name) as course, e.started_date as "startedDate",
    e.ended_date as "endedDate", e.action_id, g.status as group_status, coalesce((
        select jsonb_agg(jsonb_build_object(
            'teacher', jsonb_build_object('name', p.full_name, 'photo', p.photo), 'daysOfWeek', s.days_of_week,
            'beginTime', to_char(s.begin_time, 'HH24:MI'), 'endTime', to_char(s.end_time, 'HH24:MI'),
            'startDate', s.start_date, 'endDate', s.end_date, 'classroomName', s.classroom_name
        ) order by s.start_date, s.begin_time, s.id)
        from schedules s join teachers p on p.id = s.teacher_id
        where s.group_id = g.id and (s.end_date is null or s.end_date >= $2 or not exists (
            select from schedules o where o.group_id = g.id and (o.end_date is null or o.end_date >= $2)))
    ), '[]') as schedules
from enrolments e join groups g on g.id = e.group_id join courses k on k.id = g.course_id
where e.student_id = $1 and e.school_deleted_at is null
order by e.ended_date desc nulls first, e.started_date desc nulls last, e.id desc
"""


class PostgresStudentGroups:
    """See ``application.groups.ports.StudentGroups``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._clock = clock
        self._zone = zone

    async def of_student(self, student_id: int) -> OwnPeriods:
        today = self._clock.now().astimezone(self._zone).date()
        rows = await self._pool.fetch(PERIODS, student_id, today)
        found = [_period(dict(row), today) for row in rows]
        self._photo_links.show(line.teacher for period in found for line in period.schedules)
        return OwnPeriods(groups=found)


def _period(row: dict[str, Any], today: date) -> OwnPeriod:
    days = Period(row["startedDate"], row["endedDate"])
    status = outcome(row["action_id"], days, row["group_status"], today)
    return msgspec.convert(row | {"status": int(status)}, OwnPeriod)
