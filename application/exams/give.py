"""Adds, edits and deletes exams (D-86)."""

import secrets
from collections.abc import Collection, Sequence
from datetime import datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.names import record_name
from application.authorization import Audience, permits
from application.exams.fields import date_faults, facts_of, month_facts, month_faults
from application.exams.ports import ExamStore
from application.exams.sight import ALL_EXAM, EXAM, EXAMS, OWN_EXAM, guard_of
from application.files.uploads import PUBLIC_ID_BYTES
from application.gamification.earning import exam_causes, reverse
from application.gamification.ports import Ledger
from application.groups.views import GroupScope
from application.homework.attachments import claim_files, file_facts, file_faults, replace_files
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.events import ExamGiven
from contracts.exams.exams import (
    AddExam,
    DeleteExamQuery,
    EditExam,
    ExamSaved,
    MoveExamDeadline,
)
from contracts.shared import Empty
from contracts.shared import check as check_limits
from domain.access.permissions import Action
from domain.exams.check import check_deletable, check_joining
from domain.exams.exam import Exam
from domain.files.file import FileKind
from domain.shared.errors import DomainError, FieldError
from domain.shared.text import clean_text

ENTITY = "exam"


@permits(admin=ALL_EXAM, academic=OWN_EXAM, do="create")
async def add_exam_of(
    form: AddExam,
    *,
    audience: Audience,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
    zone: ZoneInfo,
) -> ExamSaved:
    """Adds an exam for a group of the audience (R2-380).

    Raises as ``add_exam``.
    """
    return await _add(form, audience, actor, uow, exam_store, clock, zone)


@permits(*EXAMS, do="create")
async def add_exam(
    form: AddExam,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
    zone: ZoneInfo,
) -> ExamSaved:
    """Adds an exam for a group (R2-008, R2-369).

    Participants are who is in the group on the day it begins, or those named (D-86).

    Raises NotFound for a group outside the caller's scope; ValidationError; DomainError: exams.deadline_before_begin.
    """
    return await _add(form, None, actor, uow, exam_store, clock, zone)


async def _add(
    form: AddExam,
    audience: Audience | None,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
    zone: ZoneInfo,
) -> ExamSaved:
    scope = work_scope(actor, EXAM, do="create", audience=audience)
    dates = {"beginsAt": date_faults(form.begins_at), "deadline": date_faults(form.deadline)}
    check_limits(form, attachments=file_faults(form.attachments), **dates)
    async with uow:
        group = await exam_store.group(form.group_id, scope, uow)
        members = await _members(form.group_id, form.begins_at, uow, exam_store, clock, zone)
        chosen = members.at_begin if form.student_ids is None else form.student_ids
        check_limits(
            form,
            studyMonthIds=month_faults(form.study_month_ids, group),
            studentIds=_student_faults(chosen, members.all),
        )
        exam = Exam(
            public_id=secrets.token_urlsafe(PUBLIC_ID_BYTES),
            group_id=form.group_id,
            description=clean_text(form.description),
            begins_at=form.begins_at,
            deadline=form.deadline,
            created_by=actor.id,
            whole_class=set(members.at_begin) <= set(chosen),
        )
        uow.add(exam)
        await uow.flush()
        id = int(exam.id or 0)
        await exam_store.set_study_months(id, form.study_month_ids, uow)
        await exam_store.add_participants(exam, chosen, uow)
        names = await claim_files(form.attachments, FileKind.EXAM, ENTITY, id, actor=actor, uow=uow)
        facts = facts_of(exam) | month_facts(form.study_month_ids) | (file_facts(names) if names else {})
        uow.audit(
            "exams.given", ENTITY, id, actor=actor, permission=guard_of(actor, "create"), after=facts,
            group=group.group.name, count=len(chosen),
        )  # fmt: skip
        given = ExamGiven(exam_id=id, group_id=exam.group_id, begins_at=exam.begins_at, deadline=exam.deadline)
        uow.emit(given, request_id=actor.request_id)
        await uow.commit()
        return ExamSaved(id=int(exam.id or 0), version=exam.version)


@permits(*EXAMS, do="update")
async def edit_exam(
    exam_id: int,
    form: EditExam,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
    zone: ZoneInfo,
) -> ExamSaved:
    """Replaces an exam until it is announced, and adds participants (R2-370).

    Raises NotFound; ValidationError; DomainError: shared.stale, exams.announced_already, exams.joining_closed,
    exams.deadline_before_begin, exams.deadline_past.
    """
    scope, now = work_scope(actor, EXAM, do="update"), clock.now()
    dates = {"beginsAt": date_faults(form.begins_at), "deadline": date_faults(form.deadline)}
    check_limits(form, attachments=file_faults(form.attachments), **dates)
    async with uow:
        exam = await load_exam(exam_id, form.version, scope, uow, exam_store)
        group = await exam_store.group(exam.group_id, scope, uow)
        members = await _members(exam.group_id, form.begins_at, uow, exam_store, clock, zone)
        check_limits(
            form,
            studyMonthIds=month_faults(form.study_month_ids, group),
            studentIds=[] if set(form.student_ids) <= members.all else [FieldError("limit.unknown_choice")],
        )
        before = facts_of(exam) | month_facts(await exam_store.study_month_ids(exam_id, uow))
        exam.edit(clean_text(form.description), form.begins_at, form.deadline, now)
        added = 0
        if form.student_ids:
            check_joining(exam, now)
            added = await exam_store.add_participants(exam, form.student_ids, uow)
        await exam_store.set_study_months(exam_id, form.study_month_ids, uow)
        await exam_store.move_due(exam_id, exam.deadline, uow)
        files_before, files_after = await replace_files(
            ENTITY, exam_id, form.attachments, FileKind.EXAM, actor=actor, uow=uow, now=now
        )
        uow.audit(
            "exams.edited", ENTITY, exam_id, actor=actor, permission=guard_of(actor), before=before | files_before,
            after=facts_of(exam) | month_facts(form.study_month_ids) | files_after, group=group.group.name, count=added,
        )  # fmt: skip
        await uow.commit()
        return ExamSaved(id=int(exam.id or 0), version=exam.version)


@permits(*EXAMS, do="update")
async def move_exam_deadline(
    exam_id: int,
    form: MoveExamDeadline,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    clock: Clock,
) -> ExamSaved:
    """Moves the deadline into the future (R2-375).

    Raises NotFound; ValidationError; DomainError: shared.stale, exams.announced_already, exams.deadline_past,
    exams.deadline_before_begin.
    """
    scope, now = work_scope(actor, EXAM, do="update"), clock.now()
    check_limits(form, deadline=date_faults(form.deadline))
    async with uow:
        exam = await load_exam(exam_id, form.version, scope, uow, exam_store)
        before = facts_of(exam)
        exam.move_deadline(form.deadline, now)
        await exam_store.move_due(exam_id, exam.deadline, uow)
        uow.audit(
            "exams.deadline_moved", ENTITY, exam_id, actor=actor, permission=guard_of(actor), before=before,
            after=facts_of(exam),
        )  # fmt: skip
        await uow.commit()
        return ExamSaved(id=int(exam.id or 0), version=exam.version)


@permits(*EXAMS, do="delete")
async def delete_exam(
    exam_id: int,
    query: DeleteExamQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    ledger: Ledger,
    clock: Clock,
) -> Empty:
    """Deletes an exam with its work; awards for it are reversed (D-30).

    Raises NotFound; DomainError: exams.handed_in_already unless ``confirmed`` by a holder of all groups' delete
    action; shared.stale.
    """
    scope = work_scope(actor, EXAM, do="delete")
    async with uow:
        exam = await load_exam(exam_id, query.version, scope, uow, exam_store)
        works = await exam_store.lock_works(exam_id, uow)
        handed_in = sum(attempts > 0 for attempts in works.values())
        check_deletable(handed_in, confirmed=query.confirmed and actor.may(ALL_EXAM, Action.DELETE))
        group = await exam_store.group(exam.group_id, scope, uow)
        reason = f"exam {exam_id} deleted"
        await reverse(exam_causes(exam_id), reason, actor=actor, uow=uow, ledger=ledger, now=clock.now())
        await exam_store.discard_files(exam_id, clock.now(), uow)
        uow.audit(
            "exams.deleted", ENTITY, exam_id, actor=actor, permission=guard_of(actor, "delete"), before=facts_of(exam),
            count=handed_in, name=record_name(group.group.name, exam.description),
        )  # fmt: skip
        await uow.remove(exam)
        await uow.commit()
    return Empty()


async def load_exam(
    exam_id: int, version: int | None, scope: GroupScope, uow: UnitOfWork, exam_store: ExamStore
) -> Exam:
    """Locks an exam in the scope, as the caller has seen it.

    Raises NotFound, DomainError("shared.stale").
    """
    await exam_store.check_visible(exam_id, scope, uow)
    exam = await uow.load(Exam, exam_id, lock=True)
    if version is not None and version != exam.version:
        raise DomainError("shared.stale")
    return exam


class _Members(NamedTuple):
    """The class on the day the exam begins, and with that of today."""

    at_begin: Sequence[int]
    all: frozenset[int]


async def _members(
    group_id: int, begins_at: datetime, uow: UnitOfWork, exam_store: ExamStore, clock: Clock, zone: ZoneInfo
) -> _Members:
    at_begin = await exam_store.class_on(group_id, begins_at.astimezone(zone).date(), uow)
    today = await exam_store.class_on(group_id, clock.now().astimezone(zone).date(), uow)
    return _Members(at_begin, frozenset([*at_begin, *today]))


def _student_faults(chosen: Collection[int], members: frozenset[int]) -> list[FieldError]:
    if not chosen:
        return [FieldError("limit.required")]
    return [] if set(chosen) <= members else [FieldError("limit.unknown_choice")]
