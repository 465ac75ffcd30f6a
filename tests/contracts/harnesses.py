"""Schools behind one port that tests change alike: in memory, hh v1, OneRoster."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime, timedelta
from typing import Protocol

import msgspec

from adapters.http_client import RetryPolicy
from adapters.memory.school import SchoolInMemory
from adapters.school.hh import HhSchool
from adapters.school.oneroster import OneRosterSchool
from application.ports import SchoolUnavailable
from application.sync.ports import SchoolRegister
from contracts.sync.school_records import Feed, Record
from entrypoints.simulators.oneroster import Behaviour
from entrypoints.simulators.oneroster import serve as serve_oneroster
from entrypoints.simulators.oneroster.responses import Served
from entrypoints.simulators.oneroster.roster import Roster
from entrypoints.simulators.oneroster.tokens import Tokens
from entrypoints.simulators.school.faults import Faults
from entrypoints.simulators.school.feeds import FeedLog, instant
from entrypoints.simulators.school.server import serve

TOKEN = "the-school's-token"
PAGE = 3
# as many retries as in production, without the waits
HASTY = RetryPolicy(connect=1.0, answer=0.5, tries=3, first_pause=0.01, longest_pause=0.02)


class Harness(Protocol):
    """A school that a test can change, and its register."""

    @property
    def register(self) -> SchoolRegister: ...

    def put(self, feed: Feed, *records: Record) -> None: ...

    def remove(self, feed: Feed, id: str, *, merged_into: str | None = None) -> None: ...

    def forget(self) -> None: ...

    def close_down(self) -> None: ...


class InMemory:
    """The in-memory implementation."""

    def __init__(self) -> None:
        self.register = SchoolInMemory(page_size=PAGE)
        self.put = self.register.put
        self.remove = self.register.remove
        self.forget = self.register.forget

    def close_down(self) -> None:
        self.register.unavailable = SchoolUnavailable("failing")


class WrittenSchool:
    """A school that holds exactly the records a test writes, served as the others."""

    def __init__(self) -> None:
        self.sequence = 1000
        self.epoch = "written"
        self.feeds = {feed: FeedLog(self.sequence) for feed in Feed}

    def refresh(self) -> None:
        pass

    def put(self, feed: Feed, *records: Record) -> None:
        self.sequence += 1
        for record in records:
            at = instant(self.sequence)
            self.feeds[feed].put(msgspec.structs.replace(record, version=self.sequence, changed_at=at))

    def remove(self, feed: Feed, id: str, *, merged_into: str | None = None) -> None:
        self.sequence += 1
        self.feeds[feed].remove(id, self.sequence, "merged" if merged_into else "removed", merged_into)

    def forget(self) -> None:
        self.sequence += 1
        for feed in self.feeds.values():
            feed.forget(self.sequence)


class OverHttp:
    """The adapter and the simulator it calls."""

    def __init__(self, url: str, school: WrittenSchool, faults: Faults) -> None:
        self.register = HhSchool(url, TOKEN, HASTY)
        self.school = school
        self.faults = faults
        self.put, self.remove, self.forget = school.put, school.remove, school.forget

    def close_down(self) -> None:
        self.faults.set(["down"])


@asynccontextmanager
async def over_http() -> AsyncIterator[OverHttp]:
    """The simulator running, with the adapter connected."""
    school, faults = WrittenSchool(), Faults()
    async with serve(school, TOKEN, faults=faults, max_page=PAGE) as url:
        harness = OverHttp(url, school, faults)
        try:
            yield harness
        finally:
            await harness.register.close()


class SlowSchool(WrittenSchool):
    """A school in which three days pass between two changes, read between them."""

    DAY = 24 * 3600 * 1000

    def put(self, feed: Feed, *records: Record) -> None:
        self.sequence += 3 * self.DAY
        super().put(feed, *records)

    def remove(self, feed: Feed, id: str, *, merged_into: str | None = None) -> None:
        self.sequence += 3 * self.DAY
        super().remove(feed, id, merged_into=merged_into)

    def forget(self) -> None:
        """Advances the clock beyond the promised lifetime of tombstones."""
        self.sequence += 31 * self.DAY
        super().forget()

    def clock(self) -> datetime:
        return instant(self.sequence) + timedelta(hours=36)


class OverOneRoster:
    """The OneRoster adapter and its provider; ``behaviour`` is its quirks and faults."""

    def __init__(self, url: str, school: SlowSchool, served: Served) -> None:
        self.url = url
        self.register = OneRosterSchool(url, CLIENT_ID, TOKEN, retry_policy=HASTY)
        self.school = school
        self.served = served
        self.behaviour = served.behaviour
        self.put, self.remove, self.forget = school.put, school.remove, school.forget

    def close_down(self) -> None:
        self.behaviour.set(["down"])


CLIENT_ID = "markaz"


@asynccontextmanager
async def over_oneroster(*behaviour: str, largest: int = PAGE) -> AsyncIterator[OverOneRoster]:
    """The provider running with these quirks or faults, the adapter connected."""
    school, ways = SlowSchool(), Behaviour(set(behaviour))
    served = Served(Roster(school, ways, school.clock), Tokens(CLIENT_ID, TOKEN), ways, largest)
    async with serve_oneroster(served) as url:
        harness = OverOneRoster(url, school, served)
        try:
            yield harness
        finally:
            await harness.register.close()
