"""Drafts: the difference, publishing, discarding; all or nothing (D-104)."""

from collections.abc import Mapping

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.homework_database.changing import (
    CHAPTER,
    GUARD,
    LESSON,
    check_unused,
    check_without_published,
    record,
)
from application.homework_database.ports import ChosenDrafts, CourseChange, DatabaseStore, DatabaseViews, DraftStore
from application.ports import Clock, UnitOfWork
from contracts.homework_database.publishing import (
    ChooseDrafts,
    Discarded,
    DraftQuery,
    Drafts,
    Published,
    PublishedLesson,
)
from contracts.shared import Named
from domain.homework_database import publishing
from domain.homework_database.chapter import Chapter
from domain.homework_database.publishing import LessonPublication
from domain.shared.errors import Conflict, DomainError, FieldError, ValidationError


@permits(GUARD)
async def list_drafts(query: DraftQuery, *, actor: Actor, database_views: DatabaseViews) -> Drafts:
    """Lists what differs from what is published in a course.

    With the reasons why something can't be published. Raises NotFound, ValidationError without a course.
    """
    if query.course_id is None:
        raise ValidationError({"courseId": [FieldError("limit.required")]})
    return await database_views.drafts(query.course_id, actor.language)


@permits(GUARD, do="update", scope=CENTRE)
async def publish_drafts(
    form: ChooseDrafts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    draft_store: DraftStore,
    database_views: DatabaseViews,
    clock: Clock,
) -> Published:
    """Makes chosen chapters and lessons current in one transaction (D-104).

    A teacher who generates meanwhile gets the homework of a lesson as it was or as it is, whole. What was given stays.

    Raises NotFound; Conflict with the present drafts if a chosen one changed since; DomainError:
    homework_database.blocked, homework_database.nothing_chosen.
    """
    async with uow:
        change = await database_store.begin_change("course", form.course_id, uow)
        chosen = await _chosen(form, actor, uow, draft_store, database_views)
        lessons = publishing.publish(chosen.lessons)
        numbers = await draft_store.publish(change, lessons, actor.id, clock.now(), uow)
        with_lessons = {one.chapter_id for one in chosen.lessons if one.id in numbers}
        chapters = await _publish_chapters(chosen, with_lessons, change, actor, uow)
        if not chapters and not lessons:
            raise DomainError("homework_database.nothing_chosen")
        for one in lessons:
            verb = "homework_database.lesson_archived" if one.members is None else "homework_database.lesson_published"
            number = numbers.get(one.lesson_id, 0)
            record(verb, LESSON, one.lesson_id, change, actor=actor, uow=uow, name=one.name, number=number)
        await uow.flush()
        await uow.commit()
    published = [_published(one, numbers) for one in lessons]
    return Published(chapters=chapters, lessons=published, version=change.number)


async def _publish_chapters(
    chosen: ChosenDrafts, with_lessons: set[int], change: CourseChange, actor: Actor, uow: UnitOfWork
) -> list[Named]:
    """Publishes the names of chosen chapters, and of new ones with a published lesson."""
    found = []
    for chapter in await uow.load_many(Chapter, sorted({*chosen.chapters, *with_lessons})):
        id = int(chapter.id or 0)
        if chapter.differs and (id in chosen.chapters or chapter.published_name is None):
            chapter.publish()
            found.append(Named(id=id, name=chapter.name))
            record("homework_database.chapter_published", CHAPTER, id, change, actor=actor, uow=uow, name=chapter.name)
    return found


@permits(GUARD, do="update", scope=CENTRE)
async def discard_drafts(
    form: ChooseDrafts,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    draft_store: DraftStore,
    database_views: DatabaseViews,
    clock: Clock,
) -> Discarded:
    """Restores chosen chapters and lessons as they are published.

    What was never published is deleted.

    Raises NotFound; Conflict with the present drafts if a chosen one changed since; DomainError:
    homework_database.discard_together, homework_database.lesson_in_use for a new lesson of a topic,
    homework_database.holds_published for one with homework from the archive, homework_database.nothing_chosen.
    """
    async with uow:
        change = await database_store.begin_change("course", form.course_id, uow)
        chosen = await _chosen(form, actor, uow, draft_store, database_views)
        restorations = publishing.discard(chosen.lessons)
        returning = {it.homework_id for one in restorations for it in one.homework}
        for new in [one for one in restorations if one.is_new]:
            check_unused(await database_store.topics_of(new.lesson_id, uow))
            await check_without_published(new.lesson_id, database_store, uow, returning)
        await draft_store.restore(change, restorations, clock.now(), uow)
        chapters = await _discard_chapters(chosen, change, uow, database_store)
        if not restorations and not chapters:
            raise DomainError("homework_database.nothing_chosen")
        lessons = [Named(id=one.lesson_id, name=one.name) for one in restorations]
        for one in lessons:
            record("homework_database.lesson_discarded", LESSON, one.id, change, actor=actor, uow=uow, name=one.name)
        for one in chapters:
            record("homework_database.chapter_discarded", CHAPTER, one.id, change, actor=actor, uow=uow, name=one.name)
        await uow.commit()
    return Discarded(chapters=chapters, lessons=lessons, version=change.number)


async def _discard_chapters(
    chosen: ChosenDrafts, change: CourseChange, uow: UnitOfWork, database_store: DatabaseStore
) -> list[Named]:
    """Restores the names of chosen chapters; a new one without lessons is deleted."""
    found = []
    for chapter in await uow.load_many(Chapter, sorted(chosen.chapters)):
        id = int(chapter.id or 0)
        if chapter.published_name is None and not await database_store.lessons_of_chapter(id, uow):
            await uow.remove(chapter)
        elif chapter.published_name is None or not chapter.differs:
            continue
        chapter.discard()
        found.append(Named(id=id, name=chapter.name))
    if found:
        await uow.flush()
        order = await database_store.order(change.course_id, uow)
        await database_store.set_chapters(change, [one.id for one in order.chapters], uow)
    return found


async def _chosen(
    form: ChooseDrafts, actor: Actor, uow: UnitOfWork, draft_store: DraftStore, database_views: DatabaseViews
) -> ChosenDrafts:
    """The chosen drafts as the caller has seen them."""
    chosen = await draft_store.chosen(form.course_id, form.chapter_ids, form.lesson_ids, uow)
    if chosen.changed_in > form.version:
        raise Conflict(await database_views.drafts(form.course_id, actor.language))
    return chosen


def _published(one: LessonPublication, numbers: Mapping[int, int]) -> PublishedLesson:
    return PublishedLesson(
        id=one.lesson_id,
        name=one.name,
        publication=numbers.get(one.lesson_id),
        homework=len(one.members or ()),
    )
