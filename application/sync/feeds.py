"""Bringing one feed: its pages, read and decided ahead of the writing, then the ends that the brake lets through."""

from collections.abc import AsyncIterator
from contextlib import aclosing

from application.ports import Cipher, Clock, SchoolUnavailable
from application.sync.decisions import Decision
from application.sync.ports import Lease, Reading, ResyncRequired, Rolls, SchoolRegister
from application.sync.prefetch import ahead
from application.sync.removals import Stopped, settle
from application.sync.upsert import Placing
from contracts.sync.school_records import Feed, Page, Record
from domain.sync.run import Part, PartState, Reason

# So many records are written at once: fewer cost more statements, more cost memory and hide the progress.
BATCH = 5000
PAGES_AHEAD = 2
BATCHES_AHEAD = 1


async def bring(part: Part, lease: Lease, school: SchoolRegister, rolls: Rolls, clock: Clock, cipher: Cipher) -> None:
    """Reads a feed to its end and ends the rows that it ended. Raises SchoolUnavailable, Stopped, LeaseLost."""
    feed = Feed(part["feed"])
    begins = part["state"] == PartState.WAITING.value
    reading = await (rolls.restart(feed) if lease.full and begins else rolls.reading(feed))
    part |= {"state": PartState.RUNNING.value, "first": part["first"] or reading.first}
    placing = Placing(feed, part, lease, rolls, clock, cipher, recorded=not reading.first)
    try:
        await _read(reading, placing, school)
    except ResyncRequired:
        part |= {"read": 0, "announced": 0}
        reading = await rolls.restart(feed)
        part["first"] = part["first"] or reading.first
        try:
            await _read(reading, placing, school)
        except ResyncRequired as again:
            raise SchoolUnavailable("garbage", f"{feed}: the school wants a fresh reading again and again") from again
    await settle(placing)
    part["state"] = PartState.DONE.value
    async with rolls.writing(lease) as writing:
        await writing.progress(lease.parts)


async def _read(reading: Reading, placing: Placing, school: SchoolRegister) -> None:
    async with (
        aclosing(ahead(school.read(placing.feed, reading.cursor), PAGES_AHEAD)) as pages,
        aclosing(ahead(_decided(pages, reading, placing), BATCHES_AHEAD)) as batches,
    ):
        async for decision, cursor in batches:
            await placing.write(decision, cursor=cursor, reading=reading)
    if reading.full:
        async with placing.rolls.writing(placing.lease) as writing:
            await writing.finish_reading(placing.feed, compare=reading.compare)
            await writing.progress(placing.lease.parts)


async def _decided(
    pages: AsyncIterator[Page], reading: Reading, placing: Placing
) -> AsyncIterator[tuple[Decision, str | None]]:
    """What to write, in batches of whole pages, each with the cursor that follows it."""
    collected: list[Record] = []
    first = reading.cursor is None
    async for page in pages:
        if first and reading.compare and not _living(page):
            await _refuse_empty(placing)
        first = False
        collected += page.items
        placing.part["announced"] = max(placing.part["announced"], page.announced)
        if page.last or len(collected) >= BATCH:
            yield await placing.decided(collected), page.cursor
            collected = []


def _living(page: Page) -> bool:
    return any(not record.deleted for record in page.items)


async def _refuse_empty(placing: Placing) -> None:
    """An empty beginning of everything, where there were rows, is a fault of the school (D-49, M4).

    Unless a named person has seen that all of them would go, and allowed it.
    """
    shown_in = placing.lease.approves
    present = await placing.rolls.present(placing.feed)
    if present and not (shown_in is not None and await placing.rolls.all_shown(placing.feed, shown_in)):
        async with placing.rolls.writing(placing.lease) as writing:
            await writing.show_everything(placing.feed)
        raise Stopped(Reason.EMPTY_FEED, feed=placing.feed.value, present=present)
