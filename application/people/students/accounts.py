"""Student accounts in the students' application: login, password, status."""

from application.access.account_service import issued_password
from application.actor import Actor
from application.authorization import permits
from application.ports import PasswordHasher, UnitOfWork
from contracts.people.student_forms import ChangeLogin, ChangeSystemStatus, NewStudentPassword
from contracts.shared import Empty, check
from domain.access.users import login_faults
from domain.people.student import Student, SystemStatus
from domain.shared.errors import FieldError
from domain.shared.text import clean_text

GUARD = "users:students"


@permits(GUARD, do="update")
async def change_login(student_id: int, form: ChangeLogin, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Changes a student's login; the student's sessions end.

    Raises ValidationError, DomainError("access.login_taken"), NotFound.
    """
    login = form.new_login.strip()
    check(form, newLogin=login_faults(login) if login else [])
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        before, after = student.change_login(login)
        if after:
            uow.audit(
                "people.login_changed", "student", student_id, actor=actor, permission=GUARD,
                before=before, after=after, personal=True,
            )  # fmt: skip
            await uow.commit()
    return Empty()


@permits(GUARD, do="update", secret=True)
async def reset_student_password(
    student_id: int, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher
) -> NewStudentPassword:
    """Issues a new password, shown once, to be changed at the first sign-in (R1-211).

    Raises DomainError("people.no_login") for a student without a login.
    """
    password = issued_password()
    hashed = await passwords.hash(password)
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        student.issue_password(hashed)
        uow.audit("people.password_reset", "student", student_id, actor=actor, permission=GUARD)
        await uow.commit()
    return NewStudentPassword(new_password=password)


@permits(GUARD, do="update")
async def change_system_status(student_id: int, form: ChangeSystemStatus, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Blocks a student for a reason, or unblocks.

    Raises ValidationError for a blank reason (R1-207), DomainError if the student has that status already.
    """
    blocking, reason = form.status == SystemStatus.BLOCKED.value, clean_text(form.reason)
    other = form.id is not None and form.id != student_id
    blank = blocking and not reason
    check(
        form,
        reason=[FieldError("limit.required")] if blank else [],
        id=[FieldError("limit.unknown_choice")] if other else [],
    )
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        if blocking:
            student.block(reason)
        else:
            student.unblock()
        verb = "people.student_blocked" if blocking else "people.student_unblocked"
        after = {"reason": reason} if blocking else None
        uow.audit(verb, "student", student_id, actor=actor, permission=GUARD, after=after, personal=True)
        await uow.commit()
    return Empty()
