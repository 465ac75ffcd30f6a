"""Assignment of students to branches (D-12, D-56).

The caller assigns their own branches; branches beyond them stay as they are.
"""

from collections.abc import Iterable

from application.actor import Actor
from application.authorization import writable_offices
from application.ports import UnitOfWork
from domain.access.escalation import branches_beyond
from domain.branches.office import Office
from domain.people.student import Student, StudentBranch
from domain.shared.errors import FieldError, ValidationError


async def resolve_branches(wanted: Iterable[int], present: Iterable[int], *, actor: Actor, uow: UnitOfWork) -> set[int]:
    """Returns the student's new branches; those beyond the caller's own do not change.

    Raises ValidationError for a branch that does not exist, or for none at all: nobody would see the student.
    """
    own = writable_offices(actor)
    unchangeable = branches_beyond(own, present)
    new = set(wanted) - unchangeable
    known = {office.id for office in await uow.find_all(Office)}
    if new - known or branches_beyond(own, new):
        raise ValidationError({"officeIds": [FieldError("limit.unknown_choice")]})
    if not new | unchangeable:
        raise ValidationError({"officeIds": [FieldError("limit.required")]})
    return new | unchangeable


async def assign_branches(student: Student, branches: set[int], present: list[StudentBranch], uow: UnitOfWork) -> None:
    """Links the student to these branches and to no other."""
    for link in present:
        if link.office_id not in branches:
            await uow.remove(link)
    for office_id in sorted(branches - {link.office_id for link in present}):
        uow.add(StudentBranch(int(student.id or 0), office_id))
