"""Writes records of a feed: lookup, decision in a thread, one transaction.

The transaction includes the cursor.
"""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from application.ports import Cipher, Clock
from application.sync.decisions import Decision, Deferred, decide, latest, referenced_ids
from application.sync.ports import FeedPosition, Lease, Removal, SyncStore, SyncTransaction, Tally
from application.sync.rows import Note, Referents
from contracts.sync.school_records import Feed, Record
from domain.sync.run import MAX_ERRORS, Part, new_part

UNKNOWN_REFERENT = "unknown_ref"
REMOVAL = "removal"
DEFERRED_BATCH_SIZE = 2000


@dataclass
class PageWriter:
    """Writes the records of one feed of one run.

    ``recorded``: new rows are recorded one by one.
    """

    feed: Feed
    part: Part
    lease: Lease
    sync_store: SyncStore
    clock: Clock
    cipher: Cipher
    recorded: bool = True
    _unwritten: set[str] = field(default_factory=set)
    _written: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, decision: Decision, *, cursor: str | None, position: FeedPosition) -> None:
        """Writes a decided batch and its cursor."""
        async with self.sync_store.transaction(self.lease) as transaction:
            tally = await transaction.merge(self.feed, decision, recorded=self.recorded)
            seen = [id for id, _ in decision.ids] if position.compare else []
            await transaction.save_cursor(self.feed, cursor, seen)
            await self._commit(transaction, decision, tally)
        self._unwritten -= {id for id, _ in decision.ids}
        self._written.set()

    async def decide_records(self, records: list[Record], *, guard_passed: bool = False) -> Decision:
        """Decides records.

        It waits for an earlier occurrence of a record that is decided and not written yet.
        """
        newest, read = latest(records)
        ids = {record.id for record in newest}
        while not ids.isdisjoint(self._unwritten):
            self._written.clear()
            await self._written.wait()
        known = await self.sync_store.known(self.feed, referenced_ids(self.feed, newest))
        fresh = await self.sync_store.new_ids(self.feed, sum(id not in known[self.feed] for id in ids))
        referents = Referents(known, self.clock.now(), self.cipher)
        decision = await asyncio.to_thread(decide, self.feed, newest, read, referents, fresh, guard_passed=guard_passed)
        if not guard_passed:
            self._unwritten |= {id for id, _ in decision.ids}
        return decision

    async def retry(self, reason: str) -> None:
        """Retries the records deferred for this reason; unresolved ones stay deferred."""
        after = ""
        while batch := await self.sync_store.deferred(self.feed, reason, after, DEFERRED_BATCH_SIZE):
            after = batch[-1][0]
            ends, living = _split_deferred(batch)
            decision = await self.decide_records(living, guard_passed=True)
            decision.read = 0
            async with self.sync_store.transaction(self.lease) as transaction:
                ended, waiting = await transaction.remove(self.feed, [removal for removal, _ in ends])
                unknown = {removal.id for removal in waiting}
                decision.unresolved += [
                    Deferred(record, "mergedInto", removal.merged_into or "")
                    for removal, record in ends
                    if record is not None and removal.id in unknown
                ]
                tally = await transaction.merge(self.feed, decision, recorded=self.recorded)
                still = {deferred.record.id for deferred in decision.unresolved}
                await transaction.delete_deferred(self.feed, [id for id, _ in batch if id not in still])
                decision.unresolved.clear()
                await self._commit(transaction, decision, replace(tally, deleted=ended))

    async def _commit(self, transaction: SyncTransaction, decision: Decision, tally: Tally) -> None:
        before = dict(self.part)
        _add_counts(self.part, decision, tally)
        try:
            await transaction.progress(self.lease.parts)
        except BaseException:
            self.part.update(before)
            raise


async def retry_deferred(feed: Feed, lease: Lease, sync_store: SyncStore, clock: Clock, cipher: Cipher) -> None:
    """Retries records with an unknown referent, of any run; reports the rest."""
    mine = next((part for part in lease.parts if part["feed"] == feed), None)
    writer = PageWriter(feed, mine if mine is not None else new_part(feed), lease, sync_store, clock, cipher)
    await writer.retry(UNKNOWN_REFERENT)
    writer.part["parked"] = await sync_store.count_deferred(feed, UNKNOWN_REFERENT)
    room = MAX_ERRORS - len(writer.part["errors"])
    if writer.part["parked"] and room > 0:
        left = await sync_store.deferred(feed, UNKNOWN_REFERENT, "", room)
        _report(writer.part, [Note(id, deferred.field, UNKNOWN_REFERENT) for id, deferred in left if deferred])


def _split_deferred(
    batch: list[tuple[str, Deferred | None]],
) -> tuple[list[tuple[Removal, Record | None]], list[Record]]:
    """Separates removals and live records among the deferred ones."""
    ends: list[tuple[Removal, Record | None]] = []
    living = []
    for id, deferred in batch:
        if deferred is None:
            ends.append((Removal(id), None))
        elif deferred.record.deleted:
            ends.append((Removal(id, deferred.record.version, deferred.record.merged_into), deferred.record))
        else:
            living.append(deferred.record)
    return ends, living


def _add_counts(part: Part, decision: Decision, tally: Tally) -> None:
    part["read"] += decision.read
    part["created"] += tally.created
    part["updated"] += tally.updated
    part["unchanged"] += tally.unchanged + decision.unchanged
    part["deleted"] += tally.deleted
    part["differing"] += tally.differing
    part["parked"] += len(decision.unresolved)
    part["refused"] += decision.refused
    _report(part, decision.notes)


def _report(part: Part, notes: list[Note]) -> None:
    errors: list[dict[str, Any]] = [note._asdict() for note in notes[: MAX_ERRORS - len(part["errors"])]]
    part["errors"] = part["errors"] + errors
