"""Reads and writes curricula as values of the domain."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import groupby
from typing import Any

from adapters.postgres.courses.references import (
    DRAFTS_OF_TOPIC,
    HOMEWORK_OF_TOPIC,
    OF_MONTH,
    OF_TOPIC,
    referred,
)
from domain.courses.curriculum import CourseCurriculum, Month, Topic

# in the order of ids, as everybody who locks several
LOCK = "select id from courses where id = any ($1::bigint[]) order by id for no key update"
# before it is decided whether a row is deleted: what refers to it by then has committed, and nothing comes to it
LOCK_TOPICS = "select from topics where id = any ($1::bigint[]) order by id for update"
LOCK_MONTHS = "select from study_months where id = any ($1::bigint[]) order by id for update"
# one statement, so that versions and orders belong together
CURRICULA = f"""
select c.id as course_id, c.name as course, c.curriculum_version,
    m.id as month_id, m.number, m.name as month, m.lessons, m.school_number, m.school_name as school_month_name,
    {referred(OF_MONTH, "m.id")} as month_referred,
    p.id, p.position, p.name, p.school_name, p.school_month, p.school_place, p.ended_at, p.version,
    {referred(OF_TOPIC, "p.id")} as referred,
    (select count(*) from lessons l where l.topic_id = p.id and l.no_class_reason is null) as lessons_held,
    {HOMEWORK_OF_TOPIC.format(id="p.id")} as homework, {DRAFTS_OF_TOPIC.format(id="p.id")} as drafts
from courses c left join study_months m on m.course_id = c.id left join topics p on p.study_month_id = m.id
where c.id = any ($1::bigint[]) order by c.id, m.number, p.position
"""  # noqa: S608  names of ours
_MONTH = {
    "id": "bigint",
    "course_id": "bigint",
    "number": "smallint",
    "name": "text",
    "lessons": "smallint",
    "school_number": "smallint",
    "school_name": "text",
}
_TOPIC = {
    "id": "bigint",
    "study_month_id": "bigint",
    "position": "smallint",
    "name": "text",
    "school_name": "text",
    "school_month": "smallint",
    "school_place": "smallint",
    "version": "int",
    "ended": "boolean",
}
IDS = "select nextval(pg_get_serial_sequence($1, 'id')) from generate_series(1, $2)"
CHANGED = """
update courses set curriculum_version = curriculum_version + 1 where id = $1 returning curriculum_version
"""


def _rows(columns: dict[str, str]) -> str:
    arrays = ", ".join(f"${place}::{kind}[]" for place, kind in enumerate(columns.values(), 1))
    return f"unnest({arrays}) r ({', '.join(columns)})"


def _written(columns: Iterable[str]) -> tuple[str, ...]:
    return tuple(name for name in columns if name not in ("id", "ended"))


_ENDED = "case when r.ended then coalesce(t.ended_at, now()) end"
UPDATE_MONTHS = f"""
update study_months t set {", ".join(f"{name} = r.{name}" for name in _written(_MONTH))}
from {_rows(_MONTH)} where t.id = r.id
"""  # noqa: S608
INSERT_MONTHS = f"insert into study_months ({', '.join(_MONTH)}) select r.* from {_rows(_MONTH)}"  # noqa: S608
UPDATE_TOPICS = f"""
update topics t set {", ".join(f"{name} = r.{name}" for name in _written(_TOPIC))}, ended_at = {_ENDED}
from {_rows(_TOPIC)} where t.id = r.id
"""  # noqa: S608
INSERT_TOPICS = f"""
insert into topics (id, {", ".join(_written(_TOPIC))}, ended_at)
select r.id, {", ".join(f"r.{name}" for name in _written(_TOPIC))}, case when r.ended then now() end
from {_rows(_TOPIC)}
"""  # noqa: S608
DELETE_TOPICS = "delete from topics where id = any ($1::bigint[])"
DELETE_MONTHS = "delete from study_months where id = any ($1::bigint[])"


@dataclass(frozen=True)
class TopicFacts:
    """Facts about a topic that no rule reads."""

    ended_at: datetime | None
    lessons_held: int
    homework: int
    drafts: int


@dataclass(frozen=True)
class StoredCurriculum:
    """A course's curriculum, and its rows as they are stored."""

    course: str
    curriculum: CourseCurriculum
    facts: dict[int, TopicFacts] = field(default_factory=dict)
    months: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    topics: dict[int, tuple[Any, ...]] = field(default_factory=dict)


async def read_curricula(connection: Any, course_ids: Sequence[int], *, lock: bool = False) -> list[StoredCurriculum]:
    """The curricula of the existing courses of these ids, in the order of ids."""
    if lock:
        await connection.execute(LOCK, list(course_ids))
    rows = await connection.fetch(CURRICULA, list(course_ids))
    return [_stored(list(of_course)) for _, of_course in groupby(rows, lambda row: row["course_id"])]


async def lock_removed(connection: Any, changed: Sequence[StoredCurriculum]) -> bool:
    """Locks the rows that changed curricula no longer have; False if there are none.

    What refers to them may have come since they were read.
    """
    topics = {id for one in changed for id in one.topics} - {
        topic.id for one in changed for topic in one.curriculum.topics()
    }
    months = {id for one in changed for id in one.months} - {
        month.id for one in changed for month in one.curriculum.months
    }
    if topics:
        await connection.execute(LOCK_TOPICS, sorted(topics))
    if months:
        await connection.execute(LOCK_MONTHS, sorted(months))
    return bool(topics or months)


async def write_curriculum(connection: Any, stored: StoredCurriculum, wanted: CourseCurriculum) -> bool:
    """Writes the rows that differ; False if none does.

    Sets ids and the new version. The course is locked.
    """
    await _number(connection, "study_months", wanted.months)
    await _number(connection, "topics", [*wanted.topics()])
    months, topics = _rows_of(wanted)
    changed = [
        await _write(connection, (UPDATE_MONTHS, INSERT_MONTHS), stored.months, months, len(_MONTH)),
        await _write(connection, (UPDATE_TOPICS, INSERT_TOPICS), stored.topics, topics, len(_TOPIC)),
        await _delete(connection, DELETE_TOPICS, stored.topics.keys() - topics.keys()),
        await _delete(connection, DELETE_MONTHS, stored.months.keys() - months.keys()),
    ]
    if not any(changed):
        return False
    wanted.version = await connection.fetchval(CHANGED, wanted.course_id)
    return True


def _stored(rows: list[Any]) -> StoredCurriculum:
    first = rows[0]
    curriculum = CourseCurriculum(first["course_id"], version=first["curriculum_version"])
    facts = {}
    for month_id, of_month in groupby(rows, lambda row: row["month_id"]):
        if month_id is None:
            continue
        topics = list(of_month)
        head = topics[0]
        month = Month(
            number=head["number"],
            name=head["month"],
            lessons=head["lessons"],
            school_number=head["school_number"],
            school_name=head["school_month_name"],
            referred=head["month_referred"],
            id=month_id,
        )
        for row in topics:
            if row["id"] is not None:
                month.topics.append(_topic(row))
                facts[row["id"]] = TopicFacts(row["ended_at"], row["lessons_held"], row["homework"], row["drafts"])
        curriculum.months.append(month)
    stored_months, listed = _rows_of(curriculum)
    places = {row["id"]: row["position"] for row in rows if row["id"] is not None}
    # a place that is not the one in the list is written with the next change
    stored_topics = {id: (*row[:2], places[id], *row[3:]) for id, row in listed.items()}
    return StoredCurriculum(first["course"], curriculum, facts, stored_months, stored_topics)


def _topic(row: Any) -> Topic:
    return Topic(
        name=row["name"],
        school_name=row["school_name"],
        school_month=row["school_month"],
        school_place=row["school_place"],
        ended=row["ended_at"] is not None,
        referred=row["referred"],
        version=row["version"],
        id=row["id"],
    )


def _rows_of(curriculum: CourseCurriculum) -> tuple[dict[int, tuple[Any, ...]], dict[int, tuple[Any, ...]]]:
    """The rows of months and topics by id, in the order of the columns."""
    months, topics = {}, {}
    for month in curriculum.months:
        id = int(month.id or 0)
        names = (month.name, month.lessons, month.school_number, month.school_name)
        months[id] = (id, curriculum.course_id, month.number, *names)
        for position, topic in enumerate(month.topics, 1):
            of_school = (topic.school_name, topic.school_month, topic.school_place)
            own = int(topic.id or 0)
            topics[own] = (own, id, position, topic.name, *of_school, topic.version, topic.ended)
    return months, topics


async def _number(connection: Any, table: str, things: Sequence[Month] | Sequence[Topic]) -> None:
    """Gives new months or topics their ids."""
    new = [thing for thing in things if thing.id is None]
    if new:
        for thing, row in zip(new, await connection.fetch(IDS, table, len(new)), strict=True):
            thing.id = row[0]


async def _write(
    connection: Any,
    statements: tuple[str, str],
    stored: dict[int, tuple[Any, ...]],
    wanted: dict[int, tuple[Any, ...]],
    width: int,
) -> bool:
    changed = [row for id, row in wanted.items() if id in stored and stored[id] != row]
    new = [row for id, row in wanted.items() if id not in stored]
    for statement, rows in zip(statements, (changed, new), strict=True):
        if rows:
            await connection.execute(statement, *([row[place] for row in rows] for place in range(width)))
    return bool(changed or new)


async def _delete(connection: Any, statement: str, ids: Iterable[int]) -> bool:
    gone = sorted(ids)
    if gone:
        await connection.execute(statement, gone)
    return bool(gone)
