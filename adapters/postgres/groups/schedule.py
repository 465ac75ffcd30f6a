"""The schedule of a group with its teachers.

Lines that are in effect or will be, otherwise the last one (R1-165).
"""

from typing import Any

from sqlalchemy import Date, bindparam, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from adapters.postgres.core import tables as t

# the centre's day
TODAY = "today"
_s, _p = t.schedules.c, t.teachers.c
# the role number of the account; without an account the school's role
_NUMBER = func.coalesce(t.roles.c.number, _p.role_number)
_STAFF = func.jsonb_build_object(
    "id",
    _p.id,
    "firstName",
    _p.first_name,
    "lastName",
    _p.last_name,
    "roleNumber",
    _NUMBER,
    "roleName",
    func.coalesce(t.roles.c.name, ""),
    "photo",
    _p.photo,
)
_LINE = func.jsonb_build_object(
    "id",
    _s.id,
    "staff",
    _STAFF,
    "daysOfWeek",
    _s.days_of_week,
    "beginTime",
    func.to_char(_s.begin_time, "HH24:MI"),
    "endTime",
    func.to_char(_s.end_time, "HH24:MI"),
    "startDate",
    _s.start_date,
    "endDate",
    _s.end_date,
    "classroomName",
    _s.classroom_name,
)


def _holds(line: Any) -> Any:
    return or_(line.end_date.is_(None), line.end_date >= bindparam(TODAY, type_=Date))


_other = t.schedules.alias("other")
_SOME_HOLD = exists(
    select(1).select_from(_other).where(_other.c.group_id == t.groups.c.id, _holds(_other.c)).correlate(t.groups)
)
_WHO = t.schedules.join(t.teachers, _p.id == _s.teacher_id).outerjoin(t.users, t.users.c.id == _p.user_id)
_ORDERED = aggregate_order_by(_LINE, _NUMBER, _s.start_date, _s.begin_time, _s.id)
# the schedule of a row of groups, as JSON
SCHEDULES = (
    select(func.coalesce(func.jsonb_agg(_ORDERED), literal_column("'[]'::jsonb")))
    .select_from(_WHO.outerjoin(t.roles, t.roles.c.id == t.users.c.role_id))
    .where(_s.group_id == t.groups.c.id, or_(_holds(_s), ~_SOME_HOLD))
    .correlate(t.groups)
    .scalar_subquery()
)
