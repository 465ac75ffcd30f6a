"""What every change of the homework database has in common."""

from collections.abc import Sequence
from typing import Any

from application.actor import Actor
from application.homework_database.ports import CourseChange
from application.ports import UnitOfWork
from contracts.events import HomeworkDatabaseChanged
from contracts.shared import Named
from domain.shared.errors import DomainError

GUARD = "study:homework_db"
CHAPTER, LESSON, HOMEWORK = "database_chapter", "database_lesson", "database_homework"


def record(
    verb: str, entity: str, id: int | None, change: CourseChange, *, actor: Actor, uow: UnitOfWork, **more: Any
) -> None:
    """Writes the audit record of a change, and tells who has the course open."""
    uow.audit(f"homework_database.{verb}", entity, id, actor=actor, permission=GUARD, **more)
    tell(change, actor=actor, uow=uow)


def check_unused(topics: Sequence[Named]) -> None:
    """Raises DomainError("homework_database.lesson_in_use") for a lesson of topics."""
    if topics:
        raise DomainError("homework_database.lesson_in_use", topics=", ".join(f"«{one.name}»" for one in topics))


def tell(change: CourseChange, *, actor: Actor, uow: UnitOfWork) -> None:
    """Tells who has the course open that something of it changed."""
    uow.emit(HomeworkDatabaseChanged(course_id=change.course_id), request_id=actor.request_id)
