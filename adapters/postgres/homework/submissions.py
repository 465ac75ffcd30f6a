"""Submissions on PostgreSQL: the queue, the chat of one, writes of checks."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Result, text
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.homework import submissions_sql as sql
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.queue_sql import queue_statements
from adapters.postgres.homework.work_cards import attempt_card, claim_card, message_card
from adapters.postgres.listing.search import PeopleSearch
from application.actor import Actor
from application.groups.views import GroupScope
from application.homework.ports import CheckContext
from application.ports import UnitOfWork
from contracts.homework.checking import (
    Chat,
    CheckCard,
    Draft,
    GroupCount,
    QueueFilters,
    QueueQuery,
    RemarkRow,
    StatusCount,
    SubmissionPage,
    SubmissionRow,
    TaskCard,
)
from contracts.homework.files import FileCard, VoiceCard
from contracts.shared import Named
from domain.files.file import UNCLAIMED_LIVES
from domain.homework.attempt import Attempt
from domain.homework.generation import letter_of
from domain.shared.errors import NotFound

_SEARCH = PeopleSearch(t.students)


class PostgresSubmissionViews:
    """See ``application.homework.ports.SubmissionViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, file_cards: FileCards) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._file_cards = file_cards

    async def page(self, query: QueueQuery, actor: Actor, scope: GroupScope, now: datetime) -> SubmissionPage:
        sought = None
        if query.value and query.value.strip():
            sought = _SEARCH.sought(query.value.strip(), None)[1]["sought_words"]
        statements = queue_statements(query, scope, _offices(query, actor), sought, now)
        total = await self._pool.fetchval(statements.total(), *statements.values)
        offset = (query.page - 1) * query.per_page
        rows = []
        if offset < total:
            page = statements.page(query.order_by.value)
            rows = [_row(one) for one in await self._pool.fetch(page, *statements.values, query.per_page, offset)]
        self._photo_links.show(rows)
        return SubmissionPage(submissions=rows, total=total)

    async def filters(self, scope: GroupScope, now: datetime) -> QueueFilters:
        values = scope.office_ids, scope.user_id, now
        groups = await self._pool.fetch(sql.GROUPS, *values)
        teachers = await self._pool.fetch(sql.TEACHERS, *values)
        statuses = await self._pool.fetch(sql.STATUSES, *values)
        return QueueFilters(
            groups=[GroupCount(**one) for one in groups],
            teachers=[Named(one["id"], one["name"]) for one in teachers],
            statuses=[StatusCount(**one) for one in statuses],
        )

    async def chat(self, submission_id: int, actor: Actor, scope: GroupScope, now: datetime) -> Chat:
        values = scope.office_ids, scope.user_id, now, submission_id, actor.id
        row = await self._pool.fetchrow(sql.CHAT, *values)
        if row is None:
            raise NotFound("Submission", submission_id)
        attempts = await self._pool.fetch(sql.ATTEMPTS, submission_id)
        messages = await self._pool.fetch(sql.MESSAGES, submission_id, actor.id)
        checks = await self._pool.fetch(sql.CHECKS, submission_id)
        spoken = [one for one in (row, *attempts, *messages) if one["voice_file_id"] is not None]
        voices = await self._file_cards.voices({one["voice_file_id"]: one["voice_seconds"] for one in spoken})
        files = await self._file_cards.of_task(row["homework_id"], row["variant_id"])
        of_attempts = await self._file_cards.of("attempt", [one["id"] for one in attempts])
        of_messages = await self._file_cards.of("message", [one["id"] for one in messages])
        return Chat(
            id=row["id"],
            version=row["version"],
            student=Named(row["student_id"], row["full_name"]),
            photo=self._photo_links.link(row["photo"]),
            group=Named(row["group_id"], row["group_name"]),
            task=_task(row, files, voices.get(row["voice_file_id"])),
            status=row["status"],
            score=row["score"],
            due_at=row["due_at"],
            attempts=[attempt_card(one, of_attempts.get(one["id"], []), voices) for one in attempts],
            checks=[CheckCard(**one) for one in checks],
            messages=[message_card(one, of_messages.get(one["id"], []), voices) for one in messages],
            claim=claim_card(row, actor),
            draft=_draft(row),
            undoable=row["undoable"],
        )

    async def remarks(self, actor: Actor) -> list[RemarkRow]:
        return [RemarkRow(**one) for one in await self._pool.fetch(sql.REMARKS, actor.id)]


def _offices(query: QueueQuery, actor: Actor) -> list[int] | None:
    """The branches asked for.

    Another branch than the caller's is treated as missing (D-12).
    """
    if query.office_ids is None or actor.all_offices:
        return query.office_ids
    return [id for id in query.office_ids if id in actor.office_ids]


def _row(one: Any) -> SubmissionRow:
    fields = dict(one)
    fields["group"] = Named(fields.pop("group_id"), fields.pop("group_name"))
    holder, name = fields.pop("claimed_by"), fields.pop("claimed_by_name")
    return SubmissionRow(**fields, claimed_by=Named(holder, name or "") if holder else None)


def _task(row: Any, files: list[FileCard], voice: VoiceCard | None) -> TaskCard:
    return TaskCard(
        id=row["homework_id"],
        description=row["description"],
        files=files,
        voice=voice,
        hours=row["hours"],
        deadline=row["deadline"],
        lesson_id=row["lesson_id"],
        lesson_date=row["lesson_date"],
        lesson_number=row["lesson_number"],
        topic=row["topic"],
        variant=letter_of(row["variant"]),
    )


def _draft(row: Any) -> Draft | None:
    if row["draft_saved_at"] is None:
        return None
    return Draft(score=row["draft_score"], message=row["draft_message"], saved_at=row["draft_saved_at"])


class PostgresSubmissionStore:
    """See ``application.homework.ports.SubmissionStore``."""

    async def visible(self, ids: Sequence[int], scope: GroupScope, uow: UnitOfWork) -> frozenset[int]:
        found = await _run(uow, sql.VISIBLE, ids=list(ids), offices=scope.office_ids, user=scope.user_id)
        return frozenset(found.scalars())

    async def context(self, submission_id: int, uow: UnitOfWork) -> CheckContext:
        facts = (await _run(uow, sql.CONTEXT, id=submission_id)).mappings().one()
        newest = (await _run(uow, sql.NEWEST_ATTEMPT, id=submission_id)).scalar_one()
        attempt = None if newest is None else await uow.load(Attempt, newest)
        return CheckContext(**facts, attempt=attempt)

    async def names_of(self, user_ids: Sequence[int], uow: UnitOfWork) -> dict[int, str]:
        return {row.id: row.full_name for row in await _run(uow, sql.CHECKERS, ids=list(user_ids))}

    async def is_late(self, check_id: int, uow: UnitOfWork) -> bool:
        return bool((await _run(uow, sql.IS_LATE, id=check_id)).scalar_one_or_none())

    async def remove_messages(self, check_id: int, now: datetime, uow: UnitOfWork) -> None:
        await _run(uow, sql.RELEASE_FILES, id=check_id, until=now + UNCLAIMED_LIVES)
        await _run(uow, sql.REMOVE_MESSAGES, id=check_id)

    async def save_draft(self, submission_id: int, user_id: int, score: str, message: str, uow: UnitOfWork) -> None:
        await _run(uow, sql.SAVE_DRAFT, submission=submission_id, user=user_id, score=score, message=message)

    async def delete_draft(self, submission_id: int, user_id: int, uow: UnitOfWork) -> None:
        await _run(uow, sql.DELETE_DRAFT, submission=submission_id, user=user_id)


async def _run(uow: UnitOfWork, statement: str, **values: object) -> Result[Any]:
    await uow.flush()
    return await uow.unwrap(AsyncSession).execute(text(statement), values)
