"""Delivery reports of the SMS provider: authenticated by a secret path.

Stored once, and final (M1).
"""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
from aiohttp import web

from application.actor import system
from application.messaging.sending import send_message
from entrypoints.http.rate_limiter import RateLimiter
from entrypoints.http.routes import messaging
from entrypoints.simulators.sms import Provider, serve
from entrypoints.worker.scheduler import send_and_poll_sms
from tests.support.builders import Student, a_student, a_superadmin
from tests.support.console import Console, Visitor, a_console, data

PHONE = "+998901234567"
WRITE = """
insert into sms_messages (student_id, phone, text, parts, status, provider, provider_id, sent_at, checked_at)
values ($1, $2, 'Salom', $3, $4, 'eskiz', $5, now(), now()) returning id
"""
Written = Callable[..., Awaitable[int]]


@pytest.fixture
async def written(console: Console) -> Written:
    """A message that was handed over to Eskiz."""
    student = a_student()
    await console.store(student)

    async def write(status: str = "sent", provider_id: str | None = None, parts: int = 1, phone: str = PHONE) -> int:
        return int(await console.sql.fetchval(WRITE, student.id, phone, parts, status, provider_id))

    return write


def _address(console: Console) -> str:
    return f"/api/sms/eskiz/{console.container.integrations().webhook_secret}"


async def _post_report(
    console: Console, body: bytes, kind: str = "application/json", address: str = ""
) -> httpx.Response:
    headers = {"Content-Type": kind, "Accept-Language": "en"}
    return await console.nobody().http.post(address or _address(console), content=body, headers=headers)


async def _report(console: Console, **body: object) -> int:
    return (await _post_report(console, json.dumps(body).encode())).status_code


async def _stored_message(console: Console, message_id: int) -> dict[str, Any]:
    row = await console.sql.fetchrow(
        "select status, error, provider_id, delivered_at, checked_at, version from sms_messages where id = $1",
        message_id,
    )
    return dict(row)


@pytest.mark.parametrize(
    ("word", "status", "error"),
    [
        ("DELIVRD", "delivered", None),
        ("delivered", "delivered", None),
        ("Delivrd", "delivered", None),
        ("UNDELIV", "failed", "undelivered"),
        ("undeliverable", "failed", "undelivered"),
        ("Expired", "failed", "expired"),
        ("REJECTD", "failed", "rejected"),
        ("rejected", "failed", "rejected"),
        ("DELETED", "failed", "rejected"),
        ("STORED", "sent", None),
        ("ACCEPTED", "sent", None),
        ("PARTDELIVERED", "sent", None),
        ("ENROUTE", "sent", None),
        ("something-new", "sent", None),
    ],
)
async def test_both_vocabularies_are_understood_in_any_case(
    console: Console, written: Written, word: str, status: str, error: str | None
) -> None:
    """§3.1: words of a message and of a part; others mean on its way."""
    message = await written("unknown")
    body = {"user_sms_id": message, "request_id": "a-b-c", "phone_number": "998901234567", "status": word}
    assert await _report(console, **body) == 200
    stored = await _stored_message(console, message)
    assert (stored["status"], stored["error"], stored["provider_id"]) == (status, error, "a-b-c")
    assert (stored["delivered_at"] is not None) is (status == "delivered")


async def test_a_form_is_accepted_like_json(console: Console, written: Written) -> None:
    """The provider does not document which it sends; its own id is enough."""
    message = await written(provider_id="7d1c")
    body = urlencode({"request_id": "7d1c", "status": "DELIVRD", "status_date": "2026-11-20 14:00:00"}).encode()
    answer = await _post_report(console, body, "application/x-www-form-urlencoded")
    assert (answer.status_code, answer.json()) == (200, {"success": True, "data": {}})
    assert (await _stored_message(console, message))["status"] == "delivered"


async def test_a_delivered_message_stays_delivered(console: Console, written: Written) -> None:
    """Repeated, late or in another order: the first final state stays.

    A repeat writes nothing.
    """
    message = await written()
    for word in ("DELIVRD", "DELIVRD", "ACCEPTED", "UNDELIV", "STORED", "EXPIRED"):
        assert await _report(console, user_sms_id=str(message), status=word) == 200
        stored = await _stored_message(console, message)
        assert (stored["status"], stored["error"], stored["version"]) == ("delivered", None, 2)


async def test_one_delivered_part_does_not_deliver_a_long_message(console: Console, written: Written) -> None:
    """M1: the next poll finds out about all parts; a lost part is final."""
    long, lost = await written("unknown", parts=3), await written(parts=2)
    assert await _report(console, user_sms_id=long, status="DELIVRD", request_id="x-1") == 200
    stored = await _stored_message(console, long)
    assert (stored["status"], stored["provider_id"], stored["checked_at"]) == ("sent", "x-1", None)
    assert await _report(console, user_sms_id=lost, status="UNDELIV") == 200
    assert (await _stored_message(console, lost))["status"] == "failed"


@pytest.mark.parametrize(
    "body",
    [
        {"user_sms_id": 999_999_999_999, "status": "DELIVRD"},
        {"user_sms_id": "9999999999999", "status": "DELIVRD"},
        {"request_id": "nobody-knows", "status": "DELIVRD"},
        {"request_id": "a\u0000b", "status": "DELIVRD"},
        {"user_sms_id": None, "request_id": None, "status": "DELIVRD"},
        {"status": "DELIVRD"},
    ],
)
async def test_a_report_of_an_unknown_message_has_no_effect(console: Console, body: dict[str, Any]) -> None:
    """The usual response, so that the provider stops and ids are not revealed."""
    before = await console.sql.fetchval("select md5(string_agg(m::text, '' order by id)) from sms_messages m")
    assert await _report(console, **body) == 200
    assert await console.sql.fetchval("select md5(string_agg(m::text, '' order by id)) from sms_messages m") == before


async def test_a_report_of_another_message_under_the_same_id_is_ignored(console: Console, written: Written) -> None:
    """After a restore ids are reused: phone and provider id must match."""
    message = await written(provider_id="ours")
    for other in ({"phone_number": "998907777777"}, {"request_id": "theirs"}):
        assert await _report(console, user_sms_id=message, status="DELIVRD", **other) == 200
        assert (await _stored_message(console, message))["status"] == "sent"
    assert (
        await _report(console, user_sms_id=message, request_id="ours", phone_number="998901234567", status="x") == 200
    )


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"null", b'"DELIVRD"', b"\xff\xfe", b'{"user_sms_id": 1}', b"[" * 5000, b"a=b&" * 100]
)
async def test_an_invalid_report_is_rejected(console: Console, body: bytes) -> None:
    """400, never a server error (ASVS-58)."""
    assert (await _post_report(console, body)).status_code == 400


async def test_an_oversized_report_is_rejected(console: Console) -> None:
    """The report of one message is small."""
    assert (await _post_report(console, b'{"status": "' + b"x" * 16_384 + b'"}')).status_code == 413


@pytest.mark.parametrize("path", ["eskiz/wrong", "eskiz/Ω", "log/{word}", "x/{word}"])
async def test_an_unknown_path_is_not_found(console: Console, written: Written, path: str) -> None:
    """§3.1: reports are not signed, so the path is the secret.

    A staff session grants nothing here.
    """
    message = await written()
    address = "/api/sms/" + path.format(word=console.container.integrations().webhook_secret)
    body = json.dumps({"user_sms_id": message, "status": "DELIVRD"}).encode()
    assert (await _post_report(console, body, address=address)).status_code == 404
    staff = await console.sign_in(a_superadmin())
    assert (await staff.post(address, {"user_sms_id": message, "status": "DELIVRD"})).status_code == 404
    assert (await _stored_message(console, message))["status"] == "sent"


async def test_a_flood_of_reports_is_throttled(
    console: Console, written: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A throttled report's state is polled later."""
    message, times = await written(), iter([0.0, 0.0, 0.0, 0.5])
    monkeypatch.setattr(messaging, "PACE", RateLimiter(2.0, 1, lambda: next(times)))
    assert await _report(console, user_sms_id=message, status="ACCEPTED") == 200
    refused = await _post_report(console, json.dumps({"user_sms_id": message, "status": "DELIVRD"}).encode())
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "1")
    assert refused.json()["message"] == "Too often: try again in 1 s"
    assert await _report(console, user_sms_id=message, status="DELIVRD") == 200
    assert (await _stored_message(console, message))["status"] == "delivered"


@asynccontextmanager
async def _public_proxy(console: Console, paths: list[str]) -> AsyncIterator[int]:
    """A port that forwards every request to the console, as a proxy does."""

    async def forward(request: web.Request) -> web.Response:
        paths.append(request.path)
        headers = {"Content-Type": request.headers["Content-Type"]}
        answer = await console.nobody().http.post(request.path, content=await request.read(), headers=headers)
        return web.Response(status=answer.status_code, body=answer.content)

    app = web.Application()
    app.router.add_route("*", "/{tail:.*}", forward)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    try:
        yield runner.addresses[0][1]
    finally:
        await runner.cleanup()


async def _connected(console: Console, url: str) -> tuple[Visitor, Student]:
    student = a_student().having(phone=PHONE)
    await console.store(student)
    chief = await console.sign_in(a_superadmin())
    values = {"email": Provider.email, "password": Provider.password, "from": "4546", "url": url, "centre": "Ziyo"}
    data(await chief.put("/integrations", {"kind": "sms", "adapter": "eskiz", "values": values, "version": 0}))
    return chief, student


async def _sent(console: Console, student: Student) -> int:
    waiting = "insert into sms_messages (student_id, phone, text, parts) values ($1, $2, 'Salom', 1) returning id"
    message = int(await console.sql.fetchval(waiting, student.id, PHONE))
    c = console.container
    use: dict[str, Any] = {
        "actor": system(),
        "uow": c.uow(),
        "clock": c.clock(),
        "zone": c.zone(),
        "cipher": c.sms_cipher(),
    }
    await send_message(message, senders=c.integrations(), queue=c.sms(), **use)
    return message


async def _status(console: Console, message: int) -> str:
    return str(await console.sql.fetchval("select status from sms_messages where id = $1", message))


@pytest.mark.parametrize("faults", [(), ("twice",), ("disorder",), ("twice", "disorder")])
async def test_a_delivery_is_known_as_soon_as_it_is_reported(
    database_url: str, tmp_path: Path, faults: tuple[str, ...], caplog: pytest.LogCaptureFixture
) -> None:
    """From the send to the report; no log or table has the path (ASVS-42).

    With the provider's ways of reporting.
    """
    caplog.set_level(logging.DEBUG)
    provider, paths = Provider(delay=0.05), list[str]()
    provider.suffer(*faults)
    async with (
        serve(provider) as url,
        a_console(database_url, tmp_path) as inner,
        _public_proxy(inner, paths) as port,
        a_console(database_url, tmp_path, CONSOLE_PUBLIC_URL=f"http://127.0.0.1:{port}") as console,
    ):
        chief, student = await _connected(console, url)
        message, word = await _sent(console, student), console.container.integrations().webhook_secret
        for _ in range(100):
            if len(paths) >= (4 if "twice" in faults else 2):
                break
            await asyncio.sleep(0.05)
        assert set(paths) == {f"/api/sms/eskiz/{word}"}
        assert provider.messages[0].callback_url == f"http://127.0.0.1:{port}/api/sms/eskiz/{word}"
        (item,) = (await chief.data(f"/students/{student.id}/sms-history"))["history"]
        assert (item["id"], item["status"], item["deliveredAt"] is not None) == (message, "delivered", True)
        ours = [vars(it) for it in caplog.records if it.name.startswith("markaz")]
        assert ours
        assert word not in str(ours)
        for row in await console.sql.fetch("select tablename from pg_tables where schemaname = 'public'"):
            held = f"select exists (select from {row['tablename']} t where t::text like '%{word}%')"
            assert not await console.sql.fetchval(held)


async def test_without_a_public_address_the_console_polls(fresh_console: Console) -> None:
    """As when reports of the provider do not arrive."""
    provider = Provider(delay=0.05)
    async with serve(provider) as url:
        _, student = await _connected(fresh_console, url)
        message = await _sent(fresh_console, student)
        assert provider.messages[0].callback_url == ""
        provider.messages[0].at -= 60
        fresh_console.clock.pass_by(minutes=1)
        await send_and_poll_sms(fresh_console.container)
        assert await _status(fresh_console, message) == "delivered"
