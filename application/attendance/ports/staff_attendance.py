"""What teachers' own attendance needs: whose lesson it is, and what the screens read."""

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
class HeldLesson:
    """A lesson, held until the end of the transaction, and whoever acts as somebody who teaches in its group."""

    lesson: Lesson
    group_name: str
    teacher_id: int
    duties: Sequence[Duty]


@dataclass(frozen=True)
class StaffCheckRecord:
    """A check as it was kept. ``photo``: a link."""

    status: int
    at: datetime
    photo: str | None


@dataclass(frozen=True)
class Member:
    """Who teaches a group, or did in the days that are asked for. ``duties``: his lines of its schedule, the one that
    holds now first; ``checks``: by lesson."""

    staff: Named
    photo: str | None
    user_id: int | None
    role_number: int
    duties: Sequence[Duty]
    checks: dict[int, StaffCheckRecord]


@dataclass(frozen=True)
class GroupStaff:
    """A group, who teaches it, the lessons of the days asked for, and the months that have lessons (``2026-11``)."""

    name: str
    months: Sequence[str]
    lessons: Sequence[Lesson]
    members: Sequence[Member]


@runtime_checkable
class StaffLessons(Protocol):
    """Lessons as the people see them who are to be at them."""

    async def held(self, lesson_id: int, actor: Actor, uow: UnitOfWork) -> HeldLesson:
        """The lesson, locked, of a group whose schedule or lesson names the actor. Raises NotFound for another one."""
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
        """Who teaches a group, with its lessons in these days, or in a study month whatever its days.

        ``any``: of the actor's branches; ``own``: one that he teaches himself (D-54). Raises NotFound.
        """
        ...
