"""Options of filters and choosers, in the caller's branches (D-59).

Branches, statuses, groups, courses and teachers.
"""

from typing import Any

from adapters.postgres.core.pool import ReadPool
from application.actor import Actor
from contracts.people.students import CategoryRef, GroupFilters, ImportRef, StudentFilters
from contracts.settings.control_actions import ControlAction
from contracts.shared import Named

# $1: the caller's branches, null for all of them
OFFICES = "select id, name from offices where $1::bigint[] is null or id = any($1) order by name, id"
GROUPS = """
select id, name from groups
where school_deleted_at is null and ($1::bigint[] is null or office_id = any($1)) order by sort_key, id
"""
COURSES = """
select distinct k.id, k.name from courses k join groups g on g.course_id = k.id
where k.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any($1)) order by k.name, k.id
"""
CATEGORIES = """
select distinct c.id, c.name
from categories c join courses k on k.category_id = c.id join groups g on g.course_id = k.id
where k.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any($1)) order by c.name, c.id
"""
TEACHERS = """
select id, full_name as name from teachers p where school_deleted_at is null and ($1::bigint[] is null
    or exists (select 1 from teacher_offices l where l.teacher_id = p.id and l.office_id = any($1)))
order by sort_key, id
"""
# staff by whom students are filtered (D-17): only of students, groups and courses that the caller sees
BY_WHOM = """
select 'assistants' as what, p.id, p.full_name as name, p.sort_key from teachers p
where p.role_number = 3 and p.school_deleted_at is null and exists (
    select 1 from schedules s join groups g on g.id = s.group_id
    where s.teacher_id = p.id and ($1::bigint[] is null or g.office_id = any($1)))
union all
select 'staffs', u.id, u.full_name, u.sort_key from users u where exists (
    select 1 from students x where x.created_by = u.id and ($1::bigint[] is null or exists (
        select 1 from student_offices l where l.student_id = x.id and l.office_id = any($1))))
union all
select 'authors', u.id, u.full_name, u.sort_key from users u where exists (
    select 1 from courses k join groups g on g.course_id = k.id
    where k.author_id = u.id and k.school_deleted_at is null and ($1::bigint[] is null or g.office_id = any($1)))
order by sort_key, id
"""
# the newest imports by which students are filtered: one that wrote nobody whom the caller sees is not named (D-12)
IMPORTS = """
select i.id, i.file_name, i.committed_at from imports i where i.committed_at is not null and exists (
    select from import_rows r where r.import_id = i.id and r.verb in ('add', 'change') and r.student_id is not null
        and ($1::bigint[] is null or exists (
            select from student_offices l where l.student_id = r.student_id and l.office_id = any($1))))
order by i.committed_at desc, i.id desc limit 100
"""
LEARNING_TYPES = """
select distinct learning_type from groups
where learning_type <> '' and ($1::bigint[] is null or office_id = any($1)) order by learning_type
"""
ACTIONS = """
select id, name, coalesce(display_name ->> $1, name) as display_name, counts_in_statistics
from control_actions order by id
"""


class PostgresOptions:
    """See ``application.people.ports.Options``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    async def of_students(self, actor: Actor) -> StudentFilters:
        return StudentFilters(
            categories=await self._categories(actor),
            statuses=[Named(id=a.id, name=a.display_name) for a in await self.actions(actor)],
            groups=await self._named(GROUPS, actor),
            offices=await self.offices(actor),
            courses=await self._named(COURSES, actor),
            **await self._by_whom(actor),
            imports=[ImportRef(**dict(row)) for row in await self._pool.fetch(IMPORTS, _branches(actor))],
        )

    async def _by_whom(self, actor: Actor) -> dict[str, list[Named]]:
        found: dict[str, list[Named]] = {"assistants": [], "staffs": [], "authors": []}
        for row in await self._pool.fetch(BY_WHOM, _branches(actor)):
            found[row["what"]].append(Named(id=row["id"], name=row["name"]))
        return found

    async def of_groups(self, actor: Actor) -> GroupFilters:
        types = await self._pool.fetch(LEARNING_TYPES, _branches(actor))
        return GroupFilters(
            categories=await self._categories(actor),
            courses=await self._named(COURSES, actor),
            offices=await self.offices(actor),
            teachers=await self._named(TEACHERS, actor),
            learning_types=[row["learning_type"] for row in types],
        )

    async def offices(self, actor: Actor) -> list[Named]:
        return await self._named(OFFICES, actor)

    async def actions(self, actor: Actor) -> list[ControlAction]:
        return [ControlAction(**dict(row)) for row in await self._pool.fetch(ACTIONS, actor.language)]

    async def _categories(self, actor: Actor) -> list[CategoryRef]:
        rows = await self._pool.fetch(CATEGORIES, _branches(actor))
        return [CategoryRef(id=row["id"], h_name=row["name"]) for row in rows]

    async def _named(self, sql: str, actor: Actor) -> list[Named]:
        return [Named(**dict(row)) for row in await self._pool.fetch(sql, _branches(actor))]


def _branches(actor: Actor) -> Any:
    return None if actor.all_offices else list(actor.office_ids)
