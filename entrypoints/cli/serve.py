"""``markaz serve``: one program of the console, as a service; ``markaz healthy``."""

import asyncio
import contextlib
import hashlib
import signal
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import click

from entrypoints.cli.support.home import console_settings
from entrypoints.embedded.errors import OperatorError
from entrypoints.settings import Settings

HEARTBEAT_SECONDS = 5.0
# a program whose event loop was blocked for so long is stuck
STUCK_AFTER = 30.0
PARTS = ("api", "uploads", "relay", "worker", "videos")


@click.group()
def serve() -> None:
    """Run one program of the console until SIGTERM or Ctrl-C, on the named servers."""


@serve.command()
def api() -> None:
    """The API and the browser's console, on CONSOLE_HOST and CONSOLE_PORT."""
    from entrypoints.http import __main__ as http

    http.serve(console_settings())


@serve.command()
def uploads() -> None:
    """Uploads of videos at a lower priority, for the APIs of the same CONSOLE_HOME.

    Optional: without it the APIs serve them.
    """
    from entrypoints.http import __main__ as http

    _run("uploads", http.uploads_server(console_settings()).serve([]))


@serve.command()
def relay() -> None:
    """Publish committed messages; schedule nightly jobs, seals and lost jobs.

    Several may run.
    """
    from entrypoints.worker import relay as program

    _run("relay", program.run())


@serve.command()
def worker() -> None:
    """Runs jobs. Several may run: they share the queue."""
    from entrypoints.worker import __main__ as program

    _run("worker", program.run())


@serve.command()
def videos() -> None:
    """Converts uploaded videos, one at a time. Several may run."""
    from entrypoints.worker import videos as program

    _run("videos", program.run())


@click.command()
@click.argument("part", type=click.Choice(PARTS))
def healthy(part: str) -> None:
    """Check a program on this machine; the exit code is 1 when it isn't healthy.

    For health checks. The API must answer; the event loops of the other programs must run.
    """
    settings = console_settings(make_secrets=False)
    if part == "api":
        _answers(settings)
        return
    try:
        silent = time.time() - alive_file(part, settings).stat().st_mtime
    except FileNotFoundError:
        raise OperatorError(f"no {part} runs here: start it with `markaz serve {part}`") from None
    if silent > STUCK_AFTER:
        raise OperatorError(f"the {part} was silent for {silent:.0f} s: it is stuck or gone")


def alive_file(part: str, settings: Settings) -> Path:
    """The file that a healthy program touches; local to the machine, not shared."""
    home = hashlib.sha256(str(settings.home).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"markaz-{home}-{part}.alive"


def _answers(settings: Settings) -> None:
    try:
        with urllib.request.urlopen(f"{settings.address}/api/health", timeout=5) as response:  # noqa: S310 - our own
            response.read()
    except (urllib.error.URLError, OSError) as error:
        raise OperatorError(f"the API does not answer at {settings.address}: {error}") from None


def _run(part: str, program: Awaitable[None]) -> None:
    import uvloop

    # uvicorn repeats the signal once its server has stopped: by default it would end the process before the heartbeat
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    uvloop.run(_with_heartbeat(alive_file(part, console_settings()), program))


async def _with_heartbeat(file: Path, program: Awaitable[None]) -> None:
    async with _heartbeat(file):
        await program


@contextlib.asynccontextmanager
async def _heartbeat(file: Path) -> AsyncIterator[None]:
    async def beat() -> None:
        while True:
            file.touch()
            await asyncio.sleep(HEARTBEAT_SECONDS)

    task = asyncio.create_task(beat())
    try:
        yield
    finally:
        task.cancel()
        file.unlink(missing_ok=True)
