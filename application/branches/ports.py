"""Port of the page of branch offices."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.branches import HeadOffice, OfficeRow


@runtime_checkable
class BranchViews(Protocol):
    """Queries of branches."""

    async def offices(self, actor: Actor) -> list[OfficeRow]:
        """Returns the branches that the actor may see, by name."""
        ...

    async def one(self, office_id: int, actor: Actor) -> OfficeRow:
        """Returns one branch in its present state. Raises NotFound."""
        ...

    async def head_offices(self) -> list[HeadOffice]:
        """Returns the school's branches that are not deleted, by name."""
        ...

    async def uses(self, office_id: int) -> Mapping[str, int]:
        """Counts the records that refer to the branch, by kind.

        Students, teachers, staff, groups and others; kinds without records are left out.
        """
        ...
