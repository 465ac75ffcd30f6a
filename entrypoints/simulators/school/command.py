"""The command that serves a school.

It runs as ``markaz simulate school`` and ``python -m entrypoints.simulators.school``.
"""

import argparse
import asyncio
import contextlib
import errno
import json
import os
import signal
import sys
from contextlib import AbstractAsyncContextManager
from datetime import date
from pathlib import Path

from entrypoints.settings import DEMO_TOKEN
from entrypoints.simulators.school.faults import KNOWN, Faults
from entrypoints.simulators.school.folder.errors import FolderUnreadable
from entrypoints.simulators.school.folder.folder import FolderSchool
from entrypoints.simulators.school.generator.generated import GeneratedSchool
from entrypoints.simulators.school.history import remembered
from entrypoints.simulators.school.register import School
from entrypoints.simulators.school.server import serve


def main(argv: list[str] | None = None) -> int:
    """Serves until interrupted. Exit code 1 with one clear line when it can't."""
    options = _parser().parse_args(argv)
    faults = Faults()
    try:
        faults.set(options.fault)
        school = school_of(options)
        with contextlib.suppress(KeyboardInterrupt):
            asyncio.run(_serve(school, options, faults))
    except (FolderUnreadable, ValueError) as mistake:
        print(mistake, file=sys.stderr)
        return 1
    except OSError as problem:
        print(advice(problem, options.port), file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="markaz simulate school", description=__doc__)
    add_school_options(parser)
    token = os.environ.get("CONSOLE_SCHOOL_TOKEN") or DEMO_TOKEN
    parser.add_argument("--token", default=token, help="what readers must show; better in CONSOLE_SCHOOL_TOKEN")
    help_text = "; ".join(f"{name}: {meaning}" for name, meaning in KNOWN.items())
    parser.add_argument("--fault", action="append", default=[], metavar="NAME[:FEED]", help=help_text)
    return parser


def add_school_options(parser: argparse.ArgumentParser) -> None:
    """Options for the school and its address, common to every protocol."""
    parser.add_argument("--students", type=int, default=2000, help="size of the made-up school (default 2000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another school")
    parser.add_argument("--today", type=date.fromisoformat, default=None, help="the day it stands on, YYYY-MM-DD")
    parser.add_argument(
        "--folder", type=Path, help="serve the CSV files of this folder instead (docs/school-folder.md)"
    )
    parser.add_argument("--state", type=Path, help="where to remember what changed between starts (a file)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--json", action="store_true", help="say where it is in one line of JSON")


def school_of(options: argparse.Namespace) -> School:
    """The school that these options name. Raises FolderUnreadable."""
    if options.folder:
        school = FolderSchool(options.folder, options.state)
        for notice in school.notices:
            print(f"Note: {notice}", file=sys.stderr)
        return school
    if options.state:
        return remembered(options.state, options.students, options.seed, options.today)
    return GeneratedSchool(options.students, options.seed, options.today)


def advice(problem: OSError, port: int) -> str:
    """The remedy for a server that can't listen."""
    if problem.errno == errno.EADDRINUSE:
        return f"Port {port} is taken; give another with --port"
    return f"Can't serve the school: {problem.strerror or problem}"


async def _serve(school: School, options: argparse.Namespace, faults: Faults) -> None:
    server = serve(school, options.token, options.port, host=options.host, faults=faults)
    await until_interrupted(server, as_json=options.json)


async def until_interrupted(
    server: AbstractAsyncContextManager[str], *, as_json: bool = False, what: str = "School"
) -> None:
    """Serves, says where, and ends when it is told to."""
    stop = asyncio.Event()
    for name in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(name, stop.set)
    async with server as url:
        print(json.dumps({"address": url}) if as_json else f"{what} at {url}", flush=True)
        await stop.wait()
