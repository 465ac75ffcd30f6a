"""The student gateway as the students' application calls it, over HTTP."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import quote

import aiohttp

STUDENTS = "/api/student"


class GatewayError(Exception):
    """The gateway rejected a request; the message is its own."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(f"{status}: {message}")
        self.status, self.code = status, code


@dataclass
class StudentApp:
    """The application of one student; an issued password is changed at once."""

    http: aiohttp.ClientSession
    console: str
    name: str
    login: str
    password: str
    access_token: str = ""
    refresh_token: str = ""

    async def open(self) -> None:
        """Signs in; an issued password is replaced by an own one."""
        body = {"login": self.login, "password": self.password, "deviceToken": f"simulated-{self.login}"}
        signed_in = await self._request("POST", "/auth/sign-in", json=body)
        self.access_token, self.refresh_token = signed_in["accessToken"], signed_in["refreshToken"]
        if signed_in["student"]["mustChangePassword"]:
            chosen = f"talaba-{self.password}"
            await self._request("PUT", "/profile/password", json={"password": self.password, "newPassword": chosen})
            self.password = chosen

    async def request(self, method: str, path: str, **more: Any) -> Any:
        """Returns the data of a response; renews an expired token.

        Raises GatewayError.
        """
        try:
            return await self._request(method, path, **more)
        except GatewayError as refused:
            if refused.status != 401:
                raise
        self.access_token, spent = self.refresh_token, self.refresh_token
        pair = await self._request("GET", "/auth/refresh-token")
        self.access_token, self.refresh_token = pair["accessToken"], pair["refreshToken"]
        assert self.refresh_token != spent  # noqa: S101  a refresh token is used once
        return await self._request(method, path, **more)

    async def upload(self, content: bytes, name: str) -> str:
        """Uploads a file and returns its id. Raises GatewayError."""
        headers = {"Content-Type": "application/octet-stream", "X-File-Name": quote(name)}
        uploaded = await self.request("POST", "/upload", data=content, headers=headers)
        return str(uploaded["file"]["fileId"])

    async def speak(self, recording: bytes, seconds: int) -> str:
        """Uploads a recording and returns its file's id. Raises GatewayError."""
        headers = {"Content-Type": "application/octet-stream", "X-File-Name": "ovoz.webm"}
        more = {"data": recording, "headers": headers, "params": {"duration": seconds}}
        return str((await self.request("POST", "/upload/voice", **more))["voice"]["fileId"])

    async def _request(self, method: str, path: str, headers: dict[str, str] | None = None, **more: Any) -> Any:
        sent = {"Accept-Language": "en", "Authorization": f"Bearer {self.access_token}"} | (headers or {})
        async with self.http.request(method, self.console + STUDENTS + path, headers=sent, **more) as answer:
            payload = await answer.json()
            if answer.status >= 400:
                raise GatewayError(answer.status, payload.get("code", ""), payload.get("message", ""))
            return payload["data"]
