"""Enrolling and changing students, their accounts and papers."""

from typing import Annotated

from litestar import Response
from litestar.params import QueryParameter

from application.people.privacy.identity_document_export import identity_file
from application.people.privacy.identity_documents import reveal_papers
from application.people.students import accounts
from application.people.students import registration as register
from application.people.students.edit import edit_student
from entrypoints.http.endpoint import endpoint


def _text_file(made: tuple[str, str]) -> Response[bytes]:
    name, text = made
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = [
    endpoint(
        "GET",
        "/student-groups/info-file",
        identity_file,
        operation_id="identityFile",
        parameters={
            "student_id": Annotated[int | None, QueryParameter(name="studentId", ge=-(2**62), le=2**62)],
            "kind": Annotated[str | None, QueryParameter()],
        },
        answer=_text_file,
    ),
    endpoint("POST", "/students", register.register_student, operation_id="registerStudent", status=200),
    endpoint("POST", "/students/check", register.check_student, operation_id="checkStudent", status=200),
    endpoint(
        "POST",
        "/students/{student_id:int}/check",
        register.check_known_student,
        operation_id="checkKnownStudent",
        status=200,
    ),
    endpoint("PUT", "/students/{student_id:int}/update", edit_student, operation_id="editStudent"),
    endpoint(
        "PATCH", "/students/{student_id:int}/change-login", accounts.change_login, operation_id="changeStudentLogin"
    ),
    endpoint(
        "PATCH",
        "/students/{student_id:int}/reset-password",
        accounts.reset_student_password,
        operation_id="resetStudentPassword",
    ),
    endpoint(
        "PATCH",
        "/students/{student_id:int}/system-status",
        accounts.change_system_status,
        operation_id="changeStudentSystemStatus",
    ),
    endpoint(
        "POST", "/students/{student_id:int}/papers/reveal", reveal_papers, operation_id="revealPapers", status=200
    ),
]
