"""Checks of an exam's work: a score, or a reason for failing (D-86, D-87)."""

from datetime import datetime

from domain.exams.exam import Exam, ExamResult, FailingReason, result_of_check
from domain.homework.check import Check
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError


def check_work(
    submission: Submission,
    score: int | None,
    reason: FailingReason | None,
    reason_text: str,
    user_id: int,
    now: datetime,
) -> ExamResult:
    """Scores the work of a participant and returns its result.

    With or without a hand-in (D-82).

    A failing reason fails it whatever the score. Raises DomainError: homework.claimed, exams.score_needed.
    """
    result = result_of_check(score, reason)
    submission.check(score or 0, user_id, now)
    if result is ExamResult.FAILED_EXAM:
        submission.status, submission.score = SubmissionStatus.REJECTED, score
    submission.result, submission.failing_reason = result, reason
    submission.failing_text = reason_text if reason is FailingReason.OTHER else ""
    return result


def restore_reason(submission: Submission, before: Check | None) -> None:
    """Restores the failing reason that the check before an undone one had."""
    submission.failing_reason = before.failing_reason if before else None
    submission.failing_text = before.failing_text if before else ""


def check_deletable(handed_in: int, *, confirmed: bool) -> None:
    """Checks that no work of students is lost unconfirmed.

    Raises DomainError("exams.handed_in_already").
    """
    if handed_in and not confirmed:
        raise DomainError("exams.handed_in_already", submissions=handed_in)


def check_joining(exam: Exam, now: datetime) -> None:
    """Checks that students may still join an exam (D-86).

    Raises DomainError("exams.joining_closed") after the deadline or the announcement.
    """
    if exam.announced_at is not None or now > exam.deadline:
        raise DomainError("exams.joining_closed")
