"""Counts of pending items for the badges of the shell (D-76)."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from contracts.shared import Count


@permits(SIGNED_IN)
async def count_notifications(*, actor: Actor) -> Count:
    """Counts the caller's unread notifications: none yet, as nothing sends them."""
    return Count(count=0)


@permits(SIGNED_IN)
async def count_reports(*, actor: Actor) -> Count:
    """Counts reports waiting for the caller; 0 without any or without the right.

    See D-76.
    """
    return Count(count=0)
