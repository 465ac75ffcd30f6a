"""The own homework and exams of a student, and uploads for them."""

from typing import Any

from application.exams import student_exams
from application.files.uploads import MAX_WORK_BYTES
from application.homework.student import uploads, work
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED


def _upload(path: str, use_case: UseCase, operation_id: str, parameters: dict[str, Any] | None = None) -> Endpoint:
    return endpoint(
        "POST",
        path,
        use_case,
        operation_id=operation_id,
        parameters=parameters,
        reads=UPLOADED,
        body_max=MAX_WORK_BYTES,
        marks=UPLOAD,
    )


STUDENT_ROUTES = [
    endpoint("GET", "/homework", work.list_own_homework, operation_id="listOwnHomework"),
    endpoint("GET", "/homework/{id:int}", work.show_own_homework, operation_id="showOwnHomework"),
    endpoint("POST", "/homework/{id:int}/submissions", work.hand_in_homework, operation_id="handInHomework"),
    endpoint(
        "DELETE",
        "/homework/{id:int}/submissions/{attempt_id:int}",
        work.withdraw_homework,
        operation_id="withdrawHomework",
        status=200,
    ),
    endpoint("POST", "/homework/{id:int}/messages", work.write_about_homework, operation_id="writeAboutHomework"),
    _upload("/upload", uploads.upload_hand_in, "uploadHandIn"),
    _upload("/upload/voice", uploads.upload_student_voice, "uploadStudentVoice", {"duration": int | None}),
    endpoint("GET", "/exams", student_exams.list_own_exams, operation_id="listOwnExams"),
    endpoint("GET", "/exams/{id:int}", student_exams.show_own_exam, operation_id="showOwnExam"),
    endpoint("POST", "/exams/{id:int}/submissions", student_exams.hand_in_own_exam, operation_id="handInOwnExam"),
    endpoint("POST", "/exams/{id:int}/messages", student_exams.write_about_exam, operation_id="writeAboutExam"),
]
