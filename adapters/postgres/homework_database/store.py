"""Writes of the homework database: order, places, deletion (D-103, D-104)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

from adapters.postgres.core.transaction import sql_of
from application.homework_database.ports import CourseChange, Of
from application.ports import UnitOfWork
from contracts.homework_database.homework import HomeworkOrder, OrderedHomework
from contracts.homework_database.tree import OrderedChapter, TreeOrder
from contracts.shared import Named
from domain.homework.generation import letter_of
from domain.homework_database.slots import Slots
from domain.shared.errors import NotFound

_OF_LESSON = "from database_lessons l join database_chapters c on c.id = l.chapter_id"
COURSE: Mapping[Of, str] = {
    "course": "select c.id from courses c where c.id = $1",
    "chapter": "select c.course_id from database_chapters c where c.id = $1",
    "lesson": f"select c.course_id {_OF_LESSON} where l.id = $1",
    "homework": f"select c.course_id {_OF_LESSON} join database_homeworks h on h.lesson_id = l.id where h.id = $1",
    "topic": "select m.course_id from topics p join study_months m on m.id = p.study_month_id where p.id = $1",
}
# locks the row until the end of the transaction
BEGIN = """
insert into homework_databases (course_id, changes) values ($1, 1)
on conflict (course_id) do update set changes = homework_databases.changes + 1 returning changes
"""
ORDER_VERSION = "select coalesce((select order_version from homework_databases where course_id = $1), 0)"
CHAPTERS = "select id, name from database_chapters where course_id = $1 and position is not null order by position"
LESSONS = f"""
select l.id, l.chapter_id, l.name {_OF_LESSON} where c.course_id = $1 and l.position is not null order by l.position
"""
_MOVED = "update homework_databases set order_version = $2 where course_id = $1"
# every chapter that is not among them is archived
NUMBER_CHAPTERS = """
update database_chapters c set position = n.position
from database_chapters x left join unnest($2::bigint[]) with ordinality n (id, position) using (id)
where c.id = x.id and x.course_id = $1 and c.position is distinct from n.position
"""
# $1: lessons, $2: the chapter and $3 the position of each
NUMBER_LESSONS = """
update database_lessons l set chapter_id = n.chapter_id, position = n.position
from unnest($1::bigint[], $2::bigint[], $3::int[]) n (id, chapter_id, position)
where l.id = n.id and (l.chapter_id, l.position) is distinct from (n.chapter_id, n.position)
"""
SLOTS = """
select id, position, is_archived from database_homeworks where lesson_id = $1 and position is not null order by position
"""
NUMBER_HOMEWORK = """
update database_homeworks h set lesson_id = n.lesson_id, position = n.position
from unnest($1::bigint[], $2::bigint[], $3::smallint[]) n (id, lesson_id, position)
where h.id = n.id and (h.lesson_id, h.position) is distinct from (n.lesson_id, n.position)
"""
LESSON_VERSION = "select version from database_lessons where id = $1"
WAS_PUBLISHED = {
    "lesson": "select exists (select from database_publications where lesson_id = $1)",
    "homework": "select exists (select from database_editions where homework_id = $1)",
}
OF_CHAPTER = """
select l.id, case when bool_or(p.replaced_at is null and p.id is not null) then 'current'
    when count(p.id) > 0 then 'archived' end as published
from database_lessons l left join database_publications p on p.lesson_id = l.id where l.chapter_id = $1 group by l.id
order by l.id
"""
TOPICS = """
select p.id, p.name from topic_homework_lessons x join topics p on p.id = x.topic_id where x.lesson_id = $1
order by p.name, p.id
"""
# $1: homework, $2: now
EXPIRE_FILES = """
update files set entity = null, entity_id = null, expires_at = $2
where entity = 'database_homework' and entity_id = any ($1::bigint[])
"""
DELETE_HOMEWORK = "delete from database_homeworks where id = any ($1::bigint[])"
HOMEWORK_OF = "select id from database_homeworks where lesson_id = any ($1::bigint[])"
DELETE_LESSONS = "delete from database_lessons where id = any ($1::bigint[])"
USABLE = f"select l.id {_OF_LESSON} where c.course_id = $1 and l.id = any ($2::bigint[]) and not l.is_archived"


class PostgresDatabaseStore:
    """See ``application.homework_database.ports.DatabaseStore``."""

    async def begin_change(self, of: Of, id: int, uow: UnitOfWork) -> CourseChange:
        connection = await sql_of(uow).connection()
        course_id = await connection.fetchval(COURSE[of], id)
        if course_id is None:
            raise NotFound(of.capitalize(), id)
        number: int = await connection.fetchval(BEGIN, course_id)
        # it may have gone while this change waited for another
        if await connection.fetchval(COURSE[of], id) is None:
            raise NotFound(of.capitalize(), id)
        return CourseChange(course_id, number)

    async def order(self, course_id: int, uow: UnitOfWork) -> TreeOrder:
        connection = await sql_of(uow).connection()
        version: int = await connection.fetchval(ORDER_VERSION, course_id)
        lessons = await connection.fetch(LESSONS, course_id)
        chapters = [
            OrderedChapter(
                id=chapter["id"],
                name=chapter["name"],
                lessons=[
                    Named(id=one["id"], name=one["name"]) for one in lessons if one["chapter_id"] == chapter["id"]
                ],
            )
            for chapter in await connection.fetch(CHAPTERS, course_id)
        ]
        return TreeOrder(chapters=chapters, version=version)

    async def set_chapters(self, change: CourseChange, ids: Sequence[int], uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(NUMBER_CHAPTERS, change.course_id, list(ids))
        await connection.execute(_MOVED, change.course_id, change.number)

    async def set_lessons(self, change: CourseChange, chapters: Mapping[int, Sequence[int]], uow: UnitOfWork) -> None:
        places = [(id, chapter, n) for chapter, ids in chapters.items() for n, id in enumerate(ids, start=1)]
        connection: Any = await sql_of(uow).connection()
        await connection.execute(NUMBER_LESSONS, *_columns(places))
        await connection.execute(_MOVED, change.course_id, change.number)

    async def slots(self, lesson_id: int, uow: UnitOfWork) -> Slots:
        connection = await sql_of(uow).connection()
        rows = await connection.fetch(SLOTS, lesson_id)
        main = next((row["id"] for row in rows if row["position"] == 0), None)
        behind = [row for row in rows if row["position"] > 0]
        return Slots(
            main,
            [row["id"] for row in behind if not row["is_archived"]],
            [row["id"] for row in behind if row["is_archived"]],
        )

    async def set_slots(self, lessons: Mapping[int, Slots], uow: UnitOfWork) -> None:
        places = [(id, lesson, n) for lesson, slots in lessons.items() for id, n in slots.positions.items()]
        connection: Any = await sql_of(uow).connection()
        await connection.execute(NUMBER_HOMEWORK, *_columns(places))

    async def homework_order(self, lesson_id: int, uow: UnitOfWork) -> HomeworkOrder:
        connection = await sql_of(uow).connection()
        slots = await self.slots(lesson_id, uow)
        homework = [
            OrderedHomework(id=id, kind=slots.kind_of(id), letter=letter_of(position), position=position)
            for id, position in slots.positions.items()
        ]
        version: int = await connection.fetchval(LESSON_VERSION, lesson_id)
        return HomeworkOrder(lesson_id=lesson_id, homework=homework, version=version)

    async def was_published(self, of: Literal["lesson", "homework"], id: int, uow: UnitOfWork) -> bool:
        connection = await sql_of(uow).connection()
        return bool(await connection.fetchval(WAS_PUBLISHED[of], id))

    async def lessons_of_chapter(self, chapter_id: int, uow: UnitOfWork) -> Mapping[int, str | None]:
        connection = await sql_of(uow).connection()
        return {row["id"]: row["published"] for row in await connection.fetch(OF_CHAPTER, chapter_id)}

    async def topics_of(self, lesson_id: int, uow: UnitOfWork) -> list[Named]:
        connection = await sql_of(uow).connection()
        return [Named(**dict(row)) for row in await connection.fetch(TOPICS, lesson_id)]

    async def delete_lessons(self, ids: Sequence[int], now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        homework = [row["id"] for row in await connection.fetch(HOMEWORK_OF, list(ids))]
        await self.delete_homework(homework, now, uow)
        await connection.execute(DELETE_LESSONS, list(ids))

    async def delete_homework(self, ids: Sequence[int], now: datetime, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(EXPIRE_FILES, list(ids), now)
        await connection.execute(DELETE_HOMEWORK, list(ids))

    async def usable_lessons(self, course_id: int, ids: Sequence[int], uow: UnitOfWork) -> frozenset[int]:
        connection = await sql_of(uow).connection()
        return frozenset(row["id"] for row in await connection.fetch(USABLE, course_id, list(ids)))


def _columns(places: Sequence[tuple[int, int, int]]) -> list[list[int]]:
    return [list(column) for column in zip(*places, strict=True)] or [[], [], []]
