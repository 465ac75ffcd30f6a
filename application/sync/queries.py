"""Queries about synchronisation: state, runs and their changes (D-59, D-64)."""

from application.actor import Actor
from application.authorization import SIGNED_IN, permits
from application.sync.commands import STARTERS
from application.sync.ports import SyncViews
from contracts.shared import Count
from contracts.sync.runs import (
    SyncChangePage,
    SyncChangesQuery,
    SyncRunAnswer,
    SyncRunPage,
    SyncRunsQuery,
    SyncState,
)
from domain.sync.types import RunType, run_type


@permits(SIGNED_IN)
async def state_of(kind: RunType, *, actor: Actor, runs: SyncViews) -> SyncState:
    """Returns state, progress and last time of a type.

    Its open dialog polls it each second. Callers who may not start a synchronisation see the last time and whether a
    run is active, not its effects (D-59).
    """
    state = await runs.state(kind, actor)
    if not any(actor.may(permission, "update") for permission in STARTERS):
        state.run = None
    return state


@permits(SIGNED_IN)
async def state_of_named(kind: str, *, actor: Actor, runs: SyncViews) -> SyncState:
    """State and progress of a type, by its number 1–5 or its name.

    Raises NotFound for another word.
    """
    return await state_of(run_type(kind), actor=actor, runs=runs)


@permits(SIGNED_IN)
async def count_messages(*, actor: Actor, runs: SyncViews) -> Count:
    """Counts the waiting and running jobs."""
    return Count(count=await runs.message_count())


@permits(*STARTERS, do="update")
async def list_runs(query: SyncRunsQuery, *, actor: Actor, runs: SyncViews) -> SyncRunPage:
    """Lists runs, newest first."""
    return await runs.runs(query, actor)


@permits(*STARTERS, do="update")
async def show_run(run_id: int, *, actor: Actor, runs: SyncViews) -> SyncRunAnswer:
    """Returns one run with its feeds, counts and errors. Raises NotFound."""
    return SyncRunAnswer(run=await runs.run(run_id, actor))


@permits(*STARTERS, do="update")
async def list_changes(run_id: int, query: SyncChangesQuery, *, actor: Actor, runs: SyncViews) -> SyncChangePage:
    """Returns a run's changes, field by field. Raises NotFound.

    Records of people are limited to the caller's permissions and branches (D-12); the number of hidden changes is
    included.
    """
    return await runs.changes(run_id, query, actor)
