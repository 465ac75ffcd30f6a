"""Lessons of topics, and switching of homework between topics (D-104, D-105)."""

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.homework_database.changing import GUARD, HOMEWORK, load_homework, open_lesson, record
from application.homework_database.ports import (
    CourseChange,
    DatabaseLists,
    DatabaseStore,
    DatabaseViews,
    TopicLessonStore,
)
from application.ports import UnitOfWork
from contracts.homework_database.topics import (
    HomeworkOfTopic,
    SetLessons,
    Switched,
    SwitchHomework,
    SwitchOptions,
    TopicLessons,
    TopicQuery,
)
from contracts.shared import Named, check
from domain.homework_database.chapter import DatabaseHomework, DatabaseLesson
from domain.homework_database.order import MAX_LESSONS_OF_TOPIC
from domain.homework_database.slots import Slots
from domain.shared.errors import Conflict, DomainError, FieldError, ValidationError

TOPIC = "topic"


@permits(GUARD)
async def homework_of_topic(query: TopicQuery, *, actor: Actor, database_lists: DatabaseLists) -> HomeworkOfTopic:
    """Lists the lessons and the homework of a topic (R2-392).

    Raises NotFound, ValidationError without a topic.
    """
    if query.curriculum_id is None:
        raise ValidationError({"curriculumId": [FieldError("limit.required")]})
    return await database_lists.of_topic(query.curriculum_id)


@permits(GUARD, do="update", scope=CENTRE)
async def set_lessons(
    form: SetLessons,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    topic_store: TopicLessonStore,
) -> TopicLessons:
    """Replaces the lessons of a topic, in order; it counts at once (R2-390).

    A lesson may belong to several topics of its course. Raises NotFound; Conflict with the present lessons;
    ValidationError, also for archived lessons and those of another course.
    """
    async with uow:
        change = await database_store.begin_change("topic", form.topic_id, uow)
        present = await topic_store.topic_lessons(form.topic_id, uow)
        if present.version != form.version:
            raise Conflict(present)
        usable = await database_store.usable_lessons(change.course_id, form.lesson_ids, uow)
        check(form, lessonIds=_faults(form.lesson_ids, usable | {one.id for one in present.lessons}))
        before = [one.id for one in present.lessons]
        if form.lesson_ids == before:
            return present
        answer = await topic_store.set_topic_lessons(form.topic_id, form.lesson_ids, uow)
        record(
            "homework_database.lessons_set",
            TOPIC,
            form.topic_id,
            change,
            actor=actor,
            uow=uow,
            before={"database_lesson_ids": before},
            after={"database_lesson_ids": form.lesson_ids},
        )
        await uow.commit()
        return answer


def _faults(ids: list[int], known: frozenset[int]) -> list[FieldError]:
    if len(ids) > MAX_LESSONS_OF_TOPIC:
        return [FieldError("limit.le", {"limit": MAX_LESSONS_OF_TOPIC})]
    return [] if len(set(ids)) == len(ids) and set(ids) <= known else [FieldError("limit.unknown_choice")]


@permits("study:courses", GUARD)
async def switch_options(homework_id: int, *, actor: Actor, database_lists: DatabaseLists) -> SwitchOptions:
    """Lists the topics to which a homework may go, and what stands there (D-105).

    Raises NotFound.
    """
    return await database_lists.switch_options(homework_id)


@permits(GUARD, do="update", scope=CENTRE)
async def switch_homework(
    homework_id: int,
    form: SwitchHomework,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    topic_store: TopicLessonStore,
    database_views: DatabaseViews,
) -> Switched:
    """Moves a homework to the first lesson of another topic, as a draft (D-105).

    A topic without a lesson receives a new one of its name in the homework's chapter. Given homework stays.

    Raises NotFound, also for a topic of another course; Conflict with the homework; DomainError:
    homework_database.main_there while it is not said how, homework_database.same_lesson, homework_database.archived,
    homework_database.too_many_variants.
    """
    async with uow:
        change = await database_store.begin_change("homework", homework_id, uow)
        homework = await load_homework(homework_id, form.version, uow, database_views)
        if homework.is_archived:
            raise DomainError("homework_database.archived")
        from_lesson = await open_lesson(homework.lesson_id, change, uow)
        to_lesson = await _lesson_of_topic(form.topic_id, from_lesson, change, uow, database_store, topic_store)
        slots = await _switched(homework, int(to_lesson.id or 0), form, uow, database_store)
        await database_store.set_slots(slots, uow)
        lessons = [Named(id=int(one.id or 0), name=one.name) for one in (from_lesson, to_lesson)]
        record(
            "homework_database.homework_switched",
            HOMEWORK,
            homework_id,
            change,
            actor=actor,
            uow=uow,
            before={"database_lesson_id": lessons[0].id},
            after={"database_lesson_id": lessons[1].id},
            lesson=to_lesson.name,
        )
        await uow.flush()
        kind = slots[lessons[1].id].kind_of(homework_id)
        answer = Switched(id=homework_id, lesson=lessons[1], kind=kind, lessons=lessons, version=homework.version)
        await uow.commit()
        return answer


async def _lesson_of_topic(
    topic_id: int,
    beside: DatabaseLesson,
    change: CourseChange,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    topic_store: TopicLessonStore,
) -> DatabaseLesson:
    """The first lesson of a topic of the course; a new one where it has none."""
    topic = await topic_store.topic(topic_id, change.course_id, uow)
    present = await topic_store.topic_lessons(topic_id, uow)
    if present.lessons:
        lesson_id = present.lessons[0].id
        if lesson_id == beside.id:
            raise DomainError("homework_database.same_lesson")
        return await open_lesson(lesson_id, change, uow)
    lesson = DatabaseLesson(beside.chapter_id, topic.name, change.number)
    uow.add(lesson)
    await uow.flush()
    order = await database_store.order(change.course_id, uow)
    lessons = next(one.lessons for one in order.chapters if one.id == beside.chapter_id)
    ids = [*(one.id for one in lessons), int(lesson.id or 0)]
    await database_store.set_lessons(change, {beside.chapter_id: ids}, uow)
    await topic_store.set_topic_lessons(topic_id, [int(lesson.id or 0)], uow)
    return lesson


async def _switched(
    homework: DatabaseHomework, to_lesson: int, form: SwitchHomework, uow: UnitOfWork, database_store: DatabaseStore
) -> dict[int, Slots]:
    id, from_lesson = int(homework.id or 0), homework.lesson_id
    here, there = await database_store.slots(from_lesson, uow), await database_store.slots(to_lesson, uow)
    if there.main is None:
        return {from_lesson: here.without(id), to_lesson: there.with_(id)}
    if form.how is None:
        raise DomainError("homework_database.main_there")
    if form.how == "variant":
        return {from_lesson: here.without(id), to_lesson: there.with_(id, "variant")}
    return {from_lesson: here.exchanged(id, there.main), to_lesson: there.exchanged(there.main, id)}
