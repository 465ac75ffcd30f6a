"""Ports of bulk operations, beside the unit of work."""

from collections.abc import Collection, Sequence
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.ports import UnitOfWork
from contracts.access.users import StaffQuery
from contracts.people.academics import AcademicsQuery
from contracts.people.bulk import BulkCard, BulkResult, BulkResults, BulkResultsQuery, MatchedLine
from contracts.people.students import StudentsQuery
from domain.people.student import Student
from domain.people.teacher import Teacher

PeopleQuery = StudentsQuery | AcademicsQuery | StaffQuery


@runtime_checkable
class BulkViews(Protocol):
    """Queries of bulk operations and their people."""

    async def matching(self, query: PeopleQuery, actor: Actor) -> list[int]:
        """Returns the ids that the query's list matches over all pages, in its order."""
        ...

    async def card(self, act_id: int, actor: Actor) -> BulkCard:
        """Returns one of the actor's bulk operations. Raises NotFound."""
        ...

    async def results(self, act_id: int, query: BulkResultsQuery, actor: Actor) -> BulkResults:
        """Returns the result of each person.

        Raises NotFound for another owner's operation.
        """
        ...

    async def named(self, results: Sequence[BulkResult], entity: str, actor: Actor) -> list[BulkResult]:
        """Adds the names of those people whom the actor may see."""
        ...


@runtime_checkable
class StudentMatcher(Protocol):
    """Matches pasted lines to students of the actor's branches."""

    async def match(self, lines: Sequence[str], actor: Actor) -> list[MatchedLine]:
        """Returns for each line the student, several candidates, or none."""
        ...

    async def store_selection(self, student_ids: Sequence[int], actor: Actor) -> str | None:
        """Stores a selection and returns its key; None for an empty one.

        The list filtered by the key shows those of the students whom the actor may see.
        """
        ...


@runtime_checkable
class LoginRegistry(Protocol):
    """Logins in use: those of the console for academics, those of students apart."""

    async def lock(self, uow: UnitOfWork) -> None:
        """Serialises operations that open accounts, until the commit."""
        ...

    async def taken(self, entity: str, logins: Collection[str], uow: UnitOfWork) -> set[str]:
        """Returns those of the logins, in small letters, that somebody has in any case."""
        ...

    async def people(self, entity: str, ids: Sequence[int], actor: Actor) -> list[Teacher | Student]:
        """Returns those of the people whom the actor may see, in the given order.

        They have their names and account, not all fields.
        """
        ...
