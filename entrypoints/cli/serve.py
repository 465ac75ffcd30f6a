"""``markaz serve``: one program of the console by itself, for whoever runs each as a service; ``markaz healthy``."""

import asyncio
import contextlib
import hashlib
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path

import click

from entrypoints.cli.home import console_settings
from entrypoints.embedded.refusal import Refusal
from entrypoints.settings import Settings

BEAT_SECONDS = 5.0
# a program whose loop stood still for so long is stuck
STUCK_AFTER = 30.0
PARTS = ("api", "relay", "worker")


@click.group()
def serve() -> None:
    """Run one program of the console: until SIGTERM or Ctrl-C, on the servers that the settings name."""


@serve.command()
def api() -> None:
    """The API and the browser's console, on CONSOLE_HOST and CONSOLE_PORT."""
    from entrypoints.http import __main__ as http

    http.serve(console_settings())


@serve.command()
def relay() -> None:
    """Moves committed messages to the queue, and is the scheduler: nightly work, seals, lost jobs. Several may run."""
    from entrypoints.worker import relay as program

    _run("relay", program.run())


@serve.command()
def worker() -> None:
    """Runs jobs. Several may run: they share the queue."""
    from entrypoints.worker import __main__ as program

    _run("worker", program.run())


@click.command()
@click.argument("part", type=click.Choice(PARTS))
def healthy(part: str) -> None:
    """Ask whether a program on this machine is well; ends with 1 where it is not. For health checks.

    The API must answer; the loops of relay and worker must turn.
    """
    settings = console_settings(make_secrets=False)
    if part == "api":
        _answers(settings)
        return
    try:
        silent = time.time() - alive_file(part, settings).stat().st_mtime
    except FileNotFoundError:
        raise Refusal(f"no {part} runs here: start it with `markaz serve {part}`") from None
    if silent > STUCK_AFTER:
        raise Refusal(f"the {part} was silent for {silent:.0f} s: it is stuck or gone")


def alive_file(part: str, settings: Settings) -> Path:
    """What a program touches as long as it is well; in the machine's own directory, not in the shared one."""
    home = hashlib.sha256(str(settings.home).encode()).hexdigest()[:12]
    return Path(tempfile.gettempdir()) / f"markaz-{home}-{part}.alive"


def _answers(settings: Settings) -> None:
    try:
        with urllib.request.urlopen(f"{settings.address}/api/health", timeout=5) as answer:  # noqa: S310 - our own
            answer.read()
    except (urllib.error.URLError, OSError) as silent:
        raise Refusal(f"the API does not answer at {settings.address}: {silent}") from None


def _run(part: str, program: Awaitable[None]) -> None:
    import uvloop

    uvloop.run(_beside(alive_file(part, console_settings()), program))


async def _beside(file: Path, program: Awaitable[None]) -> None:
    async with _beating(file):
        await program


@contextlib.asynccontextmanager
async def _beating(file: Path) -> AsyncIterator[None]:
    async def beat() -> None:
        while True:
            file.touch()
            await asyncio.sleep(BEAT_SECONDS)

    beating = asyncio.create_task(beat())
    try:
        yield
    finally:
        beating.cancel()
        file.unlink(missing_ok=True)
