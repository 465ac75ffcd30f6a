"""Students who may be added to a group, with their state in it."""

from typing import Any

from sqlalchemy import BigInteger, bindparam, exists, select

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.scopes import within
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.groups.periods import going_on, meet_at_once
from adapters.postgres.listing.card import visible_offices
from adapters.postgres.listing.listing import Listing, among, page_of
from adapters.postgres.listing.name_words import NameWords
from adapters.postgres.listing.search import PeopleSearch
from adapters.postgres.listing.similar_names import students_of_similar_names
from application.actor import Actor
from contracts.groups.enrolments import GroupCandidate, GroupCandidates, GroupCandidatesQuery
from domain.shared.errors import NotFound

_s = t.students.c
_GROUP = "candidates_group_id"
_group = bindparam(_GROUP, type_=BigInteger)


def _joined() -> Any:
    e = t.enrolments.alias("e")
    enrolled = select(1).where(e.c.group_id == _group, e.c.student_id == _s.id, going_on(e.c))
    return exists(enrolled.correlate(t.students))


def _clash() -> Any:
    """The other group of the student that meets at the time of this one.

    A group of a branch that the caller does not see is not revealed (D-12).
    """
    e, g = t.enrolments.alias("of_student"), t.groups.alias("g")
    theirs, ours = t.schedules.alias("theirs"), t.schedules.alias("ours")
    enrolled = (e.c.student_id == _s.id, e.c.group_id != _group, going_on(e.c), within(g.c.office_id))
    meets = (theirs.c.group_id == g.c.id, ours.c.group_id == _group, meet_at_once(theirs.c, ours.c))
    rows = select(g.c.name).select_from(e.join(g, g.c.id == e.c.group_id)).where(*enrolled, *meets)
    return rows.order_by(g.c.sort_key, g.c.id).limit(1).correlate(t.students).scalar_subquery()


CANDIDATES = Listing(
    table=t.students,
    row=GroupCandidate,
    columns={
        "offices": visible_offices(t.student_offices, t.student_offices.c.student_id),
        "phone_number": _s.phone,
        "joined": _joined(),
        "clash": _clash(),
    },
    order=(_s.sort_key,),
    filters={"ids": lambda: among(_s.id, "ids")},
    always=(_s.school_deleted_at.is_(None), _s.merged_into_id.is_(None)),
    search=PeopleSearch(t.students, school_id=_s.h_id, phone=_s.phone, words=NameWords(t.student_words, "student_id")),
)
SEEN = """
select 1 from groups where id = $1 and school_deleted_at is null and ($2::bigint[] is null or office_id = any ($2))
"""


class PostgresCandidates:
    """Reads about students beside a group."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks) -> None:
        self._pool = pool
        self._photo_links = photo_links

    async def page(self, group_id: int, query: GroupCandidatesQuery, actor: Actor) -> GroupCandidates:
        branches = None if actor.all_offices else list(actor.office_ids)
        if await self._pool.fetchval(SEEN, group_id, branches) is None:
            raise NotFound("Group", group_id)
        of = {_GROUP: group_id}
        rows, total = await page_of(CANDIDATES, query, self._pool, actor=actor, parameters=of)
        similar: list[int] = []
        if total == 0 and query.value:
            similar = await students_of_similar_names(query.value, branches, self._pool)
        if similar:
            everybody = GroupCandidatesQuery(page=query.page, per_page=query.per_page, order_by=query.order_by)
            rows, total = await page_of(
                CANDIDATES, everybody, self._pool, actor=actor, parameters=of, fixed={"ids": similar}
            )
        self._photo_links.show(rows)
        return GroupCandidates(students=rows, total=total, similar=bool(similar))
