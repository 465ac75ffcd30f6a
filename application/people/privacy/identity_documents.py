"""Reveals identity documents in full: own permission, reason, audit record (D-58)."""

import msgspec

from application.actor import Actor
from application.authorization import permits
from application.ports import PaperCipher, UnitOfWork
from contracts.people.student_forms import (
    RevealedIdentityDocuments,
    RevealedIdentityDocumentsAnswer,
    RevealIdentityDocuments,
)
from contracts.shared import check
from contracts.sync.school_records import Documents
from domain.people.student import Student
from domain.shared.errors import DomainError
from domain.shared.text import clean_text

GUARD = "users:private_info"


@permits(GUARD)
async def reveal_documents(
    student_id: int, form: RevealIdentityDocuments, *, actor: Actor, uow: UnitOfWork, paper_cipher: PaperCipher
) -> RevealedIdentityDocumentsAnswer:
    """Returns the documents in full and records reader and reason in the same commit.

    See D-19. Raises DomainError("people.no_papers") if there are none, NotFound for a student of another branch.
    """
    check(form)
    async with uow:
        student = await uow.load(Student, student_id, seen_by=actor)
        if student.papers is None:
            raise DomainError("people.no_papers")
        documents = msgspec.json.decode(paper_cipher.decrypt(student.papers), type=Documents)
        reason = clean_text(form.reason)
        uow.audit("people.papers_read", "student", student_id, actor=actor, permission=GUARD, after={"reason": reason})
        await uow.commit()
    shown = RevealedIdentityDocuments(
        passport_series=documents.passport_series,
        passport_number=documents.passport_number,
        personal_id=documents.personal_id,
        birth_certificate=documents.birth_certificate,
    )
    return RevealedIdentityDocumentsAnswer(papers=shown)
