"""A whole start with real PostgreSQL and NATS and tiny stand-in programs.

It runs as a program of its own.
"""

import random
import ssl
import sys
import time
from dataclasses import replace
from functools import partial
from http.server import BaseHTTPRequestHandler, HTTPServer

from entrypoints.embedded.errors import OperatorError
from entrypoints.embedded.plan import Plan, Program
from entrypoints.embedded.supervisor import Supervisor
from entrypoints.settings import Settings, read_settings


class _Health(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()


def _me(role: str, seconds_to_stop: float = 3) -> Program:
    return Program(role, lambda _: ("tests.embedded.stand_ins", role), seconds_to_stop, wanted=_is_wanted)


def _is_wanted(settings: Settings) -> bool:
    return settings.demo > 0


PLAN = Plan(
    school=Program("school", lambda _: (), 1, wanted=lambda _: False),
    preparation=(Program("migrate", lambda _: ("print('migrated')",), 1, interpreter=(sys.executable, "-c")),),
    programs=(_me("relay"), _me("worker"), _me("api")),
)


def main() -> None:
    """Runs as the console (with or without a fork server), its API, or a sleeper."""
    settings, role = read_settings(), sys.argv[1]
    if role.startswith("up"):
        say = partial(print, flush=True)
        plan = replace(PLAN, forks=role != "up")
        if role == "up-broken":
            plan = replace(plan, programs=(Program("broken", lambda _: ("tests.embedded.missing",), 1),))
        try:
            Supervisor(settings, say, plan).run(lambda ready: say("ready", ready.nats_url, ready.database_url))
        except OperatorError as refused:
            print(refused, file=sys.stderr)
            sys.exit(1)
    elif role == "api":
        HTTPServer((settings.host, settings.port), _Health).serve_forever()
    else:
        print(random.random(), ssl.RAND_bytes(8).hex(), flush=True)
        time.sleep(600)


if __name__ == "__main__":
    main()
