"""Plays the entries of a day into a running console.

Past entries are reported as stored, the rest at their time.
"""

import asyncio
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import cast

import aiohttp

from application.sync.ports import SchoolRegister
from contracts.sync.school_records import Feed, GroupRecord, GroupStudentRecord
from entrypoints.simulators.doors.devices import Event, batches, to_event
from entrypoints.simulators.doors.entries import Entry

PATH = "/api/devices/events"
# retries and their delay while the console is unavailable
TRIES, PAUSE_SECONDS = 20, 3.0
KEPT_FOR = timedelta(minutes=1)


class NotTaken(Exception):
    """The console rejects the events; the message is its own."""


@dataclass
class Doors:
    """The devices of a console.

    ``print_line`` prints a line for each report; ``counts``: taken, known, doubtful.
    """

    http: aiohttp.ClientSession
    console: str
    token: str
    print_line: Callable[[str], None]
    faults: Collection[str] = ()
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(("taken", "known", "doubtful"), 0))

    async def report(self, events: Sequence[Event]) -> None:
        """Reports events until they are answered.

        Raises NotTaken where the console rejects them.
        """
        for part in batches(events, self.faults):
            answer = await self._delivered(part)
            for name, number in answer.items():
                self.counts[name] += number
            self.print_line(
                f"reported {len(part)}: " + ", ".join(f"{number} {name}" for name, number in answer.items())
            )

    async def _delivered(self, events: Sequence[Event]) -> dict[str, int]:
        headers = {"Authorization": f"Bearer {self.token}"}
        for attempt in range(1, TRIES + 1):
            try:
                async with self.http.post(self.console + PATH, json={"events": events}, headers=headers) as answer:
                    if answer.status == 200:
                        found: dict[str, int] = (await answer.json())["data"]
                        return found
                    if answer.status < 500:
                        raise NotTaken(f"{answer.status} {(await answer.text())[:200]}")
            except (aiohttp.ClientError, OSError, TimeoutError):
                if attempt == TRIES:
                    raise
            await asyncio.sleep(PAUSE_SECONDS)
        raise NotTaken("the console fails")


async def people_of(school: SchoolRegister) -> tuple[list[GroupRecord], list[GroupStudentRecord]]:
    """Returns groups and their students from the school.

    Raises SchoolUnavailable.
    """
    groups = [one async for page in school.read(Feed.GROUPS, None) for one in page.items]
    periods = [one async for page in school.read(Feed.GROUP_STUDENTS, None) for one in page.items]
    return cast(list[GroupRecord], groups), cast(list[GroupStudentRecord], periods)


async def play(doors: Doors, entries: Sequence[Entry], now: Callable[[], datetime], *, once: bool) -> None:
    """Reports past entries as stored; then each entry live, unless ``once``."""
    been = [entry for entry in entries if entry.at <= now()]
    await doors.report([to_event(entry, doors.faults, stored=True) for entry in been])
    if once:
        return
    for entry in entries[len(been) :]:
        cut_off = "offline" in doors.faults and entry.serial % 10 == 0
        wait = entry.at - now() + (KEPT_FOR if cut_off else timedelta())
        await asyncio.sleep(max(0.0, wait.total_seconds()))
        await doors.report([to_event(entry, doors.faults, stored=cut_off)])
