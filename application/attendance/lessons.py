"""The lessons of a group: as a list, as a month grid, and as a student sees them."""

import re
from datetime import date

from application.actor import Actor
from application.attendance.ports.sheets import AttendanceViews
from application.attendance.ports.student_lessons import StudentLessons
from application.authorization import STUDENT, Audience, permits
from contracts.attendance.attendance_sheets import MonthGrid, MonthQuery
from contracts.groups.groups import LessonPage, LessonsQuery
from contracts.groups.student_view import OwnLessonPage, OwnLessonsQuery
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


@permits(STUDENT)
async def list_own_lessons(
    group_id: int, query: OwnLessonsQuery, *, actor: Actor, student_lessons: StudentLessons
) -> OwnLessonPage:
    """Lists the lessons of the caller's periods in a group, newest first.

    With the own mark. They stay visible after the student has left (D-98). Raises NotFound for a group that the student
    was never in.
    """
    return await student_lessons.page(actor.student_id or 0, group_id, query)


def _first_day(month: str | None) -> date | None:
    if not month:
        return None
    found = MONTH.fullmatch(month)
    if found is None:
        raise ValidationError({"month": [FieldError("limit.iso_month")]})
    return date(int(found[1]), int(found[2]), 1)
