"""A step of bulk operations: opens one person's account, or removes it unused.

The account has a password that nobody knows; one is issued on demand (``passwords``).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from application.access.account_service import AuditTarget, issued_password
from application.access.privilege_scope import role_errors
from application.actor import Actor
from application.people.academics.academics import ACADEMIC, ASSISTANT, TEACHER
from application.people.academics.accounts import create_account
from application.people.bulk.logins import Suggestion, suggest_logins
from application.people.bulk.opened_accounts import load_unused, load_unused_student
from application.people.bulk.ports import LoginRegistry
from application.people.students.edit import GUARD as STUDENTS
from application.ports import PasswordHasher, UnitOfWork
from domain.access.roles import RoleType
from domain.people.bulk_operation import BulkKind, BulkOperation, Subject
from domain.people.student import Student
from domain.people.teacher import Teacher
from domain.shared.errors import Conflict, DomainError, NotFound

OF_ACCOUNTS = frozenset({BulkKind.OPEN_ACCOUNTS.value, BulkKind.UNDO_OPEN_ACCOUNTS.value})


@dataclass(frozen=True)
class AccountPorts:
    """Ports that opening accounts needs beside the unit of work."""

    logins: LoginRegistry
    passwords: PasswordHasher


@dataclass(frozen=True)
class Prepared:
    """One batch's logins by person, and the hash of a password that nobody knows."""

    hashed: str
    logins: Mapping[int, Suggestion]


def role_number(teacher: Teacher) -> int:
    """The number of the role that fits the academic's kind (D-156)."""
    return ASSISTANT if teacher.role_number == ASSISTANT else TEACHER


async def prepare(
    act: BulkOperation,
    rows: Sequence[Mapping[str, Any]],
    people: Mapping[int, Teacher | Student],
    ports: AccountPorts,
    uow: UnitOfWork,
) -> Prepared:
    """Chooses the logins of a batch; no other operation does so until the commit."""
    hashed = await ports.passwords.hash(issued_password())
    await ports.logins.lock(uow)
    typed = {row["id"]: row["typed"] for row in rows if "typed" in row}
    present = [people[row["id"]] for row in rows if row["id"] in people]
    pattern = act.params["pattern"]
    return Prepared(hashed, await suggest_logins(present, act.entity, pattern, typed, ports.logins, uow))


async def open_one(
    act: BulkOperation, row: Mapping[str, Any], prepared: Prepared, actor: Actor, uow: UnitOfWork
) -> dict[str, Any]:
    """Opens one person's account; returns its login, for the result and the undo.

    Raises DomainError, NotFound; Conflict if somebody took the login meanwhile, which fails the whole batch.
    """
    suggestion = prepared.logins.get(row["id"], Suggestion())
    if act.entity == Subject.TEACHER:
        teacher = await uow.load(Teacher, row["id"], seen_by=actor, lock=True)
        login, role_id = _login(suggestion), await _role(act, teacher, actor, uow)
        try:
            user_id = await create_account(
                teacher, login, prepared.hashed, role_id, teacher.gender, right=ACADEMIC, actor=actor, uow=uow
            )
        except DomainError as taken:
            raise Conflict from taken
        return {"login": login, "user": user_id}
    student = await uow.load(Student, row["id"], seen_by=actor, lock=True)
    login = _login(suggestion)
    if not suggestion.known:
        student.change_login(login)
        try:
            await uow.flush()
        except DomainError as taken:
            raise Conflict from taken
        _record("people.account_opened", act, student, actor, uow, after={"login": login})
    return {"login": login, "known": suggestion.known}


def _login(suggestion: Suggestion) -> str:
    if suggestion.login is None:
        raise DomainError(suggestion.refusal)
    return suggestion.login


async def _role(act: BulkOperation, teacher: Teacher, actor: Actor, uow: UnitOfWork) -> int:
    role_id: int = act.params["roles"].get(str(role_number(teacher)), 0)
    if await role_errors(role_id, RoleType.ACADEMIC, actor=actor, uow=uow):
        raise NotFound("Role", role_id)
    return role_id


async def take_back_one(act: BulkOperation, row: Mapping[str, Any], actor: Actor, uow: UnitOfWork) -> dict[str, Any]:
    """Removes the account that an operation opened, if nobody signed in with it.

    Raises DomainError, NotFound.
    """
    if act.entity == Subject.STUDENT:
        student = await load_unused_student(row, actor, uow)
        student.close_account(keep_login=row["known"])
        if not row["known"]:
            _record("people.account_removed", act, student, actor, uow, before={"login": row["login"]})
        return {}
    teacher, user = await load_unused(row, actor, uow)
    teacher.user_id = None
    await uow.flush()
    # with its branches and preferences
    await uow.remove(user)
    AuditTarget(ACADEMIC, "teacher", teacher.id).record("access.user_removed", user, actor=actor, uow=uow)
    await uow.flush()
    return {}


def _record(
    verb: str, act: BulkOperation, student: Student, actor: Actor, uow: UnitOfWork, **change: dict[str, Any]
) -> None:
    uow.audit(
        verb, "student", student.id, actor=actor, permission=STUDENTS, personal=True, bulk=act.id, **change
    )  # fmt: skip
