"""Attendance: sheets, journal, late submissions, pushes, staff attendance."""

from application.attendance import (
    holidays,
    journal,
    late_submissions,
    lessons,
    pushes,
    staff_attendance,
)
from application.attendance.absences import in_a_row, messages
from application.attendance.attendance_sheet import read_sheet
from application.attendance.save_attendance import save_attendance
from application.attendance.upcoming_sheets import read_upcoming_sheets
from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES
from entrypoints.http.endpoint import endpoint
from entrypoints.http.middleware.headers import AS_IT_IS
from entrypoints.http.routes.exports import AS_A_FILE, as_spreadsheet
from entrypoints.http.routes.files import UPLOAD, UPLOADED

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
        "GET", "/attendance/for-academic/upcoming-sheets", read_upcoming_sheets, operation_id="readUpcomingSheets"
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
        "POST",
        "/attendance/for-admin/absence-sms/preview",
        messages.preview_absence_messages,
        operation_id="previewAbsenceSmsForAdmin",
        status=200,
        audience="admin",
    ),
    endpoint(
        "POST",
        "/attendance/for-academic/absence-sms/preview",
        messages.preview_absence_messages,
        operation_id="previewAbsenceSmsForAcademic",
        status=200,
        audience="academic",
    ),
    endpoint(
        "POST",
        "/attendance/for-admin/absence-sms",
        messages.send_absence_messages,
        operation_id="sendAbsenceSmsForAdmin",
        status=202,
        audience="admin",
    ),
    endpoint(
        "POST",
        "/attendance/for-academic/absence-sms",
        messages.send_absence_messages,
        operation_id="sendAbsenceSmsForAcademic",
        status=202,
        audience="academic",
    ),
    endpoint(
        "GET",
        "/groups/for-admin/{group_id:int}/attendances",
        lessons.month_grid,
        operation_id="groupAttendancesForAdmin",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/groups/for-academic/{group_id:int}/attendances",
        lessons.month_grid,
        operation_id="groupAttendancesForAcademic",
        audience="academic",
    ),
    endpoint("GET", "/groups/{group_id:int}/lessons", lessons.list_lessons, operation_id="listGroupLessons"),
    endpoint("GET", "/holidays", holidays.list_holidays, operation_id="listHolidays"),
    endpoint("POST", "/holidays", holidays.add_holiday, operation_id="addHoliday"),
    endpoint("DELETE", "/holidays/{holiday_id:int}", holidays.remove_holiday, operation_id="removeHoliday"),
    endpoint("GET", "/journal/for-admin", journal.show_journal, operation_id="showJournalForAdmin", audience="admin"),
    endpoint(
        "GET",
        "/journal/for-academic",
        journal.show_journal,
        operation_id="showJournalForAcademic",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/journal/for-admin/filter-objects",
        journal.journal_filters,
        operation_id="journalFiltersForAdmin",
        audience="admin",
    ),
    endpoint(
        "GET",
        "/journal/for-academic/filter-objects",
        journal.journal_filters,
        operation_id="journalFiltersForAcademic",
        audience="academic",
    ),
    endpoint(
        "GET",
        "/journal/for-admin/download",
        journal.download_journal,
        operation_id="downloadJournalForAdmin",
        answer=as_spreadsheet,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
        audience="admin",
    ),
    endpoint(
        "GET",
        "/journal/for-academic/download",
        journal.download_journal,
        operation_id="downloadJournalForAcademic",
        answer=as_spreadsheet,
        responses=AS_A_FILE,
        marks=[AS_IT_IS],
        audience="academic",
    ),
    endpoint(
        "GET",
        "/attendance/absences-in-a-row",
        in_a_row.list_absences_in_a_row,
        operation_id="listAbsencesInARow",
    ),
    endpoint("GET", "/attendance/late", late_submissions.list_late_sheets, operation_id="listLateSheets"),
    endpoint(
        "POST",
        "/attendance/late/decide",
        late_submissions.decide_late_sheets,
        operation_id="decideLateSheets",
        status=200,
    ),
    endpoint("GET", "/attendance/pushes/{push_id:int}", pushes.show_push, operation_id="showPush"),
    endpoint("POST", "/attendance/pushes/retry", pushes.retry_push, operation_id="retryPush", status=200),
    endpoint(
        "POST",
        "/attendance/save-academic",
        staff_attendance.save_academic,
        operation_id="saveAcademicAttendance",
        status=200,
    ),
    endpoint(
        "POST",
        "/upload/staff-attendances",
        staff_attendance.upload_staff_attendance,
        operation_id="uploadStaffAttendance",
        reads=UPLOADED,
        body_max=MAX_ACADEMIC_PICTURE_BYTES,
        marks=UPLOAD,
    ),
    endpoint(
        "GET",
        "/groups/{id:int}/staff-attendances",
        staff_attendance.list_staff_attendances,
        operation_id="listStaffAttendances",
    ),
]
STUDENT_ROUTES = [
    endpoint("GET", "/groups/{id:int}/lessons", lessons.list_own_lessons, operation_id="listOwnLessons"),
]
