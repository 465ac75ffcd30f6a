"""The configured outside systems (D-39).

Values of the environment come before stored ones.
"""

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace

from adapters.http_client import RetryPolicy
from adapters.security.cipher import AesCipher
from adapters.sms import eskiz_vocabulary as eskiz_words
from adapters.sms.eskiz import EskizSms
from adapters.sms.log import SmsLog
from adapters.video_host.kinescope import KinescopeVideos
from application.attendance.ports.pushes import AttendanceRegister
from application.messaging.ports import LOG, PushedReport, SmsSender, SmsUnavailable
from application.ports import Cipher, NotLive, OutwardGate, SchoolUnavailable, UnitOfWork
from application.settings.connection_test import ConnectionResult, EnvironmentSettings, failed_connection
from application.settings.integrations import decrypt_secrets, load_stored
from application.sync.ports import SchoolRegister
from application.videos.ports import VideoHost
from contracts.settings.integrations import ADAPTERS, KEPT, OFF, Kind
from domain.settings.integration import Integration
from entrypoints.connections import connection_of, kinescope_of, made_for, provider_networks
from entrypoints.embedded.servers.ports import LOOPBACK, stored_port
from entrypoints.school import attendance_of, school_of, takes_attendance
from entrypoints.settings import ENVIRONMENT, STORED, Settings

log = logging.getLogger("markaz.outside")

# a person waits for a connection test
INTERACTIVE_POLICY = RetryPolicy(connect=5.0, answer=7.0, tries=1)
# a connection test takes up to two calls; it ends before the request in which it runs
REACHED_WITHIN_SECONDS = 8.0
# each save of a class checks whether its marks go to the school; a changed school is noticed after this time
REMEMBERED_SECONDS = 5.0


class IntegrationRegistry:
    """The adapters of outside systems, created from the present settings.

    See ``application.settings.connection_test.IntegrationConnections``, ``application.messaging.ports.SmsSenders`` and
    ``application.attendance.ports.pushes.SchoolAttendance``. A provider's connection is reused while its settings are
    unchanged, which keeps its token.
    """

    def __init__(
        self,
        settings: Settings,
        uow: Callable[[], UnitOfWork],
        cipher: Cipher,
        request_id: Callable[[], str],
        gate: OutwardGate,
    ) -> None:
        self._settings = settings
        self._uow = uow
        self._cipher = cipher
        self._request_id = request_id
        self._gate = gate
        self._sender: SmsSender = SmsLog()
        self._made_of: object = None
        self._video_host: KinescopeVideos | None = None
        self._video_host_of: object = None
        # the same in every process and stored nowhere: providers sign nothing
        self._word = AesCipher(settings.secret_key, "sms deliveries").digest(b"address")
        self._takes_attendance = False
        self._checked_at = float("-inf")

    def environment_settings(self, kind: Kind) -> EnvironmentSettings | None:
        """The environment's configuration; only that of the school exists."""
        given = self._settings.sources.get("school_url") == ENVIRONMENT and not self._own_school()
        if kind != "school" or not given:
            return None
        form = self._settings.school_form
        values = {}
        for field in ADAPTERS["school"][form]:
            value = str(getattr(self._settings, field.setting))
            values[field.name] = (KEPT if value else "") if field.secret else value
        return EnvironmentSettings(form, values)

    def has_simulator(self, kind: Kind) -> bool:
        """True if the console itself serves the demo school or a folder of files."""
        return kind == "school" and self._own_school()

    def _own_school(self) -> bool:
        """True for the demo or a folder of files.

        The supervisor passes its address to its children in the environment.
        """
        port = stored_port(self._settings.home / "school" / "port")
        return bool(port) and self._settings.school_url == f"http://{LOOPBACK}:{port}"

    async def school(self) -> Settings:
        """The settings with the active school: the environment's, stored, or the demo's."""
        stored = None if self.environment_settings("school") else await self._stored("school")
        if stored is None:
            return self._settings
        values = stored.fields | self._opened(stored)
        named = {it.setting: values.get(it.name, "") for it in ADAPTERS["school"][stored.adapter]}
        sources = {**self._settings.sources, "school_url": STORED}
        return replace(self._settings, school_form=stored.adapter, sources=sources, **named)  # type: ignore[arg-type]

    async def takes_attendance(self) -> bool:
        """True if marks are sent to the configured school; cached for a moment."""
        if time.monotonic() - self._checked_at > REMEMBERED_SECONDS:
            self._takes_attendance = takes_attendance(await self.school())
            self._checked_at = time.monotonic()
        return self._takes_attendance

    @asynccontextmanager
    async def register(self) -> AsyncIterator[SchoolRegister]:
        """The active school system; its connections are closed at the end."""
        register = school_of(await self.school(), request_id=self._request_id)
        try:
            yield register
        finally:
            await register.close()

    @asynccontextmanager
    async def attendance(self) -> AsyncIterator[AttendanceRegister | None]:
        """The attendance register of the active school; its connections are released."""
        await self._check_live()
        register = attendance_of(await self.school(), request_id=self._request_id)
        try:
            yield register
        finally:
            if register:
                await register.close()

    @asynccontextmanager
    async def current(self) -> AsyncIterator[SmsSender]:
        """The active SMS provider."""
        await self._check_live()
        yield await self._active_sender()

    async def connected(self) -> bool:
        """True if an SMS provider is connected."""
        return (await self._active_sender()).name != LOG

    async def centre(self) -> str:
        """The centre's name in messages."""
        stored = await self._stored("sms")
        default = next(it.default for it in ADAPTERS["sms"][LOG] if it.name == "centre")
        return (stored.fields.get("centre") if stored else "") or default

    async def video_host(self, callback_url: str) -> VideoHost | None:
        """The connected video host, which reports to this address; None where none is.

        On a copy nothing is changed outside: there is none either (D-159).
        """
        stored = await self._stored("videoHost") if await self._gate.is_open() else None
        made_of = stored and (stored.adapter, stored.version)
        if made_of != self._video_host_of:
            before, self._video_host = self._video_host, self._kinescope(stored, callback_url)
            self._video_host_of = made_of
            if before:
                await before.close()
        return self._video_host

    def _kinescope(self, stored: Integration | None, callback_url: str) -> KinescopeVideos | None:
        if stored is None or stored.adapter == OFF:
            return None
        values = {"token": ""} | stored.fields | self._opened(stored)
        return kinescope_of(values, self._settings, self._request_id, callback_url=callback_url)

    @property
    def webhook_secret(self) -> str:
        """The secret in the address of delivery reports."""
        return self._word

    def parse_report(self, provider: str, body: bytes) -> PushedReport:
        """The delivery reports in a provider's callback.

        Any provider may still report on messages it accepted before.
        """
        if provider != EskizSms.name:
            raise LookupError(provider)
        return eskiz_words.heard(body)

    async def reach(self, kind: Kind) -> tuple[ConnectionResult, int]:
        """Tests the connection with one harmless request.

        The result is a sentence without secrets or addresses.
        """
        stored = await self._stored(kind)
        version = stored.version if stored else 0
        try:
            async with asyncio.timeout(REACHED_WITHIN_SECONDS):
                return await self._reach(kind, stored), version
        except TimeoutError:
            return failed_connection("slow"), version

    def generate_fields(self, adapter: str) -> Mapping[str, str]:
        """Secrets that the console generates itself."""
        return made_for(adapter)

    async def close(self) -> None:
        """Closes the connections."""
        await self._sender.close()
        if self._video_host:
            await self._video_host.close()

    async def _check_live(self) -> None:
        """The one gate of everything that is sent outside.

        Each such connection is opened behind it. Raises NotLive on a copy (D-159). Reading from the school and testing
        a connection send nothing.
        """
        if not await self._gate.is_open():
            raise NotLive

    async def _active_sender(self) -> SmsSender:
        stored = await self._stored("sms")
        made_of = stored and (stored.adapter, stored.version)
        if made_of != self._made_of:
            before, self._sender = self._sender, self._sms(stored)
            self._made_of = made_of
            await before.close()
        return self._sender

    async def _reach(self, kind: Kind, stored: Integration | None) -> ConnectionResult:
        match kind:
            case "school":
                return await self._reach_school()
            case "sms":
                return await self._reach_sms(stored)
            case _:
                return await self._reach_connection(kind, stored)

    async def _reach_school(self) -> ConnectionResult:
        settings = await self.school()
        if not settings.school_url:
            return ConnectionResult(ok=False, code="integration.school.none")
        school = school_of(settings, retry_policy=INTERACTIVE_POLICY, request_id=self._request_id)
        try:
            offers = await school.capabilities()
        except SchoolUnavailable as refusal:
            return failed_connection(refusal.reason)
        finally:
            await school.close()
        return ConnectionResult(ok=True, code="integration.school.ok", params={"count": len(offers.types)})

    async def _reach_sms(self, stored: Integration | None) -> ConnectionResult:
        sender = self._sms(stored, INTERACTIVE_POLICY)
        if sender.name == LOG:
            return ConnectionResult(ok=True, code="integration.sms.log")
        try:
            account = await sender.account()
        except SmsUnavailable as refusal:
            return failed_connection(refusal.reason)
        finally:
            await sender.close()
        code = "integration.sms.ok" if account.balance is None else "integration.sms.ok_balance"
        return ConnectionResult(
            ok=True, code=code, params={} if account.balance is None else {"balance": account.balance}
        )

    async def _reach_connection(self, kind: Kind, stored: Integration | None) -> ConnectionResult:
        if stored is None or stored.adapter == OFF:
            return ConnectionResult(ok=False, code="integration.off")
        values = stored.fields | self._opened(stored)
        lost = [it for it in ADAPTERS[kind][stored.adapter] if it.secret and not values.get(it.name)]
        if lost:
            code = "integration.push.keys_lost" if lost[0].made else "integration.reason.secret_again"
            return ConnectionResult(ok=False, code=code)
        connection = connection_of(stored.adapter, values, self._settings, INTERACTIVE_POLICY, self._request_id)
        try:
            return await connection.reach()
        finally:
            await connection.close()

    def _sms(self, stored: Integration | None, retry_policy: RetryPolicy | None = None) -> SmsSender:
        """The sender of a stored provider; each adapter is one case here."""
        if stored is None or stored.adapter == LOG:
            return SmsLog()
        values: Mapping[str, str] = stored.fields | self._opened(stored)
        account = (values["url"], values["email"], values.get("password", ""), values["from"])
        public_url = self._settings.public_url
        callback_url = f"{public_url}/api/sms/{EskizSms.name}/{self._word}" if public_url else ""
        return EskizSms(*account, retry_policy, self._request_id, callback_url, provider_networks(self._settings))

    async def _stored(self, kind: Kind) -> Integration | None:
        async with self._uow() as uow:
            return await load_stored(kind, uow)

    def _opened(self, stored: Integration) -> dict[str, str]:
        try:
            return decrypt_secrets(stored, self._cipher)
        except ValueError:
            log.error("the secrets of %s can't be read: the secret key is another; type them again", stored.kind)
            return {}
