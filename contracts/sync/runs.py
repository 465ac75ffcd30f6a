"""Synchronisation on the wire: runs, their parts and errors, and the state of a type."""

from datetime import datetime
from enum import IntEnum
from typing import Annotated, Literal

from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

Entity = Literal["head_office", "teacher", "student", "course", "group", "enrolment"]


class QueueState(IntEnum):
    """The state of a synchronisation as the header shows it (part 1 §3): every end is done."""

    WAITING = 1
    DONE = 2


class SyncRunsQuery(ListQuery):
    """A page of runs."""

    order_by: Order = Order.DESC


class SyncError(Wire):
    """A record that could not be taken as it is: its id at the school, the field, and what is wrong, in words."""

    id: str
    field: str
    code: str
    message: str


class SyncPart(Wire):
    """One feed of a run. ``state``: waiting, running, done or failed. The first hundred errors are kept.

    ``differing``: fields that stay as they were mended here, against the school's word. Of a run that takes another one
    back: ``updated`` rows are as before again, ``deleted`` ones that it had made are ended, ``refused`` ones are left.
    """

    feed: str
    state: str
    announced: int
    read: int
    created: int
    updated: int
    unchanged: int
    deleted: int
    parked: int
    refused: int
    differing: int
    errors: list[SyncError]


class SyncRunRow(Wire):
    """A run in a list. ``type``: all, students, teachers, groups or group_students.

    ``status``: waiting, running, done, done_with_messages, aborted or failed. ``full``: everything was read again.
    ``approves``: the stopped run that it carries out; ``reverts``: the run that it takes back.
    """

    id: int
    type: str
    status: str
    percent: int
    started_at: datetime
    finished_at: datetime | None
    started_by: Named | None
    created: int
    updated: int
    deleted: int
    parked: int
    full: bool
    approves: int | None
    reverts: int | None
    reverted_at: datetime | None


class SyncRemoval(Wire):
    """A row that would go: its id at the school, its name, and what happens to it.

    ``what``: removed (the school says so), merged (into another student), deactivated (a teacher who stops, a student
    who left) or missing (a full reading has not brought it).
    """

    id: str
    name: str
    what: str


class SyncRemovals(Wire):
    """What would go of one feed: how many, the first hundred that the caller may see, and how many he may not.

    ``withThem``: group memberships of these that end with them.
    """

    feed: str
    total: int
    hidden: int
    with_them: int
    rows: list[SyncRemoval]


class SyncRunCard(SyncRunRow):
    """A run in full. ``reason``: why it did not go through, as a code; ``message``: the same in words.

    ``removals``: what a stopped run would have ended; with ``mayApprove`` a person may let it. ``approvedIn``: the run
    that does. ``revertedIn``: the run that took it back; ``revertHint``: why that can't be done, in words.
    """

    reason: str | None
    message: str | None
    parts: list[SyncPart]
    allowed_by: Named | None
    comment: str
    removals: list[SyncRemovals]
    may_approve: bool
    approved_in: int | None
    may_revert: bool
    revert_hint: str | None
    reverted_by: Named | None
    reverted_in: int | None


class ApproveRun(Form):
    """Lets a stopped run end what it showed; the comment is kept in the audit log."""

    comment: Annotated[str, Limit(max_length=500)] = ""


class SyncChangesQuery(ListQuery):
    """A page of what a run changed; of one kind of record only, if named."""

    entity: Entity | None = None


class SyncChangedField(Wire):
    """A field before and after, as people read it. ``label`` is its name in the reader's language."""

    field: str
    label: str
    before: str | None
    after: str | None


class SyncChangeRow(Wire):
    """One change. ``verb``: created, updated, removed, returned, merged or reverted; ``schoolId``: its id there."""

    id: int
    entity: Entity
    entity_id: int
    school_id: str | None
    name: str
    verb: str
    fields: list[SyncChangedField]


class SyncChangePage(Wire):
    """A page of what the caller may see of a run's changes, how many those are, and how many he may not see."""

    changes: list[SyncChangeRow]
    total: int
    hidden: int


class SyncRunPage(Wire):
    """A page of runs and how many there are in all."""

    runs: list[SyncRunRow]
    total: int


class SyncRunAnswer(Wire):
    """A run under its name."""

    run: SyncRunCard


class SyncState(Wire):
    """The state of a type, asked each second while the dialog is open. ``run``: the newest that brings the type."""

    type: str
    state: QueueState
    percent: int
    last_synced_at: datetime | None
    running: bool
    run: SyncRunCard | None
