"""Chapters of the homework database (D-104)."""

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.homework_database.changing import CHAPTER, GUARD, check_unused, check_without_published, record
from application.homework_database.ports import DatabaseStore
from application.ports import Clock, UnitOfWork
from contracts.homework_database.tree import (
    AddChapter,
    ChapterAnswer,
    ChapterCard,
    EditChapter,
    MoveChapter,
    TreeOrder,
    VersionQuery,
)
from contracts.shared import Empty, check
from domain.homework_database.chapter import MAX_CHAPTERS, Chapter
from domain.homework_database.order import moved_behind
from domain.shared.errors import Conflict, DomainError, NotFound
from domain.shared.text import clean_line


@permits(GUARD, do="create", scope=CENTRE)
async def add_chapter(
    form: AddChapter, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore
) -> ChapterAnswer:
    """Adds a chapter at the end of a course, as a draft.

    Raises NotFound, ValidationError, DomainError("homework_database.too_many").
    """
    check(form)
    async with uow:
        change = await database_store.begin_change("course", form.course_id, uow)
        order = await database_store.order(change.course_id, uow)
        if len(order.chapters) >= MAX_CHAPTERS:
            raise DomainError("homework_database.too_many", limit=MAX_CHAPTERS)
        chapter = Chapter(change.course_id, clean_line(form.name), change.number, len(order.chapters) + 1)
        uow.add(chapter)
        await uow.flush()
        await database_store.set_chapters(change, [*(one.id for one in order.chapters), int(chapter.id or 0)], uow)
        record("homework_database.chapter_added", CHAPTER, chapter.id, change, actor=actor, uow=uow, name=chapter.name)
        answer = ChapterAnswer(chapter=_card(chapter))
        await uow.commit()
        return answer


@permits(GUARD, do="update", scope=CENTRE)
async def edit_chapter(
    chapter_id: int, form: EditChapter, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore
) -> ChapterAnswer:
    """Renames a chapter; its name becomes current when it is published.

    Raises NotFound, Conflict, ValidationError.
    """
    check(form)
    async with uow:
        change = await database_store.begin_change("chapter", chapter_id, uow)
        chapter = await _load(chapter_id, form.version, uow)
        before, chapter.name = chapter.name, clean_line(form.name)
        if chapter.name != before:
            chapter.changed_in = change.number
            names = {"before": {"name": before}, "after": {"name": chapter.name}}
            record(
                "homework_database.chapter_edited",
                CHAPTER,
                chapter_id,
                change,
                actor=actor,
                uow=uow,
                name=chapter.name,
                **names,
            )
        await uow.flush()
        answer = ChapterAnswer(chapter=_card(chapter))
        await uow.commit()
        return answer


@permits(GUARD, do="delete", scope=CENTRE)
async def delete_chapter(
    chapter_id: int,
    query: VersionQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    clock: Clock,
) -> Empty:
    """Deletes a chapter with its drafts, or archives one that holds archived lessons.

    Raises NotFound; Conflict; DomainError("homework_database.chapter_published") while it has published lessons,
    homework_database.lesson_in_use while a topic uses one of its lessons, homework_database.holds_published.
    """
    async with uow:
        change = await database_store.begin_change("chapter", chapter_id, uow)
        chapter = await _load(chapter_id, query.version, uow)
        lessons = await database_store.lessons_of_chapter(chapter_id, uow)
        if "current" in lessons.values():
            raise DomainError("homework_database.chapter_published")
        for id in lessons:
            check_unused(await database_store.topics_of(id, uow))
        drafts = [id for id, published in lessons.items() if published is None]
        for id in drafts:
            await check_without_published(id, database_store, uow)
        await database_store.delete_lessons(drafts, clock.now(), uow)
        if len(drafts) < len(lessons):
            chapter.position, chapter.changed_in = None, change.number
        else:
            await uow.remove(chapter)
        await uow.flush()
        order = await database_store.order(change.course_id, uow)
        await database_store.set_chapters(change, [one.id for one in order.chapters], uow)
        record(
            "homework_database.chapter_deleted", CHAPTER, chapter_id, change, actor=actor, uow=uow, name=chapter.name
        )
        await uow.commit()
    return Empty()


@permits(GUARD, do="update", scope=CENTRE)
async def move_chapter(form: MoveChapter, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore) -> TreeOrder:
    """Moves a chapter; the order counts at once (D-103).

    Raises NotFound, Conflict with the present order.
    """
    async with uow:
        change = await database_store.begin_change("chapter", form.id, uow)
        chapter = await uow.load(Chapter, form.id)
        order = await database_store.order(change.course_id, uow)
        if order.version != form.version:
            raise Conflict(order)
        ids = [one.id for one in order.chapters]
        if form.id not in ids:
            raise NotFound("Chapter", form.id)
        moved = moved_behind(ids, form.id, form.after_id)
        if moved == ids:
            return order
        await database_store.set_chapters(change, moved, uow)
        place = {"position": moved.index(form.id) + 1}
        before = {"position": ids.index(form.id) + 1}
        record(
            "homework_database.chapter_moved",
            CHAPTER,
            form.id,
            change,
            actor=actor,
            uow=uow,
            name=chapter.name,
            before=before,
            after=place,
        )
        answer = await database_store.order(change.course_id, uow)
        await uow.commit()
        return answer


async def _load(chapter_id: int, version: int | None, uow: UnitOfWork) -> Chapter:
    chapter = await uow.load(Chapter, chapter_id)
    if chapter.position is None:
        raise NotFound("Chapter", chapter_id)
    if version is not None and version != chapter.version:
        raise Conflict(_card(chapter))
    return chapter


def _card(chapter: Chapter) -> ChapterCard:
    return ChapterCard(
        id=int(chapter.id or 0),
        course_id=chapter.course_id,
        name=chapter.name,
        published_name=chapter.published_name,
        position=int(chapter.position or 0),
        version=chapter.version,
    )
