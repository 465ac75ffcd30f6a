"""Placing records: looked up, decided off the loop, written in one transaction with the cursor that they cover."""

import asyncio
from dataclasses import dataclass, field, replace
from typing import Any

from application.ports import Cipher, Clock
from application.sync.decisions import Aside, Decision, decide, latest, referents
from application.sync.ports import Lease, Reading, Removal, Rolls, Tally, Writing
from application.sync.rows import Note, Places
from contracts.sync.school_records import Feed, Record
from domain.sync.run import ERRORS_KEPT, Part, new_part

UNKNOWN_REFERENT = "unknown_ref"
REMOVAL = "removal"
CHUNK = 2000


@dataclass
class Placing:
    """Where the records of one feed of one run go. ``recorded``: new rows are recorded one by one."""

    feed: Feed
    part: Part
    lease: Lease
    rolls: Rolls
    clock: Clock
    cipher: Cipher
    recorded: bool = True
    _unwritten: set[str] = field(default_factory=set)
    _written: asyncio.Event = field(default_factory=asyncio.Event)

    async def write(self, decision: Decision, *, cursor: str | None, reading: Reading) -> None:
        """Writes what a reading brought and remembers where it goes on."""
        async with self.rolls.writing(self.lease) as writing:
            tally = await writing.merge(self.feed, decision, recorded=self.recorded)
            seen = [id for id, _ in decision.ids] if reading.compare else []
            await writing.remember(self.feed, cursor, seen)
            await self._commit(writing, decision, tally)
        self._unwritten -= {id for id, _ in decision.ids}
        self._written.set()

    async def decided(self, records: list[Record], *, settled: bool = False) -> Decision:
        """What becomes of records. A record that is decided and not written yet is waited for: it may come twice."""
        newest, read = latest(records)
        ids = {record.id for record in newest}
        while not ids.isdisjoint(self._unwritten):
            self._written.clear()
            await self._written.wait()
        known = await self.rolls.known(self.feed, referents(self.feed, newest))
        fresh = await self.rolls.new_ids(self.feed, sum(id not in known[self.feed] for id in ids))
        places = Places(known, self.clock.now(), self.cipher)
        decision = await asyncio.to_thread(decide, self.feed, newest, read, places, fresh, settled=settled)
        if not settled:
            self._unwritten |= {id for id, _ in decision.ids}
        return decision

    async def try_again(self, reason: str) -> None:
        """Places what was put aside for this reason; what still can't be placed stays there."""
        after = ""
        while batch := await self.rolls.aside(self.feed, reason, after, CHUNK):
            after = batch[-1][0]
            ends, living = _parted(batch)
            decision = await self.decided(living, settled=True)
            decision.read = 0
            async with self.rolls.writing(self.lease) as writing:
                ended, waiting = await writing.remove(self.feed, [removal for removal, _ in ends])
                unknown = {removal.id for removal in waiting}
                decision.unplaced += [
                    Aside(record, "mergedInto", removal.merged_into or "")
                    for removal, record in ends
                    if record is not None and removal.id in unknown
                ]
                tally = await writing.merge(self.feed, decision, recorded=self.recorded)
                still = {aside.record.id for aside in decision.unplaced}
                await writing.clear_aside(self.feed, [id for id, _ in batch if id not in still])
                decision.unplaced.clear()
                await self._commit(writing, decision, replace(tally, deleted=ended))

    async def _commit(self, writing: Writing, decision: Decision, tally: Tally) -> None:
        before = dict(self.part)
        _add(self.part, decision, tally)
        try:
            await writing.progress(self.lease.parts)
        except BaseException:
            self.part.update(before)
            raise


async def place_parked(feed: Feed, lease: Lease, rolls: Rolls, clock: Clock, cipher: Cipher) -> None:
    """Tries the records again whose referent was unknown, whichever run read them; reports those left."""
    mine = next((part for part in lease.parts if part["feed"] == feed), None)
    placing = Placing(feed, mine if mine is not None else new_part(feed), lease, rolls, clock, cipher)
    await placing.try_again(UNKNOWN_REFERENT)
    placing.part["parked"] = await rolls.count_aside(feed, UNKNOWN_REFERENT)
    room = ERRORS_KEPT - len(placing.part["errors"])
    if placing.part["parked"] and room > 0:
        left = await rolls.aside(feed, UNKNOWN_REFERENT, "", room)
        _report(placing.part, [Note(id, aside.field, UNKNOWN_REFERENT) for id, aside in left if aside])


def _parted(batch: list[tuple[str, Aside | None]]) -> tuple[list[tuple[Removal, Record | None]], list[Record]]:
    """The ends and the living records among what was put aside."""
    ends: list[tuple[Removal, Record | None]] = []
    living = []
    for id, aside in batch:
        if aside is None:
            ends.append((Removal(id), None))
        elif aside.record.deleted:
            ends.append((Removal(id, aside.record.version, aside.record.merged_into), aside.record))
        else:
            living.append(aside.record)
    return ends, living


def _add(part: Part, decision: Decision, tally: Tally) -> None:
    part["read"] += decision.read
    part["created"] += tally.created
    part["updated"] += tally.updated
    part["unchanged"] += tally.unchanged + decision.unchanged
    part["deleted"] += tally.deleted
    part["differing"] += tally.differing
    part["parked"] += len(decision.unplaced)
    part["refused"] += decision.refused
    _report(part, decision.notes)


def _report(part: Part, notes: list[Note]) -> None:
    errors: list[dict[str, Any]] = [note._asdict() for note in notes[: ERRORS_KEPT - len(part["errors"])]]
    part["errors"] = part["errors"] + errors
