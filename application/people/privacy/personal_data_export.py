"""Exports all personal data held of a student, in one document (ASVS-54)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol, runtime_checkable

import msgspec

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import SUPERADMIN, permits
from application.ports import Clock, UnitOfWork
from contracts.audit import AuditCard, AuditsQuery
from contracts.shared import MAX_PER_PAGE
from domain.people.names import full_name
from domain.people.student import Student
from domain.shared.errors import FieldError, ValidationError
from domain.shared.text import clean_text

Rows = list[dict[str, Any]]


@dataclass(frozen=True)
class PersonalData:
    """The database rows held of a person.

    ``tables``: table → rows, with documents and pictures decrypted; ``left_out``: table that holds data of the person →
    reason why its rows are excluded.
    """

    tables: Mapping[str, Rows]
    left_out: Mapping[str, str]


@runtime_checkable
class PersonalDataReader(Protocol):
    """Collects the rows held of a person from all tables."""

    async def of_student(self, student_id: int) -> PersonalData:
        """Reads all rows in one snapshot, without passwords, tokens, keys and digests.

        Of other people it returns only the names of staff.
        """
        ...


class PersonalDataExport(msgspec.Struct, rename="camel"):
    """All data held of a student.

    ``audits``: audit records of the student as the screen shows them; pictures are base64; ``leftOut``: excluded tables
    with reasons.
    """

    student_id: int
    name: str
    given_at: datetime
    tables: Mapping[str, Rows]
    audits: list[AuditCard]
    left_out: Mapping[str, str]


@permits(SUPERADMIN)
async def export_student_data(
    student_id: int,
    reason: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    reader: PersonalDataReader,
    audits: AuditViews,
    clock: Clock,
) -> PersonalDataExport:
    """Returns everything held of a student, documents in full.

    The caller and the reason are recorded in the same commit. Raises NotFound for a student whom the actor may not see,
    ValidationError without a reason.
    """
    if not clean_text(reason):
        raise ValidationError({"reason": [FieldError("limit.required")]})
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor)
        personal_data = await reader.of_student(student_id)
        records = await _records(student_id, actor, audits)
        uow.audit("people.data_given", "student", student_id, actor=actor, after={"reason": clean_text(reason)})
        await uow.commit()
    return PersonalDataExport(
        student_id=student_id,
        name=full_name(student.last_name, student.first_name, student.middle_name),
        given_at=clock.now(),
        tables=personal_data.tables,
        audits=records,
        left_out=personal_data.left_out,
    )


async def _records(student_id: int, actor: Actor, audits: AuditViews) -> list[AuditCard]:
    """Returns every audit record of the student, newest first."""
    found: list[AuditCard] = []
    query = AuditsQuery(entity="student", entity_id=student_id, per_page=MAX_PER_PAGE)
    while True:
        page = await audits.page(query, actor)
        found += [await audits.one(row.id, actor) for row in page.audits]
        if len(found) >= page.total or not page.audits:
            return found
        query = msgspec.structs.replace(query, page=query.page + 1)
