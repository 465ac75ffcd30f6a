"""What the forms about students in groups read."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.groups.enrolments import GroupChoices, GroupChoicesQuery, Prices, StudentEnrolments
from contracts.settings.control_actions import ControlAction


@runtime_checkable
class EnrolmentViews(Protocol):
    """Reads of the actor's branches only (D-12)."""

    async def choices(self, asked: GroupChoicesQuery, actor: Actor) -> GroupChoices:
        """Groups that have not ended, by name; those that clash with the student's week say with what."""
        ...

    async def of_student(self, student_id: int, actor: Actor) -> StudentEnrolments:
        """All his periods. Raises NotFound, also for a student of another branch."""
        ...

    async def prices(self, group_id: int | None, actor: Actor) -> Prices:
        """What the course of the group costs; without one, of every course that has a group here."""
        ...

    async def actions(self, actor: Actor) -> list[ControlAction]:
        """The control actions in the actor's language."""
        ...
