"""Reverts changes of study courses and topics, by the rules of an edit (D-15)."""

import functools
from collections.abc import Mapping, Sequence, Set
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.audit.ports import AuditRecords, FaultsNow, PresentState, RevertResult
from application.audit.revert import RevertibleRecord, apply_revert, preview_revert
from application.authorization import CENTRE, permits
from application.courses import courses, topics
from application.courses.ports import COURSES, CURRICULUM, CourseStore
from application.ports import Clock, UnitOfWork
from contracts.audit import ConfirmRevert, RevertPreview
from contracts.courses.courses import EditCourse
from contracts.courses.curriculum import RenameTopic
from contracts.events import CourseChanged
from contracts.shared import check
from domain.courses.curriculum import MAX_TOPICS
from domain.shared.errors import DomainError, FieldError


@permits(COURSES, do="update", scope=CENTRE)
async def preview_course_revert(
    course_id: int,
    audit_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Previews the revert: restored fields, and unchanged ones with the reason.

    Raises NotFound; DomainError: history.own_way.
    """
    return await preview_revert(_course(course_store), course_id, audit_id, actor, uow, records, clock, zone)


@permits(COURSES, do="update", scope=CENTRE)
async def revert_course_change(
    course_id: int,
    audit_id: int,
    form: ConfirmRevert,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Reverts one change: the fields that are still as it left them.

    The end of a course is reverted so. Raises as the preview; Conflict with the present preview; ValidationError;
    DomainError: history.nothing_to_take_back.
    """
    return await apply_revert(_course(course_store), course_id, audit_id, form, actor, uow, records, clock, zone)


@permits(CURRICULUM, do="update", scope=CENTRE)
async def preview_topic_revert(
    topic_id: int,
    audit_id: int,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Previews the revert: restored fields, and unchanged ones with the reason.

    Raises NotFound; DomainError: history.own_way.
    """
    return await preview_revert(_topic(course_store), topic_id, audit_id, actor, uow, records, clock, zone)


@permits(CURRICULUM, do="update", scope=CENTRE)
async def revert_topic_change(
    topic_id: int,
    audit_id: int,
    form: ConfirmRevert,
    *,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
    records: AuditRecords,
    clock: Clock,
    zone: ZoneInfo,
) -> RevertPreview:
    """Reverts one change: the fields that are still as it left them.

    The end of a topic and its former place are reverted so. Raises as the preview; Conflict with the present preview;
    ValidationError; DomainError: history.nothing_to_take_back, courses.too_many_topics.
    """
    return await apply_revert(_topic(course_store), topic_id, audit_id, form, actor, uow, records, clock, zone)


def _course(course_store: CourseStore) -> RevertibleRecord:
    restore = functools.partial(_restore_course, course_store=course_store)
    return RevertibleRecord(courses.ENTITY, (COURSES,), _present_course, restore)


async def _present_course(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
    course = await courses.load_course(id, uow)
    return PresentState(course.version, courses.facts_of(course))


async def _restore_course(
    id: int,
    back: Mapping[str, Any],
    *,
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
    zone: ZoneInfo,
    course_store: CourseStore,
) -> RevertResult:
    course = await courses.load_course(id, uow)
    before = courses.facts_of(course)
    form = EditCourse(course.version, back.get("name", course.name), back.get("category_id", course.category_id))
    check(form, categoryId=await courses.category_faults(form.category_id, uow, course_store))
    await courses.change_course(course, form.name, form.category_id, actor, uow)
    if "ended_at" in back:
        course.ended_at = datetime.fromisoformat(back["ended_at"]) if back["ended_at"] else None
    uow.emit(CourseChanged(course_id=id), request_id=actor.request_id)
    return _result(back, before, courses.facts_of(course), COURSES)


def months_faults(month_ids: Set[int]) -> FaultsNow:
    """The faults of a topic's restored place: its month may be gone.

    ``month_ids``: those of the course. The position in a month that is gone is none in another month.
    """

    def faults(present: Mapping[str, Any], back: Mapping[str, Any]) -> Mapping[str, list[FieldError]]:
        if back.get("study_month_id", present["study_month_id"]) in month_ids:
            return {}
        return {name: [FieldError("history.left.month_gone")] for name in ("study_month_id", "position")}

    return faults


def _topic(course_store: CourseStore) -> RevertibleRecord:
    month_ids: set[int] = set()

    async def present(id: int, *, actor: Actor, uow: UnitOfWork) -> PresentState:
        curriculum, topic = await topics.lock_topic(id, uow, course_store)
        month_ids.update(month.id for month in curriculum.months if month.id is not None)
        return PresentState(topic.version + curriculum.version, topics.facts_of(topic, curriculum))

    def faults(
        present: Mapping[str, Any], back: Mapping[str, Any], *, now: datetime
    ) -> Mapping[str, Sequence[FieldError]]:
        return months_faults(month_ids)(present, back)

    restore = functools.partial(_restore_topic, course_store=course_store)
    return RevertibleRecord(topics.ENTITY, (CURRICULUM,), present, restore, faults)


async def _restore_topic(
    id: int,
    back: Mapping[str, Any],
    *,
    actor: Actor,
    uow: UnitOfWork,
    now: datetime,
    zone: ZoneInfo,
    course_store: CourseStore,
) -> RevertResult:
    curriculum, topic = await topics.lock_topic(id, uow, course_store)
    before = topics.facts_of(topic, curriculum)
    values = {**before, **back}
    check(RenameTopic(topic.version, values["name"]))
    topic.rename(values["name"])
    month = curriculum.month(values["study_month_id"])
    if topic not in month.topics and len(month.topics) >= MAX_TOPICS:
        raise DomainError("courses.too_many_topics", limit=MAX_TOPICS)
    curriculum.put(topic, month, values["position"])
    topic.end() if values["ended"] else topic.reopen()
    await course_store.save_curriculum(curriculum, uow)
    uow.emit(CourseChanged(course_id=curriculum.course_id), request_id=actor.request_id)
    return _result(back, before, topics.facts_of(topic, curriculum), CURRICULUM)


def _result(
    back: Mapping[str, Any], before: Mapping[str, Any], after: Mapping[str, Any], permission: str
) -> RevertResult:
    return RevertResult({name: before[name] for name in back}, {name: after[name] for name in back}, permission)
