"""A face terminal or door of Hikvision (protocols §5).

ISAPI over HTTP digest, in the centre's own network.
"""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime, timedelta

import aiohttp
from yarl import URL

from adapters.doors.isapi import fields_of, time_of
from adapters.http_client import HttpClient, IntegrationUnavailable, RetryPolicy, new_request_id
from adapters.http_responses import MAX_RESPONSE_BYTES, truncated_text, unavailable, unexpected_response
from adapters.network_policy import NetworkPolicy
from application.settings.connection_test import ConnectionResult
from domain.doors.entries import DRIFT

# no certificate has this fingerprint: the device presents its own, and nothing is sent to it
_NOBODYS = bytes(32)


def _now() -> datetime:
    return datetime.now(UTC)


class HikvisionDoor:
    """See ``application.settings.connection_test.Connection``.

    Devices sign their certificates themselves: ``fingerprint`` (SHA-256, hexadecimal) names the one that is trusted.
    """

    def __init__(
        self,
        url: str,
        login: str,
        password: str,
        fingerprint: str = "",
        *,
        retry_policy: RetryPolicy | None = None,
        policy: NetworkPolicy | None = None,
        request_id: Callable[[], str] = new_request_id,
        now: Callable[[], datetime] = _now,
    ) -> None:
        self._now = now

        def http(believed: bytes) -> HttpClient:
            # some devices issue a nonce for one call only
            digest = aiohttp.DigestAuthMiddleware(login, password, preemptive=False)
            return HttpClient(
                URL(url),
                "hikvision",
                retry_policy=retry_policy or RetryPolicy(),
                request_id=request_id,
                policy=policy,
                largest=MAX_RESPONSE_BYTES,
                fingerprint=believed,
                middlewares=(digest,),
            )

        self._pinned = bool(fingerprint)
        self._http, self._stranger = http(bytes.fromhex(fingerprint.replace(":", ""))), http(_NOBODYS)

    async def reach(self) -> ConnectionResult:
        """Reads the device's model and clock.

        A wrong clock is reported, because it dates the entries.
        """
        try:
            answer = await self._http.get("/ISAPI/System/deviceInfo", {"format": "json"})
            if answer.status != 200:
                return unexpected_response(answer)
            fields = fields_of(answer.body, "DeviceInfo")
            skew = await self._skew()
        except IntegrationUnavailable as problem:
            return await self._away(problem)
        except ValueError:
            return ConnectionResult(ok=False, code="integration.reason.garbage")
        device = {
            "model": truncated_text(fields.get("model")),
            "version": truncated_text(fields.get("firmwareVersion")),
        }
        if skew is None or abs(skew) <= DRIFT:
            return ConnectionResult(
                ok=True, code="integration.devices.ok" if skew is not None else NO_CLOCK, params=device
            )
        side = "ahead" if skew > timedelta(0) else "behind"
        drift = str(timedelta(seconds=round(abs(skew).total_seconds())))
        return ConnectionResult(ok=True, code=f"integration.devices.{side}", params=device | {"drift": drift})

    async def close(self) -> None:
        await self._http.close()
        await self._stranger.close()

    async def _skew(self) -> timedelta | None:
        answer = await self._http.get("/ISAPI/System/time", {"format": "json"})
        try:
            fields: Mapping[str, str] = fields_of(answer.body, "Time") if answer.status == 200 else {}
        except ValueError:
            return None
        at = time_of(fields)
        return at - self._now() if at else None

    async def _away(self, problem: IntegrationUnavailable) -> ConnectionResult:
        if problem.because == "certificate":
            return await self._unknown_certificate(problem.fingerprint)
        if problem.because == "not_allowed":
            return ConnectionResult(ok=False, code="integration.devices.not_own")
        if problem.reason in ("unreachable", "slow"):
            # distinguishing the two cases would reveal which addresses of the network are in use
            return ConnectionResult(ok=False, code="integration.devices.no_answer")
        return unavailable(problem)

    async def _unknown_certificate(self, shown: bytes) -> ConnectionResult:
        """Reports the fingerprint, to be compared with the device's own."""
        if not shown:
            try:
                await self._stranger.get("/")
            except IntegrationUnavailable as problem:
                shown = problem.fingerprint
        if not shown:
            return ConnectionResult(ok=False, code="integration.reason.certificate")
        code = "integration.devices.other_certificate" if self._pinned else "integration.devices.certificate"
        return ConnectionResult(ok=False, code=code, params={"fingerprint": shown.hex(":").upper()})


NO_CLOCK = "integration.devices.no_clock"
