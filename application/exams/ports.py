"""Ports of exams."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Literal, Protocol, runtime_checkable
from zoneinfo import ZoneInfo

from application.actor import Actor
from application.groups.views import GroupScope
from application.ports import UnitOfWork
from contracts.exams.exams import (
    ExamCard,
    ExamFormStudent,
    ExamPage,
    ExamsQuery,
    PublicExam,
    StudyMonth,
)
from contracts.exams.results import AnnouncedStudent, ExamChat, ExamWorkPage, WorksQuery
from contracts.groups.enrolments import ResultExam
from contracts.shared import Named
from domain.exams.exam import Exam, ExamResult
from domain.homework.submission import Submission

# all participants; those with a hand-in or a message, what waits longest first
WorkList = Literal["participants", "chats"]


@dataclass(frozen=True)
class Sight:
    """The groups whose exams a caller sees, and those in which the caller checks.

    Nothing of a result is shown outside of the latter before the announcement (H6).
    """

    seen: GroupScope
    checked: GroupScope


@dataclass(frozen=True)
class ExamGroup:
    """A group with the study months of its course."""

    group: Named
    study_months: Sequence[StudyMonth]


@dataclass(frozen=True)
class WorkContext:
    """The facts of a participant's work beside its row.

    ``title``: the exam's study months."""

    student_name: str
    group_name: str
    title: str
    attempt_id: int | None


@runtime_checkable
class ExamStore(Protocol):
    """Writes of exams, in the caller's transaction."""

    async def group(self, group_id: int, scope: GroupScope, uow: UnitOfWork) -> ExamGroup:
        """Returns a group in the scope. Raises NotFound."""
        ...

    async def check_visible(self, exam_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        """Raises NotFound unless the exam is of a group in the scope."""
        ...

    async def check_work_visible(self, submission_id: int, scope: GroupScope, uow: UnitOfWork) -> None:
        """Raises NotFound unless it is the work of an exam of a group in the scope."""
        ...

    async def class_on(self, group_id: int, day: date, uow: UnitOfWork) -> Sequence[int]:
        """Returns the students who are in the group on a day."""
        ...

    async def add_participants(self, exam: Exam, student_ids: Collection[int], uow: UnitOfWork) -> int:
        """Adds students that do not take part yet, and returns their number."""
        ...

    async def study_month_ids(self, exam_id: int, uow: UnitOfWork) -> Sequence[int]:
        """Returns the study months of an exam."""
        ...

    async def set_study_months(self, exam_id: int, ids: Collection[int], uow: UnitOfWork) -> None:
        """Replaces the study months of an exam."""
        ...

    async def move_due(self, exam_id: int, deadline: datetime, uow: UnitOfWork) -> None:
        """Moves the deadline of every participant."""
        ...

    async def lock_works(self, exam_id: int, uow: UnitOfWork) -> Mapping[int, int]:
        """Locks the work of an exam and returns the number of hand-ins by id."""
        ...

    async def students(self, exam_id: int, uow: UnitOfWork) -> Mapping[int, AnnouncedStudent]:
        """Returns the participants by the id of their work, ordered by name."""
        ...

    async def passed_before(self, exam: Exam, uow: UnitOfWork) -> tuple[int, int]:
        """Returns passed and participants of the group's other announced exams."""
        ...

    async def context(self, submission_id: int, uow: UnitOfWork) -> WorkContext:
        """Returns the facts that a check needs."""
        ...

    async def write_results(self, results: Sequence[tuple[Submission, ExamResult]], uow: UnitOfWork) -> None:
        """Writes the results of all participants in one statement."""
        ...

    async def save_draft(
        self, submission_id: int, user_id: int, score: str, reason: int | None, texts: tuple[str, str], uow: UnitOfWork
    ) -> None:
        """Inserts or replaces the draft of a checker.

        ``texts``: of the reason, of the message."""
        ...

    async def discard_files(self, exam_id: int, now: datetime, uow: UnitOfWork) -> None:
        """Expires the files of the exam, of its hand-ins and of its messages."""
        ...


@dataclass(frozen=True)
class Moved:
    """The students who joined and left an exam of a group."""

    group: str
    joined: int
    left: int


@runtime_checkable
class ExamParticipants(Protocol):
    """Participants compared with the class on the day of the begin."""

    async def outdated(self, since: datetime, zone: ZoneInfo, uow: UnitOfWork) -> Sequence[int]:
        """Returns exams that begin after ``since`` with other participants."""
        ...

    async def align(self, exam: Exam, since: datetime, zone: ZoneInfo, uow: UnitOfWork) -> Moved:
        """Adds who joined the class, and removes who left without any work."""
        ...


@runtime_checkable
class ExamViews(Protocol):
    """Reads of exams; all raise NotFound for exams outside the sight."""

    async def page(self, group_id: int, query: ExamsQuery, sight: Sight, now: datetime) -> ExamPage:
        """Returns a page of a group's exams, the newest first."""
        ...

    async def one(self, exam_id: int, sight: Sight, now: datetime) -> ExamCard:
        """Returns one exam."""
        ...

    async def works(self, exam_id: int, of: WorkList, query: WorksQuery, sight: Sight, now: datetime) -> ExamWorkPage:
        """Returns a page of an exam's participants or chats."""
        ...

    async def chat(
        self, submission_id: int, actor: Actor, sight: Sight, now: datetime, exam_id: int | None = None
    ) -> ExamChat:
        """Returns the work of one participant with its history; of this exam, if named."""
        ...

    async def of_student(self, student_id: int, sight: Sight) -> list[ResultExam]:
        """Returns the exams in which the student takes part, the newest first."""
        ...

    async def form_students(self, group_id: int, exam_id: int | None, day: date) -> list[ExamFormStudent]:
        """Returns the students in the group on a day."""
        ...

    async def public(self, public_id: str) -> PublicExam:
        """Returns the public result. Raises NotFound unless it is announced."""
        ...
