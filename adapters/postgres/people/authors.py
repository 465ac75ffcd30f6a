"""Reads about authors: their accounts, courses and students (D-16, D-17)."""

from typing import Any

from sqlalchemy import Boolean, and_, bindparam, case, exists, false, func, literal_column, select, true
from sqlalchemy.dialects.postgresql import aggregate_order_by

from adapters.postgres.access.users import STAFF, show_accounts
from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import within
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.listing.card import CardQuery
from adapters.postgres.listing.listing import Listing, is_, page_of
from adapters.postgres.people.academic_groups import going_on
from application.actor import Actor
from contracts.people.authors import AuthorCard, AuthoredCourse, AuthoredCourses, AuthorPage, AuthorRow, AuthorsQuery
from contracts.shared import Named
from domain.access.users import UserStatus

_u, _k, _e = t.users.c, t.courses.c, t.enrolments.c
_own = t.groups.alias("own")
# a course is visible where it has visible groups, as in every list of courses
_KNOWN = exists(select(1).where(_own.c.course_id == _k.id, within(_own.c.office_id)).correlate(t.courses))
_NAMED = func.jsonb_build_object("id", _k.id, "name", _k.name)
_COURSES = (
    select(func.coalesce(func.jsonb_agg(aggregate_order_by(_NAMED, _k.name, _k.id)), literal_column("'[]'::jsonb")))
    .where(_k.author_id == _u.id, _k.school_deleted_at.is_(None), _KNOWN)
    .correlate(t.users)
    .scalar_subquery()
)
_STUDENTS = (
    select(func.count(_e.student_id.distinct()))
    .select_from(t.enrolments.join(t.groups).join(t.courses))
    .where(
        _k.author_id == _u.id,
        going_on(),
        t.groups.c.school_deleted_at.is_(None),
        within(t.groups.c.office_id),
    )
    .correlate(t.users)
    .scalar_subquery()
)
_OPEN = case((_u.status == int(UserStatus.BLOCKED), false()), else_=true())
_OF_STAFF = ("full_name", "role", "offices", "ac_status", "is_active")


def _of_course() -> Any:
    wrote = and_(_k.author_id == _u.id, is_(_k.id, "course_id"), _KNOWN)
    return exists(select(1).where(wrote).correlate(t.users))


AUTHORS = Listing(
    table=t.users,
    row=AuthorRow,
    columns={name: STAFF.columns[name] for name in _OF_STAFF} | {"courses": _COURSES, "students": _STUDENTS},
    elsewhere=STAFF.elsewhere,
    order=(_u.created_at,),
    filters={
        "is_active": lambda: bindparam("is_active", type_=Boolean) == _OPEN,
        "course_id": _of_course,
    },
    always=(_u.author.is_(True),),
    search=STAFF.search,
)
# $1: the caller's branches, null for all of them
COURSES = """
select k.id, k.name, k.author_id is not null as taken, u.id as author_id, u.full_name as author_name
from courses k left join users u on u.id = k.author_id and ($1::bigint[] is null or exists (
    select 1 from user_offices l where l.user_id = u.id and l.office_id = any ($1)))
where k.school_deleted_at is null and ($1::bigint[] is null or exists (
    select 1 from groups g where g.course_id = k.id and g.office_id = any ($1)))
order by k.name, k.id
"""


_CARD = CardQuery(
    t.users,
    AuthorCard,
    {**AUTHORS.columns, "phone_number": _u.phone},
    _u.author.is_(True),
    elsewhere=AUTHORS.elsewhere,
    entity="User",
)


class PostgresAuthorViews:
    """See ``application.people.academics.ports.AuthorViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, query: AuthorsQuery, actor: Actor) -> AuthorPage:
        rows, total = await page_of(AUTHORS, query, self._pool, actor=actor)
        await show_accounts(rows, actor, self._pool, self._photo_links)
        return AuthorPage(authors=rows, total=total)

    async def card(self, user_id: int, actor: Actor) -> AuthorCard:
        found = await _CARD.fetch(user_id, actor, self._pool)
        await show_accounts([found], actor, self._pool, self._photo_links)
        return found

    async def courses(self, actor: Actor) -> AuthoredCourses:
        rows = await self._pool.fetch(COURSES, None if actor.all_offices else list(actor.office_ids))
        return AuthoredCourses(courses=[_course(row) for row in rows])


def _course(row: Any) -> AuthoredCourse:
    author = Named(id=row["author_id"], name=row["author_name"]) if row["author_id"] is not None else None
    return AuthoredCourse(id=row["id"], name=row["name"], author=author, taken=row["taken"])
