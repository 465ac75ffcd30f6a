"""What acts on many students need beside the unit of work."""

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.people.bulk import BulkCard, BulkResult, BulkResults, BulkResultsQuery, MatchedLine
from contracts.people.students import StudentsQuery


@runtime_checkable
class BulkViews(Protocol):
    """Reads about acts and those they are for."""

    async def matching(self, asked: StudentsQuery, actor: Actor) -> list[int]:
        """The ids of everybody that the list finds, on all of its pages, in its order."""
        ...

    async def card(self, act_id: int, actor: Actor) -> BulkCard:
        """An act of the actor's own. Raises NotFound."""
        ...

    async def results(self, act_id: int, asked: BulkResultsQuery, actor: Actor) -> BulkResults:
        """What came of each. Raises NotFound for an act of somebody else."""
        ...

    async def named(self, results: Sequence[BulkResult], actor: Actor) -> list[BulkResult]:
        """The same, with the names of those whom the actor may see."""
        ...


@runtime_checkable
class Matching(Protocol):
    """Finds the students of a pasted column, of the actor's branches only."""

    async def lines(self, lines: Sequence[str], actor: Actor) -> list[MatchedLine]:
        """Each line: the one it means, several that it may, or nobody."""
        ...

    async def keep(self, student_ids: Sequence[int], actor: Actor) -> str | None:
        """A key by which the list shows just those of them whom the actor may see; None for nobody."""
        ...
