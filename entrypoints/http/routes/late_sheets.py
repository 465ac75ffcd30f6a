"""What teachers sent after their time: what waits, and the office's decision (D-70)."""

from zoneinfo import ZoneInfo

from litestar import get, post
from litestar.params import JSONBody

from application.actor import Actor
from application.attendance import late_submissions as late
from application.attendance.ports.late_submissions import LateSheetBook
from application.attendance.ports.pushes import AttendanceSchools
from application.attendance.ports.sheets import AttendanceSheetStore
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import DecidedLateSheets, DecideLateSheets, LateSheets
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@get("/attendance/late", operation_id="listLateSheets")
async def waiting(
    actor: Given[Actor], late_sheets: Given[LateSheetBook], clock: Given[Clock], zone: Given[ZoneInfo]
) -> Answer[LateSheets]:
    """What waits for the office."""
    told = await late.list_late_sheets(actor=actor, late_sheets=late_sheets, clock=clock, zone=zone)
    return Answer(data=told)


@post("/attendance/late/decide", status_code=200, operation_id="decideLateSheets")
async def decide(
    data: JSONBody[DecideLateSheets],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    late_sheets: Given[LateSheetBook],
    attendance_sheets: Given[AttendanceSheetStore],
    outside: Given[AttendanceSchools],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[DecidedLateSheets]:
    """Confirms or refuses some of them, or all."""
    done = await late.decide_late_sheets(
        data,
        actor=actor,
        uow=uow,
        late_sheets=late_sheets,
        sheets=attendance_sheets,
        schools=outside,
        clock=clock,
        zone=zone,
    )
    return Answer(data=done)


ROUTES = [waiting, decide]
