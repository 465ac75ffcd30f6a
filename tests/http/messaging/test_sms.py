"""Messages to students: a login, a batch, delivery, and no stored password."""

import asyncio
import json
import logging
from typing import Any

import pytest

from adapters.memory.sms import SmsInMemory
from adapters.postgres.sync.feed_specs import TRANSFERRED
from application.actor import system
from application.messaging.ports import SmsUnavailable
from application.messaging.sending import send_and_poll, send_message
from domain.messaging.message import ANSWERED_WITHIN
from entrypoints.worker.handlers import job_handlers
from entrypoints.worker.scheduler import send_and_poll_sms
from tests.support.builders import Branch, Student, a_branch, a_student, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

WRITERS = {"users:students": ["read", "update"]}
PASSWORD = "kanareyka-maxfiy-2026"


class Provider(SmsInMemory):
    """The provider of the tests' settings."""


@pytest.fixture
def provider(console: Console, monkeypatch: pytest.MonkeyPatch) -> Provider:
    """An in-memory provider that the settings name."""
    provider = Provider()
    monkeypatch.setattr(type(console.container.integrations()), "_sms", lambda *_: provider)
    console.container.integrations()._made_of = object()
    return provider


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Xabar")
    await console.store(branch)
    return branch


@pytest.fixture
async def student(console: Console, branch: Branch) -> Student:
    student = a_student().named("Anvar", "Karimov").in_branch(branch).having(phone="+998901234567")
    await console.store(student)
    return student


@pytest.fixture
async def clerk(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(WRITERS).of(branch))


def _form(**more: Any) -> dict[str, Any]:
    return {"login": "shahzoda.a", "password": PASSWORD, "phone": "90 123-45-67"} | more


async def _send(visitor: Visitor, student: Student, **more: Any) -> Any:
    return await visitor.post(f"/students/{student.id}/send-sms", _form(**more))


async def _work(console: Console, kind: str = "sms.send") -> None:
    """Runs every waiting job of this kind as the worker does."""
    rows = await console.sql.fetch(
        "select id, payload from jobs where kind = $1 and state = 'waiting' order by id", kind
    )
    for row in rows:
        await console.sql.execute("update jobs set state = 'done' where id = $1", row["id"])
        await job_handlers(console.container)[kind](json.loads(row["payload"]), system())


async def _history(visitor: Visitor, student: Student) -> Any:
    return (await visitor.data(f"/students/{student.id}/sms-history"))["history"]


async def _send_directly(console: Console, message_id: int) -> Any:
    c = console.container
    use: dict[str, Any] = {
        "actor": system(),
        "uow": c.uow(),
        "clock": c.clock(),
        "zone": c.zone(),
        "cipher": c.sms_cipher(),
    }
    return await send_message(message_id, senders=c.integrations(), queue=c.sms(), **use)


async def test_a_login_is_sent_and_marked_delivered_by_the_provider(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """R1-156, R1-157, R1-363, R1-364, M1: in the provider's phone format."""
    answer = data(await _send(clerk, student, id=student.id))
    assert (answer["status"], answer["parts"], answer["connected"]) == ("waiting", 1, True)
    (item,) = await _history(clerk, student)
    assert item["status"] == "waiting"
    await _work(console)
    (message,) = provider.taken
    assert (message.phone, message.ref) == ("+998901234567", answer["id"])
    assert message.text == f"Markaz. Login: shahzoda.a Parol: {PASSWORD}"
    (item,) = await _history(clerk, student)
    assert {"id", "phone", "text", "createdAt", "initiator"} <= set(item)
    assert (item["status"], item["phone"], item["deliveredAt"]) == ("sent", "+998901234567", None)
    assert item["initiator"]["name"]
    provider.deliver(answer["id"])
    console.clock.pass_by(minutes=1)
    await send_and_poll_sms(console.container)
    (item,) = await _history(clerk, student)
    assert item["status"] == "delivered"
    assert item["deliveredAt"]
    card = await clerk.data(f"/students/{student.id}")
    assert card["student"]["hasSmsHistory"] is True


async def test_the_password_is_only_in_the_message(
    console: Console, clerk: Visitor, student: Student, provider: Provider, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-41, ASVS-42: dots in the history, encrypted until sent.

    Then deleted; in no table, audit record, response or log.
    """
    caplog.set_level(logging.DEBUG)
    answer = await clerk.request(
        "POST", f"/students/{student.id}/send-sms", json=_form(), headers={"Idempotency-Key": "kanareyka"}
    )
    assert await _tables_with(console) == []
    assert await console.sql.fetchval("select sealed_text is not null from sms_messages order by id desc limit 1")
    await _work(console)
    assert provider.taken[-1].text.endswith(PASSWORD)
    assert await console.sql.fetchval("select sealed_text is null from sms_messages order by id desc limit 1")
    (item,) = await _history(clerk, student)
    assert item["text"] == "Markaz. Login: shahzoda.a Parol: ••••••"
    history = await clerk.data(f"/students/{student.id}/history")
    assert history["history"][0]["comment"] == "Sent login and password by SMS"
    texts = f"{answer.text} {item} {history} {[vars(record) for record in caplog.records]}"
    assert PASSWORD not in texts
    assert await _tables_with(console) == []


async def _tables_with(console: Console, secret: str = PASSWORD) -> list[str]:
    """The tables that contain the secret in plain text."""
    tables = await console.sql.fetch("select tablename from pg_tables where schemaname = 'public'")
    found = []
    for row in tables:
        name = row["tablename"]
        if await console.sql.fetchval(f"select exists (select from {name} t where t::text like $1)", f"%{secret}%"):
            found.append(name)
    return found


@pytest.mark.parametrize(
    ("phone", "message"),
    [
        ("", "This is required"),
        ("   ", "This is required"),
        ("\t\n", "This is required"),
        ("12345", "Phone: 998 and 9 digits"),
        ("+7 901 234-56-78", "Phone: 998 and 9 digits"),
    ],
)
async def test_one_valid_phone_is_required(
    console: Console, clerk: Visitor, student: Student, phone: str, message: str
) -> None:
    """R1-243, R1-244: blank is missing; all errors are reported together."""
    answer = await _send(clerk, student, phone=phone, login=" ")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"phone": [message], "login": ["This is required"]}
    assert await _history(clerk, student) == []


async def test_another_students_id_in_the_body_is_rejected(clerk: Visitor, student: Student) -> None:
    """R1-157: the body and the path name the same student."""
    answer = await _send(clerk, student, id=10**9)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["id"])


async def test_a_student_of_another_branch_is_not_found(console: Console, clerk: Visitor) -> None:
    """D-12, ASVS-22: for sending, history, preview and batches."""
    other = a_student().in_branch(a_branch("Uzoq")).having(phone="+998907654321")
    await console.store(other)
    assert (await _send(clerk, other)).status_code == 404
    assert (await clerk.get(f"/students/{other.id}/sms-history")).status_code == 404
    assert (await clerk.post("/sms/preview", {"studentId": other.id, "text": "{name}"})).status_code == 404
    assert (await clerk.post("/sms/send-many", {"studentIds": [other.id], "text": "Salom"})).status_code == 422


async def test_a_repeated_submission_sends_one_message(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """D-8: sent three times under one key."""
    for _ in range(3):
        request = {"json": _form(), "headers": {"Idempotency-Key": "one-form"}}
        assert (await clerk.request("POST", f"/students/{student.id}/send-sms", **request)).status_code == 202
    await _work(console)
    assert len(provider.taken) == 1
    assert len(await _history(clerk, student)) == 1


async def test_a_worker_crash_after_sending_sends_nothing_twice(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """M1: the provider is queried before anything is sent again."""
    message_id = data(await _send(clerk, student))["id"]
    provider.torn = True
    await _work(console)
    provider.torn = False
    for _ in range(3):
        assert (await _send_directly(console, message_id)).value == "unknown", "running again sends nothing"
    assert len(provider.taken) == 1
    await send_and_poll_sms(console.container)
    assert (await _history(clerk, student))[0]["status"] == "unknown", "too early for a poll"
    console.clock.pass_by(minutes=4)
    await send_and_poll_sms(console.container)
    assert (await _history(clerk, student))[0]["status"] == "sent"
    assert len(provider.taken) == 1


async def test_a_message_unknown_to_the_provider_is_sent_again_once(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """The worker crashed before sending; the message waits again with its text."""
    message_id = data(await _send(clerk, student))["id"]
    provider.torn = True
    await _work(console)
    provider.torn = False
    provider.taken.clear()
    provider.reports_by_ref.clear()
    console.clock.pass_by(seconds=ANSWERED_WITHIN.total_seconds() + 31)
    await send_and_poll_sms(console.container)
    console.clock.pass_by(seconds=31)
    await send_and_poll_sms(console.container)
    assert [(it.ref, it.text[-len(PASSWORD) :]) for it in provider.taken] == [(message_id, PASSWORD)]
    assert (await _history(clerk, student))[0]["status"] == "sent"


async def test_a_message_waits_for_the_provider_for_one_day(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """The scheduler retries it; after a day it fails with a message."""
    message_id = data(await _send(clerk, student))["id"]
    provider.unavailable = "unreachable"
    with pytest.raises(SmsUnavailable):
        await _work(console)
    assert (await _history(clerk, student))[0]["status"] == "waiting"
    console.clock.pass_by(minutes=2)
    await send_and_poll_sms(console.container)
    assert provider.taken == []
    provider.unavailable = None
    console.clock.pass_by(days=1)
    await send_and_poll_sms(console.container)
    (item,) = await _history(await console.sign_in(a_superadmin()), student)
    assert (item["id"], item["status"]) == (message_id, "failed")
    assert item["problem"] == "It could not be sent within a day, so it was not sent"
    assert provider.taken == []


async def test_a_rejection_is_shown_with_its_reason(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """§3.1: a text that is not approved by moderation."""
    await _send(clerk, student)
    provider.refuses = "moderation"
    await _work(console)
    (item,) = await _history(clerk, student)
    assert item["status"] == "failed"
    assert item["problem"].startswith("The provider has not approved the text")


async def test_without_a_provider_nothing_is_delivered(console: Console, clerk: Visitor, student: Student) -> None:
    """The log adapter sends nothing, and no message becomes delivered."""
    console.container.integrations()._made_of = object()
    answer = data(await _send(clerk, student))
    assert answer["connected"] is False
    await _work(console)
    console.clock.pass_by(minutes=10)
    await send_and_poll_sms(console.container)
    (item,) = await _history(clerk, student)
    assert (item["status"], item["connected"]) == ("sent", False)


async def test_a_preview_counts_the_parts_of_the_message(clerk: Visitor, student: Student, provider: Provider) -> None:
    """M1: parts before sending; apostrophes folded.

    The password is shown as dots, its length counted.
    """
    seen = data(await clerk.post("/sms/preview", {"text": "Oʻquvchi {name} {qarz}", "studentId": student.id}))
    assert seen["text"].startswith("O'quvchi ")
    assert seen["text"].endswith(" {qarz}")
    assert (seen["encoding"], seen["parts"], seen["unknownGaps"], seen["connected"]) == ("gsm", 1, ["qarz"], True)
    login = data(await clerk.post("/sms/preview", {"login": "shahzoda", "password": "x" * 200}))
    assert (login["parts"], "••••••" in login["text"], "xxx" in login["text"]) == (2, True, False)
    cyrillic = data(await clerk.post("/sms/preview", {"text": "Ж" * 71}))
    assert (cyrillic["encoding"], cyrillic["parts"], cyrillic["left"]) == ("ucs2", 2, 63)


async def test_a_batch_sends_one_message_each_with_a_result_for_each(
    console: Console, branch: Branch, provider: Provider
) -> None:
    """Selected at once, filled in for each; students without phone reported.

    The job may run twice.
    """
    there = a_branch("Ko'plar")
    students = [a_student().in_branch(there).having(phone=f"+99890000000{n}") for n in range(3)]
    await console.store(*students, a_student().in_branch(there).having(phone=None))
    writer = await console.sign_in(a_user_with(WRITERS).of(there))
    sent = data(await writer.post("/sms/send-many", {"filters": {}, "text": "Salom, {name}!"}))
    assert sent["count"] == 4
    before = await writer.data(f"/sms/batches/{sent['batchId']}")
    assert before["counts"]["left"] == 4
    provider.unavailable = "busy"
    with pytest.raises(SmsUnavailable):
        await _batch(console, sent["batchId"])
    provider.unavailable = None
    for _ in range(2):
        await _batch(console, sent["batchId"])
    assert sorted(it.phone for it in provider.taken) == [f"+99890000000{n}" for n in range(3)]
    assert all(it.text.startswith("Salom, ") and "{" not in it.text for it in provider.taken)
    after = await writer.data(f"/sms/batches/{sent['batchId']}")
    assert {k: v for k, v in after["counts"].items() if v} == {"sent": 3, "failed": 1}
    failed = await writer.data(f"/sms/batches/{sent['batchId']}", status="failed")
    assert [row["problem"] for row in failed["rows"]] == ["There is no phone number"]
    assert failed["total"] == 1
    stranger = await console.sign_in(a_user_with(WRITERS).of(there))
    other = await stranger.get(f"/sms/batches/{sent['batchId']}")
    assert (other.status_code, stranger.token != writer.token) == (404, True)


async def test_a_student_who_was_removed_meanwhile_is_named_as_not_reached(
    console: Console, provider: Provider
) -> None:
    """A broadcast never stays under way for somebody who is not there any more."""
    there = a_branch("Ketgan")
    stays, leaves = (a_student().in_branch(there).having(phone=f"+99890000001{n}") for n in range(2))
    await console.store(stays, leaves)
    writer = await console.sign_in(a_user_with(WRITERS).of(there))
    sent = data(await writer.post("/sms/send-many", {"studentIds": [leaves.id, stays.id], "text": "Salom"}))
    await console.sql.execute("delete from student_offices where student_id = $1", leaves.id)
    await console.sql.execute("delete from students where id = $1", leaves.id)
    await _batch(console, sent["batchId"])
    shown = await writer.data(f"/sms/batches/{sent['batchId']}")
    assert {state: n for state, n in shown["counts"].items() if n} == {"sent": 1, "failed": 1}
    assert [(row["student"] and row["student"]["id"], row["problem"]) for row in shown["rows"]] == [
        (None, "The student was removed before it was sent"),
        (stays.id, None),
    ]
    assert shown["total"] == 2


async def test_broadcasts_are_listed_with_their_results(console: Console, provider: Provider) -> None:
    """The caller's own, the newest first, found by a word of the text."""
    there = a_branch("Ro'yxat")
    await console.store(*[a_student().in_branch(there).having(phone=phone) for phone in ("+998900000001", None)])
    writer, stranger = [await console.sign_in(a_user_with(WRITERS).of(there)) for _ in range(2)]
    sent = [
        data(await writer.post("/sms/send-many", {"filters": {}, "text": f"{word} kuni"})) for word in ("Ota", "Bola")
    ]
    await _batch(console, sent[0]["batchId"])
    listed = await writer.data("/sms/batches")
    assert ([it["text"] for it in listed["batches"]], listed["total"]) == (["Bola kuni", "Ota kuni"], 2)
    waiting, done = listed["batches"]
    assert ([it["count"] for it in listed["batches"]], waiting["counts"]["left"]) == ([2, 2], 2)
    assert {state: n for state, n in done["counts"].items() if n} == {"sent": 1, "failed": 1}
    assert (await writer.data("/sms/batches", value="ota"))["total"] == 1
    assert await stranger.data("/sms/batches") == {"batches": [], "total": 0}


async def test_what_was_only_logged_stays_so_when_a_provider_comes(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The log never becomes a delivery, in the list and for each student."""
    console.container.integrations()._made_of = object()
    there = a_branch("Jurnal")
    await console.store(a_student().in_branch(there).having(phone="+998900000001"))
    writer = await console.sign_in(a_user_with(WRITERS).of(there))
    sent = data(await writer.post("/sms/send-many", {"filters": {}, "text": "Salom"}))
    await _batch(console, sent["batchId"])
    monkeypatch.setattr(type(console.container.integrations()), "_sms", lambda *_: Provider())
    console.container.integrations()._made_of = object()
    (listed,) = (await writer.data("/sms/batches"))["batches"]
    shown = await writer.data(f"/sms/batches/{sent['batchId']}")
    assert (listed["counts"]["sent"], listed["counts"]["logged"]) == (1, 1)
    assert (shown["counts"], [row["connected"] for row in shown["rows"]]) == (listed["counts"], [False])


async def test_a_job_names_the_broadcast_that_it_sends(console: Console, branch: Branch, student: Student) -> None:
    admin = await console.sign_in(a_superadmin())
    sent = data(await admin.post("/sms/send-many", {"studentIds": [student.id], "text": "Salom"}))
    job = (await admin.data(f"/jobs/{sent['jobId']}"))["job"]
    assert (job["kind"], job["smsBatchId"]) == ("sms.batch", sent["batchId"])


async def _batch(console: Console, batch_id: int) -> None:
    await job_handlers(console.container)["sms.batch"]({"batchId": batch_id}, system())


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"text": "Salom"}, "studentIds"),
        ({"studentIds": [1], "filters": {}, "text": "Salom"}, "studentIds"),
        ({"studentIds": list(range(1, 1002)), "text": "Salom"}, "studentIds"),
        ({"filters": {"value": "hech-kim-bunday-emas"}, "text": "Salom"}, "filters"),
        ({"filters": {}, "text": " "}, "text"),
        ({"filters": {}, "text": "{password}"}, "text"),
        ({"filters": {}, "text": "{qarz}"}, "text"),
    ],
)
async def test_an_invalid_batch_is_rejected(clerk: Visitor, student: Student, body: dict[str, Any], field: str) -> None:
    """Nobody, too many, no text, unknown placeholders."""
    answer = await clerk.post("/sms/send-many", body)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, [field])


async def test_a_misspelt_filter_reaches_nobody(clerk: Visitor) -> None:
    """It is named by its path; ignored it would select everybody (ASVS-23)."""
    answer = await clerk.post("/sms/send-many", {"filters": {"oficeIds": [1]}, "text": "Salom"})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["filters.oficeIds"])


def test_messages_of_a_merged_student_go_to_the_successor() -> None:
    """protocols §6.6: the history goes to the successor."""
    assert TRANSFERRED["sms_messages"] == ("student_id", "id")


async def test_templates_are_managed_in_the_settings(console: Console, clerk: Visitor) -> None:
    """Listed, added, changed, deleted.

    The template for logins stays and retains its placeholders.
    """
    chief = await console.sign_in(a_superadmin())
    added = data(await chief.post("/sms/templates", {"name": " Bayram ", "text": " Bayram bilan, {name}! "}))[
        "template"
    ]
    assert (added["name"], added["text"], added["parts"], added["purpose"]) == (
        "Bayram", "Bayram bilan, {name}!", 1, None,
    )  # fmt: skip
    taken = await chief.post("/sms/templates", {"name": "Bayram", "text": "x"})
    assert (taken.status_code, taken.json()["code"]) == (409, "MESSAGING_TEMPLATE_NAME_TAKEN")
    wrong = await chief.post("/sms/templates", {"name": "", "text": "{password}"})
    assert wrong.json()["fields"] == {"name": ["This is required"], "text": ["{password} can't be used here"]}
    change = {"name": "Bayram", "text": "Tabriklaymiz, {name}!", "version": 1}
    data(await chief.put(f"/sms/templates/{added['id']}", change))
    stale = await chief.put(f"/sms/templates/{added['id']}", change)
    assert (stale.status_code, stale.json()["current"]["text"]) == (409, "Tabriklaymiz, {name}!")
    seen = (await clerk.data("/sms/templates"))["templates"]
    assert [it["name"] for it in seen] == sorted((it["name"] for it in seen), key=str.casefold)
    login = next(it for it in seen if it["purpose"] == "login")
    assert (await chief.delete(f"/sms/templates/{login['id']}")).json()["code"] == "MESSAGING_TEMPLATE_NEEDED"
    bare = {"name": "Login", "text": "Login: {login}", "version": login["version"]}
    refused = await chief.put(f"/sms/templates/{login['id']}", bare)
    assert refused.json()["fields"] == {"text": ["The text must have {password}"]}
    data(await chief.delete(f"/sms/templates/{added['id']}"))
    assert (await chief.delete(f"/sms/templates/{added['id']}")).status_code == 404
    assert (await clerk.post("/sms/templates", {"name": "x", "text": "y"})).status_code == 403


async def test_concurrent_rounds_of_the_scheduler_send_once(
    console: Console, clerk: Visitor, student: Student, provider: Provider
) -> None:
    """As in several processes: the row lock serialises them."""
    await _send(clerk, student)
    console.clock.pass_by(minutes=2)
    c = console.container

    async def one() -> int:
        use: dict[str, Any] = {
            "actor": system(),
            "uow": c.uow(),
            "clock": c.clock(),
            "zone": c.zone(),
            "cipher": c.sms_cipher(),
        }
        return await send_and_poll(senders=c.integrations(), queue=c.sms(), **use)

    await asyncio.gather(*(one() for _ in range(4)))
    assert len(provider.taken) == 1
