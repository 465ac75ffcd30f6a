"""What a teacher sent after his time, decided by the office (D-70): once, all at once, and never over its own word."""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.http.attendance.attending import (
    ABSENT,
    ATTENDED,
    COME,
    DAY,
    LATE,
    OFFICE,
    ON_THE_ROAD,
    TEACHES,
    WITHOUT_REASON,
    Hand,
    Teaching,
)
from tests.support.builders import a_branch, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

# attended, late, absent as they are kept
CELL_ATTENDED, CELL_ABSENT, CELL_LATE = 1, 2, 4


@pytest.fixture
async def stage(console: Console) -> Teaching:
    """A class whose teacher's time is over since ten hours, and the school knows it and its students."""
    stage = await Teaching.of(console, size=4)
    await console.sql.execute("update groups set h_id = 'g' || id where id = $1", stage.group.id)
    ids = [student.id for student in stage.students]
    await console.sql.execute("update students set h_id = 's' || id where id = any ($1)", ids)
    await console.sql.execute("delete from late_sheets")
    stage.at("00:00", days=1, hours=10)
    return stage


async def _send(stage: Teaching, **more: Any) -> int:
    """Two came, one late, one did not; the id of what waits."""
    first, second, third, fourth = stage.students
    marks = {first: ATTENDED, second: ATTENDED, third: (LATE, ON_THE_ROAD), fourth: (ABSENT, WITHOUT_REASON)}
    saved = await (await stage.teacher()).save(marks, **more)
    assert (saved["saved"], saved["pushId"]) == (0, None)
    return int(saved["lateSheetId"])


async def _decide(visitor: Visitor, *ids: int, confirm: bool = True) -> list[dict[str, Any]]:
    answer = await visitor.post("/attendance/late/decide", {"ids": list(ids), "confirm": confirm})
    return list(data(answer)["decided"])


async def _verbs(stage: Teaching) -> list[str]:
    sql = "select verb from audits where entity = 'lesson' and entity_id = $1 order by id"
    return [row["verb"] for row in await stage.console.sql.fetch(sql, await stage.lesson_id())]


async def test_what_waits_is_shown_with_what_it_says(stage: Teaching) -> None:
    """D-70: who sent it, for which lesson, when it was marked and when it came, and its counts."""
    marked = "2026-11-16T15:10:00+05:00"
    sheet_id = await _send(stage, markedAt=marked)
    office = await stage.office()
    (row,) = (await office.visitor.data("/attendance/late"))["sheets"]
    assert (row["id"], row["lessonId"], row["group"]["id"]) == (sheet_id, await stage.lesson_id(), stage.group.id)
    name = await stage.console.sql.fetchval("select full_name from users where id = $1", stage.account.id)
    assert (row["date"], row["beginTime"], row["sentBy"]) == ("2026-11-16", "14:00", name)
    assert (row["attended"], row["late"], row["absent"]) == (2, 1, 1)
    assert row["markedAt"] == "2026-11-16T10:10:00Z"
    assert await stage.kept() == {}


async def test_the_lessons_sheet_says_that_something_waits_until_it_is_decided(stage: Teaching) -> None:
    """D-70: to the teacher who sent it and to the office, whenever the sheet is read."""
    teacher, office = await stage.teacher(), await stage.office()
    assert [(await one.sheet())["lesson"]["lateSentAt"] for one in (teacher, office)] == [None, None]
    sheet_id = await _send(stage)
    (row,) = (await office.visitor.data("/attendance/late"))["sheets"]
    assert {(await one.sheet())["lesson"]["lateSentAt"] for one in (teacher, office)} == {row["sentAt"]}
    await _decide(office.visitor, sheet_id, confirm=False)
    assert (await teacher.sheet())["lesson"]["lateSentAt"] is None


async def test_what_waits_tells_by_name_what_confirming_would_change(stage: Teaching) -> None:
    """D-70, D-47, A1: a mark that becomes another, a first one; none of what stands so already; and who would not be
    marked, with the reason: exactly what comes of it then."""
    first, second, third, fourth = stage.students
    await _send(stage)
    office = await stage.office()
    await stage.console.sql.execute(
        "insert into attendances (lesson_id, student_id, status, marked_at) values ($1, $2, 1, $3), ($1, $4, 1, $3)",
        *(await stage.lesson_id(), first.id, stage.console.clock.now() - timedelta(days=1), third.id),
    )
    stage.at("00:00", days=1, hours=10, minutes=5)
    await office.save({fourth: ATTENDED})
    (row,) = (await office.visitor.data("/attendance/late"))["sheets"]
    changes = {one["studentId"]: (one["was"], one["status"], one["reason"]) for one in row["changes"]}
    assert changes == {
        second.id: (None, CELL_ATTENDED, None),
        third.id: (CELL_ATTENDED, CELL_LATE, ON_THE_ROAD),
    }
    assert [(one["studentId"], one["code"]) for one in row["refused"]] == [(fourth.id, "ATTENDANCE_OFFICE_MARK")]
    names = await stage.console.sql.fetch("select full_name from students where id = any ($1)", [second.id, third.id])
    assert sorted(one["fullName"] for one in row["changes"]) == sorted(name["full_name"] for name in names)
    (decided,) = await _decide(office.visitor, row["id"])
    assert (decided["saved"], decided["refused"]) == (len(changes), row["refused"])


async def test_what_a_door_proposed_is_told_as_what_it_means(stage: Teaching) -> None:
    """D-24, D-70: *come* of who entered twenty minutes after the begin is late."""
    student = stage.students[0]
    told = """insert into door_events (device, serial, student_id, received_at, at)
        select 'eshik', coalesce(max(serial), 0) + 1, $1, $2, $2 from door_events"""
    await stage.console.sql.execute(told, student.id, datetime.fromisoformat(f"{DAY}T14:20:00+05:00"))
    await (await stage.teacher()).save({student: COME})
    (row,) = (await (await stage.office()).visitor.data("/attendance/late"))["sheets"]
    assert (row["attended"], row["late"], row["absent"]) == (0, 1, 0)
    assert [(one["status"], one["reason"]) for one in row["changes"]] == [(CELL_LATE, ON_THE_ROAD)]


async def test_what_is_confirmed_is_saved_as_the_offices(stage: Teaching) -> None:
    """D-70, D-47, D-26: marks, the group's tally, one record, and the push to the school."""
    sheet_id = await _send(stage)
    office = await stage.office()
    (decided,) = await _decide(office.visitor, sheet_id)
    assert decided == {"id": sheet_id, "saved": 4, "refused": []}
    first, second, third, fourth = (student.id for student in stage.students)
    assert await stage.kept() == {
        first: (CELL_ATTENDED, None),
        second: (CELL_ATTENDED, None),
        third: (CELL_LATE, ON_THE_ROAD),
        fourth: (CELL_ABSENT, WITHOUT_REASON),
    }
    assert await stage.tally() == (2, 1, 1)
    rows = (await office.sheet())["students"]
    assert {row["byOffice"] for row in rows} == {True}
    assert {row["push"]["state"] for row in rows} == {"queued"}
    assert (await office.visitor.data("/attendance/late"))["sheets"] == []
    assert await _verbs(stage) == ["attendance.sent_late", "attendance.late_confirmed"]


async def test_what_is_refused_changes_nothing(stage: Teaching) -> None:
    """D-70: and it is recorded by whom."""
    sheet_id = await _send(stage)
    office = await stage.office()
    assert await _decide(office.visitor, sheet_id, confirm=False) == [{"id": sheet_id, "saved": 0, "refused": []}]
    assert await stage.kept() == {}
    assert (await office.visitor.data("/attendance/late"))["sheets"] == []
    assert await _verbs(stage) == ["attendance.sent_late", "attendance.late_refused"]
    assert await _decide(office.visitor, sheet_id) == []
    assert await stage.kept() == {}


async def test_all_are_decided_at_once(console: Console, stage: Teaching) -> None:
    """D-70: none named is all that wait, of one's branches alone."""
    other = await Teaching.of(console, size=4)
    other.at("00:00", days=1, hours=10)
    mine, theirs = await _send(stage), await _send(other)
    office = await stage.office()
    both = await console.sign_in(a_user_with(OFFICE).of(stage.branch, other.branch))
    assert [one["id"] for one in await _decide(office.visitor)] == [mine]
    assert [one["id"] for one in await _decide(both)] == [theirs]
    assert await _decide(both) == []
    assert (len(await stage.kept()), len(await other.kept())) == (4, 4)


async def test_each_is_decided_once_however_many_decide(stage: Teaching) -> None:
    """Ten clerks press at the same moment, some to confirm, some to refuse: one of them has decided."""
    sheet_id = await _send(stage)
    office = (await stage.office()).visitor
    turns = [(sheet_id,) if turn % 2 else () for turn in range(10)]
    told = await asyncio.gather(*(_decide(office, *ids, confirm=turn % 3 > 0) for turn, ids in enumerate(turns)))
    assert [len(one) for one in told if one] == [1]
    records = [verb for verb in await _verbs(stage) if verb.startswith("attendance.late_")]
    assert len(records) == 1
    assert len(await stage.kept()) == (4 if records == ["attendance.late_confirmed"] else 0)


async def test_sent_anew_while_it_is_decided_nothing_waits_for_ever(stage: Teaching) -> None:
    """The teacher sends another version while the office confirms: both are answered, every mark is kept, and what the
    office has confirmed is not sent anew (D-47)."""
    teacher, office = await stage.teacher(), await stage.office()
    others, fourth = dict.fromkeys(stage.students[:3], ATTENDED), stage.students[3]
    for mark in (ABSENT, ATTENDED) * 3:
        sending = teacher.send(others | {fourth: mark})
        sent, decided = await asyncio.gather(sending, _decide(office.visitor))
        assert sent.is_success
        assert len(decided) <= 1
    await _decide(office.visitor)
    assert len(await stage.kept()) == 4
    assert (await office.visitor.data("/attendance/late"))["sheets"] == []


async def test_the_offices_later_word_is_not_taken_back(stage: Teaching) -> None:
    """D-47: whom the office has marked since it was sent stays as the office said, and is named; the others are
    saved."""
    sheet_id = await _send(stage)
    first = stage.students[0]
    office = await stage.office()
    stage.at("00:00", days=1, hours=10, minutes=5)
    await office.save({first: (ABSENT, WITHOUT_REASON)})
    (decided,) = await _decide(office.visitor, sheet_id)
    assert decided["saved"] == 3
    assert [(one["studentId"], one["code"]) for one in decided["refused"]] == [(first.id, "ATTENDANCE_OFFICE_MARK")]
    assert decided["refused"][0]["fullName"]
    assert (await stage.kept())[first.id or 0] == (CELL_ABSENT, WITHOUT_REASON)


async def test_who_left_meanwhile_is_named_and_the_others_are_saved(stage: Teaching) -> None:
    """A1, D-25: not a student of that day any more by the time it is decided."""
    sheet_id = await _send(stage)
    gone = stage.students[1]
    await stage.console.sql.execute("delete from enrolments where student_id = $1", gone.id)
    (decided,) = await _decide((await stage.office()).visitor, sheet_id)
    assert decided["saved"] == 3
    assert [(one["studentId"], one["code"]) for one in decided["refused"]] == [(gone.id, "ATTENDANCE_NOT_IN_GROUP")]


async def test_a_lesson_outside_its_group_waits_on(stage: Teaching) -> None:
    """D-25: the group's days were changed: nothing can be saved, everybody is named, and it can still be refused."""
    sheet_id = await _send(stage)
    await stage.console.sql.execute("update groups set ended_date = '2026-11-01' where id = $1", stage.group.id)
    office = (await stage.office()).visitor
    (decided,) = await _decide(office, sheet_id)
    assert (decided["saved"], {one["code"] for one in decided["refused"]}) == (0, {"ATTENDANCE_OUTSIDE_GROUP"})
    assert await stage.kept() == {}
    assert [one["id"] for one in await _decide(office, sheet_id, confirm=False)] == [sheet_id]


async def test_a_foreign_sheet_is_not_there(stage: Teaching) -> None:
    """D-12, D-54: of another branch; one that there never was; and of those named together none is decided."""
    sheet_id = await _send(stage)
    stranger = await stage.console.sign_in(a_user_with(OFFICE).of(a_branch()))
    office = (await stage.office()).visitor
    assert (await stranger.data("/attendance/late"))["sheets"] == []
    for visitor, ids in ((stranger, [sheet_id]), (office, [10**9]), (office, [sheet_id, 10**9])):
        answer = await visitor.post("/attendance/late/decide", {"ids": ids, "confirm": True})
        assert answer.status_code == 404
    assert await _decide(stranger) == []
    assert await stage.kept() == {}


async def test_a_teacher_decides_nothing(stage: Teaching) -> None:
    """D-70: a holder of all_groups:attendance, and to decide, of its update."""
    sheet_id = await _send(stage)
    body = {"ids": [sheet_id], "confirm": True}
    for rights in (TEACHES, {"all_groups:attendance": ["read"]}):
        visitor = await stage.console.sign_in(a_user_with(rights).of(stage.branch))
        assert (await visitor.post("/attendance/late/decide", body)).status_code == 403
    teacher = (await stage.teacher()).visitor
    assert (await teacher.get("/attendance/late")).status_code == 403


async def test_a_repeated_decision_is_answered_as_the_first(stage: Teaching) -> None:
    """D-8: the answer was lost, and the browser sends the same again under its key."""
    sheet_id = await _send(stage)
    office = Hand(stage, await stage.console.sign_in(a_superadmin()), "admin")
    body, headers = {"ids": [sheet_id], "confirm": True}, {"Idempotency-Key": "the-same"}
    answers = [
        await office.visitor.ask("POST", "/attendance/late/decide", json=body, headers=headers) for _ in range(2)
    ]
    assert [data(answer)["decided"][0]["saved"] for answer in answers] == [4, 4]
    assert len(await _verbs(stage)) == 2


async def test_too_many_at_once_are_refused(stage: Teaching) -> None:
    office = (await stage.office()).visitor
    answer = await office.post("/attendance/late/decide", {"ids": list(range(1, 202)), "confirm": True})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["ids"])


async def test_a_sheet_that_is_sent_many_times_at_once_waits_once(stage: Teaching) -> None:
    """A10, D-70: a bad network sends it again and again, under no key: it is one sheet."""
    teacher = await stage.teacher()
    version = (await teacher.sheet())["lesson"]["version"]
    one = {stage.students[0]: ATTENDED}
    async with stage.console.sql.transaction():
        # all of them have begun before the first can write
        await stage.console.sql.execute("lock table late_sheets in exclusive mode")
        saves = [asyncio.ensure_future(teacher.save(one, version=version)) for _ in range(8)]
        await asyncio.sleep(1)
    sent = await asyncio.gather(*saves)
    assert len({told["lateSheetId"] for told in sent}) == 1
    rows = "select count(*) from late_sheets where lesson_id = $1"
    assert await stage.console.sql.fetchval(rows, await stage.lesson_id()) == 1
    assert await _verbs(stage) == ["attendance.sent_late"]
