"""Lists, search and sign-in of centres of all sizes on one PostgreSQL."""

import tempfile
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from tests.benchmarks.reading.growth import grows
from tests.benchmarks.reading.lists import pages, search
from tests.benchmarks.reading.sign_in import signs_in
from tests.benchmarks.support.served_centre import databases, served_centre

SuiteLine = tuple[str, dict[str, object]]


async def reading(sizes: Sequence[int]) -> AsyncIterator[SuiteLine]:
    """Suite and line: growth, a page and a search in the largest, sign-in.

    Growth covers all sizes; the sign-in is to the smallest.
    """
    with tempfile.TemporaryDirectory(prefix="markaz-bench-") as home, databases(Path(home)) as here:
        for size in sorted(sizes):
            await here.build(size)
        for line in await grows(here):
            yield "list-scale", line
        async with served_centre(here, here.sizes[-1]) as at:
            for at_once in (1, 16):
                yield "list-page", await pages(at, at_once)
            yield "search", await search(at)
        async with served_centre(here, here.sizes[0]) as at:
            yield "sign-in", await signs_in(at)
