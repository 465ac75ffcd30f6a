"""Carries out the removals of a feed once the removal guard has passed.

They are deferred while the feed is read.
"""

import json

from application.sync.upsert import REMOVAL, PageWriter
from domain.sync.run import Reason, removal_guard


async def decide_removals(writer: PageWriter) -> None:
    """Carries out the deferred removals of a feed.

    Raises SafetyStop if they exceed the threshold of a type and need an approval (D-49). The removals then stay
    deferred and are recorded for review: the next run checks again, unless the school has restored the records. An
    approved run removes the recorded rows and those that depend on them; it stops again if anything else would be
    removed.
    """
    allowed = writer.lease.approves
    ending = await writer.sync_store.count_removals(writer.feed, alone=allowed is not None)
    # present rows are counted only if needed: the count scans every row
    present = (
        await writer.sync_store.count_present(writer.feed) - writer.part["created"] if removal_guard(ending, 0) else 0
    )
    if removal_guard(ending, present) and (
        allowed is None or await writer.sync_store.count_unapproved_removals(writer.feed, allowed)
    ):
        async with writer.sync_store.transaction(writer.lease) as transaction:
            await transaction.record_pending_removals(writer.feed)
        raise SafetyStop(Reason.CHANGE_THRESHOLD, feed=writer.feed.value, ending=ending, present=present)
    await writer.retry(REMOVAL)


class SafetyStop(Exception):
    """The run must stop until a named person has reviewed it (D-49).

    ``detail`` holds the feed and the numbers, as JSON.
    """

    def __init__(self, reason: Reason, **facts: str | int) -> None:
        super().__init__(reason)
        self.reason = reason.value
        self.detail = json.dumps(facts)
