"""Gives, edits and deletes homework (D-79, D-80, D-85)."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.names import record_name
from application.authorization import Audience, permits
from application.gamification.earning import homework_causes, reverse
from application.gamification.ports import Ledger
from application.groups.views import GroupScope
from application.homework.attachments import (
    Facts,
    claim_files,
    claim_voice,
    expire,
    file_facts,
    file_faults,
    replace_files,
)
from application.homework.giving.fields import facts_of, topic_faults
from application.homework.giving.generated import copy_generated, draw, load_generated
from application.homework.giving.ports import GivingContext, HomeworkSource, HomeworkStore
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.events import HomeworkGiven
from contracts.homework.giving import (
    ChangedHomework,
    ChangedHomeworkAnswer,
    DeleteHomeworkQuery,
    EditHomework,
    GiveHomework,
    MoveDeadline,
)
from contracts.shared import Empty
from contracts.shared import check as check_limits
from domain.access.permissions import Action
from domain.files.file import FileKind, StoredFile
from domain.homework.deadlines import HOURS
from domain.homework.generation import SourceHomework, set_generated
from domain.homework.homework import GenerationMode, Homework, check_deletable, give
from domain.shared.errors import DomainError
from domain.shared.text import clean_text

ALL, OWN, OPTION = "all_groups:all_homeworks", "my_groups:all_homeworks", "all_homeworks"
ENTITY = "homework"
MAX_HOURS = max(HOURS)


def guard_of(audience: Audience) -> str:
    """Returns the permission of the audience, as the audit log records it."""
    return ALL if audience == "admin" else OWN


@permits(admin=ALL, academic=OWN, do="create")
async def give_homework(
    form: GiveHomework,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    homework_source: HomeworkSource,
    clock: Clock,
    zone: ZoneInfo,
) -> ChangedHomeworkAnswer:
    """Gives homework to the class of a lesson (R2-003).

    Who was in the group on the lesson's day gets it; students of today's class who were not have it as not given, and
    who joins later has none of it (D-79). Generated homework is copied: later editions change nothing (D-104); each
    student draws a variant once (D-85).

    Raises NotFound for a lesson outside the caller's groups and for files that the caller has not uploaded;
    ValidationError; DomainError: homework.given_already for the topic of the lesson, homework.generate_again,
    attendance.no_class.
    """
    check_limits(form, attachments=file_faults(form.attachments))
    scope = work_scope(actor, OPTION, do="create", audience=audience)
    async with uow:
        context = await homework_store.lesson(form.lesson_id, scope, uow)
        check_limits(form, topicId=topic_faults(form.topic_id, context))
        if context.lesson.no_class_reason is not None:
            raise DomainError("attendance.no_class")
        generated = await load_generated(form, clock.now(), uow, homework_source)
        homework, uploads = await _given(form, context, generated, actor, uow, clock.now())
        copied = await copy_generated(homework, generated, len(uploads), uow, homework_source)
        drawn = draw(copied.variants, context.in_class, context.others)
        submissions = give(homework, context.lesson.ends_at(zone), context.in_class, context.others, drawn)
        await homework_store.add_submissions(submissions, uow)
        names = [*copied.files, *uploads]
        uow.audit(
            "homework.generated" if generated else "homework.given", ENTITY, homework.id, actor=actor,
            permission=guard_of(audience), after=_given_facts(homework) | (file_facts(names) if names else {}),
            **_named(context), count=len(context.in_class),
        )  # fmt: skip
        event = HomeworkGiven(
            homework_id=homework.id or 0,
            group_id=homework.group_id,
            lesson_id=homework.lesson_id,
            deadline=homework.deadline,
        )
        uow.emit(event, request_id=actor.request_id)
        return await _committed(homework, uow)


async def _given(
    form: GiveHomework,
    context: GivingContext,
    generated: Sequence[SourceHomework],
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
) -> tuple[Homework, list[str]]:
    """Adds the homework with its uploads; its deadline is set with the submissions.

    Also returns the names of the uploads.
    """
    homework = Homework(
        group_id=context.lesson.group_id,
        lesson_id=context.lesson.id,
        topic_id=form.topic_id,
        description=clean_text(form.description),
        hours=form.deadline,
        given_at=now,
        deadline=now,
        created_by=actor.id,
    )
    if form.generated is not None and generated:
        set_generated(homework, GenerationMode(form.generated.mode), generated[0])
    uow.add(homework)
    await uow.flush()
    id = int(homework.id or 0)
    names = await claim_files(form.attachments, FileKind.HOMEWORK, ENTITY, id, actor=actor, uow=uow)
    homework.voice_file_id, homework.voice_seconds = await claim_voice(form.voice, ENTITY, id, actor=actor, uow=uow)
    return homework, names


@permits(admin=ALL, academic=OWN, do="update")
async def edit_homework(
    homework_id: int,
    form: EditHomework,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    clock: Clock,
) -> ChangedHomeworkAnswer:
    """Replaces text, topic, files and recording of a homework (R2-004).

    Raises NotFound for homework outside the caller's groups; ValidationError; DomainError: shared.stale,
    homework.given_already.
    """
    check_limits(form, attachments=file_faults(form.attachments))
    scope = work_scope(actor, OPTION, do="update", audience=audience)
    async with uow:
        homework = await load_homework(homework_id, form.version, scope, uow, homework_store)
        context = await homework_store.lesson(homework.lesson_id, scope, uow)
        check_limits(form, topicId=topic_faults(form.topic_id, context))
        before = facts_of(homework)
        files_before, files_after = await replace_files(
            ENTITY, homework_id, form.attachments, FileKind.HOMEWORK, actor=actor, uow=uow, now=clock.now()
        )
        voice = await _replaced_voice(homework, form, actor, uow, clock.now())
        homework.edit(clean_text(form.description), form.topic_id, *voice)
        before, after = before | files_before, facts_of(homework) | files_after
        if files_after or after != before:
            uow.audit(
                "homework.edited", ENTITY, homework_id, actor=actor, permission=guard_of(audience), before=before,
                after=after, **_named(context),
            )  # fmt: skip
        return await _committed(homework, uow)


@permits(admin=ALL, academic=OWN, do="update")
async def move_deadline(
    homework_id: int,
    form: MoveDeadline,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    clock: Clock,
) -> ChangedHomeworkAnswer:
    """Counts 24 or 36 hours anew from now (D-80, R2-360).

    Students with a later deadline of their own keep it. Raises NotFound, DomainError("shared.stale").
    """
    check_limits(form)
    scope = work_scope(actor, OPTION, do="update", audience=audience)
    async with uow:
        homework = await load_homework(homework_id, form.version, scope, uow, homework_store)
        context = await homework_store.lesson(homework.lesson_id, scope, uow)
        before, earlier = facts_of(homework), homework.deadline
        homework.move_deadline(form.deadline, clock.now())
        await homework_store.move_due(homework_id, earlier, homework.deadline, uow)
        uow.audit(
            "homework.deadline_moved", ENTITY, homework_id, actor=actor, permission=guard_of(audience), before=before,
            after=facts_of(homework), **_named(context),
        )  # fmt: skip
        return await _committed(homework, uow)


@permits(admin=ALL, academic=OWN, do="delete")
async def delete_homework(
    homework_id: int,
    query: DeleteHomeworkQuery,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    homework_store: HomeworkStore,
    ledger: Ledger,
    clock: Clock,
) -> Empty:
    """Deletes a homework with its submissions (R2-006).

    Awards for it are reversed (D-30).

    Raises NotFound; DomainError: homework.handed_in_already unless ``confirmed`` by a holder of the delete action;
    shared.stale.
    """
    scope = work_scope(actor, OPTION, do="delete", audience=audience)
    async with uow:
        homework = await load_homework(homework_id, query.version, scope, uow, homework_store)
        context = await homework_store.lesson(homework.lesson_id, scope, uow)
        hand_ins = await homework_store.submission_ids(homework_id, uow)
        handed_in = sum(attempts > 0 for attempts in hand_ins.values())
        may = actor.may(guard_of(audience), Action.DELETE)
        check_deletable(handed_in, confirmed=query.confirmed, may_confirm=may)
        reason = f"homework {homework_id} deleted"
        await reverse(homework_causes(hand_ins), reason, actor=actor, uow=uow, ledger=ledger, now=clock.now())
        await homework_store.discard_files(homework_id, clock.now(), uow)
        uow.audit(
            "homework.deleted", ENTITY, homework_id, actor=actor, permission=guard_of(audience),
            before=facts_of(homework), **_named(context), count=handed_in,
            name=record_name(context.group_name, homework.description),
        )  # fmt: skip
        await uow.remove(homework)
        await uow.commit()
    return Empty()


async def _committed(homework: Homework, uow: UnitOfWork) -> ChangedHomeworkAnswer:
    """Commits, and answers with what was written.

    Nothing is read again: under an idempotency key the commit follows the answer.
    """
    await uow.flush()
    changed = ChangedHomework(
        id=int(homework.id or 0),
        group_id=homework.group_id,
        lesson_id=homework.lesson_id,
        hours=36 if homework.hours == MAX_HOURS else 24,
        deadline=homework.deadline,
        version=homework.version,
    )
    await uow.commit()
    return ChangedHomeworkAnswer(homework=changed)


async def load_homework(
    homework_id: int, version: int | None, scope: GroupScope, uow: UnitOfWork, store: HomeworkStore
) -> Homework:
    """Locks a homework in the scope, as the caller has seen it.

    Raises NotFound, DomainError("shared.stale").
    """
    await store.check_visible(homework_id, scope, uow)
    homework = await uow.load(Homework, homework_id, lock=True)
    if version is not None and version != homework.version:
        raise DomainError("shared.stale")
    return homework


async def _replaced_voice(
    homework: Homework, form: EditHomework, actor: Actor, uow: UnitOfWork, now: datetime
) -> tuple[int | None, int | None]:
    """The recording after the edit; one that is replaced expires."""
    present = await uow.find(StoredFile, id=homework.voice_file_id) if homework.voice_file_id else None
    if present is not None and form.voice is not None and form.voice.file_id == present.public_id:
        return homework.voice_file_id, homework.voice_seconds
    if present is not None:
        expire(present, now)
    if form.voice is None:
        return None, None
    return await claim_voice(form.voice, ENTITY, int(homework.id or 0), actor=actor, uow=uow)


def _given_facts(homework: Homework) -> Facts:
    """The facts of a homework just given; a missing recording is none of them."""
    return {name: value for name, value in facts_of(homework).items() if value is not False}


def _named(context: GivingContext) -> dict[str, Any]:
    return {"group": context.group_name, "date": context.lesson.day.isoformat()}
