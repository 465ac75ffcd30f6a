"""Logins in use, and the people who may get one."""

from collections.abc import Collection, Sequence

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor
from application.ports import UnitOfWork
from domain.people.bulk_operation import Subject
from domain.people.student import Student
from domain.people.teacher import Teacher

# key of the advisory lock that serialises the opening of accounts in bulk; an arbitrary number
TURN = 26_110_156
# a login is unique without regard to case: among users by a constraint, among students by this look-up
TAKEN = {
    Subject.TEACHER: "select lower(login) from users where lower(login) = any(:logins)",
    Subject.STUDENT: "select lower(login) from students where lower(login) = any(:logins)",
}
# $1: the people, $2: the caller's branches, null for all of them
TEACHERS = """
select t.id, t.first_name, t.last_name, t.middle_name, t.role_number, t.work_status, t.user_id, t.school_deleted_at
from unnest($1::bigint[]) with ordinality as e (id, place) join teachers t on t.id = e.id
where $2::bigint[] is null
    or exists (select from teacher_offices o where o.teacher_id = t.id and o.office_id = any ($2))
order by e.place
"""
STUDENTS = """
select s.id, s.first_name, s.last_name, s.middle_name, s.phone, s.login, s.password_hash
from unnest($1::bigint[]) with ordinality as e (id, place) join students s on s.id = e.id
where $2::bigint[] is null
    or exists (select from student_offices o where o.student_id = s.id and o.office_id = any ($2))
order by e.place
"""


class PostgresLogins:
    """See ``application.people.bulk.ports.LoginRegistry``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def lock(self, uow: UnitOfWork) -> None:
        await uow.unwrap(AsyncSession).execute(text("select pg_advisory_xact_lock(:turn)"), {"turn": TURN})

    async def taken(self, entity: str, logins: Collection[str], uow: UnitOfWork) -> set[str]:
        await uow.flush()
        found = await uow.unwrap(AsyncSession).execute(text(TAKEN[Subject(entity)]), {"logins": list(logins)})
        return set(found.scalars())

    async def people(self, entity: str, ids: Sequence[int], actor: Actor) -> list[Teacher | Student]:
        branches = None if actor.all_offices else list(actor.office_ids)
        if entity == Subject.TEACHER:
            return [Teacher(**row) for row in await self._pool.fetch(TEACHERS, list(ids), branches)]
        return [Student(**row) for row in await self._pool.fetch(STUDENTS, list(ids), branches)]
