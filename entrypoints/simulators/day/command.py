"""``markaz demo-day``: a day of the centre, played into the running console."""

import aiohttp
import click

from entrypoints.cli.support.session import run
from entrypoints.embedded.errors import OperatorError
from entrypoints.safe_output import safe_lines
from entrypoints.simulators.day.centre import ApiError, Centre
from entrypoints.simulators.day.play import play
from entrypoints.wiring import Container

SPEED = 60.0


@click.command("demo-day")
@click.option("--speed", default=SPEED, show_default=True, type=click.FloatRange(min=1), help="Times faster than life.")
@click.option("--once", is_flag=True, help="One day; else one after the other until Ctrl-C.")
def demo_day(*, speed: float, once: bool) -> None:
    """Play a day of the centre into the running console.

    The demo school changes, staff sign in, read lists and synchronise, the school fails for an hour, a failed job is
    retried. The staff of the day get accounts of their own (demo.…). Ends with 1 when a moment of the day failed.
    """

    async def work(container: Container) -> int:
        settings = container.settings()
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=60)) as http:
            centre = Centre(http, container, settings.address, settings.school_url, settings.school_token)
            await centre.open()
            if not centre.school_url:
                click.echo("The school is not the demo's: it is only read.")
            wrong = await play(centre, _say, speed=speed)
            while not once:
                click.echo("— the next day —")
                wrong += await play(centre, _say, speed=speed)
            return wrong

    try:
        if run(work):
            raise SystemExit(1)
    except KeyboardInterrupt:
        click.echo("The day is interrupted; the school's faults are cleared.")
        raise SystemExit(130) from None
    except ApiError as error:
        raise OperatorError(f"the console rejected a request: {error}") from None


def _say(line: str) -> None:
    click.echo(safe_lines(line))
