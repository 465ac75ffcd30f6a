"""Reads about study courses (D-100, D-149, D-151)."""

from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
from sqlalchemy import BigInteger, SmallInteger, Text, bindparam, literal_column, select
from sqlalchemy.dialects.postgresql import JSONB

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.courses.course_store import VERSION
from adapters.postgres.courses.curriculum_rows import StoredCurriculum, read_curricula
from adapters.postgres.courses.curriculum_views import curriculum_of, months_of, topic_numbers, topic_row
from adapters.postgres.courses.references import LESSONS_OF_TOPIC
from adapters.postgres.groups.study_months import lesson_topics
from adapters.postgres.listing.listing import Listing, compiled, is_, page_of
from adapters.postgres.listing.row_columns import labelled
from application.actor import Actor
from application.ports import Clock
from contracts.courses.courses import (
    CourseCard,
    CourseChoice,
    CourseFilters,
    CourseGroup,
    CourseGroupPage,
    CourseGroupsQuery,
    CourseMonth,
    CoursePage,
    CourseRow,
    CoursesQuery,
    GroupTopic,
    MonthList,
)
from contracts.courses.courses import Status as GroupCode
from contracts.courses.curriculum import Curriculum, TopicCard, TopicGroup, TopicMonth, TopicRename
from contracts.shared import Named, Wire
from contracts.texts import translate
from domain.courses.course import CourseStatus
from domain.courses.curriculum import CourseCurriculum, Topic
from domain.groups.enrolments import GroupStatus
from domain.shared.errors import NotFound

_c, _g = t.courses.c, t.groups.c
MAX_GROUPS = 100
# a group of the course that has not been deleted at the school
_OF_COURSE = "from groups g where g.course_id = courses.id and g.school_deleted_at is null"
# the rule is ``domain.courses.course.status_of``
_STATUS = f"""(select case when bool_or(g.status = {GroupStatus.ACTIVE:d}) then {CourseStatus.ACTIVE:d}
    when bool_or(g.status <> {GroupStatus.NOT_STARTED:d}) then {CourseStatus.ENDED:d}
    else {CourseStatus.NOT_STARTED:d} end {_OF_COURSE})"""
# planned lessons, as ``Month.planned_lessons``
_LESSONS = """(select coalesce(sum(coalesce(m.lessons, greatest(1, (
    select count(*) from topics p where p.study_month_id = m.id and p.ended_at is null)))), 0)::bigint
    from study_months m where m.course_id = courses.id)"""


def _json(sql: str) -> Any:
    return literal_column(f"({sql})", JSONB)


def _number(sql: str) -> Any:
    return literal_column(f"({sql})", BigInteger)


_COLUMNS = {
    "school": _c.h_id.is_not(None),
    "school_name": literal_column(
        """(select k.school_value #>> '{}' from sticky_fields k
        where k.entity = 'course' and k.entity_id = courses.id and k.field = 'name')""",
        Text,
    ),
    "category": _json(
        "select jsonb_build_object('id', x.id, 'name', x.name) from categories x where x.id = category_id"
    ),
    "status": literal_column(_STATUS, SmallInteger),
    # dense, whatever is hidden
    "position": _number(
        """select count(*) from courses o where o.school_deleted_at is null
        and (o.position, o.id) <= (courses.position, courses.id)"""
    ),
    "lessons": _number(_LESSONS),
    "topics": _number(
        """select count(*) from topics p join study_months m on m.id = p.study_month_id
        where m.course_id = courses.id and p.ended_at is null"""
    ),
    "groups": _json(
        f"""select jsonb_build_object('active', count(*) filter (where g.status = {GroupStatus.ACTIVE:d}),
        'total', count(*)) {_OF_COURSE}"""
    ),
}
COURSES = Listing(
    table=t.courses,
    row=CourseRow,
    columns=_COLUMNS | {"months": _number("select count(*) from study_months m where m.course_id = courses.id")},
    order=(_c.position,),
    filters={
        "category_id": lambda: is_(_c.category_id, "category_id"),
        "status": lambda: literal_column(_STATUS, SmallInteger) == bindparam("status", type_=SmallInteger),
    },
    always=(_c.school_deleted_at.is_(None),),
    contains=(_c.name,),
)
_OF_CARD = {name: COURSES.columns[name] for name in COURSES.columns if name != "months"}
CARD = compiled(
    select(*labelled(CourseCard, _OF_CARD)).where(
        _c.id == bindparam("id", type_=BigInteger), _c.school_deleted_at.is_(None)
    )
)
FILTERS = """
select coalesce((select jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id)
    from categories x where exists (select from courses c where c.category_id = x.id)), '[]') as categories,
coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'name', c.name, 'months', coalesce((
        select jsonb_agg(jsonb_build_object('id', m.id, 'number', m.number, 'name', m.name) order by m.number)
        from study_months m where m.course_id = c.id), '[]')) order by c.position, c.id)
    from courses c where c.school_deleted_at is null and c.ended_at is null), '[]') as courses
"""
SHOWN = "select exists (select from courses where id = $1 and school_deleted_at is null)"
COURSE_OF_MONTH = "select course_id from study_months where id = $1"
COURSE_OF_TOPIC = "select m.course_id from topics p join study_months m on m.id = p.study_month_id where p.id = $1"


class _GroupRow(Wire):
    """A group of the list, before its progress is known."""

    id: int
    name: str
    office: Named
    status: GroupCode
    started_date: date | None


GROUPS = Listing(
    table=t.groups,
    row=_GroupRow,
    columns={
        "office": _json("select jsonb_build_object('id', x.id, 'name', x.name) from offices x where x.id = office_id")
    },
    order=(_g.sort_key,),
    filters={"course_id": lambda: is_(_g.course_id, "course_id"), "status": lambda: is_(_g.status, "status")},
    always=(_g.school_deleted_at.is_(None),),
    contains=(_g.name,),
)
# $1: groups, $2: the centre's clock
PROGRESS = f"""
with {lesson_topics("$1::bigint[]")}, dated as (
    select l.group_id, l.date, l.begin_time, x.topic_id,
        l.date + l.end_time + case when l.end_time <= l.begin_time then interval '1 day' else interval '0' end <= $2
            as over
    from lessons l join lesson_topics x on x.lesson_id = l.id
    where l.group_id = any ($1::bigint[]) and l.no_class_reason is null
)
select d.group_id, count(*) filter (where over) as held,
    array_agg(distinct topic_id) filter (where over and topic_id is not null) as taught,
    (array_agg(topic_id order by date desc, begin_time desc) filter (where over and topic_id is not null))[1] as last,
    (array_agg(topic_id order by date, begin_time) filter (where not over and topic_id is not null))[1] as next
from dated d group by d.group_id
"""  # noqa: S608
# $1: the topic, $2: the caller's branches, null for all, $3: how many
TOPIC_GROUPS = """
select g.id, g.name, jsonb_build_object('id', o.id, 'name', o.name) as office, x.id as lesson_id,
    x.date as lesson_date, count(*) over () as total
from (select distinct on (l.group_id) l.group_id, l.id, l.date, l.begin_time from lessons l
    where l.topic_id = $1 and l.no_class_reason is null order by l.group_id, l.date desc, l.begin_time desc) x
join groups g on g.id = x.group_id join offices o on o.id = g.office_id
where g.school_deleted_at is null and ($2::bigint[] is null or g.office_id = any ($2))
order by x.date desc, x.begin_time desc, g.id limit $3
"""
RENAMED = """
select a.actor_id, coalesce(u.full_name, a.actor_name) as name, a.at
from audits a left join users u on u.id = a.actor_id
where a.entity = 'topic' and a.entity_id = $1 and a.after ? 'name' and a.before ? 'name' order by a.id desc limit 1
"""


class PostgresCourseViews:
    """See ``application.courses.ports.CourseViews``."""

    def __init__(self, pool: ReadPool, clock: Clock, zone: ZoneInfo) -> None:
        self._pool = pool
        self._clock = clock
        self._zone = zone

    async def page(self, query: CoursesQuery) -> CoursePage:
        rows, total = await page_of(COURSES, query, self._pool)
        return CoursePage(courses=rows, total=total, version=await self._pool.fetchval(VERSION))

    async def card(self, course_id: int) -> CourseCard:
        row = await self._pool.fetchrow(CARD.sql, *CARD.arguments({"id": course_id}))
        if row is None:
            raise NotFound("Course", course_id)
        curriculum = (await self._curriculum(course_id)).curriculum
        months = months_of(curriculum).months
        more = {"months": months, "curriculumVersion": curriculum.version, "differences": curriculum.differences()}
        return msgspec.convert(dict(row) | more, CourseCard)

    async def filters(self, language: str) -> CourseFilters:
        row = await self._pool.fetchrow(FILTERS)
        assert row is not None  # noqa: S101  a select without from has a row
        return CourseFilters(
            categories=msgspec.convert(row["categories"], list[Named]),
            statuses=[Named(int(status), translate(f"courses.status.{status:d}", language)) for status in CourseStatus],
            courses=msgspec.convert(row["courses"], list[CourseChoice]),
        )

    async def groups(self, course_id: int, query: CourseGroupsQuery, actor: Actor) -> CourseGroupPage:
        curriculum = (await self._curriculum(course_id)).curriculum
        rows, total = await page_of(GROUPS, query, self._pool, actor=actor, fixed={"course_id": course_id})
        ids = [row.id for row in rows]
        progress = {row["group_id"]: row for row in await self._pool.fetch(PROGRESS, ids, self._now())}
        return CourseGroupPage([_group(row, progress.get(row.id), curriculum) for row in rows], total)

    async def months(self, course_id: int) -> MonthList:
        return months_of((await self._curriculum(course_id)).curriculum)

    async def curriculum(self, course_id: int | None, study_month_id: int | None) -> Curriculum:
        if study_month_id is not None:
            of_month = await self._pool.fetchval(COURSE_OF_MONTH, study_month_id)
            if of_month is None or course_id not in (None, of_month):
                raise NotFound("StudyMonth", study_month_id)
            course_id = of_month
        return curriculum_of(await self._curriculum(course_id or 0), study_month_id)

    async def topic(self, topic_id: int, actor: Actor) -> TopicCard:
        course_id = await self._pool.fetchval(COURSE_OF_TOPIC, topic_id)
        if course_id is None:
            raise NotFound("Topic", topic_id)
        stored = await self._curriculum(course_id)
        curriculum = stored.curriculum
        topic = curriculum.topic(topic_id)
        month, (_, position) = curriculum.month_of(topic), curriculum.place_of(topic)
        row = topic_row(topic, position, topic_numbers(curriculum), stored)
        offices = None if actor.all_offices else list(actor.office_ids)
        groups = await self._pool.fetch(TOPIC_GROUPS, topic_id, offices, MAX_GROUPS)
        renamed = await self._pool.fetchrow(RENAMED, topic_id)
        lessons = await self._pool.fetch(LESSONS_OF_TOPIC, topic_id)
        return TopicCard(
            **msgspec.structs.asdict(row),
            course=Named(course_id, stored.course),
            study_month=TopicMonth(int(month.id or 0), month.number, month.name),
            renamed=TopicRename(renamed["name"] if renamed["actor_id"] else None, renamed["at"]) if renamed else None,
            lessons=[Named(one["id"], one["name"]) for one in lessons],
            groups=[_topic_group(one) for one in groups],
            groups_total=groups[0]["total"] if groups else 0,
        )

    async def _curriculum(self, course_id: int) -> StoredCurriculum:
        shown = await self._pool.fetchval(SHOWN, course_id)
        found = await read_curricula(self._pool, [course_id]) if shown else []
        if not found:
            raise NotFound("Course", course_id)
        return found[0]

    def _now(self) -> datetime:
        return self._clock.now().astimezone(self._zone).replace(tzinfo=None)


def _topic_group(row: Any) -> TopicGroup:
    office = msgspec.convert(row["office"], Named)
    return TopicGroup(row["id"], row["name"], office, row["lesson_id"], row["lesson_date"])


def _group(row: Any, progress: Any, curriculum: CourseCurriculum) -> CourseGroup:
    numbers = topic_numbers(curriculum)
    topics = {topic.id: topic for topic in curriculum.topics()}
    taught = {id for id in (progress["taught"] or ()) if id in topics} if progress else set()
    last = topics.get(progress["last"]) if progress else None
    following = topics.get(progress["next"]) if progress else None
    if following is None:
        following = next((topic for topic in numbers if topic.id not in taught), None)
    month = curriculum.month_of(following) if following else None
    return CourseGroup(
        id=row.id,
        name=row.name,
        office=row.office,
        status=row.status,
        started_date=row.started_date,
        lessons_held=progress["held"] if progress else 0,
        taught=len(taught),
        topics=len(numbers),
        month=CourseMonth(int(month.id or 0), month.number, month.name) if month else None,
        last=_named(last, numbers),
        next=_named(following, numbers),
    )


def _named(topic: Topic | None, numbers: dict[Topic, int]) -> GroupTopic | None:
    return GroupTopic(int(topic.id or 0), numbers.get(topic), topic.name) if topic else None
