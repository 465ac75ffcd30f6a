"""The nightly synchronisation at 03:00 local time, retried until 06:00.

Each half hour (D-64).
"""

from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest

from application.actor import system
from domain.shared.errors import DomainError
from entrypoints.worker.handlers import job_handlers
from entrypoints.worker.scheduler import last_attempt, last_night, nightly, nightly_anonymisation
from tests.support.console import Console, a_console

# three o'clock in Tashkent
NIGHT = datetime(2026, 11, 19, 22, tzinfo=UTC)


@pytest.fixture
async def console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console whose scheduler has run before, as at its first start."""
    async with a_console(database_url, tmp_path) as console:
        await _run_scheduler_at(console, NIGHT - timedelta(hours=12))
        yield console


async def _run_scheduler_at(console: Console, moment: datetime) -> int:
    """Runs the scheduler at that moment; the number of runs afterwards."""
    console.clock.pass_by(seconds=(moment - console.clock.now()).total_seconds())
    await nightly(console.container)
    count: int = await console.sql.fetchval("select count(*) from sync_runs")
    return count


async def _finish_run(console: Console, status: str) -> None:
    await console.sql.execute("update sync_runs set status = $1, finished_at = now()", status)


def _tries(minutes: int) -> list[datetime]:
    return [NIGHT + timedelta(minutes=minute) for minute in range(0, minutes, 10)]


async def test_a_failed_night_is_retried_until_six(console: Console) -> None:
    """Checked every ten minutes from three to noon: seven tries, the last at six."""
    found = []
    for moment in _tries(9 * 60):
        found.append(await _run_scheduler_at(console, moment))
        await _finish_run(console, "failed")
    assert found == [*(1 + minute // 30 for minute in range(0, 180, 10)), *[7] * 36]
    assert await _run_scheduler_at(console, NIGHT + timedelta(days=1)) == 8, "and the next night"


@pytest.mark.parametrize("status", ["done", "done_with_messages", "aborted"])
async def test_a_night_that_did_not_fail_is_not_retried(console: Console, status: str) -> None:
    """Nor one stopped by a brake: a user decides first (D-49)."""
    for moment in _tries(4 * 60):
        assert await _run_scheduler_at(console, moment) == 1
        await _finish_run(console, status)


async def test_the_night_waits_for_a_run_in_progress(console: Console) -> None:
    """The nightly run begins at the next half hour after it."""
    students = """insert into sync_runs (type, parts, status, created_at, lease_until)
        values ('students', '[]', 'running', $1, $2)"""
    await console.sql.execute(students, NIGHT - timedelta(minutes=5), NIGHT + timedelta(hours=2))
    with pytest.raises(DomainError, match=r"sync\.in_progress"):
        await _run_scheduler_at(console, NIGHT)
    await _finish_run(console, "done")
    assert await _run_scheduler_at(console, NIGHT + timedelta(minutes=10)) == 1
    assert await _run_scheduler_at(console, NIGHT + timedelta(minutes=30)) == 2


async def test_a_late_scheduler_catches_up_on_the_night(console: Console) -> None:
    assert await _run_scheduler_at(console, NIGHT + timedelta(hours=6)) == 1


@pytest.mark.parametrize(
    ("minutes", "tried"), [(0, 0), (29, 0), (30, 30), (179, 150), (180, 180), (181, 180), (1439, 180)]
)
def test_the_last_scheduled_try_is_computed(minutes: int, tried: int) -> None:
    now = NIGHT + timedelta(minutes=minutes)
    night = last_night(now, "Asia/Tashkent")
    assert night == NIGHT
    assert last_attempt(now, night) == NIGHT + timedelta(minutes=tried)


@pytest.mark.parametrize(("years", "jobs_expected"), [("off", 0), ("5", 1)])
async def test_retention_runs_at_night_where_it_is_configured(
    database_url: str, tmp_path: Path, years: str, jobs_expected: int
) -> None:
    """WISH-20: off unless the centre sets a number of years.

    Enqueued once a night; a job does it.
    """
    async with a_console(database_url, tmp_path, CONSOLE_ANONYMISE_AFTER=years) as console:
        for moment in (NIGHT - timedelta(hours=12), NIGHT, NIGHT + timedelta(minutes=5)):
            console.clock.pass_by(seconds=(moment - console.clock.now()).total_seconds())
            await nightly_anonymisation(console.container)
        jobs = await console.sql.fetch("select kind, payload::text from jobs")
        assert [job["kind"] for job in jobs] == ["people.let_go"] * jobs_expected
        for job in jobs:
            payload = msgspec.json.decode(job["payload"])
            assert payload["before"] == "2021-11-20"
            await job_handlers(console.container)[job["kind"]](payload, system())
