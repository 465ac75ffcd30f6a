"""`markaz doctor` on relay, worker and the last synchronisation.

They are judged by their traces in the database.
"""

from collections.abc import AsyncIterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from adapters.postgres.core.health import LAST_RUN, LIVING, NUMBERS
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.settings import HELD, LIVE_PLACE, is_live
from adapters.video_host.built_in.processing.program import ffmpeg
from application.settings.live_mode import OLD
from contracts.job_kinds import LONG_KINDS, OUTWARD_KINDS
from domain.sync.run import SUCCESSFUL, RunStatus
from entrypoints.cli.doctor.diagnostics import Finding
from entrypoints.installation import is_restored, place
from entrypoints.settings import Settings

# both act within a second or two while they run
SILENT_SECONDS = 60
# a worker sends a heartbeat every few seconds, but only while it has work
WAITS_SECONDS = 120
# a night and two hours more
A_NIGHT_SECONDS = 26 * 3600


async def check_liveness(settings: Settings, pool: ReadPool) -> AsyncIterator[Finding]:
    """Checks that queued work is being done; each fault says what to do."""
    home = settings.home
    live = is_live(await pool.fetchval(LIVE_PLACE), place(home), restored=is_restored(home))
    held = [] if live else list(OUTWARD_KINDS)
    numbers = dict(await pool.fetchrow(NUMBERS) or {}) | dict(await pool.fetchrow(LIVING, held, list(LONG_KINDS)) or {})
    yield _live_mode(live=live, held=[dict(row) for row in await pool.fetch(HELD, held, datetime.now(UTC) - OLD)])
    yield _relay(numbers)
    yield _worker(numbers)
    yield _videos(numbers)
    yield _audit_log(numbers)
    yield _jobs(numbers)
    if run := await pool.fetchrow(LAST_RUN):
        yield _synchronisation(dict(run), numbers["sync_age"])
    elif settings.school_url:
        yield Finding("sync", "note", "nothing was ever synchronised", "run ./markaz sync run")


def _live_mode(*, live: bool, held: Sequence[Mapping[str, Any]]) -> Finding:
    if live:
        return Finding("live", "ok", "sends to the outside")
    jobs = sum(row["count"] for row in held)
    detail = f"this is a copy: it sends no SMS, push or call, and {jobs} jobs wait"
    return Finding("live", "note", detail, "when no other console sends any more: run ./markaz go-live")


def _relay(numbers: Mapping[str, Any]) -> Finding:
    waiting, age = numbers["outbox_waiting"], numbers["outbox_age"]
    if age > SILENT_SECONDS:
        detail = f"is silent: {waiting} messages wait to be sent, the oldest for {_duration(age)}"
        return Finding("relay", "fail", detail, "start the relay, or see in its log what it waits for (NATS?)")
    return Finding("relay", "ok", f"{waiting} messages wait to be sent")


def _worker(numbers: Mapping[str, Any]) -> Finding:
    if numbers["job_waits"] > WAITS_SECONDS and numbers["worker_silent"] > SILENT_SECONDS:
        detail = f"is silent: a job was sent and waits for {_duration(numbers['job_waits'])}"
        return Finding("worker", "fail", detail, "start a worker, or see in its log what it waits for")
    return Finding("worker", "ok", f"{numbers['jobs_waiting']} jobs are waiting or under way")


def _videos(numbers: Mapping[str, Any]) -> Finding:
    if numbers["video_waits"] > WAITS_SECONDS and numbers["videos_silent"] > SILENT_SECONDS:
        detail = f"nothing converts: a video waits for {_duration(numbers['video_waits'])}"
        return Finding("videos", "fail", detail, "start the program `videos`, or see in its log what it waits for")
    if ffmpeg() is None:
        return Finding("videos", "note", "no ffmpeg: uploads can't be converted", "install ffmpeg on this machine")
    return Finding("videos", "ok", "uploads are converted")


def _audit_log(numbers: Mapping[str, Any]) -> Finding:
    unsealed, age = numbers["audit_unsealed"], numbers["unsealed_age"]
    if age > SILENT_SECONDS:
        detail = f"{unsealed} records are not sealed, the oldest for {_duration(age)}"
        return Finding("audit log", "fail", detail, "start the relay, which seals; then run ./markaz audit verify")
    return Finding("audit log", "ok", f"{unsealed} records are not sealed yet")


def _jobs(numbers: Mapping[str, Any]) -> Finding:
    if failed := numbers["jobs_failed"]:
        todo = "run ./markaz jobs list --state failed; what was mended is run again by ./markaz jobs retry ID"
        return Finding("jobs", "note", f"{failed} have failed", todo)
    return Finding("jobs", "ok", "none has failed")


def _synchronisation(run: Mapping[str, Any], since_success: float) -> Finding:
    """A failed run is a fault until the next succeeds; a missed night is a notice."""
    status, seen = RunStatus(run["status"]), f"./markaz sync show {run['id']}"
    if status in (RunStatus.FAILED, RunStatus.ABORTED):
        detail = f"run {run['id']} {status.value}, {run['reason']}, {_duration(run['age'])} ago"
        return Finding("sync", "fail", detail, f"look at {seen}, mend what it names, then run ./markaz sync run")
    if status in SUCCESSFUL and since_success > A_NIGHT_SECONDS:
        return Finding("sync", "note", f"the last was {_duration(since_success)} ago", "run ./markaz sync run")
    return Finding("sync", "ok", f"run {run['id']} {status.value.replace('_', ' ')}, {_duration(run['age'])} ago")


def _duration(seconds: float) -> str:
    """For people: 90 s, 45 min, 30 h."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:.0f} h"
