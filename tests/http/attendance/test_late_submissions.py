"""A teacher's late submission, decided by the office (D-70).

Once, completely, and never over the office's own mark.
"""

import asyncio
from datetime import datetime, timedelta
from typing import Any

import pytest

from tests.http.attendance.scenario import (
    ABSENT,
    ATTENDED,
    COME,
    DAY,
    LATE,
    OFFICE,
    ON_THE_ROAD,
    TEACHES,
    WITHOUT_REASON,
    AttendanceClient,
    AttendanceScenario,
)
from tests.support.builders import a_branch, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

# attended, late, absent as they are stored
CELL_ATTENDED, CELL_ABSENT, CELL_LATE = 1, 2, 4


@pytest.fixture
async def stage(console: Console) -> AttendanceScenario:
    """A class ten hours past its save window, known to the school."""
    stage = await AttendanceScenario.of(console, size=4)
    await console.sql.execute("update groups set h_id = 'g' || id where id = $1", stage.group.id)
    ids = [student.id for student in stage.students]
    await console.sql.execute("update students set h_id = 's' || id where id = any ($1)", ids)
    await console.sql.execute("delete from late_sheets")
    stage.at("00:00", days=1, hours=10)
    return stage


async def _send(stage: AttendanceScenario, **more: Any) -> int:
    """Two attended, one late, one absent; the id of the late submission."""
    first, second, third, fourth = stage.students
    marks = {first: ATTENDED, second: ATTENDED, third: (LATE, ON_THE_ROAD), fourth: (ABSENT, WITHOUT_REASON)}
    saved = await (await stage.teacher()).save(marks, **more)
    assert (saved["saved"], saved["pushId"]) == (0, None)
    return int(saved["lateSheetId"])


async def _decide(visitor: Visitor, *ids: int, confirm: bool = True) -> list[dict[str, Any]]:
    answer = await visitor.post("/attendance/late/decide", {"ids": list(ids), "confirm": confirm})
    return list(data(answer)["decided"])


async def _verbs(stage: AttendanceScenario) -> list[str]:
    sql = "select verb from audits where entity = 'lesson' and entity_id = $1 order by id"
    return [row["verb"] for row in await stage.console.sql.fetch(sql, await stage.lesson_id())]


async def test_a_late_submission_is_listed_with_its_author_and_counts(stage: AttendanceScenario) -> None:
    """D-70: its lesson, and the times of marking and of arrival."""
    marked = "2026-11-16T15:10:00+05:00"
    sheet_id = await _send(stage, markedAt=marked)
    office = await stage.office()
    (row,) = (await office.visitor.data("/attendance/late"))["sheets"]
    assert (row["id"], row["lessonId"], row["group"]["id"]) == (sheet_id, await stage.lesson_id(), stage.group.id)
    name = await stage.console.sql.fetchval("select full_name from users where id = $1", stage.account.id)
    assert (row["date"], row["beginTime"], row["sentBy"]) == ("2026-11-16", "14:00", name)
    assert (row["attended"], row["late"], row["absent"]) == (2, 1, 1)
    assert row["markedAt"] == "2026-11-16T10:10:00Z"
    assert await stage.stored_marks() == {}


async def test_the_sheet_shows_a_late_submission_until_it_is_decided(stage: AttendanceScenario) -> None:
    """D-70: to the teacher who sent it and to the office."""
    teacher, office = await stage.teacher(), await stage.office()
    assert [(await one.sheet())["lesson"]["lateSentAt"] for one in (teacher, office)] == [None, None]
    sheet_id = await _send(stage)
    (row,) = (await office.visitor.data("/attendance/late"))["sheets"]
    assert {(await one.sheet())["lesson"]["lateSentAt"] for one in (teacher, office)} == {row["sentAt"]}
    await _decide(office.visitor, sheet_id, confirm=False)
    assert (await teacher.sheet())["lesson"]["lateSentAt"] is None


async def test_the_teacher_sees_the_marks_that_wait(stage: AttendanceScenario) -> None:
    """D-70, D-47: by student, until decided or corrected by the office since."""
    first, second, third, fourth = stage.students
    sheet_id = await _send(stage)
    teacher, office = await stage.teacher(), await stage.office()
    waiting = {row["studentId"]: row["waiting"] for row in (await teacher.sheet())["students"]}
    assert waiting == {
        first.id: {"status": CELL_ATTENDED, "reason": None, "reasonIsDefault": False},
        second.id: {"status": CELL_ATTENDED, "reason": None, "reasonIsDefault": False},
        third.id: {"status": CELL_LATE, "reason": ON_THE_ROAD, "reasonIsDefault": False},
        fourth.id: {"status": CELL_ABSENT, "reason": WITHOUT_REASON, "reasonIsDefault": False},
    }
    assert {row["waiting"] for row in (await office.sheet())["students"]} == {None}, "the office has its own list"
    stage.at("00:00", days=1, hours=10, minutes=5)
    await office.save({fourth: ATTENDED})
    assert (await teacher.row(fourth))["waiting"] is None
    await _decide(office.visitor, sheet_id)
    assert {row["waiting"] for row in (await teacher.sheet())["students"]} == {None}


async def test_a_late_correction_keeps_the_marks_sent_before(stage: AttendanceScenario) -> None:
    """D-70: only what is changed is sent again, also back to what is stored."""
    first, second, third, fourth = stage.students
    statement = "insert into attendances (lesson_id, student_id, status, marked_at) values ($1, $2, 1, $3)"
    yesterday = stage.console.clock.now() - timedelta(days=1)
    await stage.console.sql.execute(statement, await stage.lesson_id(), third.id, yesterday)
    sheet_id = await _send(stage)
    teacher = await stage.teacher()
    assert (await teacher.save({fourth: ATTENDED}))["lateSheetId"] == sheet_id
    assert (await teacher.save({third: ATTENDED}))["lateSheetId"] == sheet_id
    waiting = {row["studentId"]: row["waiting"]["status"] for row in (await teacher.sheet())["students"]}
    assert waiting == dict.fromkeys((first.id, second.id, third.id, fourth.id), CELL_ATTENDED)


async def test_a_late_submission_of_stored_marks_alone_is_not_kept(stage: AttendanceScenario) -> None:
    """D-70, A4: nothing would change, so nothing waits."""
    student = stage.students[0]
    statement = "insert into attendances (lesson_id, student_id, status, marked_at) values ($1, $2, 1, $3)"
    yesterday = stage.console.clock.now() - timedelta(days=1)
    await stage.console.sql.execute(statement, await stage.lesson_id(), student.id, yesterday)
    assert (await (await stage.teacher()).save({student: ATTENDED}))["lateSheetId"] is None
    assert await _verbs(stage) == []


async def test_a_late_submission_previews_its_changes_by_name(stage: AttendanceScenario) -> None:
    """D-70, D-47, A1: changed and first marks, without unchanged ones.

    Students who would not be marked are named with the reason, exactly as confirming does then.
    """
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


async def test_a_door_proposal_is_previewed_as_its_status(stage: AttendanceScenario) -> None:
    """D-24, D-70: *come* twenty minutes after the begin is late."""
    student = stage.students[0]
    statement = """insert into door_events (device, serial, student_id, received_at, at)
        select 'eshik', coalesce(max(serial), 0) + 1, $1, $2, $2 from door_events"""
    await stage.console.sql.execute(statement, student.id, datetime.fromisoformat(f"{DAY}T14:20:00+05:00"))
    await (await stage.teacher()).save({student: COME})
    (row,) = (await (await stage.office()).visitor.data("/attendance/late"))["sheets"]
    assert (row["attended"], row["late"], row["absent"]) == (0, 1, 0)
    assert [(one["status"], one["reason"]) for one in row["changes"]] == [(CELL_LATE, ON_THE_ROAD)]


async def test_a_confirmed_submission_is_saved_as_the_offices(stage: AttendanceScenario) -> None:
    """D-70, D-47, D-26: marks, tally, one audit record and the push."""
    sheet_id = await _send(stage)
    office = await stage.office()
    (decided,) = await _decide(office.visitor, sheet_id)
    assert decided == {"id": sheet_id, "saved": 4, "refused": []}
    first, second, third, fourth = (student.id for student in stage.students)
    assert await stage.stored_marks() == {
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


async def test_a_rejected_submission_changes_nothing(stage: AttendanceScenario) -> None:
    """D-70: the audit record names who rejected it."""
    sheet_id = await _send(stage)
    office = await stage.office()
    assert await _decide(office.visitor, sheet_id, confirm=False) == [{"id": sheet_id, "saved": 0, "refused": []}]
    assert await stage.stored_marks() == {}
    assert (await office.visitor.data("/attendance/late"))["sheets"] == []
    assert await _verbs(stage) == ["attendance.sent_late", "attendance.late_refused"]
    assert await _decide(office.visitor, sheet_id) == []
    assert await stage.stored_marks() == {}


async def test_a_decision_without_ids_applies_to_all_submissions_in_scope(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-70: those of the caller's branches alone."""
    other = await AttendanceScenario.of(console, size=4)
    other.at("00:00", days=1, hours=10)
    mine, theirs = await _send(stage), await _send(other)
    office = await stage.office()
    both = await console.sign_in(a_user_with(OFFICE).of(stage.branch, other.branch))
    assert [one["id"] for one in await _decide(office.visitor)] == [mine]
    assert [one["id"] for one in await _decide(both)] == [theirs]
    assert await _decide(both) == []
    assert (len(await stage.stored_marks()), len(await other.stored_marks())) == (4, 4)


async def test_a_submission_is_decided_once_by_concurrent_decisions(stage: AttendanceScenario) -> None:
    """Ten concurrent decisions, some to confirm, some to reject: one counts."""
    sheet_id = await _send(stage)
    office = (await stage.office()).visitor
    turns = [(sheet_id,) if turn % 2 else () for turn in range(10)]
    results = await asyncio.gather(*(_decide(office, *ids, confirm=turn % 3 > 0) for turn, ids in enumerate(turns)))
    assert [len(one) for one in results if one] == [1]
    records = [verb for verb in await _verbs(stage) if verb.startswith("attendance.late_")]
    assert len(records) == 1
    assert len(await stage.stored_marks()) == (4 if records == ["attendance.late_confirmed"] else 0)


async def test_a_submission_resent_during_its_decision_does_not_stay_pending(stage: AttendanceScenario) -> None:
    """The teacher sends another version while the office confirms.

    Both get a response, every mark is stored, and a mark that the office has confirmed is not submitted again (D-47).
    """
    teacher, office = await stage.teacher(), await stage.office()
    others, fourth = dict.fromkeys(stage.students[:3], ATTENDED), stage.students[3]
    for mark in (ABSENT, ATTENDED) * 3:
        sending = teacher.send(others | {fourth: mark})
        sent, decided = await asyncio.gather(sending, _decide(office.visitor))
        assert sent.is_success
        assert len(decided) <= 1
    await _decide(office.visitor)
    assert len(await stage.stored_marks()) == 4
    assert (await office.visitor.data("/attendance/late"))["sheets"] == []


async def test_a_later_mark_of_the_office_is_not_overwritten(stage: AttendanceScenario) -> None:
    """D-47: such a student is named; the others are saved."""
    sheet_id = await _send(stage)
    first = stage.students[0]
    office = await stage.office()
    stage.at("00:00", days=1, hours=10, minutes=5)
    await office.save({first: (ABSENT, WITHOUT_REASON)})
    (decided,) = await _decide(office.visitor, sheet_id)
    assert decided["saved"] == 3
    assert [(one["studentId"], one["code"]) for one in decided["refused"]] == [(first.id, "ATTENDANCE_OFFICE_MARK")]
    assert decided["refused"][0]["fullName"]
    assert (await stage.stored_marks())[first.id or 0] == (CELL_ABSENT, WITHOUT_REASON)


async def test_a_student_who_left_before_the_decision_is_named(stage: AttendanceScenario) -> None:
    """A1, D-25: the others are saved."""
    sheet_id = await _send(stage)
    gone = stage.students[1]
    await stage.console.sql.execute("delete from enrolments where student_id = $1", gone.id)
    (decided,) = await _decide((await stage.office()).visitor, sheet_id)
    assert decided["saved"] == 3
    assert [(one["studentId"], one["code"]) for one in decided["refused"]] == [(gone.id, "ATTENDANCE_NOT_IN_GROUP")]


async def test_a_submission_for_a_lesson_outside_its_group_stays_pending(stage: AttendanceScenario) -> None:
    """D-25: the group's dates changed: everybody is named, nothing is saved.

    It can still be rejected.
    """
    sheet_id = await _send(stage)
    await stage.console.sql.execute("update groups set ended_date = '2026-11-01' where id = $1", stage.group.id)
    office = (await stage.office()).visitor
    (decided,) = await _decide(office, sheet_id)
    assert (decided["saved"], {one["code"] for one in decided["refused"]}) == (0, {"ATTENDANCE_OUTSIDE_GROUP"})
    assert await stage.stored_marks() == {}
    assert [one["id"] for one in await _decide(office, sheet_id, confirm=False)] == [sheet_id]


async def test_a_submission_of_another_branch_is_not_found(stage: AttendanceScenario) -> None:
    """D-12, D-54: nor an unknown one; then none of the named is decided."""
    sheet_id = await _send(stage)
    stranger = await stage.console.sign_in(a_user_with(OFFICE).of(a_branch()))
    office = (await stage.office()).visitor
    assert (await stranger.data("/attendance/late"))["sheets"] == []
    for visitor, ids in ((stranger, [sheet_id]), (office, [10**9]), (office, [sheet_id, 10**9])):
        answer = await visitor.post("/attendance/late/decide", {"ids": ids, "confirm": True})
        assert answer.status_code == 404
    assert await _decide(stranger) == []
    assert await stage.stored_marks() == {}


async def test_a_teacher_cannot_decide(stage: AttendanceScenario) -> None:
    """D-70: reading takes all_groups:attendance, deciding its update."""
    sheet_id = await _send(stage)
    body = {"ids": [sheet_id], "confirm": True}
    for rights in (TEACHES, {"all_groups:attendance": ["read"]}):
        visitor = await stage.console.sign_in(a_user_with(rights).of(stage.branch))
        assert (await visitor.post("/attendance/late/decide", body)).status_code == 403
    teacher = (await stage.teacher()).visitor
    assert (await teacher.get("/attendance/late")).status_code == 403


async def test_a_repeated_decision_gets_the_first_response(stage: AttendanceScenario) -> None:
    """D-8: the response was lost; the browser sends the same key again."""
    sheet_id = await _send(stage)
    office = AttendanceClient(stage, await stage.console.sign_in(a_superadmin()), "admin")
    body, headers = {"ids": [sheet_id], "confirm": True}, {"Idempotency-Key": "the-same"}
    answers = [
        await office.visitor.request("POST", "/attendance/late/decide", json=body, headers=headers) for _ in range(2)
    ]
    assert [data(answer)["decided"][0]["saved"] for answer in answers] == [4, 4]
    assert len(await _verbs(stage)) == 2


async def test_more_than_two_hundred_ids_are_rejected(stage: AttendanceScenario) -> None:
    office = (await stage.office()).visitor
    answer = await office.post("/attendance/late/decide", {"ids": list(range(1, 202)), "confirm": True})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["ids"])


async def test_concurrent_sends_of_one_sheet_store_one_submission(stage: AttendanceScenario) -> None:
    """A10, D-70: a bad network repeats it without an idempotency key."""
    teacher = await stage.teacher()
    version = (await teacher.sheet())["lesson"]["version"]
    one = {stage.students[0]: ATTENDED}
    async with stage.console.sql.transaction():
        # all of them have begun before the first can write
        await stage.console.sql.execute("lock table late_sheets in exclusive mode")
        saves = [asyncio.ensure_future(teacher.save(one, version=version)) for _ in range(8)]
        await asyncio.sleep(1)
    sent = await asyncio.gather(*saves)
    assert len({one["lateSheetId"] for one in sent}) == 1
    rows = "select count(*) from late_sheets where lesson_id = $1"
    assert await stage.console.sql.fetchval(rows, await stage.lesson_id()) == 1
    assert await _verbs(stage) == ["attendance.sent_late"]
