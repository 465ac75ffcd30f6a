"""What waits for a person, as the shell's badges count it (D-76)."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from contracts.shared import Count


@permits(SIGNED_IN)
async def count_notifications(*, actor: Actor) -> Count:
    """Unread notifications of the caller: none, as nothing sends them yet."""
    return Count(count=0)


@permits(SIGNED_IN)
async def count_reports(*, actor: Actor) -> Count:
    """Reports that wait for the caller: 0 where there is nothing or no right (D-76)."""
    return Count(count=0)
