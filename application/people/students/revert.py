"""Reverts a student's fields by the rules of an edit; school-owned fields stick."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import PresentState, RevertResult
from application.audit.revert import RevertibleRecord, revertible
from application.people.students.branch_assignment import assign_branches, resolve_branches
from application.people.students.edit import GUARD, apply_fields, json_value
from application.people.students.form import parse_form
from application.ports import UnitOfWork
from contracts.people.student_forms import EditStudent
from domain.people.student import SCHOOL_OWNED, Student, StudentBranch
from domain.shared.errors import FieldError, ValidationError


async def present_student(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    """Returns the fields that a form can change. Raises NotFound."""
    student = await uow.load(Student, id, seen_by=actor, lock=True)
    return PresentState(student.version, _fields(student) | {"office_ids": await _offices(id, uow)})


def student_faults(
    present: Mapping[str, Any], back: Mapping[str, Any], *, now: datetime
) -> Mapping[str, Sequence[FieldError]]:
    """Returns the errors by the form's rules: a set birth date cannot be removed."""
    values = {**present, **back}
    form = EditStudent(
        version=0,
        first_name=values["first_name"] or "",
        last_name=values["last_name"] or "",
        middle_name=values["middle_name"] or "",
        gender=values["gender"],
        birth_date=values["birth_date"] or "",
        phone_number=values["phone"] or "",
    )
    try:
        parse_form(form, today=now.date())
    except ValidationError as problem:
        return {field: problem.fields[named] for named, field in SCHOOL_OWNED.items() if named in problem.fields}
    return {}


async def revert_student(
    id: int, back: Mapping[str, Any], *, actor: Actor, uow: UnitOfWork, now: datetime, zone: ZoneInfo
) -> RevertResult:
    """Restores the values; school-owned fields become sticky, as after any edit.

    Raises ValidationError for branches, as an edit does.
    """
    student = await uow.load(Student, id, seen_by=actor, lock=True)
    fields = {name: value for name, value in back.items() if name != "office_ids"}
    before, after = await apply_fields(
        student, {name: _column_value(name, value) for name, value in fields.items()}, actor, uow
    )
    if "office_ids" in back:
        links = await uow.find_all(StudentBranch, student_id=id)
        present = sorted(link.office_id for link in links)
        branches = await resolve_branches(back["office_ids"] or [], present, actor=actor, uow=uow)
        before["office_ids"], after["office_ids"] = present, sorted(branches)
        await assign_branches(student, branches, links, uow)
    return RevertResult(before, after, GUARD, personal=True)


def _fields(student: Student) -> dict[str, Any]:
    return {field: json_value(getattr(student, field)) for field in SCHOOL_OWNED.values()}


async def _offices(id: int, uow: UnitOfWork) -> list[int]:
    return sorted(link.office_id for link in await uow.find_all(StudentBranch, student_id=id))


def _column_value(name: str, value: Any) -> Any:
    """Converts a JSON value to the student's column value."""
    if name == "birth_date" and value:
        return date.fromisoformat(value)
    return value or ("" if name.endswith("_name") else None)


STUDENT_REVERT = revertible(RevertibleRecord("student", (GUARD,), present_student, revert_student, student_faults))
