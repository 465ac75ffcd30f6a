"""Homework: giving it, lists and uploads."""

from typing import Any

from application.files.uploads import MAX_WORK_BYTES
from application.homework import uploads
from application.homework.giving import give, queries
from entrypoints.http.endpoint import Endpoint, UseCase, endpoint
from entrypoints.http.routes.files import UPLOAD, UPLOADED


def _upload(path: str, use_case: UseCase, operation_id: str, parameters: dict[str, Any] | None = None) -> Endpoint:
    """An upload: a plain body with its name in a header."""
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


def _of(audience: str, end: str) -> list[Endpoint]:
    """The calls of one audience (D-54); ``end``: the end of their operation ids."""
    at, group = f"/homework/for-{audience}", f"/groups/for-{audience}"
    return [
        endpoint("POST", at, give.give_homework, operation_id=f"giveHomework{end}", audience=audience),
        endpoint("GET", at, queries.show_homework_of_lesson, operation_id=f"homeworkOfLesson{end}", audience=audience),
        endpoint(
            "GET",
            f"{at}/{{id:int}}",
            queries.show_homework,
            operation_id=f"showHomework{end}",
            audience=audience,
        ),
        endpoint("PUT", f"{at}/{{id:int}}", give.edit_homework, operation_id=f"editHomework{end}", audience=audience),
        endpoint(
            "DELETE",
            f"{at}/{{id:int}}",
            give.delete_homework,
            operation_id=f"deleteHomework{end}",
            status=200,
            audience=audience,
        ),
        endpoint(
            "PUT",
            f"{at}/{{id:int}}/deadline",
            give.move_deadline,
            operation_id=f"moveHomeworkDeadline{end}",
            audience=audience,
        ),
        endpoint(
            "GET",
            f"{group}/{{id:int}}/homework",
            queries.list_group_homework,
            operation_id=f"listGroupHomework{end}",
            audience=audience,
        ),
    ]


ROUTES = [
    *_of("admin", "ForAdmin"),
    *_of("academic", "ForAcademic"),
    endpoint("GET", "/homework/form-options", queries.homework_form_options, operation_id="homeworkFormOptions"),
    endpoint("GET", "/homework/generate", queries.generate_homework, operation_id="generateHomework"),
    endpoint(
        "GET",
        "/groups/not-submitted-homework-students/{id:int}",
        queries.list_not_submitted,
        operation_id="listNotSubmittedHomeworkStudents",
    ),
    _upload("/upload/homework-attachments", uploads.upload_attachment, "uploadHomeworkAttachment"),
    _upload("/upload/homework", uploads.upload_check_file, "uploadHomeworkFile"),
    _upload("/upload/homework-voice", uploads.upload_voice, "uploadHomeworkVoice", {"duration": int | None}),
]
