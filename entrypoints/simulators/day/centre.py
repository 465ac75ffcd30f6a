"""The centre of the demo day: staff at the console's API, school control calls."""

import asyncio
import time
from dataclasses import dataclass, field
from typing import Any

import aiohttp

from application.access import users
from application.actor import system
from contracts.texts import translate
from domain.shared.errors import DomainError
from entrypoints.wiring import Container

STAFF = "/api/staff"
ACTOR = system(name="demo day")
TIMEOUT_SECONDS = 90.0
POLL_SECONDS = 0.2
# the staff of the day: login → name, family name, role
PEOPLE = {
    "demo.manager": ("Dilnoza", "Karimova", "Manager"),
    "demo.study": ("Rustam", "Aliyev", "Study department"),
    "demo.admin": ("Sardor", "Tursunov", "Admin"),
}


class ApiError(Exception):
    """The console rejected a request or failed; the message is its own."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status = status


@dataclass
class Member:
    """A member of staff with a browser."""

    login: str
    name: str
    password: str
    token: str = ""


@dataclass
class Centre:
    """The systems and people of the day.

    ``school_url``: the demo school, or '' where another school is read.
    """

    http: aiohttp.ClientSession
    container: Container
    address: str
    school_url: str = ""
    school_token: str = ""
    staff: dict[str, Member] = field(default_factory=dict)

    async def open(self) -> None:
        """Checks that the console answers and the school is a demo.

        Creates the accounts of the day. Raises OSError where the console does not answer.
        """
        await self.request(None, "GET", "/api/health")
        try:
            await self.school("GET", "")
        except (ApiError, OSError):
            self.school_url = ""
        for login, (first, last, role) in PEOPLE.items():
            password = await self._account(login, first, last, role)
            self.staff[login] = Member(login, f"{first} {last}", password)

    async def _account(self, login: str, first: str, last: str, role: str) -> str:
        """Creates an account with a password to be changed at once.

        One of an earlier day gets a new password.
        """
        made: dict[str, Any] = {"actor": ACTOR, "uow": self.container.uow(), "passwords": self.container.passwords()}
        try:
            return await users.create_user(login, role, first_name=first, last_name=last, all_offices=True, **made)
        except DomainError as refused:
            if refused.code != "access.login_taken":
                raise
        return await users.reset_password(login, **made, clock=self.container.clock())

    async def sign_in(self, login: str) -> None:
        """Signs in with the issued password, which is changed at once.

        Later sign-ins use the chosen one.
        """
        member = self.staff[login]
        member.token = (await self._signed_in(member)).get("accessToken", "")
        profile = await self.request(login, "GET", "/profile")
        if profile.get("mustChangePassword") or not member.password.startswith("kun-"):
            chosen = f"kun-{member.password}"
            change = {"currentPassword": member.password, "newPassword": chosen}
            await self.request(login, "PUT", "/profile/password", change)
            member.password = chosen

    async def sign_in_again(self, login: str) -> None:
        """Signs in with the member's present password."""
        self.staff[login].token = (await self._signed_in(self.staff[login]))["accessToken"]

    async def _signed_in(self, member: Member) -> dict[str, Any]:
        body = {"login": member.login, "password": member.password}
        signed: dict[str, Any] = await self.request(None, "POST", "/auth/sign-in", body)
        return signed

    async def request(self, login: str | None, method: str, path: str, body: Any = None, **params: Any) -> Any:
        """Returns the data of a response. Raises ApiError for a rejection.

        An expired token is renewed by signing in.
        """
        try:
            return await self._request(login, method, path, body, params)
        except ApiError as error:
            if error.status != 401 or login is None:
                raise
        self.staff[login].token = (await self._signed_in(self.staff[login]))["accessToken"]
        return await self._request(login, method, path, body, params)

    async def _request(self, login: str | None, method: str, path: str, body: Any, params: dict[str, Any]) -> Any:
        url = self.address + (path if path.startswith("/api") else STAFF + path)
        headers = {"Accept-Language": "en"}
        if login is not None:
            headers["Authorization"] = f"Bearer {self.staff[login].token}"
        async with self.http.request(method, url, json=body, params=params, headers=headers) as answer:
            payload = await answer.json()
            if answer.status >= 400:
                raise ApiError(answer.status, payload.get("message", ""))
            return payload.get("data", payload)

    async def school(self, method: str, call: str, body: Any = None) -> Any:
        """A control call of the demo school."""
        headers = {"Authorization": f"Bearer {self.school_token}"}
        url = f"{self.school_url}/simulator{call}"
        async with self.http.request(method, url, json=body, headers=headers) as answer:
            if answer.status != 200:
                raise ApiError(answer.status, await answer.text())
            return await answer.json(content_type=None)

    async def finished_run(self, login: str, run_id: int) -> dict[str, Any]:
        """A run of synchronisation once it has ended, polled as its screen does."""
        return await self._finished(login, f"/synchronization/runs/{run_id}", "run", "status")

    async def finished_job(self, login: str, job_id: int) -> dict[str, Any]:
        """A job once it has ended."""
        return await self._finished(login, f"/jobs/{job_id}", "job", "state")

    async def _finished(self, login: str, path: str, name: str, state: str) -> dict[str, Any]:
        deadline = time.monotonic() + TIMEOUT_SECONDS
        while True:
            found: dict[str, Any] = (await self.request(login, "GET", path))[name]
            if found[state] not in ("waiting", "running"):
                return found
            if time.monotonic() > deadline:
                raise ApiError(0, translate("error.sync.in_progress", "en"))
            await asyncio.sleep(POLL_SECONDS)
