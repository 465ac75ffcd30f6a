"""Connections with outside systems: what is stored, what is never shown, and what a test of one says (D-39)."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from application.messaging.ports import Outgoing
from entrypoints.simulators.sms import Provider, serve
from tests.contracts.stages import over_http
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import Console, Visitor, a_console, data

CANARY = "kanareyka-eskiz-paroli"


@pytest.fixture
async def open_console(database_url: str, tmp_path: Path) -> AsyncIterator[Console]:
    """A console whose environment names no school."""
    async with a_console(database_url, tmp_path, CONSOLE_SCHOOL_URL="") as console:
        yield console


@pytest.fixture
async def chief(open_console: Console) -> Visitor:
    return await open_console.sign_in(a_superadmin())


async def _one(visitor: Visitor, kind: str) -> dict[str, Any]:
    found = (await visitor.data("/integrations"))["integrations"]
    return next(it for it in found if it["kind"] == kind)


def _eskiz(url: str = "https://notify.eskiz.uz", **more: str) -> dict[str, str]:
    return {"email": "markaz@example.uz", "password": CANARY, "from": "4546", "url": url, "centre": "Ziyo"} | more


async def _put(visitor: Visitor, kind: str, adapter: str, values: dict[str, str], version: int = 0) -> Any:
    return await visitor.put("/integrations", {"kind": kind, "adapter": adapter, "values": values, "version": version})


async def test_every_kind_is_listed_and_those_to_come_have_no_fields(chief: Visitor) -> None:
    """R1-090, R1-175, R1-399: school and SMS can be connected now; the rest says that it can't, without dead fields."""
    found = (await chief.data("/integrations"))["integrations"]
    assert [it["kind"] for it in found] == ["school", "sms", "push", "videoHost", "devices", "telephony"]
    assert {it["kind"]: [a["name"] for a in it["adapters"]] for it in found if it["adapters"]} == {
        "school": ["hh", "oneroster"],
        "sms": ["log", "eskiz"],
    }
    assert (await _one(chief, "sms"))["adapter"] == "log"
    refused = await _put(chief, "push", "fcm", {})
    assert (refused.status_code, refused.json()["code"]) == (409, "SETTINGS_NOT_CONNECTABLE")


async def test_a_secret_goes_in_and_never_out(
    open_console: Console, chief: Visitor, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-41, ASVS-42, D-39: dots in every answer; ciphertext in the database; in no record and no log."""
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
    told = [(await chief.data(f"/audits/{it['id']}"))["audit"] for it in audits]
    renewed = [change["after"] for it in told for change in it["changes"] if change["label"] == "Secrets renewed"]
    assert renewed == ["password"]
    listed = await chief.get("/integrations")
    said = f"{saved.text}{again.text}{listed.text}{told}{[vars(it) for it in caplog.records]}"
    assert CANARY not in said
    for row in await open_console.sql.fetch("select tablename as name from pg_tables where schemaname = 'public'"):
        held = f"select exists (select from {row['name']} t where t::text like '%{CANARY}%')"
        assert not await open_console.sql.fetchval(held), row["name"]
    sealed = await open_console.sql.fetchval("select secrets from integrations where kind = 'sms'")
    assert CANARY.encode() not in sealed
    assert CANARY.encode() in open_console.container.integration_cipher().decrypt(sealed)


async def test_a_secret_is_not_taken_to_another_address(chief: Visitor) -> None:
    """Whoever may change the address could else have the secret sent to himself."""
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
    ("change", "told"),
    [
        ({"url": "notify.eskiz.uz"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "javascript:alert(1)"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "https://user:pass@eskiz.uz"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"url": "https://eskiz.uz:99999"}, {"values.url": ["Not a link: write it as https://…"]}),
        ({"email": "markaz"}, {"values.email": ["Not an e-mail address"]}),
        ({"email": " "}, {"values.email": ["This is required"]}),
        ({"password": ""}, {"values.password": ["This is required"]}),
        ({"from": "x" * 501}, {"values.from": ["At most 500 characters"]}),
        ({"from": "a\r\nb"}, {"values.from": ["Not of the right form"]}),
        ({"token": "x"}, {"values.token": ["There is no such parameter"]}),
    ],
)
async def test_fields_are_checked(chief: Visitor, change: dict[str, str], told: dict[str, list[str]]) -> None:
    """R1-248, R2-317: links must be links; everything wrong at once, by field."""
    answer = await _put(chief, "sms", "eskiz", _eskiz(**change))
    assert (answer.status_code, answer.json()["fields"]) == (422, told)


async def test_who_was_slower_is_shown_how_it_stands(chief: Visitor) -> None:
    """D-8; without the secret."""
    data(await _put(chief, "sms", "eskiz", _eskiz()))
    stale = await _put(chief, "sms", "log", {}, 0)
    assert (stale.status_code, stale.json()["current"]["values"]["password"]) == (409, "••••")


async def test_the_environment_wins_and_is_shown_as_such(console: Console) -> None:
    """The tests' console has its school from the environment: shown, its token as dots, and not to be changed here."""
    chief = await console.sign_in(a_superadmin())
    school = await _one(chief, "school")
    assert (school["fixed"], school["adapter"], school["values"]["token"]) == (True, "hh", "••••")
    refused = await _put(chief, "school", "hh", {"url": "https://maktab.uz", "token": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "SETTINGS_FIXED_BY_ENVIRONMENT")


async def test_a_stored_school_is_the_one_that_is_read(open_console: Console, chief: Visitor) -> None:
    """Saved, tested in words, and taken by the next synchronisation."""
    none = data(await chief.post("/integrations/school/test"))
    assert none == {"ok": False, "words": "The school system's address is not set"}
    assert (await chief.put("/synchronization/all")).json()["code"] == "SYNC_NO_SCHOOL"
    async with over_http() as stage:
        url, token = str(stage.register._http.base), "the-school's-token"
        data(await _put(chief, "school", "hh", {"url": url, "token": token}))
        tested = data(await chief.post("/integrations/school/test"))
        assert tested["ok"], tested
        assert tested["words"].startswith("The school system answers")
        settings = await open_console.container.outside().school()
        assert (settings.school_url, settings.school_token, settings.school_form) == (url, token, "hh")
        assert token not in (await chief.get("/integrations")).text
        data(await _put(chief, "school", "hh", {"url": url, "token": "wrong-token"}, 1))
        refused = data(await chief.post("/integrations/school/test"))
        assert refused == {"ok": False, "words": "We were not let in: check the login, password or token"}
    gone = data(await chief.post("/integrations/school/test"))
    assert gone["words"] == "The address does not answer: check the address and the internet"
    assert (await chief.put("/synchronization/all")).status_code == 202


async def test_sms_is_sent_by_the_provider_that_is_stored_at_the_moment(open_console: Console, chief: Visitor) -> None:
    """Chosen per send; a new password in the settings counts at once; tested in words with the balance."""
    provider, outside = Provider(), open_console.container.outside()
    async with serve(provider) as url:
        assert data(await chief.post("/integrations/sms/test"))["words"].startswith("No text message service")
        data(await _put(chief, "sms", "eskiz", _eskiz(url, password="demo-sms")))
        tested = data(await chief.post("/integrations/sms/test"))
        assert tested == {"ok": True, "words": "The text message service answers. Balance: 100000"}
        async with outside.current() as sender:
            assert sender.name == "eskiz"
            await sender.send(Outgoing(1, "+998901234567", "Salom"))
            await sender.send(Outgoing(2, "+998901234567", "Salom"))
        assert [it.sender for it in provider.messages] == ["4546", "4546"]
        assert len(provider.tokens) == 2, "one for the test, one for all sending"
        assert await outside.centre() == "Ziyo"
        data(await _put(chief, "sms", "eskiz", _eskiz(url, password="wrong"), 1))
        assert data(await chief.post("/integrations/sms/test"))["ok"] is False
        data(await _put(chief, "sms", "log", {}, 2))
        async with outside.current() as sender:
            assert sender.name == "log"


async def test_who_may_read_may_not_change(open_console: Console) -> None:
    """R1-271: reading and changing are two rights; an unknown kind is not there."""
    reader = await open_console.sign_in(a_user_with({"settings:integrations": ["read"]}))
    assert (await reader.get("/integrations")).status_code == 200
    assert (await _put(reader, "sms", "log", {})).status_code == 403
    assert (await reader.post("/integrations/sms/test")).status_code == 403
    keeper = await open_console.sign_in(a_user_with({"settings:integrations": ["read", "update"]}))
    for kind in ("push", "nothing", "..", "sms%00"):
        assert (await keeper.post(f"/integrations/{kind}/test")).status_code in (400, 404)


async def test_another_key_asks_for_the_secrets_again(open_console: Console, chief: Visitor, tmp_path: Path) -> None:
    """ASVS-41: a database moved to an installation with another key shows nothing, and says in words what to do."""
    data(await _put(chief, "sms", "eskiz", _eskiz()))
    other = "another-secret-key-of-at-least-32-signs"
    async with a_console(open_console.url, tmp_path, CONSOLE_SCHOOL_URL="", CONSOLE_SECRET_KEY=other) as moved:
        visitor = await moved.sign_in(a_superadmin())
        kept = await _put(visitor, "sms", "eskiz", _eskiz(password="••••"), 1)
        assert kept.json()["fields"] == {"values.password": ["This is required"]}
        data(await _put(visitor, "sms", "eskiz", _eskiz(), 1))
