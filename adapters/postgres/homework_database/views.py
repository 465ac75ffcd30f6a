"""Reads of the homework database: tree, one lesson, one homework, drafts."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.postgres.core.pool import Connection, ReadPool, in_snapshot
from adapters.postgres.groups.study_months import TOPIC_NUMBER
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework_database.states import LessonRow, lesson_rows
from contracts.homework.files import FileCard
from contracts.homework_database.homework import Blocking, DatabaseHomeworkCard, EditionCard
from contracts.homework_database.publishing import Difference, DraftChapter, DraftLesson, Drafts
from contracts.homework_database.tree import (
    Chapters,
    DatabaseLessonCard,
    LessonTopic,
    Publication,
    TreeChapter,
    TreeLesson,
)
from contracts.shared import Named
from contracts.texts import translate
from domain.homework.generation import letter_of
from domain.homework_database import difference
from domain.homework_database.difference import HomeworkState, LessonState, Mark
from domain.shared.errors import NotFound

COURSE = """
select c.id, c.name, coalesce(d.changes, 0) as changes, coalesce(d.order_version, 0) as order_version
from courses c left join homework_databases d on d.course_id = c.id where c.id = $1
"""
CHAPTERS = """
select id, name, published_name, position, version from database_chapters where course_id = $1
order by position nulls last, id
"""
LESSON = """
select c.course_id, c.id as chapter_id, c.name as chapter from database_lessons l
join database_chapters c on c.id = l.chapter_id where l.id = $1
"""
LESSON_OF = "select lesson_id from database_homeworks where id = $1"
# topics of a lesson with their places in the course
TOPICS = f"""
select n.id, n.name, n.number from topic_homework_lessons x join (
    select p.id, p.name, m.number as month, p.position, {TOPIC_NUMBER} as number
    from topics p join study_months m on m.id = p.study_month_id where m.course_id = $2
) n on n.id = x.topic_id where x.lesson_id = $1 order by n.month, n.position
"""  # noqa: S608  names of ours
HOMEWORK = """
select h.id, h.description, h.version, h.saved_at, h.saved_by, u.full_name as saver
from database_homeworks h left join users u on u.id = h.saved_by where h.id = any ($1::bigint[])
"""
EDITIONS = """
select e.id, e.number, e.description, e.published_at, u.full_name as published_by
from database_editions e left join users u on u.id = e.published_by where e.id = any ($1::bigint[])
"""
# groups to which editions of a homework were given, by homework
GROUPS = """
select e.homework_id, count(distinct g.group_id) as groups from database_editions e join (
    select edition_id, group_id from homeworks where edition_id is not null
    union all
    select v.edition_id, w.group_id from homework_variants v join homeworks w on w.id = v.homework_id
) g on g.edition_id = e.id where e.homework_id = any ($1::bigint[]) group by e.homework_id
"""
# homework given from a course's database
GIVEN = """
with editions as (
    select e.id from database_editions e join database_homeworks h on h.id = e.homework_id
    join database_lessons l on l.id = h.lesson_id join database_chapters c on c.id = l.chapter_id
    where c.course_id = $1
)
select count(*) from (
    select id from homeworks where edition_id in (select id from editions)
    union select homework_id from homework_variants where edition_id in (select id from editions)
) g
"""


class PostgresDatabaseViews:
    """See ``application.homework_database.ports.DatabaseViews``."""

    def __init__(self, pool: ReadPool, file_cards: FileCards) -> None:
        self._pool = pool
        self._files = file_cards

    @in_snapshot
    async def chapters(self, sql: Connection, course_id: int, *, drafts: bool, archived: bool) -> Chapters:
        course = await self._course(sql, course_id)
        rows = await lesson_rows(sql.fetch, course_id)
        by_chapter: dict[int, list[TreeLesson]] = defaultdict(list)
        for row in rows:
            if shown := _draft_lesson(row, archived=archived) if drafts else _published_lesson(row):
                by_chapter[row.state.chapter_id].append(shown)
        chapters = []
        for one in await sql.fetch(CHAPTERS, course_id):
            name, lessons = one["name"] if drafts else one["published_name"], by_chapter[one["id"]]
            # an archived chapter is there for its archived lessons
            if name is not None and (one["position"] is not None or lessons):
                chapters.append(_chapter(one, name, lessons, drafts=drafts))
        return Chapters(
            course=Named(id=course["id"], name=course["name"]),
            chapters=chapters,
            lessons=sum(len(one.lessons) for one in chapters),
            homework=sum(one.homework for one in chapters),
            version=course["order_version"],
        )

    @in_snapshot
    async def lesson(self, sql: Connection, lesson_id: int, language: str) -> DatabaseLessonCard:
        at = await sql.fetchrow(LESSON, lesson_id)
        if at is None:
            raise NotFound("DatabaseLesson", lesson_id)
        course = await self._course(sql, at["course_id"])
        (row,) = await lesson_rows(sql.fetch, course["id"], [lesson_id])
        state, names = row.state, await self._lesson_names(sql, course["id"])
        homework = await self._cards(sql, state)
        topics = [LessonTopic(**dict(one)) for one in await sql.fetch(TOPICS, lesson_id, course["id"])]
        return DatabaseLessonCard(
            id=lesson_id,
            course=Named(id=course["id"], name=course["name"]),
            chapter=Named(id=at["chapter_id"], name=at["chapter"]),
            name=state.name,
            published_name=state.published_name,
            position=row.position or 0,
            change=_mark(difference.mark_of(difference.differences_of(state))),
            is_archived=state.is_archived,
            publication=_publication(row),
            topics=topics,
            homework=homework,
            blocked=_blocked(state, names, language),
            version=row.version,
        )

    @in_snapshot
    async def homework(self, sql: Connection, homework_id: int) -> DatabaseHomeworkCard:
        lesson_id = await sql.fetchval(LESSON_OF, homework_id)
        at = None if lesson_id is None else await sql.fetchrow(LESSON, lesson_id)
        if at is None:
            raise NotFound("DatabaseHomework", homework_id)
        (row,) = await lesson_rows(sql.fetch, at["course_id"], [lesson_id])
        return next(one for one in await self._cards(sql, row.state, homework_id) if one.id == homework_id)

    @in_snapshot
    async def drafts(self, sql: Connection, course_id: int, language: str) -> Drafts:
        course = await self._course(sql, course_id)
        rows = await lesson_rows(sql.fetch, course_id)
        names = {row.state.id: row.state.name for row in rows}
        by_chapter: dict[int, list[DraftLesson]] = defaultdict(list)
        for row in rows:
            if found := difference.differences_of(row.state):
                by_chapter[row.state.chapter_id].append(_draft(row, found, names, language))
        chapters = [
            DraftChapter(
                id=one["id"],
                name=one["name"],
                published_name=one["published_name"],
                change=_chapter_change(one),
                lessons=by_chapter[one["id"]],
                version=one["version"],
            )
            for one in await sql.fetch(CHAPTERS, course_id)
            if by_chapter[one["id"]] or (one["position"] is not None and _chapter_change(one))
        ]
        lessons = [lesson for one in chapters for lesson in one.lessons]
        return Drafts(
            course=Named(id=course["id"], name=course["name"]),
            chapters=chapters,
            lessons=len(lessons),
            changes=sum(len(one.differences) for one in lessons) + sum(1 for one in chapters if one.change),
            given=await sql.fetchval(GIVEN, course_id),
            version=course["changes"],
        )

    async def _course(self, sql: Connection, course_id: int) -> Any:
        row = await sql.fetchrow(COURSE, course_id)
        if row is None:
            raise NotFound("Course", course_id)
        return row

    async def _lesson_names(self, sql: Connection, course_id: int) -> Mapping[int, str]:
        rows = await sql.fetch(
            "select l.id, l.name from database_lessons l join database_chapters c on c.id = l.chapter_id"
            " where c.course_id = $1",
            course_id,
        )
        return {row["id"]: row["name"] for row in rows}

    async def _cards(self, sql: Connection, lesson: LessonState, only: int | None = None) -> list[DatabaseHomeworkCard]:
        """The homework of a lesson's draft, the archive last."""
        here = [one for one in lesson.homework if one.lesson_id == lesson.id and only in (None, one.id)]
        here.sort(key=lambda one: (one.position is None, one.position, one.id))
        ids = [one.id for one in here]
        editions = [one.edition_id for one in here if one.edition_id is not None and one.published_in is not None]
        texts = {row["id"]: row for row in await sql.fetch(HOMEWORK, ids)}
        published = {row["id"]: row for row in await sql.fetch(EDITIONS, editions)}
        groups = {row["homework_id"]: row["groups"] for row in await sql.fetch(GROUPS, ids)}
        files = await self._files.of("database_homework", ids, sql)
        edition_files = await self._files.of("database_edition", editions, sql)
        return [
            DatabaseHomeworkCard(
                id=one.id,
                lesson_id=lesson.id,
                kind="main" if one.position == 0 else "variant",
                letter=letter_of(one.position),
                position=one.position or 0,
                description=texts[one.id]["description"],
                attachments=files.get(one.id, []),
                change=_mark(difference.mark_of_homework(one, lesson)),
                is_archived=one.is_archived,
                published=_edition(published.get(one.edition_id), edition_files),
                published_kind=None if one.place is None else "main" if one.place == 0 else "variant",
                published_letter=letter_of(one.place),
                groups=groups.get(one.id, 0),
                saved_at=texts[one.id]["saved_at"],
                saved_by=_named(texts[one.id]["saved_by"], texts[one.id]["saver"]),
                version=texts[one.id]["version"],
            )
            for one in here
        ]


def _draft_lesson(row: LessonRow, *, archived: bool) -> TreeLesson | None:
    if row.position is None and not archived:
        return None
    found = difference.differences_of(row.state)
    return _tree_lesson(row, row.state.name, len(row.state.live), found)


def _published_lesson(row: LessonRow) -> TreeLesson | None:
    if row.state.published_name is None:
        return None
    return _tree_lesson(row, row.state.published_name, len(row.state.published), [])


def _tree_lesson(row: LessonRow, name: str, homework: int, found: Sequence[difference.Difference]) -> TreeLesson:
    return TreeLesson(
        id=row.state.id,
        name=name,
        position=row.position or 0,
        change=_mark(difference.mark_of(found)),
        changes=len(found),
        homework=homework,
        topics=row.topics,
        is_published=row.state.published_name is not None,
        is_archived=row.state.is_archived,
        version=row.version,
    )


def _chapter(row: Any, name: str, lessons: list[TreeLesson], *, drafts: bool) -> TreeChapter:
    change = _chapter_change(row) if drafts else None
    return TreeChapter(
        id=row["id"],
        name=name,
        position=row["position"] or 0,
        change=change,
        changes=sum(one.changes for one in lessons) + (1 if change else 0),
        homework=sum(one.homework for one in lessons),
        lessons=lessons,
        version=row["version"],
    )


def _chapter_change(row: Any) -> Any:
    if row["published_name"] is None:
        return Mark.NEW.value
    return None if row["published_name"] == row["name"] else Mark.CHANGED.value


def _draft(
    row: LessonRow, found: Sequence[difference.Difference], names: Mapping[int, str], language: str
) -> DraftLesson:
    mark = difference.mark_of(found) or Mark.CHANGED
    return DraftLesson(
        id=row.state.id,
        name=row.state.name,
        published_name=row.state.published_name,
        change=mark.value,
        differences=[_difference(one) for one in found],
        blocked=_blocked(row.state, names, language),
        is_emptied=difference.is_emptied(row.state),
        topics=row.topics,
        version=row.version,
    )


def _difference(one: difference.Difference) -> Difference:
    homework = one.homework
    return Difference(
        what=one.what.value,
        change=one.mark.value,
        homework_id=None if homework is None else homework.id,
        kind=one.kind,
        letter=one.letter,
        files=homework.files_differ if homework is not None and one.what == difference.What.FILES else 0,
    )


def _blocked(state: LessonState, names: Mapping[int, str], language: str) -> list[Blocking]:
    found = []
    for one in difference.obstacles_of(state):
        homework = next((it for it in state.homework if it.id == one.homework_id), None)
        lesson = names.get(one.lesson_id or 0, "")
        message = translate(
            f"homework_database.blocked.{one.code}", language, homework=_word(homework, language), lesson=lesson
        )
        found.append(Blocking(code=one.code, message=message, homework_id=one.homework_id, lesson_id=one.lesson_id))
    return found


def _word(homework: HomeworkState | None, language: str) -> str:
    letter = None if homework is None else letter_of(homework.position)
    if letter is None:
        return translate("homework_database.main", language)
    return translate("homework_database.variant", language, letter=letter)


def _publication(row: LessonRow) -> Publication | None:
    if row.publication is None or row.published_at is None:
        return None
    return Publication(number=row.publication, published_at=row.published_at, published_by=row.published_by)


def _edition(row: Any, files: Mapping[int, list[FileCard]]) -> EditionCard | None:
    return None if row is None else EditionCard(**dict(row), attachments=files.get(row["id"], []))


def _named(id: int | None, name: str | None) -> Named | None:
    return None if id is None else Named(id=id, name=name or "")


def _mark(mark: Mark | None) -> Any:
    return None if mark is None else mark.value
