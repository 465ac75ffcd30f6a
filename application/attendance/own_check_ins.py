"""Offers a teacher the check-in at their own lessons, where they mark them (D-77)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.staff_attendance import StaffLessons, TaughtLesson
from contracts.attendance.attendance_sheets import OwnCheckIn
from domain.attendance.staff_attendance import is_own, opens_at

OWN = "my_groups:attendance"


async def own_check_ins(
    lesson_ids: Sequence[int], *, actor: Actor, staff_lessons: StaffLessons, now: datetime, zone: ZoneInfo
) -> dict[int, OwnCheckIn]:
    """Returns the caller's check-ins at these lessons, done or not, by lesson.

    Lessons of others and cancelled ones are left out; so is everything for a caller who may not check in.
    """
    if not lesson_ids or not actor.may(OWN, "update"):
        return {}
    taught = await staff_lessons.taught(lesson_ids, now.astimezone(zone).date(), actor)
    return {
        one.lesson.id: _check_in(one, zone)
        for one in taught
        if one.lesson.no_class_reason is None and is_own(one.lesson, one.teacher_id, one.duties)
    }


def _check_in(one: TaughtLesson, zone: ZoneInfo) -> OwnCheckIn:
    check = one.check
    return OwnCheckIn(
        opens=opens_at(one.lesson, zone).astimezone(UTC),
        closes=one.lesson.ends_at(zone).astimezone(UTC),
        status=None if check is None else 1 if check.status == 1 else 4,
        at=check.at if check else None,
    )
