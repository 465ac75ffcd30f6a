"""Checks a homework in a process that kills itself before its n-th statement.

Run as ``python -m tests.postgres.gamification.dying URL GROUP STUDENT SCORE N``; it ends by itself after the last one.
"""

import asyncio
import os
import signal
import sys
from typing import Any

import asyncpg

from tests.postgres.gamification.ledger_centre import opened

_left = [0]


def die_before(statement: int) -> None:
    """From now on counts every statement that the driver sends, commits too."""
    _left[0] = statement
    for name in ("execute", "fetch", "prepare"):
        setattr(asyncpg.Connection, name, _counting(getattr(asyncpg.Connection, name)))


def _counting(method: Any) -> Any:
    async def counted(*arguments: Any, **more: Any) -> Any:
        _left[0] -= 1
        if _left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return await method(*arguments, **more)

    return counted


async def main(url: str, group: int, student: int, score: int, statement: int) -> None:
    """Checks a homework."""
    async with opened(url, group) as centre:
        die_before(statement)
        await centre.check(student, 51, score)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:6])))
