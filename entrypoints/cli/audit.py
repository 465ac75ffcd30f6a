"""``markaz audit``: whether the log is whole, and its newest records."""

import re
from dataclasses import asdict
from typing import Any

import click

from adapters.postgres.audit import A_HEAD
from adapters.postgres.audit import verify as verify_chain
from adapters.postgres.outbox import connect
from application.actor import system
from application.people.erase import erase_history
from contracts.texts import catalogue
from entrypoints.cli.output import as_json, columns, show
from entrypoints.cli.session import run
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
@click.option("--holds", default="", type=_Head(), help="A head of an earlier day, that must still be in the log.")
@as_json
def verify(holds: str, *, as_json: bool) -> None:
    """Compute every digest of the log again; name what was changed, removed or slipped in. Ends with 1 if anything.

    Prints the head of the log. Keep it elsewhere: with --holds it shows when the newest records were cut off.
    """

    async def work(container: Container) -> Any:
        connection = await connect(container.settings().database_url)
        try:
            return await verify_chain(connection, holds)
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
    lines += [f"{words}: {', '.join(map(str, ids))}" for words, ids in faults.items() if ids]
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
@click.option("--reason", required=True, help="Why; it stands in the audit log.")
@as_json
def erase(student_id: int, reason: str, *, as_json: bool) -> None:
    """Make unreadable for ever what was recorded of a student; the log stays whole."""

    async def work(container: Container) -> None:
        await erase_history(student_id, reason, actor=system(name="command line"), uow=container.uow())

    run(work)
    show({"student": student_id, "erased": True}, lambda: [f"student {student_id}: erased"], as_json=as_json)


def _words(record: dict[str, Any]) -> str:
    words: str = catalogue("en").get(f"audit.{record['verb']}", record["verb"])
    try:
        return words.format(**record["params"])
    except (KeyError, IndexError):
        return words


def _changes(record: dict[str, Any]) -> str:
    before, after = record["before"] or {}, record["after"] or {}
    return ", ".join(f"{n}: {_value(before.get(n))} → {_value(after.get(n))}" for n in sorted(before | after))


def _value(value: Any) -> Any:
    return "(erased)" if value == {"erased": True} else value
