"""Watching synchronisation: how a type stands, what runs there were, and what one of them did (D-59, D-64)."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.sync.commands import STARTERS
from application.sync.ports import SyncViews
from contracts.shared import Count
from contracts.sync.runs import SyncChangePage, SyncChangesQuery, SyncRunAnswer, SyncRunPage, SyncRunsQuery, SyncState
from domain.sync.types import RunType


@permits(SIGNED_IN)
async def state_of(kind: RunType, *, actor: Actor, runs: SyncViews) -> SyncState:
    """State, progress and last time of a type; polled each second while its dialog is open.

    Who may not start a synchronisation sees the last time and whether one runs, not what it did (D-59).
    """
    state = await runs.state(kind, actor)
    if not any(actor.may(permission, "update") for permission in STARTERS):
        state.run = None
    return state


@permits(SIGNED_IN)
async def count_messages(*, actor: Actor, runs: SyncViews) -> Count:
    """How many jobs wait or run."""
    return Count(count=await runs.message_count())


@permits(*STARTERS, do="update")
async def list_runs(asked: SyncRunsQuery, *, actor: Actor, runs: SyncViews) -> SyncRunPage:
    """Runs, the newest first."""
    return await runs.runs(asked, actor)


@permits(*STARTERS, do="update")
async def show_run(run_id: int, *, actor: Actor, runs: SyncViews) -> SyncRunAnswer:
    """One run with its feeds, counts and errors. Raises NotFound."""
    return SyncRunAnswer(run=await runs.run(run_id, actor))


@permits(*STARTERS, do="update")
async def list_changes(run_id: int, asked: SyncChangesQuery, *, actor: Actor, runs: SyncViews) -> SyncChangePage:
    """What a run changed, field by field. Raises NotFound.

    People are shown to who may read them, of his branches (D-12); how many changes he does not see is said.
    """
    return await runs.changes(run_id, asked, actor)
