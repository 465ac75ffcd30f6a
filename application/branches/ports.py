"""What the page of branch offices reads."""

from collections.abc import Mapping
from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.branches import HeadOffice, OfficeRow


@runtime_checkable
class BranchViews(Protocol):
    """Reads about branches."""

    async def offices(self, actor: Actor) -> list[OfficeRow]:
        """The branches that the actor may see, by name."""
        ...

    async def one(self, office_id: int, actor: Actor) -> OfficeRow:
        """One branch as it stands now. Raises NotFound."""
        ...

    async def head_offices(self) -> list[HeadOffice]:
        """The school's living branches, by name."""
        ...

    async def uses(self, office_id: int) -> Mapping[str, int]:
        """What names the branch: how many students, teachers, staff, groups and other records; only what there is."""
        ...
