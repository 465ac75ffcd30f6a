"""Homework of a student on PostgreSQL."""

from datetime import date, datetime
from typing import Any

import msgspec
from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.core.transaction import sql_of
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.student_chat import ATTEMPT, StudentChats
from adapters.postgres.homework.submission_sql import settled_status
from application.ports import UnitOfWork
from contracts.homework.student_work import OwnHomework, OwnHomeworkPage, OwnHomeworkQuery, OwnHomeworkRow
from domain.homework.attempt import Attempt
from domain.homework.generation import letter_of
from domain.homework.hand_in_limits import HandInLimits
from domain.homework.submission import SubmissionStatus
from domain.shared.errors import NotFound
from domain.shared.undoing import UNDO_PERIOD

# $1: the student, $2: the instant. A check is shown once its time of undoing is over: until then what was before it. k:
# the first of those that are not shown yet, each of which corrects the one before it
_GIVEN = f"""
from (
    select s.id, s.homework_id, s.group_id, s.handed_in_at, s.variant_id, k.id as hidden_check,
        case when k.id is null then s.score else k.previous_score end as score,
        case when k.id is null then s.due_at else k.previous_due_at end as due_at,
        case when k.id is null then {settled_status("s", "$2::timestamptz")} else k.previous_status end as settled
    from submissions s
    left join lateral (
        select * from checks c where c.submission_id = s.id and c.withdrawn_at is null
            and c.checked_at > $2::timestamptz - interval '{UNDO_PERIOD.seconds} s'
        order by c.id limit 1
    ) k on s.check_id is not null
    where s.student_id = $1 and s.homework_id is not null and s.status <> {SubmissionStatus.NOT_GIVEN:d}
) s join homeworks h on h.id = s.homework_id
"""  # noqa: S608  names of ours
_SHOWN = """
select h.id, jsonb_build_object('id', g.id, 'name', g.name) as "group", l.date as "lessonDate", p.name as topic,
    h.given_at as "givenAt", s.due_at as "dueAt", s.due_at + ${late}::interval as "closesAt",
    s.settled as status, s.score, s.handed_in_at as "handedInAt", coalesce(n.is_late, false) as "isLate"
"""
# n: the newest hand-in
_JOINED = """
join groups g on g.id = h.group_id join lessons l on l.id = h.lesson_id left join topics p on p.id = h.topic_id
left join lateral (select is_late from attempts a where a.submission_id = s.id order by a.number desc limit 1) n on true
"""
_CHOSEN = "where ($3::bigint is null or s.group_id = $3) and ($4::int is null or s.settled = $4)"
TOTAL = f"select count(*) {_GIVEN} {_CHOSEN}"
PAGE = f"{_SHOWN.format(late=7)} {_GIVEN} {_JOINED} {_CHOSEN} order by h.given_at desc, h.id desc limit $5 offset $6"
ONE = f"""
{_SHOWN.format(late=4)}, s.id as submission_id, s.hidden_check, coalesce(v.description, h.description) as description,
    v.id as variant_id, v.number as variant, h.voice_file_id, h.voice_seconds
{_GIVEN} {_JOINED} left join homework_variants v on v.id = s.variant_id where h.id = $3
"""


class PostgresStudentHomework:
    """See ``application.homework.student.ports.StudentHomework``."""

    def __init__(self, pool: ReadPool, cards: FileCards, limits: HandInLimits) -> None:
        self._pool = pool
        self._late_period = limits.late_period
        self._cards = cards
        self._chats = StudentChats(pool, cards)

    async def page(self, student_id: int, query: OwnHomeworkQuery, now: datetime) -> OwnHomeworkPage:
        chosen = (student_id, now, query.group_id, query.status)
        total: int = await self._pool.fetchval(TOTAL, *chosen)
        offset = (query.page - 1) * query.per_page
        rows = (
            await self._pool.fetch(PAGE, *chosen, query.per_page, offset, self._late_period) if offset < total else []
        )
        return OwnHomeworkPage(homework=[msgspec.convert(dict(row), OwnHomeworkRow) for row in rows], total=total)

    async def one(self, student_id: int, homework_id: int, now: datetime) -> OwnHomework:
        row = await self._pool.fetchrow(ONE, student_id, now, homework_id, self._late_period)
        if row is None:
            raise NotFound("Homework", homework_id)
        voice, files = row["voice_file_id"], await self._cards.of_task(homework_id, row["variant_id"])
        voices = await self._cards.voices({voice: row["voice_seconds"]}) if voice else {}
        more: dict[str, Any] = {
            "variant": letter_of(row["variant"]),
            "files": files,
            "voice": voices.get(voice or 0),
            "attempts": await self._chats.attempts(row["submission_id"]),
            "messages": await self._chats.messages(row["submission_id"], with_results=True, before=row["hidden_check"]),
        }
        return msgspec.convert(dict(row) | msgspec.to_builtins(more, builtin_types=(datetime,)), OwnHomework)


# $1: the homework, $2: the centre's day. Lessons that have begun keep their teacher, and those to come are generated
# ahead: the schedule alone would forget who taught before.
SUCCESSOR = """
select case when not exists (
    select from lessons n where n.group_id = l.group_id and n.teacher_id = l.teacher_id and n.date >= $2::date
) then (
    select n.teacher_id from lessons n where n.group_id = l.group_id and n.date >= $2::date
    order by n.date, n.begin_time limit 1
) end
from homeworks h join lessons l on l.id = h.lesson_id where h.id = $1
"""


class PostgresAttemptStore:
    """See ``application.homework.student.ports.AttemptStore``."""

    async def newest(self, submission_id: int, uow: UnitOfWork) -> list[Attempt]:
        of_submission = t.attempts.c.submission_id == submission_id
        newest = select(Attempt).where(of_submission).order_by(t.attempts.c.number.desc()).limit(2)
        return list((await uow.unwrap(AsyncSession).execute(newest)).scalars())

    async def successor_of_teacher(self, homework_id: int, today: date, uow: UnitOfWork) -> int | None:
        connection = await sql_of(uow).connection()
        found: int | None = await connection.fetchval(SUCCESSOR, homework_id, today)
        return found

    async def stored_bytes(self, student_id: int, uow: UnitOfWork) -> int:
        files = t.files.c
        stored = select(func.coalesce(func.sum(files.size), 0)).where(files.created_by_student == student_id)
        return int((await uow.unwrap(AsyncSession).execute(stored)).scalar_one())

    async def release_files(self, attempt: Attempt, now: datetime, uow: UnitOfWork) -> None:
        files = t.files.c
        of_attempt = files.entity.in_((ATTEMPT, f"{ATTEMPT}-voice")) & (files.entity_id == attempt.id)
        await uow.unwrap(AsyncSession).execute(update(t.files).where(of_attempt).values(expires_at=now))
