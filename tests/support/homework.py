"""Homework of the builders, with the work of students.

``a_homework_of(lesson).given_to(*students)``.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Self

from domain.homework.submission import SubmissionStatus
from tests.support.entities import Columns, Entity, Linked, Student
from tests.support.lessons import Lesson
from tests.support.secret_storage import SecretStorage

# a deadline of the builders: the noon after the lesson
NOON = 12


@dataclass(eq=False)
class Homework(Entity):
    """Homework of a lesson, with a submission of each student it is given to."""

    table = "homeworks"
    lesson: Lesson
    description: str = "Sonlarni saralang"
    works: list["Work"] = field(default_factory=list)

    @property
    def deadline(self) -> datetime:
        """The noon of the next day, UTC."""
        return datetime(self.lesson.day.year, self.lesson.day.month, self.lesson.day.day, NOON, tzinfo=UTC) + timedelta(
            1
        )

    def dependencies(self) -> Iterable[Entity]:
        return [self.lesson]

    def columns(self, secrets: SecretStorage) -> Columns:
        return {
            "group_id": self.lesson.group.id,
            "lesson_id": self.lesson.id,
            "description": self.description,
            "source": 2,
            "hours": 24,
            "given_at": self.deadline - timedelta(hours=24),
            "deadline": self.deadline,
        }

    def work_of(self, student: Student) -> "Work":
        """The submission of a student."""
        work = Work(self, student)
        self.works.append(work)
        return work


@dataclass(eq=False)
class Work(Entity):
    """A submission; without hand-ins it is uncompleted."""

    table = "submissions"
    homework: Homework
    student: Student
    texts: list[str] = field(default_factory=list)
    late: bool = False
    more: Columns = field(default_factory=dict)

    def handed_in(self, *texts: str, late: bool = False) -> Self:
        """Adds hand-ins with these texts, an hour apart, before the deadline or after it."""
        self.texts.extend(texts)
        self.late = late
        return self

    def having(self, **columns: object) -> Self:
        """Sets columns of the table as they are: ``status``, ``score`` …"""
        self.more |= columns
        return self

    def handed_in_at(self, number: int) -> datetime:
        """The instant of a hand-in: 1, 2, …"""
        begin = self.homework.deadline + (timedelta(minutes=1) if self.late else -timedelta(hours=20))
        return begin + timedelta(hours=number - 1)

    def dependencies(self) -> Iterable[Entity]:
        return [self.homework, self.student]

    def columns(self, secrets: SecretStorage) -> Columns:
        status = SubmissionStatus.WAITING if self.texts else SubmissionStatus.UNCOMPLETED
        return {
            "homework_id": self.homework.id,
            "group_id": self.homework.lesson.group.id,
            "student_id": self.student.id,
            "status": status.value,
            "due_at": self.homework.deadline,
            "attempts": len(self.texts),
            "handed_in_at": self.handed_in_at(len(self.texts)) if self.texts else None,
        } | self.more

    def linked_rows(self) -> Iterator[Linked]:
        for number, text in enumerate(self.texts, 1):
            yield (
                "attempts",
                {
                    "submission_id": self.id,
                    "number": number,
                    "text": text,
                    "handed_in_at": self.handed_in_at(number),
                    "is_late": self.late,
                },
            )


def a_homework_of(lesson: Lesson, description: str = "Sonlarni saralang") -> Homework:
    """Homework of this lesson, not given to anybody yet."""
    return Homework(lesson, description)
