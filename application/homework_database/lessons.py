"""Lessons of the homework database (D-104)."""

from collections.abc import Sequence

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.homework_database.changing import (
    GUARD,
    LESSON,
    check_unused,
    check_without_published,
    load_lesson,
    record,
)
from application.homework_database.ports import CourseChange, DatabaseStore, DatabaseViews
from application.ports import Clock, UnitOfWork
from contracts.homework_database.tree import (
    AddLesson,
    ChangedLesson,
    ChangedLessonAnswer,
    EditLesson,
    MoveLesson,
    OrderedChapter,
    TreeOrder,
    VersionQuery,
)
from contracts.shared import Empty, check
from domain.homework_database.chapter import MAX_LESSONS, DatabaseLesson
from domain.homework_database.order import moved_behind
from domain.shared.errors import Conflict, DomainError, FieldError, NotFound, ValidationError
from domain.shared.text import clean_line


@permits(GUARD, do="create", scope=CENTRE)
async def add_lesson(
    form: AddLesson, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore
) -> ChangedLessonAnswer:
    """Adds a lesson at the end of a chapter, as a draft.

    Raises NotFound, ValidationError, DomainError("homework_database.too_many").
    """
    check(form)
    async with uow:
        change = await database_store.begin_change("chapter", form.chapter_id, uow)
        order = await database_store.order(change.course_id, uow)
        lessons = _lessons_of(order.chapters, form.chapter_id)
        lesson = DatabaseLesson(form.chapter_id, clean_line(form.name), change.number)
        uow.add(lesson)
        await uow.flush()
        await database_store.set_lessons(change, {form.chapter_id: _with(lessons, lesson)}, uow)
        record("homework_database.lesson_added", LESSON, lesson.id, change, actor=actor, uow=uow, name=lesson.name)
        answer = _answer(lesson)
        await uow.commit()
        return answer


@permits(GUARD, do="update", scope=CENTRE)
async def edit_lesson(
    lesson_id: int,
    form: EditLesson,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    database_views: DatabaseViews,
) -> ChangedLessonAnswer:
    """Renames a lesson, moves it to another chapter, or takes it from the archive.

    Its name becomes current when it is published. Raises NotFound; Conflict with the lesson; ValidationError, also for
    a chapter of another course; DomainError("homework_database.too_many").
    """
    check(form)
    async with uow:
        change = await database_store.begin_change("lesson", lesson_id, uow)
        lesson = await load_lesson(lesson_id, form.version, actor, uow, database_views)
        before = _facts(lesson)
        lesson.name = clean_line(form.name)
        if form.is_archived is False:
            lesson.is_archived = False
        await _place(lesson, form.chapter_id or lesson.chapter_id, change, uow, database_store)
        after = _facts(lesson)
        if after != before:
            lesson.changed_in = change.number
            record(
                "homework_database.lesson_edited",
                LESSON,
                lesson_id,
                change,
                actor=actor,
                uow=uow,
                before=before,
                after=after,
                name=lesson.name,
            )
        await uow.flush()
        answer = _answer(lesson)
        await uow.commit()
        return answer


async def _place(
    lesson: DatabaseLesson, chapter_id: int, change: CourseChange, uow: UnitOfWork, database_store: DatabaseStore
) -> None:
    """Puts a lesson into another chapter, or back from the archive: behind the others."""
    if chapter_id == lesson.chapter_id and (lesson.position is not None or lesson.is_archived):
        return
    order = await database_store.order(change.course_id, uow)
    chapters = {one.id for one in order.chapters}
    if chapter_id not in chapters:
        if chapter_id != lesson.chapter_id:
            raise ValidationError({"chapterId": [FieldError("limit.unknown_choice")]})
        # the chapter comes back with its lesson
        await database_store.set_chapters(change, [*(one.id for one in order.chapters), chapter_id], uow)
    lessons = _lessons_of(order.chapters, chapter_id) if chapter_id in chapters else []
    left = {} if chapter_id == lesson.chapter_id else {lesson.chapter_id: _without(order, lesson)}
    lesson.chapter_id = chapter_id
    if lesson.position is None and lesson.is_archived:
        return
    await database_store.set_lessons(change, left | {chapter_id: _with(lessons, lesson)}, uow)


@permits(GUARD, do="delete", scope=CENTRE)
async def delete_lesson(
    lesson_id: int,
    query: VersionQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    database_views: DatabaseViews,
    clock: Clock,
) -> Empty:
    """Deletes a lesson that was never published; else it is archived by publishing.

    Raises NotFound; Conflict; DomainError: homework_database.lesson_in_use while a topic uses it,
    homework_database.holds_published.
    """
    async with uow:
        change = await database_store.begin_change("lesson", lesson_id, uow)
        lesson = await load_lesson(lesson_id, query.version, actor, uow, database_views)
        check_unused(await database_store.topics_of(lesson_id, uow))
        if await database_store.was_published("lesson", lesson_id, uow):
            lesson.is_archived, lesson.changed_in = True, change.number
            record(
                "homework_database.lesson_to_archive", LESSON, lesson_id, change, actor=actor, uow=uow, name=lesson.name
            )
        else:
            await _delete(lesson, change, actor, uow, database_store, clock)
        await uow.commit()
    return Empty()


async def _delete(
    lesson: DatabaseLesson,
    change: CourseChange,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    clock: Clock,
) -> None:
    await check_without_published(int(lesson.id or 0), database_store, uow)
    order = await database_store.order(change.course_id, uow)
    await database_store.delete_lessons([int(lesson.id or 0)], clock.now(), uow)
    await database_store.set_lessons(change, {lesson.chapter_id: _without(order, lesson)}, uow)
    record("homework_database.lesson_deleted", LESSON, lesson.id, change, actor=actor, uow=uow, name=lesson.name)


@permits(GUARD, do="update", scope=CENTRE)
async def move_lesson(form: MoveLesson, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore) -> TreeOrder:
    """Moves a lesson inside its chapter or to another one; it counts at once (D-103).

    Raises NotFound, Conflict with the present order, DomainError("homework_database.too_many").
    """
    async with uow:
        change = await database_store.begin_change("lesson", form.id, uow)
        lesson = await uow.load(DatabaseLesson, form.id)
        order = await database_store.order(change.course_id, uow)
        if order.version != form.version:
            raise Conflict(order)
        if lesson.position is None:
            raise NotFound("DatabaseLesson", form.id)
        there = _lessons_of(order.chapters, form.chapter_id)
        chapters = {form.chapter_id: moved_behind(there, form.id, form.after_id)}
        _check_room(chapters[form.chapter_id])
        if form.chapter_id != lesson.chapter_id:
            chapters[lesson.chapter_id] = _without(order, lesson)
        elif chapters[form.chapter_id] == there:
            return order
        before = {"database_chapter_id": lesson.chapter_id, "position": lesson.position}
        after = {"database_chapter_id": form.chapter_id, "position": chapters[form.chapter_id].index(form.id) + 1}
        await database_store.set_lessons(change, chapters, uow)
        record(
            "homework_database.lesson_moved",
            LESSON,
            form.id,
            change,
            actor=actor,
            uow=uow,
            before=before,
            after=after,
            name=lesson.name,
        )
        answer = await database_store.order(change.course_id, uow)
        await uow.commit()
        return answer


def _lessons_of(chapters: Sequence[OrderedChapter], chapter_id: int) -> list[int]:
    """The lessons of a chapter in order. Raises NotFound for an archived chapter."""
    for chapter in chapters:
        if chapter.id == chapter_id:
            return [one.id for one in chapter.lessons]
    raise NotFound("Chapter", chapter_id)


def _with(lessons: Sequence[int], lesson: DatabaseLesson) -> list[int]:
    found = [*(one for one in lessons if one != lesson.id), int(lesson.id or 0)]
    _check_room(found)
    return found


def _without(order: TreeOrder, lesson: DatabaseLesson) -> list[int]:
    lessons = next((one.lessons for one in order.chapters if one.id == lesson.chapter_id), [])
    return [one.id for one in lessons if one.id != lesson.id]


def _check_room(lessons: Sequence[int]) -> None:
    if len(lessons) > MAX_LESSONS:
        raise DomainError("homework_database.too_many", limit=MAX_LESSONS)


def _facts(lesson: DatabaseLesson) -> dict[str, object]:
    return {"name": lesson.name, "database_chapter_id": lesson.chapter_id, "is_archived": lesson.is_archived}


def _answer(lesson: DatabaseLesson) -> ChangedLessonAnswer:
    return ChangedLessonAnswer(
        lesson=ChangedLesson(
            id=int(lesson.id or 0), chapter_id=lesson.chapter_id, name=lesson.name, version=lesson.version
        )
    )
