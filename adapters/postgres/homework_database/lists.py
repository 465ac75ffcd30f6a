"""Lists of the homework database, and its ties to topics and groups."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from adapters.postgres.core.pool import Connection, ReadPool, in_snapshot
from adapters.postgres.homework_database import lists_sql as lists
from adapters.postgres.homework_database.states import LessonRow, lesson_rows
from adapters.postgres.listing.text_search import folded_part, part_pattern
from application.actor import Actor
from contracts.homework_database.homework import (
    DatabaseHomeworkPage,
    DatabaseHomeworkRow,
    DatabaseQuery,
    UsePage,
    UseRow,
    UsesQuery,
)
from contracts.homework_database.topics import (
    DatabaseFilters,
    FilterChapter,
    FilterMonth,
    FilterTopic,
    HomeworkOfTopic,
    SwitchMain,
    SwitchOptions,
    SwitchTopic,
    TopicHomework,
    TopicLesson,
)
from contracts.homework_database.tree import DatabaseLessonPage, DatabaseLessonRow, LessonsQuery
from contracts.shared import Named
from domain.homework.generation import letter_of
from domain.homework_database import difference
from domain.shared.errors import NotFound


class PostgresDatabaseLists:
    """See ``application.homework_database.ports.DatabaseLists``."""

    def __init__(self, pool: ReadPool) -> None:
        self._pool = pool

    @in_snapshot
    async def lessons(self, sql: Connection, query: LessonsQuery) -> DatabaseLessonPage:
        chosen = (query.course_id, query.chapter_id, part_pattern(query.value))
        total: int = await sql.fetchval(lists.LESSONS_TOTAL, *chosen)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            rows = await sql.fetch(lists.LESSONS[query.order_by], *chosen, query.per_page, offset)
        states = await self._states(sql, rows)
        topics: dict[int, list[Named]] = defaultdict(list)
        for row in await sql.fetch(lists.TOPICS_OF_LESSONS, [row["id"] for row in rows]):
            topics[row["lesson_id"]].append(Named(id=row["id"], name=row["name"]))
        return DatabaseLessonPage(
            lessons=[_lesson(row, states[row["id"]], topics[row["id"]]) for row in rows], total=total
        )

    @in_snapshot
    async def page(self, sql: Connection, query: DatabaseQuery) -> DatabaseHomeworkPage:
        chosen = (
            query.course_id, query.study_month_id, query.topic_id, query.chapter_id, query.lesson_id, query.author_id,
            query.state, part_pattern(query.value), query.keys is not None,
        )  # fmt: skip
        total: int = await sql.fetchval(lists.TOTAL, *chosen)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            rows = await sql.fetch(
                lists.PAGE[query.order_by], *chosen, query.per_page, offset, folded_part(query.value)
            )
        states = await self._states(sql, [{"id": row["lesson_id"], "course_id": row["course_id"]} for row in rows])
        return DatabaseHomeworkPage(homework=[_homework(row, states[row["lesson_id"]]) for row in rows], total=total)

    @in_snapshot
    async def of_topic(self, sql: Connection, topic_id: int) -> HomeworkOfTopic:
        topic = await sql.fetchrow(lists.TOPIC, topic_id)
        if topic is None:
            raise NotFound("Topic", topic_id)
        lessons = await sql.fetch(lists.LESSONS_OF_TOPIC, topic_id)
        states = await self._states(sql, [dict(row) | {"course_id": topic["course_id"]} for row in lessons])
        texts: dict[int, list[Any]] = defaultdict(list)
        for row in await sql.fetch(lists.HOMEWORK_OF_LESSONS, [row["id"] for row in lessons]):
            texts[row["lesson_id"]].append(row)
        return HomeworkOfTopic(
            topic=Named(id=topic["id"], name=topic["name"]),
            course=Named(id=topic["course_id"], name=topic["course"]),
            lessons=[
                TopicLesson(
                    id=row["id"],
                    name=row["name"],
                    chapter=Named(id=row["chapter_id"], name=row["chapter"]),
                    is_published=states[row["id"]].state.published_name is not None,
                    homework=[_of_topic(text, states[row["id"]]) for text in texts[row["id"]]],
                )
                for row in lessons
            ],
            version=topic["version"],
        )

    @in_snapshot
    async def switch_options(self, sql: Connection, homework_id: int) -> SwitchOptions:
        row = await sql.fetchrow(lists.SWITCHED, homework_id)
        if row is None:
            raise NotFound("DatabaseHomework", homework_id)
        topics = await sql.fetch(lists.SWITCH_TOPICS, row["course_id"], row["lesson_id"])
        return SwitchOptions(
            id=homework_id,
            kind="main" if row["position"] == 0 else "variant",
            letter=letter_of(row["position"]),
            description=row["description"],
            course=Named(id=row["course_id"], name=row["course"]),
            chapter=Named(id=row["chapter_id"], name=row["chapter"]),
            lesson=Named(id=row["lesson_id"], name=row["lesson"]),
            remaining=row["remaining"],
            topics=[_switch_topic(one) for one in topics],
            version=row["version"],
        )

    @in_snapshot
    async def uses(self, sql: Connection, homework_id: int, query: UsesQuery, actor: Actor) -> UsePage:
        if not await sql.fetchval(lists.EXISTS, homework_id):
            raise NotFound("DatabaseHomework", homework_id)
        seen = (homework_id, None if actor.all_offices else list(actor.office_ids))
        (totals,) = await sql.fetch(lists.USES_TOTAL, *seen)
        offset = (query.page - 1) * query.per_page
        rows = await sql.fetch(lists.USES[query.order_by], *seen, query.per_page, offset)
        return UsePage(uses=[_use(row) for row in rows], total=totals["total"], groups=totals["groups"])

    @in_snapshot
    async def filters(self, sql: Connection, course_id: int | None) -> DatabaseFilters:
        courses = await sql.fetch(lists.COURSES)
        months = await sql.fetch(lists.MONTHS, course_id)
        topics = await sql.fetch(lists.TOPICS, course_id)
        chapters = await sql.fetch(lists.CHAPTERS, course_id)
        authors = await sql.fetch(lists.AUTHORS, course_id)
        return DatabaseFilters(
            courses=[Named(**dict(row)) for row in courses],
            months=[FilterMonth(**dict(row)) for row in months],
            topics=[FilterTopic(**dict(row)) for row in topics],
            chapters=[FilterChapter(**dict(row)) for row in chapters],
            authors=[Named(**dict(row)) for row in authors],
        )

    async def _states(self, sql: Connection, lessons: Sequence[Any]) -> Mapping[int, LessonRow]:
        """The states of lessons by id; ``lessons``: rows with ``id`` and ``course_id``."""
        by_course: dict[int, set[int]] = defaultdict(set)
        for row in lessons:
            by_course[row["course_id"]].add(row["id"])
        found = [one for course, ids in by_course.items() for one in await self._of_course(sql, course, ids)]
        return {one.state.id: one for one in found}

    async def _of_course(self, sql: Connection, course_id: int, ids: set[int]) -> list[LessonRow]:
        return await lesson_rows(sql.fetch, course_id, sorted(ids))


def _lesson(row: Any, of: LessonRow, topics: list[Named]) -> DatabaseLessonRow:
    return DatabaseLessonRow(
        id=row["id"],
        name=row["name"],
        chapter=Named(id=row["chapter_id"], name=row["chapter"]),
        course=Named(id=row["course_id"], name=row["course"]),
        topics=topics,
        homework=len(of.state.live),
        change=_value(difference.mark_of(difference.differences_of(of.state))),
        is_published=of.state.published_name is not None,
    )


def _homework(row: Any, of: LessonRow) -> DatabaseHomeworkRow:
    one = next(it for it in of.state.homework if it.id == row["id"])
    return DatabaseHomeworkRow(
        id=row["id"],
        kind="main" if row["position"] == 0 else "variant",
        letter=letter_of(row["position"]),
        description=row["description"],
        excerpt=row["excerpt"],
        files=row["files"],
        groups=row["groups"],
        lesson=Named(id=row["lesson_id"], name=row["lesson"]),
        chapter=Named(id=row["chapter_id"], name=row["chapter"]),
        course=Named(id=row["course_id"], name=row["course"]),
        change=_value(difference.mark_of_homework(one, of.state)),
        is_archived=row["is_archived"],
        edition=row["edition"] if one.published_in is not None else None,
        published_at=row["published_at"] if one.published_in is not None else None,
        author=None if row["created_by"] is None else Named(id=row["created_by"], name=row["author"]),
        saved_at=row["saved_at"],
    )


def _of_topic(row: Any, of: LessonRow) -> TopicHomework:
    one = next(it for it in of.state.homework if it.id == row["id"])
    published = one.published_in is not None
    place = one.place if published else one.position
    return TopicHomework(
        id=one.id,
        kind="main" if place == 0 else "variant",
        letter=letter_of(place),
        description=row["published"] if published else row["description"],
        files=row["files"],
        change=_value(difference.mark_of_homework(one, of.state)),
        edition=row["edition"] if published else None,
    )


def _switch_topic(row: Any) -> SwitchTopic:
    return SwitchTopic(
        id=row["id"],
        name=row["name"],
        number=row["number"],
        month=Named(id=row["month_id"], name=row["month"]),
        lesson=None if row["lesson_id"] is None else Named(id=row["lesson_id"], name=row["lesson"]),
        main=None if row["main_id"] is None else SwitchMain(id=row["main_id"], description=row["main"]),
        variants=row["variants"],
        is_here=row["is_here"],
    )


def _use(row: Any) -> UseRow:
    return UseRow(
        homework_id=row["homework_id"],
        group=Named(id=row["group_id"], name=row["group_name"]),
        lesson_id=row["lesson_id"],
        lesson_date=row["lesson_date"],
        lesson_number=row["lesson_number"],
        topic=row["topic"],
        edition=row["edition"],
        letter=letter_of(row["variant"]),
        given_at=row["given_at"],
        given_by=None if row["created_by"] is None else Named(id=row["created_by"], name=row["author"]),
        is_edited=row["is_edited"],
        students=row["students"],
    )


def _value(mark: difference.Mark | None) -> Any:
    return None if mark is None else mark.value
