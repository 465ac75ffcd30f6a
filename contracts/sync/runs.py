"""Synchronisation runs, their parts and errors, and the state of a type."""

from datetime import datetime
from enum import IntEnum
from typing import Annotated, Literal

from contracts.shared import Form, Limit, ListQuery, Named, Order, Wire

Entity = Literal[
    "head_office", "teacher", "student", "course", "group", "enrolment", "school_award", "school_connection"
]


class QueueState(IntEnum):
    """The state of a synchronisation for the header (part 1 §3).

    Every end counts as done.
    """

    WAITING = 1
    DONE = 2


class SyncRunsQuery(ListQuery):
    """A page of runs."""

    order_by: Order = Order.DESC


class SyncError(Wire):
    """A record that could not be saved as it is.

    It has its id at the school, the field and the error text.
    """

    id: str
    field: str
    code: str
    message: str


class SyncPart(Wire):
    """One feed of a run.

    ``state``: waiting, running, done or failed. The first hundred errors are stored.

    ``differing``: sticky fields that stay as changed here, against the school's value. ``older``: records in an older
    version than the known one, as after the school restored a backup; a full reading follows them. In a run that
    reverts another one: ``updated`` rows are restored, ``deleted`` rows were created by it and are removed, ``refused``
    rows are unchanged.
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
    older: int
    errors: list[SyncError]


class SyncRunRow(Wire):
    """A run in a list.

    ``type``: all, students, teachers, groups, group_students, gamification-students or
    gamification-connection.

    ``status``: waiting, running, done, done_with_messages, aborted or failed. ``full``: all records were read again.
    ``approves``: the stopped run that it carries out; ``reverts``: the run that it reverts.
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
    """A change that waits for an approval.

    It has the row's id at the school, its name and the effect. ``what``: removed (by the school), merged (into another
    student), missing (from a full reading), deactivated (a teacher who stops, a student who left), branches_emptied,
    branches_replaced, branches_added, status_turned (a period or group ends or begins again) or moved (an enrolment
    names another student or group).
    """

    id: str
    name: str
    what: str


class SyncRemovals(Wire):
    """The changes of one feed that wait for an approval.

    The total, the first hundred that the caller may see, and the number of those hidden. ``withThem``: enrolments that
    end with removed rows.
    """

    feed: str
    total: int
    hidden: int
    with_them: int
    rows: list[SyncRemoval]


class SyncStopCount(Wire):
    """The number of rows with one effect.

    ``what``: as of ``SyncRemoval``, or tenfold: the records that the feed brings.
    """

    what: str
    count: int


class SyncStop(Wire):
    """The stop of a run by a brake, with its numbers.

    ``changing`` of the ``present`` rows of a feed would change in who sees them or who may come in; ``limit`` may
    without an approval. ``accounts``: open accounts that would be closed.
    """

    feed: str
    present: int
    changing: int
    limit: int
    effects: list[SyncStopCount]
    accounts: int


class SyncRunCard(SyncRunRow):
    """A run in full.

    ``reason``: the code of a failure; ``message``: its text.

    ``stop``: the brake that stopped it. ``removals``: the changes that wait for an approval; ``mayApprove``: a person
    may approve them. ``approvedIn``: the run that does. ``revertedIn``: the run that reverted it; ``revertHint``: the
    reason why it can't be reverted, as text.
    """

    reason: str | None
    message: str | None
    parts: list[SyncPart]
    allowed_by: Named | None
    comment: str
    stop: SyncStop | None
    removals: list[SyncRemovals]
    may_approve: bool
    approved_in: int | None
    may_revert: bool
    revert_hint: str | None
    reverted_by: Named | None
    reverted_in: int | None


class ApproveRun(Form):
    """Approves the changes of a stopped run; the comment goes to the audit log."""

    comment: Annotated[str, Limit(max_length=500)] = ""


class SyncChangesQuery(ListQuery):
    """A page of a run's changes, optionally of one kind of record."""

    entity: Entity | None = None


class SyncChangedField(Wire):
    """A changed field in readable form.

    ``label`` is its name in the reader's language.
    """

    field: str
    label: str
    before: str | None
    after: str | None


class SyncChangeRow(Wire):
    """One change.

    ``verb``: created, updated, removed, returned, merged or reverted; ``schoolId``: its id at the school.
    """

    id: int
    entity: Entity
    entity_id: int
    school_id: str | None
    name: str
    verb: str
    fields: list[SyncChangedField]


class SyncChangePage(Wire):
    """A page of the visible changes of a run, their number, and the hidden number."""

    changes: list[SyncChangeRow]
    total: int
    hidden: int


class SyncRunPage(Wire):
    """A page of runs and their total."""

    runs: list[SyncRunRow]
    total: int


class SyncRunAnswer(Wire):
    """One run."""

    run: SyncRunCard


class SyncState(Wire):
    """The state of a type, polled each second while the dialog is open.

    ``run``: the newest run that covers the type.
    """

    type: str
    state: QueueState
    percent: int
    last_synced_at: datetime | None
    running: bool
    run: SyncRunCard | None
