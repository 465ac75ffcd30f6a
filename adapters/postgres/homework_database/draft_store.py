"""Publishing and discarding of drafts, lessons of topics (D-104)."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from adapters.postgres.core.pool import Connection
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.files.copies import copy_files
from adapters.postgres.homework_database.states import lesson_rows
from adapters.postgres.homework_database.store import DELETE_HOMEWORK, EXPIRE_FILES, PostgresDatabaseStore
from application.homework_database.ports import ChosenDrafts, CourseChange
from application.ports import UnitOfWork
from contracts.homework_database.topics import TopicLessons
from contracts.shared import Named
from domain.homework_database.difference import differences_of
from domain.homework_database.publishing import LessonPublication, LessonRestoration
from domain.shared.errors import NotFound

CHAPTERS = "select id, changed_in from database_chapters where course_id = $1 and id = any ($2::bigint[])"
REPLACE = """
update database_publications set replaced_at = $2 where lesson_id = any ($1::bigint[]) and replaced_at is null
"""
ADD_PUBLICATIONS = """
insert into database_publications (lesson_id, number, name, published_at, published_by)
select n.lesson_id, 1 + coalesce((
    select max(p.number) from database_publications p where p.lesson_id = n.lesson_id
), 0), n.name, $3, $4
from unnest($1::bigint[], $2::text[]) n (lesson_id, name) returning id, lesson_id, number
"""
ADD_EDITIONS = """
insert into database_editions (homework_id, number, description, published_at, published_by)
select h.id, 1 + coalesce((select max(e.number) from database_editions e where e.homework_id = h.id), 0),
    h.description, $2, $3
from database_homeworks h where h.id = any ($1::bigint[]) returning id, homework_id
"""
KEEP_FILES = copy_files("database_homework", "database_edition")
ADD_MEMBERS = """
insert into published_homeworks (publication_id, edition_id, place)
select * from unnest($1::bigint[], $2::bigint[], $3::smallint[])
"""
# $1: lessons, $2: their archived homework
TAKE_OUT_LESSONS = "update database_lessons set position = null where id = any ($1::bigint[])"
TAKE_OUT = "update database_homeworks set position = null where id = any ($1::bigint[])"
# the lessons behind one that is archived move up
CLOSE_GAPS = """
update database_lessons l set position = n.position from (
    select x.id, row_number() over (partition by x.chapter_id order by x.position) as position
    from database_lessons x join database_chapters c on c.id = x.chapter_id
    where c.course_id = $1 and x.position is not null
) n where l.id = n.id and l.position <> n.position
"""
RESTORE_LESSONS = """
update database_lessons l set name = n.name, is_archived = n.is_archived, changed_in = $4, version = l.version + 1,
    position = case when n.is_archived then null else l.position end
from unnest($1::bigint[], $2::text[], $3::boolean[]) n (id, name, is_archived) where l.id = n.id
"""
RESTORE_HOMEWORK = """
update database_homeworks h set lesson_id = n.lesson_id, position = n.position, is_archived = n.is_archived,
    description = e.description, saved_at = $6, version = h.version + 1
from unnest($1::bigint[], $2::bigint[], $3::smallint[], $4::boolean[], $5::bigint[])
    n (id, lesson_id, position, is_archived, edition_id)
join database_editions e on e.id = n.edition_id where h.id = n.id
"""
RESTORE_FILES = copy_files("database_edition", "database_homework")
TOPIC = """
select p.id, p.name from topics p join study_months m on m.id = p.study_month_id where p.id = $1 and m.course_id = $2
    and p.ended_at is null
"""
OF_TOPIC = """
select l.id, l.name from topic_homework_lessons x join database_lessons l on l.id = x.lesson_id
where x.topic_id = $1 order by x.position
"""
TOPIC_VERSION = "select coalesce((select version from topic_homework where topic_id = $1), 0)"
COUNT_TOPIC = """
insert into topic_homework (topic_id) values ($1)
on conflict (topic_id) do update set version = topic_homework.version + 1
"""
CLEAR_TOPIC = "delete from topic_homework_lessons where topic_id = $1"
FILL_TOPIC = """
insert into topic_homework_lessons (topic_id, lesson_id, position)
select $1, n.id, n.position from unnest($2::bigint[]) with ordinality n (id, position)
"""


class PostgresDraftStore:
    """See ``application.homework_database.ports.DraftStore``."""

    def __init__(self, store: PostgresDatabaseStore) -> None:
        self._store = store

    async def chosen(
        self, course_id: int, chapter_ids: Collection[int], lesson_ids: Collection[int], uow: UnitOfWork
    ) -> ChosenDrafts:
        connection = await sql_of(uow).connection()
        chapters = await connection.fetch(CHAPTERS, course_id, list(chapter_ids))
        if len(chapters) < len(set(chapter_ids)):
            raise NotFound("Chapter", list(chapter_ids))
        rows = await lesson_rows(connection.fetch, course_id)
        if not set(lesson_ids) <= {row.state.id for row in rows}:
            raise NotFound("DatabaseLesson", list(lesson_ids))
        found = [
            row
            for row in rows
            if row.state.id in lesson_ids or (row.state.chapter_id in chapter_ids and differences_of(row.state))
        ]
        changes = [row.changed_in for row in found] + [row["changed_in"] for row in chapters]
        return ChosenDrafts([row["id"] for row in chapters], [row.state for row in found], max(changes, default=0))

    async def publish(
        self, change: CourseChange, lessons: Sequence[LessonPublication], user_id: int | None, now: datetime,
        uow: UnitOfWork,
    ) -> Mapping[int, int]:  # fmt: skip
        connection: Any = await sql_of(uow).connection()
        ids, current = [one.lesson_id for one in lessons], [one for one in lessons if one.members is not None]
        await connection.execute(REPLACE, ids, now)
        added = await connection.fetch(
            ADD_PUBLICATIONS, [one.lesson_id for one in current], [one.name for one in current], now, user_id
        )
        await self._add_members(connection, current, {row["lesson_id"]: row["id"] for row in added}, user_id, now)
        archived = [one.lesson_id for one in lessons if one.members is None]
        await connection.execute(TAKE_OUT, [id for one in lessons for id in one.archived])
        await connection.execute(TAKE_OUT_LESSONS, archived)
        if archived:
            await connection.execute(CLOSE_GAPS, change.course_id)
        return {row["lesson_id"]: row["number"] for row in added}

    async def _add_members(
        self,
        connection: Connection,
        lessons: Sequence[LessonPublication],
        publications: Mapping[int, int],
        user_id: int | None,
        now: datetime,
    ) -> None:
        members = [(publications[lesson.lesson_id], one) for lesson in lessons for one in lesson.members or ()]
        renewed = [one.homework_id for _, one in members if one.renewed]
        added = await connection.fetch(ADD_EDITIONS, renewed, now, user_id)
        editions = {row["homework_id"]: row["id"] for row in added}
        await connection.execute(KEEP_FILES, list(editions), list(editions.values()))
        await connection.execute(
            ADD_MEMBERS,
            [publication for publication, _ in members],
            [editions.get(one.homework_id, one.edition_id) for _, one in members],
            [one.place for _, one in members],
        )

    async def restore(
        self, change: CourseChange, lessons: Sequence[LessonRestoration], now: datetime, uow: UnitOfWork
    ) -> None:
        connection: Any = await sql_of(uow).connection()
        deleted = [id for one in lessons for id in one.deleted]
        await connection.execute(EXPIRE_FILES, deleted, now)
        await connection.execute(DELETE_HOMEWORK, deleted)
        homework = [it for one in lessons for it in one.homework]
        ids, editions = [it.homework_id for it in homework], [it.edition_id for it in homework]
        await connection.execute(
            RESTORE_HOMEWORK,
            ids,
            [it.lesson_id for it in homework],
            [it.position for it in homework],
            [it.is_archived for it in homework],
            editions,
            now,
        )
        await connection.execute(EXPIRE_FILES, ids, now)
        await connection.execute(RESTORE_FILES, editions, ids)
        kept = [one for one in lessons if not one.is_new]
        flags = [one.is_archived for one in kept]
        await connection.execute(
            RESTORE_LESSONS, [one.lesson_id for one in kept], [one.name for one in kept], flags, change.number
        )
        await self._store.delete_lessons([one.lesson_id for one in lessons if one.is_new], now, uow)
        await connection.execute(CLOSE_GAPS, change.course_id)


class PostgresTopicLessonStore:
    """See ``application.homework_database.ports.TopicLessonStore``."""

    async def topic(self, topic_id: int, course_id: int, uow: UnitOfWork) -> Named:
        connection = await sql_of(uow).connection()
        row = await connection.fetchrow(TOPIC, topic_id, course_id)
        if row is None:
            raise NotFound("Topic", topic_id)
        return Named(**dict(row))

    async def topic_lessons(self, topic_id: int, uow: UnitOfWork) -> TopicLessons:
        connection = await sql_of(uow).connection()
        version: int = await connection.fetchval(TOPIC_VERSION, topic_id)
        lessons = [Named(**dict(row)) for row in await connection.fetch(OF_TOPIC, topic_id)]
        return TopicLessons(topic_id=topic_id, lessons=lessons, version=version)

    async def set_topic_lessons(self, topic_id: int, lesson_ids: Sequence[int], uow: UnitOfWork) -> TopicLessons:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(COUNT_TOPIC, topic_id)
        await connection.execute(CLEAR_TOPIC, topic_id)
        await connection.execute(FILL_TOPIC, topic_id, list(lesson_ids))
        return await self.topic_lessons(topic_id, uow)
