"""Checks of submissions.

Another check corrects one, its checker may withdraw it (D-69).
"""

from dataclasses import dataclass
from datetime import datetime

from domain.homework.deadlines import due_after_rejection
from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError


@dataclass
class Check:
    """One scoring of a submission's attempt.

    ``previous_…``: the submission before it, which undoing restores. ``reason``: why an announced exam result was
    corrected. ``withdrawn_at``: when its checker undid it.
    """

    submission_id: int
    attempt_id: int | None
    score: int | None
    status: SubmissionStatus
    checked_by: int
    checked_at: datetime
    previous_status: SubmissionStatus
    previous_score: int | None = None
    previous_check_id: int | None = None
    previous_due_at: datetime | None = None
    previous_result: int | None = None
    result: int | None = None
    failing_reason: int | None = None
    failing_text: str = ""
    message: str = ""
    reason: str = ""
    withdrawn_at: datetime | None = None
    id: int | None = None


def score_homework(
    submission: Submission, attempt_id: int | None, score: int, user_id: int, now: datetime, message: str = ""
) -> Check:
    """Scores homework and returns the check, which keeps what was before it.

    A rejection gives the student at least 24 hours from now (D-80).

    Raises DomainError: homework.claimed (by another checker), homework.nothing_handed_in.
    """
    check = check_of(submission, attempt_id, score, user_id, now, message)
    check.status = submission.check(score, user_id, now)
    if check.status == SubmissionStatus.REJECTED:
        submission.due_at = due_after_rejection(submission.due_at, now)
    return check


def check_of(
    submission: Submission, attempt_id: int | None, score: int | None, user_id: int, now: datetime, message: str = ""
) -> Check:
    """A check of the submission as it is before it."""
    # the claim ends with the check: undoing restores what was before both
    before = submission.unclaimed_status()
    return Check(
        submission_id=int(submission.id or 0),
        attempt_id=attempt_id,
        score=score,
        status=before,
        checked_by=user_id,
        checked_at=now,
        previous_status=before,
        previous_score=submission.score,
        previous_check_id=submission.check_id,
        previous_due_at=submission.due_at,
        previous_result=submission.result,
        message=message,
    )


def withdraw(check: Check, submission: Submission, user_id: int, now: datetime, before: Check | None = None) -> None:
    """Undoes the check: the submission is what it was before.

    ``before``: the check before it, if there was one.

    Raises DomainError("homework.not_undoable") for another user, a check that something followed, or one that
    was undone before.
    """
    followed = submission.check_id != check.id or submission.status != check.status
    if check.checked_by != user_id or followed or check.withdrawn_at is not None:
        raise DomainError("homework.not_undoable")
    submission.status, submission.score = check.previous_status, check.previous_score
    submission.check_id, submission.result = check.previous_check_id, check.previous_result
    submission.checked_by = before.checked_by if before else None
    submission.checked_at = before.checked_at if before else None
    submission.due_at = check.previous_due_at or submission.due_at
    submission.claimed_by = submission.claimed_at = submission.status_before = None
    check.withdrawn_at = now
