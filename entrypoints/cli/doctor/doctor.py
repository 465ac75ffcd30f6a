"""`markaz doctor`: finds faults of the installation and says how to fix each."""

import asyncio
import sys
from collections.abc import AsyncIterator
from dataclasses import asdict
from urllib.parse import urlsplit

import click

from adapters.postgres.core.migrate import current, head, knows
from adapters.postgres.core.pool import ReadPool
from adapters.postgres.listing.counting import INCORRECT_COUNTS, recount_students
from entrypoints.cli.doctor.diagnostics import Finding, check_machine, is_running
from entrypoints.cli.doctor.liveness import check_liveness
from entrypoints.cli.doctor.school_check import check_school
from entrypoints.cli.doctor.security_checks import check_broker, check_database, check_settings
from entrypoints.cli.support.home import console_settings
from entrypoints.cli.support.output import as_json, show
from entrypoints.setting_values import masked
from entrypoints.settings import Settings

_SECONDS = 5.0
_OFF = Finding("console", "note", "is not running here", "start it with `make run`; then this looks at its servers too")


@click.command()
@click.option("--recount", is_flag=True, help="Count the students anew first.")
@as_json
def doctor(*, recount: bool, as_json: bool) -> None:
    """Look for what keeps the console from working; ends with 1 if anything does."""
    settings = console_settings(make_secrets=False)
    if recount:
        asyncio.run(recount_students(settings.database_url))
    findings = [*check_machine(settings), *check_settings(settings), *asyncio.run(_check_servers(settings))]
    show([asdict(finding) for finding in findings], lambda: map(_line, findings), as_json=as_json)
    sys.exit(any(finding.state == "fail" for finding in findings))


def _line(finding: Finding) -> str:
    todo = f" → {finding.todo}" if finding.todo else ""
    return f"{finding.state:<4}  {finding.about:<10}  {finding.message}{todo}"


async def _check_servers(settings: Settings) -> list[Finding]:
    """Check PostgreSQL, its schema, the superadmin, and NATS.

    Embedded servers are checked only while the console runs.
    """
    running = is_running(settings.home)
    findings = [_OFF] if settings.is_embedded("database_url") and not running else []
    if running or not settings.is_embedded("database_url"):
        findings += [finding async for finding in _database(settings)]
    if running or not settings.is_embedded("nats_url"):
        findings.append(await _nats(settings))
    if settings.school_url and (running or not settings.is_embedded("school_url")):
        findings.append(await check_school(settings))
    return findings


async def _database(settings: Settings) -> AsyncIterator[Finding]:
    pool = ReadPool(settings.database_url, size=1)
    try:
        version = await asyncio.wait_for(pool.fetchval("show server_version"), _SECONDS)
        yield await check_database(settings, pool) or Finding("database", "ok", f"PostgreSQL {version}")
        found = await current(settings.database_url)
        yield (schema := _schema(found))
        if schema.state == "fail":
            return
        if await pool.fetchval("select count(*) from users where superadmin"):
            yield Finding("superadmin", "ok", "can sign in")
        else:
            yield Finding("superadmin", "fail", "does not exist", "run ./markaz migrate, which makes it")
        yield _totals(await pool.fetchval(INCORRECT_COUNTS))
        async for finding in check_liveness(settings, pool):
            yield finding
    except Exception as refused:  # whatever the driver says is the finding
        where = masked(settings.database_url)
        yield Finding("database", "fail", f"{where}: {refused or 'no answer'}", "start it, or set CONSOLE_DATABASE_URL")
    finally:
        await pool.close()


def _schema(found: str | None) -> Finding:
    if found == head():
        return Finding("schema", "ok", found)
    if found and not knows(found):
        detail = f"{found} is newer than the programs' {head()}"
        return Finding("schema", "note", detail, "go on to the version that it is of, when that is mended")
    return Finding("schema", "fail", f"{found or 'empty'}, the programs want {head()}", "run ./markaz migrate")


def _totals(wrong: int) -> Finding:
    if wrong:
        return Finding("totals", "fail", f"{wrong} kept totals are not what counting finds", "run doctor --recount")
    return Finding("totals", "ok", "are what counting finds")


async def _nats(settings: Settings) -> Finding:
    server = urlsplit(settings.nats_url.split(",")[0])
    where = f"{server.hostname}:{server.port or 4222}"
    try:
        reader, writer = await asyncio.wait_for(asyncio.open_connection(server.hostname, server.port or 4222), _SECONDS)
        greeting = await asyncio.wait_for(reader.readline(), _SECONDS)
        writer.close()
    except (OSError, TimeoutError) as refused:
        detail = f"{where}: {refused or 'no answer'}"
        return Finding("nats", "fail", detail, "start it, or set CONSOLE_NATS_URL")
    if not greeting.startswith(b"INFO"):
        return Finding("nats", "fail", f"{where} is no NATS", "set CONSOLE_NATS_URL")
    if b'"jetstream":true' not in greeting:
        return Finding("nats", "fail", f"{where} has no JetStream", "start it with JetStream")
    return check_broker(greeting, server.hostname or "") or Finding("nats", "ok", where)
