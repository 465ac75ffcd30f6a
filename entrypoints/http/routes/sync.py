"""Synchronisation: runs, their approval and their revert."""

from application.actor import Actor
from application.authorization import guarded_as
from application.ports import Clock, UnitOfWork
from application.sync import queries
from application.sync.approval import approve_run
from application.sync.commands import start_named
from application.sync.ports import SyncViews
from application.sync.revert import revert_run
from contracts.sync.runs import ApproveRun, SyncRunAnswer
from entrypoints.http.endpoint import endpoint
from entrypoints.integrations import IntegrationRegistry

# the names in the specification's paths, and `all` for the header's button (D-64)
STARTED = (
    "all",
    "student",
    "teachers",
    "groups",
    "group-students",
    "gamification-students",
    "gamification-connection",
)


# these are written by hand: one use case starts a run, another shows it
@guarded_as(start_named)
async def start(
    word: str,
    *,
    full: bool = False,
    actor: Actor,
    uow: UnitOfWork,
    clock: Clock,
    runs: SyncViews,
    integrations: IntegrationRegistry,
) -> SyncRunAnswer:
    """Starts a run of this kind, which continues as a job.

    ``full`` reads everything again, not only changes.
    """
    school = (await integrations.school()).school_url
    run_id = await start_named(word, full=full, school=school, actor=actor, uow=uow, clock=clock)
    return await queries.show_run(run_id, actor=actor, runs=runs)


@guarded_as(approve_run)
async def approve(
    run_id: int, form: ApproveRun, *, actor: Actor, uow: UnitOfWork, clock: Clock, runs: SyncViews
) -> SyncRunAnswer:
    """Approves the removals of a stopped run; returns the run that carries them out."""
    approving = await approve_run(run_id, form, actor=actor, uow=uow, clock=clock, runs=runs)
    return await queries.show_run(approving, actor=actor, runs=runs)


@guarded_as(revert_run)
async def revert(run_id: int, *, actor: Actor, uow: UnitOfWork, clock: Clock, runs: SyncViews) -> SyncRunAnswer:
    """Reverts a run's changes that nothing followed; returns the run that does so."""
    reverting = await revert_run(run_id, actor=actor, uow=uow, clock=clock)
    return await queries.show_run(reverting, actor=actor, runs=runs)


ROUTES = [
    *(
        endpoint(
            "PUT",
            f"/synchronization/{word}",
            start,
            operation_id=f"synchronise-{word}",
            status=202,
            parameters={"full": bool},
            word=word,
        )
        for word in STARTED
    ),
    # beside the general path: where a static path has PUT, the router answers GET there with 405
    *(
        endpoint("GET", f"/synchronization/{word}", queries.state_of_named, operation_id=f"state-{word}", kind=word)
        for word in STARTED
    ),
    endpoint("GET", "/synchronization/message-count", queries.count_messages, operation_id="countMessages"),
    endpoint("GET", "/synchronization/runs", queries.list_runs, operation_id="listRuns"),
    endpoint("GET", "/synchronization/runs/{run_id:int}", queries.show_run, operation_id="showRun"),
    endpoint("GET", "/synchronization/runs/{run_id:int}/changes", queries.list_changes, operation_id="listChanges"),
    endpoint("PUT", "/synchronization/runs/{run_id:int}/approve", approve, operation_id="approveRun", status=202),
    endpoint("PUT", "/synchronization/runs/{run_id:int}/revert", revert, operation_id="revertRun", status=202),
    endpoint("GET", "/synchronization/{kind:str}", queries.state_of_named, operation_id="synchronisationState"),
]
