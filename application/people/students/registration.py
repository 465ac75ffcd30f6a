"""Registration of students at the centre, with a duplicate check (part 1 §5)."""

from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import permits
from application.people.ports import DuplicateFinder, DuplicateQuery
from application.people.privacy.document_digests import document_digests, named_document_digests
from application.people.privacy.identity_documents import GUARD as PRIVATE
from application.people.students.branch_assignment import assign_branches, resolve_branches
from application.people.students.form import (
    ParsedForm,
    encrypt_documents,
    form_warnings,
    normalise_documents,
    parse_day,
    parse_form,
)
from application.people.students.photos import assign_photo
from application.ports import Cipher, Clock, PaperCipher, UnitOfWork
from contracts.people.student_forms import (
    CheckStudent,
    IdentityDocumentsForm,
    RegisteredStudent,
    RegisterStudent,
    StudentChecked,
)
from contracts.shared import Named
from contracts.texts import translate
from domain.access.permissions import Action
from domain.access.users import login_faults
from domain.people.names import full_name, tidy_name
from domain.people.phones import normalise_phone
from domain.people.student import WITHOUT_COURSE, Student
from domain.shared.errors import Forbidden

GUARD = "users:students"


@permits(GUARD, do="create")
async def register_student(
    form: RegisterStudent, *, actor: Actor, uow: UnitOfWork, clock: Clock, paper_cipher: PaperCipher, zone: ZoneInfo
) -> RegisteredStudent:
    """Registers a student in branches of the caller (D-56).

    Wrong check digits of documents only warn (D-19). Documents require users:private_info as well (D-58). Raises
    ValidationError with every broken rule, Forbidden, DomainError("access.login_taken"), NotFound for a photo that the
    caller did not upload.
    """
    login = form.login.strip()
    wrong_login = {"login": login_faults(login)} if login else {}
    read = parse_form(form, today=clock.now().astimezone(zone).date(), **wrong_login)
    if read.papers is not None and not actor.may(PRIVATE, Action.UPDATE):
        raise Forbidden(PRIVATE, str(Action.UPDATE))
    async with uow:
        branches = await resolve_branches(form.office_ids, [], actor=actor, uow=uow)
        student = Student(**read.fields, login=login or None, status_id=WITHOUT_COURSE, created_by=actor.id)
        _set_documents(student, read, paper_cipher)
        uow.add(student)
        await uow.flush()
        await assign_branches(student, branches, [], uow)
        if isinstance(form.photo, str):
            await assign_photo(form.photo, student, actor=actor, uow=uow)
        name = full_name(student.last_name, student.first_name, student.middle_name)
        uow.audit("people.student_registered", "student", student.id, actor=actor, permission=GUARD)
        await uow.commit()
    return RegisteredStudent(student=Named(id=int(student.id or 0), name=name))


def _set_documents(student: Student, read: ParsedForm, cipher: Cipher) -> None:
    if read.papers is not None:
        student.set_identity_documents(
            encrypt_documents(read.papers, cipher.encrypt), document_digests(read.papers, cipher)
        )


@permits(GUARD, do="create")
async def check_student(
    form: CheckStudent,
    *,
    actor: Actor,
    duplicates: DuplicateFinder,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> StudentChecked:
    """Returns possible duplicates and warnings of a form before saving.

    Duplicates share the number, a document, the phone, or name and birth date. A person of another branch is not named.
    Fields that are not valid yet are skipped.
    """
    return await _check(form, None, actor, duplicates, clock, paper_cipher, zone)


@permits(GUARD, do="update")
async def check_known_student(
    student_id: int,
    form: CheckStudent,
    *,
    actor: Actor,
    uow: UnitOfWork,
    duplicates: DuplicateFinder,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> StudentChecked:
    """Checks an edit of a student as a new one is checked. Raises NotFound."""
    async with uow:
        await uow.load(Student, student_id, seen_by=actor)
    return await _check(form, student_id, actor, duplicates, clock, paper_cipher, zone)


async def _check(
    form: CheckStudent,
    student_id: int | None,
    actor: Actor,
    duplicates: DuplicateFinder,
    clock: Clock,
    paper_cipher: PaperCipher,
    zone: ZoneInfo,
) -> StudentChecked:
    today = clock.now().astimezone(zone).date()
    documents = normalise_documents(form.papers) if isinstance(form.papers, IdentityDocumentsForm) else None
    query = DuplicateQuery(
        document_digests=named_document_digests(documents, paper_cipher) if documents else {},
        phone=normalise_phone(form.phone_number),
        name=f"{tidy_name(form.last_name)} {tidy_name(form.first_name)}".strip(),
        birth_date=parse_day(form.birth_date),
        exclude_id=student_id,
    )
    found = await duplicates.find(query, actor)
    warnings = form_warnings(form, today=today)
    warning_texts = {
        field: [translate(b.code, actor.language, **b.params) for b in broken] for field, broken in warnings.items()
    }
    return StudentChecked(likenesses=found, warnings=warning_texts)
