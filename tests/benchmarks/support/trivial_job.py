"""A console with a trivial job kind that writes one row in a commit of its own.

``python -m tests.benchmarks.support.trivial_job up``: all else is as in ``markaz up``.
"""

import asyncio
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import asyncpg
import uvloop

from adapters.postgres.core.engine import asyncpg_arguments
from application.actor import Actor
from application.jobs.run import JobHandler
from entrypoints.cli.support.home import console_settings
from entrypoints.embedded.plan import PLAN, Program
from entrypoints.embedded.servers import nats
from entrypoints.embedded.supervisor import Supervisor
from entrypoints.logs import configure_logs
from entrypoints.settings import read_settings
from entrypoints.wiring import Container
from entrypoints.worker import relay
from entrypoints.worker.__main__ import serve
from entrypoints.worker.handlers import job_handlers

KIND = "benchmarks.note"
TABLE = "create table if not exists bench_notes (n bigint primary key, at timestamptz not null)"
NOTE = "insert into bench_notes (n, at) values ($1, clock_timestamp())"
READY = "the console is ready"
SLOW_RELAY, FORGETFUL_BROKER = "slow relay", "forgetful broker"


def noting(database_url: str) -> JobHandler:
    """The handler; a job that runs twice violates the key and shows as failed."""
    opened: list[Any] = []
    opening = asyncio.Lock()

    async def note(payload: Mapping[str, Any], actor: Actor) -> None:
        async with opening:
            if not opened:
                use: dict[str, Any] = {"min_size": 8, "max_size": 8, "reset": _nothing}
                opened.append(await asyncpg.create_pool(**asyncpg_arguments(database_url), **use))
        await opened[0].execute(NOTE, payload["n"])

    return note


async def _nothing(_: object) -> None:
    """One statement leaves nothing to reset."""


def _ours(program: Program) -> Program:
    slow = program.name == "relay" and defect() == SLOW_RELAY
    if program.name != "worker" and not slow:
        return program
    return replace(program, arguments=lambda _: (__spec__.name, program.name))


def defect() -> str:
    """Applies the configured defect, to show that the suite notices it."""
    return os.environ.get("BENCHMARK_DEFECT", "")


def _be_slow() -> None:
    """The relay ignores notifications, polls once a second and publishes one by one."""
    relay.CHANNEL = "nobody"  # type: ignore[attr-defined]
    relay.BATCH = 1


def _be_forgetful() -> None:
    """JetStream acknowledges before it writes to disk."""
    nats.Nats.__init__.__defaults__ = (False,)


def main() -> None:
    """Runs the console, or its worker."""
    role = sys.argv[1]
    if role == "worker":
        configure_logs("worker")
        container = Container(settings=read_settings())
        kinds = job_handlers(container) | {KIND: noting(container.settings().database_url)}
        uvloop.run(serve(container, kinds))
        return
    if role == "relay":
        _be_slow()
        uvloop.run(relay.run())
        return
    if defect() == FORGETFUL_BROKER:
        _be_forgetful()
    say = partial(print, flush=True)
    plan = replace(PLAN, programs=tuple(map(_ours, PLAN.programs)))
    Supervisor(console_settings(), say, plan).run(lambda _: say(READY))


if __name__ == "__main__":
    main()
