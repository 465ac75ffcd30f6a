"""Drafts of homework of the database (D-104)."""

from collections.abc import AsyncIterator

from application.actor import Actor
from application.authorization import CENTRE, permits
from application.files.ports import FileLinks, FileStore
from application.files.uploads import store_work_file
from application.homework.attachments import Facts, claim_files, file_facts, file_faults, replace_files
from application.homework.uploads import file_card
from application.homework_database.changing import GUARD, HOMEWORK, load_homework, open_lesson, record
from application.homework_database.ports import DatabaseStore, DatabaseViews
from application.ports import Clock, UnitOfWork
from contracts.homework_database.homework import (
    AddDatabaseHomework,
    ChangedDatabaseHomework,
    ChangedDatabaseHomeworkAnswer,
    DatabaseFileAnswer,
    EditDatabaseHomework,
    HomeworkOrder,
    MoveHomework,
)
from contracts.homework_database.tree import VersionQuery
from contracts.shared import Empty, check
from domain.files.file import FileKind
from domain.homework.generation import letter_of
from domain.homework_database.chapter import DatabaseHomework
from domain.homework_database.slots import Slots
from domain.shared.errors import Conflict, DomainError, NotFound
from domain.shared.text import clean_text


@permits(GUARD, do="update")
async def upload_database_file(
    content: AsyncIterator[bytes],
    name: str,
    *,
    actor: Actor,
    uow: UnitOfWork,
    files: FileStore,
    links: FileLinks,
    clock: Clock,
) -> DatabaseFileAnswer:
    """Stores a file of a homework of the database, at most 20 MB.

    Raises DomainError: files.empty, files.too_large, files.executable.
    """
    file = await store_work_file(
        content, name, FileKind.HOMEWORK, created_by=actor.id, uow=uow, files=files, clock=clock
    )
    return DatabaseFileAnswer(file=file_card(file, links, clock))


@permits(GUARD, do="create", scope=CENTRE)
async def add_database_homework(
    form: AddDatabaseHomework, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore, clock: Clock
) -> ChangedDatabaseHomeworkAnswer:
    """Adds a homework to a lesson, as a draft.

    Raises NotFound, also for files that the caller has not uploaded; ValidationError;
    DomainError: homework_database.archived, homework_database.too_many_variants.
    """
    check(form, attachments=file_faults(form.attachments))
    async with uow:
        change = await database_store.begin_change("lesson", form.lesson_id, uow)
        lesson = await open_lesson(form.lesson_id, change, uow)
        homework = DatabaseHomework(form.lesson_id, clean_text(form.description), actor.id, actor.id, clock.now())
        uow.add(homework)
        await uow.flush()
        id = int(homework.id or 0)
        slots = await database_store.slots(form.lesson_id, uow)
        added = slots.with_(id, form.kind)
        await database_store.set_slots({form.lesson_id: added}, uow)
        names = await claim_files(form.attachments, FileKind.HOMEWORK, HOMEWORK, id, actor=actor, uow=uow)
        facts = {"description": homework.description, "kind": added.kind_of(id)}
        record(
            "homework_database.homework_added",
            HOMEWORK,
            id,
            change,
            actor=actor,
            uow=uow,
            after=facts | (file_facts(names) if names else {}),
            lesson=lesson.name,
        )
        await uow.flush()
        answer = _answer(homework, form.lesson_id, added)
        await uow.commit()
        return answer


@permits(GUARD, do="update", scope=CENTRE)
async def edit_database_homework(
    homework_id: int,
    form: EditDatabaseHomework,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    database_views: DatabaseViews,
    clock: Clock,
) -> ChangedDatabaseHomeworkAnswer:
    """Replaces text, files and kind of a homework's draft, or unarchives it.

    What is published and what was given stay as they are (D-104).

    Raises NotFound; Conflict with the homework; ValidationError; DomainError: homework_database.archived,
    homework_database.too_many_variants.
    """
    check(form, attachments=file_faults(form.attachments))
    async with uow:
        change = await database_store.begin_change("homework", homework_id, uow)
        homework = await load_homework(homework_id, form.version, uow, database_views)
        lesson = await open_lesson(homework.lesson_id, change, uow)
        slots = await database_store.slots(homework.lesson_id, uow)
        before = _facts(homework, slots)
        files_before, files_after = await replace_files(
            HOMEWORK, homework_id, form.attachments, FileKind.HOMEWORK, actor=actor, uow=uow, now=clock.now()
        )
        if form.is_archived is False and homework.is_archived:
            homework.is_archived = False
            slots = slots.with_(homework_id)
        if homework.is_archived:
            raise DomainError("homework_database.archived")
        slots = slots.of_kind(homework_id, form.kind)
        homework.save(clean_text(form.description), actor.id, clock.now())
        await database_store.set_slots({homework.lesson_id: slots}, uow)
        before, after = before | files_before, _facts(homework, slots) | files_after
        if after != before:
            record(
                "homework_database.homework_edited",
                HOMEWORK,
                homework_id,
                change,
                actor=actor,
                uow=uow,
                before=before,
                after=after,
                lesson=lesson.name,
            )
        await uow.flush()
        answer = _answer(homework, homework.lesson_id, slots)
        await uow.commit()
        return answer


@permits(GUARD, do="delete", scope=CENTRE)
async def delete_database_homework(
    homework_id: int,
    query: VersionQuery,
    *,
    actor: Actor,
    uow: UnitOfWork,
    database_store: DatabaseStore,
    database_views: DatabaseViews,
    clock: Clock,
) -> Empty:
    """Deletes a homework that was never published; else it is archived by publishing.

    Given copies stay (D-104). Raises NotFound; Conflict with the homework.
    """
    async with uow:
        change = await database_store.begin_change("homework", homework_id, uow)
        homework = await load_homework(homework_id, query.version, uow, database_views)
        lesson = await open_lesson(homework.lesson_id, change, uow)
        slots = await database_store.slots(homework.lesson_id, uow)
        if await database_store.was_published("homework", homework_id, uow):
            if homework.is_archived:
                return Empty()
            homework.is_archived = True
            verb, left = "homework_database.homework_to_archive", slots.letting_go(homework_id)
        else:
            verb, left = "homework_database.homework_deleted", slots.without(homework_id)
            await database_store.delete_homework([homework_id], clock.now(), uow)
        await database_store.set_slots({homework.lesson_id: left}, uow)
        record(
            verb,
            HOMEWORK,
            homework_id,
            change,
            actor=actor,
            uow=uow,
            before={"description": homework.description},
            lesson=lesson.name,
        )
        await uow.commit()
    return Empty()


@permits(GUARD, do="update", scope=CENTRE)
async def move_homework(
    form: MoveHomework, *, actor: Actor, uow: UnitOfWork, database_store: DatabaseStore
) -> HomeworkOrder:
    """Moves a variant, or a homework to another lesson, as a draft (R2-391).

    Raises NotFound, also for a lesson of another course; Conflict with the present order; DomainError:
    homework_database.archived, homework_database.main_stays, homework_database.too_many_variants.
    """
    async with uow:
        change = await database_store.begin_change("homework", form.id, uow)
        homework = await uow.load(DatabaseHomework, form.id)
        if form.lesson_id not in await database_store.usable_lessons(
            change.course_id, [form.lesson_id, homework.lesson_id], uow
        ):
            raise NotFound("DatabaseLesson", form.lesson_id)
        order = await database_store.homework_order(form.lesson_id, uow)
        if order.version != form.version:
            raise Conflict(order)
        if homework.is_archived:
            raise DomainError("homework_database.archived")
        lesson = await open_lesson(form.lesson_id, change, uow)
        slots = await _moved(homework, form, uow, database_store)
        before = {"database_lesson_id": homework.lesson_id, "position": homework.position}
        if homework.lesson_id != form.lesson_id:
            await open_lesson(homework.lesson_id, change, uow)
        await database_store.set_slots(slots, uow)
        after = {"database_lesson_id": form.lesson_id, "position": slots[form.lesson_id].positions[form.id]}
        record(
            "homework_database.homework_moved",
            HOMEWORK,
            form.id,
            change,
            actor=actor,
            uow=uow,
            before=before,
            after=after,
            lesson=lesson.name,
        )
        answer = await database_store.homework_order(form.lesson_id, uow)
        await uow.commit()
        return answer


async def _moved(
    homework: DatabaseHomework, form: MoveHomework, uow: UnitOfWork, database_store: DatabaseStore
) -> dict[int, Slots]:
    there = await database_store.slots(form.lesson_id, uow)
    if homework.lesson_id == form.lesson_id:
        return {form.lesson_id: there.moved(form.id, form.after_id)}
    here = await database_store.slots(homework.lesson_id, uow)
    return {homework.lesson_id: here.without(form.id), form.lesson_id: there.taking(form.id, form.after_id)}


def _facts(homework: DatabaseHomework, slots: Slots) -> Facts:
    return {
        "description": homework.description,
        "kind": slots.kind_of(int(homework.id or 0)),
        "is_archived": homework.is_archived,
    }


def _answer(homework: DatabaseHomework, lesson_id: int, slots: Slots) -> ChangedDatabaseHomeworkAnswer:
    id = int(homework.id or 0)
    return ChangedDatabaseHomeworkAnswer(
        homework=ChangedDatabaseHomework(
            id=id,
            lesson_id=lesson_id,
            kind=slots.kind_of(id),
            letter=letter_of(slots.positions[id]),
            version=homework.version,
        )
    )
