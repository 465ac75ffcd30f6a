"""Ports of the screens of students."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.people.student_forms import PossibleDuplicate
from contracts.people.students import GroupFilters, StudentCard, StudentFilters, StudentPage, StudentsQuery
from contracts.settings.control_actions import ControlAction
from contracts.shared import Named


@runtime_checkable
class StudentViews(Protocol):
    """Queries of students of the actor's branches (D-12)."""

    async def page(self, query: StudentsQuery, actor: Actor) -> StudentPage:
        """Returns a page of students."""
        ...

    async def card(self, student_id: int, actor: Actor) -> StudentCard:
        """Returns one student. Raises NotFound, also for one of another branch."""
        ...


@dataclass(frozen=True)
class DuplicateQuery:
    """The search criteria of possible duplicates.

    ``document_digests``: keyed digests by the document's name; ``exclude_id``: the student to exclude.
    """

    document_digests: Mapping[str, str]
    phone: str | None
    name: str
    birth_date: date | None
    exclude_id: int | None = None


@runtime_checkable
class DuplicateFinder(Protocol):
    """Finds possible duplicates of a student over all branches."""

    async def find(self, query: DuplicateQuery, actor: Actor) -> list[PossibleDuplicate]:
        """Returns at most ten matches; one outside the actor's branches has no name."""
        ...


@runtime_checkable
class Options(Protocol):
    """Options of filters and selects, of the actor's branches."""

    async def of_students(self, actor: Actor) -> StudentFilters:
        """Returns the options of the students list."""
        ...

    async def of_groups(self, actor: Actor) -> GroupFilters:
        """Returns the options of group lists."""
        ...

    async def offices(self, actor: Actor) -> list[Named]:
        """Returns the branches."""
        ...

    async def actions(self, actor: Actor) -> list[ControlAction]:
        """Returns the student statuses in the actor's language."""
        ...
