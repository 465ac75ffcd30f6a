"""Writes records of a feed: lookup, decision in a thread, one transaction.

The transaction includes the cursor.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from application.ports import Cipher, Clock
from application.sync.decisions import Decision, Deferred, decide, latest, referenced_ids
from application.sync.ports import FeedPosition, Lease, Removal, SyncStore, SyncTransaction, Tally
from application.sync.rows import Known, Note, Referents
from contracts.sync.school_records import Feed, Record
from domain.sync.run import MAX_ERRORS, Part, new_part

# reasons of deferred records; the second one waits for the brakes, and is a removal in most cases
UNKNOWN_REFERENT = "unknown_ref"
REMOVAL = "removal"
DEFERRED_BATCH_SIZE = 2000


@dataclass
class PageWriter:
    """Writes the records of one feed of one run.

    ``recorded``: new rows are recorded one by one. ``compare``: a full reading of a feed that had rows.
    """

    feed: Feed
    part: Part
    lease: Lease
    sync_store: SyncStore
    clock: Clock
    cipher: Cipher
    recorded: bool = True
    compare: bool = False
    _present: int | None = None
    _unwritten: set[str] = field(default_factory=set)
    _written: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, decision: Decision, *, cursor: str | None, position: FeedPosition) -> None:
        """Writes a decided batch and its cursor."""
        async with self.sync_store.transaction(self.lease) as transaction:
            # in the first reading of a feed there is nothing to guard
            tally = await transaction.merge(self.feed, decision, recorded=self.recorded, guarded=self.recorded)
            seen = [id for id, _ in decision.ids] if position.compare else []
            await transaction.save_cursor(self.feed, cursor, seen)
            await self._commit(transaction, decision, tally)
        self._unwritten -= {id for id, _ in decision.ids}
        self._written.set()

    async def decide_records(self, records: list[Record]) -> Decision:
        """Decides records as read.

        It waits for an earlier occurrence of a record that is decided and not written yet.
        """
        newest, read = latest(records)
        ids = {record.id for record in newest}
        while not ids.isdisjoint(self._unwritten):
            self._written.clear()
            await self._written.wait()
        known = await self.sync_store.known(self.feed, referenced_ids(self.feed, newest))
        retaken = await self._retaken(newest, known[self.feed]) if self.compare else None
        decision = await self._decide(newest, read, known, retaken)
        self._unwritten |= {id for id, _ in decision.ids}
        return decision

    async def _retaken(self, records: list[Record], known: Mapping[str, Known]) -> set[str]:
        """Returns the ids of records whose older version is followed (D-154).

        Of a record that this reading has brought before, an older version is a late page.
        """
        older = {record.id for record in records if record.id in known and known[record.id].is_older(record.version)}
        return older - await self.sync_store.seen(self.feed, older) if older else older

    async def _decide(
        self, records: list[Record], read: int, known: dict[Feed, dict[str, Known]], retaken: set[str] | None
    ) -> Decision:
        fresh = await self.sync_store.new_ids(self.feed, sum(record.id not in known[self.feed] for record in records))
        referents = Referents(known, self.clock.now(), self.cipher)
        return await asyncio.to_thread(decide, self.feed, records, read, referents, fresh, retaken=retaken)

    async def retry(self, reason: str) -> None:
        """Retries the records deferred for this reason; unresolved ones stay deferred.

        Records that waited for the brakes are carried out; of the others, those that the brakes count wait for them
        now.
        """
        after, released = "", reason == REMOVAL
        while batch := await self.sync_store.deferred(self.feed, reason, after, DEFERRED_BATCH_SIZE):
            after = batch[-1][0]
            ends, living = _split_deferred(batch)
            known = await self.sync_store.known(self.feed, referenced_ids(self.feed, living))
            # what a full reading brought was followed then, in whatever version
            retaken = {id for id, row in known[self.feed].items() if not row.held}
            decision = await self._decide(living, 0, known, retaken)
            decision.older = 0
            async with self.sync_store.transaction(self.lease) as transaction:
                ended, waiting = await transaction.remove(self.feed, [removal for removal, _ in ends])
                unknown = {removal.id for removal in waiting}
                decision.unresolved += [
                    Deferred(record, "mergedInto", removal.merged_into or "")
                    for removal, record in ends
                    if record is not None and removal.id in unknown
                ]
                tally = await transaction.merge(self.feed, decision, recorded=self.recorded, guarded=not released)
                still = {deferred.record.id for deferred in decision.unresolved} | tally.guarded
                await transaction.delete_deferred(self.feed, [id for id, _ in batch if id not in still])
                decision.unresolved.clear()
                self.part["carried"] += ended + tally.updated if released else 0
                await self._commit(transaction, decision, replace(tally, deleted=ended))

    async def present_before(self) -> int:
        """Counts the live rows of the feed before this run, once: it scans every row."""
        if self._present is None:
            present = await self.sync_store.count_present(self.feed)
            self._present = present - self.part["created"] + self.part["deleted"]
        return self._present

    async def _commit(self, transaction: SyncTransaction, decision: Decision, tally: Tally) -> None:
        before = dict(self.part)
        _add_counts(self.part, decision, tally)
        try:
            await transaction.progress(self.lease.parts)
        except BaseException:
            self.part.update(before)
            raise


async def retry_deferred(feed: Feed, lease: Lease, sync_store: SyncStore, clock: Clock, cipher: Cipher) -> PageWriter:
    """Retries records with an unknown referent, of any run; reports the rest."""
    own_part = next((part for part in lease.parts if part["feed"] == feed), None)
    writer = PageWriter(feed, own_part if own_part is not None else new_part(feed), lease, sync_store, clock, cipher)
    await writer.retry(UNKNOWN_REFERENT)
    writer.part["parked"] = await sync_store.count_deferred(feed, UNKNOWN_REFERENT)
    room = MAX_ERRORS - len(writer.part["errors"])
    if writer.part["parked"] and room > 0:
        left = await sync_store.deferred(feed, UNKNOWN_REFERENT, "", room)
        _report(writer.part, [Note(id, deferred.field, UNKNOWN_REFERENT) for id, deferred in left if deferred])
    return writer


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
    part["older"] += decision.older
    part["parked"] += len(decision.unresolved)
    part["refused"] += decision.refused
    _report(part, decision.notes)


def _report(part: Part, notes: list[Note]) -> None:
    """Adds errors, each once: a record that waited for the brakes is decided twice."""
    room = MAX_ERRORS - len(part["errors"])
    found: list[dict[str, Any]] = [note._asdict() for note in notes[:room]]
    part["errors"] = part["errors"] + [error for error in found if error not in part["errors"]]
