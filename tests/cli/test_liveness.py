"""`markaz doctor` detects a dead relay or worker by its undone work.

It also reports the last synchronisation.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from click.testing import CliRunner

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.postgres.core.migrate import head
from entrypoints.cli.doctor.doctor import doctor
from entrypoints.cli.migrate import migrate
from tests.cli.test_security_checks import GOOD

AN_HOUR_AGO = "now() - interval '1 hour'"
RECORD = f"""
with made as (
    insert into audits (at, actor_name, verb, entity, entity_id, digest) values ({AN_HOUR_AGO}, '', 'x', 'job', 1, '')
    returning id)
insert into audit_pending (audit_id) select id from made on conflict do nothing
"""
VERSION = "update alembic_version set version_num ="
RUN = "insert into sync_runs (type, parts, status, reason, created_at, finished_at) values ('all', '[]', "
JOB = "insert into jobs (kind, payload, state, created_at, beat_at) values "


async def found(url: str, home: Path, *statements: str) -> tuple[int, dict[str, dict[str, Any]]]:
    """The doctor's exit code and findings by subject, after these statements."""
    sql = await asyncpg.connect(**asyncpg_arguments(url))
    try:
        for statement in statements:
            await sql.execute(statement)
    finally:
        await sql.close()
    variables = {"CONSOLE_HOME": str(home), "CONSOLE_DATABASE_URL": url, **GOOD}
    done = await asyncio.to_thread(CliRunner().invoke, doctor, ["--json"], env=variables)
    return done.exit_code, {finding["about"]: finding for finding in json.loads(done.output)}


WORK = ("relay", "worker", "videos", "audit log", "jobs", "sync")


async def test_a_schema_of_a_later_version_is_left_as_it_is(database_url: str, tmp_path: Path) -> None:
    """After a rollback to the previous version `migrate` succeeds without a change.

    Its programs wait for it (docs/operations.md, *Upgrade*).
    """
    variables = {"CONSOLE_HOME": str(tmp_path), "CONSOLE_DATABASE_URL": database_url, **GOOD}
    try:
        _, findings = await found(database_url, tmp_path, f"{VERSION} '9999'")
        done = await asyncio.to_thread(CliRunner().invoke, migrate, [], env=variables)
    finally:
        await found(database_url, tmp_path, f"{VERSION} '{head()}'")
    assert (findings["schema"]["state"], findings["schema"]["message"]) == (
        "note",
        f"9999 is newer than the programs' {head()}",
    )
    assert "totals" in findings, "the rest is looked at all the same"
    assert (done.exit_code, done.output) == (0, f"schema 9999: newer than this version's {head()}, left as it is\n")


@pytest.mark.parametrize(
    ("about", "message", "happened"),
    [
        (
            "relay",
            "is silent: 1 messages wait to be sent, the oldest for 60 min",
            f"insert into outbox (topic, payload, available_at) values ('x', '{{}}', {AN_HOUR_AGO})",
        ),
        ("worker", "a job was sent and waits for 60 min", f"{JOB} ('x', '{{}}', 'waiting', {AN_HOUR_AGO}, null)"),
        (
            "videos",
            "nothing converts: a video waits for 60 min",
            f"{JOB} ('videos.process', '{{}}', 'waiting', {AN_HOUR_AGO}, null)",
        ),
        ("audit log", "1 records are not sealed, the oldest for 60 min", RECORD),
        ("sync", "run 1 failed, unreachable, 60 min ago", f"{RUN} 'failed', 'unreachable', {AN_HOUR_AGO}, now())"),
        ("sync", "run 1 aborted, empty_feed", f"{RUN} 'aborted', 'empty_feed', {AN_HOUR_AGO}, now())"),
    ],
)
async def test_undone_work_is_a_fault(
    database_url: str, tmp_path: Path, about: str, message: str, happened: str
) -> None:
    code, findings = await found(database_url, tmp_path, happened)
    assert (code, findings[about]["state"]) == (1, "fail")
    assert message in findings[about]["message"]
    assert findings[about]["todo"]
    assert {findings[other]["state"] for other in WORK if other != about and other in findings} == {"ok"}


async def test_failed_jobs_are_counted_unless_a_later_synchronisation_succeeded(
    database_url: str, tmp_path: Path
) -> None:
    """A later successful synchronisation clears the failed one, as in /metrics."""
    _, findings = await found(
        database_url,
        tmp_path,
        f"{RUN} 'failed', 'unreachable', {AN_HOUR_AGO}, now())",
        f"{JOB} ('sync.run', '{{}}', 'failed', {AN_HOUR_AGO}, null), ('export', '{{}}', 'failed', now(), null)",
    )
    assert findings["jobs"]["message"] == "2 have failed"
    assert "jobs list --state failed" in findings["jobs"]["todo"]
    _, findings = await found(database_url, tmp_path, f"{RUN} 'done', null, now(), now())")
    assert (findings["jobs"]["message"], findings["sync"]["state"]) == ("1 have failed", "ok")


async def test_a_worker_with_a_long_queue_is_not_a_fault(database_url: str, tmp_path: Path) -> None:
    """It runs another job and sends its heartbeat."""
    for kind, program in (("x", "worker"), ("videos.process", "videos")):
        waiting, running = f"'{kind}', '{{}}', 'waiting'", f"'{kind}', '{{}}', 'running'"
        jobs = f"{JOB} ({waiting}, {AN_HOUR_AGO}, null), ({running}, {AN_HOUR_AGO}, now())"
        _, findings = await found(database_url, tmp_path, jobs)
        assert findings[program]["state"] == "ok"
