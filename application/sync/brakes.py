"""Applies the brakes of a run; the rules are in ``domain/sync/brakes.py``.

Changes that they count are deferred while a feed is read, and carried out at its end.
"""

from application.sync.decisions import Decision
from application.sync.upsert import REMOVAL, PageWriter
from domain.sync.brakes import MIN_ROWS, Effect, Stop, exceeds_threshold, outgrows
from domain.sync.run import Reason


class SafetyStop(Exception):
    """The run must stop until a named person has reviewed it (D-49)."""

    def __init__(self, stop: Stop) -> None:
        super().__init__(stop.reason)
        self.stop = stop


async def release_guarded(writer: PageWriter) -> None:
    """Carries out the deferred changes of a feed that the brakes count.

    Raises SafetyStop if they exceed the threshold of a feed and need an approval (D-49). They then stay deferred and
    are recorded for review: the next run checks again, unless the school has restored the records. An approved run
    carries out the recorded ones and those that depend on them; it stops again if anything else would change.
    """
    store, feed, part, allowed = writer.sync_store, writer.feed, writer.part, writer.lease.approves
    effects = await store.count_guarded(feed, alone=allowed is not None)
    # an approved run has carried out what a person has seen
    changing = sum(effects.values()) + (part["carried"] if allowed is None else 0)
    # present rows are counted only if needed: the count scans every row
    present = await writer.present_before() if effects and exceeds_threshold(changing, 0) else 0
    if (
        effects
        and exceeds_threshold(changing, present)
        and (allowed is None or await store.count_unapproved(feed, allowed))
    ):
        async with store.transaction(writer.lease) as transaction:
            await transaction.record_guarded(feed)
        accounts = await store.count_closing_accounts(feed)
        raise SafetyStop(Stop(Reason.CHANGE_THRESHOLD, feed.value, present, changing, effects, accounts))
    await writer.retry(REMOVAL)


async def check_not_empty(writer: PageWriter) -> None:
    """Stops a full reading that begins empty although rows exist (D-49, M4).

    An approval of all removals by a named person overrides it.
    """
    store, feed, approved = writer.sync_store, writer.feed, writer.lease.approves
    present = await store.count_present(feed)
    if present and not (approved is not None and await store.all_removals_recorded(feed, approved)):
        async with store.transaction(writer.lease) as transaction:
            await transaction.record_all_as_pending(feed)
        effects = {Effect.MISSING.value: present}
        accounts = await store.count_closing_accounts(feed)
        raise SafetyStop(Stop(Reason.EMPTY_FEED, feed.value, present, present, effects, accounts))


async def check_announced(writer: PageWriter) -> None:
    """Stops a reading that announces many times what is known of the feed (D-154).

    All known records count, also ended ones: a reading repeats the tombstones that the school still has.
    """
    announced = writer.part["announced"]
    if announced <= MIN_ROWS or not outgrows(announced, known := await writer.sync_store.count_known(writer.feed)):
        return
    approved = await _approved_growth(writer)
    if approved is None or exceeds_threshold(announced - approved, approved):
        await _stop_growth(writer, announced, known)


async def check_brought(writer: PageWriter, decision: Decision) -> None:
    """Stops a reading that brings many times what is known, whatever it announced.

    Pages written before stay, and are reverted with the run.
    """
    created = writer.part["created"] + sum(row.fresh for row in decision.rows)
    if created <= MIN_ROWS or not outgrows(created + (known := await writer.present_before()), known):
        return
    if await _approved_growth(writer) is None:
        await _stop_growth(writer, created + known, known)


async def _approved_growth(writer: PageWriter) -> int | None:
    """Returns the number of records whose arrival a person has approved."""
    approved = writer.lease.approves
    stop = await writer.sync_store.stop_of(approved) if approved is not None else None
    tenfold = stop is not None and (stop.reason, stop.feed) == (Reason.TENFOLD, writer.feed.value)
    return stop.changing if stop and tenfold else None


async def _stop_growth(writer: PageWriter, brought: int, known: int) -> None:
    """Raises SafetyStop, unless no run has read the feed to its end before.

    Such a feed grows because its first reading was interrupted.
    """
    feed = writer.feed
    if await writer.sync_store.was_completed(feed, writer.lease.run_id):
        raise SafetyStop(Stop(Reason.TENFOLD, feed.value, known, brought, {Effect.TENFOLD.value: brought}))
