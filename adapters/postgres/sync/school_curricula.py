"""The months and topics of staged courses (D-102).

The rules are ``domain.courses.school_curriculum``.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from adapters.postgres.courses.curriculum_rows import StoredCurriculum, lock_removed, read_curricula, write_curriculum
from contracts.events import CourseChanged
from domain.courses.curriculum import CourseCurriculum, Month, Topic
from domain.courses.school_curriculum import SentMonth, follow_school, restore

_decode = msgspec.json.decode

# the months of the staged course ``s``, each with its number, name, topics that have not ended, and what restores it.
# Null without topics, as the school's document
DOCUMENT = """(select coalesce(jsonb_agg(jsonb_build_array(d.number, d.name, (
        select jsonb_agg(x.name order by x.position) from topics x
        where x.study_month_id = d.id and x.ended_at is null
    ), jsonb_build_object('id', d.id, 'lessons', d.lessons, 'school_number', d.school_number,
        'school_name', d.school_name, 'topics', coalesce((
            select jsonb_agg(jsonb_build_array(x.id, x.name, x.school_name, x.school_month, x.school_place,
                x.ended_at is not null) order by x.position) from topics x where x.study_month_id = d.id), '[]'))
    ) order by d.number), '[]') from study_months d where d.course_id = s.id)"""
# the known ones, in the order of ids as everybody who locks several; they are compared as they are changed
LOCK_STAGED = """
select from courses where id in (select id from stage_courses where not fresh) order by id for no key update
"""
# those of which the curriculum is to follow
STAGED = "select id, fresh, months from stage_courses where months is not null order by id"
CHANGED = """
insert into outbox (topic, version, payload)
select $1, $2, jsonb_build_object('courseId', id) from unnest($3::bigint[]) r (id)
"""
Change = Callable[[CourseCurriculum], None]


async def follow_curricula(connection: Any) -> None:
    """Changes the curricula of the staged courses to what the school sends."""
    rows = await connection.fetch(STAGED)
    fresh = {row["id"] for row in rows if row["fresh"]}
    changes = {row["id"]: _following(_sent(row["months"])) for row in rows}
    changed = await _change(connection, changes)
    await _tell(connection, [id for id in changed if id not in fresh])


async def restore_curricula(connection: Any, documents: Mapping[int, Any]) -> None:
    """Restores the curricula of known courses from documents, with their orders."""
    changed = await _change(connection, {id: _restoring(id, document) for id, document in documents.items()})
    await _tell(connection, changed)


async def _change(connection: Any, changes: Mapping[int, Change]) -> list[int]:
    curricula = await _decided(connection, changes)
    # what a change removes is locked, and decided again: a save may have taken it meanwhile, so that it stays
    if await lock_removed(connection, curricula):
        curricula = await _decided(connection, changes)
    return [
        stored.curriculum.course_id
        for stored in curricula
        if await write_curriculum(connection, stored, stored.curriculum)
    ]


async def _decided(connection: Any, changes: Mapping[int, Change]) -> list[StoredCurriculum]:
    curricula = await read_curricula(connection, sorted(changes), lock=True)
    for stored in curricula:
        changes[stored.curriculum.course_id](stored.curriculum)
    return curricula


async def _tell(connection: Any, course_ids: list[int]) -> None:
    """Tells live streams of the changed courses, once they are committed."""
    if course_ids:
        await connection.execute(CHANGED, CourseChanged.topic, CourseChanged.version, course_ids)


def _following(sent: list[SentMonth]) -> Change:
    return lambda curriculum: follow_school(curriculum, sent)


def _restoring(course_id: int, document: Any) -> Change:
    return lambda curriculum: restore(curriculum, _former(course_id, document))


def _sent(months: str) -> list[SentMonth]:
    return [SentMonth(one["number"], one["name"], one["topics"]) for one in _decode(months)]


def _former(course_id: int, document: Any) -> CourseCurriculum:
    return CourseCurriculum(course_id, [_month(number, name, details) for number, name, _, details in document])


def _month(number: int, name: str, details: Mapping[str, Any]) -> Month:
    topics = [
        Topic(name=title, school_name=school_name, school_month=month, school_place=place, ended=ended, id=id)
        for id, title, school_name, month, place, ended in details["topics"]
    ]
    return Month(
        number=number,
        name=name,
        lessons=details["lessons"],
        school_number=details["school_number"],
        school_name=details["school_name"],
        topics=topics,
        id=details["id"],
    )
