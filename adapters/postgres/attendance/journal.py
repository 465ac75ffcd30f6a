"""Reads of a journal: three statements for any number of students and lessons."""

from collections import defaultdict
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.own_groups import taught_by
from adapters.postgres.groups.study_months import lesson_topics
from adapters.postgres.homework.submission_sql import settled_status
from application.actor import Actor
from application.attendance.ports.journal import CellWork, ClassMarks, Classmate, GroupLessons, NumberedLesson
from application.authorization import Audience
from domain.attendance.attendance_sheet import Enrolled
from domain.attendance.journal import clipped_period
from domain.attendance.lesson import Lesson
from domain.attendance.marks import StoredMark, mark_value
from domain.groups.enrolments import Period
from domain.homework.submission import SubmissionStatus
from domain.homework.tally import WorkView
from domain.shared.errors import NotFound

# $1: the group, $2: the caller's branches, null for all; $3: the user who must teach the group, null for any. A group
# without lessons is one row; a lesson that did not take place takes no topic (D-71), and is in the study month of the
# next one that does. Marked lessons have the topics they had (D-102)
LESSONS = f"""
with {lesson_topics("array[$1::bigint]")}, numbered as (
    select l.*, row_number() over (order by l.date, l.begin_time) as number from lessons l where l.group_id = $1
)
select g.name as group_name, g.started_date, g.ended_date, l.id, l.teacher_id, l.schedule_id, l.date, l.begin_time,
    l.end_time, l.classroom_name, l.no_class_reason, l.marked_at is not null as marked, l.number, x.study_month_id,
    case when l.no_class_reason is null then p.name end as topic
from groups g left join numbered l on true left join lesson_topics x on x.lesson_id = l.id
left join topics p on p.id = x.topic_id
where g.id = $1 and ($2::bigint[] is null or g.office_id = any ($2))
    and ($3::bigint is null or {taught_by("g.id", "$3")})
order by l.date, l.begin_time
"""  # noqa: S608  only names of ours
# $2, $3: the days, both included. A student whom the school removed from the group stays on the days that are marked
# (A2)
MARKED = """
with marks as (
    select a.student_id, array_agg(a.lesson_id) as lessons, array_agg(a.status) as statuses,
        array_agg(a.reason) as reasons, array_agg(a.reason_is_default) as defaults, array_agg(a.counted) as counted,
        array_agg(a.marked_at) as instants
    from lessons l join attendances a on a.lesson_id = l.id
    where l.group_id = $1 and l.date between $2 and $3 group by a.student_id
), periods as (
    select e.student_id, array_agg(e.started_date order by e.id) as started,
        array_agg(e.ended_date order by e.id) as ended, array_agg(e.action_id order by e.id) as actions,
        array_agg(e.school_deleted_at order by e.id) as taken_out
    from enrolments e
    where e.group_id = $1 and (e.school_deleted_at is null or e.student_id in (select student_id from marks))
    group by e.student_id
)
select s.id, s.h_id, s.full_name, s.photo, p.*, m.*
from periods p full join marks m on m.student_id = p.student_id
join students s on s.id = coalesce(p.student_id, m.student_id)
order by s.sort_key, s.id
"""

# $4: now. The homework given last is the cell's, where a lesson has several
WORKS = f"""
select l.id as lesson_id, s.student_id, {settled_status("s", "$4::timestamptz")} as status, s.due_at, s.score,
    s.id, s.homework_id, coalesce((select a.is_late from attempts a where a.submission_id = s.id
        order by a.number desc limit 1), false) as is_late
from lessons l join homeworks h on h.lesson_id = l.id join submissions s on s.homework_id = h.id
where l.group_id = $1 and l.date between $2 and $3 order by h.given_at, h.id
"""  # noqa: S608
# An exam is shown with the group's lesson of the day it began, else with the last one before, once it is announced
# (H6). $4: the centre's time zone
EXAMS = """
select l.id as lesson_id, s.student_id, s.score from exams e join submissions s on s.exam_id = e.id
cross join lateral (
    select n.id, n.date from lessons n where n.group_id = e.group_id and n.date <= (e.begins_at at time zone $4)::date
    order by n.date desc, n.begin_time desc limit 1
) l
where e.group_id = $1 and e.announced_at is not null and s.score is not null and l.date between $2 and $3
order by e.begins_at, e.id
"""


class PostgresJournals:
    """See ``application.attendance.ports.journal.JournalViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._zone = zone

    async def lessons(self, group_id: int, audience: Audience, actor: Actor) -> GroupLessons:
        branches = None if actor.all_offices or audience == "academic" else list(actor.office_ids)
        own = (actor.id or 0) if audience == "academic" else None
        rows = await self._pool.fetch(LESSONS, group_id, branches, own)
        if not rows:
            raise NotFound("Group", group_id)
        period = Period(rows[0]["started_date"], rows[0]["ended_date"])
        lessons = [_lesson(row, group_id) for row in rows if row["id"] is not None]
        return GroupLessons(group_id, rows[0]["group_name"], period, lessons)

    async def marked(self, group_id: int, span: Period, now: datetime) -> ClassMarks:
        rows = await self._pool.fetch(MARKED, group_id, span.started, span.ended)
        marks: dict[int, dict[int, StoredMark]] = defaultdict(dict)
        for row in rows:
            for lesson_id, mark in _marks(row):
                marks[lesson_id][row["id"]] = mark
        people = [
            Classmate(row["id"], row["h_id"], row["full_name"], self._photo_links.link(row["photo"])) for row in rows
        ]
        works: dict[int, dict[int, CellWork]] = defaultdict(dict)
        for row in await self._pool.fetch(WORKS, group_id, span.started, span.ended, now):
            view = WorkView(SubmissionStatus(row["status"]), row["due_at"], row["score"])
            work = CellWork(row["id"], row["homework_id"], view, row["is_late"])
            works[row["lesson_id"]][row["student_id"]] = work
        exams: dict[int, dict[int, int]] = defaultdict(dict)
        for row in await self._pool.fetch(EXAMS, group_id, span.started, span.ended, str(self._zone)):
            exams[row["lesson_id"]][row["student_id"]] = row["score"]
        return ClassMarks(people, {row["id"]: self._periods(row) for row in rows}, marks, works, exams)

    def _periods(self, row: Any) -> list[Enrolled]:
        found = []
        for started, ended, action, gone in zip(
            *(row[name] or () for name in ("started", "ended", "actions", "taken_out")), strict=True
        ):
            period = clipped_period(started, ended, gone and gone.astimezone(self._zone).date())
            found += [Enrolled(period, action)] if period else []
        return found


def _lesson(row: Any, group_id: int) -> NumberedLesson:
    lesson = Lesson(
        group_id,
        row["teacher_id"],
        row["date"],
        row["begin_time"],
        row["end_time"],
        row["schedule_id"],
        row["classroom_name"],
        row["no_class_reason"],
        row["id"],
    )
    return NumberedLesson(lesson, row["number"], row["topic"], row["marked"], row["study_month_id"])


def _marks(row: Any) -> list[tuple[int, StoredMark]]:
    columns = (row[name] or () for name in ("lessons", "statuses", "reasons", "defaults", "instants", "counted"))
    return [
        (lesson_id, StoredMark(mark_value(status, reason, is_default), None, at, counted=counted))
        for lesson_id, status, reason, is_default, at, counted in zip(*columns, strict=True)
    ]
