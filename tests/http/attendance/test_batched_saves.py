"""Concurrent saves of classes share one statement, each as if it were alone."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime
from types import NoneType
from typing import Any

import asyncpg
import pytest

from application.actor import system
from application.attendance.ports.sheets import SaveCommand, VersionConflict
from application.idempotency import IdempotencyKey, StoredResponse
from domain.access.users import User
from domain.attendance.attendance_sheet import MarkChange
from domain.attendance.lesson import Lesson
from domain.attendance.marks import AttendanceStatus, CurrentMark, MarkValue, Reason
from domain.attendance.tally import Tally
from domain.people.student import Student
from tests.http.attendance.scenario import ABSENT, ATTENDED, LATE, WITHOUT_REASON, AttendanceClient, AttendanceScenario
from tests.support.console import Console, data

MANY = 8
RECORDS = "select count(*) from audits where verb = 'attendance.saved' and entity_id = any ($1)"


async def _teachers(console: Console, number: int = MANY) -> list[AttendanceClient]:
    """So many teachers, each with a class of their own."""
    clients = [await (await AttendanceScenario.of(console, size=4)).teacher() for _ in range(number)]
    for client in clients:
        # the tests have one connection, which cannot serve them concurrently
        await client.stage.lesson_id()
    return clients


async def _save_all(clients: list[AttendanceClient]) -> list[int]:
    """Each teacher marks all but the first student absent, concurrently."""
    versions = [(await client.sheet())["lesson"]["version"] for client in clients]

    async def save(client: AttendanceClient, version: int) -> int:
        first, *others = client.stage.students
        answer = await client.send({first: ATTENDED} | dict.fromkeys(others, ABSENT), version=version)
        return int(answer.status_code)

    return await asyncio.gather(*(save(*one) for one in zip(clients, versions, strict=True)))


async def test_many_classes_are_written_by_few_statements(console: Console) -> None:
    """Issue 6, bench: each has its own marks, tally, version and audit record."""
    clients = await _teachers(console)
    statements: list[str] = []
    pool = console.container.batch_pool()
    acquired = [await pool.acquire() for _ in range(2)]
    for connection in acquired:
        connection.add_query_logger(lambda query: statements.append(query.query))
        await pool.release(connection)
    assert await _save_all(clients) == [200] * MANY
    await asyncio.sleep(0)
    writes = [statement for statement in statements if "insert into attendances" in statement]
    assert 0 < len(writes) <= MANY / 2, "the saves did not share a statement"
    lessons = [await client.stage.lesson_id() for client in clients]
    for client in clients:
        first, *others = client.stage.students
        absent = dict.fromkeys((one.id for one in others), (ABSENT, WITHOUT_REASON))
        assert await client.stage.stored_marks() == {first.id: (ATTENDED, None)} | absent
        assert await client.stage.tally() == (1, 0, 3)
    versions = await console.sql.fetch("select version from lessons where id = any ($1)", lessons)
    assert [row["version"] for row in versions] == [2] * MANY
    assert await console.sql.fetchval(RECORDS, lessons) == MANY


async def test_a_locked_lesson_delays_no_other_save(console: Console) -> None:
    """The batch skips the locked lesson, whose own save waits."""
    clients = await _teachers(console, 4)
    held = await clients[1].stage.lesson_id()
    async with console.sql.transaction():
        await console.sql.execute("select from lessons where id = $1 for update", held)
        waits = asyncio.ensure_future(_save_all([clients[1]]))
        assert await asyncio.wait_for(_save_all([clients[0], *clients[2:]]), 4) == [200] * 3
        assert not waits.done()
    assert await waits == [200]
    assert await clients[1].stage.tally() == (1, 0, 3)


async def test_a_locked_student_delays_no_other_class(console: Console) -> None:
    """A batch that waits for a locked mark is abandoned.

    Each save then waits for its own lock.
    """
    clients = await _teachers(console, 6)
    student = clients[2].stage.students[1]
    async with console.sql.transaction():
        await console.sql.execute("select from students where id = $1 for update", student.id)
        saves = [asyncio.ensure_future(_save_all([client])) for client in clients]
        others = saves[:2] + saves[3:]
        assert await asyncio.wait_for(asyncio.gather(*others), 4) == [[200]] * 5
        assert not saves[2].done()
    assert await saves[2] == [200]
    assert [await client.stage.tally() for client in clients] == [(1, 0, 3)] * 6


async def test_a_decision_about_a_student_delays_no_mark_of_the_student(console: Console) -> None:
    (client,) = await _teachers(console, 1)
    async with console.container.uow() as deciding:
        await deciding.load(Student, client.stage.students[0].id or 0, lock=True)
        await deciding.load_many(Student, [one.id or 0 for one in client.stage.students])
        await deciding.find(User, lock=True, login=client.stage.account.login)
        assert await asyncio.wait_for(_save_all([client]), 0.9) == [200]


async def test_a_crowd_that_waits_for_one_lesson_delays_no_other_save(console: Console) -> None:
    """As many as there are connections for saves that wait by themselves."""
    clients = await _teachers(console, 4)
    held, version = clients[0], (await clients[0].sheet())["lesson"]["version"]
    async with console.sql.transaction():
        await console.sql.execute("select from lessons where id = $1 for update", await held.stage.lesson_id())
        crowd = [asyncio.ensure_future(held.send({one: LATE}, version=version)) for one in held.stage.students * 3]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(_save_all(clients[1:]), 4) == [200] * 3
        assert not any(one.done() for one in crowd)
    answers = [one.status_code for one in await asyncio.gather(*crowd)]
    assert (answers.count(200), answers.count(409)) == (3, 9), "only equal saves are no conflicts"


async def test_repeated_late_submissions_get_the_same_response(console: Console) -> None:
    """D-8, D-70: more requests than connections.

    Each is occupied until the first response is stored.
    """
    stage = await AttendanceScenario.of(console, size=2)
    stage.at("00:00", days=1, hours=10)
    teacher = await stage.teacher()
    version = (await teacher.sheet())["lesson"]["version"]
    marks = {stage.students[0]: LATE}
    twins = [asyncio.ensure_future(teacher.send(marks, version=version, key="sent-late")) for _ in range(12)]
    first, *more = [data(one) for one in await asyncio.wait_for(asyncio.gather(*twins), 4)]
    assert first["lateSheetId"]
    assert more == [first] * 11


async def test_of_two_concurrent_bodies_under_one_key_one_is_saved(console: Console) -> None:
    """D-8, D-161: the other is rejected and writes nothing."""
    (teacher,) = await _teachers(console, 1)
    lesson = await teacher.stage.lesson_id()
    later = await console.sql.fetchval(
        "insert into lessons (group_id, teacher_id, date, begin_time, end_time) select group_id, teacher_id, date,"
        " time '13:30', time '14:30' from lessons where id = $1 returning id",
        lesson,
    )
    student, headers = teacher.stage.students[0].id, {"Idempotency-Key": "of-two"}
    entries = [{"studentId": student, "mark": ATTENDED}]
    bodies = [{"lessonId": id, "version": 1, "entries": entries} for id in (lesson, later)]
    path = "/attendance/save-for-academic"

    async def save(body: dict[str, Any]) -> tuple[int, str | None]:
        answer = await teacher.visitor.request("PUT", path, json=body, headers=headers)
        return answer.status_code, answer.json().get("code")

    answers = await asyncio.gather(*map(save, bodies))
    assert sorted(answers) == [(200, None), (409, "SHARED_OTHER_BODY")]
    marked = await console.sql.fetch("select lesson_id from attendances where student_id = $1", student)
    saved = lesson if answers[0][0] == 200 else later
    assert [row["lesson_id"] for row in marked] == [saved]
    assert await console.sql.fetchval(RECORDS, [lesson, later]) == 1
    assert await asyncio.gather(*map(save, bodies)) == answers, "the key belongs to the saved body"


async def test_of_concurrent_responses_under_one_key_the_acknowledged_one_is_stored(console: Console) -> None:
    (teacher,) = await _teachers(console, 1)
    user = await console.sql.fetchval("select id from users where login = $1", teacher.stage.account.login)
    keys = [IdempotencyKey(user, "PUT /route", f"twin-{number % 3}", f"body-{number}") for number in range(60)]
    answers = console.container.idempotency_store()
    stored = await asyncio.gather(*(answers.store(key, key.body_digest.encode(), secret=False) for key in keys))
    winners = [key for key, other in zip(keys, stored, strict=True) if other is None]
    assert len(winners) == 3
    for key in winners:
        assert await answers.find(key) == StoredResponse(key.body_digest, key.body_digest.encode(), secret=False)


def _absent(lesson: Lesson, *students: int | None, version: int = 1) -> SaveCommand:
    """A decided save that marks these students absent."""
    mark = CurrentMark(MarkValue(AttendanceStatus.ABSENT, Reason.WITHOUT_REASON))
    changes = [MarkChange(id or 0, mark, None) for id in students]
    tally, now = Tally(absent=len(students)), datetime(2026, 11, 16, 9, 5, tzinfo=UTC)
    return SaveCommand(lesson, version, changes, tally, 0, True, set(), now, "", "attendance.saved")


async def _lesson(stage: AttendanceScenario) -> Lesson:
    sheets = stage.console.container.attendance_sheets()
    lesson_id = await stage.lesson_id()
    context = sheets.save_context(lesson_id, doors=False, to_school=False, actor=system(), audience="admin")
    return (await context).sheet.lesson


async def _write(console: Console, *savings: SaveCommand) -> list[Any]:
    """The result of each save, sent concurrently."""

    async def one(saving: SaveCommand) -> int | None:
        async with console.container.transaction() as transaction:
            return await console.container.attendance_sheets().save(saving, actor=system(), uow=transaction)

    return await asyncio.gather(*map(one, savings), return_exceptions=True)


async def test_a_failing_save_fails_no_other_save_of_its_batch(console: Console) -> None:
    """The batch commits without the save of a student deleted before it."""
    stages = [await AttendanceScenario.of(console, size=2) for _ in range(4)]
    lessons = [await _lesson(stage) for stage in stages]
    savings = [_absent(lesson, stage.students[0].id) for lesson, stage in zip(lessons, stages, strict=True)]
    savings[2] = _absent(lessons[2], 2_000_000_000)
    came = await _write(console, *savings)
    assert [type(one) for one in came] == [NoneType, NoneType, asyncpg.ForeignKeyViolationError, NoneType]
    assert [len(await stage.stored_marks()) for stage in stages] == [1, 1, 0, 1]


async def test_a_save_of_an_old_version_in_a_batch_is_a_version_conflict(console: Console) -> None:
    """A3: of two saves of one sheet in a batch only one is written."""
    stages = [await AttendanceScenario.of(console, size=2) for _ in range(3)]
    first, twice, old = [await _lesson(stage) for stage in stages]
    students = [[one.id for one in stage.students] for stage in stages]
    came = await _write(
        console,
        _absent(first, students[0][0]),
        _absent(twice, students[1][0]),
        _absent(twice, students[1][1]),
        _absent(old, students[2][0], version=7),
    )
    assert [type(one) for one in came] == [NoneType, NoneType, VersionConflict, VersionConflict]
    assert [set(await stage.stored_marks()) for stage in stages] == [{students[0][0]}, {students[1][0]}, set()]


async def test_two_lessons_of_one_group_move_its_tally_by_both(console: Console) -> None:
    """D-27: the stored tally is the sum of its marks."""
    stage, another = await AttendanceScenario.of(console, size=3), await AttendanceScenario.of(console, size=1)
    lesson = await _lesson(stage)
    later = await console.sql.fetchval(
        "insert into lessons (group_id, teacher_id, date, begin_time, end_time) select group_id, teacher_id, date,"
        " time '16:00', time '17:00' from lessons where id = $1 returning id",
        lesson.id,
    )
    one, two, three = [student.id for student in stage.students]
    savings = [
        _absent(await _lesson(another)),
        _absent(lesson, one, two),
        _absent(replace(lesson, id=later), two, three),
    ]
    assert await _write(console, *savings) == [None] * 3
    assert await stage.tally() == (0, 0, 4)


async def test_generic_plans_use_indexes(fresh_console: Console) -> None:
    """A plan made for an empty table would stay a sequential scan as it grows."""
    await fresh_console.sql.execute("analyze audits")
    async with fresh_console.container.batch_pool().acquire() as line:
        rows = await line.fetch("explain select from only audits x where id = $1 for key share of x", 1)
    assert "Index Scan" in " ".join(row[0] for row in rows)


async def test_concurrent_requests_of_one_key_get_the_same_response(console: Console) -> None:
    """D-8: the response to the first request of each key, batched or alone."""
    clients = await _teachers(console, 4)
    versions = [(await client.sheet())["lesson"]["version"] for client in clients]
    answers = await asyncio.gather(
        *(
            client.send({client.stage.students[0]: LATE}, version=version, key=f"one-of-{client.stage.group.id}")
            for client, version in zip(clients, versions, strict=True)
            for _ in range(3)
        )
    )
    results = [data(answer) for answer in answers]
    for first, *twins in zip(*[iter(results)] * 3, strict=True):
        assert twins == [first, first]
        assert (first["saved"], len(first["changed"]["marks"])) == (1, 1)
    sent = clients[0].send({clients[0].stage.students[1]: LATE}, key=f"one-of-{clients[0].stage.group.id}")
    assert (await sent).json()["code"] == "SHARED_OTHER_BODY"


@pytest.mark.parametrize("lost", ["update idempotency_keys set answer = ''", "delete from idempotency_keys"])
async def test_a_response_lost_before_it_was_stored_is_derived_from_the_present_state(
    console: Console, lost: str
) -> None:
    """A4, D-8: the process died before storing the response.

    The repeated save changes nothing; another body stays rejected where the key is claimed.
    """
    key = lost[:6]
    teacher = await (await AttendanceScenario.of(console)).teacher()
    marks, version = {teacher.stage.students[0]: LATE}, (await teacher.sheet())["lesson"]["version"]
    assert (await teacher.save(marks, version=version, key=key))["saved"] == 1
    assert (await console.sql.execute(f"{lost} where key = $1", key)).endswith(" 1")
    if "update" in lost:
        other = await teacher.send({teacher.stage.students[1]: LATE}, key=key)
        assert (other.status_code, other.json()["code"]) == (409, "SHARED_OTHER_BODY")
    again = await teacher.save(marks, version=version, key=key)
    assert (again["saved"], again["changed"]) == (0, None)
    assert [row["status"] for row in again["sheet"]["students"] if row["status"]] == [LATE]
    assert await console.sql.fetchval(RECORDS, [await teacher.stage.lesson_id()]) == 1
