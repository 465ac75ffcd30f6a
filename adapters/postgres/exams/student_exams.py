"""Exams of a student on PostgreSQL.

What tells a result leaves the database only after the announcement.
"""

from datetime import datetime
from typing import Any

import msgspec

from adapters.postgres.core.pool import ReadPool
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.student_chat import StudentChats
from contracts.exams.student_exams import OwnExam, OwnExamPage, OwnExamRow
from contracts.homework.student_work import OwnWorkQuery
from domain.exams.exam import ExamStatus
from domain.shared.errors import NotFound

# $1: the student, $2: the instant
_SHOWN = f"""
select e.id, jsonb_build_object('id', g.id, 'name', g.name) as "group", e.begins_at as "beginsAt", e.deadline,
    case when $2::timestamptz < e.begins_at then {ExamStatus.NOT_STARTED:d} when $2 <= e.deadline
        then {ExamStatus.ACTIVE:d} else {ExamStatus.ENDED:d} end as status,
    s.handed_in_at as "handedInAt", e.announced_at as "announcedAt",
    case when e.announced_at is not null and s.result is not null then jsonb_build_object('result', s.result,
        'score', s.score, 'failingReason', s.failing_reason, 'failingText', s.failing_text) end as result
"""
_GIVEN = """
from submissions s join exams e on e.id = s.exam_id join groups g on g.id = e.group_id where s.student_id = $1
"""
_CHOSEN = "and ($3::bigint is null or s.group_id = $3)"
TOTAL = """
select count(*) from submissions s
where s.student_id = $1 and s.exam_id is not null and ($2::bigint is null or s.group_id = $2)
"""
PAGE = f"{_SHOWN} {_GIVEN} {_CHOSEN} order by e.begins_at desc, e.id desc limit $4 offset $5"
ONE = f"{_SHOWN}, s.id as submission_id, e.description as task {_GIVEN} and e.id = $3"


class PostgresStudentExams:
    """See ``application.exams.student_ports.StudentExams``."""

    def __init__(self, pool: ReadPool, cards: FileCards) -> None:
        self._pool = pool
        self._cards = cards
        self._chats = StudentChats(pool, cards)

    async def page(self, student_id: int, query: OwnWorkQuery, now: datetime) -> OwnExamPage:
        total: int = await self._pool.fetchval(TOTAL, student_id, query.group_id)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            rows = await self._pool.fetch(PAGE, student_id, now, query.group_id, query.per_page, offset)
        return OwnExamPage(exams=[msgspec.convert(dict(row), OwnExamRow) for row in rows], total=total)

    async def one(self, student_id: int, exam_id: int, now: datetime) -> OwnExam:
        row = await self._pool.fetchrow(ONE, student_id, now, exam_id)
        if row is None:
            raise NotFound("Exam", exam_id)
        begun = row["status"] != ExamStatus.NOT_STARTED
        files = await self._cards.of("exam", [exam_id]) if begun else {}
        announced = row["announcedAt"] is not None
        more: dict[str, Any] = {
            "description": row["task"] if begun else None,
            "files": files.get(exam_id, []),
            "attempts": await self._chats.attempts(row["submission_id"]),
            "messages": await self._chats.messages(row["submission_id"], with_results=announced),
        }
        return msgspec.convert(dict(row) | msgspec.to_builtins(more, builtin_types=(datetime,)), OwnExam)
