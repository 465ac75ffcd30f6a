"""Ports of staff attendance: duty checks and reads of the screens."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.shared import Named
from domain.attendance.lesson import Lesson
from domain.attendance.staff_attendance import Duty
from domain.groups.enrolments import Period


@dataclass(frozen=True)
class LockedLesson:
    """A locked lesson and the teacher that the caller acts as."""

    lesson: Lesson
    group_name: str
    teacher_id: int
    duties: Sequence[Duty]


@dataclass(frozen=True)
class StaffCheckRecord:
    """A stored check-in. ``photo``: a link."""

    status: int
    at: datetime
    photo: str | None


@dataclass(frozen=True)
class TaughtLesson:
    """A lesson and a teacher who may be its own.

    ``duties``: the teacher's schedule entries in its group; ``check``: their check-in at it.
    """

    lesson: Lesson
    teacher_id: int
    duties: Sequence[Duty]
    check: StaffCheckRecord | None


@dataclass(frozen=True)
class Member:
    """A present or former teacher of a group in the requested days.

    ``duties``: their schedule entries, the current one first; ``checks``: by lesson.
    """

    staff: Named
    photo: str | None
    user_id: int | None
    role_number: int
    duties: Sequence[Duty]
    checks: dict[int, StaffCheckRecord]


@dataclass(frozen=True)
class GroupStaff:
    """A group with teachers, lessons of the requested days and months with lessons.

    A month is ``2026-11``.
    """

    name: str
    months: Sequence[str]
    lessons: Sequence[Lesson]
    members: Sequence[Member]


@runtime_checkable
class StaffLessons(Protocol):
    """Lessons from the perspective of their teachers."""

    async def lock(self, lesson_id: int, actor: Actor, uow: UnitOfWork) -> LockedLesson:
        """Locks a lesson of a group whose schedule or lesson names the actor.

        Raises NotFound for any other.
        """
        ...

    async def taught(self, lesson_ids: Sequence[int], today: date, actor: Actor) -> Sequence[TaughtLesson]:
        """Returns these lessons with the teacher that the actor acts as.

        None for an actor who is not a teacher.
        """
        ...

    async def of_group(
        self,
        group_id: int,
        span: Period,
        today: date,
        actor: Actor,
        *,
        own: bool,
        any: bool = True,
        study_month_id: int | None = None,
    ) -> GroupStaff:
        """Returns the teachers of a group with its lessons in a period.

        A study month ignores the days. ``any``: of the actor's branches; ``own``: a group that the actor teaches
        (D-54). Raises NotFound.
        """
        ...
