"""Ten exports of the whole list at once, and their effect on other callers.

D-66, ASVS-61. In a whole console: the API accepts the requests, the worker makes the files, the API serves them, all
ten at once.
"""

import asyncio
import json
import random
import sys
import time
import urllib.request
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

from tests.benchmarks.reading.lists import FIRST_PAGES, endless
from tests.benchmarks.support.measure import Round, Server, ask, peak_memory, verdict
from tests.embedded.console import Console, console

AT_ONCE = 10
ALONE_SECONDS, ROUND_SECONDS, ENDS_WITHIN_SECONDS = 8.0, 2.0, 600
MAX_MEMORY_MIB, MAX_P99 = 300.0, 3.0
PASSWORD = "the-benchmarks'-superadmin"
PROGRAMS = {"api": "entrypoints.http", "worker": "entrypoints.worker"}
# the first pages of ten students by name
PAGES = 10


async def ten_at_once(
    url: str, home: Path, students: int, columns: tuple[str, ...], database: int
) -> dict[str, object]:
    """Ten full exports; the list's p99 before, during and after; memory."""
    command = (sys.executable, "-m", "entrypoints.cli", "up")
    given = {"CONSOLE_DATABASE_URL": url, "CONSOLE_DEMO": "off", "CONSOLE_SUPERADMIN_PASSWORD": PASSWORD}
    with console(home / "whole", command=command, **given) as running:
        await asyncio.to_thread(running.wait_for, "Markaz is ready", 90)
        centre = await asyncio.to_thread(_Centre, running)
        look = partial(centre.look, database)
        before = await look(ALONE_SECONDS)
        began = time.perf_counter()
        jobs = await _meanwhile(look, centre.wanted(columns))
        made = await _meanwhile(look, centre.made([job["jobId"] for job in jobs[0]]))
        took = time.perf_counter() - began
        given_out = await _meanwhile(look, centre.fetched([one["url"] for one in made[0]]))
        after = await look(ALONE_SECONDS)
        memory = {name: round(peak_memory(running.pid_of(word))) for name, word in PROGRAMS.items()}
    alone, among = _together([before, after]), _together([*jobs[1], *made[1], *given_out[1]])
    ratio = among.p(99) / alone.p(99)
    whole = all(one["rows"] == students for one in made[0]) and len(given_out[0]) == AT_ONCE and min(given_out[0]) > 0
    line = {"rows": students, "atOnce": AT_ONCE, "seconds": round(took, 1), "mebibytes": memory}
    line |= {"alone": alone.figures(), "meanwhile": among.figures(), "ratioP99": round(ratio, 2)}
    return line | verdict(
        f"p99 <= {MAX_P99} x alone, memory <= {MAX_MEMORY_MIB} MiB of each program, all {AT_ONCE} whole",
        p99=ratio <= MAX_P99,
        memory=max(memory.values()) <= MAX_MEMORY_MIB,
        whole=whole,
    )


class _Centre:
    """A running console with its superadmin."""

    def __init__(self, running: Console) -> None:
        self._address = f"http://127.0.0.1:{running.port}"
        signed_in = self._call("POST", "/auth/sign-in", {"login": "superadmin", "password": PASSWORD})
        self._token = f"Bearer {signed_in['accessToken']}"
        api = running.pid_of(PROGRAMS["api"])
        self._server = Server(running.port, (api,), f"Authorization: {self._token}\r\n")
        self._chance = random.Random(AT_ONCE)

    async def look(self, database: int, seconds: float) -> Round:
        """Reads the first pages of the list sequentially for that long."""
        paths = endless(lambda: f"{FIRST_PAGES}{self._chance.randint(1, PAGES)}")
        return await ask(self._server, paths, seconds, 1, database)

    async def wanted(self, columns: tuple[str, ...]) -> list[dict[str, Any]]:
        """Ten requests."""
        wish = ("POST", "/students/export", {"columns": columns})
        return list(await asyncio.gather(*(asyncio.to_thread(self._call, *wish) for _ in range(AT_ONCE))))

    async def made(self, ids: list[int]) -> list[dict[str, Any]]:
        """All exports once they are done, with their links."""
        until = time.perf_counter() + ENDS_WITHIN_SECONDS
        while time.perf_counter() < until:
            exports = [await asyncio.to_thread(self._call, "GET", f"/exports/{id}") for id in ids]
            assert not any(one["state"] == "failed" for one in exports), exports
            if all(one["url"] for one in exports):
                return exports
            await asyncio.sleep(0.5)
        raise AssertionError("the exports don't end")

    async def fetched(self, urls: list[str]) -> list[int]:
        """The bytes of each file, downloaded ten at once."""
        return list(await asyncio.gather(*(asyncio.to_thread(self._size, url) for url in urls)))

    def _size(self, url: str) -> int:
        with urllib.request.urlopen(self._address + url, timeout=60) as answer:
            return sum(len(piece) for piece in iter(partial(answer.read, 1 << 16), b""))

    def _call(self, verb: str, path: str, body: Any = None) -> dict[str, Any]:
        headers = {"Content-Type": "application/json"} | ({"Authorization": self._token} if path[1:5] != "auth" else {})
        sent = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"{self._address}/api/staff{path}", sent, headers, method=verb)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return dict(json.load(answer)["data"])


async def _meanwhile(look: Callable[[float], Awaitable[Round]], doing: Awaitable[Any]) -> tuple[Any, list[Round]]:
    """The result of the work, and the rounds of reading until it was done."""
    task, rounds = asyncio.ensure_future(doing), []
    while not task.done():
        rounds.append(await look(ROUND_SECONDS))
    return await task, rounds


def _together(rounds: list[Round]) -> Round:
    """All of them as one."""
    return Round(
        [took for one in rounds for took in one.times],
        sum(one.seconds for one in rounds),
        sum(one.server_cpu for one in rounds),
        sum(one.database_cpu for one in rounds),
    )
