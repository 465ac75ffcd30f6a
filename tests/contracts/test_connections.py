"""The contract of connection tests against outside systems.

R1-090, R1-399, D-39; protocols §1, §4, §5, §7. Runs against the in-memory implementation, and each vendor's adapter
over HTTP to a server that behaves like the vendor's own.
"""

import logging
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import pytest
from aiohttp import web

from adapters.doors.hikvision import HikvisionDoor
from adapters.doors.isapi import fields_of, time_of
from adapters.http_client import RetryPolicy
from adapters.memory.connection import ConnectionInMemory
from adapters.network_policy import NetworkPolicy, NotAllowed
from adapters.push.fcm import FcmPush
from adapters.push.vapid import new_pair, public_key
from adapters.push.web_push import WebPush
from adapters.telephony.online_pbx import OnlinePbx
from adapters.video_host.kinescope import KinescopeVideos
from application.settings.connection_test import Connection, ConnectionResult
from contracts.texts import LANGUAGES, translate
from tests.contracts.vendors import HTML, SECRET, Exchange, Google, Kinescope, Terminal, Vendor, self_signed, served

HASTY = RetryPolicy(connect=1.0, answer=1.5, tries=1)
HERE = NetworkPolicy.of("127.0.0.0/8", internet=False)
USUAL = "10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7"
OVER_HTTP = ("kinescope", "fcm", "hikvision", "onlinepbx")


@dataclass
class Harness:
    """A connection that a test can make fail; the in-memory one has no vendor."""

    name: str
    connection: Connection
    vendor: Vendor | None = None

    def suffer(self, trouble: str, reason: str) -> None:
        if self.vendor is not None:
            self.vendor.trouble = trouble
        else:
            assert isinstance(self.connection, ConnectionInMemory)
            self.connection.trouble = reason

    def expected(self, reason: str) -> str:
        """A silent device and a missing one give the same outcome."""
        if self.name == "hikvision" and reason in ("slow", "unreachable"):
            return "integration.devices.no_answer"
        return f"integration.reason.{reason}"


def _vendor(name: str) -> Vendor:
    return {"kinescope": Kinescope, "fcm": Google, "hikvision": Terminal, "onlinepbx": Exchange}[name]()


def _connection(name: str, vendor: Vendor, url: str, secret: str = SECRET, policy: NetworkPolicy = HERE) -> Connection:
    how: dict[str, Any] = {"retry_policy": HASTY, "policy": policy}
    match vendor:
        case Kinescope():
            return KinescopeVideos(url, secret, vendor.project, **how)
        case Google():
            account = vendor.account() if secret == SECRET else vendor.account(Google().key)
            return FcmPush(url, f"{url}/token", account, **how)
        case Terminal():
            return HikvisionDoor(url, vendor.login, secret, **how)
        case Exchange():
            return OnlinePbx(url, vendor.domain, secret, **how)
    raise LookupError(name)


@asynccontextmanager
async def over_http(name: str, secret: str = SECRET, policy: NetworkPolicy = HERE) -> AsyncIterator[Harness]:
    vendor = _vendor(name)
    async with served(vendor) as url:
        connection = _connection(name, vendor, url, secret, policy)
        try:
            yield Harness(name, connection, vendor)
        finally:
            await connection.close()


@pytest.fixture(params=["memory", *OVER_HTTP])
async def harness(request: pytest.FixtureRequest) -> AsyncIterator[Harness]:
    if request.param == "memory":
        yield Harness("memory", ConnectionInMemory())
        return
    async with over_http(request.param) as harness:
        yield harness


def _words(reached: ConnectionResult) -> list[str]:
    """The message in each language."""
    return [translate(reached.code, language, **reached.params) for language in LANGUAGES]


async def test_a_working_connection_is_reported_in_words(harness: Harness) -> None:
    """In three languages, with its facts and without its secret; repeatable."""
    for _ in range(2):
        reached = await harness.connection.reach()
        assert reached.ok, reached
        assert len(set(_words(reached))) == len(LANGUAGES)
        assert SECRET not in str(_words(reached))


@pytest.mark.parametrize(
    ("trouble", "reason"),
    [
        ("busy", "busy"),
        ("failing", "failing"),
        ("slow", "slow"),
        ("gate", "unauthorised"),
        ("garbage", "garbage"),
        ("half", "cut"),
        ("endless", "too_large"),
        ("moved", "moved"),
    ],
)
async def test_every_fault_has_a_message(harness: Harness, trouble: str, reason: str) -> None:
    """Never an exception, never success; once repaired it is reached again."""
    harness.suffer(trouble, reason)
    reached = await harness.connection.reach()
    assert (reached.ok, reached.code) == (False, harness.expected(reason))
    assert all(_words(reached))
    harness.suffer("", "")
    assert (await harness.connection.reach()).ok


@pytest.mark.parametrize("name", OVER_HTTP)
async def test_a_wrong_secret_is_rejected(name: str) -> None:
    """Each vendor answers differently: 401, 400, 200 with a status, a new challenge."""
    async with over_http(name, secret="another") as harness:
        reached = await harness.connection.reach()
        assert (reached.ok, reached.code) == (False, "integration.reason.unauthorised")


@pytest.mark.parametrize("name", OVER_HTTP)
async def test_an_unreachable_service_is_reported(name: str) -> None:
    """A port without a listener."""
    connection = _connection(name, _vendor(name), "http://127.0.0.1:1")
    reached = await connection.reach()
    assert (reached.ok, reached.code) == (False, Harness(name, connection).expected("unreachable"))
    await connection.close()


@pytest.mark.parametrize("name", OVER_HTTP)
async def test_a_redirect_is_not_followed(name: str) -> None:
    """A redirect to an internal address is not followed (ASVS-39)."""
    inner = Exchange()
    async with served(inner) as elsewhere, over_http(name) as harness:
        assert harness.vendor is not None
        harness.vendor.trouble, harness.vendor.away = "moved", f"{elsewhere}/secrets"
        assert not (await harness.connection.reach()).ok
        assert inner.paths == []


@pytest.mark.parametrize("name", OVER_HTTP)
async def test_this_machine_is_not_an_external_address(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rejected before connecting, by number and by name (ASVS-39)."""
    opened: list[object] = []
    vendor = _vendor(name)
    async with served(vendor) as url:
        monkeypatch.setattr(socket.socket, "connect", lambda *address: opened.append(address))
        for address in (url, url.replace("127.0.0.1", "localhost")):
            connection = _connection(
                name, vendor, address, policy=NetworkPolicy.of(USUAL, internet=name != "hikvision")
            )
            reached = await connection.reach()
            await connection.close()
            not_own = "integration.devices.not_own"
            assert (reached.ok, reached.code) == (
                False,
                not_own if name == "hikvision" else "integration.reason.not_allowed",
            )
    assert (vendor.paths, opened) == ([], [])


@pytest.mark.parametrize("name", OVER_HTTP)
async def test_no_log_line_has_the_secret(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """Neither on success nor on failure (ASVS-42)."""
    caplog.set_level(logging.DEBUG)
    async with over_http(name) as harness:
        await harness.connection.reach()
        harness.suffer("failing", "")
        await harness.connection.reach()
        key = harness.vendor.key.splitlines()[1] if isinstance(harness.vendor, Google) else SECRET
    log = str([vars(record) for record in caplog.records])
    assert "markaz.outside" in log
    for secret in (SECRET, "for-an-hour", key):
        assert secret not in log


@pytest.mark.parametrize(
    ("address", "internet", "inside"),
    [
        ("10.1.2.3", True, True),
        ("192.168.1.64", True, True),
        ("fd00::1", True, True),
        ("8.8.8.8", True, False),
        ("2a00:1450::1", True, False),
        ("127.0.0.1", False, False),
        ("127.1.2.3", False, False),
        ("0.0.0.0", False, False),
        ("169.254.169.254", False, False),
        ("100.64.0.1", False, False),
        ("224.0.0.1", False, False),
        ("255.255.255.255", False, False),
        ("::1", False, False),
        ("::", False, False),
        ("fe80::1%eth0", False, False),
        ("::ffff:127.0.0.1", False, False),
        ("::ffff:10.0.0.1", True, True),
        ("2002:7f00:1::", False, False),
        ("64:ff9b::7f00:1", False, False),
        ("64:ff9b:1::7f00:1", False, False),
        ("::7f00:1", False, False),
        ("::ffff:0:7f00:1", False, False),
        ("fec0::1", False, False),
        ("fe80::1", False, False),
        ("ff02::1", False, False),
        ("64:ff9b::808:808", True, False),
    ],
)
def test_the_allowed_networks_of_an_external_system(address: str, internet: bool, inside: bool) -> None:
    """The internet and the centre's networks; a device in the latter only.

    ASVS-39, in every notation of the address.
    """
    assert NetworkPolicy.of(USUAL, internet=True).allowed(address) is internet
    assert NetworkPolicy.of(USUAL, internet=False).allowed(address) is inside
    if not internet:
        with pytest.raises(NotAllowed):
            NetworkPolicy.of(USUAL, internet=True).socket((socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 80)))


@pytest.mark.parametrize("host", ["2130706433", "0177.0.0.1", "0x7f.1", "127.1", "[::ffff:127.0.0.1]"])
async def test_other_notations_of_this_machine_are_rejected(host: str) -> None:
    """Decimal, octal, hexadecimal, short, and embedded in version 6 (ASVS-39)."""
    vendor = Exchange()
    async with served(vendor) as url:
        connection = OnlinePbx(
            url.replace("127.0.0.1", host),
            vendor.domain,
            SECRET,
            retry_policy=HASTY,
            policy=NetworkPolicy.of(USUAL, internet=True),
        )
        assert not (await connection.reach()).ok
        await connection.close()
    assert vendor.paths == []


# Kinescope


@pytest.mark.parametrize("project", ["0192f5a1-7e3d-7c11-9d2a-000000000000", "Darslar"])
async def test_a_project_invisible_to_the_token_is_reported(project: str) -> None:
    """404404 and 400301 concern the project, not the token (§1.2)."""
    vendor = Kinescope()
    async with served(vendor) as url:
        connection = KinescopeVideos(url, SECRET, project, retry_policy=HASTY, policy=HERE)
        assert (await connection.reach()).code == "integration.video_host.no_project"
        await connection.close()


async def test_a_404_of_another_service_is_not_a_missing_project() -> None:
    """The address belongs to another service."""

    class Elsewhere(Kinescope):
        async def answer(self, _: web.Request) -> web.Response:
            return web.Response(status=404, text=HTML, content_type="text/html")

    vendor = Elsewhere()
    async with served(vendor) as url:
        connection = KinescopeVideos(url, SECRET, vendor.project, retry_policy=HASTY, policy=HERE)
        assert (await connection.reach()).code == "integration.reason.refused"
        await connection.close()


# Firebase


async def test_a_trial_message_is_delivered_to_nobody() -> None:
    """validate_only; the token URL comes from the settings, not the file (§4.1)."""
    async with over_http("fcm") as harness:
        reached = await harness.connection.reach()
        assert isinstance(harness.vendor, Google)
        assert reached.params == {"project": "ziyo-markazi"}
        assert harness.vendor.paths == ["/token", "/v1/projects/ziyo-markazi/messages:send"]
        assert [message["validate_only"] for message in harness.vendor.sent] == [True]


@pytest.mark.parametrize(
    ("refusal", "code"),
    [
        ((403, "PERMISSION_DENIED"), "push.not_allowed"),
        ((404, "NOT_FOUND"), "push.no_project"),
        ((401, "UNAUTHENTICATED"), "reason.unauthorised"),
        ((400, "INVALID_ARGUMENT"), "reason.refused"),
        ((429, "RESOURCE_EXHAUSTED"), "reason.busy"),
        ((503, "UNAVAILABLE"), "reason.failing"),
    ],
)
async def test_an_account_without_permission_is_reported(refusal: tuple[int, str], code: str) -> None:
    """Each Firebase error becomes an instruction in words (§4.1)."""
    async with over_http("fcm") as harness:
        assert isinstance(harness.vendor, Google)
        harness.vendor.refuses = refusal
        assert (await harness.connection.reach()).code == f"integration.{code}"


async def test_a_wrong_clock_is_distinguished_from_a_wrong_key() -> None:
    """Google answers invalid_grant to both."""
    async with over_http("fcm") as harness:
        assert isinstance(harness.vendor, Google)
        harness.vendor.late = timedelta(hours=2)
        assert (await harness.connection.reach()).code == "integration.push.clock"


@pytest.mark.parametrize("key", ["not a key", "-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n"])
async def test_an_invalid_key_is_reported_without_a_request(key: str) -> None:
    vendor = Google()
    async with served(vendor) as url:
        connection = FcmPush(url, f"{url}/token", vendor.account(key), retry_policy=HASTY, policy=HERE)
        assert (await connection.reach()).code == "integration.push.bad_key"
        await connection.close()
    assert vendor.paths == []


# Web Push


async def test_a_generated_key_pair_signs_as_push_services_require() -> None:
    """ES256, origin, expiry within a day, contact; public key for browsers.

    §4.2, RFC 8292.
    """
    public, private = new_pair()
    assert (len(public), public[0], private != public) == (87, "B", True)
    push = WebPush("markaz@example.uz", public, private)
    assert await push.reach() == ConnectionResult(ok=True, code="integration.push.web_ok")
    now = datetime.now(UTC)
    token = push.token("https://fcm.googleapis.com", now)
    claims = jwt.decode(token, public_key(public), ["ES256"], audience="https://fcm.googleapis.com")
    assert claims["sub"] == "mailto:markaz@example.uz"
    assert now.timestamp() < claims["exp"] <= (now + timedelta(hours=24)).timestamp()
    await push.close()


@pytest.mark.parametrize("half", ["public", "private"])
async def test_halves_of_two_key_pairs_are_rejected(half: str) -> None:
    """A browser subscribed with one key would never receive messages of the other."""
    (public, private), (other_public, other_private) = new_pair(), new_pair()
    mixed = (other_public, private) if half == "public" else (public, other_private)
    for keys in (mixed, ("", ""), ("B" * 87, private), (public, "")):
        assert await WebPush("a@b.uz", *keys).reach() == ConnectionResult(ok=False, code="integration.push.keys_lost")


# Hikvision


@pytest.mark.parametrize("xml", [True, False])
@pytest.mark.parametrize(
    ("off", "code", "drift"),
    [
        (timedelta(0), "ok", None),
        (timedelta(seconds=30), "ok", None),
        (timedelta(hours=2, minutes=30), "ahead", r"2:(30:00|29:59)"),
        (timedelta(minutes=-5), "behind", r"0:05:0\d"),
    ],
)
async def test_a_device_reports_its_model_and_clock(xml: bool, off: timedelta, code: str, drift: str | None) -> None:
    """XML although JSON was requested; a wrong clock shifts entries (§5.1, T4)."""
    async with over_http("hikvision") as harness:
        assert isinstance(harness.vendor, Terminal)
        harness.vendor.off, harness.vendor.speaks_xml = off, xml
        for apart in (False, True):
            harness.vendor.zone_apart = apart
            reached = await harness.connection.reach()
            assert (reached.ok, reached.code) == (True, f"integration.devices.{code}")
            assert reached.params["model"] == "DS-K1T344MBWX"
            assert drift is None or re.fullmatch(drift, str(reached.params["drift"]))


async def test_a_device_without_a_time_is_still_reached() -> None:
    async with over_http("hikvision") as harness:
        assert isinstance(harness.vendor, Terminal)
        harness.vendor.silent_clock = True
        assert (await harness.connection.reach()).code == "integration.devices.no_clock"


async def test_a_devices_own_certificate_is_pinned(tmp_path: Path) -> None:
    """Its fingerprint is shown; once stored, only that certificate is trusted.

    §5.1: until then the device receives nothing from us.
    """
    vendor = Terminal()
    tls, fingerprint = self_signed(tmp_path)
    async with served(vendor, tls) as url:
        stranger = HikvisionDoor(url, vendor.login, SECRET, retry_policy=HASTY, policy=HERE)
        reached = await stranger.reach()
        assert (reached.code, reached.params) == ("integration.devices.certificate", {"fingerprint": fingerprint})
        assert vendor.paths == []
        await stranger.close()
        for written in (fingerprint, fingerprint.replace(":", "").lower()):
            known = HikvisionDoor(url, vendor.login, SECRET, written, retry_policy=HASTY, policy=HERE)
            assert (await known.reach()).code == "integration.devices.ok"
            await known.close()
    connections = len(vendor.paths)
    other, shown = self_signed(tmp_path)
    async with served(vendor, other) as url:
        known = HikvisionDoor(url, vendor.login, SECRET, fingerprint, retry_policy=HASTY, policy=HERE)
        reached = await known.reach()
        assert (reached.code, reached.params) == ("integration.devices.other_certificate", {"fingerprint": shown})
        await known.close()
    assert len(vendor.paths) == connections


async def test_a_service_with_an_untrusted_certificate_does_not_get_the_secret(tmp_path: Path) -> None:
    """Wrong TLS is reported in words; so is https where there is none."""
    vendor = Kinescope()
    tls, _ = self_signed(tmp_path)
    async with served(vendor, tls) as url, served(vendor) as plain:
        for address in (url, plain.replace("http:", "https:")):
            connection = KinescopeVideos(address, SECRET, vendor.project, retry_policy=HASTY, policy=HERE)
            assert (await connection.reach()).code == "integration.reason.certificate"
            await connection.close()
    assert vendor.paths == []


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<",
        b"<DeviceInfo>",
        b"<ResponseStatus><statusCode>4</statusCode></ResponseStatus>",
        b'<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><DeviceInfo><model>&b;</model></DeviceInfo>',
        b'<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]><DeviceInfo><model>&f;</model></DeviceInfo>',
        b'{"DeviceInfo": "DS"}',
        b'{"Other": {}}',
        b"[1]",
        b"[" * 5000,
    ],
)
def test_a_hostile_answer_of_a_device_is_rejected(body: bytes) -> None:
    """No entity is expanded, no file read (ASVS-49)."""
    with pytest.raises(ValueError, match=r".+"):
        fields_of(body, "DeviceInfo")


@pytest.mark.parametrize(
    ("fields", "at"),
    [
        ({"localTime": "2026-11-20T14:00:00+05:00"}, "2026-11-20T14:00:00+05:00"),
        ({"localTime": "2026-11-20T14:00:00", "timeZone": "CST-5:00:00"}, "2026-11-20T14:00:00+05:00"),
        ({"localTime": "2026-11-20T14:00:00", "timeZone": "CST+3"}, "2026-11-20T14:00:00-03:00"),
        ({"localTime": "2026-11-20T14:00:00"}, None),
        ({"localTime": "2026-11-20T14:00:00", "timeZone": "Tashkent"}, None),
        ({"localTime": "2026-11-20T14:00:00", "timeZone": "CST-99:00:00"}, None),
        ({"localTime": "yesterday"}, None),
        ({}, None),
    ],
)
def test_the_time_zone_of_a_device_is_parsed(fields: dict[str, str], at: str | None) -> None:
    """POSIX writes zones east of Greenwich with a minus (§5.1)."""
    assert time_of(fields) == (datetime.fromisoformat(at) if at else None)
