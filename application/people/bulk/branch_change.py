"""A step of bulk operations: changes the branches of one person, or restores them.

An academic's account follows the academic; the account of a member of staff is the person.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from application.access.account_service import acting_permission
from application.access.privilege_scope import assign_branches as assign_workplaces
from application.access.privilege_scope import load_manageable, require_manageable
from application.actor import Actor
from application.authorization import writable_offices
from application.people.academics.academics import ACADEMIC
from application.people.students.branch_assignment import assign_branches
from application.people.students.edit import GUARD as STUDENTS
from application.ports import UnitOfWork
from domain.access.escalation import branches_after
from domain.access.roles import Role, RoleType
from domain.access.users import User
from domain.branches.office import Office, Workplace
from domain.people.bulk_operation import BulkKind, BulkOperation, Subject
from domain.people.student import Student, StudentBranch
from domain.people.teacher import Teacher, TeacherBranch
from domain.shared.errors import DomainError, NotFound

CHANGES_OF_BRANCH = frozenset({BulkKind.CHANGE_BRANCH.value, BulkKind.UNDO_CHANGE_BRANCH.value})


async def change_branches(
    act: BulkOperation, row: dict[str, Any], now: datetime, actor: Actor, uow: UnitOfWork
) -> dict[str, Any]:
    """Changes one person's branches; returns those before and after, for the undo.

    Raises DomainError, NotFound.
    """
    change = {Subject.STUDENT: _student, Subject.TEACHER: _teacher, Subject.USER: _user}[Subject(act.entity)]
    return await change(act, row, now, actor, uow)


async def _student(
    act: BulkOperation, row: dict[str, Any], now: datetime, actor: Actor, uow: UnitOfWork
) -> dict[str, Any]:
    student = await uow.load(Student, row["id"], seen_by=actor, lock=True)
    links = await uow.find_all(StudentBranch, student_id=row["id"])
    present = [link.office_id for link in links]
    after = await _after(act, row.get("branches"), present, actor, uow)
    await assign_branches(student, after, links, uow)
    _record("people.student_changed", act, row["id"], STUDENTS, present, after, actor, uow)
    return {"branches": _both(present, after)}


async def _user(
    act: BulkOperation, row: dict[str, Any], now: datetime, actor: Actor, uow: UnitOfWork
) -> dict[str, Any]:
    user, role = await load_manageable(row["id"], actor=actor, uow=uow)
    if role.type != RoleType.STAFF:
        raise NotFound("User", row["id"])
    present, after = await _change_account(act, row.get("branches"), user, now, actor, uow)
    _record("access.user_changed", act, row["id"], acting_permission(actor), present, after, actor, uow)
    return {"branches": _both(present, after)}


async def _teacher(
    act: BulkOperation, row: dict[str, Any], now: datetime, actor: Actor, uow: UnitOfWork
) -> dict[str, Any]:
    teacher = await uow.load(Teacher, row["id"], seen_by=actor, lock=True)
    links = await uow.find_all(TeacherBranch, teacher_id=row["id"])
    present = [link.office_id for link in links]
    after = await _after(act, row.get("branches"), present, actor, uow)
    changed = {"branches": _both(present, after)}
    user = await uow.load(User, teacher.user_id, lock=True) if teacher.user_id else None
    if user is not None and not user.all_offices:
        await require_manageable(user, await uow.load(Role, user.role_id), actor=actor, uow=uow)
        try:
            changed["account"] = _both(*await _change_account(act, row.get("account"), user, now, actor, uow))
        except DomainError as refusal:
            # the account has these branches already, or was changed by itself: it stays
            if refusal.code not in ("access.in_branches_already", "people.changed_since"):
                raise
    for link in links:
        if link.office_id not in after:
            await uow.remove(link)
    for office_id in sorted(after - set(present)):
        uow.add(TeacherBranch(int(teacher.id or 0), office_id))
    _record("people.academic_moved", act, row["id"], ACADEMIC, present, after, actor, uow)
    return changed


async def _change_account(
    act: BulkOperation, left: dict[str, Any] | None, user: User, now: datetime, actor: Actor, uow: UnitOfWork
) -> tuple[list[int], set[int]]:
    if user.all_offices:
        raise DomainError("access.in_branches_already")
    workplaces = await uow.find_all(Workplace, user_id=user.id)
    present = [workplace.office_id for workplace in workplaces]
    after = await _after(act, left, present, actor, uow)
    await assign_workplaces(user, after, workplaces, uow)
    user.changed_at = now
    return present, after


async def _after(
    act: BulkOperation, left: dict[str, Any] | None, present: list[int], actor: Actor, uow: UnitOfWork
) -> set[int]:
    """Returns the branches that the person has from now on."""
    own = writable_offices(actor)
    if act.kind == BulkKind.CHANGE_BRANCH:
        return branches_after(present, act.params["officeIds"], own=own, keep=act.params["keep"])
    if left is None or sorted(present) != left["after"]:
        raise DomainError("people.changed_since")
    if set(left["before"]) - {office.id for office in await uow.find_all(Office)}:
        raise DomainError("people.changed_since")
    return branches_after(present, left["before"], own=own)


def _both(before: Iterable[int], after: Iterable[int]) -> dict[str, Any]:
    return {"before": sorted(before), "after": sorted(after)}


def _record(
    verb: str,
    act: BulkOperation,
    person_id: int,
    right: str,
    before: Iterable[int],
    after: Iterable[int],
    actor: Actor,
    uow: UnitOfWork,
) -> None:
    uow.audit(
        verb,
        act.entity,
        person_id,
        actor=actor,
        permission=right,
        before={"office_ids": sorted(before)},
        after={"office_ids": sorted(after)},
        personal=True,
        bulk=act.id,
    )
