"""Attendance of lessons: sheets, what saves them, a group's month and lessons, days without lessons."""

from zoneinfo import ZoneInfo

from litestar import delete, get, post, put
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.attendance import holidays as days
from application.attendance import lessons as groups_lessons
from application.attendance.attendance_sheet import read_sheet
from application.attendance.ports.pushes import AttendanceSchools
from application.attendance.ports.sheets import (
    AttendanceSheetStore,
    AttendanceViews,
    SheetLookup,
)
from application.attendance.save_attendance import save_attendance
from application.authorization import Audience
from application.ports import Clock, Transaction, UnitOfWork
from contracts.attendance.attendance_sheets import (
    AddHoliday,
    HolidayAnswer,
    Holidays,
    MonthGrid,
    MonthQuery,
    SaveAttendance,
    SavedAttendance,
    SheetAnswer,
    SheetQuery,
)
from contracts.groups.groups import LessonPage, LessonsQuery
from contracts.shared import Empty
from domain.shared.errors import Broken
from entrypoints.http.caller import Given
from entrypoints.http.query_params import Malformed, asked_of
from entrypoints.http.responses import Answer

SHEET = {"asked": asked_of(SheetQuery)}
MONTH = {"asked": asked_of(MonthQuery)}


def _wanted(asked: SheetQuery) -> SheetLookup:
    if asked.lesson_id is None and (asked.group_id is None or asked.day is None):
        raise Malformed({"lessonId": [Broken("limit.required")]})
    return SheetLookup(asked.lesson_id, asked.group_id, asked.schedule_id, asked.day)


@get(
    "/attendance/for-admin/sheet",
    dependencies=SHEET,
    opt={"query": SheetQuery},
    operation_id="readAttendanceSheetForAdmin",
)
async def sheet_for_admin(
    asked: Given[SheetQuery],
    actor: Given[Actor],
    attendance_sheets: Given[AttendanceSheetStore],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[SheetAnswer]:
    """A lesson with its class."""
    return await _sheet(asked, "admin", actor, attendance_sheets, clock, zone)


@get(
    "/attendance/for-academic/sheet",
    dependencies=SHEET,
    opt={"query": SheetQuery},
    operation_id="readAttendanceSheetForAcademic",
)
async def sheet_for_academic(
    asked: Given[SheetQuery],
    actor: Given[Actor],
    attendance_sheets: Given[AttendanceSheetStore],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[SheetAnswer]:
    """A lesson of an own group with its class."""
    return await _sheet(asked, "academic", actor, attendance_sheets, clock, zone)


async def _sheet(
    asked: SheetQuery, audience: Audience, actor: Actor, sheets: AttendanceSheetStore, clock: Clock, zone: ZoneInfo
) -> Answer[SheetAnswer]:
    wanted = _wanted(asked)
    done = await read_sheet(wanted, audience=audience, actor=actor, sheets=sheets, clock=clock, zone=zone)
    return Answer(data=done)


@put("/attendance/save-for-admin", operation_id="saveAttendanceForAdmin")
async def save_for_admin(
    data: JSONBody[SaveAttendance],
    actor: Given[Actor],
    transaction: Given[Transaction],
    attendance_sheets: Given[AttendanceSheetStore],
    outside: Given[AttendanceSchools],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[SavedAttendance]:
    """Saves or corrects the attendance of a class."""
    done = await save_attendance(
        data,
        audience="admin",
        actor=actor,
        uow=transaction,
        sheets=attendance_sheets,
        schools=outside,
        clock=clock,
        zone=zone,
    )
    return Answer(data=done)


@put("/attendance/save-for-academic", operation_id="saveAttendanceForAcademic")
async def save_for_academic(
    data: JSONBody[SaveAttendance],
    actor: Given[Actor],
    transaction: Given[Transaction],
    attendance_sheets: Given[AttendanceSheetStore],
    outside: Given[AttendanceSchools],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[SavedAttendance]:
    """Saves the attendance of an own class."""
    done = await save_attendance(
        data,
        audience="academic",
        actor=actor,
        uow=transaction,
        sheets=attendance_sheets,
        schools=outside,
        clock=clock,
        zone=zone,
    )
    return Answer(data=done)


@get(
    "/groups/for-admin/{group_id:int}/attendances",
    dependencies=MONTH,
    opt={"query": MonthQuery},
    operation_id="groupAttendancesForAdmin",
)
async def month_for_admin(
    group_id: FromPath[int], asked: Given[MonthQuery], actor: Given[Actor], attendance: Given[AttendanceViews]
) -> Answer[MonthGrid]:
    """A month of a group."""
    done = groups_lessons.month_grid(group_id, asked, audience="admin", actor=actor, attendance=attendance)
    return Answer(data=await done)


@get(
    "/groups/for-academic/{group_id:int}/attendances",
    dependencies=MONTH,
    opt={"query": MonthQuery},
    operation_id="groupAttendancesForAcademic",
)
async def month_for_academic(
    group_id: FromPath[int], asked: Given[MonthQuery], actor: Given[Actor], attendance: Given[AttendanceViews]
) -> Answer[MonthGrid]:
    """A month of an own group."""
    done = groups_lessons.month_grid(group_id, asked, audience="academic", actor=actor, attendance=attendance)
    return Answer(data=await done)


@get(
    "/groups/{group_id:int}/lessons",
    dependencies={"asked": asked_of(LessonsQuery)},
    opt={"query": LessonsQuery},
    operation_id="listGroupLessons",
)
async def lessons(
    group_id: FromPath[int], asked: Given[LessonsQuery], actor: Given[Actor], attendance: Given[AttendanceViews]
) -> Answer[LessonPage]:
    """The lessons of a group, the newest first."""
    return Answer(data=await groups_lessons.list_lessons(group_id, asked, actor=actor, attendance=attendance))


@get("/holidays", operation_id="listHolidays")
async def holidays(actor: Given[Actor], attendance: Given[AttendanceViews]) -> Answer[Holidays]:
    """Days without lessons."""
    return Answer(data=await days.list_holidays(actor=actor, attendance=attendance))


@post("/holidays", operation_id="addHoliday")
async def add_holiday(data: JSONBody[AddHoliday], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[HolidayAnswer]:
    """No lessons on a day."""
    return Answer(data=await days.add_holiday(data, actor=actor, uow=uow))


@delete("/holidays/{holiday_id:int}", status_code=200, operation_id="removeHoliday")
async def remove_holiday(holiday_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork]) -> Answer[Empty]:
    """Lessons on that day after all."""
    return Answer(data=await days.remove_holiday(holiday_id, actor=actor, uow=uow))


ROUTES = [
    sheet_for_admin,
    sheet_for_academic,
    save_for_admin,
    save_for_academic,
    month_for_admin,
    month_for_academic,
    lessons,
    holidays,
    add_holiday,
    remove_holiday,
]
