"""Integrations: stored values, hidden secrets and connection tests (D-39)."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from application.messaging.ports import OutgoingSms
from contracts.texts import translate
from entrypoints import integrations
from entrypoints.http.middleware.deadline import ANSWER_WITHIN_SECONDS
from entrypoints.simulators.sms import Provider
from entrypoints.simulators.sms import serve as serve_sms
from tests.contracts.harnesses import over_http
from tests.contracts.vendors import SECRET, Exchange, Google, Kinescope, Terminal, Vendor, served
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console, Visitor, a_console, data

CANARY = "kanareyka-eskiz-paroli"
NO_KEY_FILE = ["Not a service account's key file (JSON)"]
NOT_OF_THE_FORM = ["Wrong format"]


@pytest.fixture
async def open_console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console whose environment names no school."""
    async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_URL="") as console:
        yield console


@pytest.fixture
async def chief(open_console: Console) -> Visitor:
    return await open_console.sign_in(a_superadmin())


async def _integration(visitor: Visitor, kind: str) -> dict[str, Any]:
    found = (await visitor.data("/integrations"))["integrations"]
    return next(it for it in found if it["kind"] == kind)


def _eskiz(url: str = "https://notify.eskiz.uz", **more: str) -> dict[str, str]:
    return {"email": "markaz@example.uz", "password": CANARY, "from": "4546", "url": url, "centre": "Ziyo"} | more


async def _put(visitor: Visitor, kind: str, adapter: str, values: dict[str, str], version: int = 0) -> Any:
    return await visitor.put("/integrations", {"kind": kind, "adapter": adapter, "values": values, "version": version})


async def test_every_kind_is_listed_with_its_adapters(chief: Visitor) -> None:
    """R1-090, R1-175, R1-399: with fields; off where never connected."""
    found = (await chief.data("/integrations"))["integrations"]
    assert {it["kind"]: [a["name"] for a in it["adapters"]] for it in found} == {
        "school": ["hh", "oneroster"],
        "sms": ["log", "eskiz"],
        "push": ["off", "webpush", "fcm"],
        "videoHost": ["off", "kinescope"],
        "devices": ["off", "hikvision"],
        "telephony": ["off", "onlinepbx"],
    }
    assert [it["adapter"] for it in found] == ["", "log", "off", "off", "off", "off"]
    tested = data(await chief.post("/integrations/telephony/test"))
    assert tested == {"ok": False, "words": "Not connected: there is nothing to test", "version": 0}
    refused = await _put(chief, "push", "eskiz", {})
    assert (refused.status_code, list(refused.json()["fields"])) == (422, ["adapter"])


async def test_a_secret_is_never_returned(
    open_console: Console, chief: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-41, ASVS-42, D-39: dots in responses, encrypted in the database.

    In no audit record and no log.
    """
    caplog.set_level(logging.DEBUG)
    saved = await _put(chief, "sms", "eskiz", _eskiz())
    card = data(saved)["integration"]
    assert card["values"] == _eskiz(password="••••")
    assert (card["version"], card["updatedBy"] is not None) == (1, True)
    again = await _put(chief, "sms", "eskiz", _eskiz(password="••••", centre="Ziyo markazi"), 1)
    assert data(again)["integration"]["values"]["centre"] == "Ziyo markazi"
    left_out = {name: value for name, value in _eskiz().items() if name != "password"}
    data(await _put(chief, "sms", "eskiz", left_out, 2))
    audits = (await chief.data("/audits", entity="integration"))["audits"]
    records = [(await chief.data(f"/audits/{it['id']}"))["audit"] for it in audits]
    renewed = [change["after"] for it in records for change in it["changes"] if change["label"] == "Secrets renewed"]
    assert renewed == ["Password"]
    listed = await chief.get("/integrations")
    texts = f"{saved.text}{again.text}{listed.text}{records}{[vars(it) for it in caplog.records]}"
    assert CANARY not in texts
    for row in await open_console.sql.fetch("select tablename as name from pg_tables where schemaname = 'public'"):
        held = f"select exists (select from {row['name']} t where t::text like '%{CANARY}%')"
        assert not await open_console.sql.fetchval(held), row["name"]
    sealed = await open_console.sql.fetchval("select secrets from integrations where kind = 'sms'")
    assert CANARY.encode() not in sealed
    assert CANARY.encode() in open_console.container.integration_cipher().decrypt(sealed)


async def test_a_secret_is_not_reused_for_another_address(chief: Visitor) -> None:
    """A changed address could otherwise receive the secret."""
    data(await _put(chief, "sms", "eskiz", _eskiz()))
    moved = await _put(chief, "sms", "eskiz", _eskiz("https://evil.example", password="••••"), 1)
    assert moved.status_code == 422
    assert moved.json()["fields"] == {"values.password": ["The address has changed: type the secret again"]}
    data(await _put(chief, "sms", "eskiz", _eskiz("https://notify.eskiz.uz/", password="••••"), 1))
    back = await _put(chief, "sms", "log", {"centre": "Ziyo"}, 2)
    assert data(back)["integration"]["values"] == {"centre": "Ziyo"}
    lost = await _put(chief, "sms", "eskiz", _eskiz(password="••••"), 3)
    assert lost.json()["fields"] == {"values.password": ["This is required"]}


@pytest.mark.parametrize(
    ("change", "errors"),
    [
        ({"url": "notify.eskiz.uz"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "javascript:alert(1)"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "https://user:pass@eskiz.uz"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "https://eskiz.uz:99999"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"email": "markaz"}, {"values.email": ["Not an e-mail address"]}),
        ({"email": " "}, {"values.email": ["This is required"]}),
        ({"password": ""}, {"values.password": ["This is required"]}),
        ({"from": "x" * 501}, {"values.from": ["At most 500 characters"]}),
        ({"from": "a\r\nb"}, {"values.from": ["Wrong format"]}),
        ({"token": "x"}, {"values.token": ["There is no such parameter"]}),
    ],
)
async def test_fields_are_validated(chief: Visitor, change: dict[str, str], errors: dict[str, list[str]]) -> None:
    """R1-248, R2-317: links must be links; all errors together, by field."""
    answer = await _put(chief, "sms", "eskiz", _eskiz(**change))
    assert (answer.status_code, answer.json()["fields"]) == (422, errors)


async def test_a_change_of_an_old_version_is_a_conflict_without_the_secret(chief: Visitor) -> None:
    """D-8: the response has the present values."""
    data(await _put(chief, "sms", "eskiz", _eskiz()))
    stale = await _put(chief, "sms", "log", {}, 0)
    assert (stale.status_code, stale.json()["current"]["values"]["password"]) == (409, "••••")


async def test_values_of_the_environment_are_shown_as_fixed(console: Console) -> None:
    """The school of the tests is set by the environment.

    The token is shown as dots and cannot be changed.
    """
    chief = await console.sign_in(a_superadmin())
    school = await _integration(chief, "school")
    assert (school["fixed"], school["adapter"], school["values"]["token"]) == (True, "hh", "••••")
    refused = await _put(chief, "school", "hh", {"url": "https://maktab.uz", "token": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "SETTINGS_FIXED_BY_ENVIRONMENT")


async def test_the_stored_school_is_synchronised(open_console: Console, chief: Visitor) -> None:
    """Saved, tested with a message, and used by the next synchronisation."""
    none = data(await chief.post("/integrations/school/test"))
    assert none == {"ok": False, "words": "The school system's address is not set", "version": 0}
    assert (await chief.put("/synchronization/all")).json()["code"] == "SYNC_NO_SCHOOL"
    async with over_http() as stage:
        url, token = str(stage.register._http.base), "the-school's-token"
        data(await _put(chief, "school", "hh", {"url": url, "token": token}))
        tested = data(await chief.post("/integrations/school/test"))
        assert tested["ok"], tested
        assert tested["words"].startswith("The school system answers")
        settings = await open_console.container.integrations().school()
        assert (settings.school_url, settings.school_token, settings.school_form) == (url, token, "hh")
        assert token not in (await chief.get("/integrations")).text
        data(await _put(chief, "school", "hh", {"url": url, "token": "wrong-token"}, 1))
        refused = data(await chief.post("/integrations/school/test"))
        assert refused == {
            "ok": False,
            "words": "Access was denied: check the login, password or token",
            "version": 2,
        }
    gone = data(await chief.post("/integrations/school/test"))
    assert gone["words"] == "The address does not answer: check the address and the internet"
    assert (await chief.put("/synchronization/all")).status_code == 202


async def test_sms_is_sent_by_the_provider_stored_at_the_moment(open_console: Console, chief: Visitor) -> None:
    """A changed password applies at once; the test shows the balance."""
    provider, outside = Provider(), open_console.container.integrations()
    async with serve_sms(provider) as url:
        assert data(await chief.post("/integrations/sms/test"))["words"].startswith("No SMS service")
        data(await _put(chief, "sms", "eskiz", _eskiz(url, password="demo-sms")))
        tested = data(await chief.post("/integrations/sms/test"))
        assert tested == {"ok": True, "words": "The SMS service answers. Balance: 100000", "version": 1}
        async with outside.current() as sender:
            assert sender.name == "eskiz"
            await sender.send(OutgoingSms(1, "+998901234567", "Salom"))
            await sender.send(OutgoingSms(2, "+998901234567", "Salom"))
        assert [it.sender for it in provider.messages] == ["4546", "4546"]
        assert len(provider.tokens) == 2, "one for the test, one for all sending"
        assert await outside.centre() == "Ziyo"
        data(await _put(chief, "sms", "eskiz", _eskiz(url, password="wrong"), 1))
        assert data(await chief.post("/integrations/sms/test"))["ok"] is False
        data(await _put(chief, "sms", "log", {}, 2))
        async with outside.current() as sender:
            assert sender.name == "log"


async def test_a_silent_provider_is_reported_before_the_request_ends(
    chief: Visitor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A connection test has less time than its request.

    The end of the request would blame the database.
    """
    assert integrations.REACHED_WITHIN_SECONDS < ANSWER_WITHIN_SECONDS
    monkeypatch.setattr(integrations, "REACHED_WITHIN_SECONDS", 0.3)
    released = asyncio.Event()

    async def silent(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await released.wait()
        writer.close()

    async with await asyncio.start_server(silent, "127.0.0.1", 0) as server:
        url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        data(await _put(chief, "sms", "eskiz", _eskiz(url, password="demo-sms")))
        tested = data(await chief.post("/integrations/sms/test"))
        assert (tested["ok"], tested["words"]) == (False, translate("integration.reason.slow", "en"))
        released.set()


async def test_a_reader_cannot_change_integrations(open_console: Console) -> None:
    """R1-271: reading and changing are two rights; unknown kinds 404."""
    reader = await open_console.sign_in(a_user_with({"settings:integrations": ["read"]}))
    assert (await reader.get("/integrations")).status_code == 200
    assert (await _put(reader, "sms", "log", {})).status_code == 403
    assert (await reader.post("/integrations/sms/test")).status_code == 403
    manager = await open_console.sign_in(a_user_with({"settings:integrations": ["read", "update"]}).of_all_branches())
    for kind in ("nothing", "..", "sms%00"):
        assert (await manager.post(f"/integrations/{kind}/test")).status_code in (400, 404)


async def test_secrets_must_be_entered_again_under_another_key(
    open_console: Console, chief: Visitor, tmp_path: Path
) -> None:
    """ASVS-41: a database moved to another secret key shows no secret.

    The message names the remedy.
    """
    data(await _put(chief, "sms", "eskiz", _eskiz()))
    other = "another-secret-key-of-at-least-32-signs"
    async with a_console(open_console.url, tmp_path, CONSOLE_SCHOOL_URL="", CONSOLE_SECRET_KEY=other) as moved:
        visitor = await moved.sign_in(a_superadmin())
        stored = await _put(visitor, "sms", "eskiz", _eskiz(password="••••"), 1)
        assert stored.json()["fields"] == {"values.password": ["This is required"]}
        data(await _put(visitor, "sms", "eskiz", _eskiz(), 1))


@pytest.fixture
async def local_console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console that may reach devices, and here everything, on this machine."""
    async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_URL="", CONSOLE_OWN_NETWORKS="127.0.0.0/8") as console:
        yield console


def _kinescope(vendor: Kinescope, url: str) -> dict[str, str]:
    return {"token": SECRET, "project": vendor.project, "url": url, "uploadUrl": url}


def _settings_of(vendor: Vendor, url: str) -> tuple[str, str, dict[str, str], str]:
    """Kind, adapter, values, and the name of the secret value."""
    match vendor:
        case Kinescope():
            return "videoHost", "kinescope", _kinescope(vendor, url), "token"
        case Google():
            return (
                "push",
                "fcm",
                {"serviceAccount": vendor.account(), "url": url, "signInUrl": f"{url}/token"},
                "serviceAccount",
            )
        case Terminal():
            return "devices", "hikvision", {"url": url, "login": "admin", "password": SECRET}, "password"
        case Exchange():
            return "telephony", "onlinepbx", {"url": url, "domain": vendor.domain, "key": SECRET}, "key"
    raise LookupError


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (Kinescope, "Kinescope answers. Project: Darslar"),
        (Google, "Firebase answers: the project ziyo-markazi may send (the trial message went to nobody)"),
        (Terminal, "The device answers: DS-K1T344MBWX, V3.7.10. Its clock is right"),
        (Exchange, "OnlinePBX answers: the key is accepted"),
    ],
)
async def test_each_integration_is_connected_tested_and_disconnected(
    local_console: Console, make: type[Vendor], words: str, caplog: pytest.LogCaptureFixture
) -> None:
    """R1-399, ASVS-41, ASVS-42: its secret is exposed nowhere.

    Changed without entering the secret, then off again.
    """
    caplog.set_level(logging.DEBUG)
    chief, vendor = await local_console.sign_in(a_superadmin()), make()
    async with served(vendor) as url:
        kind, adapter, values, secret = _settings_of(vendor, url)
        canary = vendor.key.splitlines()[1] if isinstance(vendor, Google) else SECRET
        saved = await _put(chief, kind, adapter, values)
        card = data(saved)["integration"]
        assert {name: value for name, value in card["values"].items() if value} == values | {secret: "••••"}
        assert data(await chief.post(f"/integrations/{kind}/test")) == {"ok": True, "words": words, "version": 1}
        again = await _put(chief, kind, adapter, values | {secret: "••••"}, 1)
        assert data(again)["integration"]["values"] == card["values"]
        moved = await _put(chief, kind, adapter, values | {secret: "••••", "url": "https://evil.example"}, 2)
        assert moved.json()["fields"] == {f"values.{secret}": ["The address has changed: type the secret again"]}
        vendor.trouble = "busy"
        result = data(await chief.post(f"/integrations/{kind}/test"))
        assert (result["ok"], result["words"]) == (False, "The other side is busy: try again a little later")
    audits = [
        (await chief.data(f"/audits/{it['id']}"))["audit"]
        for it in (await chief.data("/audits", entity="integration"))["audits"]
    ]
    assert [c["after"] for it in audits for c in it["changes"] if c["label"] == "Secrets renewed"] == [
        translate(f"audit.value.integration.renewed.{secret}", "en")
    ]
    listed = await chief.get("/integrations")
    assert canary not in f"{saved.text}{again.text}{listed.text}{audits}{[vars(it) for it in caplog.records]}"
    for row in await local_console.sql.fetch("select tablename as name from pg_tables where schemaname = 'public'"):
        held = f"select exists (select from {row['name']} t where strpos(t::text, $1) > 0)"
        assert not await local_console.sql.fetchval(held, canary), row["name"]
    gone = data(await _put(chief, kind, "off", {}, 2))["integration"]
    assert (gone["adapter"], gone["values"]) == ("off", {})
    assert await local_console.sql.fetchval("select secrets is null from integrations where kind = $1", kind)


async def test_web_push_keys_are_generated_once(open_console: Console, chief: Visitor) -> None:
    """protocols §4.2: the public one is shown, the private one is not.

    Neither can be entered.
    """
    values = {"contact": "markaz@example.uz"}
    card = data(await _put(chief, "push", "webpush", values))["integration"]
    public = card["values"].pop("publicKey")
    assert (card["values"], len(public), public[0]) == (values, 87, "B")
    fields = next(it["fields"] for it in card["adapters"] if it["name"] == "webpush")
    assert [(it["name"], it["made"]) for it in fields] == [("contact", False), ("publicKey", True)]
    tested = data(await chief.post("/integrations/push/test"))
    assert tested["ok"], tested
    assert "endpoint, p256dh and auth" in tested["words"]
    stored = data(await _put(chief, "push", "webpush", {"contact": "boshqa@example.uz"}, 1))["integration"]
    assert stored["values"]["publicKey"] == public
    typed = await _put(chief, "push", "webpush", values | {"publicKey": public, "privateKey": "x"}, 2)
    unknown = ["There is no such parameter"]
    assert typed.json()["fields"] == {"values.publicKey": unknown, "values.privateKey": unknown}
    sealed = await open_console.sql.fetchval("select secrets from integrations where kind = 'push'")
    private = json.loads(open_console.container.integration_cipher().decrypt(sealed))["privateKey"]
    assert private not in (await chief.get("/integrations")).text
    assert private not in str(await open_console.sql.fetch("select * from integrations"))
    data(await _put(chief, "push", "off", {}, 2))
    renewed = data(await _put(chief, "push", "webpush", values, 3))["integration"]["values"]["publicKey"]
    assert renewed != public


@pytest.mark.parametrize(
    ("kind", "adapter", "values", "errors"),
    [
        ("push", "fcm", {"serviceAccount": "{}"}, {"values.serviceAccount": NO_KEY_FILE}),
        ("push", "fcm", {"serviceAccount": "ya29.token"}, {"values.serviceAccount": NO_KEY_FILE}),
        ("push", "fcm", {"serviceAccount": '{"type": "authorized_user"}'}, {"values.serviceAccount": NO_KEY_FILE}),
        ("push", "fcm", {"serviceAccount": "[" * 9000}, {"values.serviceAccount": NO_KEY_FILE}),
        ("push", "fcm", {"serviceAccount": "x" * 10_001}, {"values.serviceAccount": ["At most 10000 characters"]}),
        ("push", "webpush", {"contact": "markaz"}, {"values.contact": ["Not an e-mail address"]}),
        ("videoHost", "kinescope", {"token": "t", "project": "../v1/drm"}, {"values.project": NOT_OF_THE_FORM}),
        ("videoHost", "kinescope", {"token": "t", "project": ".."}, {"values.project": NOT_OF_THE_FORM}),
        ("telephony", "onlinepbx", {"domain": "a/b", "key": "k"}, {"values.domain": NOT_OF_THE_FORM}),
        (
            "devices",
            "hikvision",
            {"url": "192.168.1.64", "password": "p", "fingerprint": "AA:BB"},
            {"values.url": ["Not a link: write it as https://…"], "values.fingerprint": NOT_OF_THE_FORM},
        ),
    ],
)
async def test_invalid_values_are_reported_by_field(
    chief: Visitor, kind: str, adapter: str, values: dict[str, str], errors: dict[str, list[str]]
) -> None:
    """D-3: before any connection."""
    refused = await _put(chief, kind, adapter, values)
    assert (refused.status_code, refused.json()["fields"]) == (422, errors)


async def test_a_device_on_this_machine_is_not_called(chief: Visitor) -> None:
    """ASVS-39: neither the console's own ports nor cloud metadata addresses."""
    vendor = Terminal()
    async with served(vendor) as url:
        for version, address in enumerate((url, "http://169.254.169.254", "http://[::ffff:127.0.0.1]")):
            values = {"url": address, "login": "admin", "password": SECRET}
            data(await _put(chief, "devices", "hikvision", values, version))
            result = data(await chief.post("/integrations/devices/test"))
            assert result["ok"] is False
            assert result["words"].startswith("This address can't be used: a device must be in the centre's own")
    assert vendor.paths == []


async def test_integrations_with_undecryptable_secrets_are_not_called(
    open_console: Console, chief: Visitor, tmp_path: Path
) -> None:
    """ASVS-41: the message requests the secrets again."""
    data(await _put(chief, "push", "webpush", {"contact": "markaz@example.uz"}))
    values = {"token": SECRET, "project": "p", "url": "https://api.kinescope.io"}
    data(await _put(chief, "videoHost", "kinescope", values))
    other = "another-secret-key-of-at-least-32-signs"
    async with a_console(open_console.url, tmp_path, CONSOLE_SCHOOL_URL="", CONSOLE_SECRET_KEY=other) as moved:
        visitor = await moved.sign_in(a_superadmin())
        messages = [data(await visitor.post(f"/integrations/{kind}/test"))["words"] for kind in ("videoHost", "push")]
        assert messages[0] == "The secret can't be read: type it again and save"
        assert messages[1].startswith("The keys can't be read: save again")
        data(await _put(visitor, "push", "webpush", {"contact": "markaz@example.uz"}, 1))
        assert data(await visitor.post("/integrations/push/test"))["ok"]
