"""The student's own profile and password."""

from application.access.rate_limit import clear_failures, count_failure, lock_attempts, reject_while_waiting
from application.access.students.ports import StudentAccounts
from application.actor import Actor
from application.authorization import STUDENT, permits
from application.ports import Clock, PasswordHasher, UnitOfWork
from contracts.access.student_sign_in import ChangeStudentPassword, StudentProfile
from contracts.shared import Empty, check
from domain.access.student_sessions import StudentSession
from domain.access.users import password_faults
from domain.people.student import Student
from domain.shared.errors import DomainError, FieldError


@permits(STUDENT)
async def own_student_profile(*, actor: Actor, accounts: StudentAccounts) -> StudentProfile:
    """Returns name, photo, login and branches of the caller."""
    return await accounts.profile(actor.student_id or 0)


@permits(STUDENT)
async def change_student_password(
    form: ChangeStudentPassword, *, actor: Actor, uow: UnitOfWork, passwords: PasswordHasher, clock: Clock
) -> Empty:
    """Changes the caller's password after verifying the present one.

    All errors of both are reported at once. Wrong present passwords delay the next attempt, as at sign-in. The sessions
    on other devices end.
    """
    now, subject = clock.now(), f"password:student/{actor.student_id}"
    async with lock_attempts(subject):
        async with uow:
            await reject_while_waiting((subject,), uow, now)
            student = await uow.load(Student, actor.student_id or 0)
        wrong = not await passwords.verify(form.password, student.password_hash)
        if wrong:
            await count_failure((subject,), uow.independent(), now)
    faults = password_faults(form.new_password, student.login or "", common=passwords.common(form.new_password))
    if form.new_password and form.new_password == form.password:
        faults.append(FieldError("limit.password_same"))
    check(form, newPassword=faults, password=[FieldError("limit.password_wrong")] if wrong else [])
    hashed = await passwords.hash(form.new_password)
    async with uow:
        student = await uow.load(Student, actor.student_id or 0, lock=True)
        session = await uow.load(StudentSession, actor.session_id or 0, lock=True)
        if not session.is_open(student.access_version, now):
            # blocked or reset by staff while the password was verified
            raise DomainError("access.session_ended")
        student.choose_password(hashed)
        session.access_version = student.access_version
        await clear_failures(subject, uow)
        uow.audit("access.password_changed", "student", student.id, actor=actor, permission=STUDENT)
        await uow.commit()
    return Empty()
