"""Reads of exams on PostgreSQL."""

import json
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from adapters.postgres.core import tables as t
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.exams import exam_sql as sql
from adapters.postgres.files.photo_links import PhotoLinks
from adapters.postgres.homework.file_cards import FileCards
from adapters.postgres.homework.submissions_sql import ATTEMPTS, MESSAGES
from adapters.postgres.homework.work_cards import attempt_card, claim_card, message_card
from adapters.postgres.listing.search import PeopleSearch
from application.actor import Actor
from application.exams.ports import Sight, WorkList
from contracts.exams.exams import (
    ExamCard,
    ExamCounts,
    ExamFormStudent,
    ExamPage,
    ExamRow,
    ExamsQuery,
    PublicExam,
    PublicResult,
    StudyMonth,
)
from contracts.exams.results import (
    ExamChat,
    ExamCheckCard,
    ExamDraft,
    ExamEarned,
    ExamTask,
    ExamWorkPage,
    ExamWorkRow,
    WorksQuery,
)
from contracts.groups.enrolments import ResultExam
from contracts.shared import Named
from domain.exams.exam import Exam, ExamProgress
from domain.gamification.ledger import CauseKind
from domain.people.names import first_name_and_initial
from domain.shared.errors import NotFound

_SEARCH = PeopleSearch(t.students)
_CAUSES = [str(CauseKind.EXAM_PARTICIPATION), str(CauseKind.EXAM_PASS)]


class PostgresExamViews:
    """See ``application.exams.ports.ExamViews``."""

    def __init__(self, pool: ReadPool, photo_links: PhotoLinks, file_cards: FileCards, zone: ZoneInfo) -> None:
        self._pool = pool
        self._photo_links = photo_links
        self._file_cards = file_cards
        self._zone = zone

    async def page(self, group_id: int, query: ExamsQuery, sight: Sight, now: datetime) -> ExamPage:
        seen = sight.seen
        if not await self._pool.fetchval(sql.GROUP, group_id, seen.office_ids, seen.user_id):
            raise NotFound("Group", group_id)
        offset = (query.page - 1) * query.per_page
        values = (group_id, *_sight(sight), now, query.study_month_id)
        rows = await self._pool.fetch(sql.PAGE, *values, query.per_page, offset)
        total = rows[0]["total"] if rows else 0
        return ExamPage(exams=[ExamRow(**_row(row, now)) for row in rows], total=total)

    async def one(self, exam_id: int, sight: Sight, now: datetime) -> ExamCard:
        row = await self._pool.fetchrow(sql.ONE, exam_id, *_sight(sight), now)
        if row is None:
            raise NotFound("Exam", exam_id)
        files = await self._file_cards.of("exam", [exam_id])
        return ExamCard(
            **_row(row, now),
            group=Named(row["group_id"], row["group_name"]),
            course=row["course"] or "",
            created_by=Named(row["created_by"], row["author"]) if row["created_by"] else None,
            announced_by=Named(row["announced_by"], row["announcer"]) if row["announced_by"] else None,
            attachments=files.get(exam_id, []),
            public_id=row["public_id"] if row["announced_at"] else None,
        )

    async def works(self, exam_id: int, of: WorkList, query: WorksQuery, sight: Sight, now: datetime) -> ExamWorkPage:
        await self.one(exam_id, sight, now)
        sought = None
        if query.value and query.value.strip():
            sought = _SEARCH.sought(query.value.strip(), None)[1]["sought_words"]
        values = (exam_id, *_sight(sight), now, query.status, query.result, sought)
        total = await self._pool.fetchval(sql.WORKS_TOTAL[of], *values)
        offset, rows = (query.page - 1) * query.per_page, []
        if offset < total:
            statement = sql.WORKS[of].format(order=query.order_by.value)
            found = await self._pool.fetch(statement, *values, query.per_page, offset)
            rows = [_work(one) for one in found]
        self._photo_links.show(rows)
        return ExamWorkPage(works=rows, total=total)

    async def chat(
        self, submission_id: int, actor: Actor, sight: Sight, now: datetime, exam_id: int | None = None
    ) -> ExamChat:
        row = await self._pool.fetchrow(sql.CHAT, submission_id, *_sight(sight), now, actor.id, exam_id)
        if row is None:
            raise NotFound("Submission", submission_id)
        attempts = await self._pool.fetch(ATTEMPTS, submission_id)
        messages = await self._pool.fetch(MESSAGES, submission_id, actor.id)
        checks = await self._pool.fetch(sql.CHECKS, submission_id) if row["open"] else []
        if not row["open"]:
            messages = [one for one in messages if one["check_id"] is None]
        spoken = [one for one in (*attempts, *messages) if one["voice_file_id"] is not None]
        voices = await self._file_cards.voices({one["voice_file_id"]: one["voice_seconds"] for one in spoken})
        of_exam = await self._file_cards.of("exam", [row["exam_id"]])
        of_attempts = await self._file_cards.of("attempt", [one["id"] for one in attempts])
        of_messages = await self._file_cards.of("message", [one["id"] for one in messages])
        announced = row["announced_at"] is not None
        return ExamChat(
            id=row["id"],
            version=row["version"],
            student=Named(row["student_id"], row["full_name"]),
            h_id=row["h_id"],
            photo=self._photo_links.link(row["photo"]),
            group=Named(row["group_id"], row["group_name"]),
            exam=ExamTask(
                id=row["exam_id"],
                description=row["description"],
                files=of_exam.get(row["exam_id"], []),
                study_months=_months(row),
                begins_at=row["begins_at"],
                deadline=row["deadline"],
                progress=_progress(announced),
                version=row["exam_version"],
            ),
            status=row["status"],
            score=row["score"],
            result=row["result"],
            failing_reason_id=row["failing_reason_id"],
            failing_text=row["failing_text"],
            attempts=[attempt_card(one, of_attempts.get(one["id"], []), voices) for one in attempts],
            checks=[ExamCheckCard(**one) for one in checks],
            messages=[message_card(one, of_messages.get(one["id"], []), voices) for one in messages],
            claim=claim_card(row, actor),
            draft=_draft(row),
            undoable=row["undoable"],
            award=await self._award(row) if announced else None,
            public_id=row["public_id"] if announced else None,
        )

    async def form_students(self, group_id: int, exam_id: int | None, day: date) -> list[ExamFormStudent]:
        rows = await self._pool.fetch(sql.FORM_STUDENTS, group_id, day, exam_id)
        found = [ExamFormStudent(**row) for row in rows]
        self._photo_links.show(found)
        return found

    async def of_student(self, student_id: int, sight: Sight) -> list[ResultExam]:
        rows = await self._pool.fetch(sql.OF_STUDENT, student_id, *_sight(sight))
        return [ResultExam(**dict(row)) for row in rows]

    async def public(self, public_id: str) -> PublicExam:
        row = await self._pool.fetchrow(sql.PUBLIC, public_id)
        if row is None:
            raise NotFound("Exam", 0)
        results = await self._pool.fetch(sql.PUBLIC_RESULTS, row["id"])
        return PublicExam(
            group=row["group"],
            course=row["course"],
            study_months=[month.name for month in _months(row)],
            date=row["begins_at"].astimezone(self._zone).date(),
            results=[
                PublicResult(
                    h_id=one["h_id"],
                    name=first_name_and_initial(one["first_name"], one["last_name"]),
                    result=one["result"],
                    score=one["score"],
                )
                for one in results
            ],
        )

    async def _award(self, row: Any) -> ExamEarned:
        (earned,) = await self._pool.fetch(sql.AWARD, row["student_id"], str(row["exam_id"]), _CAUSES)
        return ExamEarned(**earned)


def _sight(sight: Sight) -> tuple[Any, ...]:
    return sight.seen.office_ids, sight.seen.user_id, sight.checked.office_ids, sight.checked.user_id


def _months(row: Any) -> list[StudyMonth]:
    value = row["study_months"]
    return [StudyMonth(**month) for month in (json.loads(value) if isinstance(value, str) else value)]


def _progress(announced: bool) -> Any:
    return (ExamProgress.COMPLETED if announced else ExamProgress.IN_PROGRESS).value


def _row(row: Any, now: datetime) -> dict[str, Any]:
    """The fields of ``ExamRow``."""
    exam = Exam(row["public_id"], row["group_id"], row["description"], row["begins_at"], row["deadline"], None)
    return {
        "id": row["id"],
        "description": row["description"],
        "study_months": _months(row),
        "begins_at": row["begins_at"],
        "deadline": row["deadline"],
        "status": exam.status(now).value,
        "progress": _progress(row["announced_at"] is not None),
        "announced_at": row["announced_at"],
        "counts": ExamCounts(**{name: row[name] for name in sql.COUNT_NAMES}),
        "version": row["version"],
    }


def _work(one: Any) -> ExamWorkRow:
    fields = dict(one)
    holder, name = fields.pop("claimed_by"), fields.pop("claimed_by_name")
    return ExamWorkRow(**fields, claimed_by=Named(holder, name or "") if holder else None)


def _draft(row: Any) -> ExamDraft | None:
    if row["draft_saved_at"] is None:
        return None
    return ExamDraft(
        score=row["draft_score"],
        failing_reason_id=row["draft_reason"],
        failing_text=row["draft_reason_text"],
        message=row["draft_message"],
        saved_at=row["draft_saved_at"],
    )
