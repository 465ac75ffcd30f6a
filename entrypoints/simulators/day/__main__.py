"""``python -m entrypoints.simulators.day``: creates the demo's history.

It waits until the school's lessons exist, and ends afterwards.
"""

import asyncio
import logging
from typing import Any

import asyncpg

from adapters.postgres.core.engine import asyncpg_arguments
from contracts.job_kinds import LESSONS_MAKE
from entrypoints.logs import configure_logs
from entrypoints.settings import Settings, read_settings
from entrypoints.simulators.day.history import make_history
from entrypoints.simulators.school.generator.clubs import HOST
from entrypoints.wiring import Container, close

log = logging.getLogger("markaz.demo")

POLL_SECONDS = 1.0
UNREACHABLE = (OSError, TimeoutError, asyncpg.PostgresError, asyncpg.InterfaceError)
# $1: the demo's teacher, $2: the job that makes lessons
STATE = """
select t.user_id is not null as made,
    exists (select from lessons l where l.teacher_id = t.id)
    and not exists (select from jobs j where j.kind = $2 and j.state in ('waiting', 'running')) as ready
from teachers t where t.h_id = $1
"""


def main() -> None:
    """Run until the history is made."""
    configure_logs("demo-history")
    asyncio.run(run(read_settings()))


async def run(settings: Settings) -> None:
    """Waits for the school's lessons, and creates the history unless it exists."""
    if await _lessons_are_made(settings):
        container = Container(settings=settings)
        try:
            log.info("%s lessons of the demo are marked", await make_history(container))
        finally:
            await close(container)


async def _lessons_are_made(settings: Settings) -> bool:
    """True when the history can be made, False when it was made at an earlier start."""
    while True:
        try:
            connection = await asyncpg.connect(**asyncpg_arguments(settings.database_url))
            try:
                return await _wait(connection)
            finally:
                await connection.close(timeout=2)
        except UNREACHABLE as fault:
            log.warning("waiting: %s", type(fault).__name__)
            await asyncio.sleep(POLL_SECONDS)


async def _wait(connection: "asyncpg.Connection[Any]") -> bool:
    while True:
        state = await connection.fetchrow(STATE, HOST, LESSONS_MAKE)
        if state and (state["made"] or state["ready"]):
            return not state["made"]
        await asyncio.sleep(POLL_SECONDS)


if __name__ == "__main__":
    main()
