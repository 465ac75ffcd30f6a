"""``markaz recount``: the counters of homework statistics (D-106)."""

from datetime import datetime

import click

from application.actor import system
from application.homework.statistics.ports import CounterDifference
from application.homework.statistics.recount import SHOWN_DIFFERENCES, recount_period
from entrypoints.cli.support.output import as_json, columns, show
from entrypoints.cli.support.session import run
from entrypoints.wiring import Container

COLUMNS = ("day", "group", "teacher", "missing")
DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.command()
@click.option("--from", "from_day", type=DAY, required=True, help="The first day, YYYY-MM-DD.")
@click.option("--to", "to_day", type=DAY, required=True, help="The last day, YYYY-MM-DD.")
@as_json
def recount(from_day: datetime, to_day: datetime, *, as_json: bool) -> None:
    """Count the homework of a period anew, and correct the statistics.

    Shows what they lacked, negative where they counted too much. Safe to repeat, and while people work.
    """

    async def work(container: Container) -> list[CounterDifference]:
        return await recount_period(
            from_day.date(),
            to_day.date(),
            actor=system(name="command line"),
            uow=container.uow(),
            counters=container.counters(),
            clock=container.clock(),
        )

    found = run(work)
    facts = [
        {"day": one.day, "group": one.group_id, "teacher": one.teacher_id, "missing": dict(one.missing)}
        for one in found
    ]
    show({"differences": facts}, lambda: _lines(found), as_json=as_json)


def _lines(found: list[CounterDifference]) -> list[str]:
    rows = [
        {
            "day": one.day.isoformat(),
            "group": f"group {one.group_id}",
            "teacher": f"teacher {one.teacher_id}",
            "missing": ", ".join(f"{name} {number:+}" for name, number in one.missing.items()),
        }
        for one in found[:SHOWN_DIFFERENCES]
    ]
    summary = f"{len(found)} counters differed and are corrected" if found else "no counter differs"
    return [*columns(rows, *COLUMNS), summary]
