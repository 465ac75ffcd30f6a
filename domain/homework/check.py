"""Checks of submissions.

Another check corrects one, its checker may withdraw it (D-69).
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from domain.homework.submission import Submission, SubmissionStatus
from domain.shared.errors import DomainError

# messages about a check leave the outbox not before this delay, so that undoing it removes them (D-69)
MESSAGE_DELAY = timedelta(seconds=10)


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


def withdraw(check: Check, submission: Submission, user_id: int, now: datetime) -> None:
    """Undoes the check: the submission is what it was before.

    Raises DomainError("homework.not_undoable") for another user, a check that something followed, or one that
    was undone before.
    """
    followed = submission.check_id != check.id or submission.status != check.status
    if check.checked_by != user_id or followed or check.withdrawn_at is not None:
        raise DomainError("homework.not_undoable")
    submission.status, submission.score = check.previous_status, check.previous_score
    submission.check_id, submission.result = check.previous_check_id, check.previous_result
    submission.due_at = check.previous_due_at or submission.due_at
    submission.claimed_by = submission.claimed_at = submission.status_before = None
    check.withdrawn_at = now
