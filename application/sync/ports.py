"""What synchronisation needs of the outside: a register of the school's records, and a place to merge them into."""

from collections.abc import AsyncIterator, Collection, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Protocol, runtime_checkable

from application.actor import Actor
from application.sync.decisions import Aside, Decision
from application.sync.rows import Known, Note
from contracts.shared import ListQuery
from contracts.sync.runs import SyncChangePage, SyncChangesQuery, SyncRunCard, SyncRunPage, SyncState
from contracts.sync.school_records import Capabilities, Feed, Page
from domain.sync.run import Part
from domain.sync.types import RunType


class ResyncRequired(Exception):
    """The cursor is too old or the feed was rebuilt: read it again from the beginning (hh v1: 410)."""


@runtime_checkable
class SchoolRegister(Protocol):
    """The school's records, read feed by feed (D-49)."""

    async def capabilities(self) -> Capabilities:
        """What the school system offers. Raises SchoolUnavailable."""
        ...

    def read(self, feed: Feed, cursor: str | None) -> AsyncIterator[Page]:
        """The feed's pages: all records when ``cursor`` is None, else what changed since it was given.

        Always at least one page, even of an empty feed; the last one carries the cursor of the next delta. The
        cursor of an earlier page goes on with the same reading. A record may come twice (a duplicate over pages,
        a delta read again): the higher version counts. A full reading also hands out the tombstones the school
        still keeps, so that a reader who lost his cursor learns who was merged into whom.

        Raises SchoolUnavailable when the school can't be read after retries, ResyncRequired when the cursor
        no longer holds. A record that can't be understood ends the reading: SchoolUnavailable("garbage").
        """
        ...

    async def close(self) -> None:
        """Releases connections."""
        ...


class LeaseLost(Exception):
    """Another worker has taken the run over, or somebody ended it: stop without a word."""


class RollsUnavailable(Exception):
    """The database is away: the job is tried again later and goes on where it stopped."""


@dataclass(frozen=True)
class Lease:
    """The right to work on a run; ``parts`` is how far it had come when it was taken.

    ``full``: everything is to be read again. ``approves``: the stopped run whose removals a person has allowed.
    ``reverts``: the run that is to be taken back, with ``by``: who wants it.
    """

    run_id: int
    owner: str
    parts: list[Part]
    full: bool = False
    approves: int | None = None
    reverts: int | None = None
    by: int | None = None


@dataclass(frozen=True)
class Reading:
    """Where the reading of a feed stands. ``full``: everything is being read, not what changed.

    ``compare``: rows that the full reading does not bring are to be ended; not so when there was nothing before.
    """

    cursor: str | None
    full: bool
    compare: bool

    @property
    def first(self) -> bool:
        """Whether nothing was here when it began: its rows are not recorded one by one (and D-78)."""
        return self.full and not self.compare


@dataclass(frozen=True)
class Tally:
    """What a page or an end changed; ``differing``: fields that stay as they were mended here."""

    created: int = 0
    updated: int = 0
    unchanged: int = 0
    deleted: int = 0
    differing: int = 0


@dataclass
class TakenBack:
    """What taking back came to: rows as before, rows ended, rows left with the reasons of the first ones."""

    seen: int = 0
    put_back: int = 0
    ended: int = 0
    left: int = 0
    notes: list[Note] = field(default_factory=list)


@dataclass(frozen=True)
class Removal:
    """A row to end. ``merged_into``: the school's id of who takes over the history."""

    id: str
    version: int | None = None
    merged_into: str | None = None


@runtime_checkable
class Writing(Protocol):
    """One transaction of a run: rows, cursor, counts and the lease are committed together or not at all."""

    async def merge(self, feed: Feed, decision: Decision, *, recorded: bool) -> Tally:
        """Writes the rows that differ and puts aside what waits. ``recorded``: new rows are recorded one by one."""
        ...

    async def remember(self, feed: Feed, cursor: str | None, ids: Collection[str]) -> None:
        """Keeps where the reading goes on, and which records a full reading has brought."""
        ...

    async def finish_reading(self, feed: Feed, *, compare: bool) -> None:
        """A full reading is over; ``compare`` puts aside, as ends, the rows that it has not brought."""
        ...

    async def remove(self, feed: Feed, removals: Iterable[Removal]) -> tuple[int, list[Removal]]:
        """Ends rows and gives how many; also those whose successor is unknown, which are not ended.

        The history of a student who was merged goes to his successor, to the last of a chain. A row that is its own
        successor has none.
        """
        ...

    async def clear_aside(self, feed: Feed, ids: Collection[str]) -> None:
        """Forgets what was put aside."""
        ...

    async def show_removals(self, feed: Feed) -> None:
        """The removals put aside are what this run shows to people before it stops."""
        ...

    async def show_everything(self, feed: Feed) -> None:
        """Puts every living row aside as missing and shows it."""
        ...

    async def take_back(self, feed: Feed, run_id: int) -> TakenBack:
        """Takes back what a run changed of a feed, where nothing followed (docs/decisions/revert.md)."""
        ...

    async def note_taken_back(self, run_id: int, by: int | None) -> None:
        """That run is taken back now; one that had taken back another leaves that one standing again."""
        ...

    async def progress(self, parts: list[Part]) -> None:
        """Makes the counts visible and proves that the lease still holds. Raises LeaseLost."""
        ...


@runtime_checkable
class Rolls(Protocol):
    """The centre's own copy of the school's records, as a run writes it."""

    async def take(self, run_id: int, owner: str, seconds: float) -> Lease | None:
        """Takes the run up, or over from a worker that died; waits while another one works on it.

        None when the run is over (done by another, or ended).
        """
        ...

    async def keep(self, lease: Lease, seconds: float) -> None:
        """Says that the worker lives. Raises LeaseLost."""
        ...

    async def release(self, lease: Lease) -> None:
        """Gives the run back unfinished, so that the next worker need not wait for the lease to run out."""
        ...

    async def reading(self, feed: Feed) -> Reading:
        """Where the reading of a feed stands; begins a full one where nothing has been read yet."""
        ...

    async def restart(self, feed: Feed) -> Reading:
        """Begins a full reading, whatever was read before."""
        ...

    async def present(self, feed: Feed) -> int:
        """How many rows of the school live here."""
        ...

    async def left_with_account(self) -> list[int]:
        """The open accounts of teachers who no longer work at the school or have gone from its register."""
        ...

    async def known(self, own: Feed, named: Mapping[Feed, Collection[str]]) -> dict[Feed, dict[str, Known]]:
        """What is here of these records: of ``own`` those that have a row, of others also who was merged into one."""
        ...

    async def taken_back(self, run_id: int) -> bool:
        """Whether that run was taken back already."""
        ...

    async def new_ids(self, feed: Feed, count: int) -> list[int]:
        """Ids for new rows; gaps don't matter."""
        ...

    async def ending(self, feed: Feed, *, alone: bool = False) -> int:
        """How many living rows the removals put aside would end; ``alone``: but for those that go with a referent."""
        ...

    async def unshown(self, feed: Feed, run_id: int) -> int:
        """How many of these, but for those that go with a referent, a stopped run has not shown."""
        ...

    async def all_shown(self, feed: Feed, run_id: int) -> bool:
        """Whether a stopped run has shown that every living row would go."""
        ...

    async def aside(self, feed: Feed, reason: str, after: str, limit: int) -> list[tuple[str, Aside | None]]:
        """What was put aside, by id; None for a row that a full reading no longer brings."""
        ...

    async def count_aside(self, feed: Feed, reason: str) -> int:
        """How many records are put aside for this reason."""
        ...

    def writing(self, lease: Lease) -> AbstractAsyncContextManager[Writing]:
        """A transaction; it commits when the block ends well."""
        ...


@runtime_checkable
class SyncViews(Protocol):
    """Reads about synchronisation."""

    async def runs(self, asked: ListQuery, actor: Actor) -> SyncRunPage:
        """Runs, the newest first unless asked otherwise."""
        ...

    async def run(self, run_id: int, actor: Actor) -> SyncRunCard:
        """One run in full, with what of its removals the actor may see. Raises NotFound."""
        ...

    async def changes(self, run_id: int, asked: SyncChangesQuery, actor: Actor) -> SyncChangePage:
        """What a run changed, field by field, of what the actor may see. Raises NotFound."""
        ...

    async def removals(self, run_id: int) -> dict[str, int]:
        """How many rows of each feed a stopped run would have ended, and still would."""
        ...

    async def superseded(self, run_id: int) -> int | None:
        """The newest run that makes this stopped one a thing of the past: it stopped later, or brought all of it."""
        ...

    async def settled_since(self, moment: datetime) -> bool:
        """Whether a run of all types that was started since then is over and has not failed."""
        ...

    async def last_full(self) -> datetime | None:
        """When everything was last read again, of all types, with success."""
        ...

    async def state(self, kind: RunType, actor: Actor) -> SyncState:
        """How the newest run that brings a type stands, and when the type was last brought."""
        ...

    async def message_count(self) -> int:
        """How many jobs have not ended."""
        ...
