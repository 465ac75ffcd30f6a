"""Edits of students: change fields over the school's values, or restore those."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.people.ports import StudentViews
from application.people.privacy.document_digests import document_digests
from application.people.privacy.identity_documents import GUARD as PRIVATE
from application.people.students.branch_assignment import assign_branches, resolve_branches
from application.people.students.form import ParsedForm, encrypt_documents, parse_form
from application.people.students.photos import assign_photo
from application.ports import Cipher, Clock, PaperCipher, UnitOfWork
from contracts.people.student_forms import EditStudent
from contracts.people.students import ChangeStudent
from contracts.shared import Empty, check
from domain.access.permissions import Action
from domain.people.names import tidy_name
from domain.people.phones import normalise_phone
from domain.people.student import SCHOOL_OWNED, StickyField, Student, StudentBranch
from domain.shared.errors import Conflict, FieldError, Forbidden, NotFound

GUARD = "users:students"


@permits(GUARD, do="update")
async def edit_student(
    student_id: int,
    form: EditStudent,
    *,
    actor: Actor,
    uow: UnitOfWork,
    students: StudentViews,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> Empty:
    """Changes all fields of a student at once.

    Identity documents require users:private_info as well (D-58). Raises ValidationError; Conflict with the present card
    on a stale version (D-8); Forbidden; NotFound.
    """
    read = parse_form(form, today=clock.now().astimezone(zone).date())
    if read.papers is not None and not actor.may(PRIVATE, Action.UPDATE):
        raise Forbidden(PRIVATE, str(Action.UPDATE))
    async with uow:
        student = await _present(student_id, form.version, actor, uow, students)
        links = await uow.find_all(StudentBranch, student_id=student_id)
        branches = await resolve_branches(form.office_ids, [link.office_id for link in links], actor=actor, uow=uow)
        before, after = await apply_fields(student, read.fields, actor, uow)
        if branches != {link.office_id for link in links}:
            before["office_ids"], after["office_ids"] = sorted(link.office_id for link in links), sorted(branches)
            await assign_branches(student, branches, links, uow)
        await _documents(student, read, before, after, paper_cipher)
        await _photo(student, form.photo, before, after, actor, uow)
        if after:
            _record(student_id, before, after, actor, uow)
            await uow.commit()
    return Empty()


async def _documents(
    student: Student, read: ParsedForm, before: dict[str, Any], after: dict[str, Any], cipher: Cipher
) -> None:
    """Stores changed documents; the audit record holds the fact, never the values."""
    if read.papers is None:
        return
    keys = document_digests(read.papers, cipher)
    if keys != (student.paper_keys or []):
        before["papers"], after["papers"] = student.has_personal_data, bool(keys)
        student.set_identity_documents(encrypt_documents(read.papers, cipher.encrypt), keys)


async def _photo(
    student: Student, photo: Any, before: dict[str, Any], after: dict[str, Any], actor: Actor, uow: UnitOfWork
) -> None:
    had = student.photo is not None
    if isinstance(photo, str):
        await assign_photo(photo, student, actor=actor, uow=uow)
    elif photo is None:
        student.photo = None
    if isinstance(photo, str) or (photo is None and had):
        before["photo"], after["photo"] = had, student.photo is not None


async def _present(student_id: int, version: int, actor: Actor, uow: UnitOfWork, students: StudentViews) -> Student:
    student = await uow.load(Student, student_id, seen_by=actor, lock=True)
    if student.version != version:
        raise Conflict(await students.card(student_id, actor))
    return student


async def apply_fields(
    student: Student, fields: Mapping[str, Any], actor: Actor, uow: UnitOfWork
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Changes the fields, makes school-owned ones sticky, returns before and after."""
    before, after = student.change(**fields)
    for field in after if student.h_id else ():
        await _mark_sticky(int(student.id or 0), field, json_value(before[field]), actor, uow)
    return {name: json_value(value) for name, value in before.items()}, {
        name: json_value(v) for name, v in after.items()
    }


def _record(
    student_id: int, before: Mapping[str, Any], after: Mapping[str, Any], actor: Actor, uow: UnitOfWork
) -> None:
    uow.audit(
        "people.student_changed",
        "student",
        student_id,
        actor=actor,
        permission=GUARD,
        before=before,
        after=after,
        personal=True,
    )


def json_value(value: object) -> Any:
    """Converts a value to JSON: a date to its ISO form."""
    return value.isoformat() if isinstance(value, date) else value


@permits(GUARD, do="update")
async def change_student(
    student_id: int, form: ChangeStudent, *, actor: Actor, uow: UnitOfWork, students: StudentViews
) -> Empty:
    """Changes names and phone.

    Fields that the school owns become sticky: later synchronisations leave them (D-49). Raises ValidationError;
    Conflict with the present card on a stale version (D-8); NotFound for a student of another branch.
    """
    phone = normalise_phone(form.phone_number)
    check(form, phoneNumber=[FieldError("limit.phone")] if form.phone_number and phone is None else [])
    async with uow:
        student = await _present(student_id, form.version, actor, uow, students)
        fields = {
            "first_name": tidy_name(form.first_name),
            "last_name": tidy_name(form.last_name),
            "middle_name": tidy_name(form.middle_name),
            "phone": phone,
        }
        before, after = await apply_fields(student, fields, actor, uow)
        if after:
            _record(student_id, before, after, actor, uow)
            await uow.commit()
    return Empty()


async def _mark_sticky(student_id: int, field: str, school_value: Any, actor: Actor, uow: UnitOfWork) -> None:
    sticky = await uow.find(StickyField, lock=True, entity="student", entity_id=student_id, field=field)
    if sticky is None:
        uow.add(StickyField("student", student_id, field, school_value, marked_by=actor.id))
    else:
        # a value that a revert restored counts as entered by staff from now on
        sticky.run_id, sticky.marked_by = None, actor.id


@permits(GUARD, do="update")
async def restore_school_value(student_id: int, field: str, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Restores the school's value of a field and follows it again.

    The field is named as on the card. Raises NotFound if it is not sticky.
    """
    field = SCHOOL_OWNED.get(field, field)
    if field not in SCHOOL_OWNED.values():
        raise NotFound("StickyField", field)
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        sticky = await uow.find(StickyField, lock=True, entity="student", entity_id=student_id, field=field)
        if sticky is None:
            raise NotFound("StickyField", field)
        before, after = student.change(**{field: _column_value(field, sticky.school_value)})
        await uow.remove(sticky)
        uow.audit(
            "people.school_value_taken",
            "student",
            student_id,
            actor=actor,
            permission=GUARD,
            before={name: json_value(value) for name, value in before.items()},
            after={name: json_value(value) for name, value in after.items()},
            personal=True,
            field=field,
        )
        await uow.commit()
    return Empty()


def _column_value(field: str, value: Any) -> Any:
    """Converts a sticky field's stored school value to the student's column value."""
    if field == "birth_date" and value:
        return date.fromisoformat(value)
    return value or ("" if field.endswith("_name") else None)
