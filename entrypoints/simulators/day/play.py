"""Plays the day: each moment at its time, faster than real time.

Failures are reported and the day continues.
"""

import asyncio
import time
from collections.abc import Callable
from datetime import time as Clock

import aiohttp

from entrypoints.simulators.day.centre import PEOPLE, ApiError, Centre
from entrypoints.simulators.day.script import Moment, the_day

BEGIN = Clock(7, 55)
TROUBLE = (ApiError, OSError, aiohttp.ClientError, TimeoutError, KeyError)


async def play(centre: Centre, report: Callable[[str], None], *, speed: float) -> int:
    """Plays one day; returns the number of failed moments.

    The school's faults are cleared in any case.
    """
    begun, wrong = time.monotonic(), 0
    try:
        for moment in the_day():
            await asyncio.sleep(max(0.0, _minutes(moment.at) * 60 / speed - (time.monotonic() - begun)))
            if moment.of_the_school and not centre.school_url:
                continue
            wrong += not await _happens(moment, centre, report)
    finally:
        if centre.school_url:
            await centre.school("POST", "/faults", {"faults": []})
    return wrong


async def _happens(moment: Moment, centre: Centre, report: Callable[[str], None]) -> bool:
    name = " ".join(PEOPLE[moment.who][:2]) if moment.who in PEOPLE else moment.who
    try:
        line, good = await moment.what(centre), True
    except TROUBLE as trouble:
        line, good = f"could not: {type(trouble).__name__} {trouble}", False
    report(f"{moment.at:%H:%M}  {name:<17}  {line}")
    return good


def _minutes(at: Clock) -> int:
    """Minutes from the beginning of the day."""
    return (at.hour - BEGIN.hour) * 60 + at.minute - BEGIN.minute
