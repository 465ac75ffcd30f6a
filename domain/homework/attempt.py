"""Attempts: the hand-ins of a submission, and the messages of its chat (D-81)."""

from dataclasses import dataclass
from datetime import datetime

MAX_TEXT_LENGTH = 10_000


@dataclass
class Attempt:
    """A hand-in; it stays, and its time never changes (T3).

    ``is_late``: it came after the student's deadline. ``voice_seconds``: the duration of its recording.
    ``teacher_id``: who had taken the group over when it came; None: it is for the lesson's teacher (D-106).
    """

    submission_id: int
    number: int
    text: str
    handed_in_at: datetime
    is_late: bool
    voice_file_id: int | None = None
    voice_seconds: int | None = None
    teacher_id: int | None = None
    id: int | None = None


@dataclass
class SubmissionMessage:
    """A message in the chat of a submission, by a member of staff or by the student.

    ``check_id``: the check that it came with; undoing that removes it (D-69).
    """

    submission_id: int
    text: str
    sent_at: datetime
    author_id: int | None = None
    student_id: int | None = None
    check_id: int | None = None
    voice_file_id: int | None = None
    voice_seconds: int | None = None
    id: int | None = None
