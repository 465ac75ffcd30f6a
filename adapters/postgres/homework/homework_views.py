"""Reads of homework: one, with the work of its class, and the list of a group."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.homework_sql import (
    CHOICES,
    GROUP,
    HOMEWORK,
    NEWEST,
    NOT_SUBMITTED,
    PAGE,
    TOPICS,
    TOTALS,
    VARIANTS,
    WORKS,
)
from adapters.postgres.listing.text_search import part_pattern
from application.groups.views import GroupScope
from application.homework.giving.ports import HomeworkChoices
from contracts.homework.files import VoiceCard
from contracts.homework.giving import (
    FormLesson,
    GivenVariant,
    GroupHomeworkPage,
    GroupHomeworkQuery,
    HomeworkCard,
    HomeworkLesson,
    HomeworkOfLesson,
    HomeworkRow,
    NotSubmittedStudent,
    NotSubmittedStudents,
    StatusCounts,
    WorkRow,
)
from contracts.shared import Named
from contracts.shared import check as check_limits
from domain.homework.generation import letter_of
from domain.shared.errors import NotFound


class PostgresHomeworkViews:
    """See ``application.homework.giving.ports.HomeworkViews``."""

    def __init__(self, pool: ReadPool, file_cards: FileCards, photo_links: PhotoLinks, zone: ZoneInfo) -> None:
        self._pool = pool
        self._files = file_cards
        self._photo_links = photo_links
        self._zone = zone

    async def one(self, homework_id: int, scope: GroupScope) -> HomeworkCard:
        return await self._card(homework_id, scope)

    async def newest_of(self, lesson_id: int, scope: GroupScope) -> int:
        found = await self._pool.fetchval(NEWEST, lesson_id, scope.office_ids, scope.user_id)
        if found is None:
            raise NotFound("Homework", lesson_id)
        return int(found)

    async def with_works(self, homework_id: int, scope: GroupScope, now: datetime) -> HomeworkOfLesson:
        card = await self._card(homework_id, scope)
        rows = await self._pool.fetch(WORKS, homework_id, now)
        works = [WorkRow(**{**dict(row), **self._shown(row)}) for row in rows]
        return HomeworkOfLesson(homework=card, submissions=works)

    async def page(
        self, group_id: int, query: GroupHomeworkQuery, scope: GroupScope, now: datetime
    ) -> GroupHomeworkPage:
        check_limits(query)
        await self._check_group(group_id, scope)
        offset = (query.page - 1) * query.per_page
        found = (group_id, now, query.study_month_id, part_pattern(query.value))
        rows = await self._pool.fetch(PAGE[query.order_by], *found, query.per_page, offset)
        (totals,) = await self._pool.fetch(TOTALS, *found)
        return GroupHomeworkPage(homework=[_row(row) for row in rows], **dict(totals))

    async def choices(self, group_id: int, lesson_id: int | None, scope: GroupScope, now: datetime) -> HomeworkChoices:
        await self._check_group(group_id, scope)
        today = now.astimezone(self._zone).date()
        lessons = await self._pool.fetch(CHOICES, group_id, lesson_id, today)
        topics = await self._pool.fetch(TOPICS, group_id)
        return HomeworkChoices([FormLesson(**dict(row)) for row in lessons], [Named(**dict(row)) for row in topics])

    async def topics(self, group_id: int, scope: GroupScope) -> list[Named]:
        await self._check_group(group_id, scope)
        return [Named(**dict(row)) for row in await self._pool.fetch(TOPICS, group_id)]

    async def not_submitted(self, homework_id: int, scope: GroupScope) -> NotSubmittedStudents:
        await self._card(homework_id, scope)
        rows = await self._pool.fetch(NOT_SUBMITTED, homework_id)
        found = [NotSubmittedStudent(**dict(row)) for row in rows]
        self._photo_links.show(found)
        return NotSubmittedStudents(students=found, total=len(found))

    async def _check_group(self, group_id: int, scope: GroupScope) -> None:
        if not await self._pool.fetchval(GROUP, group_id, scope.office_ids, scope.user_id):
            raise NotFound("Group", group_id)

    async def _card(self, homework_id: int, scope: GroupScope) -> HomeworkCard:
        row = await self._pool.fetchrow(HOMEWORK, homework_id, scope.office_ids, scope.user_id)
        if row is None:
            raise NotFound("Homework", homework_id)
        files = await self._files.of("homework", [homework_id])
        voice = await self._voice(row)
        return HomeworkCard(
            id=row["id"],
            group=Named(id=row["group_id"], name=row["group_name"]),
            lesson=HomeworkLesson(
                id=row["lesson_id"],
                number=row["number"],
                date=row["date"],
                begin_time=row["begin_time"],
                end_time=row["end_time"],
            ),
            topic=Named(id=row["topic_id"], name=row["topic"]) if row["topic_id"] else None,
            description=row["description"],
            source=row["source"],
            hours=row["hours"],
            given_at=row["given_at"],
            deadline=row["deadline"],
            created_by=Named(id=row["created_by"], name=row["author"]) if row["created_by"] else None,
            attachments=files.get(homework_id, []),
            voice=voice,
            counts=_counts(row),
            handed_in=row["handed_in"],
            average_score=row["average_score"],
            mode=row["mode"],
            variants=await self._variants(homework_id),
            version=row["version"],
        )

    def _shown(self, work: Any) -> dict[str, str | None]:
        return {"photo": self._photo_links.link(work["photo"]), "variant": letter_of(work["variant"])}

    async def _variants(self, homework_id: int) -> list[GivenVariant]:
        rows = await self._pool.fetch(VARIANTS, homework_id)
        files = await self._files.of("homework_variant", [row["id"] for row in rows])
        return [
            GivenVariant(
                letter=letter_of(row["number"]) or "",
                description=row["description"],
                attachments=files.get(row["id"], []),
                students=row["students"],
            )
            for row in rows
        ]

    async def _voice(self, row: Any) -> VoiceCard | None:
        if row["voice_file_id"] is None:
            return None
        voices = await self._files.voices({row["voice_file_id"]: row["voice_seconds"]})
        return voices.get(row["voice_file_id"])


def _counts(row: Any) -> StatusCounts:
    return StatusCounts(**{name: row[name] for name in StatusCounts.__struct_fields__})


def _row(row: Any) -> HomeworkRow:
    found = dict(row)
    counts = {name: found.pop(name) for name in StatusCounts.__struct_fields__}
    return HomeworkRow(**found, counts=StatusCounts(**counts))
