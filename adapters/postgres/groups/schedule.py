"""The schedule of a group with its teachers.

Lines that are in effect or will be, otherwise the last one (R1-165).
"""

from typing import Any

from sqlalchemy import Date, bindparam, case, exists, func, literal_column, or_, select
from sqlalchemy.dialects.postgresql import aggregate_order_by

from adapters.postgres.core import tables as t
from domain.access.roles import RoleNumber, default_roles

# the centre's day
TODAY = "today"
_s, _p = t.schedules.c, t.teachers.c
# the role number of the account; without an account the school's role
_NUMBER = func.coalesce(t.roles.c.number, _p.role_number)
# the name of the account's role; without an account that of the first role with the school's number, and where the
# centre has none, the name that it had at first (D-14)
_FIRST_NAMES = {role.number: role.name for role in default_roles() if role.number}
_usual = t.roles.alias("usual")
_ROLE_NAME = func.coalesce(
    t.roles.c.name,
    select(_usual.c.name).where(_usual.c.number == _p.role_number).order_by(_usual.c.id).limit(1).scalar_subquery(),
    case(_FIRST_NAMES, value=_p.role_number, else_=_FIRST_NAMES[RoleNumber.TEACHER]),
)
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
    _ROLE_NAME,
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
