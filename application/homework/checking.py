"""Checking homework: scoring, undoing, previewing an award (D-21, D-69, D-82)."""

from datetime import datetime

from application.actor import Actor
from application.authorization import Audience, permits
from application.gamification.earning import (
    CheckedHomework,
    award_homework,
    homework_causes,
    preview_homework,
    reverse,
)
from application.gamification.ports import Ledger
from application.groups.views import GroupScope
from application.homework.attachments import add_message, file_faults
from application.homework.ports import CheckContext, SubmissionStore, SubmissionViews
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.events import HomeworkChecked, SubmissionChanged
from contracts.gamification import EntryDetails
from contracts.homework.checking import (
    AwardPreview,
    AwardQuery,
    Checked,
    CheckSubmission,
    Earning,
    ScoreForm,
    UndoCheck,
    Undone,
)
from contracts.shared import check as check_limits
from domain.files.file import FileKind
from domain.gamification.bands import ScoreBand, homework_band
from domain.gamification.ledger import Earned
from domain.homework.attempt import SubmissionMessage
from domain.homework.check import Check, score_homework, withdraw
from domain.homework.submission import Submission, SubmissionStatus, status_of_score
from domain.shared.errors import Conflict, DomainError, NotFound
from domain.shared.text import clean_text
from domain.shared.undoing import UNDO_PERIOD

OPTION = "check_homeworks"
ADMIN, ACADEMIC = f"all_groups:{OPTION}", f"my_groups:{OPTION}"


@permits(admin=ADMIN, academic=ACADEMIC, do="update")
async def check_homework(
    form: CheckSubmission,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    submission_views: SubmissionViews,
    ledger: Ledger,
    clock: Clock,
) -> Checked:
    """Scores the newest hand-in of a submission; 60 and more accepts it (D-21).

    The award, the message and the event are written in the same commit; a later check of the same work replaces the
    award (D-30). The student hears of it ten seconds later, unless the check is undone (D-69).

    Raises NotFound; Conflict with the present work, if it changed meanwhile (H2); DomainError: homework.claimed,
    homework.nothing_handed_in; ValidationError.
    """
    return await _check(form.submission_id, form, audience, actor, uow, submissions, submission_views, ledger, clock)


@permits(admin=ADMIN, academic=ACADEMIC, do="update")
async def correct_check(
    submission_id: int,
    form: ScoreForm,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    submission_views: SubmissionViews,
    ledger: Ledger,
    clock: Clock,
) -> Checked:
    """Scores a checked submission again (R2-362).

    Raises as ``check_homework``.
    """
    return await _check(submission_id, form, audience, actor, uow, submissions, submission_views, ledger, clock)


@permits(ADMIN, ACADEMIC, do="update")
async def undo_check(
    submission_id: int,
    form: UndoCheck,
    *,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    submission_views: SubmissionViews,
    ledger: Ledger,
    clock: Clock,
) -> Undone:
    """Undoes the caller's check while nothing followed it (D-69).

    The work, its award and its message are what they were before, and the student never hears of the check.

    Raises NotFound; Conflict; DomainError("homework.not_undoable").
    """
    scope = work_scope(actor, OPTION, do="update")
    async with uow:
        submission = await load_submission(submission_id, scope, submissions, uow)
        now = clock.now()
        await _check_version(submission, form.version, actor, scope, submission_views, now)
        check = await uow.find(Check, id=form.check_id, submission_id=submission_id)
        if check is None:
            raise NotFound("Check", form.check_id)
        before = await uow.find(Check, id=check.previous_check_id) if check.previous_check_id else None
        withdraw(check, submission, int(actor.id or 0), now, before)
        await submissions.remove_messages(form.check_id, now, uow)
        await uow.withdraw_event(HomeworkChecked, checkId=form.check_id)
        await _restore_award(submission, actor, uow, submissions, ledger, now)
        _audit("homework.check_undone", submission, actor, uow, await submissions.context(submission_id, uow))
        announce_change(submission, actor, uow)
        await uow.commit()
        return Undone(
            version=submission.version, status=SubmissionStatus(submission.status).value, score=submission.score
        )


@permits(ADMIN, ACADEMIC)
async def preview_award(
    submission_id: int,
    query: AwardQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    ledger: Ledger,
    clock: Clock,
) -> AwardPreview:
    """Returns what saving this score would earn the student now.

    Raises NotFound.
    """
    check_limits(query)
    async with uow:
        submission = await load_submission(submission_id, work_scope(actor, OPTION), submissions, uow, lock=False)
        context = await submissions.context(submission_id, uow)
    work = _work(submission, context, query.score, late=bool(context.attempt and context.attempt.is_late))
    earned = await preview_homework(work, ledger=ledger, clock=clock)
    return AwardPreview(status=status_of_score(query.score).value, award=earning_of(query.score, earned))


async def _check(
    submission_id: int,
    form: ScoreForm,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    submission_views: SubmissionViews,
    ledger: Ledger,
    clock: Clock,
) -> Checked:
    check_limits(form, fileIds=file_faults(form.file_ids))
    scope, user_id = work_scope(actor, OPTION, do="update", audience=audience), int(actor.id or 0)
    async with uow:
        submission = await load_submission(submission_id, scope, submissions, uow)
        now = clock.now()
        await _check_version(submission, form.version, actor, scope, submission_views, now)
        context = await submissions.context(submission_id, uow)
        attempt_id = context.attempt.id if context.attempt else None
        check = score_homework(submission, attempt_id, form.score, user_id, now, clean_text(form.message))
        uow.add(check)
        await uow.flush()
        submission.check_id = check.id
        await _write_message(check, form, actor, uow)
        await submissions.delete_draft(submission_id, user_id, uow)
        earned = await _award(submission, context, actor, uow, ledger, now)
        _audit("homework.checked", submission, actor, uow, context, before=check.previous_score, after=check.score)
        _emit(submission, check, actor, uow)
        await uow.commit()
        return Checked(
            check_id=int(check.id or 0),
            version=submission.version,
            status=SubmissionStatus(submission.status).value,
            score=form.score,
            due_at=submission.due_at,
            award=earning_of(form.score, earned),
        )


async def _write_message(check: Check, form: ScoreForm, actor: Actor, uow: UnitOfWork) -> None:
    message = SubmissionMessage(
        check.submission_id, clean_text(form.message), check.checked_at, author_id=actor.id, check_id=check.id
    )
    if message.text or form.file_ids or form.voice:
        await add_message(message, form.file_ids, form.voice, FileKind.CHECK, actor=actor, uow=uow)


async def load_submission(
    submission_id: int, scope: GroupScope, submissions: SubmissionStore, uow: UnitOfWork, *, lock: bool = True
) -> Submission:
    """Loads a submission of homework within the scope. Raises NotFound."""
    if submission_id not in await submissions.visible([submission_id], scope, uow):
        raise NotFound("Submission", submission_id)
    return await uow.load(Submission, submission_id, lock=lock)


async def _check_version(
    submission: Submission,
    version: int,
    actor: Actor,
    scope: GroupScope,
    submission_views: SubmissionViews,
    now: datetime,
) -> None:
    if submission.version != version:
        raise Conflict(await submission_views.chat(int(submission.id or 0), actor, scope, now))


async def _award(
    submission: Submission, context: CheckContext, actor: Actor, uow: UnitOfWork, ledger: Ledger, now: datetime
) -> Earned:
    if submission.score is None:
        raise DomainError("homework.nothing_handed_in")
    late = bool(context.attempt and context.attempt.is_late)
    work = _work(submission, context, submission.score, late=late)
    return await award_homework(work, actor=actor, uow=uow, ledger=ledger, now=now, after=UNDO_PERIOD)


async def _restore_award(
    submission: Submission,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    ledger: Ledger,
    now: datetime,
) -> None:
    """Reverses the award of an undone check, and awards the check before it again."""
    submission_id = int(submission.id or 0)
    if submission.score is None or submission.check_id is None:
        causes = homework_causes([submission_id])
        await reverse(causes, "undone", actor=actor, uow=uow, ledger=ledger, now=now, undoing=True)
        return
    context = await submissions.context(submission_id, uow)
    late = await submissions.is_late(submission.check_id, uow)
    work = _work(submission, context, submission.score, late=late)
    await award_homework(work, actor=actor, uow=uow, ledger=ledger, now=now, undoing=True)


def _work(submission: Submission, context: CheckContext, score: int, *, late: bool) -> CheckedHomework:
    details = EntryDetails(
        group=context.group_name,
        lesson=context.lesson_number,
        lesson_date=context.lesson_date.isoformat(),
        title=context.topic,
        score=score,
        late=late,
    )
    return CheckedHomework(int(submission.id or 0), submission.student_id, submission.group_id, score, late, details)


def acting_permission(actor: Actor) -> str:
    """Returns the permission by which the actor checks, for the audit log."""
    return ADMIN if actor.may(ADMIN, "update") else ACADEMIC


def earning_of(score: int, earned: Earned) -> Earning:
    """Returns the earning of a score, as the screens show it."""
    band = homework_band(score)
    return Earning(
        band=None if band is ScoreBand.NOTHING else band.name.lower(),  # type: ignore[arg-type]
        xp=earned.xp,
        silver=earned.silver,
        level_before=earned.level_before,
        level_after=earned.level,
    )


def _emit(submission: Submission, check: Check, actor: Actor, uow: UnitOfWork) -> None:
    event = HomeworkChecked(
        homework_id=int(submission.homework_id or 0),
        group_id=submission.group_id,
        submission_id=check.submission_id,
        student_id=submission.student_id,
        check_id=int(check.id or 0),
        status=SubmissionStatus(check.status).value,
        score=check.score,
    )
    uow.emit(event, request_id=actor.request_id, after=UNDO_PERIOD)
    announce_change(submission, actor, uow)


def announce_change(submission: Submission, actor: Actor, uow: UnitOfWork) -> None:
    """Emits the change for the queues of other checkers."""
    changed = SubmissionChanged(submission_id=int(submission.id or 0), group_id=submission.group_id, user_id=actor.id)
    uow.emit(changed, request_id=actor.request_id)


def _audit(
    verb: str,
    submission: Submission,
    actor: Actor,
    uow: UnitOfWork,
    context: CheckContext,
    before: int | None = None,
    after: int | None = None,
) -> None:
    scored = after is not None
    uow.audit(
        verb,
        "submission",
        submission.id,
        actor=actor,
        permission=acting_permission(actor),
        before={"score": before} if scored else None,
        after={"score": after} if scored else None,
        student=context.student_name,
        group=context.group_name,
    )
