"""Teachers at their own lessons: the check, its photo, a month of a group."""

from typing import Any
from zoneinfo import ZoneInfo

from litestar import Request, get, post
from litestar.params import FromPath, JSONBody

from application.actor import Actor
from application.attendance import staff_attendance as use_cases
from application.attendance.ports.staff_attendance import StaffLessons
from application.files.ports import FileLinks, Files, Pictures
from application.files.uploads import ACADEMIC_PICTURE_MAX
from application.ports import Clock, UnitOfWork
from contracts.attendance.attendance_sheets import CheckIn, MonthQuery, StaffAttendances, StaffMarkAnswer
from contracts.files import UploadAnswer
from entrypoints.http.caller import Given
from entrypoints.http.deadline import TAKES_ITS_TIME
from entrypoints.http.query_params import asked_of
from entrypoints.http.request_guards import TAKES_A_FILE
from entrypoints.http.responses import Answer
from entrypoints.http.routes.files import file_name


@post("/attendance/save-academic", status_code=200, operation_id="saveAcademicAttendance")
async def save_academic(
    data: JSONBody[CheckIn],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    staff_lessons: Given[StaffLessons],
    links: Given[FileLinks],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[StaffMarkAnswer]:
    """The caller is at his lesson."""
    saved = await use_cases.save_academic(
        data, actor=actor, uow=uow, staff_lessons=staff_lessons, links=links, clock=clock, zone=zone
    )
    return Answer(data=saved)


@post(
    "/upload/staff-attendances",
    operation_id="uploadStaffAttendance",
    status_code=200,
    request_max_body_size=ACADEMIC_PICTURE_MAX,
    opt={TAKES_A_FILE: True, TAKES_ITS_TIME: True},
)
async def upload(
    request: Request[Any, Any, Any],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    files: Given[Files],
    pictures: Given[Pictures],
    links: Given[FileLinks],
    clock: Given[Clock],
) -> Answer[UploadAnswer]:
    """A photo at a lesson: the bytes of a JPEG, PNG or WebP of at most 5 MB as the body."""
    answer = await use_cases.upload_staff_attendance(
        request.stream(), file_name(request),
        actor=actor, uow=uow, files=files, pictures=pictures, links=links, clock=clock,
    )  # fmt: skip
    return Answer(data=answer)


@get(
    "/groups/{id:int}/staff-attendances",
    operation_id="listStaffAttendances",
    dependencies={"asked": asked_of(MonthQuery)},
    opt={"query": MonthQuery},
)
async def of_group(
    id: FromPath[int],
    asked: Given[MonthQuery],
    actor: Given[Actor],
    staff_lessons: Given[StaffLessons],
    clock: Given[Clock],
    zone: Given[ZoneInfo],
) -> Answer[StaffAttendances]:
    """Who teaches the group, and how he attended in a month."""
    told = await use_cases.list_staff_attendances(
        id, asked, actor=actor, staff_lessons=staff_lessons, clock=clock, zone=zone
    )
    return Answer(data=told)


ROUTES = [save_academic, upload, of_group]
