"""Chats of exams: messages, drafts and claims (D-69)."""

from collections.abc import AsyncIterator

from application.actor import Actor
from application.authorization import permits
from application.exams.checking import announce_change, load_work
from application.exams.ports import ExamStore
from application.exams.sight import CHATS, EXAM, WORKS, guard_of
from application.files.ports import FileLinks, FileStore
from application.files.uploads import store_work_file
from application.homework.attachments import add_message, file_faults
from application.homework.ports import SubmissionStore
from application.homework.scope import work_scope
from application.homework.uploads import file_card
from application.ports import Clock, UnitOfWork
from contracts.exams.results import ExamDraftSaved, SaveExamDraft
from contracts.homework.checking import MessageAnswer, SendMessage, SentMessage
from contracts.homework.files import WorkFileAnswer
from contracts.shared import Named
from contracts.shared import check as check_limits
from domain.files.file import FileKind
from domain.homework.attempt import SubmissionMessage
from domain.homework.submission import SubmissionStatus
from domain.shared.errors import FieldError, NotFound
from domain.shared.text import clean_text

CHAT_GUARDS = (f"all_groups:{CHATS}", f"my_groups:{CHATS}")


@permits(*CHAT_GUARDS, do="update")
async def send_exam_message(
    exam_id: int,
    chat_id: int,
    form: SendMessage,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
) -> MessageAnswer:
    """Sends a participant a message without a score.

    Raises NotFound, ValidationError.
    """
    text = clean_text(form.text)
    empty = [] if text or form.file_ids or form.voice else [FieldError("limit.required")]
    async with uow:
        scope = work_scope(actor, CHATS, do="update")
        submission, exam = await load_work(chat_id, scope, uow, exam_store, lock=False)
        if exam.id != exam_id:
            raise NotFound("Submission", chat_id)
        check_limits(form, text=empty, fileIds=file_faults(form.file_ids))
        message = SubmissionMessage(chat_id, text, clock.now(), author_id=actor.id)
        message_id = await add_message(message, form.file_ids, form.voice, FileKind.EXAM, actor=actor, uow=uow)
        guard = guard_of(actor, "update", *CHAT_GUARDS)
        uow.audit("exams.message_sent", "submission", chat_id, actor=actor, permission=guard)
        announce_change(submission, actor, uow)
        await uow.commit()
        # not read again: under an idempotency key the commit follows the answer
        return MessageAnswer(message=SentMessage(message_id, text, message.sent_at))


@permits(*WORKS, do="update")
async def save_exam_draft(
    exam_id: int,
    chat_id: int,
    form: SaveExamDraft,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    submissions: SubmissionStore,
    clock: Clock,
) -> ExamDraftSaved:
    """Stores an unsaved check, and claims the work for ten minutes (D-69).

    Work that another checker has open stays theirs unless taken over. Drafts are not audited.

    Raises NotFound, ValidationError.
    """
    check_limits(form)
    user_id, now = int(actor.id or 0), clock.now()
    async with uow:
        scope = work_scope(actor, EXAM, CHATS, do="update")
        submission, exam = await load_work(chat_id, scope, uow, exam_store)
        if exam.id != exam_id:
            raise NotFound("Submission", chat_id)
        texts = (form.failing_text, form.message)
        await exam_store.save_draft(chat_id, user_id, form.score.strip(), form.failing_reason_id, texts, uow)
        holder = submission.holder(now)
        claims = holder is None or (form.take_over and holder != user_id)
        if claims and submission.settled_status(now) in (SubmissionStatus.WAITING, SubmissionStatus.CHECKING):
            submission.claim(user_id, now, take_over=form.take_over)
            announce_change(submission, actor, uow)
        await uow.commit()
        holder = submission.holder(now)
        names = await submissions.names_of([holder], uow) if holder else {}
        claimed_by = Named(holder, names.get(holder, "")) if holder else None
        return ExamDraftSaved(version=submission.version, claimed_by=claimed_by)


@permits(*WORKS, do="update")
async def upload_exam_file(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
) -> WorkFileAnswer:
    """Stores a file of an exam's text, of a check or a message, at most 20 MB.

    Raises DomainError: files.empty, files.too_large, files.executable.
    """
    file = await store_work_file(content, name, FileKind.EXAM, created_by=actor.id, uow=uow, files=files, clock=clock)
    return WorkFileAnswer(file=file_card(file, links, clock))
