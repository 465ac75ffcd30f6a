"""Runs and jobs name their requester to callers of the same branches.

A centre without a school reports it.
"""

from pathlib import Path
from typing import Any

import pytest

from tests.support.builders import Account, Branch, a_branch, a_superadmin, a_user_with
from tests.support.console import Console, a_console

RIGHTS = {"users:students": ["read", "update"], "settings:integrations": ["read", "update"]}
SOMEBODY = {"id": 0, "name": "staff of another branch"}
RUN = """
insert into sync_runs (type, status, parts, started_by, allowed_by, created_at, finished_at)
values ('all', 'done', '[]', $1, $1, now(), now()) returning id
"""
JOB = "insert into jobs (kind, state, payload, created_by) values ('sync.run', 'done', '{}', $1) returning id"


def _staff(*branches: Branch) -> Account:
    return a_user_with(RIGHTS).of(*branches)


async def _requested_by(console: Console, account: Account) -> tuple[int, int]:
    """A run and a job requested by this member of staff."""
    return await console.sql.fetchval(RUN, account.id), await console.sql.fetchval(JOB, account.id)


async def _seen(visitor: Any, run: int, job: int) -> list[Any]:
    """The displayed requester in every place."""
    runs = (await visitor.data("/synchronization/runs"))["runs"]
    card = (await visitor.data(f"/synchronization/runs/{run}"))["run"]
    state = (await visitor.data("/synchronization/all"))["run"]
    jobs = (await visitor.data("/jobs/all"))["jobs"]
    one = (await visitor.data(f"/jobs/{job}"))["job"]
    listed = [row["startedBy"] for row in runs if row["id"] == run] + [
        row["createdBy"] for row in jobs if row["id"] == job
    ]
    return [*listed, card["startedBy"], card["allowedBy"], state["startedBy"], one["createdBy"]]


async def test_a_requester_of_another_branch_is_not_named(fresh_console: Console) -> None:
    """D-12, P1: a caller of one branch sees that there is one, without name."""
    here, there = a_branch("Chilonzor"), a_branch("Yunusobod")
    colleague, stranger, chief = _staff(here), _staff(there), a_superadmin()
    await fresh_console.store(colleague, stranger, chief)
    caller = await fresh_console.sign_in(_staff(here))
    for account, named in ((colleague, True), (chief, True), (stranger, False)):
        requested = await _requested_by(fresh_console, account)
        seen = await _seen(caller, *requested)
        assert len(seen) == 6
        assert all((person["id"] == account.id) is named for person in seen), seen
        assert named or all(person == SOMEBODY for person in seen)
    boss = await fresh_console.sign_in(chief)
    assert {person["id"] for person in await _seen(boss, *(await _requested_by(fresh_console, stranger)))} == {
        stranger.id
    }


@pytest.mark.parametrize("kind", ["all", "student"])
async def test_without_a_school_no_run_is_started(database_url: str, tmp_path: Path, kind: str) -> None:
    """errId 247: rejected at once with a message, instead of a failed run."""
    async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_URL="") as console:
        visitor = await console.sign_in(a_superadmin())
        refused = await visitor.put(f"/synchronization/{kind}")
        assert (refused.status_code, refused.json()["errId"]) == (409, 247)
        assert "CONSOLE_SCHOOL_URL" in refused.json()["message"]
        assert await console.sql.fetchval("select count(*) from sync_runs") == 0
