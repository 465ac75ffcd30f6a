"""Submissions: queue, chat, claims, messages and drafts (D-69, D-83)."""

import msgspec

from application.actor import Actor
from application.authorization import Audience, permits
from application.gamification.earning import homework_causes, reverse
from application.gamification.ports import Ledger
from application.groups.views import GroupViews
from application.homework.attachments import add_message, file_faults
from application.homework.checking import (
    ACADEMIC,
    ADMIN,
    OPTION,
    acting_permission,
    announce_change,
    load_submission,
)
from application.homework.ports import SubmissionStore, SubmissionViews
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.errors import wire_code
from contracts.homework.checking import (
    MAX_SUBMISSIONS,
    ChangedSubmission,
    ChangedSubmissions,
    ChangeSubmissions,
    Chat,
    MessageAnswer,
    QueueFilters,
    QueueQuery,
    SaveDraft,
    SendMessage,
    SentMessage,
    SubmissionPage,
    SubmissionsQuery,
)
from contracts.shared import Empty, Named
from contracts.shared import check as check_limits
from contracts.texts import translate
from domain.files.file import FileKind
from domain.homework.attempt import SubmissionMessage
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError, FieldError, NotFound
from domain.shared.text import clean_text

# these decide about the work, so they need its newest version; a claim does not
DECISIONS = (SubmissionStatus.UNCOMPLETED, SubmissionStatus.NOT_GIVEN)


@permits(admin=ADMIN, academic=ACADEMIC)
async def list_queue(
    query: QueueQuery, *, audience: Audience, actor: Actor, submission_views: SubmissionViews, clock: Clock
) -> SubmissionPage:
    """Returns submissions of all groups of the caller, oldest deadline first."""
    check_limits(query)
    return await submission_views.page(query, actor, work_scope(actor, OPTION, audience=audience), clock.now())


@permits(admin=ADMIN, academic=ACADEMIC)
async def list_group_chats(
    group_id: int,
    query: SubmissionsQuery,
    *,
    audience: Audience,
    actor: Actor,
    groups: GroupViews,
    submission_views: SubmissionViews,
    clock: Clock,
) -> SubmissionPage:
    """Returns the submissions of one group, of all its homework or of one (R2-344).

    Raises NotFound for a group outside the caller's scope.
    """
    check_limits(query)
    await groups.one(group_id, actor, audience)
    of_group = QueueQuery(**msgspec.structs.asdict(query), group_id=group_id)
    return await submission_views.page(of_group, actor, work_scope(actor, OPTION, audience=audience), clock.now())


@permits(ADMIN, ACADEMIC)
async def queue_filters(*, actor: Actor, submission_views: SubmissionViews, clock: Clock) -> QueueFilters:
    """Returns groups, teachers and statuses of the queue with their numbers."""
    return await submission_views.filters(work_scope(actor, OPTION), clock.now())


@permits(ADMIN, ACADEMIC)
async def show_chat(submission_id: int, *, actor: Actor, submission_views: SubmissionViews, clock: Clock) -> Chat:
    """Returns a student's work with its attempts, checks and messages.

    Raises NotFound.
    """
    return await submission_views.chat(submission_id, actor, work_scope(actor, OPTION), clock.now())


@permits(ADMIN, ACADEMIC, do="update")
async def change_submissions(
    form: ChangeSubmissions,
    *,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    ledger: Ledger,
    clock: Clock,
) -> ChangedSubmissions:
    """Claims, releases, gives back or excludes submissions (D-83).

    Each is decided on its own: the answer says for every submission what became of it. What is given back has no score
    any more, and its award is reversed (D-30).

    Raises ValidationError.
    """
    check_limits(form, submissions=_faults(form), message=_message_faults(form))
    ids = [one.id for one in form.submissions]
    async with uow:
        seen = await submissions.visible(ids, work_scope(actor, OPTION, do="update"), uow)
        found = {int(one.id or 0): one for one in await uow.load_many(Submission, sorted(seen))}
        names = await submissions.names_of([one.claimed_by for one in found.values() if one.claimed_by], uow)
        outcomes = [
            await _changed(form, one.id, one.version, found.get(one.id), names, actor, uow, clock)
            for one in form.submissions
        ]
        if form.result == SubmissionStatus.UNCOMPLETED.value:
            causes = homework_causes(outcome.id for outcome in outcomes if outcome.code is None)
            await reverse(causes, "given back", actor=actor, uow=uow, ledger=ledger, now=clock.now())
        await uow.commit()
        for outcome in outcomes:
            if outcome.code is None:
                outcome.version = found[outcome.id].version
        return ChangedSubmissions(submissions=outcomes)


async def _changed(
    form: ChangeSubmissions,
    submission_id: int,
    version: int,
    submission: Submission | None,
    names: dict[int, str],
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
) -> ChangedSubmission:
    """Changes one submission, or says why not."""
    now, user_id, wanted = clock.now(), int(actor.id or 0), SubmissionStatus(form.result)
    try:
        if submission is None:
            raise NotFound("Submission", submission_id)
        if wanted in DECISIONS:
            submission.check_version(version)
        match wanted:
            case SubmissionStatus.CHECKING:
                submission.claim(user_id, now, take_over=form.take_over)
            case SubmissionStatus.WAITING:
                submission.release(user_id, now)
            case SubmissionStatus.UNCOMPLETED:
                submission.give_back(user_id, now)
                uow.add(SubmissionMessage(submission_id, clean_text(form.message), now, author_id=actor.id))
            case _:
                submission.exclude()
    except DomainError as refused:
        holder = submission.holder(now) if submission else None
        return ChangedSubmission(
            id=submission_id,
            version=submission.version if submission else None,
            status=submission.settled_status(now).value if submission else None,
            code=wire_code(refused.code),
            message=translate(f"error.{refused.code}", actor.language),
            claimed_by=Named(holder, names.get(holder, "")) if holder else None,
        )
    if wanted in DECISIONS:
        verb = "homework.given_back" if wanted is SubmissionStatus.UNCOMPLETED else "homework.excluded"
        uow.audit(verb, "submission", submission_id, actor=actor, permission=acting_permission(actor))
    announce_change(submission, actor, uow)
    return ChangedSubmission(
        submission_id, submission.version, SubmissionStatus(submission.status).value, None, None, None
    )


@permits(ADMIN, ACADEMIC, do="update")
async def send_message(
    submission_id: int,
    form: SendMessage,
    *,
    actor: Actor,
    uow: UnitOfWork,
    submissions: SubmissionStore,
    clock: Clock,
) -> MessageAnswer:
    """Sends the student a message without a score.

    Raises NotFound, ValidationError.
    """
    text = clean_text(form.text)
    empty = [] if text or form.file_ids or form.voice else [FieldError("limit.required")]
    scope = work_scope(actor, OPTION, do="update")
    async with uow:
        submission = await load_submission(submission_id, scope, submissions, uow, lock=False)
        check_limits(form, text=empty, fileIds=file_faults(form.file_ids))
        message = SubmissionMessage(submission_id, text, clock.now(), author_id=actor.id)
        message_id = await add_message(message, form.file_ids, form.voice, FileKind.CHECK, actor=actor, uow=uow)
        uow.audit(
            "homework.message_sent", "submission", submission_id, actor=actor, permission=acting_permission(actor)
        )
        announce_change(submission, actor, uow)
        await uow.commit()
        # not read again: under an idempotency key the commit follows the answer
        return MessageAnswer(message=SentMessage(message_id, text, message.sent_at))


@permits(ADMIN, ACADEMIC, do="update")
async def save_draft(
    submission_id: int, form: SaveDraft, *, actor: Actor, uow: UnitOfWork, submissions: SubmissionStore
) -> Empty:
    """Stores what the caller has typed; drafts are per checker and not audited (D-69).

    Raises NotFound, ValidationError.
    """
    check_limits(form)
    async with uow:
        await load_submission(submission_id, work_scope(actor, OPTION, do="update"), submissions, uow, lock=False)
        await submissions.save_draft(submission_id, int(actor.id or 0), form.score.strip(), form.message, uow)
        await uow.commit()
    return Empty()


@permits(ADMIN, ACADEMIC, do="update")
async def delete_draft(submission_id: int, *, actor: Actor, uow: UnitOfWork, submissions: SubmissionStore) -> Empty:
    """Discards the caller's draft. Raises NotFound."""
    async with uow:
        await load_submission(submission_id, work_scope(actor, OPTION, do="update"), submissions, uow, lock=False)
        await submissions.delete_draft(submission_id, int(actor.id or 0), uow)
        await uow.commit()
    return Empty()


def _faults(form: ChangeSubmissions) -> list[FieldError]:
    ids = [one.id for one in form.submissions]
    if not ids:
        return [FieldError("limit.required")]
    if len(ids) > MAX_SUBMISSIONS:
        return [FieldError("limit.le", {"limit": MAX_SUBMISSIONS})]
    return [FieldError("limit.named_twice")] if len(set(ids)) < len(ids) else []


def _message_faults(form: ChangeSubmissions) -> list[FieldError]:
    needed = SubmissionStatus(form.result) is SubmissionStatus.UNCOMPLETED and not clean_text(form.message)
    return [FieldError("limit.required")] if needed else []
