"""Ports of a student's own exams."""

from datetime import datetime
from typing import Protocol, runtime_checkable

from contracts.exams.student_exams import OwnExam, OwnExamPage
from contracts.homework.student_work import OwnWorkQuery


@runtime_checkable
class StudentExams(Protocol):
    """Reads of the exams in which a student takes part."""

    async def page(self, student_id: int, query: OwnWorkQuery, now: datetime) -> OwnExamPage:
        """Returns a page of the student's exams, newest first."""
        ...

    async def one(self, student_id: int, exam_id: int, now: datetime) -> OwnExam:
        """Returns one exam with attempts and messages.

        Raises NotFound for one without the student.
        """
        ...
