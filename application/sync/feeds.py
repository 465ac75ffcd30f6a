"""Synchronises one feed: prefetched pages, decisions, writes, removals."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from application.ports import Cipher, Clock, SchoolUnavailable
from application.sync.brakes import check_announced, check_brought, check_not_empty, release_guarded
from application.sync.decisions import Decision
from application.sync.ports import FeedPosition, Lease, ResyncRequired, SchoolRegister, SyncStore
from application.sync.prefetch import prefetch
from application.sync.upsert import PageWriter
from contracts.sync.school_records import Feed, Page, Record
from domain.sync.run import Part, PartState

# fewer records per write cost more statements, more cost memory and hide the progress
BATCH = 5000
PAGES_AHEAD = 2
BATCHES_AHEAD = 1


async def synchronise_feed(
    part: Part, lease: Lease, school: SchoolRegister, sync_store: SyncStore, clock: Clock, cipher: Cipher
) -> None:
    """Reads a feed to its end and carries out what waits for the brakes.

    After a stop a feed is read anew: a school that has recovered sends no changes for what it sends as before.

    Raises SchoolUnavailable, SafetyStop, LeaseLost.
    """
    feed = Feed(part["feed"])
    starting = part["state"] == PartState.WAITING.value
    anew = starting and (lease.full or (lease.approves is None and await sync_store.has_stopped(feed)))
    position = await (sync_store.restart(feed) if anew else sync_store.position(feed))
    part |= {"state": PartState.RUNNING.value, "first": part["first"] or position.first}
    writer = PageWriter(feed, part, lease, sync_store, clock, cipher, not position.first, position.compare)
    try:
        await _read(position, writer, school)
    except ResyncRequired:
        part |= {"read": 0, "announced": 0, "older": 0}
        position = await sync_store.restart(feed)
        part["first"] = part["first"] or position.first
        writer.recorded, writer.compare = not position.first, position.compare
        try:
            await _read(position, writer, school)
        except ResyncRequired as again:
            raise SchoolUnavailable("garbage", f"{feed}: the school wants a fresh reading again and again") from again
    await release_guarded(writer)
    part["state"] = PartState.DONE.value
    async with sync_store.transaction(lease) as transaction:
        await transaction.progress(lease.parts)


async def _read(position: FeedPosition, writer: PageWriter, school: SchoolRegister) -> None:
    async with (
        aclosing(prefetch(school.read(writer.feed, position.cursor), PAGES_AHEAD)) as pages,
        aclosing(prefetch(_decide_pages(pages, position, writer), BATCHES_AHEAD)) as batches,
    ):
        async for decision, cursor in batches:
            if not position.first:
                await check_brought(writer, decision)
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
    first = True
    async for page in pages:
        if first and position.cursor is None and position.compare and _is_empty(page):
            await check_not_empty(writer)
        writer.part["announced"] = max(writer.part["announced"], page.announced)
        if first and not position.first:
            await check_announced(writer)
        first = False
        collected += page.items
        if page.last or len(collected) >= BATCH:
            yield await writer.decide_records(collected), page.cursor
            collected = []


def _is_empty(page: Page) -> bool:
    """Returns whether the reading begins without a live record.

    Tombstones alone may fill a page that is followed by others.
    """
    return (page.last or not page.items) and all(record.deleted for record in page.items)
