"""The command that stands in for a video host: ``markaz simulate videos``."""

import argparse
import asyncio
import contextlib
import sys

from entrypoints.simulators.school.command import advice, until_interrupted
from entrypoints.simulators.videos.library import FAULTS, Library
from entrypoints.simulators.videos.server import serve


def main(argv: list[str] | None = None) -> int:
    """Serves until interrupted. Exit code 1 with one clear line when it can't."""
    options = _parser().parse_args(argv)
    library = Library(options.token, options.project, options.delay)
    library.suffer(*options.fault)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server = serve(library, options.port, host=options.host)
            asyncio.run(until_interrupted(server, as_json=options.json, what="Video host"))
    except OSError as problem:
        print(advice(problem, options.port), file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="markaz simulate videos", description=__doc__)
    parser.add_argument("--token", default=Library.token, help=f"the token (default {Library.token})")
    parser.add_argument("--project", default=Library.project, help=f"the project (default {Library.project})")
    parser.add_argument("--delay", type=float, default=Library.delay, help="seconds until a video is processed")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--json", action="store_true", help="say where it is in one line of JSON")
    help_text = "; ".join(f"{word}: {meaning}" for word, meaning in FAULTS.items())
    parser.add_argument("--fault", action="append", default=[], choices=list(FAULTS), help=help_text)
    return parser
