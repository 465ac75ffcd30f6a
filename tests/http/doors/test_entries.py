"""Entries reported by door devices: stored once, validated, proposed.

T4, D-24.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import httpx
import pytest

from tests.support.builders import a_branch, a_class_of, a_student, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.groups import ZONE

PATH = "/api/devices/events"
ROW = "select * from door_events where device = $1 order by serial"
TEACHER = {"my_groups:attendance": ["read", "update"]}
LESSON = (
    "insert into lessons (group_id, teacher_id, date, begin_time, end_time) values ($1, $2, $3, $4, $5) returning id"
)


@pytest.fixture(scope="module")
async def console(console: Console) -> Console:
    console.clock.stand_at(console.clock.now().astimezone(ZONE).replace(hour=14, minute=20, second=0, microsecond=0))
    await console.store(a_student().having(h_id="s1"), a_teacher().having(h_id="t1"))
    return console


def device(console: Console) -> Visitor:
    return Visitor(console.nobody().http, console.container.settings().devices_token)


async def report(console: Console, *events: dict[str, Any]) -> dict[str, int]:
    found: dict[str, int] = data(await device(console).post(PATH, {"events": list(events)}))
    return found


def entry(
    console: Console, name: str, serial: int, *, person: str = "s1", off: float = 0, **more: Any
) -> dict[str, Any]:
    """An entry through a door whose clock is off by ``off`` minutes."""
    at = (console.clock.now() + timedelta(minutes=off)).isoformat()
    return {"device": name, "serial": serial, "person": person, "at": at, **more}


async def rows(console: Console, name: str) -> list[dict[str, Any]]:
    return [dict(row) for row in await console.sql.fetch(ROW, name)]


async def test_an_entry_is_stored_with_its_person(console: Console) -> None:
    """By a student's or teacher's number; an unknown number is flagged."""
    events = [entry(console, "eshik", number, person=who) for number, who in enumerate(("s1", "t1", "s404"))]
    assert await report(console, *events) == {"taken": 3, "known": 0, "doubtful": 1}
    student, teacher, nobody = await rows(console, "eshik")
    assert (student["student_id"] is not None, student["teacher_id"], student["doubt"]) == (True, None, None)
    assert (teacher["student_id"], teacher["teacher_id"] is not None) == (None, True)
    assert (nobody["person"], nobody["student_id"], nobody["teacher_id"], nobody["doubt"]) == (
        "s404",
        None,
        None,
        "person",
    )


async def test_a_repeated_entry_changes_nothing(console: Console) -> None:
    """T4: after a lost response a device repeats it, partly or with another time."""
    first = entry(console, "takror", 1)
    assert await report(console, first, entry(console, "takror", 2), first) == {"taken": 2, "known": 1, "doubtful": 0}
    before = await rows(console, "takror")
    again = [{**first, "at": "2000-01-01T00:00:00Z"}, entry(console, "takror", 2), entry(console, "takror", 3)]
    assert await report(console, *again) == {"taken": 1, "known": 2, "doubtful": 0}
    assert (await rows(console, "takror"))[:2] == before


async def test_concurrent_reports_of_an_entry_store_it_once(console: Console) -> None:
    """Two programs report for one device in different orders."""
    events = [entry(console, "birga", number) for number in range(50)]
    results = await asyncio.gather(*(report(console, *(events if turn % 2 else events[::-1])) for turn in range(6)))
    assert sum(one["taken"] for one in results) == 50
    assert len(await rows(console, "birga")) == 50


async def test_the_same_serial_of_another_device_is_another_entry(console: Console) -> None:
    """A replacement device restarts its serial numbers under its own name."""
    assert (await report(console, entry(console, "eski", 1), entry(console, "yangi", 1)))["taken"] == 2


@pytest.mark.parametrize("off", [150, 300, 15, -15])
async def test_a_wrong_device_clock_is_flagged_and_the_servers_counts(console: Console, off: int) -> None:
    """T4: +2:30, UTC as local time, a quarter of an hour ahead."""
    assert (await report(console, entry(console, f"soat{off}", 1, off=off)))["doubtful"] == 1
    (row,) = await rows(console, f"soat{off}")
    now = console.clock.now()
    assert (row["at"], row["drift_seconds"], row["doubt"]) == (now, off * 60, "clock")
    assert row["device_at"] == now + timedelta(minutes=off)


@pytest.mark.parametrize(
    "at",
    [
        "2000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+14:00",
        "9999-12-31T23:59:59-12:00",
        "2026-11-20 14:00:00",
        "yesterday",
        "",
        "2026-02-30T00:00:00Z",
    ],
)
async def test_an_impossible_time_is_stored_and_flagged(console: Console, at: str) -> None:
    """T4: year 2000, extreme dates, no zone, no time.

    The entry counts as of its arrival.
    """
    name = f"sana-{at}-"
    assert await report(console, {**entry(console, name, 1), "at": at}) == {"taken": 1, "known": 0, "doubtful": 1}
    (row,) = await rows(console, name)
    assert (row["device_at"], row["at"], row["drift_seconds"], row["doubt"]) == (
        None,
        console.clock.now(),
        None,
        "date",
    )


async def test_a_stored_entry_counts_at_its_own_time(console: Console) -> None:
    """A door without a network reports the morning in the afternoon."""
    assert (await report(console, entry(console, "saqlangan", 1, off=-300, stored=True)))["doubtful"] == 0
    (row,) = await rows(console, "saqlangan")
    assert (row["at"], row["doubt"]) == (console.clock.now() - timedelta(hours=5), None)


@pytest.mark.parametrize("token", ["", "wrong", "Ω"])
async def test_only_the_device_token_may_report(console: Console, token: str) -> None:
    """Any other token is rejected."""
    visitor = console.nobody()
    headers = {b"Authorization": f"Bearer {token}".encode()} if token else {}
    body = {"events": [entry(console, "begona", 1)]}
    answer: httpx.Response = await visitor.http.post(PATH, json=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (401, "SHARED_UNAUTHORISED")
    staff = await console.sign_in(a_superadmin())
    assert (await staff.post(PATH, body)).status_code == 401
    assert await rows(console, "begona") == []


async def test_the_device_token_grants_nothing_else(console: Console) -> None:
    """It is no staff account."""
    for path in ("/profile", "/students/all", "/attendance/late"):
        assert (await device(console).get(path)).status_code in (401, 404)


async def test_more_than_five_hundred_entries_are_rejected(console: Console) -> None:
    many = [entry(console, "ko'p", number) for number in range(501)]
    answer = await device(console).post(PATH, {"events": many})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["events"])
    assert (await report(console, *many[:500]))["taken"] == 500


@pytest.mark.parametrize(
    ("change", "status"),
    [
        ({"serial": "1"}, 400),
        ({"serial": 2**63}, 400),
        ({"serial": -1}, 422),
        ({"device": " "}, 422),
        ({"person": "x" * 101}, 422),
        ({"at": "9" * 101}, 422),
        ({"photo": "face"}, 400),
        ({"stored": "yes"}, 400),
    ],
)
async def test_a_report_against_the_contract_is_rejected(console: Console, change: dict[str, Any], status: int) -> None:
    """contracts/external/doors-v1.yaml: nothing of the report is stored."""
    events = [entry(console, "xato", 1), {**entry(console, "xato", 2), **change}]
    assert (await device(console).post(PATH, {"events": events})).status_code == status
    assert await rows(console, "xato") == []


async def test_an_oversized_body_is_rejected(console: Console) -> None:
    big = {"events": [entry(console, "katta", 1)], "padding": "x" * (600 * 1024)}
    assert (await device(console).post(PATH, big)).status_code == 413


@pytest.mark.parametrize(("minutes", "proposed"), [(-29, 1), (9, 1), (11, 4), (29, 4), (-31, None), (31, None)])
async def test_an_entry_is_proposed_on_the_sheet(console: Console, minutes: int, proposed: int | None) -> None:
    """R1-449, R2-480, D-24: within thirty minutes of the begin.

    From ten minutes after the begin the student is late.
    """
    account, branch = a_user_with(TEACHER), a_branch()
    number = f"s-{minutes}"
    group = a_class_of(0).in_branch(branch).taught_by(a_teacher().with_account(account))
    await console.store(account.of(branch), group.with_students(a_student().having(h_id=number)))
    begun = console.clock.now().astimezone(ZONE) - timedelta(minutes=40)
    place = (begun.date(), begun.time(), (begun + timedelta(hours=1)).time())
    lesson_id = await console.sql.fetchval(LESSON, group.id, group.teacher and group.teacher.id, *place)
    at = (begun + timedelta(minutes=minutes)).isoformat()
    event = {**entry(console, "kirish", minutes + 100, person=number, stored=True), "at": at}
    assert (await report(console, event))["doubtful"] == 0
    teacher = await console.sign_in(account)
    sheet = (await teacher.data("/attendance/for-academic/sheet", lessonId=lesson_id))["sheet"]
    (row,) = sheet["students"]
    assert (row["status"], row["proposed"]) == (None, proposed)
    if proposed:
        assert datetime.fromisoformat(row["entered"]) == datetime.fromisoformat(at)


async def test_a_mark_by_hand_is_not_changed_by_a_later_entry(console: Console) -> None:
    """D-24: a door proposes and never marks.

    A student marked absent who comes in later is reported to the teacher and stays absent. Nothing is reported of a
    student whose class is of another branch (D-12).
    """
    account, branch = a_user_with(TEACHER), a_branch()
    known, stranger = a_student().having(h_id="s-qo'lda"), a_student().having(h_id="s-begona")
    group = a_class_of(0).in_branch(branch).taught_by(a_teacher().with_account(account)).with_students(known)
    elsewhere = a_class_of(0).in_branch(a_branch()).taught_by(a_teacher()).with_students(stranger)
    await console.store(account.of(branch), group, elsewhere)
    begun = console.clock.now().astimezone(ZONE) - timedelta(minutes=5)
    place = (begun.date(), begun.time(), (begun + timedelta(hours=1)).time())
    lesson_id = await console.sql.fetchval(LESSON, group.id, group.teacher and group.teacher.id, *place)
    teacher = await console.sign_in(account)

    async def sheet() -> dict[str, Any]:
        return dict((await teacher.data("/attendance/for-academic/sheet", lessonId=lesson_id))["sheet"])

    absent = [{"studentId": known.id, "mark": 2, "reason": 3}]
    body = {"lessonId": lesson_id, "version": (await sheet())["lesson"]["version"], "entries": absent}
    data(await teacher.request("PUT", "/attendance/save-for-academic", json=body))
    events = [entry(console, "keyin", number, person=who) for number, who in enumerate(("s-qo'lda", "s-begona"))]
    assert (await report(console, *events))["doubtful"] == 0
    (row,) = (await sheet())["students"]
    assert (row["studentId"], row["status"], row["reason"], row["proposed"]) == (known.id, 2, 3, 1)
