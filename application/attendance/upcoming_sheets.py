"""Reads the caller's sheets of today and tomorrow, to be marked offline (D-70)."""

from datetime import timedelta
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.attendance.attendance_sheet import RIGHTS, present_sheet
from application.attendance.own_check_ins import own_check_ins
from application.attendance.ports.sheets import AttendanceSheetStore, SheetLookup
from application.attendance.ports.staff_attendance import StaffLessons
from application.authorization import permits
from application.ports import Clock
from contracts.attendance.attendance_sheets import AttendanceSheetAnswer, UpcomingSheets


@permits(RIGHTS["academic"])
async def read_upcoming_sheets(
    *, actor: Actor, sheets: AttendanceSheetStore, staff_lessons: StaffLessons, clock: Clock, zone: ZoneInfo
) -> UpcomingSheets:
    """Returns the attendance sheets of the caller's own groups, today and tomorrow.

    The browser stores them for the time without a connection (D-70); each is as in the call of a single sheet, with
    the caller's check-in (D-77). By time, at most twenty.
    """
    now = clock.now()
    today = now.astimezone(zone).date()
    ids = await sheets.own_between(today, today + timedelta(days=1), actor=actor)
    check_ins = await own_check_ins(ids, actor=actor, staff_lessons=staff_lessons, now=now, zone=zone)
    found = []
    for lesson_id in ids:
        loaded = await sheets.find(SheetLookup(lesson_id), actor=actor, audience="academic")
        sheet = present_sheet(loaded, actor=actor, audience="academic", now=now, zone=zone)
        found.append(AttendanceSheetAnswer(sheet=sheet, check_in=check_ins.get(lesson_id)))
    return UpcomingSheets(sheets=found)
