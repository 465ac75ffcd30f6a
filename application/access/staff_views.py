"""What the screens of staff read."""

from typing import Protocol, runtime_checkable

from application.actor import Actor
from contracts.access.users import StaffCard, StaffPage, StaffQuery


@runtime_checkable
class StaffViews(Protocol):
    """Reads about accounts of the actor's branches (D-12)."""

    async def page(self, asked: StaffQuery, actor: Actor) -> StaffPage:
        """A page of staff."""
        ...

    async def card(self, user_id: int, actor: Actor) -> StaffCard:
        """One account of whatever type. Raises NotFound, also for one that shares no branch with the actor."""
        ...
