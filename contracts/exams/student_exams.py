"""Exams as a participant sees them (D-86, D-96).

Nothing of a result is in any of these before the announcement: neither score nor status, nor what came with a check.
"""

from datetime import datetime
from typing import Literal

from contracts.homework.files import FileCard
from contracts.homework.student_work import OwnAttempt, OwnMessage
from contracts.shared import Named, Wire


class OwnExamResult(Wire):
    """The announced result (D-29).

    Failed 1, passed 2, absent 3, failed for a reason 4.

    ``failingReason``: copied 1, did not explain 2, broke the rules 3, other work 4, other 5, with its text (D-87).
    """

    result: Literal[1, 2, 3, 4]
    score: int | None
    failing_reason: Literal[1, 2, 3, 4, 5] | None
    failing_text: str


class OwnExamRow(Wire):
    """An exam of the student.

    ``status``: not started 1, active 2, ended 3 (D-68). ``result``: null until it is announced.
    """

    id: int
    group: Named
    begins_at: datetime
    deadline: datetime
    status: Literal[1, 2, 3]
    handed_in_at: datetime | None
    announced_at: datetime | None
    result: OwnExamResult | None


class OwnExamPage(Wire):
    """A page of own exams."""

    exams: list[OwnExamRow]
    total: int


class OwnExam(OwnExamRow):
    """An exam with the own attempts and the chat, oldest first.

    ``description``, ``files``: the task, null and empty before it begins.
    """

    description: str | None
    files: list[FileCard]
    attempts: list[OwnAttempt]
    messages: list[OwnMessage]


class OwnExamAnswer(Wire):
    """One own exam."""

    exam: OwnExam
