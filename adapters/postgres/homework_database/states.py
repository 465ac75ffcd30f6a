"""Drafts beside what is published: the rows from which differences are computed."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from domain.homework_database.difference import HomeworkState, LessonState

Fetch = Callable[..., Awaitable[Sequence[Any]]]

# $1: the course, $2: lessons, null for all of it
LESSONS = """
select l.id, l.chapter_id, l.name, l.is_archived, l.position, l.changed_in, l.version, p.name as published_name,
    p.number as publication, p.published_at, u.full_name as published_by,
    exists (select from database_publications q where q.lesson_id = l.id) as was_published,
    (select count(*) from topic_homework_lessons x where x.lesson_id = l.id) as topics
from database_lessons l join database_chapters c on c.id = l.chapter_id
left join database_publications p on p.lesson_id = l.id and p.replaced_at is null
left join users u on u.id = p.published_by
where c.course_id = $1 and ($2::bigint[] is null or l.id = any ($2)) order by c.position, c.id, l.position, l.id
"""
# the newest edition of a homework, and its place in a current publication
EDITION = """
left join lateral (
    select e.id, e.number, e.description, e.published_at, e.published_by from database_editions e
    where e.homework_id = h.id order by e.number desc limit 1
) e on true
left join lateral (
    select p.lesson_id, m.place from database_editions x join published_homeworks m on m.edition_id = x.id
    join database_publications p on p.id = m.publication_id and p.replaced_at is null where x.homework_id = h.id
) cur on true
"""
# files of the draft that the edition lacks, and the other way round
FILES_DIFFER = """(
    select count(*) from
        (select f.name, f.digest from files f where f.entity = 'database_homework' and f.entity_id = h.id) d
        full join (select f.name, f.digest from files f where f.entity = 'database_edition' and f.entity_id = e.id) p
        using (name, digest)
    where (d is null) <> (p is null)
)"""
# the homework ``h`` differs from what is published of it: text, files, kind, lesson, archive
DIFFERS = f"""(cur.place is null or h.is_archived or cur.lesson_id <> h.lesson_id or h.description <> e.description
    or (cur.place = 0) <> (h.position = 0) or {FILES_DIFFER} > 0)"""
# $1: the course, $2: lessons of the draft or of what is published, null for all of it
HOMEWORK = f"""
select h.id, h.lesson_id, h.position, h.is_archived, h.description = '' as text_empty, cur.lesson_id as published_in,
    cur.place, e.id as edition_id, coalesce(h.description <> e.description, false) as text_differs,
    case when e.id is null then 0 else {FILES_DIFFER} end as files_differ
from database_homeworks h join database_lessons l on l.id = h.lesson_id
join database_chapters c on c.id = l.chapter_id {EDITION}
where c.course_id = $1 and ($2::bigint[] is null or h.lesson_id = any ($2) or cur.lesson_id = any ($2))
order by h.position, h.id
"""  # noqa: S608  names of ours


@dataclass(frozen=True)
class LessonRow:
    """A lesson's state with what only is shown.

    ``position``: null when archived; ``topics``: how many it belongs to.
    """

    state: LessonState
    position: int | None
    changed_in: int
    version: int
    topics: int
    publication: int | None
    published_at: datetime | None
    published_by: str | None


async def lesson_rows(fetch: Fetch, course_id: int, lesson_ids: Sequence[int] | None = None) -> list[LessonRow]:
    """The lessons of a course in order, or some of them, with all their homework."""
    ids = None if lesson_ids is None else list(lesson_ids)
    lessons = await fetch(LESSONS, course_id, ids)
    homework = [HomeworkState(**dict(row)) for row in await fetch(HOMEWORK, course_id, ids)]
    return [_row(row, homework) for row in lessons]


def _row(row: Any, homework: Sequence[HomeworkState]) -> LessonRow:
    state = LessonState(
        row["id"],
        row["chapter_id"],
        row["name"],
        row["is_archived"],
        row["published_name"],
        row["was_published"],
        [one for one in homework if row["id"] in (one.lesson_id, one.published_in)],
    )
    shown = {name: row[name] for name in ("position", "changed_in", "version", "topics", "publication")}
    return LessonRow(state, **shown, published_at=row["published_at"], published_by=row["published_by"])
