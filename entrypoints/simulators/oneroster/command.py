"""``markaz simulate oneroster``: serves a school as a OneRoster 1.2 provider."""

import argparse
import asyncio
import contextlib
import os
import sys

from entrypoints.simulators.oneroster.responses import Served
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.server import BASE, serve
from entrypoints.simulators.oneroster.tokens import Tokens
from entrypoints.simulators.oneroster.variants import FAULTS, VARIANTS, Behaviour
from entrypoints.simulators.school.command import add_school_options, advice, school_of, until_interrupted
from entrypoints.simulators.school.folder.errors import FolderUnreadable

DEFAULT_ID, DEFAULT_SECRET = "markaz", "demo-school"


def main(argv: list[str] | None = None) -> int:
    """Serves until interrupted. Exit code 1 with one clear line when it can't."""
    options = _parser().parse_args(argv)
    behaviour = Behaviour()
    try:
        behaviour.set([*options.variant, *options.fault])
        roster = Roster(school_of(options), behaviour)
        served = Served(roster, Tokens(options.client_id, options.client_secret), behaviour)
        with contextlib.suppress(KeyboardInterrupt):
            server = serve(served, options.port, host=options.host, base=options.base)
            asyncio.run(until_interrupted(server, as_json=options.json))
    except (FolderUnreadable, ValueError) as mistake:
        print(mistake, file=sys.stderr)
        return 1
    except OSError as problem:
        print(advice(problem, options.port), file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="markaz simulate oneroster", description=__doc__)
    add_school_options(parser)
    parser.add_argument("--base", default=BASE, help=f"the path of the rostering service (default {BASE})")
    given = os.environ.get
    client = given("CONSOLE_SCHOOL_CLIENT_ID") or DEFAULT_ID
    secret = given("CONSOLE_SCHOOL_CLIENT_SECRET") or given("CONSOLE_SCHOOL_TOKEN") or DEFAULT_SECRET
    parser.add_argument("--client-id", default=client, help="default: CONSOLE_SCHOOL_CLIENT_ID")
    parser.add_argument("--client-secret", default=secret, help="default: CONSOLE_SCHOOL_CLIENT_SECRET or …_TOKEN")
    for name, known in (("variant", VARIANTS), ("fault", FAULTS)):
        help_text = "; ".join(f"{word}: {meaning}" for word, meaning in known.items())
        parser.add_argument(f"--{name}", action="append", default=[], choices=list(known), help=help_text)
    return parser
