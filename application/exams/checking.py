"""Checking exams: scores, failing reasons, corrections (D-69, D-86, D-87).

Nothing is earned and nobody is told before the announcement (D-82, H6).
"""

from datetime import datetime

from application.actor import Actor
from application.authorization import permits
from application.exams.earning import award_of, earn, preview, preview_score
from application.exams.ports import ExamStore, ExamViews
from application.exams.sight import CHATS, EXAM, EXAMS, WORKS, guard_of, sight_of
from application.gamification.ports import Ledger
from application.groups.views import GroupScope
from application.homework.attachments import add_message, file_faults
from application.homework.ports import SubmissionStore
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.events import ExamAnnounced, ExamWorkChanged
from contracts.exams.results import (
    CheckExam,
    CorrectExam,
    ExamAwardPreview,
    ExamAwardQuery,
    ExamChecked,
    ExamScore,
    ExamUndone,
)
from contracts.homework.checking import UndoCheck
from contracts.shared import check as check_limits
from domain.exams.check import check_work, restore_reason
from domain.exams.exam import Exam, ExamResult, FailingReason, result_of_check
from domain.files.file import FileKind
from domain.homework.attempt import SubmissionMessage
from domain.homework.check import Check, withdraw
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound
from domain.shared.text import clean_text


@permits(*WORKS, do="update")
async def check_exam(
    exam_id: int,
    form: CheckExam,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    exam_views: ExamViews,
    submissions: SubmissionStore,
    ledger: Ledger,
    clock: Clock,
) -> ExamChecked:
    """Scores a participant's work, or fails it for a reason (R2-010, R2-374).

    Until the announcement.

    Work without a hand-in can be scored too: it was done on paper. The student hears of it by the announcement.

    Raises NotFound; Conflict with the present work; ValidationError; DomainError: exams.announced_already,
    homework.claimed, exams.score_needed.
    """
    check_limits(form, **_faults(form))
    scope = work_scope(actor, EXAM, CHATS, do="update")
    async with uow:
        submission, exam = await load_work(form.result_id, scope, uow, exam_store)
        if submission.exam_id != exam_id:
            raise NotFound("Submission", form.result_id)
        exam.check_unannounced()
        return await _save(submission, exam, form, "", actor, uow, exam_store, exam_views, submissions, ledger, clock)


@permits(*EXAMS, do="update")
async def correct_exam(
    result_id: int,
    form: CorrectExam,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    exam_views: ExamViews,
    submissions: SubmissionStore,
    ledger: Ledger,
    clock: Clock,
) -> ExamChecked:
    """Corrects a result; after the announcement with a reason (D-86).

    Then its awards are corrected in the same commit, and that student is told once more.

    Raises NotFound; Conflict with the present work; ValidationError; DomainError: homework.claimed,
    exams.score_needed.
    """
    reason = clean_text(form.reason)
    scope = work_scope(actor, EXAM, do="update")
    async with uow:
        submission, exam = await load_work(result_id, scope, uow, exam_store)
        missing = [FieldError("limit.required")] if exam.announced_at and not reason else []
        check_limits(form, **_faults(form), reason=missing)
        return await _save(
            submission, exam, form, reason, actor, uow, exam_store, exam_views, submissions, ledger, clock
        )


@permits(*WORKS, do="update")
async def undo_exam_check(
    result_id: int,
    form: UndoCheck,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    exam_views: ExamViews,
    submissions: SubmissionStore,
    clock: Clock,
) -> ExamUndone:
    """Undoes the caller's check while nothing followed it (D-69).

    An announcement follows all checks: after it a result is corrected with a reason instead.

    Raises NotFound; Conflict; DomainError: homework.not_undoable, exams.announced_already.
    """
    scope, now = work_scope(actor, EXAM, CHATS, do="update"), clock.now()
    async with uow:
        submission, exam = await load_work(result_id, scope, uow, exam_store)
        exam.check_unannounced()
        await _check_version(submission, form.version, actor, exam_views, now)
        check = await uow.find(Check, id=form.check_id, submission_id=result_id)
        if check is None:
            raise NotFound("Check", form.check_id)
        before = await uow.find(Check, id=check.previous_check_id) if check.previous_check_id else None
        withdraw(check, submission, int(actor.id or 0), now, before)
        restore_reason(submission, before)
        await submissions.remove_messages(form.check_id, now, uow)
        context = await exam_store.context(result_id, uow)
        uow.audit(
            "exams.check_undone", "submission", result_id, actor=actor, permission=guard_of(actor, "update", *WORKS),
            student=context.student_name, group=context.group_name,
        )  # fmt: skip
        announce_change(submission, actor, uow)
        await uow.commit()
        return ExamUndone(
            version=submission.version,
            status=SubmissionStatus(submission.status).value,
            score=submission.score,
            result=None if submission.result is None else ExamResult(submission.result).value,
        )


@permits(*WORKS)
async def preview_exam_award(
    result_id: int,
    query: ExamAwardQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    ledger: Ledger,
    clock: Clock,
) -> ExamAwardPreview:
    """Returns what this score will earn at the announcement.

    Raises NotFound.
    """
    check_limits(query)
    async with uow:
        submission, _ = await load_work(result_id, work_scope(actor, EXAM, CHATS), uow, exam_store, lock=False)
    result = result_of_check(query.score, None)
    earned = await preview_score(submission, query.score, result, ledger=ledger, clock=clock)
    return ExamAwardPreview(result=result.value, award=award_of(query.score, result, earned))


async def load_work(
    result_id: int, scope: GroupScope, uow: UnitOfWork, exam_store: ExamStore, *, lock: bool = True
) -> tuple[Submission, Exam]:
    """Loads the work of a participant with its exam. Raises NotFound.

    The exam is locked before the work, as announcing locks them, but shared: checks of one exam do not wait for
    each other, only for its announcement.
    """
    await exam_store.check_work_visible(result_id, scope, uow)
    exam_id = (await uow.load(Submission, result_id)).exam_id
    exam = await uow.load(Exam, int(exam_id or 0), lock="shared" if lock else False)
    return await uow.load(Submission, result_id, lock=lock), exam


def announce_change(submission: Submission, actor: Actor, uow: UnitOfWork) -> None:
    """Emits the change for the screens of other checkers."""
    changed = ExamWorkChanged(
        exam_id=int(submission.exam_id or 0), group_id=submission.group_id, submission_id=int(submission.id or 0)
    )
    uow.emit(changed, request_id=actor.request_id)


async def _save(
    submission: Submission,
    exam: Exam,
    form: ExamScore,
    reason: str,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    exam_views: ExamViews,
    submissions: SubmissionStore,
    ledger: Ledger,
    clock: Clock,
) -> ExamChecked:
    now, user_id, id = clock.now(), int(actor.id or 0), int(submission.id or 0)
    await _check_version(submission, form.version, actor, exam_views, now)
    context = await exam_store.context(id, uow)
    before = submission.score
    check = _checked(submission, form, context.attempt_id, reason, user_id, now)
    uow.add(check)
    await uow.flush()
    submission.check_id = check.id
    message = SubmissionMessage(id, clean_text(form.message), now, author_id=actor.id, check_id=check.id)
    if message.text or form.file_ids or form.voice:
        await add_message(message, form.file_ids, form.voice, FileKind.EXAM, actor=actor, uow=uow)
    await submissions.delete_draft(id, user_id, uow)
    result = ExamResult(submission.result or ExamResult.FAILED)
    if exam.announced_at is None:
        earned = await preview([(submission, result)], ledger=ledger, clock=clock)
    else:
        works = [(submission, result)]
        earned = await earn(
            exam, works, context.group_name, context.title, actor=actor, uow=uow, ledger=ledger, clock=clock
        )
        announced = ExamAnnounced(
            exam_id=int(exam.id or 0), group_id=exam.group_id, student_ids=[submission.student_id]
        )
        uow.emit(announced, request_id=actor.request_id)
    # the log is read by others than checkers: it tells a score from the announcement on (H6)
    known = exam.announced_at is not None
    uow.audit(
        "exams.corrected" if known else "exams.checked", "submission", id, actor=actor,
        permission=guard_of(actor, "update", *WORKS), before={"score": before} if known else None,
        after={"score": submission.score} if known else None,
        student=context.student_name, group=context.group_name, reason=reason,
    )  # fmt: skip
    announce_change(submission, actor, uow)
    await uow.commit()
    return ExamChecked(
        check_id=int(check.id or 0),
        version=submission.version,
        status=SubmissionStatus(submission.status).value,
        score=submission.score,
        result=result.value,
        award=award_of(submission.score, result, earned),
    )


def _checked(
    submission: Submission, form: ExamScore, attempt_id: int | None, reason: str, user_id: int, now: datetime
) -> Check:
    """Scores the work and returns the check, which keeps what was before it."""
    before = submission.settled_status(now)
    check = Check(
        submission_id=int(submission.id or 0),
        attempt_id=attempt_id,
        score=form.score,
        status=before,
        checked_by=user_id,
        checked_at=now,
        previous_status=before,
        previous_score=submission.score,
        previous_check_id=submission.check_id,
        previous_due_at=submission.due_at,
        previous_result=submission.result,
        message=clean_text(form.message),
        reason=reason,
    )
    failing = FailingReason(form.failing_reason_id) if form.failing_reason_id else None
    check.result = check_work(submission, form.score, failing, clean_text(form.failing_text), user_id, now)
    check.status = SubmissionStatus(submission.status)
    check.failing_reason, check.failing_text = submission.failing_reason, submission.failing_text
    return check


async def _check_version(
    submission: Submission, version: int, actor: Actor, exam_views: ExamViews, now: datetime
) -> None:
    if submission.version != version:
        raise Conflict(await exam_views.chat(int(submission.id or 0), actor, sight_of(actor, EXAM, CHATS), now))


def _faults(form: ExamScore) -> dict[str, list[FieldError]]:
    """The broken limits of a form beside those of its fields."""
    unnamed = form.failing_reason_id == FailingReason.OTHER.value and not clean_text(form.failing_text)
    faults = {"fileIds": file_faults(form.file_ids), "failingText": [FieldError("limit.required")] if unnamed else []}
    reason = FailingReason(form.failing_reason_id) if form.failing_reason_id else None
    if reason is None and form.score is None:
        raise DomainError("exams.score_needed")
    if form.result is not None and form.result != result_of_check(form.score, reason):
        faults["result"] = [FieldError("limit.unknown_choice")]
    return faults
