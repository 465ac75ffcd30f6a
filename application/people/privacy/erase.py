"""Erases a person's recorded values without breaking the audit chain (D-15)."""

from application.actor import Actor
from application.authorization import SUPERADMIN, permits
from application.ports import UnitOfWork
from contracts.shared import Empty
from domain.people.student import Student
from domain.shared.errors import FieldError, ValidationError
from domain.shared.text import clean_text


@permits(SUPERADMIN)
async def erase_history(student_id: int, reason: str, *, actor: Actor, uow: UnitOfWork) -> Empty:
    """Destroys the key that encrypts a student's values in the audit log.

    The values that synchronisations have recorded of the student are destroyed as well. The actors, actions and times
    stay, and stay provable.
    """
    if not clean_text(reason):
        raise ValidationError({"reason": [FieldError("limit.required")]})
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor, lock=True)
        await uow.crypto_shred("student", student_id)
        uow.audit("people.history_erased", "student", student.id, actor=actor, after={"reason": clean_text(reason)})
        await uow.commit()
    return Empty()
