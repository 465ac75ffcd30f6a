"""``markaz go-live``: a restored copy begins to send to the outside."""

from typing import Any

import click
import msgspec

from application.actor import system
from application.settings import live_mode
from contracts.settings.live_mode import GoLive, LiveModeState, WentLive
from entrypoints.cli.support.output import as_json, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

ACTOR = system(name="command line")


@click.command("go-live")
@click.option("--drop-old", is_flag=True, help="Do not run the waiting jobs that are older than a day.")
@click.option("--yes", is_flag=True, help="Do not ask.")
@as_json
def go_live(*, drop_old: bool, yes: bool, as_json: bool) -> None:
    """Let this installation send SMS, pushes and calls, as a copy does not.

    Stop the console that it was copied from first: two of them would send everything twice.
    """

    async def look(container: Container) -> LiveModeState:
        return await live_mode.show_live_mode(actor=ACTOR, live_mode=container.live(), clock=container.clock())

    async def work(container: Container) -> WentLive:
        return await live_mode.go_live(
            GoLive(drop_old=drop_old),
            actor=ACTOR,
            uow=container.uow(),
            live_mode=container.live(),
            clock=container.clock(),
        )

    found = run(look)
    if not found.live and not yes and not as_json:
        for line in _waiting(found):
            click.echo(line)
        click.confirm("Does no other console of this centre send any more?", abort=True)
    went = run(work)
    result: dict[str, Any] = {"before": msgspec.to_builtins(found), **msgspec.to_builtins(went)}
    show(result, lambda: [_line(found, went)], as_json=as_json)


def _waiting(found: LiveModeState) -> list[str]:
    rows = [f"{it.kind}: {it.count} wait, {it.old} of them for more than a day" for it in found.jobs]
    return rows or ["no jobs wait"]


def _line(found: LiveModeState, went: WentLive) -> str:
    if found.live:
        return "live already: nothing was changed"
    return f"live: {went.resumed} jobs run now, {went.dropped} were dropped"
