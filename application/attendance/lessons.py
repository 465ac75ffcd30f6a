"""The lessons of a group: as a list, and as a month grid."""

import re
from datetime import date

from application.actor import Actor
from application.attendance.ports.sheets import AttendanceViews
from application.authorization import Audience, permits
from contracts.attendance.attendance_sheets import MonthGrid, MonthQuery
from contracts.groups.groups import LessonPage, LessonsQuery
from domain.shared.errors import FieldError, ValidationError

MONTH = re.compile(r"(20\d{2})-(0[1-9]|1[0-2])")


@permits("all_groups", "my_groups")
async def list_lessons(group_id: int, query: LessonsQuery, *, actor: Actor, attendance: AttendanceViews) -> LessonPage:
    """Lists past and future lessons of a group with attendance, newest first.

    Raises NotFound, also for a group outside the caller's scope (D-54).
    """
    return await attendance.lessons(group_id, query, actor=actor)


@permits(admin="all_groups:attendance", academic="my_groups:attendance")
async def month_grid(
    group_id: int, query: MonthQuery, *, audience: Audience, actor: Actor, attendance: AttendanceViews
) -> MonthGrid:
    """Returns a month of a group: students × lessons.

    ``month`` is ``2026-11``, by default the current month; or a study month of the course, with the lessons that teach
    its topics (R2-352).

    Percentages cover the cells shown, without those that are unmarked or not counted (D-27, D-46). Raises
    ValidationError for an invalid month, NotFound for a group outside the caller's scope.
    """
    month = _first_day(query.month)
    return await attendance.grid(group_id, month, query.study_month_id, actor=actor, audience=audience)


def _first_day(month: str | None) -> date | None:
    if not month:
        return None
    found = MONTH.fullmatch(month)
    if found is None:
        raise ValidationError({"month": [FieldError("limit.iso_month")]})
    return date(int(found[1]), int(found[2]), 1)
