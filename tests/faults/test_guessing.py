"""Two API processes on one database throttle a guesser as one (D-160).

Served as in production: real sockets on loopback, real headers, real password hashing.
"""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path
from typing import Any

import aiohttp
import asyncpg
import pytest

from adapters.postgres.core.engine import asyncpg_arguments
from adapters.security.passwords import ArgonPasswords
from domain.access.login_attempts import FREE_ATTEMPTS
from entrypoints.http.browser_cookie import NAME
from tests.support.builders import PASSWORD, Account, a_user_with
from tests.support.secret_storage import SecretStorage
from tests.support.served import ApiProcess, api_process
from tests.support.storing import store

AT_ONCE = 40


@dataclass
class Guessed:
    """Two served APIs and an account whose password is guessed."""

    apis: tuple[ApiProcess, ApiProcess]
    account: Account
    http: aiohttp.ClientSession
    sql: Any

    async def attempt(self, number: int, password: str = "wrong password", cookie: str = "") -> tuple[int, str]:
        """A sign-in at one of the processes, with a forged address; status and cookie.

        Retried while the machine is too busy to answer in time.
        """
        api, form = self.apis[number % 2], {"login": self.account.login, "password": password}
        headers = {"X-Forwarded-For": f"10.0.{number}.1", "Forwarded": f"for=10.0.{number}.1"}
        if cookie:
            headers["Cookie"] = f"{NAME}={cookie}"
        while True:
            async with self.http.post(f"{api.address}/auth/sign-in", json=form, headers=headers) as answer:
                given = answer.cookies.get(NAME)
            if answer.status != 503:
                return answer.status, given.value if given else ""
            await asyncio.sleep(int(answer.headers["Retry-After"]))


@pytest.fixture
async def guessed(database_url: str, tmp_path: Path) -> AsyncIterator[Guessed]:
    kept = await ArgonPasswords().hash(PASSWORD)
    account = a_user_with({})
    sql = await asyncpg.connect(**asyncpg_arguments(database_url))
    await store(sql, account, secrets=SecretStorage(hash_password=lambda _: kept))
    one, other = tmp_path / "one", tmp_path / "other"
    async with (
        api_process(database_url, one) as first,
        api_process(database_url, other) as second,
        aiohttp.ClientSession(cookie_jar=aiohttp.DummyCookieJar()) as http,
    ):
        yield Guessed((first, second), account, http, sql)
    await sql.close()


async def test_processes_share_the_throttle_and_know_each_others_browsers(guessed: Guessed) -> None:
    """ASVS-17, ASVS-64, ASVS-65: loopback is not believed either."""
    status, cookie = await guessed.attempt(0, PASSWORD)
    assert (status, bool(cookie)) == (200, True)
    guesses = await asyncio.gather(*(guessed.attempt(n) for n in range(AT_ONCE)))
    verified = sum(status == 401 for status, _ in guesses)
    assert {status for status, _ in guesses} == {401, 429}
    subject = f"login:{guessed.account.login.lower()}|127.0.0.1"
    counted = await guessed.sql.fetchval("select failures from sign_in_tries where subject = $1", subject)
    # one that was counted may have been answered too late
    assert FREE_ATTEMPTS <= verified <= counted <= 2 * FREE_ATTEMPTS
    await _hold_up(guessed, subject)
    turns = cycle(range(2))
    assert [(await guessed.attempt(next(turns), PASSWORD))[0] for _ in range(2)] == [429, 429]
    assert [(await guessed.attempt(next(turns), PASSWORD, cookie))[0] for _ in range(2)] == [200, 200]
    addresses = await guessed.sql.fetch("select distinct address from audits where actor_id = $1", guessed.account.id)
    assert [row["address"] for row in addresses] == ["127.0.0.1"]


async def _hold_up(guessed: Guessed, subject: str) -> None:
    """Stretches the wait, which a slow machine would outlast."""
    await guessed.sql.execute(
        "update sign_in_tries set blocked_until = now() + interval '10 minutes' where subject = $1", subject
    )
