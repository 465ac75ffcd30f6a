"""The state of a type of synchronisation is readable whatever it is.

WISH-36, D-64.
"""

import json
from typing import Any

import pytest

from domain.sync.run import ACTIVE, Reason, RunStatus
from domain.sync.types import WORDS, feeds_of, run_type
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console, Visitor

NAMES = sorted(WORDS)
PART = {
    **{"announced": 5, "read": 3, "created": 1, "updated": 0, "unchanged": 2, "deleted": 0, "parked": 0, "refused": 0},
    "differing": 0,
}
INSERT = """
insert into sync_runs (type, status, reason, parts, started_by, lease_owner, lease_until)
values ($1, $2, $3, $4::jsonb, $5, 'worker', now() + $6::float8 * interval '1 second')
"""
# a run that waits or runs, whose worker lives or not, one that ended well, with messages, failed, or was stopped
RUNS: list[tuple[RunStatus, Reason | None, float]] = [
    (RunStatus.WAITING, None, 60),
    (RunStatus.RUNNING, None, 60),
    (RunStatus.RUNNING, None, -3600),
    (RunStatus.DONE, None, 0),
    (RunStatus.DONE_WITH_MESSAGES, None, 0),
    (RunStatus.ABORTED, None, 0),
    *((RunStatus.FAILED, reason, 0) for reason in Reason),
]


@pytest.fixture
async def readers(fresh_console: Console) -> list[Visitor]:
    """A caller who may start runs, and one who may not."""
    return [await fresh_console.sign_in(a_superadmin()), await fresh_console.sign_in(a_user_with({}))]


async def test_a_type_that_never_ran_has_a_state(readers: list[Visitor]) -> None:
    """All numbers and names (R1-198, D-92)."""
    for reader in readers:
        for name in NAMES:
            state = await reader.data(f"/synchronization/{name}")
            assert (state["state"], state["percent"], state["running"]) == (2, 0, False)
            assert (state["lastSyncedAt"], state["run"]) == (None, None)
            assert state["type"] == run_type(name).value


@pytest.mark.parametrize(("status", "reason", "lease"), RUNS)
async def test_a_run_of_any_status_leaves_its_type_readable(
    fresh_console: Console, readers: list[Visitor], status: RunStatus, reason: Reason | None, lease: float
) -> None:
    """200 for every type; who may not start a run sees no run."""
    user = await fresh_console.sql.fetchval("select max(id) from users")
    for kind in {run_type(word) for word in WORDS}:
        parts: list[dict[str, Any]] = [
            PART | {"feed": feed, "state": "failed" if reason else "done", "errors": []} for feed in feeds_of(kind)
        ]
        await fresh_console.sql.execute("delete from sync_runs")
        await fresh_console.sql.execute(INSERT, str(kind), status, reason, json.dumps(parts), user, lease)
        mine, theirs = [await reader.data(f"/synchronization/{kind}") for reader in readers]
        assert mine["running"] is theirs["running"] is (status in ACTIVE)
        assert theirs["run"] is None
        assert mine["run"] is not None


async def test_an_unknown_type_is_not_found(readers: list[Visitor]) -> None:
    """It is no type of synchronisation."""
    answer = await readers[0].get("/synchronization/6")
    assert (answer.status_code, answer.json()["code"]) == (404, "SHARED_NOT_FOUND")
