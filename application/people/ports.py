"""What the pages of people read."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.people.student_forms import Likeness
from contracts.people.students import GroupFilters, StudentCard, StudentFilters, StudentPage, StudentsQuery
from contracts.settings.control_actions import ControlAction
from contracts.shared import Named


@runtime_checkable
class StudentViews(Protocol):
    """Reads about students, of the actor's branches only (D-12)."""

    async def page(self, asked: StudentsQuery, actor: Actor) -> StudentPage:
        """A page of students."""
        ...

    async def card(self, student_id: int, actor: Actor) -> StudentCard:
        """One student. Raises NotFound, also for one of another branch."""
        ...


@dataclass(frozen=True)
class Sought:
    """By what somebody may be known already. ``paper_keys``: keyed digests by the paper's name; ``but``: not him."""

    paper_keys: Mapping[str, str]
    phone: str | None
    name: str
    birth_date: date | None
    but: int | None = None


@runtime_checkable
class Likenesses(Protocol):
    """Finds who may be the same person, over all branches."""

    async def of(self, sought: Sought, actor: Actor) -> list[Likeness]:
        """At most ten; who is not of the actor's branches is named by nothing but his being there."""
        ...


@runtime_checkable
class Options(Protocol):
    """Names for filters and choosers, of the actor's branches only."""

    async def of_students(self, actor: Actor) -> StudentFilters:
        """For the students list."""
        ...

    async def of_groups(self, actor: Actor) -> GroupFilters:
        """For group lists."""
        ...

    async def offices(self, actor: Actor) -> list[Named]:
        """Branches."""
        ...

    async def actions(self, actor: Actor) -> list[ControlAction]:
        """Student statuses, in the actor's language."""
        ...
