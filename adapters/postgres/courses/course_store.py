"""Orders and curricula of study courses, inside a unit of work."""

from collections.abc import Mapping, Sequence
from typing import Any

from adapters.postgres.core.transaction import sql_of
from adapters.postgres.courses.curriculum_rows import (
    LOCK_TOPICS,
    StoredCurriculum,
    read_curricula,
    write_curriculum,
)
from adapters.postgres.courses.curriculum_views import curriculum_of, months_of
from adapters.postgres.courses.references import USES_OF_COURSE, USES_OF_TOPIC, uses
from application.courses.ports import LockedOrder
from application.ports import UnitOfWork
from contracts.courses.courses import CourseOrder, MonthList, OrderedCourse
from contracts.courses.curriculum import Curriculum
from domain.courses.curriculum import CourseCurriculum
from domain.shared.errors import NotFound

# the row exists from the first change on; then the courses, in the order of ids as everybody who locks several
LOCK_ORDER = """
insert into course_orders as o (id) values (1) on conflict (id) do update set version = o.version returning version
"""
LOCK_COURSES = "select id from courses order by id for no key update"
_ORDERED = "from courses where school_deleted_at is null order by position, id"
ORDER = f"select id, name, row_number() over (order by position, id) as position {_ORDERED}"
# the present version, also before the first change
VERSION = "select coalesce((select version from course_orders), 1)"
PLACE = """
update courses c set position = r.position
from unnest($1::bigint[]) with ordinality r (id, position) where c.id = r.id and c.position <> r.position
"""
NEW_VERSION = "update course_orders set version = version + 1"
OF_MONTH = "select course_id from study_months where id = $1"
OF_TOPIC = "select m.course_id from topics p join study_months m on m.id = p.study_month_id where p.id = $1"


class PostgresCourseStore:
    """See ``application.courses.ports.CourseStore``."""

    async def lock_order(self, uow: UnitOfWork) -> LockedOrder:
        connection: Any = await sql_of(uow).connection()
        version = await connection.fetchval(LOCK_ORDER)
        await connection.execute(LOCK_COURSES)
        return LockedOrder(version, [row["id"] for row in await connection.fetch(ORDER)])

    async def save_order(self, ids: Sequence[int], uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(PLACE, list(ids))
        await connection.execute(NEW_VERSION)

    async def order(self, uow: UnitOfWork) -> CourseOrder:
        connection: Any = await sql_of(uow).connection()
        rows = await connection.fetch(ORDER)
        return CourseOrder([OrderedCourse(**row) for row in rows], await connection.fetchval(VERSION))

    async def has_category(self, category_id: int, uow: UnitOfWork) -> bool:
        connection: Any = await sql_of(uow).connection()
        found: bool = await connection.fetchval("select exists (select from categories where id = $1)", category_id)
        return found

    async def lock_curriculum(self, course_id: int, uow: UnitOfWork) -> CourseCurriculum:
        connection: Any = await sql_of(uow).connection()
        return (await _one(connection, course_id, lock=True)).curriculum

    async def course_of_month(self, study_month_id: int, uow: UnitOfWork) -> int:
        connection: Any = await sql_of(uow).connection()
        course_id: int | None = await connection.fetchval(OF_MONTH, study_month_id)
        if course_id is None:
            raise NotFound("StudyMonth", study_month_id)
        return course_id

    async def course_of_topic(self, topic_id: int, uow: UnitOfWork) -> int:
        connection: Any = await sql_of(uow).connection()
        course_id: int | None = await connection.fetchval(OF_TOPIC, topic_id)
        if course_id is None:
            raise NotFound("Topic", topic_id)
        return course_id

    async def lock_topic(self, topic_id: int, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        await connection.execute(LOCK_TOPICS, [topic_id])

    async def save_curriculum(self, curriculum: CourseCurriculum, uow: UnitOfWork) -> None:
        connection: Any = await sql_of(uow).connection()
        # the course is locked: what is stored is what was changed
        await write_curriculum(connection, await _one(connection, curriculum.course_id), curriculum)

    async def curriculum(self, course_id: int, uow: UnitOfWork) -> Curriculum:
        connection: Any = await sql_of(uow).connection()
        return curriculum_of(await _one(connection, course_id))

    async def months(self, course_id: int, uow: UnitOfWork) -> MonthList:
        connection: Any = await sql_of(uow).connection()
        return months_of((await _one(connection, course_id)).curriculum)

    async def uses_of_course(self, course_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        return await uses(await sql_of(uow).connection(), USES_OF_COURSE, course_id)

    async def uses_of_topic(self, topic_id: int, uow: UnitOfWork) -> Mapping[str, int]:
        return await uses(await sql_of(uow).connection(), USES_OF_TOPIC, topic_id)


async def _one(connection: Any, course_id: int, *, lock: bool = False) -> StoredCurriculum:
    found = await read_curricula(connection, [course_id], lock=lock)
    if not found:
        raise NotFound("Course", course_id)
    return found[0]
