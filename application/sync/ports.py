"""Ports of synchronisation: the school register and the sync store."""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.sync.decisions import Decision, Deferred
from application.sync.rows import Known, Note
from contracts.shared import ListQuery
from contracts.sync.runs import SyncChangePage, SyncChangesQuery, SyncRunCard, SyncRunPage, SyncState
from contracts.sync.school_records import Capabilities, Feed, Page
from domain.sync.brakes import Stop
from domain.sync.run import Part
from domain.sync.types import RunType


class ResyncRequired(Exception):
    """The cursor has expired or the feed was rebuilt: read it from the beginning.

    hh v1 answers 410.
    """


@runtime_checkable
class SchoolRegister(Protocol):
    """The school's records, read feed by feed (D-49)."""

    async def capabilities(self) -> Capabilities:
        """Returns the features of the school system. Raises SchoolUnavailable."""
        ...

    def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """Yields the pages of a feed: all records without a cursor, else the changes.

        There is at least one page, also for an empty feed; the last one carries the cursor of the next delta. The
        cursor of an earlier page resumes the same reading. A record may occur twice (a duplicate across pages, a delta
        read again): the higher version wins. A full reading also returns the tombstones that the school still stores,
        so that a client without a cursor learns about merges.

        Raises SchoolUnavailable if the school can't be read after retries, ResyncRequired if the cursor is no longer
        valid. An invalid record ends the reading: SchoolUnavailable("garbage").
        """
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


class LeaseLost(Exception):
    """Another worker has acquired the run, or it was ended: stop without reporting."""


class SyncStoreUnavailable(Exception):
    """The database is unavailable: a retry of the job resumes the run."""


@dataclass(frozen=True)
class Lease:
    """The claim of one worker on a run; ``parts`` is the progress at that time.

    ``full``: all records are read again. ``approves``: the stopped run whose removals were approved. ``reverts``: the
    run to revert, on behalf of the account ``by``.
    """

    run_id: int
    owner: str
    parts: list[Part]
    full: bool = False
    approves: int | None = None
    reverts: int | None = None
    by: int | None = None


@dataclass(frozen=True)
class FeedPosition:
    """The reading position of a feed.

    ``full``: all records are read, not only changes. ``compare``: rows missing from the full reading are removed; off
    if the feed had no rows before.
    """

    cursor: str | None
    full: bool
    compare: bool

    @property
    def first(self) -> bool:
        """Returns whether the feed was empty at the start.

        Its rows are not recorded one by one (and D-78).
        """
        return self.full and not self.compare


@dataclass(frozen=True)
class Tally:
    """The effects of a page or of removals.

    ``differing``: sticky fields that stay as changed here. ``guarded``: ids of records that wait for the brakes now.
    """

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    deleted: int = 0
    differing: int = 0
    guarded: frozenset[str] = frozenset()


@dataclass
class RevertTally:
    """The effects of a revert.

    ``restored``: restored rows; ``ended``: removed rows; ``left``: unchanged rows, the first ones with reasons.
    """

    seen: int = 0
    restored: int = 0
    ended: int = 0
    left: int = 0
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Removal:
    """A row to remove.

    ``merged_into``: the school's id of the student who receives the history.
    """

    id: str
    version: int | None = None
    merged_into: str | None = None


@runtime_checkable
class SyncTransaction(Protocol):
    """One transaction of a run.

    Rows, cursor, counts and the lease are committed together or not at all.
    """

    async def merge(self, feed: Feed, decision: Decision, *, recorded: bool, guarded: bool) -> Tally:
        """Writes changed rows and stores deferred records.

        ``recorded``: new rows are recorded one by one. ``guarded``: known rows whose change has an effect that the
        brakes count (``domain.sync.brakes``) are deferred instead; a sticky field that stays has none.
        """
        ...

    async def save_cursor(self, feed: Feed, cursor: str | None, ids: Collection[str]) -> None:
        """Stores the position of a reading and the records of a full one."""
        ...

    async def finish_reading(self, feed: Feed, *, compare: bool) -> None:
        """Ends a full reading.

        ``compare`` defers, as removals, the rows that it did not contain.
        """
        ...

    async def remove(self, feed: Feed, removals: Iterable[Removal]) -> tuple[int, list[Removal]]:
        """Removes rows; returns the count and those with an unknown successor.

        The latter are not removed. The history of a merged student moves to the last successor of the chain. A row that
        is its own successor has none.
        """
        ...

    async def delete_deferred(self, feed: Feed, ids: Collection[str]) -> None:
        """Deletes deferred records."""
        ...

    async def record_guarded(self, feed: Feed) -> None:
        """Records what waits for the brakes for review, before the run stops."""
        ...

    async def record_all_as_pending(self, feed: Feed) -> None:
        """Defers every live row as missing and records it for review."""
        ...

    async def revert_feed(self, feed: Feed, run_id: int, *, stopped: bool) -> RevertTally:
        """Reverts a run's changes of a feed where nothing followed.

        See docs/decisions/revert.md. ``stopped``: a brake had stopped the run; what waits for its approval is discarded
        and the feed is read anew.
        """
        ...

    async def mark_reverted(self, run_id: int, by: int | None) -> None:
        """Marks that run as reverted.

        Reverting a revert marks the original run as standing again.
        """
        ...

    async def progress(self, parts: list[Part]) -> None:
        """Publishes the counts and checks the lease. Raises LeaseLost."""
        ...


@runtime_checkable
class SyncStore(Protocol):
    """The centre's copy of the school's records, as written by a run."""

    async def acquire(self, run_id: int, owner: str, seconds: float) -> Lease | None:
        """Acquires the run, also from a dead worker; waits while another is alive.

        Returns None if the run is over.
        """
        ...

    async def renew(self, lease: Lease, seconds: float) -> None:
        """Extends the lease. Raises LeaseLost."""
        ...

    async def release(self, lease: Lease) -> None:
        """Releases an unfinished run, so that the next worker need not wait."""
        ...

    async def position(self, feed: Feed) -> FeedPosition:
        """Returns the position of a feed; begins a full reading if never read."""
        ...

    async def restart(self, feed: Feed) -> FeedPosition:
        """Begins a full reading."""
        ...

    async def count_present(self, feed: Feed) -> int:
        """Counts the live rows that came from the school."""
        ...

    async def count_known(self, feed: Feed) -> int:
        """Counts all rows that came from the school, also ended ones."""
        ...

    async def seen(self, feed: Feed, ids: Collection[str]) -> set[str]:
        """Returns those of the records that the full reading in progress has brought."""
        ...

    async def has_stopped(self, feed: Feed) -> bool:
        """Returns whether changes of this feed wait since a run was stopped."""
        ...

    async def was_completed(self, feed: Feed, but_run: int) -> bool:
        """Returns whether another run has read this feed to its end."""
        ...

    async def was_stopped(self, run_id: int) -> bool:
        """Returns whether a brake stopped that run, or the run that it reverts."""
        ...

    async def stop_of(self, run_id: int) -> Stop | None:
        """Returns the stop of a run with its numbers."""
        ...

    async def departed_staff_accounts(self, but_of: int | None = None) -> list[int]:
        """Returns the open accounts of departed teachers.

        Departed teachers no longer work at the school or are missing from its register. ``but_of``: without those that
        left in this run.
        """
        ...

    async def known(self, own: Feed, named: Mapping[Feed, Collection[str]]) -> dict[Feed, dict[str, Known]]:
        """Returns the stored state of these records.

        For ``own`` those that have a row, for other feeds also merged ones.
        """
        ...

    async def is_reverted(self, run_id: int) -> bool:
        """Returns whether that run was reverted."""
        ...

    async def new_ids(self, feed: Feed, count: int) -> list[int]:
        """Allocates ids for new rows; gaps don't matter."""
        ...

    async def count_guarded(self, feed: Feed, *, alone: bool = False) -> dict[str, int]:
        """Counts live rows that wait for the brakes, by effect.

        ``alone``: without those that only follow a referent.
        """
        ...

    async def count_unapproved(self, feed: Feed, run_id: int) -> int:
        """Counts these rows without those that the stopped run has recorded.

        Rows that only follow a referent are excluded.
        """
        ...

    async def count_closing_accounts(self, feed: Feed) -> int:
        """Counts the open accounts that these rows would close."""
        ...

    async def all_removals_recorded(self, feed: Feed, run_id: int) -> bool:
        """Returns whether the stopped run recorded the removal of every live row."""
        ...

    async def deferred(self, feed: Feed, reason: str, after: str, limit: int) -> list[tuple[str, Deferred | None]]:
        """Returns deferred records by id; None for a row missing from a full reading."""
        ...

    async def count_deferred(self, feed: Feed, reason: str) -> int:
        """Counts the records deferred for this reason."""
        ...

    def transaction(self, lease: Lease) -> AbstractAsyncContextManager[SyncTransaction]:
        """Opens a transaction; it commits when the block ends without an error."""
        ...


@runtime_checkable
class SyncViews(Protocol):
    """Reads about synchronisation."""

    async def runs(self, query: ListQuery, actor: Actor) -> SyncRunPage:
        """Lists runs, newest first by default."""
        ...

    async def run(self, run_id: int, actor: Actor) -> SyncRunCard:
        """Returns one run with the removals that the actor may see.

        Raises NotFound.
        """
        ...

    async def changes(self, run_id: int, query: SyncChangesQuery, actor: Actor) -> SyncChangePage:
        """Returns a run's changes by field, limited to the actor's scope.

        Raises NotFound.
        """
        ...

    async def removals(self, run_id: int) -> dict[str, int]:
        """Counts the rows of each feed that a stopped run would still remove."""
        ...

    async def superseded(self, run_id: int) -> int | None:
        """Returns the newest run that makes this stopped one obsolete.

        It stopped later, or completed all of its types.
        """
        ...

    async def has_ended_since(self, moment: datetime) -> bool:
        """Returns whether a run of all types started since then has not failed.

        A run that is still active does not count.
        """
        ...

    async def last_full(self) -> datetime | None:
        """Returns the time of the last successful full run of all types."""
        ...

    async def state(self, kind: RunType, actor: Actor) -> SyncState:
        """Returns the newest run that covers a type and the time of its last success."""
        ...

    async def message_count(self) -> int:
        """Counts the jobs that have not ended."""
        ...
