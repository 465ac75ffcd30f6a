"""The topics of a course: names, order, ends (R2-207, R2-208, D-102, D-103)."""

from typing import Any

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.courses.courses import load_course, uses_of
from application.courses.ports import CURRICULUM, READERS, CourseStore, CourseViews
from application.ports import UnitOfWork
from contracts.courses.courses import DeleteQuery, Removed
from contracts.courses.curriculum import (
    AddTopic,
    Curriculum,
    CurriculumQuery,
    MoveTopic,
    RenameTopic,
    ResetTopic,
    TopicAdded,
    TopicAnswer,
    TopicSaved,
)
from contracts.events import CourseChanged
from contracts.shared import check
from domain.courses.curriculum import CourseCurriculum, Topic
from domain.shared.errors import Conflict, FieldError
from domain.shared.text import clean_line

ENTITY = "topic"


@permits(*READERS)
async def show_course_curriculum(query: CurriculumQuery, *, actor: Actor, course_views: CourseViews) -> Curriculum:
    """Returns the topics of a course, or of one study month, in order (R2-387).

    Raises NotFound; ValidationError without course and month.
    """
    missing = query.course_id is None and query.study_month_id is None
    check(query, courseId=[FieldError("limit.required")] if missing else [])
    return await course_views.curriculum(query.course_id, query.study_month_id)


@permits(*READERS)
async def show_topic(topic_id: int, *, actor: Actor, course_views: CourseViews) -> TopicAnswer:
    """Returns one topic, and the groups of the caller's branches that have had it.

    Raises NotFound.
    """
    return TopicAnswer(topic=await course_views.topic(topic_id, actor))


@permits(CURRICULUM, do="create", scope=CENTRE)
async def add_topic(form: AddTopic, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore) -> TopicAdded:
    """Adds a topic of the centre's own to a study month, and returns the whole order.

    No synchronisation removes it (D-102). Raises NotFound; ValidationError; DomainError: courses.too_many_topics.
    """
    check(form)
    async with uow:
        course_id = await course_store.course_of_month(form.study_month_id, uow)
        curriculum = await _lock(course_id, uow, course_store)
        topic = curriculum.add(form.study_month_id, clean_line(form.name), form.after_id)
        await course_store.save_curriculum(curriculum, uow)
        id = int(topic.id or 0)
        _record("courses.topic_added", topic, curriculum, actor, uow, after=facts_of(topic, curriculum))
        present = await course_store.curriculum(course_id, uow)
        await uow.commit()
        return TopicAdded(id=id, curriculum=present)


@permits(CURRICULUM, do="update", scope=CENTRE)
async def rename_topic(
    topic_id: int, form: RenameTopic, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore
) -> TopicSaved:
    """Renames a topic.

    The name of the school's topic is sticky until it is the school's again (D-102).

    Raises NotFound; ValidationError; Conflict with the present topics.
    """
    check(form)
    async with uow:
        curriculum, topic = await lock_topic(topic_id, uow, course_store)
        await _check_version(topic, form.version, curriculum, uow, course_store)
        before = facts_of(topic, curriculum)
        topic.rename(clean_line(form.name))
        await save_topic("courses.topic_renamed", topic, before, curriculum, actor, uow, course_store)
        return TopicSaved(id=topic_id, name=topic.name, version=topic.version)


@permits(CURRICULUM, do="update", scope=CENTRE)
async def reset_topic(
    topic_id: int, form: ResetTopic, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore
) -> TopicSaved:
    """Restores the school's name of a topic, and opens an ended one (D-102).

    Raises NotFound; Conflict with the present topics; DomainError: courses.not_of_school.
    """
    async with uow:
        curriculum, topic = await lock_topic(topic_id, uow, course_store)
        await _check_version(topic, form.version, curriculum, uow, course_store)
        before = facts_of(topic, curriculum)
        curriculum.reset(topic)
        await save_topic("courses.topic_renamed", topic, before, curriculum, actor, uow, course_store)
        return TopicSaved(id=topic_id, name=topic.name, version=topic.version)


@permits(CURRICULUM, do="update", scope=CENTRE)
async def move_topic(form: MoveTopic, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore) -> Curriculum:
    """Puts a topic behind another of a month; returns the whole order (R2-391, D-103).

    Lessons keep the topics they have had: only lessons to come follow (D-102).

    Raises NotFound; ValidationError for another topic that is not in the month; Conflict with the present order;
    DomainError: courses.too_many_topics.
    """
    async with uow:
        curriculum, topic = await lock_topic(form.id, uow, course_store)
        if curriculum.version != form.version:
            raise Conflict(await course_store.curriculum(curriculum.course_id, uow))
        before = facts_of(topic, curriculum)
        curriculum.move(form.id, form.study_month_id, form.after_id)
        await course_store.save_curriculum(curriculum, uow)
        if before != facts_of(topic, curriculum):
            _record_change("courses.topic_moved", topic, before, curriculum, actor, uow)
        present = await course_store.curriculum(curriculum.course_id, uow)
        await uow.commit()
        return present


@permits(CURRICULUM, do="delete", scope=CENTRE)
async def delete_topic(
    topic_id: int, query: DeleteQuery, *, actor: Actor, uow: UnitOfWork, course_store: CourseStore
) -> Removed:
    """Deletes an own topic that nothing refers to, else ends it (D-102).

    The answer names what refers to it. No lesson to come takes an ended topic. Raises NotFound; Conflict with the
    present topics.
    """
    async with uow:
        curriculum, topic = await lock_topic(topic_id, uow, course_store, deleting=True)
        if query.version is not None:
            await _check_version(topic, query.version, curriculum, uow, course_store)
        uses = await course_store.uses_of_topic(topic_id, uow)
        before = facts_of(topic, curriculum)
        if curriculum.remove(topic):
            _record("courses.topic_deleted", topic, curriculum, actor, uow, before=before)
            await course_store.save_curriculum(curriculum, uow)
            await uow.commit()
            return Removed(id=topic_id, outcome="deleted", uses=[])
        await save_topic("courses.topic_ended", topic, before, curriculum, actor, uow, course_store)
    return Removed(id=topic_id, outcome="ended", uses=uses_of(uses, actor.language))


async def lock_topic(
    topic_id: int, uow: UnitOfWork, course_store: CourseStore, *, deleting: bool = False
) -> tuple[CourseCurriculum, Topic]:
    """Locks the course of a topic, and for ``deleting`` the topic itself.

    Raises NotFound.
    """
    course_id = await course_store.course_of_topic(topic_id, uow)
    await load_course(course_id, uow)
    if deleting:
        await course_store.lock_topic(topic_id, uow)
    curriculum = await course_store.lock_curriculum(course_id, uow)
    return curriculum, curriculum.topic(topic_id)


async def save_topic(
    verb: str,
    topic: Topic,
    before: dict[str, Any],
    curriculum: CourseCurriculum,
    actor: Actor,
    uow: UnitOfWork,
    course_store: CourseStore,
) -> None:
    """Writes a change of a topic, if it is one, and commits."""
    if before != facts_of(topic, curriculum):
        await course_store.save_curriculum(curriculum, uow)
        _record_change(verb, topic, before, curriculum, actor, uow)
        await uow.commit()


def facts_of(topic: Topic, curriculum: CourseCurriculum) -> dict[str, Any]:
    """The topic as the audit log records it."""
    month_id, position = curriculum.place_of(topic)
    return {"name": topic.name, "study_month_id": month_id, "position": position, "ended": topic.ended}


def _record_change(
    verb: str, topic: Topic, before: dict[str, Any], curriculum: CourseCurriculum, actor: Actor, uow: UnitOfWork
) -> None:
    after = facts_of(topic, curriculum)
    differing = [name for name in after if after[name] != before[name]]
    sides = {name: before[name] for name in differing}, {name: after[name] for name in differing}
    _record(verb, topic, curriculum, actor, uow, before=sides[0], after=sides[1])


def _record(verb: str, topic: Topic, curriculum: CourseCurriculum, actor: Actor, uow: UnitOfWork, **sides: Any) -> None:
    # the history of the course finds a deleted topic by the course in its records
    uow.audit(
        verb, ENTITY, topic.id, actor=actor, permission=CURRICULUM, name=topic.name, course_id=curriculum.course_id,
        **sides,
    )  # fmt: skip
    uow.emit(CourseChanged(course_id=curriculum.course_id), request_id=actor.request_id)


async def _lock(course_id: int, uow: UnitOfWork, course_store: CourseStore) -> CourseCurriculum:
    await load_course(course_id, uow)
    return await course_store.lock_curriculum(course_id, uow)


async def _check_version(
    topic: Topic, version: int, curriculum: CourseCurriculum, uow: UnitOfWork, course_store: CourseStore
) -> None:
    if topic.version != version:
        raise Conflict(await course_store.curriculum(curriculum.course_id, uow))
