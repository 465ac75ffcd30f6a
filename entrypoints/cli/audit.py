"""``markaz audit``: the log's integrity, its newest records, one person's data."""

import os
import re
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import msgspec

from adapters.postgres.core.audit.chain import A_HEAD
from adapters.postgres.core.audit.chain import verify as verify_chain
from adapters.postgres.core.outbox import connect
from application.actor import system
from application.people.privacy.erase import erase_history
from application.people.privacy.personal_data_export import PersonalDataExport, export_student_data
from application.people.privacy.retention import list_candidates
from contracts.texts import catalogue
from domain.people.retention import MAX_YEARS, RetentionCandidate
from entrypoints.cli.support.output import as_json, columns, show
from entrypoints.cli.support.session import run
from entrypoints.embedded.errors import OperatorError
from entrypoints.wiring import Container


@click.group()
def audit() -> None:
    """The audit log."""


class _Head(click.ParamType[str]):
    """A head as ``verify`` prints it."""

    name = "ID:DIGEST"

    def convert(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> str:
        if not re.fullmatch(A_HEAD, value):
            self.fail("is no head: it is a number, a colon and 64 hexadecimal digits", param, ctx)
        return value


@audit.command()
@click.option("--holds", type=_Head(), help="A head of an earlier day, that must still be in the log.")
@as_json
def verify(holds: str | None, *, as_json: bool) -> None:
    """Recompute every digest of the log and report changed or removed records.

    Records that were inserted later are reported as well. The exit code is 1 if there is any.

    Prints the head of the log. Store it elsewhere: with --holds it shows when the newest records were cut off.
    """

    async def work(container: Container) -> Any:
        connection = await connect(container.settings().database_url)
        try:
            return await verify_chain(connection, holds or "")
        finally:
            await connection.close()

    verdict = run(work)
    lines = [f"{verdict.sealed} records sealed, {verdict.pending} not yet"]
    faults = {
        "changed": verdict.changed,
        "removed": verdict.removed,
        "never sealed": verdict.never_sealed,
        "seals that don't chain": verdict.broken_seals,
    }
    lines += [f"{text}: {', '.join(map(str, ids))}" for text, ids in faults.items() if ids]
    if verdict.cut:
        lines.append(f"the end was cut off: seal {verdict.cut} is not there any more")
    lines.append(f"head: {verdict.head or 'none yet'}")
    lines.append("the log is whole" if verdict.sound else "THE LOG IS NOT WHOLE")
    show(asdict(verdict) | {"sound": verdict.sound}, lambda: lines, as_json=as_json)
    if not verdict.sound:
        raise SystemExit(1)


@audit.command()
@click.option("--lines", "count", default=20, show_default=True, type=click.IntRange(1, 1000))
@click.option("--entity", help="Only of this kind of thing: student, user, session, sync_run, job.")
@click.option("--id", "entity_id", type=int, help="Only of the one with this id.")
@as_json
def tail(count: int, entity: str | None, entity_id: int | None, *, as_json: bool) -> None:
    """The newest records, the latest last, with what was before and after."""

    async def work(container: Container) -> list[dict[str, Any]]:
        return (await container.audits().newest(count, entity, entity_id))[::-1]

    records = run(work)
    rows = [
        {
            "id": str(record["id"]),
            "at": f"{record['at']:%Y-%m-%d %H:%M:%S}",
            "who": record["actor_name"],
            "what": _words(record),
            "on": f"{record['entity']} {record['entity_id'] or ''}".strip(),
            "changed": _changes(record),
        }
        for record in records
    ]
    show(records, lambda: columns(rows, "id", "at", "who", "what", "on", "changed"), as_json=as_json)


@audit.command()
@click.argument("student_id", type=int)
@click.option("--reason", required=True, help="The reason, recorded in the audit log.")
@as_json
def erase(student_id: int, reason: str, *, as_json: bool) -> None:
    """Make the recorded values of a student unreadable for good; the log stays valid."""

    async def work(container: Container) -> None:
        await erase_history(student_id, reason, actor=system(name="command line"), uow=container.uow())

    run(work)
    show({"student": student_id, "erased": True}, lambda: [f"student {student_id}: erased"], as_json=as_json)


@audit.command()
@click.option(
    "--years", type=click.IntRange(1, MAX_YEARS), help="Years since leaving; default: CONSOLE_ANONYMISE_AFTER."
)
@as_json
def leavers(years: int | None, *, as_json: bool) -> None:
    """Show students due to be anonymised, and what prevents it. Changes nothing."""

    async def work(container: Container) -> tuple[int, list[RetentionCandidate]]:
        after = years or container.settings().anonymise_after
        if not after:
            raise OperatorError("CONSOLE_ANONYMISE_AFTER is off, so nobody is anonymised; name a number with --years")
        clock, zone = container.clock(), container.zone()
        who = system(name="command line")
        return after, await list_candidates(
            after, actor=who, candidates=container.retention_candidates(), clock=clock, zone=zone
        )

    after, found = run(work)
    rows = [
        {"id": str(one.id), "left": one.left_on.isoformat(), "skipped for": ", ".join(one.open) or "-"} for one in found
    ]
    going = sum(not one.open for one in found)
    report = {"years": after, "go": going, "stay": len(found) - going, "students": [asdict(one) for one in found]}
    lines = [f"after {after} years: {going} would be anonymised, {len(found) - going} are skipped"]
    show(report, lambda: [*lines, *columns(rows, "id", "left", "skipped for")], as_json=as_json)


@audit.command()
@click.argument("student_id", type=int)
@click.option("--reason", required=True, help="The reason, recorded in the audit log.")
@click.option("--out", required=True, type=click.Path(path_type=Path), help="The file to write; it must not exist.")
@as_json
def give(student_id: int, reason: str, out: Path, *, as_json: bool) -> None:
    """Export a student's data into one JSON file, documents and pictures included.

    The file is for the student. Only the account that runs this may read it.
    """

    async def work(container: Container) -> PersonalDataExport:
        return await export_student_data(
            student_id,
            reason,
            actor=system(name="command line"),
            uow=container.uow(),
            reader=container.personal_data_reader(),
            audits=container.audit_log(),
            clock=container.clock(),
        )

    # made first: what can't be written anywhere is not said to have been given
    file = _new_file(out)
    try:
        given = run(work)
        with os.fdopen(file, "wb", closefd=False) as writing:
            writing.write(msgspec.json.format(msgspec.json.encode(given), indent=2) + b"\n")
    except BaseException:
        out.unlink(missing_ok=True)
        raise
    finally:
        os.close(file)
    counts = {table: len(rows) for table, rows in given.tables.items()}
    counts["audits"] = counts.get("audits", 0) + len(given.audits)
    report = {"student": student_id, "file": str(out), "rows": counts}
    show(report, lambda: [f"student {student_id}: {sum(counts.values())} rows in {out}"], as_json=as_json)


def _new_file(path: Path) -> int:
    """Create a file that nobody else can read.

    Raises OperatorError where there is one, or none can be made.
    """
    try:
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        raise OperatorError(f"{path} is there already: name another file") from None
    except OSError as refused:
        raise OperatorError(f"{path} can't be written ({refused.strerror})") from None


def _words(record: dict[str, Any]) -> str:
    text: str = catalogue("en").get(f"audit.{record['verb']}", record["verb"])
    try:
        return text.format(**record["params"])
    except (KeyError, IndexError):
        return text


def _changes(record: dict[str, Any]) -> str:
    before, after = record["before"] or {}, record["after"] or {}
    return ", ".join(f"{n}: {_value(before.get(n))} → {_value(after.get(n))}" for n in sorted(before | after))


def _value(value: Any) -> Any:
    return "(erased)" if value == {"erased": True} else value
