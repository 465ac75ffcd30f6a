"""Messages to students absent without a reason: whom, when, and once (D-158)."""

import asyncio
import json
from typing import Any

import pytest

from adapters.memory.sms import SmsInMemory
from application.actor import system
from application.messaging.ports import SmsUnavailable
from domain.messaging.parts import to_gsm_text
from entrypoints.worker.handlers import job_handlers
from entrypoints.worker.scheduler import send_and_poll_sms
from tests.http.attendance.scenario import (
    ABSENT,
    ATTENDED,
    LATE,
    OFFICE,
    REASONABLE,
    TEACHES,
    USUAL,
    WITHOUT_REASON,
    AttendanceScenario,
)
from tests.support.builders import Student, a_branch, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

SENDS = {"users:students": ["read", "update"]}
MESSAGES = "select student_id, text, status, error, initiator_id from sms_messages where lesson_id = $1 order by id"


@pytest.fixture
async def provider(console: Console, monkeypatch: pytest.MonkeyPatch) -> SmsInMemory:
    """An in-memory provider that the settings name; nothing of other tests waits."""
    await console.sql.execute("update sms_messages set status = 'failed' where status = 'waiting'")
    await console.sql.execute("update jobs set state = 'done' where kind = 'sms.absences'")
    provider = SmsInMemory()
    monkeypatch.setattr(type(console.container.integrations()), "_sms", lambda *_: provider)
    console.container.integrations()._made_of = object()
    return provider


@pytest.fixture
async def stage(console: Console) -> AttendanceScenario:
    """A class of five with phones: two unexcused, one excused, one late, one open."""
    stage = await AttendanceScenario.of(console)
    for number, student in enumerate(stage.students):
        await console.sql.execute("update students set phone = $2 where id = $1", student.id, f"+99890123450{number}")
    one, two, three, four, _ = stage.students
    marks = {one: (ABSENT, WITHOUT_REASON), two: (ABSENT, USUAL), three: (ABSENT, REASONABLE), four: (LATE, 1)}
    await (await stage.teacher()).save(marks)
    return stage


@pytest.fixture
async def office(console: Console, stage: AttendanceScenario) -> Visitor:
    return await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(stage.branch))


async def _tell(visitor: Visitor, stage: AttendanceScenario, text: str = "", act: str = "", who: str = "admin") -> Any:
    body = {"lessonIds": [await stage.lesson_id()], "text": text}
    return await visitor.post(f"/attendance/for-{who}/absence-sms{act}", body)


async def _stored(stage: AttendanceScenario) -> list[Any]:
    return list(await stage.console.sql.fetch(MESSAGES, await stage.lesson_id()))


async def _work(console: Console) -> None:
    """Runs every waiting job of this kind as the worker does."""
    sql = "select id, payload from jobs where kind = 'sms.absences' and state = 'waiting' order by id"
    for row in await console.sql.fetch(sql):
        await console.sql.execute("update jobs set state = 'done' where id = $1", row["id"])
        await job_handlers(console.container)["sms.absences"](json.loads(row["payload"]), system())


async def _sms(visitor: Visitor, stage: AttendanceScenario, student: Student) -> Any:
    sheet = await visitor.data("/attendance/for-admin/sheet", lessonId=await stage.lesson_id())
    return next(row["sms"] for row in sheet["sheet"]["students"] if row["studentId"] == student.id)


async def test_the_preview_is_the_message_of_a_real_recipient(stage: AttendanceScenario, office: Visitor) -> None:
    """D-158: the absent without a reason alone, with the lesson's day and hour."""
    one, two, *_ = stage.students
    preview = data(await _tell(office, stage, act="/preview"))
    assert {row["student"]["id"] for row in preview["recipients"]} == {one.id, two.id}
    assert {row["student"]["id"]: row["reasonIsDefault"] for row in preview["recipients"]}[two.id] is True
    assert preview["recipient"] == preview["recipients"][0]["student"]
    first = one if preview["recipient"]["id"] == one.id else two
    assert to_gsm_text(f"{first.first_name} {first.last_name}") in preview["text"]
    assert "16.11.2026" in preview["text"]
    assert "14:00" in preview["text"]
    assert (preview["unknownGaps"], preview["missingGaps"], preview["waitsUntil"]) == ([], [], None)
    written = data(await _tell(office, stage, "{name} {kun}", "/preview"))
    assert (written["unknownGaps"], written["missingGaps"]) == (["kun"], ["day", "hour"])
    assert await _stored(stage) == []


async def test_a_press_tells_each_absent_student(
    console: Console, stage: AttendanceScenario, office: Visitor, provider: SmsInMemory
) -> None:
    """D-158: the sheet and *Today* show what became of it."""
    one, two, three, *_ = stage.students
    answer = data(await _tell(office, stage))
    assert (answer["count"], answer["known"], answer["phoneless"], answer["waitsUntil"]) == (2, 0, 0, None)
    assert (await _sms(office, stage, one))["status"] == "waiting"
    await _work(console)
    assert {message.phone for message in provider.taken} == {"+998901234500", "+998901234501"}
    assert (await _sms(office, stage, one)) == {
        "status": "sent", "connected": True, "problem": None, "waitsUntil": None,
    }  # fmt: skip
    assert await _sms(office, stage, three) is None
    provider.deliver(provider.taken[0].ref)
    console.clock.pass_by(minutes=1)
    await send_and_poll_sms(console.container)
    today = (await office.data("/today"))["today"]
    states = {row["studentId"]: row["sms"] and row["sms"]["status"] for row in today["absentees"]["students"]}
    assert (set(states), states[three.id]) == ({one.id, two.id, three.id}, None)
    assert sorted(status for status in states.values() if status) == ["delivered", "sent"]
    history = await office.data(f"/students/{one.id}/sms-history")
    assert "16.11.2026" in history["history"][0]["text"]
    verbs = "select params from audits where verb = 'attendance.absentees_told' and entity_id = $1"
    assert len(await console.sql.fetch(verbs, await stage.lesson_id())) == 1


async def test_a_student_is_told_once_per_lesson(
    console: Console, stage: AttendanceScenario, office: Visitor, provider: SmsInMemory
) -> None:
    """D-158: pressed again, by another person, in tabs at the same moment."""
    teacher = await console.sign_in(a_superadmin())
    answers = await asyncio.gather(*(_tell(visitor, stage) for visitor in (office, teacher, office, teacher)))
    assert sorted(data(answer)["count"] for answer in answers) == [0, 0, 0, 2]
    again = data(await _tell(office, stage, "{day} {hour}"))
    assert (again["count"], again["known"]) == (0, 2)
    await _work(console)
    await _work(console)
    assert len(provider.taken) == len(await _stored(stage)) == 2


async def test_the_table_itself_refuses_a_second_message(console: Console, stage: AttendanceScenario) -> None:
    """D-158: a constraint, not a check."""
    insert = "insert into sms_messages (student_id, lesson_id, phone, text, parts) values ($1, $2, '', '', 1)"
    values = (stage.students[0].id, await stage.lesson_id())
    await console.sql.execute(insert, *values)
    with pytest.raises(Exception, match="uq_sms_messages_lesson_id_student_id"):
        await console.sql.execute(insert, *values)


@pytest.mark.parametrize(("pressed", "quiet"), [("20:59", False), ("21:00", True), ("07:59", True), ("08:00", False)])
async def test_nothing_is_sent_at_night(console: Console, provider: SmsInMemory, pressed: str, quiet: bool) -> None:
    """D-158: it waits and says so, and is sent from 8:00 on."""
    stage = await AttendanceScenario.of(console, begins="07:00")
    student = stage.students[0]
    await console.sql.execute("update students set phone = '+998901234509' where id = $1", student.id)
    stage.at(pressed)
    office = await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(stage.branch))
    body = {"lessonId": await stage.lesson_id(), "version": 1}
    entry = {"studentId": student.id, "mark": ABSENT, "reason": WITHOUT_REASON}
    await office.request("PUT", "/attendance/save-for-admin", json={**body, "entries": [entry]})
    answer = data(await _tell(office, stage))
    await _work(console)
    console.clock.pass_by(seconds=59)
    await send_and_poll_sms(console.container)
    shown = await _sms(office, stage, student)
    assert (answer["waitsUntil"] is not None, len(provider.taken)) == (quiet, 0 if quiet else 1)
    assert (shown["status"], shown["waitsUntil"]) == (("waiting", answer["waitsUntil"]) if quiet else ("sent", None))
    if quiet:
        morning = "2026-11-16T03:00:00Z" if pressed == "07:59" else "2026-11-17T03:00:00Z"
        assert answer["waitsUntil"] == morning
        stage.at("08:00", days=0 if pressed == "07:59" else 1, minutes=1)
        await send_and_poll_sms(console.container)
        assert len(provider.taken) == 1


async def test_a_provider_that_was_down_in_the_evening_gets_nothing_at_night(
    console: Console, stage: AttendanceScenario, provider: SmsInMemory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """D-158, M1: pressed at 20:58, the retries end at nine."""
    stage.at("20:58")
    office = await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(stage.branch))
    await _tell(office, stage)

    async def down(_: Any) -> str:
        raise SmsUnavailable("unreachable")

    with monkeypatch.context() as patched:
        patched.setattr(provider, "send", down)
        with pytest.raises(SmsUnavailable):
            await _work(console)
    stage.at("21:00")
    job = {"lessonId": await stage.lesson_id()}
    await job_handlers(console.container)["sms.absences"](job, system())
    stage.at("23:30")
    await send_and_poll_sms(console.container)
    assert provider.taken == []
    stage.at("08:00", days=1)
    await send_and_poll_sms(console.container)
    assert len(provider.taken) == 2


async def test_an_absence_corrected_during_the_night_is_not_told(
    console: Console, stage: AttendanceScenario, provider: SmsInMemory
) -> None:
    """D-158: the sheet says why; the other student is told in the morning."""
    one = stage.students[0]
    stage.at("22:00")
    office = await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(stage.branch))
    await _tell(office, stage)
    sheet = (await office.data("/attendance/for-admin/sheet", lessonId=await stage.lesson_id()))["sheet"]
    entries = [{"studentId": one.id, "mark": ATTENDED}]
    body = {"lessonId": await stage.lesson_id(), "version": sheet["lesson"]["version"], "entries": entries}
    assert (await office.request("PUT", "/attendance/save-for-admin", json=body)).is_success
    stage.at("08:00", days=1)
    office = await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(stage.branch))
    await send_and_poll_sms(console.container)
    assert [message.phone for message in provider.taken] == ["+998901234501"]
    shown = await _sms(office, stage, one)
    assert (shown["status"], shown["problem"][:8]) == ("failed", "Not sent")


async def test_a_student_without_a_phone_is_told_once_there_is_one(
    console: Console, stage: AttendanceScenario, office: Visitor
) -> None:
    """D-158: no message that can't leave is counted as the one of the lesson."""
    one = stage.students[0]
    await console.sql.execute("update students set phone = null where id = $1", one.id)
    answer = data(await _tell(office, stage))
    assert (answer["count"], answer["phoneless"]) == (1, 1)
    await console.sql.execute("update students set phone = '+998901234500' where id = $1", one.id)
    assert data(await _tell(office, stage))["count"] == 1


async def test_a_cancelled_lesson_and_unsaved_marks_tell_nobody(
    console: Console, stage: AttendanceScenario, office: Visitor
) -> None:
    """D-24, D-158: nobody was absent from a lesson that did not take place."""
    await console.sql.execute("update lessons set no_class_reason = 'kasal' where id = $1", await stage.lesson_id())
    preview = data(await _tell(office, stage, act="/preview"))
    assert (preview["recipients"], preview["recipient"]) == ([], None)
    assert data(await _tell(office, stage))["count"] == 0


async def test_without_a_provider_the_messages_are_only_logged(
    console: Console, stage: AttendanceScenario, office: Visitor
) -> None:
    """M1: said before, and by each message after."""
    console.container.integrations()._made_of = object()
    assert data(await _tell(office, stage, act="/preview"))["connected"] is False
    assert data(await _tell(office, stage))["connected"] is False
    await _work(console)
    shown = await _sms(office, stage, stage.students[0])
    assert (shown["status"], shown["connected"]) == ("sent", False)


@pytest.mark.parametrize(("text", "gap"), [("{name} {login}", "login"), ("{name} {day}", "hour"), ("Salom", "day")])
async def test_a_wrong_text_is_refused_with_the_placeholder(
    stage: AttendanceScenario, office: Visitor, text: str, gap: str
) -> None:
    """D-158: the day and the hour are in every message."""
    refused = await _tell(office, stage, text)
    assert refused.status_code == 422
    assert f"{{{gap}}}" in refused.json()["fields"]["text"][0]
    assert await _stored(stage) == []


async def test_another_class_is_not_found(console: Console, stage: AttendanceScenario) -> None:
    """D-12, D-13, D-54: of another branch, or of another teacher."""
    elsewhere = await console.sign_in(a_user_with({**OFFICE, **SENDS}).of(a_branch()))
    stranger = a_user_with({**TEACHES, **SENDS}).of(stage.branch)
    await console.store(a_teacher().with_account(stranger))
    for visitor, who in ((elsewhere, "admin"), (await console.sign_in(stranger), "academic")):
        for act in ("", "/preview"):
            assert (await _tell(visitor, stage, act=act, who=who)).status_code == 404
    assert await _stored(stage) == []


async def test_the_template_keeps_the_lessons_day_and_hour(console: Console) -> None:
    """D-158: it is changed in the settings like the one of logins, and not deleted."""
    visitor = await console.sign_in(a_superadmin())
    templates = (await visitor.data("/sms/templates"))["templates"]
    (template,) = [one for one in templates if one["purpose"] == "absence"]
    path, form = f"/sms/templates/{template['id']}", {"name": template["name"], "version": template["version"]}
    refused = await visitor.put(path, {**form, "text": "{name} kelmadi"})
    assert "{day}" in refused.json()["fields"]["text"][0]
    assert (await visitor.put(path, {**form, "text": "{name}: {day} {hour}, {group}"})).is_success
    assert (await visitor.request("DELETE", path)).status_code == 409
    other = await visitor.post("/sms/templates", {"name": "Dars", "text": "{name} {day}"})
    assert "{day}" in other.json()["fields"]["text"][0]
