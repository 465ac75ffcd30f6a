"""Ports of the journal: the lessons of a group, its class and its marks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import Audience
from domain.attendance.attendance_sheet import Enrolled
from domain.attendance.lesson import Lesson
from domain.attendance.marks import StoredMark
from domain.groups.enrolments import Period
from domain.homework.tally import WorkView


@dataclass(frozen=True)
class NumberedLesson:
    """A lesson with its number, its topic (D-71) and its study month."""

    lesson: Lesson
    number: int
    topic: str | None
    marked: bool
    study_month_id: int | None


@dataclass(frozen=True)
class GroupLessons:
    """A group with all its lessons, in order."""

    id: int
    name: str
    period: Period
    lessons: Sequence[NumberedLesson]


@dataclass(frozen=True)
class Classmate:
    """A student as listed in the journal. ``photo``: a link."""

    id: int
    h_id: str | None
    full_name: str
    photo: str | None


@dataclass(frozen=True)
class CellWork:
    """A student's work of a lesson's homework.

    ``is_late``: of the newest hand-in.
    """

    submission_id: int
    homework_id: int
    view: WorkView
    is_late: bool


@dataclass(frozen=True)
class ClassMarks:
    """The class and its marks.

    ``people``: everyone who was ever in the group, by name; ``roster``: their periods; ``marks``: by lesson and
    student; ``works``: homework likewise, the newest of each lesson; ``exams``: scores of announced exams likewise.
    """

    people: Sequence[Classmate]
    roster: Mapping[int, Sequence[Enrolled]]
    marks: Mapping[int, Mapping[int, StoredMark]]
    works: Mapping[int, Mapping[int, CellWork]]
    exams: Mapping[int, Mapping[int, int]]


@runtime_checkable
class JournalViews(Protocol):
    """Reads of a journal."""

    async def lessons(self, group_id: int, audience: Audience, actor: Actor) -> GroupLessons:
        """Returns the group with its lessons.

        Raises NotFound for a group outside the audience's scope (D-54).
        """
        ...

    async def marked(self, group_id: int, span: Period, now: datetime) -> ClassMarks:
        """Returns the class and its marks on these days."""
        ...
