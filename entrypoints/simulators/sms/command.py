"""The command that stands in for a provider of SMS: ``markaz simulate sms``."""

import argparse
import asyncio
import contextlib
import sys

from entrypoints.simulators.school.command import advice, until_interrupted
from entrypoints.simulators.sms.provider import FAULTS, Provider
from entrypoints.simulators.sms.server import serve


def main(argv: list[str] | None = None) -> int:
    """Serves until interrupted. Exit code 1 with one clear line when it can't."""
    options = _parser().parse_args(argv)
    provider = Provider(options.email, options.password, options.delay, approved=options.approve)
    provider.suffer(*options.fault)
    try:
        with contextlib.suppress(KeyboardInterrupt):
            server = serve(provider, options.port, host=options.host)
            asyncio.run(until_interrupted(server, as_json=options.json, what="SMS provider"))
    except OSError as problem:
        print(advice(problem, options.port), file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="markaz simulate sms", description=__doc__)
    parser.add_argument("--email", default=Provider.email, help=f"the account (default {Provider.email})")
    parser.add_argument("--password", default=Provider.password, help=f"its password (default {Provider.password})")
    parser.add_argument("--delay", type=float, default=Provider.delay, help="seconds until a message is delivered")
    parser.add_argument("--approve", action="append", default=[], help="a text that moderation has approved (%%w, %%d)")
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=0, help="0: any free one")
    parser.add_argument("--json", action="store_true", help="say where it is in one line of JSON")
    help_text = "; ".join(f"{word}: {meaning}" for word, meaning in FAULTS.items())
    parser.add_argument("--fault", action="append", default=[], choices=list(FAULTS), help=help_text)
    return parser
