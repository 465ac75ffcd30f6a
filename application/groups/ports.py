"""Reads for the enrolment forms."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.groups.enrolments import (
    GroupCandidates,
    GroupCandidatesQuery,
    GroupChoices,
    GroupChoicesQuery,
    Prices,
    StudentEnrolments,
)
from contracts.groups.student_view import OwnPeriods
from contracts.settings.control_actions import ControlAction


@runtime_checkable
class EnrolmentViews(Protocol):
    """Reads limited to the actor's branches (D-12)."""

    async def choices(self, query: GroupChoicesQuery, actor: Actor) -> GroupChoices:
        """Returns groups that have not ended, by name, with schedule clashes."""
        ...

    async def candidates(self, group_id: int, query: GroupCandidatesQuery, actor: Actor) -> GroupCandidates:
        """Returns students by name, with their state in the group.

        If none match, those of similar names. Raises NotFound for a group of another branch.
        """
        ...

    async def of_student(self, student_id: int, actor: Actor) -> StudentEnrolments:
        """Returns all enrolments of a student.

        Raises NotFound, also for a student of another branch.
        """
        ...

    async def prices(self, group_id: int | None, actor: Actor) -> Prices:
        """Returns the price of the group's course, or of every course with a group."""
        ...

    async def actions(self, actor: Actor) -> list[ControlAction]:
        """Returns the control actions in the actor's language."""
        ...


@runtime_checkable
class StudentGroups(Protocol):
    """Reads of a student's own periods."""

    async def of_student(self, student_id: int) -> OwnPeriods:
        """Returns all periods of the student, present ones first."""
        ...
