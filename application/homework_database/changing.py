"""Steps that changes of the homework database share."""

from collections.abc import Collection, Sequence
from typing import Any

from application.actor import Actor
from application.homework_database.ports import CourseChange, DatabaseStore, DatabaseViews
from application.ports import UnitOfWork
from contracts.events import HomeworkDatabaseChanged
from contracts.shared import Named
from domain.homework_database.chapter import DatabaseHomework, DatabaseLesson
from domain.shared.errors import Conflict, DomainError

GUARD = "study:homework_db"
CHAPTER, LESSON, HOMEWORK = "database_chapter", "database_lesson", "database_homework"


def record(
    verb: str, entity: str, id: int | None, change: CourseChange, *, actor: Actor, uow: UnitOfWork, **more: Any
) -> None:
    """Writes the audit record of a change, and tells who has the course open."""
    uow.audit(verb, entity, id, actor=actor, permission=GUARD, **more)
    uow.emit(HomeworkDatabaseChanged(course_id=change.course_id), request_id=actor.request_id)


def check_unused(topics: Sequence[Named]) -> None:
    """Raises DomainError("homework_database.lesson_in_use") for a lesson of topics."""
    if topics:
        raise DomainError("homework_database.lesson_in_use", topics=", ".join(f"«{one.name}»" for one in topics))


async def check_without_published(
    lesson_id: int, database_store: DatabaseStore, uow: UnitOfWork, leaving: Collection[int] = ()
) -> None:
    """Checks that a lesson to be deleted holds no published homework (D-107).

    ``leaving``: homework that goes back to its own lesson before.

    Raises DomainError("homework_database.holds_published").
    """
    for id in (await database_store.slots(lesson_id, uow)).positions:
        if id not in leaving and await database_store.was_published("homework", id, uow):
            lesson = await uow.load(DatabaseLesson, lesson_id)
            raise DomainError("homework_database.holds_published", lesson=lesson.name)


async def load_lesson(
    lesson_id: int, version: int | None, actor: Actor, uow: UnitOfWork, database_views: DatabaseViews
) -> DatabaseLesson:
    """Loads a lesson as the caller has seen it.

    Raises NotFound, Conflict with the lesson.
    """
    lesson = await uow.load(DatabaseLesson, lesson_id)
    if version is not None and version != lesson.version:
        raise Conflict(await database_views.lesson(lesson_id, actor.language))
    return lesson


async def open_lesson(lesson_id: int, change: CourseChange, uow: UnitOfWork) -> DatabaseLesson:
    """Loads the lesson whose homework changes; its version becomes another.

    Raises DomainError("homework_database.archived") for one that is archived, or to be.
    """
    lesson = await uow.load(DatabaseLesson, lesson_id)
    if lesson.is_archived:
        raise DomainError("homework_database.archived")
    lesson.changed_in = change.number
    return lesson


async def load_homework(
    homework_id: int, version: int | None, uow: UnitOfWork, database_views: DatabaseViews
) -> DatabaseHomework:
    """Loads a homework as the caller has seen it. Raises NotFound, Conflict with it."""
    homework = await uow.load(DatabaseHomework, homework_id)
    if version is not None and version != homework.version:
        raise Conflict(await database_views.homework(homework_id))
    return homework
