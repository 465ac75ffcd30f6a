"""The groups of a teacher by schedule, and the times of their lessons."""

from typing import Any

from sqlalchemy import BigInteger, Date, and_, bindparam, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core import tables as t
from adapters.postgres.core.engine import TODAY
from adapters.postgres.groups.attendance_rates import ATTENDANCE_KPI
from adapters.postgres.groups.exam_rates import EXAM_KPI
from adapters.postgres.groups.homework_rates import HOMEWORK_KPI
from adapters.postgres.listing.listing import Listing, is_
from contracts.people.academics import AcademicGroup
from domain.groups.enrolments import GOING_ON

OF_TEACHER = "taught_by"
_g, _e, _s = t.groups.c, t.enrolments.c, t.schedules.c
_teacher = bindparam(OF_TEACHER, type_=BigInteger)
_MEETING = func.jsonb_build_object(
    "daysOfWeek",
    _s.days_of_week,
    "beginTime",
    func.to_char(_s.begin_time, "HH24:MI"),
    "endTime",
    func.to_char(_s.end_time, "HH24:MI"),
    "teacher",
    t.teachers.c.full_name,
    "classroomName",
    _s.classroom_name,
)
_MEETINGS = (
    select(func.coalesce(func.jsonb_agg(_MEETING), literal_column("'[]'::jsonb")))
    .select_from(t.schedules.join(t.teachers))
    .where(_s.group_id == _g.id, _s.teacher_id == _teacher)
    .correlate(t.groups)
    .scalar_subquery()
)


def going_on() -> Any:
    """The query of students who are in the group today."""
    open_end = or_(_e.ended_date.is_(None), _e.ended_date >= literal_column(TODAY, Date))
    return and_(_e.school_deleted_at.is_(None), or_(*(_e.action_id == action for action in GOING_ON)), open_end)


def _taught() -> Any:
    return exists(select(1).where(_s.group_id == _g.id, _s.teacher_id == _teacher).correlate(t.groups))


_STUDENTS = (
    select(func.count(_e.student_id.distinct()))
    .where(
        _e.group_id == _g.id,
        going_on(),
    )
    .correlate(t.groups)
    .scalar_subquery()
)


def _named(table: str, column: str) -> Any:
    return literal_column(
        f"(select jsonb_build_object('id', x.id, 'name', x.name) from {table} x where x.id = groups.{column})",  # noqa: S608
        JSONB(),
    )


GROUPS = Listing(
    table=t.groups,
    row=AcademicGroup,
    columns={
        "course": _named("courses", "course_id"),
        "office": _named("offices", "office_id"),
        "students": _STUDENTS,
        "schedules": _MEETINGS,
        "attendance_kpi": ATTENDANCE_KPI,
        "homework_kpi": HOMEWORK_KPI,
        "exam_kpi": EXAM_KPI,
    },
    order=(_g.sort_key,),
    filters={
        "status": lambda: is_(_g.status, "status"),
        OF_TEACHER: lambda: exists(
            select(1).where(_s.group_id == _g.id, _s.teacher_id == _teacher).correlate(t.groups)
        ),
    },
    always=(_g.school_deleted_at.is_(None),),
    contains=(_g.name,),
)
# $1: the teacher, $2: the group, $3: the caller's branches, null for all of them
ATTENDED = """
select g.name from groups g where g.id = $2 and g.school_deleted_at is null
    and ($3::bigint[] is null or g.office_id = any ($3))
    and exists (select 1 from schedules s where s.group_id = g.id and s.teacher_id = $1)
"""
# the line in effect first
SCHEDULES = f"""
select s.id, s.days_of_week, to_char(s.begin_time, 'HH24:MI') as begin_time, to_char(s.end_time, 'HH24:MI') as end_time,
    s.start_date, s.end_date, s.classroom_name from schedules s
where s.teacher_id = $1 and s.group_id = $2
order by coalesce(s.end_date >= {TODAY}, true) desc, s.start_date desc nulls last, s.id
"""  # noqa: S608  only a name of ours
