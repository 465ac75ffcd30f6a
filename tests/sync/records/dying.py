"""A settlement that kills itself before its n-th statement.

Run as ``python -m tests.sync.records.dying URL N``; it ends by itself after the last one.
"""

import asyncio
import sys

from tests.postgres.gamification.dying import die_before
from tests.sync.centre import a_centre
from tests.sync.records.school_awards import settle


async def main(url: str, statement: int) -> None:
    """Runs the job of a run."""
    async with a_centre(url) as centre:
        die_before(statement)
        await settle(centre)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
