"""Two requests under one idempotency key at the same moment (ASVS-70, D-8, D-161).

Each goes through a console of its own, with its own connections to the one PostgreSQL.
"""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.http.attendance.scenario import ATTENDED, AttendanceScenario
from tests.support.builders import a_superadmin
from tests.support.console import Console, Visitor, a_console, data

ROUNDS = 12
KEYS = "select answer <> '' as answered from idempotency_keys where key = $1"


@pytest.fixture
async def consoles(database_url: str, tmp_path: Path) -> AsyncIterator[tuple[Console, Console]]:
    """Two API processes over one database."""
    async with a_console(database_url, tmp_path) as one, a_console(database_url, tmp_path) as other:
        yield one, other


def _through(console: Console, visitor: Visitor) -> Visitor:
    """The same session at the other process."""
    return Visitor(console.nobody().http, visitor.token)


async def _both(
    visitors: tuple[Visitor, Visitor], method: str, path: str, bodies: tuple[Any, Any], key: str
) -> list[Any]:
    sent = {"Idempotency-Key": key}
    return await asyncio.gather(
        *(one.request(method, path, json=body, headers=sent) for one, body in zip(visitors, bodies, strict=True))
    )


async def test_of_two_bodies_under_one_key_one_is_carried_out(consoles: tuple[Console, Console]) -> None:
    """The other is 409 and leaves nothing, in many rounds."""
    first = await consoles[0].sign_in(a_superadmin())
    visitors = (first, _through(consoles[1], first))
    for number in range(ROUNDS):
        names = (f"Bayram {number} A", f"Bayram {number} B")
        bodies = tuple({"date": f"2027-0{place + 3}-{number + 1:02}", "name": name} for place, name in enumerate(names))
        answers = await _both(visitors, "POST", "/holidays", bodies, f"round-{number}")  # type: ignore[arg-type]
        assert sorted(one.status_code for one in answers) == [201, 409]
        assert next(one.json()["code"] for one in answers if one.status_code == 409) == "SHARED_OTHER_BODY"
        rows = await consoles[0].sql.fetch("select name from holidays where name = any ($1)", list(names))
        carried_out = names[0] if answers[0].status_code == 201 else names[1]
        assert [row["name"] for row in rows] == [carried_out]


async def test_one_body_twice_at_once_is_carried_out_once(consoles: tuple[Console, Console]) -> None:
    """Both get the same answer."""
    first = await consoles[0].sign_in(a_superadmin())
    visitors = (first, _through(consoles[1], first))
    for number in range(ROUNDS):
        body = {"name": f"Shablon {number}", "text": "Salom, {name}!"}
        one, other = await _both(visitors, "POST", "/sms/templates", (body, body), f"twice-{number}")
        assert (one.status_code, one.json()) == (other.status_code, other.json())
        data(one)
    made = await consoles[0].sql.fetchval("select count(*) from sms_templates where name like 'Shablon %'")
    assert made == ROUNDS


async def test_of_two_saves_of_classes_under_one_key_one_is_carried_out(consoles: tuple[Console, Console]) -> None:
    """The fast path, whose statement commits by itself.

    Both lessons are locked until both statements wait for them.
    """
    stage = await AttendanceScenario.of(consoles[0], size=2)
    teacher = await stage.teacher()
    lesson = await stage.lesson_id()
    later = await consoles[0].sql.fetchval(
        "insert into lessons (group_id, teacher_id, date, begin_time, end_time) select group_id, teacher_id, date,"
        " time '13:30', time '14:30' from lessons where id = $1 returning id",
        lesson,
    )
    consoles[1].clock.stand_at(consoles[0].clock.now())
    visitors = (teacher.visitor, _through(consoles[1], teacher.visitor))
    entries = [{"studentId": stage.students[0].id, "mark": ATTENDED}]
    bodies = tuple({"lessonId": id, "version": 1, "entries": entries} for id in (lesson, later))
    waiting = "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%idempotency_keys%'"
    transaction = consoles[1].sql.transaction()
    await transaction.start()
    await consoles[1].sql.execute("select 1 from lessons where id = any ($1) for update", [lesson, later])
    path = "/attendance/save-for-academic"
    sent = asyncio.ensure_future(_both(visitors, "PUT", path, bodies, "two-classes"))  # type: ignore[arg-type]
    for _ in range(200):
        if await consoles[0].sql.fetchval(waiting) == 2:
            break
        await asyncio.sleep(0.02)
    await transaction.rollback()
    answers = await sent
    assert sorted(one.status_code for one in answers) == [200, 409], [one.text[:200] for one in answers]
    assert next(one.json()["code"] for one in answers if one.status_code == 409) == "SHARED_OTHER_BODY"
    marked = await consoles[0].sql.fetch("select lesson_id from attendances")
    assert [row["lesson_id"] for row in marked] == [lesson if answers[0].status_code == 200 else later]
    assert [row["answered"] for row in await consoles[0].sql.fetch(KEYS, "two-classes")] == [True]
    again = await _both(visitors, "PUT", path, bodies, "two-classes")  # type: ignore[arg-type]
    assert [(one.status_code, one.json().get("data")) for one in again] == [
        (one.status_code, one.json().get("data")) for one in answers
    ]


async def test_a_key_belongs_to_its_query_string(fresh_console: Console) -> None:
    """D-8: the same body with another query is another request."""
    visitor = await fresh_console.sign_in(a_superadmin())
    key = {"Idempotency-Key": "with-a-query"}
    first = await visitor.request("PUT", "/synchronization/all?full=true", headers=key)
    assert first.status_code == 202
    again = await visitor.request("PUT", "/synchronization/all?full=true", headers=key)
    assert (again.status_code, again.json()) == (202, first.json())
    for query in ("", "?full=false"):
        other = await visitor.request("PUT", f"/synchronization/all{query}", headers=key)
        assert (other.status_code, other.json()["code"]) == (409, "SHARED_OTHER_BODY")
    assert await fresh_console.sql.fetchval("select count(*) from sync_runs") == 1


async def test_a_key_belongs_to_the_name_of_an_uploaded_file(fresh_console: Console) -> None:
    """D-8: the same bytes under another name are another request."""
    visitor = await fresh_console.sign_in(a_superadmin())

    async def upload(name: str) -> Any:
        headers = {"Content-Type": "application/octet-stream", "X-File-Name": name, "Idempotency-Key": "a-file"}
        return await visitor.request("POST", "/upload/homework-attachments", content=b"print(1)\n", headers=headers)

    first = await upload("bir.py")
    assert first.status_code == 201, first.text
    assert (await upload("bir.py")).json() == first.json()
    other = await upload("ikki.py")
    assert (other.status_code, other.json()["code"]) == (409, "SHARED_OTHER_BODY")
