"""``markaz simulate students``: a class plays through the student gateway."""

import asyncio

import aiohttp
import click

from application.actor import system
from application.people.students.accounts import change_login, reset_student_password
from contracts.people.student_forms import ChangeLogin
from entrypoints.cli.support.session import run
from entrypoints.embedded.errors import OperatorError
from entrypoints.safe_output import safe_lines
from entrypoints.simulators.students.gateway import GatewayError, StudentApp
from entrypoints.simulators.students.play import habit_of, play_class
from entrypoints.wiring import Container

ACTOR = system(name="simulated students")
# students of the group who are in it now, by name
MEMBERS = """
select s.id, s.full_name, s.login from students s where s.system_status = 1 and s.school_deleted_at is null
    and s.merged_into_id is null and exists (select from enrolments e where e.student_id = s.id and e.group_id = $1
        and e.school_deleted_at is null and (e.ended_date is null or e.ended_date >= current_date))
order by s.sort_key, s.id limit $2
"""


@click.command()
@click.option("--group", "group_id", type=int, required=True, help="The id of their group.")
@click.option(
    "--students", "limit", default=20, show_default=True, type=click.IntRange(1, 100), help="At most so many."
)
@click.option("--console", default="", help="Its address (default: the console of these settings).")
@click.option("--every", default=10.0, show_default=True, type=click.FloatRange(min=1), help="Seconds between rounds.")
@click.option("--once", is_flag=True, help="One round; else one after the other until Ctrl-C.")
def students(*, group_id: int, limit: int, console: str, every: float, once: bool) -> None:
    """Play students of a group: they hand in on time, late, wrongly, again.

    Each gets a new password, and a login if there is none: for a demo or a test, not for a centre at work.
    """

    async def work(container: Container) -> None:
        address = (console or container.settings().address).rstrip("/")
        try:
            async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as http:
                apps = await apps_of(container, http, address, group_id, limit)
                await _play(apps, container, None if once else every)
        except GatewayError as refused:
            raise OperatorError(f"the gateway rejected a request: {refused}") from None
        except aiohttp.ClientError as away:
            raise OperatorError(f"the console does not answer ({away}): start it with `make run`") from None

    try:
        run(work)
    except KeyboardInterrupt:
        raise SystemExit(130) from None


async def _play(apps: list[StudentApp], container: Container, every: float | None) -> None:
    """Signs all in and plays rounds, or a single one."""
    if not apps:
        raise OperatorError("nobody is in this group now")
    for place, app in enumerate(apps):
        await app.open()
        click.echo(safe_lines(f"{app.name} signs in as {app.login}: {habit_of(place)}"))
    while True:
        acts = await play_class(apps, container.clock().now())
        click.echo(", ".join(f"{number} {act}" for act, number in sorted(acts.items())) or "nothing to do")
        if every is None:
            return
        await asyncio.sleep(every)


async def apps_of(
    container: Container, http: aiohttp.ClientSession, console: str, group_id: int, limit: int
) -> list[StudentApp]:
    """The applications of a group's students, each with a new password."""
    apps = []
    for row in await container.read_pool().fetch(MEMBERS, group_id, limit):
        login = row["login"] or f"talaba.{row['id']}"
        if row["login"] is None:
            await change_login(row["id"], ChangeLogin(new_login=login), actor=ACTOR, uow=container.uow())
        issued = await reset_student_password(
            row["id"], actor=ACTOR, uow=container.uow(), passwords=container.passwords()
        )
        apps.append(StudentApp(http, console, row["full_name"], login, issued.new_password))
    return apps
