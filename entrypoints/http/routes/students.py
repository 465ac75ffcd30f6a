"""Enrolling and changing students, their accounts and papers."""

from typing import Annotated
from zoneinfo import ZoneInfo

from litestar import Response, get, patch, post, put
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from application.actor import Actor
from application.people.ports import Likenesses, StudentViews
from application.people.privacy.identity_document_export import PaperReadings, identity_file
from application.people.privacy.identity_documents import reveal_papers
from application.people.students import accounts
from application.people.students import registration as register
from application.people.students.edit import edit_student
from application.ports import Cipher, Clock, PasswordHasher, UnitOfWork
from contracts.people.student_forms import (
    ChangeLogin,
    ChangeSystemStatus,
    CheckStudent,
    EditStudent,
    NewStudentPassword,
    RegisteredStudent,
    RegisterStudent,
    RevealedAnswer,
    RevealPapers,
    StudentChecked,
)
from contracts.shared import Empty
from entrypoints.http.caller import Given
from entrypoints.http.responses import Answer


@post("/students", status_code=200, operation_id="registerStudent")
async def enrol(
    data: JSONBody[RegisterStudent],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[RegisteredStudent]:
    """Makes a student."""
    done = await register.register_student(
        data, actor=actor, uow=uow, clock=clock, paper_cipher=paper_cipher, zone=zone
    )
    return Answer(data=done)


@post("/students/check", status_code=200, operation_id="checkStudent")
async def check(
    data: JSONBody[CheckStudent],
    actor: Given[Actor],
    likenesses: Given[Likenesses],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[StudentChecked]:
    """Who may be the same person, and what is odd, before a student is saved."""
    found = await register.check_student(
        data, actor=actor, likenesses=likenesses, clock=clock, paper_cipher=paper_cipher, zone=zone
    )
    return Answer(data=found)


@post("/students/{student_id:int}/check", status_code=200, operation_id="checkKnownStudent")
async def check_known(
    student_id: FromPath[int],
    data: JSONBody[CheckStudent],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    likenesses: Given[Likenesses],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[StudentChecked]:
    """The same before a change of a student is saved."""
    found = await register.check_known_student(
        student_id, data,
        actor=actor, uow=uow, likenesses=likenesses, clock=clock, paper_cipher=paper_cipher, zone=zone,
    )  # fmt: skip
    return Answer(data=found)


@put("/students/{student_id:int}/update", operation_id="editStudent")
async def edit(
    student_id: FromPath[int],
    data: JSONBody[EditStudent],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    students: Given[StudentViews],
    clock: Given[Clock],
    paper_cipher: Given[Cipher],
    zone: Given[ZoneInfo],
) -> Answer[Empty]:
    """Changes everything of a student at once."""
    done = await edit_student(
        student_id, data,
        actor=actor, uow=uow, students=students, clock=clock, paper_cipher=paper_cipher, zone=zone,
    )  # fmt: skip
    return Answer(data=done)


@patch("/students/{student_id:int}/change-login", operation_id="changeStudentLogin")
async def change_login(
    student_id: FromPath[int], data: JSONBody[ChangeLogin], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Gives a student another login."""
    return Answer(data=await accounts.change_login(student_id, data, actor=actor, uow=uow))


@patch("/students/{student_id:int}/reset-password", operation_id="resetStudentPassword")
async def reset_password(
    student_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], passwords: Given[PasswordHasher]
) -> Answer[NewStudentPassword]:
    """Issues a new password, shown once."""
    return Answer(data=await accounts.reset_student_password(student_id, actor=actor, uow=uow, passwords=passwords))


@patch("/students/{student_id:int}/system-status", operation_id="changeStudentSystemStatus")
async def system_status(
    student_id: FromPath[int], data: JSONBody[ChangeSystemStatus], actor: Given[Actor], uow: Given[UnitOfWork]
) -> Answer[Empty]:
    """Blocks for a reason, or unblocks."""
    return Answer(data=await accounts.change_system_status(student_id, data, actor=actor, uow=uow))


@post("/students/{student_id:int}/papers/reveal", status_code=200, operation_id="revealPapers")
async def reveal(
    student_id: FromPath[int],
    data: JSONBody[RevealPapers],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    paper_cipher: Given[Cipher],
) -> Answer[RevealedAnswer]:
    """Identity papers in full, for a reason; the reading is recorded."""
    return Answer(data=await reveal_papers(student_id, data, actor=actor, uow=uow, paper_cipher=paper_cipher))


@get("/student-groups/info-file", operation_id="identityFile")
async def info_file(
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    readings: Given[PaperReadings],
    paper_cipher: Given[Cipher],
    clock: Given[Clock],
    student_id: Annotated[int | None, QueryParameter(name="studentId", ge=-(2**62), le=2**62)] = None,
    kind: FromQuery[str | None] = None,
) -> Response[bytes]:
    """An identity paper as a text file, for a quarter of an hour after the papers were revealed."""
    name, text = await identity_file(
        student_id, kind, actor=actor, uow=uow, readings=readings, paper_cipher=paper_cipher, clock=clock
    )
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), media_type="text/plain; charset=utf-8", headers=headers)


ROUTES = [info_file, enrol, check, check_known, edit, change_login, reset_password, system_status, reveal]
