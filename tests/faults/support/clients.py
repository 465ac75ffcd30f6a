"""Clients at work during faults; each records its answers for the verdict."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from uuid import uuid4

import httpx

from adapters.postgres.core.unit_of_work import PostgresUnitOfWork
from application.actor import system
from tests.faults.support.centre import STAFF, Centre
from tests.faults.support.moving import ACCOUNTS, KIND

CLIENTS = 8
PAUSE = 0.1
# so that jobs are still being enqueued and many are running while the fault lasts
BETWEEN_JOBS = 0.3
MAX_JOB_SECONDS = 0.3


@dataclass
class EnqueuedJobs:
    """Jobs by key: ``acked`` committed, ``failed`` not, ``unknown`` without an answer."""

    acked: set[str] = field(default_factory=set)
    failed: set[str] = field(default_factory=set)
    unknown: set[str] = field(default_factory=set)


async def enqueue(uow: PostgresUnitOfWork, promises: EnqueuedJobs, payload: dict[str, Any], kind: str = KIND) -> bool:
    """Enqueues one job as a use case does; True once the commit is acknowledged."""
    key, committing = payload["key"], False
    try:
        async with uow:
            await uow.enqueue(kind, payload, actor=system())
            committing = True
            await uow.commit()
    except Exception:
        (promises.unknown if committing else promises.failed).add(key)
        return False
    promises.acked.add(key)
    return True


@dataclass
class Edits:
    """A member of staff's edits of one student; ``phone``: the last acknowledged."""

    student: int
    phone: str | None = None
    acked: int = 0
    acked_at: float = 0.0
    refused: int = 0
    repeated: int = 0
    wrong: list[str] = field(default_factory=list)


class Editor:
    """Changes one student's phone repeatedly; retries lost answers with the same key.

    D-8.
    """

    def __init__(self, centre: Centre, student: int, chance: random.Random) -> None:
        self.edits = Edits(student)
        self._centre = centre
        self._chance = chance

    async def work(self, stop: asyncio.Event) -> None:
        async with self._centre.browser() as http:
            while not stop.is_set():
                await self._edit(http)
                await asyncio.sleep(self._chance.uniform(0.02, PAUSE))

    async def _edit(self, http: httpx.AsyncClient) -> None:
        card = await self._request(http, "GET", f"/students/{self.edits.student}")
        student = card.json()["data"]["student"]
        phone = f"+9989{self._chance.randrange(10**8):08}"
        names = {name: student[name] or "" for name in ("firstName", "lastName", "middleName")}
        body = {"version": student["version"], **names, "phoneNumber": phone}
        path, key = f"/students/{self.edits.student}/update-profile", uuid4().hex
        answer = await self._request(http, "PUT", path, json=body, headers={"Idempotency-Key": key})
        if answer.status_code == 200:
            self.edits.acked, self.edits.phone, self.edits.acked_at = self.edits.acked + 1, phone, time.monotonic()
        elif answer.status_code == 409:
            self.edits.refused += 1
        else:
            self.edits.wrong.append(f"{answer.status_code} {answer.text}")

    async def _request(self, http: httpx.AsyncClient, verb: str, path: str, **sent: Any) -> httpx.Response:
        """The answer, retried until there is a final one."""
        while True:
            try:
                answer = await http.request(verb, STAFF + path, **sent)
                if answer.status_code < 500 and answer.status_code != 429:
                    return answer
                if answer.status_code != 503:
                    self.edits.wrong.append(f"{answer.status_code} {answer.text}")
            except httpx.TransportError:
                pass
            self.edits.repeated += 1
            await asyncio.sleep(PAUSE)


@dataclass
class Reader:
    """Reads a list continuously.

    ``seen``: moment, status (0: no answer), seconds, and if Retry-After was present.
    """

    centre: Centre
    seen: list[tuple[float, int, float, bool]] = field(default_factory=list)

    async def work(self, stop: asyncio.Event) -> None:
        async with self.centre.browser() as http:
            while not stop.is_set():
                began, status, announced = time.monotonic(), 0, True
                try:
                    answer = await http.get(f"{STAFF}/students/all", params={"page": 1, "perPage": 10})
                    status, announced = answer.status_code, answer.status_code != 503 or "retry-after" in answer.headers
                except httpx.TransportError:
                    pass
                now = time.monotonic()
                self.seen.append((now, status, now - began, announced))
                await asyncio.sleep(0.05)

    def seen_after(self, moment: float) -> bool:
        """True if something was read after this moment."""
        return bool(self.seen) and self.seen[-1][0] > moment

    def healed(self, since: float) -> float:
        """Seconds from a moment to the first success after the last failure; 0 if none."""
        bad = [moment for moment, status, _, _ in self.seen if moment >= since and status != 200]
        if not bad:
            return 0.0
        good = [moment for moment, status, _, _ in self.seen if moment > bad[-1] and status == 200]
        return good[0] - since if good else float("inf")

    def figures(self) -> dict[str, Any]:
        """Answers by status, the slowest answer, and 503s without Retry-After."""
        return {
            "answers": dict(sorted(Counter(str(status or "none") for _, status, _, _ in self.seen).items())),
            "slowest_answer_s": round(max((took for _, status, took, _ in self.seen if status), default=0), 2),
            "not_told_when": sum(not announced for *_, announced in self.seen),
        }


@dataclass
class Load:
    """All clients during one fault; its jobs carry its tag."""

    centre: Centre
    tag: str
    chance: random.Random
    promises: EnqueuedJobs = field(default_factory=EnqueuedJobs)
    reader: Reader = field(init=False)
    editors: list[Editor] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.reader = Reader(self.centre)

    def payload(self, **more: Any) -> dict[str, Any]:
        """The arguments of a new job."""
        account, amount = self.chance.randint(1, ACCOUNTS), self.chance.randint(1, 100)
        key = f"{self.tag}-{uuid4().hex[:12]}"
        return {"tag": self.tag, "key": key, "account": account, "amount": amount} | more

    async def enqueue(self, jobs: int, **more: Any) -> None:
        """Enqueues that many jobs concurrently, each retried until acknowledged."""
        left = iter(range(jobs))

        async def client(uow: PostgresUnitOfWork) -> None:
            for _ in left:
                promised = False
                while not promised:
                    promised = await enqueue(uow, self.promises, self._slow(more))
                    await asyncio.sleep(self.chance.uniform(0, BETWEEN_JOBS) if promised else PAUSE)

        async with self.centre.uow() as new:
            await asyncio.gather(*(client(new()) for _ in range(CLIENTS)))

    def _slow(self, more: dict[str, Any]) -> dict[str, Any]:
        return self.payload(**{"seconds": round(self.chance.uniform(0, MAX_JOB_SECONDS), 3)} | more)

    @asynccontextmanager
    async def at_work(self, jobs: int, students: list[int]) -> AsyncIterator[None]:
        """Runs the clients during the block, and until every job is enqueued."""
        stop = asyncio.Event()
        await self.centre.sign_in()
        self.editors = [Editor(self.centre, student, self.chance) for student in students]
        people = [asyncio.create_task(one.work(stop)) for one in [self.reader, *self.editors]]
        promising = asyncio.create_task(self.enqueue(jobs))
        try:
            yield
            await promising
        finally:
            stop.set()
            promising.cancel()
            async with asyncio.timeout(60):
                await asyncio.gather(*people)
