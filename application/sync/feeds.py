"""Synchronises one feed: prefetched pages, decisions, writes, removals."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from application.ports import Cipher, Clock, SchoolUnavailable
from application.sync.decisions import Decision
from application.sync.ports import FeedPosition, Lease, ResyncRequired, SchoolRegister, SyncStore
from application.sync.prefetch import prefetch
from application.sync.removals import SafetyStop, decide_removals
from application.sync.upsert import PageWriter
from contracts.sync.school_records import Feed, Page, Record
from domain.sync.run import Part, PartState, Reason

# fewer records per write cost more statements, more cost memory and hide the progress
BATCH = 5000
PAGES_AHEAD = 2
BATCHES_AHEAD = 1


async def synchronise_feed(
    part: Part, lease: Lease, school: SchoolRegister, sync_store: SyncStore, clock: Clock, cipher: Cipher
) -> None:
    """Reads a feed to its end and carries out its removals.

    Raises SchoolUnavailable, SafetyStop, LeaseLost.
    """
    feed = Feed(part["feed"])
    starting = part["state"] == PartState.WAITING.value
    position = await (sync_store.restart(feed) if lease.full and starting else sync_store.position(feed))
    part |= {"state": PartState.RUNNING.value, "first": part["first"] or position.first}
    writer = PageWriter(feed, part, lease, sync_store, clock, cipher, recorded=not position.first)
    try:
        await _read(position, writer, school)
    except ResyncRequired:
        part |= {"read": 0, "announced": 0}
        position = await sync_store.restart(feed)
        part["first"] = part["first"] or position.first
        try:
            await _read(position, writer, school)
        except ResyncRequired as again:
            raise SchoolUnavailable("garbage", f"{feed}: the school wants a fresh reading again and again") from again
    await decide_removals(writer)
    part["state"] = PartState.DONE.value
    async with sync_store.transaction(lease) as transaction:
        await transaction.progress(lease.parts)


async def _read(position: FeedPosition, writer: PageWriter, school: SchoolRegister) -> None:
    async with (
        aclosing(prefetch(school.read(writer.feed, position.cursor), PAGES_AHEAD)) as pages,
        aclosing(prefetch(_decide_pages(pages, position, writer), BATCHES_AHEAD)) as batches,
    ):
        async for decision, cursor in batches:
            await writer.write(decision, cursor=cursor, position=position)
    if position.full:
        async with writer.sync_store.transaction(writer.lease) as transaction:
            await transaction.finish_reading(writer.feed, compare=position.compare)
            await transaction.progress(writer.lease.parts)


async def _decide_pages(
    pages: AsyncIterator[Page], position: FeedPosition, writer: PageWriter
) -> AsyncIterator[tuple[Decision, str | None]]:
    """Yields decisions in batches of whole pages, each with its following cursor."""
    collected: list[Record] = []
    first = position.cursor is None
    async for page in pages:
        if first and position.compare and not _has_live_record(page):
            await _check_not_empty(writer)
        first = False
        collected += page.items
        writer.part["announced"] = max(writer.part["announced"], page.announced)
        if page.last or len(collected) >= BATCH:
            yield await writer.decide_records(collected), page.cursor
            collected = []


def _has_live_record(page: Page) -> bool:
    return any(not record.deleted for record in page.items)


async def _check_not_empty(writer: PageWriter) -> None:
    """Stops a full reading that begins empty although rows exist (D-49, M4).

    An approval of all removals by a named person overrides it.
    """
    approved_run = writer.lease.approves
    present = await writer.sync_store.count_present(writer.feed)
    if present and not (
        approved_run is not None and await writer.sync_store.all_removals_recorded(writer.feed, approved_run)
    ):
        async with writer.sync_store.transaction(writer.lease) as transaction:
            await transaction.record_all_as_pending(writer.feed)
        raise SafetyStop(Reason.EMPTY_FEED, feed=writer.feed.value, present=present)
