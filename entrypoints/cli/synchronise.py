"""``markaz sync``: starts, follows, approves, shows and reverts synchronisations."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import click
import msgspec

from application.actor import system
from application.sync import queries as watch
from application.sync.approval import approve_run
from application.sync.commands import start_synchronisation
from application.sync.revert import revert_run
from contracts.sync.runs import ApproveRun, SyncChangeRow, SyncChangesQuery, SyncRemovals, SyncRunCard
from domain.sync.run import ACTIVE
from domain.sync.types import run_type
from entrypoints.cli.support.output import as_json, show
from entrypoints.cli.support.person import person
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

ACTOR = replace(system(name="command line"), language="en")
POLL_SECONDS = 0.5
ENTITIES = ("head_office", "teacher", "student", "course", "group", "enrolment")


@click.group()
def sync() -> None:
    """Synchronisation with the school system."""


no_wait = click.option("--no-wait", is_flag=True, help="Start it and leave; the worker goes on.")
by = click.option("--by", "login", required=True, help="The login of the person who decides.")


@sync.command("run")
@click.argument("kind", default="all")
@click.option("--full", is_flag=True, help="Read everything again, not only what changed.")
@no_wait
@as_json
def start(kind: str, *, full: bool, no_wait: bool, as_json: bool) -> None:
    """Import the school's records: all, students, teachers, groups or group-students."""

    async def begin(container: Container) -> int:
        school = (await container.integrations().school()).school_url
        return await start_synchronisation(
            run_type(kind), full=full, school=school, actor=ACTOR, uow=container.uow(), clock=container.clock()
        )

    _follow(begin, no_wait=no_wait, as_json=as_json)


@sync.command()
@click.argument("run_id", metavar="RUN", type=int)
@by
@click.option("--comment", default="", help="Why; kept in the audit log.")
@no_wait
@as_json
def approve(run_id: int, *, login: str, comment: str, no_wait: bool, as_json: bool) -> None:
    """Let a stopped run carry out what it showed (see it with `markaz sync show`)."""

    async def begin(container: Container) -> int:
        return await approve_run(
            run_id,
            ApproveRun(comment=comment),
            actor=await person(login, container),
            uow=container.uow(),
            clock=container.clock(),
            runs=container.runs(),
        )

    _follow(begin, no_wait=no_wait, as_json=as_json)


@sync.command()
@click.argument("run_id", metavar="RUN", type=int)
@by
@no_wait
@as_json
def revert(run_id: int, *, login: str, no_wait: bool, as_json: bool) -> None:
    """Take back what a run changed, where nothing followed."""

    async def begin(container: Container) -> int:
        who = await person(login, container)
        return await revert_run(run_id, actor=who, uow=container.uow(), clock=container.clock())

    _follow(begin, no_wait=no_wait, as_json=as_json)


@sync.command("show")
@click.argument("run_id", metavar="RUN", type=int)
@as_json
def one_run(run_id: int, *, as_json: bool) -> None:
    """One run in full; of a stopped one also what would change."""
    card = run(lambda container: _card(run_id, container))
    show(_plain(card), lambda: _lines(card), as_json=as_json)


@sync.command()
@click.argument("run_id", metavar="RUN", type=int)
@click.option("--page", default=1, type=click.IntRange(min=1))
@click.option("--entity", type=click.Choice(ENTITIES), help="Records of this kind only.")
@as_json
def changes(run_id: int, *, page: int, entity: Any, as_json: bool) -> None:
    """Show the changes of a run, field by field, a hundred records a page."""

    async def work(container: Container) -> Any:
        query = SyncChangesQuery(page=page, per_page=100, entity=entity)
        return await watch.list_changes(run_id, query, actor=ACTOR, runs=container.runs())

    found = run(work)
    lines = [line for row in found.changes for line in _changed(row)]
    show(_plain(found), lambda: [*lines, f"{found.total} in all"], as_json=as_json)


@sync.command()
@click.argument("kind", default="all")
@as_json
def status(kind: str, *, as_json: bool) -> None:
    """Show the state of a record type and its last synchronisation."""

    async def work(container: Container) -> Any:
        return await watch.state_of(run_type(kind), actor=ACTOR, runs=container.runs())

    state = run(work)
    lines = [f"{state.type}: last synchronised {state.last_synced_at or 'never'}"]
    show(_plain(state), lambda: lines + (_lines(state.run) if state.run else []), as_json=as_json)


def _follow(begin: Callable[[Container], Awaitable[int]], *, no_wait: bool, as_json: bool) -> None:
    """Start a run and show its result; the exit code is 1 if it did not succeed."""

    async def work(container: Container) -> SyncRunCard:
        number = await begin(container)
        card = await _card(number, container)
        while card.status in ACTIVE and not no_wait:
            await asyncio.sleep(POLL_SECONDS)
            card = await _card(number, container)
        return card

    card = run(work)
    show(_plain(card), lambda: _lines(card), as_json=as_json)
    if card.status in ("failed", "aborted"):
        raise SystemExit(1)


async def _card(number: int, container: Container) -> SyncRunCard:
    return (await watch.show_run(number, actor=ACTOR, runs=container.runs())).run


def _lines(card: SyncRunCard) -> list[str]:
    counts = (
        "{0.feed}: {0.state}, {0.read} of {0.announced} read, {0.created} new, {0.updated} changed, {0.deleted} ended"
    )
    head = f"run {card.id} ({card.type}): {card.status} {card.percent} %" + (
        f": {card.message}" if card.message else ""
    )
    removals = [line for removal in card.removals for line in _going(removal)]
    hint = [f"  to let it: markaz sync approve {card.id} --by LOGIN"] if card.may_approve else []
    return [head, *("  " + counts.format(part) for part in card.parts), *_older(card), *_stop(card), *removals, *hint]


def _older(card: SyncRunCard) -> list[str]:
    older = sum(part.older for part in card.parts)
    return [f"  {older} records came in older versions: the school has probably restored a backup"] if older else []


def _stop(card: SyncRunCard) -> list[str]:
    """The numbers of the brake that stopped the run, and what of the run stands."""
    if card.stop is None:
        return []
    found = [f"{one.count} {one.what.replace('_', ' ')}" for one in card.stop.effects]
    found += [f"{card.stop.accounts} accounts closed"] if card.stop.accounts else []
    lines = [f"  {card.stop.feed}: {', '.join(found)}; up to {card.stop.limit} need no approval"]
    if card.created + card.updated + card.deleted and card.reverted_at is None:
        lines.append(f"  saved before the stop: {card.created} new, {card.updated} changed, {card.deleted} ended")
        lines += [f"  to take it back: markaz sync revert {card.id} --by LOGIN"] if card.may_revert else []
    return lines


def _going(found: SyncRemovals) -> list[str]:
    more = found.total - len(found.rows)
    rows = [f"    {row.id}  {row.name}  {row.what}" for row in found.rows]
    with_them = f", and {found.with_them} group memberships end with them" if found.with_them else ""
    return [
        f"  {found.feed}: {found.total} would change{with_them}",
        *rows,
        *([f"    and {more} more"] if more else []),
    ]


def _changed(row: SyncChangeRow) -> list[str]:
    fields = [f"    {field.label}: {field.before or '-'} -> {field.after or '-'}" for field in row.fields]
    return [f"{row.verb} {row.entity} {row.school_id or row.entity_id}  {row.name}", *fields]


def _plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))
