"""Starting and watching synchronisation."""

from litestar import get, put
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath, FromQuery, JSONBody

from application.actor import Actor
from application.ports import Clock, UnitOfWork
from application.sync import queries as watch
from application.sync.approval import approve_run
from application.sync.commands import start_named
from application.sync.ports import SyncViews
from application.sync.revert import revert_run
from contracts.shared import Count
from contracts.sync.runs import (
    ApproveRun,
    SyncChangePage,
    SyncChangesQuery,
    SyncRunAnswer,
    SyncRunPage,
    SyncRunsQuery,
    SyncState,
)
from domain.sync.types import run_type
from entrypoints.http.caller import Given
from entrypoints.http.query_params import asked_of
from entrypoints.http.responses import Answer
from entrypoints.integrations import OutsideSystems

# the words of the specification's calls, and `all` for the header's button (D-64)
STARTED = (
    "all",
    "student",
    "teachers",
    "groups",
    "group-students",
    "gamification-students",
    "gamification-connection",
)


def _start(word: str) -> HTTPRouteHandler:
    @put(f"/synchronization/{word}", status_code=202, operation_id=f"synchronise-{word}")
    async def start(
        actor: Given[Actor],
        uow: Given[UnitOfWork],
        clock: Given[Clock],
        runs: Given[SyncViews],
        outside: Given[OutsideSystems],
        full: FromQuery[bool] = False,
    ) -> Answer[SyncRunAnswer]:
        """Starts a run of this kind; it goes on as a job. ``full`` reads everything again, not only what changed."""
        school = (await outside.school()).school_url
        run_id = await start_named(word, full=full, school=school, actor=actor, uow=uow, clock=clock)
        return Answer(data=await watch.show_run(run_id, actor=actor, runs=runs))

    return start


def _state(word: str) -> HTTPRouteHandler:
    # beside the general path: where a static path takes PUT, the router answers GET there with 405
    @get(f"/synchronization/{word}", operation_id=f"state-{word}")
    async def named_state(actor: Given[Actor], runs: Given[SyncViews]) -> Answer[SyncState]:
        """State and progress of this kind."""
        return Answer(data=await watch.state_of(run_type(word), actor=actor, runs=runs))

    return named_state


@get("/synchronization/message-count", operation_id="countMessages")
async def message_count(actor: Given[Actor], runs: Given[SyncViews]) -> Answer[Count]:
    """How many jobs wait or run."""
    return Answer(data=await watch.count_messages(actor=actor, runs=runs))


@get(
    "/synchronization/runs",
    dependencies={"asked": asked_of(SyncRunsQuery)},
    opt={"query": SyncRunsQuery},
    operation_id="listRuns",
)
async def all_runs(asked: Given[SyncRunsQuery], actor: Given[Actor], runs: Given[SyncViews]) -> Answer[SyncRunPage]:
    """Runs, the newest first."""
    return Answer(data=await watch.list_runs(asked, actor=actor, runs=runs))


@get("/synchronization/runs/{run_id:int}", operation_id="showRun")
async def one_run(run_id: FromPath[int], actor: Given[Actor], runs: Given[SyncViews]) -> Answer[SyncRunAnswer]:
    """One run."""
    return Answer(data=await watch.show_run(run_id, actor=actor, runs=runs))


@get(
    "/synchronization/runs/{run_id:int}/changes",
    dependencies={"asked": asked_of(SyncChangesQuery)},
    opt={"query": SyncChangesQuery},
    operation_id="listChanges",
)
async def changes(
    run_id: FromPath[int], asked: Given[SyncChangesQuery], actor: Given[Actor], runs: Given[SyncViews]
) -> Answer[SyncChangePage]:
    """What a run changed, field by field; people of the caller's branches only."""
    return Answer(data=await watch.list_changes(run_id, asked, actor=actor, runs=runs))


@put("/synchronization/runs/{run_id:int}/approve", status_code=202, operation_id="approveRun")
async def approve(
    run_id: FromPath[int],
    data: JSONBody[ApproveRun],
    actor: Given[Actor],
    uow: Given[UnitOfWork],
    clock: Given[Clock],
    runs: Given[SyncViews],
) -> Answer[SyncRunAnswer]:
    """Lets a stopped run end what it showed; gives the run that does."""
    approving = await approve_run(run_id, data, actor=actor, uow=uow, clock=clock, runs=runs)
    return Answer(data=await watch.show_run(approving, actor=actor, runs=runs))


@put("/synchronization/runs/{run_id:int}/revert", status_code=202, operation_id="revertRun")
async def revert(
    run_id: FromPath[int], actor: Given[Actor], uow: Given[UnitOfWork], clock: Given[Clock], runs: Given[SyncViews]
) -> Answer[SyncRunAnswer]:
    """Takes back what a run changed, where nothing followed; gives the run that does."""
    reverting = await revert_run(run_id, actor=actor, uow=uow, clock=clock)
    return Answer(data=await watch.show_run(reverting, actor=actor, runs=runs))


@get("/synchronization/{kind:str}", operation_id="synchronisationState")
async def state(kind: FromPath[str], actor: Given[Actor], runs: Given[SyncViews]) -> Answer[SyncState]:
    """State and progress of a type, by its number 1–5 or its name."""
    return Answer(data=await watch.state_of(run_type(kind), actor=actor, runs=runs))


ROUTES = [
    *map(_start, STARTED),
    *map(_state, STARTED),
    message_count,
    all_runs,
    one_run,
    changes,
    approve,
    revert,
    state,
]
