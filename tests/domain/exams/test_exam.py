"""Exams: dates, results, announcing (D-29, D-68, D-86, D-87)."""

from datetime import UTC, datetime, timedelta

import pytest

from domain.exams.exam import (
    Exam,
    ExamProgress,
    ExamResult,
    ExamStatus,
    FailingReason,
    announcement,
    exam_percentage,
    final_result,
    result_of_check,
)
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError

BEGIN = datetime(2026, 11, 25, 9, tzinfo=UTC)
END = BEGIN + timedelta(hours=3)
S = SubmissionStatus


def an_exam() -> Exam:
    return Exam("abc", 2, "Project", BEGIN, END, 11, id=3)


def work(status: S, score: int | None = None, result: ExamResult | None = None) -> Submission:
    return Submission(2, 7, status, END, exam_id=3, score=score, result=result, attempts=int(status != S.UNCOMPLETED))


def test_the_status_follows_the_dates() -> None:
    """D-68."""
    exam, second = an_exam(), timedelta(seconds=1)
    assert [exam.status(at) for at in (BEGIN - second, BEGIN, END, END + second)] == [
        ExamStatus.NOT_STARTED,
        ExamStatus.ACTIVE,
        ExamStatus.ACTIVE,
        ExamStatus.ENDED,
    ]


def test_completed_means_announced() -> None:
    """D-86, R2-261."""
    exam, announced = an_exam(), an_exam()
    announced.announced_at = END
    assert [exam.progress, announced.progress] == [ExamProgress.IN_PROGRESS, ExamProgress.COMPLETED]
    exam = announced
    with pytest.raises(DomainError, match="announced_already"):
        exam.edit("other", BEGIN, END, BEGIN)


def test_the_deadline_follows_the_begin() -> None:
    with pytest.raises(DomainError, match="deadline_before_begin"):
        Exam("abc", 2, "Project", BEGIN, BEGIN, 11)


def test_a_deadline_is_not_moved_into_the_past() -> None:
    with pytest.raises(DomainError, match="deadline_past"):
        an_exam().move_deadline(END, now=END)


@pytest.mark.parametrize(
    ("score", "reason", "result"),
    [
        (59, None, ExamResult.FAILED),
        (60, None, ExamResult.PASSED),
        (95, FailingReason.COPIED, ExamResult.FAILED_EXAM),
        (None, FailingReason.OTHER, ExamResult.FAILED_EXAM),
    ],
)
def test_a_failing_reason_outweighs_the_score(
    score: int | None, reason: FailingReason | None, result: ExamResult
) -> None:
    """D-21, D-29, D-87."""
    assert result_of_check(score, reason) is result


def test_a_check_without_score_and_reason_is_rejected() -> None:
    with pytest.raises(DomainError, match="score_needed"):
        result_of_check(None, None)


def test_announcing_gives_every_participant_a_result() -> None:
    """D-86, R2-198: under 60 fails, without work and score the participant was absent."""
    assert final_result(work(S.REJECTED, 59)) is ExamResult.FAILED
    assert final_result(work(S.ACCEPTED, 60)) is ExamResult.PASSED
    assert final_result(work(S.UNCOMPLETED)) is ExamResult.ABSENT
    assert final_result(work(S.REJECTED, 90, ExamResult.FAILED_EXAM)) is ExamResult.FAILED_EXAM


def test_unchecked_work_stands_in_the_way_of_announcing() -> None:
    """D-86."""
    waiting, claimed = work(S.WAITING), work(S.CHECKING)
    decided = announcement([work(S.ACCEPTED, 80), waiting, claimed], END)
    assert list(decided.unchecked) == [waiting, claimed]
    assert [result for _, result in decided.results] == [ExamResult.PASSED]


@pytest.mark.parametrize(
    ("passed", "participants", "percentage"),
    [(0, 0, None), (0, 3, 0.0), (2, 3, 66.7), (1, 16, 6.3), (3, 3, 100.0)],
)
def test_the_percentage_is_rounded_half_up(passed: int, participants: int, percentage: float | None) -> None:
    """D-27: one decimal, as PostgreSQL rounds."""
    assert exam_percentage(passed, participants) == percentage
