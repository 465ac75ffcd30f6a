"""Steps on accounts that an operation opened and nobody has used yet."""

from collections.abc import Mapping
from typing import Any

from application.access.account_service import AuditTarget, set_issued_password
from application.access.privilege_scope import require_manageable
from application.actor import Actor
from application.people.academics.academics import ACADEMIC
from application.people.students.edit import GUARD as STUDENTS
from application.ports import Clock, UnitOfWork
from domain.access.permissions import Action
from domain.access.roles import Role
from domain.access.sessions import Session
from domain.access.student_sessions import StudentSession
from domain.access.users import User
from domain.people.bulk_operation import BulkBatch, BulkKind, BulkOperation, Outcome, Subject
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import DomainError, Forbidden, NotFound

# people of an operation → the permission to issue them passwords
GUARD_OF = {Subject.STUDENT.value: STUDENTS, Subject.TEACHER.value: ACADEMIC}


async def load_opening(act_id: int, actor: Actor, uow: UnitOfWork) -> BulkOperation:
    """Loads the caller's operation that opened accounts.

    Raises NotFound; Forbidden if the caller may no longer change such people.
    """
    act = await uow.load(BulkOperation, act_id)
    if act.created_by != actor.id or act.kind != BulkKind.OPEN_ACCOUNTS:
        raise NotFound("BulkAct", act_id)
    guard = GUARD_OF[act.entity]
    if not actor.may(guard, Action.UPDATE):
        raise Forbidden(guard, str(Action.UPDATE))
    return act


async def opened_rows(act: BulkOperation, uow: UnitOfWork) -> dict[int, dict[str, Any]]:
    """Returns the results of opened accounts by person, in the selection's order."""
    batches = await uow.find_all(BulkBatch, act_id=act.id)
    return {row["id"]: row for batch in batches for row in batch.rows if row["outcome"] == Outcome.DONE}


async def load_unused(row: Mapping[str, Any], actor: Actor, uow: UnitOfWork) -> tuple[Teacher, User]:
    """Loads the academic and the account that an operation opened.

    Raises DomainError if its owner signed in, or if it is not that account; NotFound.
    """
    teacher = await uow.load(Teacher, row["id"], seen_by=actor, lock=True)
    if teacher.user_id is None:
        raise DomainError("people.no_account")
    if teacher.user_id != row["user"]:
        raise DomainError("people.changed_since")
    user = await uow.load(User, teacher.user_id, lock=True)
    await require_manageable(user, await uow.load(Role, user.role_id), actor=actor, uow=uow)
    user.require_unused()
    if await uow.count(Session, user_id=user.id):
        raise DomainError("people.account_used")
    return teacher, user


async def load_unused_student(row: Mapping[str, Any], actor: Actor, uow: UnitOfWork) -> Student:
    """Loads the student whose account an operation opened.

    Raises DomainError if the student signed in or has another login now, NotFound.
    """
    student = await uow.load(Student, row["id"], seen_by=actor, lock=True)
    if student.login != row["login"]:
        raise DomainError("people.changed_since")
    student.require_unused_account(used=await uow.count(StudentSession, student_id=student.id) > 0)
    return student


async def set_password(
    act: BulkOperation, row: dict[str, Any], hashed: str, actor: Actor, uow: UnitOfWork, clock: Clock
) -> tuple[Teacher | Student, str]:
    """Sets an issued password for one opened account; returns its owner and login.

    Raises DomainError for an account that somebody signed in with, NotFound.
    """
    if act.entity == Subject.TEACHER:
        teacher, user = await load_unused(row, actor, uow)
        audit_target = AuditTarget(ACADEMIC, "teacher", teacher.id)
        await set_issued_password(user, hashed, clock.now(), actor=actor, uow=uow, audit_target=audit_target)
        return teacher, user.login
    student = await load_unused_student(row, actor, uow)
    student.issue_password(hashed)
    uow.audit("people.password_reset", "student", student.id, actor=actor, permission=STUDENTS)
    return student, student.login or ""
