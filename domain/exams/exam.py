"""Exams of a group: given, checked, announced (D-29, D-68, D-86, D-87)."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import IntEnum
from typing import NamedTuple

from domain.homework.score import passes
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError

DESCRIPTION_LENGTH = 3000
# dates of exams lie between these: every time zone can show them
EARLIEST, LATEST = datetime(2000, 1, 1, tzinfo=UTC), datetime(2100, 1, 1, tzinfo=UTC)


class ExamStatus(IntEnum):
    """The status by its dates (D-68)."""

    NOT_STARTED = 1
    ACTIVE = 2
    ENDED = 3


class ExamProgress(IntEnum):
    """In progress until it is announced, then completed (D-86, R2-261)."""

    IN_PROGRESS = 1
    COMPLETED = 2


class ExamResult(IntEnum):
    """The result of a participant (D-29, R2-260)."""

    FAILED = 1
    PASSED = 2
    ABSENT = 3
    # failed for a named reason, whatever the score (D-87)
    FAILED_EXAM = 4


class FailingReason(IntEnum):
    """The reasons of *failed exam* (D-87); *other* needs a text."""

    COPIED = 1
    DID_NOT_EXPLAIN = 2
    BROKE_THE_RULES = 3
    OTHER_WORK = 4
    OTHER = 5


@dataclass
class Exam:
    """An exam of a group about one or more study months.

    ``public_id``: 128 random bits, the address of its public result (D-40). ``begins_at``, ``deadline``: its dates,
    the last second included. ``whole_class``: it was given to the class as it is at the begin, not to chosen students.
    """

    public_id: str
    group_id: int
    description: str
    begins_at: datetime
    deadline: datetime
    created_by: int | None
    announced_at: datetime | None = None
    announced_by: int | None = None
    whole_class: bool = True
    version: int = 1
    id: int | None = None

    def __post_init__(self) -> None:
        check_dates(self.begins_at, self.deadline)

    @property
    def progress(self) -> ExamProgress:
        """Completed once it is announced."""
        return ExamProgress.COMPLETED if self.announced_at else ExamProgress.IN_PROGRESS

    def status(self, now: datetime) -> ExamStatus:
        """The status at an instant (D-68)."""
        if now < self.begins_at:
            return ExamStatus.NOT_STARTED
        return ExamStatus.ACTIVE if now <= self.deadline else ExamStatus.ENDED

    def edit(self, description: str, begins_at: datetime, deadline: datetime, now: datetime) -> None:
        """Replaces text and dates until it is announced; a deadline that is over may stay.

        Raises DomainError: exams.announced_already, exams.deadline_before_begin, exams.deadline_past.
        """
        self.check_unannounced()
        check_dates(begins_at, deadline)
        if deadline != self.deadline and deadline <= now:
            raise DomainError("exams.deadline_past")
        self.description, self.begins_at, self.deadline = description, begins_at, deadline

    def move_deadline(self, deadline: datetime, now: datetime) -> None:
        """Moves the deadline, never into the past.

        Raises DomainError("exams.deadline_past"), or as ``edit``.
        """
        if deadline <= now:
            raise DomainError("exams.deadline_past")
        self.edit(self.description, self.begins_at, deadline, now)

    def check_unannounced(self) -> None:
        """Raises DomainError("exams.announced_already") after the announcement."""
        if self.announced_at is not None:
            raise DomainError("exams.announced_already")


def check_dates(begins_at: datetime, deadline: datetime) -> None:
    """Checks that the deadline follows the begin.

    Raises DomainError("exams.deadline_before_begin").
    """
    if deadline <= begins_at:
        raise DomainError("exams.deadline_before_begin")


def result_of_check(score: int | None, failing_reason: FailingReason | None) -> ExamResult:
    """The result that a check gives: a failing reason outweighs the score (D-87).

    Raises DomainError("exams.score_needed") without either.
    """
    if failing_reason is not None:
        return ExamResult.FAILED_EXAM
    if score is None:
        raise DomainError("exams.score_needed")
    return ExamResult.PASSED if passes(score) else ExamResult.FAILED


def final_result(submission: Submission) -> ExamResult:
    """The result that announcing gives a participant (D-86, R2-198).

    A score under 60 without a result counts as failed; without hand-in and score the participant was absent.
    """
    if submission.result is not None:
        return ExamResult(submission.result)
    if submission.score is not None:
        return ExamResult.PASSED if passes(submission.score) else ExamResult.FAILED
    return ExamResult.ABSENT


def exam_percentage(passed: int, participants: int) -> float | None:
    """The passed of the participants in percent (D-27).

    It has one decimal, rounded half up. Lists compute it in SQL: `exam_rates.py`, held equal by a test.
    """
    # integer arithmetic rounds as PostgreSQL does
    return (2000 * passed + participants) // (2 * participants) / 10 if participants else None


class Announcement(NamedTuple):
    """The decision about announcing.

    ``results`` by submission, in the given order; ``unchecked`` ones stand in the way.
    """

    results: Sequence[tuple[Submission, ExamResult]]
    unchecked: Sequence[Submission]


def announcement(submissions: Iterable[Submission], now: datetime) -> Announcement:
    """Decides the announcement of an exam (D-86).

    An unchecked hand-in stands in its way, and so does a check that somebody has open.
    """
    results: list[tuple[Submission, ExamResult]] = []
    unchecked: list[Submission] = []
    for one in submissions:
        if one.settled_status(now) in (SubmissionStatus.WAITING, SubmissionStatus.CHECKING):
            unchecked.append(one)
        else:
            results.append((one, final_result(one)))
    return Announcement(results, unchecked)
