"""Teachers at their own lessons: the check, its photo, a month of a group."""

from application.attendance import staff_attendance as use_cases
from application.files.uploads import ACADEMIC_PICTURE_MAX
from entrypoints.http.endpoint import endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED

ROUTES = [
    endpoint(
        "POST", "/attendance/save-academic", use_cases.save_academic, operation_id="saveAcademicAttendance", status=200
    ),
    endpoint(
        "POST",
        "/upload/staff-attendances",
        use_cases.upload_staff_attendance,
        operation_id="uploadStaffAttendance",
        status=200,
        reads=UPLOADED,
        body_max=ACADEMIC_PICTURE_MAX,
        marks=UPLOAD,
    ),
    endpoint(
        "GET",
        "/groups/{id:int}/staff-attendances",
        use_cases.list_staff_attendances,
        operation_id="listStaffAttendances",
    ),
]
