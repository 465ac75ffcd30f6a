"""Reads of the lessons of a student's own periods (D-98)."""

from zoneinfo import ZoneInfo

from sqlalchemy import BigInteger, bindparam, case, literal_column, or_, select
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.attendance.group_attendance import LESSONS, LOCAL_NOW
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.listing.listing import Listing, is_, page_of
from application.ports import Clock
from contracts.groups.student_view import OwnLesson, OwnLessonPage, OwnLessonsQuery
from domain.attendance.marks import AttendanceStatus
from domain.shared.errors import NotFound

_l, _e, _a = t.lessons.c, t.enrolments.c, t.attendances.c
OWN_STUDENT = "own_student_id"
_student = bindparam(OWN_STUDENT, type_=BigInteger)
_IN_PERIOD = (
    select(1)
    .where(
        _e.group_id == _l.group_id,
        _e.student_id == _student,
        _e.school_deleted_at.is_(None),
        or_(_e.started_date.is_(None), _e.started_date <= _l.date),
        or_(_e.ended_date.is_(None), _l.date <= _e.ended_date),
    )
    .correlate(t.lessons)
)
_MARK = select(_a.status).where(_a.lesson_id == _l.id, _a.student_id == _student).correlate(t.lessons)
_REASON = select(_a.reason).where(_a.lesson_id == _l.id, _a.student_id == _student).correlate(t.lessons)
# a lesson that did not take place has no mark, whatever was marked before
_HELD = _l.no_class_reason.is_(None)
_TEACHER = literal_column(
    """(select jsonb_build_object('name', p.full_name, 'photo', p.photo)
    from teachers p where p.id = lessons.teacher_id)""",
    JSONB,
)
OWN_LESSONS = Listing(
    table=t.lessons,
    row=OwnLesson,
    columns={name: LESSONS.columns[name] for name in ("begin_time", "end_time", "status", "topic")}
    | {
        "teacher": _TEACHER,
        "mark": case((_HELD, _MARK.scalar_subquery()), else_=AttendanceStatus.NO_CLASS.value),
        "reason": case((_HELD, _REASON.scalar_subquery())),
    },
    order=(_l.date, _l.begin_time),
    filters={"group_id": lambda: is_(_l.group_id, "group_id"), OWN_STUDENT: _IN_PERIOD.exists},
)
WAS_IN = "select 1 from enrolments where group_id = $1 and student_id = $2 and school_deleted_at is null limit 1"


class PostgresStudentLessons:
    """See ``application.attendance.ports.student_lessons.StudentLessons``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._clock = clock
        self._zone = zone

    async def page(self, student_id: int, group_id: int, query: OwnLessonsQuery) -> OwnLessonPage:
        if await self._pool.fetchval(WAS_IN, group_id, student_id) is None:
            raise NotFound("Group", group_id)
        parameters = {LOCAL_NOW: self._clock.now().astimezone(self._zone).replace(tzinfo=None)}
        fixed = {"group_id": group_id, OWN_STUDENT: student_id}
        rows, total = await page_of(OWN_LESSONS, query, self._pool, parameters=parameters, fixed=fixed)
        self._photo_links.show(row.teacher for row in rows)
        return OwnLessonPage(lessons=rows, total=total)
