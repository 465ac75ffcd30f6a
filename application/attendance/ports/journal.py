"""What the journal is made of: a group's lessons, its class, and what is marked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.authorization import Audience
from domain.attendance.attendance_sheet import Enrolled
from domain.attendance.lesson import Lesson
from domain.attendance.marks import StoredMark
from domain.groups.enrolments import Period


@dataclass(frozen=True)
class NumberedLesson:
    """A lesson, which one of its group it is, the topic that it takes (D-71), and the study month that it is in."""

    lesson: Lesson
    number: int
    topic: str | None
    marked: bool
    study_month_id: int | None


@dataclass(frozen=True)
class GroupLessons:
    """A group with all its lessons, in their order."""

    id: int
    name: str
    period: Period
    lessons: Sequence[NumberedLesson]


@dataclass(frozen=True)
class Classmate:
    """A student as the journal names him. ``photo``: a link."""

    id: int
    h_id: str | None
    full_name: str
    photo: str | None


@dataclass(frozen=True)
class Marked:
    """Everybody who was ever in the group, by name, with his periods; and what is marked, by lesson and student."""

    people: Sequence[Classmate]
    roster: Mapping[int, Sequence[Enrolled]]
    kept: Mapping[int, Mapping[int, StoredMark]]


@runtime_checkable
class JournalViews(Protocol):
    """Reads of a journal."""

    async def lessons(self, group_id: int, audience: Audience, actor: Actor) -> GroupLessons:
        """The group with its lessons. Raises NotFound for a group that the audience does not see (D-54)."""
        ...

    async def marked(self, group_id: int, span: Period) -> Marked:
        """The class, and its marks in these days."""
        ...
