"""Reads of the homework database: tree, lists, cards, uses, filters, histories."""

from application.actor import Actor
from application.audit.ports import AuditViews
from application.authorization import permits
from application.homework_database.changing import CHAPTER, GUARD, HOMEWORK, LESSON
from application.homework_database.ports import DatabaseLists, DatabaseViews
from contracts.audit import HistoryPage, HistoryQuery
from contracts.homework_database.homework import (
    DatabaseHomeworkAnswer,
    DatabaseHomeworkPage,
    DatabaseQuery,
    UsePage,
    UsesQuery,
)
from contracts.homework_database.topics import DatabaseFilters, DatabaseFiltersQuery
from contracts.homework_database.tree import (
    Chapters,
    ChaptersQuery,
    DatabaseLessonAnswer,
    DatabaseLessonPage,
    LessonsQuery,
)
from contracts.shared import check
from domain.shared.errors import FieldError, ValidationError


@permits(GUARD)
async def list_chapters(query: ChaptersQuery, *, actor: Actor, database_views: DatabaseViews) -> Chapters:
    """Lists the chapters of a course with their lessons, in order (R2-209).

    Raises NotFound, ValidationError without a course.
    """
    if query.course_id is None:
        raise ValidationError({"courseId": [FieldError("limit.required")]})
    return await database_views.chapters(query.course_id, drafts=query.is_draft, archived=query.is_archived)


@permits(GUARD)
async def list_database_lessons(
    query: LessonsQuery, *, actor: Actor, database_lists: DatabaseLists
) -> DatabaseLessonPage:
    """Lists lessons, in the order of their course (R2-389)."""
    check(query)
    return await database_lists.lessons(query)


@permits(GUARD)
async def show_database_lesson(lesson_id: int, *, actor: Actor, database_views: DatabaseViews) -> DatabaseLessonAnswer:
    """Returns a lesson with its homework, the draft beside what is published.

    Raises NotFound.
    """
    return DatabaseLessonAnswer(lesson=await database_views.lesson(lesson_id, actor.language))


@permits(GUARD)
async def list_database_homework(
    query: DatabaseQuery, *, actor: Actor, database_lists: DatabaseLists
) -> DatabaseHomeworkPage:
    """Lists homework of the database, newest change first (R2-388)."""
    check(query)
    return await database_lists.page(query)


@permits(GUARD)
async def show_database_homework(
    homework_id: int, *, actor: Actor, database_views: DatabaseViews
) -> DatabaseHomeworkAnswer:
    """Returns one homework, the draft beside what is published. Raises NotFound."""
    return DatabaseHomeworkAnswer(homework=await database_views.homework(homework_id))


@permits(GUARD)
async def homework_uses(homework_id: int, query: UsesQuery, *, actor: Actor, database_lists: DatabaseLists) -> UsePage:
    """Lists the groups and lessons to which a homework was given, newest first.

    Groups of the caller's branches (D-149). Raises NotFound.
    """
    check(query)
    return await database_lists.uses(homework_id, query, actor)


@permits(GUARD)
async def database_filters(
    query: DatabaseFiltersQuery, *, actor: Actor, database_lists: DatabaseLists
) -> DatabaseFilters:
    """Returns the choices of the lists and forms of the database."""
    return await database_lists.filters(query.course_id)


@permits(GUARD)
async def database_chapter_history(
    chapter_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews
) -> HistoryPage:
    """Lists changes of a chapter, newest first."""
    return await audits.history(CHAPTER, chapter_id, query, actor)


@permits(GUARD)
async def database_lesson_history(
    lesson_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews
) -> HistoryPage:
    """Lists changes of a lesson of the database, newest first."""
    return await audits.history(LESSON, lesson_id, query, actor)


@permits(GUARD)
async def database_homework_history(
    homework_id: int, query: HistoryQuery, *, actor: Actor, audits: AuditViews
) -> HistoryPage:
    """Lists changes of a homework of the database, newest first."""
    return await audits.history(HOMEWORK, homework_id, query, actor)
