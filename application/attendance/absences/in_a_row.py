"""Students absent three lessons in a row or more (D-158)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.ports.absences import AbsenceRows
from application.authorization import permits
from application.ports import Clock
from contracts.attendance.absences import AbsencesInARowPage, AbsencesInARowQuery


@permits("all_groups:attendance")
async def list_absences_in_a_row(
    query: AbsencesInARowQuery, *, actor: Actor, absence_rows: AbsenceRows, clock: Clock, zone: ZoneInfo
) -> AbsencesInARowPage:
    """Returns students of the caller's branches absent three lessons in a row or more.

    Lessons of the group that took place count, marked ones alone. Listed are those who still study there and whose
    last absence is of the past fourteen days.
    """
    return await absence_rows.in_a_row(query, clock.now().astimezone(zone).date(), actor)
