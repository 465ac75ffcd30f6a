"""Attendance of lessons: sheets, what saves them, a group's month and lessons, days without lessons."""

from application.attendance import holidays as days
from application.attendance import lessons as groups_lessons
from application.attendance.attendance_sheet import read_sheet
from application.attendance.save_attendance import save_attendance
from entrypoints.http.endpoint import endpoint

ROUTES = [
    endpoint(
        "GET", "/attendance/for-admin/sheet", read_sheet, operation_id="readAttendanceSheetForAdmin", audience="admin"
    ),
    endpoint(
        "GET",
        "/attendance/for-academic/sheet",
        read_sheet,
        operation_id="readAttendanceSheetForAcademic",
        audience="academic",
    ),
    endpoint(
        "PUT", "/attendance/save-for-admin", save_attendance, operation_id="saveAttendanceForAdmin", audience="admin"
    ),
    endpoint(
        "PUT",
        "/attendance/save-for-academic",
        save_attendance,
        operation_id="saveAttendanceForAcademic",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/for-admin/{group_id:int}/attendances",
        groups_lessons.month_grid,
        operation_id="groupAttendancesForAdmin",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{group_id:int}/attendances",
        groups_lessons.month_grid,
        operation_id="groupAttendancesForAcademic",
        audience="academic",
    ),
    endpoint("GET", "/groups/{group_id:int}/lessons", groups_lessons.list_lessons, operation_id="listGroupLessons"),
    endpoint("GET", "/holidays", days.list_holidays, operation_id="listHolidays"),
    endpoint("POST", "/holidays", days.add_holiday, operation_id="addHoliday"),
    endpoint("DELETE", "/holidays/{holiday_id:int}", days.remove_holiday, operation_id="removeHoliday"),
]
