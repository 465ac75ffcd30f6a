"""Export of an identity document as a file, after a reveal (D-58, R1-042)."""

from datetime import datetime, timedelta
from typing import Protocol, runtime_checkable

import msgspec

from application.actor import Actor
from application.authorization import permits
from application.people.privacy.identity_documents import GUARD
from application.ports import Clock, PaperCipher, UnitOfWork
from contracts.sync.school_records import Documents
from contracts.texts import translate
from domain.people.names import full_name
from domain.people.student import Student
from domain.shared.errors import DomainError, NotFound

# the stated reason of a reveal covers exports for so long; an export changes nothing and has no audit record of its own
COVERED = timedelta(minutes=15)


@runtime_checkable
class RevealLog(Protocol):
    """Queries the audit log for recent reveals of documents."""

    async def revealed_since(self, student_id: int, actor: Actor, since: datetime) -> bool:
        """Checks if the actor has revealed the student's documents since then."""
        ...


@permits(GUARD)
async def export_identity_document(
    student_id: int | None,
    kind: str | None,
    *,
    actor: Actor,
    uow: UnitOfWork,
    reveal_log: RevealLog,
    paper_cipher: PaperCipher,
    clock: Clock,
) -> tuple[str, str]:
    """Returns the file's name and its text, in the caller's language.

    Raises DomainError("people.reveal_first") unless the caller has revealed the documents within a quarter of an hour,
    NotFound for a student of another branch or a missing document.
    """
    async with uow:
        student = await uow.load(Student, student_id or 0, seen_by=actor)
    if not await reveal_log.revealed_since(int(student.id or 0), actor, clock.now() - COVERED):
        raise DomainError("people.reveal_first")
    if student.papers is None:
        raise NotFound("paper", kind)
    documents = msgspec.json.decode(paper_cipher.decrypt(student.papers), type=Documents)
    numbers = {
        "personal-id": documents.personal_id,
        "passport": f"{documents.passport_series} {documents.passport_number}".strip(),
        "birth-certificate": documents.birth_certificate,
    }
    number = numbers.get(kind or "")
    if not number:
        raise NotFound("paper", kind)
    name = full_name(student.last_name, student.first_name, student.middle_name)
    born = student.birth_date.strftime("%d.%m.%Y") if student.birth_date else "—"
    texts = {"name": name, "born": born, "number": number}
    return f"{kind}-{student_id}.txt", translate(f"people.file.{kind}", actor.language, **texts)
