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


def _counting(method: Any) -> Any:
    async def counted(*arguments: Any, **more: Any) -> Any:
        _left[0] -= 1
        if _left[0] == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return await method(*arguments, **more)

    return counted


async def main(url: str, group: int, student: int, score: int) -> None:
    """Counts every statement that the driver sends for the check, the commit too."""
    async with opened(url, group) as centre:
        for name in ("execute", "fetch", "prepare"):
            setattr(asyncpg.Connection, name, _counting(getattr(asyncpg.Connection, name)))
        await centre.check(student, 51, score)


if __name__ == "__main__":
    _left[0] = int(sys.argv[5])
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:5])))
