"""Reads exams: lists, participants, chats, the form, the public result."""

import re
from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.authorization import PUBLIC, permits
from application.exams.ports import ExamStore, ExamViews
from application.exams.sight import CHATS, EXAM, EXAMS, WORKS, sight_of
from application.homework.scope import work_scope
from application.ports import Clock, UnitOfWork
from contracts.exams.exams import (
    ExamAnswer,
    ExamCountAnswer,
    ExamFormOptions,
    ExamFormQuery,
    ExamPage,
    ExamsQuery,
    FailingReasonRow,
    FailingReasons,
    PublicExamAnswer,
    StudyMonths,
    StudyMonthsQuery,
)
from contracts.exams.results import ExamChat, ExamWorkPage, WorksQuery
from contracts.shared import check as check_limits
from contracts.texts import translate
from domain.exams.exam import FailingReason
from domain.shared.errors import FieldError, NotFound, ValidationError

# the proposal of the form: tomorrow at nine, for three hours
BEGIN, LENGTH = time(9), timedelta(hours=3)


@permits(*WORKS)
async def list_group_exams(
    group_id: int, query: ExamsQuery, *, actor: Actor, exam_views: ExamViews, clock: Clock
) -> ExamPage:
    """Lists the exams of a group, the newest first (R2-349).

    Holders of their chats alone find the chats through it (R2-329). Raises NotFound.
    """
    check_limits(query)
    return await exam_views.page(group_id, query, sight_of(actor, EXAM, CHATS), clock.now())


@permits(*EXAMS)
async def show_exam(exam_id: int, *, actor: Actor, exam_views: ExamViews, clock: Clock) -> ExamAnswer:
    """Returns one exam with its numbers (R2-370).

    Raises NotFound.
    """
    return ExamAnswer(exam=await exam_views.one(exam_id, sight_of(actor), clock.now()))


@permits(*EXAMS)
async def count_exam(exam_id: int, *, actor: Actor, exam_views: ExamViews, clock: Clock) -> ExamCountAnswer:
    """Returns the numbers of participants (R2-373).

    Those of results to checkers alone before the announcement (H6).

    Raises NotFound.
    """
    return ExamCountAnswer(counts=(await exam_views.one(exam_id, sight_of(actor), clock.now())).counts)


@permits(*EXAMS)
async def list_participants(
    exam_id: int, query: WorksQuery, *, actor: Actor, exam_views: ExamViews, clock: Clock
) -> ExamWorkPage:
    """Lists the participants with their status, ten a page (R2-377, R2-467).

    Raises NotFound.
    """
    check_limits(query)
    return await exam_views.works(exam_id, "participants", query, sight_of(actor), clock.now())


@permits(*EXAMS)
async def list_exam_results(
    exam_id: int, query: WorksQuery, *, actor: Actor, exam_views: ExamViews, clock: Clock
) -> ExamWorkPage:
    """Lists the results by participant (R2-372).

    Before the announcement to checkers alone (H6).

    Raises NotFound.
    """
    check_limits(query)
    return await exam_views.works(exam_id, "participants", query, sight_of(actor), clock.now())


@permits(*WORKS)
async def list_exam_chats(
    exam_id: int, query: WorksQuery, *, actor: Actor, exam_views: ExamViews, clock: Clock
) -> ExamWorkPage:
    """Lists the work with a hand-in or a message, what waits longest first (R2-371).

    Raises NotFound.
    """
    check_limits(query)
    return await exam_views.works(exam_id, "chats", query, sight_of(actor, EXAM, CHATS), clock.now())


@permits(*WORKS)
async def show_exam_chat(exam_id: int, chat_id: int, *, actor: Actor, exam_views: ExamViews, clock: Clock) -> ExamChat:
    """Returns the work of one participant with hand-ins, checks and messages (R2-039).

    Raises NotFound.
    """
    return await exam_views.chat(chat_id, actor, sight_of(actor, EXAM, CHATS), clock.now(), exam_id)


@permits(*EXAMS)
async def show_exam_result(result_id: int, *, actor: Actor, exam_views: ExamViews, clock: Clock) -> ExamChat:
    """Returns the result of one participant with attempts, checks and awards (R2-037).

    Raises NotFound.
    """
    return await exam_views.chat(result_id, actor, sight_of(actor), clock.now())


@permits(*EXAMS)
async def list_study_months(
    query: StudyMonthsQuery, *, actor: Actor, uow: UnitOfWork, exam_store: ExamStore
) -> StudyMonths:
    """Returns the study months of a group's course (R2-379).

    Raises NotFound, ValidationError.
    """
    async with uow:
        group = await exam_store.group(_group_of(query), work_scope(actor, EXAM), uow)
    return StudyMonths(study_months=list(group.study_months))


@permits(*WORKS)
async def list_failing_reasons(*, actor: Actor) -> FailingReasons:
    """Returns the reasons of failing an exam, a fixed list (R2-378, D-87)."""
    return FailingReasons(
        reasons=[
            FailingReasonRow(
                id=reason.value,
                name=translate(f"exam.failing_reason.{reason.value}", actor.language),
                needs_text=reason is FailingReason.OTHER,
            )
            for reason in FailingReason
        ]
    )


@permits(*EXAMS)
async def exam_form_options(
    query: ExamFormQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    exam_store: ExamStore,
    exam_views: ExamViews,
    clock: Clock,
    zone: ZoneInfo,
) -> ExamFormOptions:
    """Returns study months, students and proposals of the form.

    Raises NotFound, ValidationError.
    """
    async with uow:
        group = await exam_store.group(_group_of(query), work_scope(actor, EXAM), uow)
        if query.exam_id is not None:
            await exam_store.check_visible(query.exam_id, work_scope(actor, EXAM), uow)
    today = clock.now().astimezone(zone).date()
    begins_at = datetime.combine(today + timedelta(days=1), BEGIN, zone)
    return ExamFormOptions(
        group=group.group,
        study_months=list(group.study_months),
        students=await exam_views.form_students(group.group.id, query.exam_id, today),
        begins_at=begins_at,
        deadline=begins_at + LENGTH,
    )


# a random id of 128 bits
PUBLIC_ID = re.compile(r"[A-Za-z0-9_-]{22}")


@permits(PUBLIC)
async def show_public_result(exam_id: str, *, exam_views: ExamViews) -> PublicExamAnswer:
    """Returns the public result of an announced exam by its public id (D-40, D-88).

    Raises NotFound for every other id alike (D-147).
    """
    if not PUBLIC_ID.fullmatch(exam_id):
        raise NotFound("Exam", exam_id)
    return PublicExamAnswer(exam=await exam_views.public(exam_id))


def _group_of(query: StudyMonthsQuery | ExamFormQuery) -> int:
    if query.group_id is None:
        raise ValidationError({"groupId": [FieldError("limit.required")]})
    return query.group_id
