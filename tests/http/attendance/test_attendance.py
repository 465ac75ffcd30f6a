"""Attendance of a class: who may save it, when, and the effects of a save."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from adapters.postgres.core.pool import RawPool
from tests.http.attendance.scenario import (
    ABSENT,
    ATTENDED,
    COME,
    DAY,
    LATE,
    OFFICE,
    ON_THE_ROAD,
    REASONABLE,
    TEACHES,
    WITHOUT_REASON,
    AttendanceScenario,
    apply_changes,
)
from tests.support.builders import Student, a_branch, a_class_of, a_student, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console

AUDITS = "select verb, before, after, actor_id from audits where entity = 'lesson' and entity_id = $1 order by id"


@pytest.fixture
async def stage(console: Console) -> AttendanceScenario:
    """A class of five, five minutes into its lesson."""
    return await AttendanceScenario.of(console)


async def test_a_save_stores_every_mark_of_the_class(stage: AttendanceScenario) -> None:
    """The form's marks are stored; late and absent carry their reason.

    R2-202, R2-258, R2-259, R2-381, D-24.
    """
    teacher, (one, two, three, four, five) = await stage.teacher(), stage.students
    before = await teacher.sheet()
    assert [row["status"] for row in before["students"]] == [None] * 5
    assert (before["lesson"]["takes"], before["lesson"]["markedAt"]) == ("open", None)
    marks = {one: ATTENDED, two: (ABSENT, WITHOUT_REASON), three: (LATE, ON_THE_ROAD), four: (ABSENT, REASONABLE)}
    saved = await teacher.save(marks)
    assert (saved["saved"], saved["refused"], saved["lateSheetId"]) == (4, [], None)
    assert await stage.stored_marks() == {one.id: (1, None), two.id: (2, 3), three.id: (4, 1), four.id: (2, 2)}
    after = await teacher.sheet()
    assert after == apply_changes(before, saved, "academic"), "the reported changes are complete"
    assert {row["studentId"]: row["status"] for row in after["students"]}[five.id] is None, "D-46: unmarked"
    assert after["lesson"]["version"] == before["lesson"]["version"] + 1
    assert await stage.tally() == (1, 1, 2)


async def test_the_sheet_is_sorted_by_name_and_complete(console: Console, stage: AttendanceScenario) -> None:
    """Staff, group, lesson number, phone and the six previous lessons.

    R2-201: the newest lesson last, null where nothing was marked.
    """
    lesson_ids = [
        row["id"]
        for row in await console.sql.fetch(
            "select id from lessons where group_id = $1 and date < $2 order by date", stage.group.id, DAY
        )
    ]
    student = stage.students[0]
    await console.sql.execute(
        "insert into attendances (lesson_id, student_id, status, reason, marked_at) values ($1, $2, 4, 1, now())",
        lesson_ids[-1],
        student.id,
    )
    await console.sql.execute("update students set phone = '+998901234567' where id = $1", student.id)
    await console.sql.execute("update lessons set no_class_reason = 'kasal' where id = $1", lesson_ids[0])
    teacher = await stage.teacher()
    sheet = await teacher.sheet()
    names, ids = [row["fullName"] for row in sheet["students"]], [row["studentId"] for row in sheet["students"]]
    keys = await console.sql.fetch("select full_name from students where id = any ($1) order by sort_key", ids)
    assert names == [row["full_name"] for row in keys]
    row = await teacher.row(student)
    assert (row["phoneNumber"], row["last"]) == ("+998901234567", [None, None, 4])
    assert row["outside"] == [False] * 3
    assert sheet["lesson"]["number"] == len(lesson_ids), "a lesson without class is not counted"
    assert (sheet["lesson"]["date"], sheet["lesson"]["beginTime"]) == (DAY.isoformat(), "14:00")
    assert (sheet["lesson"]["begins"], sheet["lesson"]["closes"]) == ("2026-11-16T09:00:00Z", "2026-11-16T19:00:00Z")


async def test_previous_lessons_reflect_the_students_period_in_the_group(
    console: Console, stage: AttendanceScenario
) -> None:
    """Days outside the student's periods are not shown as unmarked.

    D-46, D-48: before the student joined and between two periods; a stored mark stays visible.
    """
    joined, twice, always, *_ = stage.students
    lessons = await console.sql.fetch(
        "select id, date from lessons where group_id = $1 and date < $2 order by date", stage.group.id, DAY
    )
    first, *between = [row["date"] for row in lessons]
    await console.sql.execute("update enrolments set started_date = $2 where student_id = $1", joined.id, DAY)
    ended = "update enrolments set ended_date = $2, action_id = 2 where student_id = $1"
    await console.sql.execute(ended, twice.id, first)
    enrolled = "insert into enrolments (student_id, group_id, action_id, started_date) values ($1, $2, 1, $3)"
    await console.sql.execute(enrolled, twice.id, stage.group.id, DAY)
    mark = "insert into attendances (lesson_id, student_id, status, marked_at) values ($1, $2, 1, now())"
    await console.sql.execute(mark, lessons[-1]["id"], joined.id)
    sheet = await (await stage.teacher()).sheet()
    seen = {row["studentId"]: (row["last"], row["outside"]) for row in sheet["students"]}
    none = [None] * len(between)
    assert seen[joined.id] == ([*none, 1], [True] * len(between) + [False])
    assert seen[twice.id] == ([None] + [5] * len(between), [False] * len(lessons))
    assert seen[always.id] == ([None] * len(lessons), [False] * len(lessons))


async def test_a_sheet_is_found_by_lesson_or_by_day_and_schedule(console: Console, stage: AttendanceScenario) -> None:
    """R2-029, D-71: edit/{date} names the day.

    A group without a schedule has 0 in its place (D-55).
    """
    teacher, lesson_id = await stage.teacher(), await stage.lesson_id()
    schedule_id = await console.sql.fetchval("select id from schedules where group_id = $1", stage.group.id)
    by_day = {"groupId": stage.group.id, "date": DAY.isoformat()}
    for query in ({"lessonId": lesson_id}, by_day, by_day | {"scheduleId": schedule_id}, by_day | {"scheduleId": 0}):
        assert (await teacher.sheet(**query))["lesson"]["id"] == lesson_id
    for query, status in (
        (by_day | {"date": "2026-11-17"}, 404),
        ({"groupId": stage.group.id}, 400),
        ({}, 400),
        ({"lessonId": 10**9}, 404),
    ):
        answer = await teacher.visitor.get("/attendance/for-academic/sheet", **query)
        assert answer.status_code == status, answer.text


async def test_a_student_who_cannot_be_marked_is_named_and_the_others_are_saved(
    console: Console, stage: AttendanceScenario
) -> None:
    """A1: a partial failure is not reported as success.

    The response names the student and the reason; sending again saves only that student.
    """
    teacher, stranger = await stage.teacher(), a_student().in_branch(stage.branch)
    await console.store(stranger)
    marks: dict[Any, Any] = dict.fromkeys(stage.students, ATTENDED) | {stage.students[1]: (LATE, None)}
    saved = await teacher.save(marks | {stranger: ATTENDED})
    assert saved["saved"] == 4
    assert {(one["studentId"], one["code"]) for one in saved["refused"]} == {
        (stage.students[1].id, "ATTENDANCE_REASON_REQUIRED"),
        (stranger.id, "ATTENDANCE_NOT_IN_GROUP"),
    }
    assert all(one["message"] for one in saved["refused"])
    named = next(one for one in saved["refused"] if one["studentId"] == stage.students[1].id)
    assert named["fullName"] == next(
        row["fullName"] for row in saved["sheet"]["students"] if row["studentId"] == stage.students[1].id
    )
    again = await teacher.save(marks | {stage.students[1]: (LATE, REASONABLE)})
    assert (again["saved"], again["refused"]) == (1, [])
    assert len(await stage.stored_marks()) == 5


async def test_only_students_of_the_group_are_named_in_a_rejection(console: Console, stage: AttendanceScenario) -> None:
    """A1, D-12: present and former students of the group are named.

    Anybody else is reported only by the number that was sent.
    """
    teacher, stranger = await stage.teacher(), a_student().in_branch(stage.branch)
    await console.store(stranger)
    gone = stage.students[0]
    called = (await teacher.row(gone))["fullName"]
    await console.sql.execute(
        "update enrolments set ended_date = $2 where student_id = $1", gone.id, DAY - timedelta(1)
    )
    saved = await teacher.save({gone: ATTENDED, stranger: ATTENDED, stage.students[1]: ATTENDED})
    assert {one["studentId"]: one["fullName"] for one in saved["refused"]} == {gone.id: called, stranger.id: ""}


async def test_an_unchanged_save_writes_nothing(console: Console, stage: AttendanceScenario) -> None:
    """A3, A4, A10: an unchanged or repeated save causes no conflict.

    Opened and saved without a change, or sent twice by a bad network.
    """
    teacher = await stage.teacher()
    marks = dict.fromkeys(stage.students, ATTENDED)
    version = (await teacher.sheet())["lesson"]["version"]
    await teacher.save(marks, version=version)
    state = "select (select count(*) from audits), (select count(*) from outbox), (select max(marked_at) from lessons)"
    before = await console.sql.fetchrow(state)
    stage.at(stage.begins, minutes=9)
    again = await teacher.save(marks, version=version)
    assert (again["saved"], again["pushId"]) == (0, None)
    assert again["sheet"]["lesson"]["version"] == version + 1
    assert await console.sql.fetchrow(state) == before
    assert len(await console.sql.fetch(AUDITS, await stage.lesson_id())) == 1


async def test_a_repeated_idempotency_key_gets_the_first_response(stage: AttendanceScenario) -> None:
    """A10, D-8: one submission has one effect; another body is rejected."""
    teacher = await stage.teacher()
    first = await teacher.save(dict.fromkeys(stage.students, ATTENDED), version=1, key="kalit-1")
    second = await teacher.save(dict.fromkeys(stage.students, ATTENDED), version=1, key="kalit-1")
    assert first == second
    assert first["saved"] == 5
    other = await teacher.send({stage.students[0]: LATE}, version=1, key="kalit-1")
    assert (other.status_code, other.json()["code"]) == (409, "SHARED_OTHER_BODY")


async def test_a_save_of_an_old_version_is_a_conflict_with_the_present_sheet(stage: AttendanceScenario) -> None:
    """D-8: nothing is written; the save can be sent again."""
    teacher, office, (one, two, *_) = await stage.teacher(), await stage.office(), stage.students
    version = (await teacher.sheet())["lesson"]["version"]
    await office.save({one: LATE})
    stale = await teacher.send({two: ABSENT}, version=version)
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    current = stale.json()["current"]
    assert current["lesson"]["version"] == version + 1
    assert {row["studentId"]: row["status"] for row in current["students"]}[one.id] == 4
    assert await stage.stored_marks() == {one.id: (4, 3)}
    await teacher.save({two: ABSENT}, version=current["lesson"]["version"])
    assert await stage.stored_marks() == {one.id: (4, 3), two.id: (2, 3)}


async def test_a_lesson_id_out_of_range_fails_only_its_own_request(console: Console) -> None:
    """Requests that share a batch are unaffected by one invalid number."""
    stage = await AttendanceScenario.of(console)
    teacher = await stage.teacher()
    version = (await teacher.sheet())["lesson"]["version"]
    answers = await asyncio.gather(
        *(teacher.send({stage.students[0]: LATE}, version=version, lessonId=10**30) for _ in range(5)),
        teacher.send(dict.fromkeys(stage.students, ATTENDED), version=version),
        *(teacher.send({stage.students[0]: LATE}, version=version, lessonId=-(10**18)) for _ in range(5)),
    )
    assert [answer.status_code for answer in answers] == [*[400] * 5, 200, *[404] * 5]


async def test_fifty_concurrent_saves_of_one_sheet_have_one_outcome(console: Console) -> None:
    """A3: twenty rows and one success; the others get a conflict."""
    stage = await AttendanceScenario.of(console, size=20)
    teacher = await stage.teacher()
    version = (await teacher.sheet())["lesson"]["version"]

    async def one(number: int) -> int:
        mark = ATTENDED if number % 2 else LATE
        answer = await teacher.send(dict.fromkeys(stage.students, mark), version=version)
        return int(answer.status_code)

    codes = await asyncio.gather(*(one(number) for number in range(50)))
    assert codes.count(200) == 25, "the first save, and equal ones"
    assert codes.count(409) == 25
    stored = await stage.stored_marks()
    assert len(stored) == 20
    assert len(set(stored.values())) == 1
    assert sum(await stage.tally()) == 20
    assert len(await console.sql.fetch(AUDITS, await stage.lesson_id())) == 1
    assert await console.sql.fetchval("select version from lessons where id = $1", await stage.lesson_id()) == 2


async def test_the_offices_mark_survives_a_later_save_of_the_teacher(stage: AttendanceScenario) -> None:
    """A11, D-47: the teacher replaces it only knowingly."""
    teacher, office, (one, two, *_) = await stage.teacher(), await stage.office(), stage.students
    await teacher.save({one: ABSENT, two: ATTENDED})
    await office.save({one: ATTENDED})
    refused = await teacher.save({one: ABSENT, two: LATE})
    assert refused["saved"] == 1
    assert [(entry["studentId"], entry["code"]) for entry in refused["refused"]] == [(one.id, "ATTENDANCE_OFFICE_MARK")]
    assert (await teacher.row(one))["byOffice"]
    assert await stage.stored_marks() == {one.id: (1, None), two.id: (4, 3)}
    await teacher.save({one: ABSENT}, confirmed=[one.id])
    row = await teacher.row(one)
    assert (row["status"], row["byOffice"]) == (2, False)


async def test_a_correction_retains_the_first_value(console: Console, stage: AttendanceScenario) -> None:
    """A8, D-47: first and last value with author and time.

    Values in between are dropped; the audit record has both sides (D-15).
    """
    teacher, office, (one, *_) = await stage.teacher(), await stage.office(), stage.students
    await teacher.save({one: ABSENT})
    teacher_name = await console.sql.fetchval("select full_name from users where id = $1", stage.account.id)
    for minutes, mark in ((10, (LATE, REASONABLE)), (15, ATTENDED)):
        stage.at(stage.begins, minutes=minutes)
        before = await office.sheet()
        saved = await office.save({one: mark})
        assert await office.sheet() == apply_changes(before, saved, "admin")
    row = await office.row(one)
    assert (row["status"], row["reason"], row["byOffice"]) == (1, None, True)
    assert ((await teacher.row(one))["own"], row["own"]) == (False, True), "a conflict tells the caller from others"
    assert row["first"]["status"] == 2
    assert row["first"]["reason"] == 3
    assert row["first"]["at"].startswith("2026-11-16T09:05:00")
    assert row["first"]["by"] == teacher_name
    counted = "select version, marked_at, marked_by from attendances where student_id = $1"
    row = await console.sql.fetchrow(counted, one.id)
    assert (row["version"], row["marked_at"].isoformat()) == (3, "2026-11-16T09:15:00+00:00")
    assert row["marked_by"] not in (None, stage.account.id), "the office's last mark"
    records = await console.sql.fetch(AUDITS, await stage.lesson_id())
    assert [record["verb"] for record in records] == ["attendance.saved", *["attendance.corrected"] * 2]
    assert f'"{one.id}": "late:reasonable"' in records[2]["before"]
    assert f'"{one.id}": "attended"' in records[2]["after"]
    await _assert_audit_comment(console, await stage.lesson_id(), one)


async def _assert_audit_comment(console: Console, lesson_id: int, one: Student) -> None:
    """R1-172: the comment names each student, mark and the lesson's day."""
    chief = await console.sign_in(a_superadmin())
    record = (await chief.data("/audits", entity="lesson", entityId=lesson_id))["audits"][0]
    card = (await chief.data(f"/audits/{record['id']}"))["audit"]
    assert "16.11.2026" in card["comment"]
    full_name = await console.sql.fetchval("select full_name from students where id = $1", one.id)
    (change,) = card["changes"]
    assert (change["label"], change["before"]) == (f"Mark: {full_name}", "Late: excused")
    assert change["after"] == "Present"


@pytest.mark.parametrize(
    ("at", "code"),
    [
        ("13:59:59", "ATTENDANCE_NOT_BEGUN"),
        ("14:00:00", None),
        ("23:59:59", None),
    ],
)
async def test_the_teachers_save_window_opens_and_closes_to_the_second(
    stage: AttendanceScenario, at: str, code: str | None
) -> None:
    """D-25: from the begin of the lesson to the end of its day, centre's time."""
    stage.at(at)
    answer = await (await stage.teacher()).send({stage.students[0]: ATTENDED})
    assert answer.json().get("code") == code, answer.text


async def test_a_lesson_across_midnight_is_open_until_the_end_of_its_last_day(console: Console) -> None:
    """D-25, T1: 23:50 to 01:50 is Monday's lesson, open all of Tuesday."""
    stage = await AttendanceScenario.of(console, begins="23:50")
    for later, takes in (({}, "open"), ({"hours": 24, "minutes": 9, "seconds": 59}, "open")):
        stage.at("23:50", **later)
        sheet = await (await stage.teacher()).sheet()
        assert (sheet["lesson"]["date"], sheet["lesson"]["takes"]) == (DAY.isoformat(), takes)
    stage.at("23:50", hours=24, minutes=10)
    sheet = await (await stage.teacher()).sheet()
    assert (sheet["lesson"]["takes"], sheet["lesson"]["closes"]) == ("late", "2026-11-17T19:00:00Z")


async def test_a_lesson_after_midnight_belongs_to_its_local_day(console: Console) -> None:
    """T1: 00:15 at the centre is Monday's lesson, still Sunday in UTC."""
    stage = await AttendanceScenario.of(console, begins="00:15")
    sheet = await (await stage.teacher()).sheet()
    assert (sheet["lesson"]["date"], sheet["lesson"]["begins"]) == (DAY.isoformat(), "2026-11-15T19:15:00Z")
    grid = await (await stage.teacher()).visitor.data(f"/groups/for-academic/{stage.group.id}/attendances")
    assert DAY.isoformat() in [lesson["date"] for lesson in grid["lessons"]]


async def test_the_office_has_no_deadline_and_nobody_saves_a_future_lesson(stage: AttendanceScenario) -> None:
    """R2-381, D-25: saving later takes all_groups; before the lesson nobody may."""
    stage.at("23:59:59", days=40)
    office = await stage.office()
    assert (await office.sheet())["lesson"]["takes"] == "open"
    assert (await office.save({stage.students[0]: ATTENDED}))["saved"] == 1
    stage.at("13:59:59")
    early = await (await stage.office()).send({stage.students[0]: LATE})
    assert early.json()["code"] == "ATTENDANCE_NOT_BEGUN"


async def test_nothing_is_saved_outside_the_dates_of_the_group(console: Console, stage: AttendanceScenario) -> None:
    """D-25: a group that ended the day before has no such lesson."""
    await console.sql.execute(
        "update groups set ended_date = $2 where id = $1", stage.group.id, DAY - timedelta(days=1)
    )
    office = await stage.office()
    assert (await office.sheet())["lesson"]["takes"] == "outside_group"
    answer = await office.send({stage.students[0]: ATTENDED})
    assert (answer.status_code, answer.json()["code"]) == (409, "ATTENDANCE_OUTSIDE_GROUP")


async def test_a_late_submission_waits_for_the_office(console: Console, stage: AttendanceScenario) -> None:
    """D-70: a teacher's marks are stored as a proposal for 24 hours.

    Nothing of the class changes until the office decides.
    """
    stage.at("23:59:59", seconds=1)
    teacher = await stage.teacher()
    one, two, *_ = stage.students
    assert (await teacher.sheet())["lesson"]["takes"] == "late"
    marked_at = "2026-11-16T09:20:00Z"
    sent = await teacher.save({one: ATTENDED, two: ABSENT}, markedAt=marked_at)
    assert (sent["saved"], sent["pushId"]) == (0, None)
    row = await console.sql.fetchrow("select * from late_sheets where id = $1", sent["lateSheetId"])
    assert (row["lesson_id"], row["sent_by"], row["state"]) == (await stage.lesson_id(), stage.account.id, "waiting")
    assert row["marked_at"].isoformat() == "2026-11-16T09:20:00+00:00"
    assert await stage.stored_marks() == {}
    assert (await teacher.save({one: ATTENDED, two: ABSENT}, markedAt=marked_at))["lateSheetId"] == row["id"]
    assert (await teacher.save({one: ATTENDED, two: LATE}))["lateSheetId"] == row["id"]
    sheets = await console.sql.fetch("select entries from late_sheets where lesson_id = $1", await stage.lesson_id())
    assert len(sheets) == 1, "a repeated submission is stored once"
    stage.at("23:59:59", hours=24)
    assert (await (await stage.teacher()).save({one: LATE}))["lateSheetId"] == row["id"]
    stage.at("23:59:59", hours=24, seconds=1)
    over = await (await stage.teacher()).send({one: ATTENDED})
    assert (over.status_code, over.json()["code"]) == (409, "ATTENDANCE_OVER")


async def test_a_lesson_without_class_counts_nothing(stage: AttendanceScenario) -> None:
    """D-24, D-27: its marks are retained and restored with it.

    Meanwhile nobody can be marked.
    """
    teacher, (one, two, three, *_) = await stage.teacher(), stage.students
    await teacher.save({one: ATTENDED, two: ABSENT})
    assert await stage.tally() == (1, 0, 1)
    saved = await teacher.save({}, noClassReason="  Svet o'chdi ")
    assert (saved["saved"], saved["sheet"]["lesson"]["noClassReason"]) == (0, "Svet o'chdi")
    assert {row["status"] for row in saved["sheet"]["students"]} == {3}
    assert await stage.tally() == (0, 0, 0)
    refused = await teacher.save({three: ATTENDED})
    assert [entry["code"] for entry in refused["refused"]] == ["ATTENDANCE_NO_CLASS"]
    await teacher.save({three: ATTENDED}, noClassReason="")
    assert await stage.tally() == (2, 0, 1)
    assert len(await stage.stored_marks()) == 3


async def test_a_lesson_without_class_passes_its_topic_to_the_next(console: Console, stage: AttendanceScenario) -> None:
    """R2-079: the n-th lesson that took place has the n-th topic of the course."""
    course_id = await console.sql.fetchval("select course_id from groups where id = $1", stage.group.id)
    month = "insert into study_months (course_id, number, name) values ($1, $2, '') returning id"
    topic = "insert into topics (study_month_id, position, name) values ($1, $2, $3)"
    first, second = [await console.sql.fetchval(month, course_id, number) for number in (1, 2)]
    for month_id, position, name in ((first, 1, "Alifbo"), (first, 2, "Sonlar"), (second, 1, "Ranglar")):
        await console.sql.execute(topic, month_id, position, name)
    office = await stage.office()
    path = f"/groups/{stage.group.id}/lessons"
    lessons = (await office.visitor.data(path, toDate=DAY.isoformat(), orderBy="ASC"))["lessons"]
    assert [lesson["topic"] for lesson in lessons][:4] == ["Alifbo", "Sonlar", "Ranglar", None]
    await console.sql.execute("update lessons set no_class_reason = 'bayram' where id = $1", lessons[1]["id"])
    lessons = (await office.visitor.data(path, toDate=DAY.isoformat(), orderBy="ASC"))["lessons"]
    assert [lesson["topic"] for lesson in lessons][:4] == ["Alifbo", None, "Sonlar", "Ranglar"]
    assert (await office.sheet(lessonId=lessons[3]["id"]))["lesson"]["topic"] == "Ranglar"


async def test_a_door_entry_proposes_a_mark(console: Console, stage: AttendanceScenario) -> None:
    """D-24, R1-449, R2-480: entries within 30 minutes of the begin.

    Late from ten minutes after it; saved as proposed.
    """
    door = "insert into door_events (device, serial, student_id, at, received_at) values ($1, $2, $3, $4, $4)"
    begins = stage.console.clock.now() - timedelta(minutes=5)
    minutes = [(-30, 1), (10, 1), (10.02, 4), (30, 4), (-31, None)]
    for student, (minute, _) in zip(stage.students, minutes, strict=True):
        await console.sql.execute(door, "eshik", int(student.id or 0), student.id, begins + timedelta(minutes=minute))
    stage.at(stage.begins, minutes=35)
    teacher = await stage.teacher()
    proposed = {row["studentId"]: row["proposed"] for row in (await teacher.sheet())["students"]}
    assert [proposed[student.id] for student in stage.students] == [cell for _, cell in minutes]
    saved = await teacher.save(dict.fromkeys(stage.students, COME))
    assert [entry["code"] for entry in saved["refused"]] == ["ATTENDANCE_NOTHING_PROPOSED"]
    stored = await stage.stored_marks()
    assert [stored[student.id or 0] for student in stage.students[:4]] == [(1, None), (1, None), (4, 1), (4, 1)]


async def test_a_group_is_accessible_only_to_its_own_audience(console: Console, stage: AttendanceScenario) -> None:
    """D-12, D-13, D-54, ASVS-27, P2: a foreign group is 404, no right is 403.

    For the teacher and the office alike.
    """
    other = a_class_of(1).in_branch(stage.branch).taught_by(a_teacher()).on(1, at="14:00")
    elsewhere = a_branch()
    await console.store(other, elsewhere)
    await stage.generate_lessons()
    stage.at(stage.begins, minutes=5)
    foreign = await console.sql.fetchval("select id from lessons where group_id = $1 and date = $2", other.id, DAY)
    teacher = await stage.teacher()
    stranger = await console.sign_in(a_user_with(OFFICE).of(elsewhere))
    body = {"lessonId": foreign, "version": 1, "entries": [{"studentId": other.students[0].id, "mark": 1}]}
    for visitor, audience in ((teacher.visitor, "academic"), (stranger, "admin")):
        assert (await visitor.get(f"/attendance/for-{audience}/sheet", lessonId=foreign)).status_code == 404
        assert (await visitor.put(f"/attendance/save-for-{audience}", body)).status_code == 404
        assert (await visitor.get(f"/groups/for-{audience}/{other.id}/attendances")).status_code == 404
        assert (await visitor.get(f"/groups/{other.id}/lessons")).status_code == 404
    assert (await teacher.visitor.put("/attendance/save-for-admin", body)).status_code == 403
    reader = await console.sign_in(a_user_with({"all_groups:attendance": ["read"]}).of(stage.branch))
    assert (await reader.data("/attendance/for-admin/sheet", lessonId=foreign))["sheet"]["lesson"]["takes"] == "foreign"
    assert (await reader.put("/attendance/save-for-admin", body)).status_code == 403
    assert await console.sql.fetchval("select count(*) from attendances where lesson_id = $1", foreign) == 0


async def test_a_holder_of_both_rights_sees_as_a_teacher_only_their_own_groups(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-54: two audiences, one rule."""
    other = a_class_of(1).in_branch(stage.branch).taught_by(a_teacher()).on(1, at="14:00")
    await console.store(other)
    both = await console.sign_in(a_user_with(TEACHES | OFFICE).of(stage.branch))
    assert (await both.get(f"/groups/for-admin/{other.id}/attendances")).status_code == 200
    assert (await both.get(f"/groups/for-academic/{other.id}/attendances")).status_code == 404


async def test_a_save_goes_to_the_lesson_it_names(console: Console, stage: AttendanceScenario) -> None:
    """A6: with two tabs open, the lesson opened last does not matter."""
    other = await AttendanceScenario.of(console)
    teacher, office = await stage.teacher(), await other.office()
    await teacher.sheet()
    await office.sheet()
    await teacher.save({stage.students[0]: ATTENDED})
    assert list(await stage.stored_marks()) == [stage.students[0].id]
    assert await other.stored_marks() == {}


async def test_stored_marks_stay_when_a_student_leaves(console: Console, stage: AttendanceScenario) -> None:
    """A2, D-48: in cells and in the tally.

    Stopped, moved or removed from the school's list.
    """
    teacher, (one, two, *_) = await stage.teacher(), stage.students
    await teacher.save(dict.fromkeys(stage.students, ATTENDED))
    tally = await stage.tally()
    yesterday = DAY - timedelta(days=1)
    ended = "update enrolments set ended_date = $2, action_id = 5 where student_id = $1"
    await console.sql.execute(ended, one.id, yesterday)
    await console.sql.execute("update enrolments set school_deleted_at = now() where student_id = $1", two.id)
    assert await stage.tally() == tally
    assert (await teacher.row(one))["status"] == 1
    grid = await teacher.visitor.data(f"/groups/for-academic/{stage.group.id}/attendances", month="2026-11")
    column = [lesson["date"] for lesson in grid["lessons"]].index(DAY.isoformat())
    cells = {row["studentId"]: row["cells"] for row in grid["students"]}
    assert cells[one.id][column] == cells[two.id][column] == 1
    assert cells[one.id][column + 1] == 5, "ended"
    refused = await teacher.save({one: LATE})
    assert [entry["code"] for entry in refused["refused"]] == ["ATTENDANCE_NOT_IN_GROUP"]


async def test_percentages_leave_out_unmarked_and_uncounted_days(console: Console, stage: AttendanceScenario) -> None:
    """A7, D-27, D-46, D-62: 2 of 3 marked cells are 66.7.

    Days before the student's period and uncounted days are no cells.
    """
    await console.sql.execute(
        "update enrolments set started_date = $2 where student_id = $1", stage.students[4].id, DAY
    )
    await console.sql.execute("update enrolments set action_id = 6 where student_id = $1", stage.students[3].id)
    one, two, three, uncounted, new = stage.students
    teacher = await stage.teacher()
    await teacher.save({one: ATTENDED, two: LATE, three: ABSENT, uncounted: ABSENT})
    assert await stage.tally() == (1, 1, 1)
    path = f"/groups/for-academic/{stage.group.id}/attendances"
    rows = {row["studentId"]: row for row in (await teacher.visitor.data(path))["students"]}
    shown = [rows[student.id]["attendancePercentage"] for student in stage.students]
    assert shown == [100.0, 100.0, 0.0, None, None]
    grid = await teacher.visitor.data(path)
    column = [lesson["date"] for lesson in grid["lessons"]].index(DAY.isoformat())
    assert [rows[student.id]["cells"][column] for student in stage.students] == [1, 4, 2, 2, None]
    assert rows[new.id]["cells"][column - 1] is None
    assert rows[new.id]["outside"] == [day["date"] < DAY.isoformat() for day in grid["lessons"]]
    assert not any(rows[one.id]["outside"])
    assert [lesson["marking"] for lesson in grid["lessons"]].count("partly") == 1


async def test_the_database_rejects_an_invalid_status_or_reason(console: Console, stage: AttendanceScenario) -> None:
    """A9: check constraints allow one value with its reason."""
    lesson_id, student = await stage.lesson_id(), stage.students[0]
    insert = "insert into attendances (lesson_id, student_id, status, reason, marked_at) values ($1, $2, $3, $4, now())"
    for status, reason in ((1, 2), (2, None), (3, None), (5, 1)):
        with pytest.raises(Exception, match="check constraint"):
            await console.sql.execute(insert, lesson_id, student.id, status, reason)
    answer = await (await stage.teacher()).send({student: (7, None)})
    assert answer.status_code == 400


async def test_all_broken_limits_of_a_save_are_reported_together(stage: AttendanceScenario) -> None:
    """D-3: nothing is saved.

    Too many entries, a student named twice, a reason that is too long.
    """
    teacher = await stage.teacher()
    one = stage.students[0]
    twice = [{"studentId": one.id, "mark": 1}] * 201
    answer = await teacher.send({}, entries=twice, noClassReason="x" * 501)
    assert answer.status_code == 422
    assert {name: len(words) for name, words in answer.json()["fields"].items()} == {"entries": 2, "noClassReason": 1}
    assert await stage.stored_marks() == {}


async def test_a_save_enqueues_a_push_for_students_known_to_the_school(
    console: Console, stage: AttendanceScenario
) -> None:
    """D-26: in a group known to the school; a later mark supersedes."""
    one, two, *_ = stage.students
    await console.sql.execute("update groups set h_id = $2 where id = $1", stage.group.id, f"g{stage.group.id}")
    await console.sql.execute("update students set h_id = $2 where id = $1", one.id, f"s{one.id}")
    teacher = await stage.teacher()
    before = await teacher.sheet()
    first = await teacher.save({one: ATTENDED, two: ATTENDED})
    assert await teacher.sheet() == apply_changes(before, first, "academic")
    assert [mark["push"] and mark["push"]["state"] for mark in first["changed"]["marks"]] == ["queued", None]
    job = await console.sql.fetchrow("select kind, payload, state from jobs where id = $1", first["pushId"])
    assert (job["kind"], job["payload"], job["state"]) == (
        "attendance.push",
        f'{{"lessonId": {await stage.lesson_id()}}}',
        "waiting",
    )
    promised = "select count(*) from outbox where topic = 'job' and (payload ->> 'jobId')::bigint = $1"
    assert await console.sql.fetchval(promised, first["pushId"]) == 1
    rows = "select student_id, version, push_id, state from attendance_pushes where lesson_id = $1"
    lesson_id = await stage.lesson_id()
    assert [tuple(row) for row in await console.sql.fetch(rows, lesson_id)] == [(one.id, 1, first["pushId"], "queued")]
    await console.sql.execute(
        "update attendance_pushes set state = 'failed', code = 'x' where lesson_id = $1", lesson_id
    )
    failed = await teacher.sheet()
    assert [row["push"] and row["push"]["state"] for row in failed["students"]].count("failed") == 1
    second = await teacher.save({one: LATE})
    assert await teacher.sheet() == apply_changes(failed, second, "academic")
    assert [tuple(row) for row in await console.sql.fetch(rows, lesson_id)] == [(one.id, 2, second["pushId"], "queued")]
    assert (await teacher.save({two: LATE}))["pushId"] is None


async def test_the_lessons_of_a_group_are_listed_newest_first(stage: AttendanceScenario) -> None:
    """R1-384, R2-028, R2-348, D-68: numbered and counted.

    Not started, active or ended by the clock.
    """
    teacher = await stage.teacher()
    one, two, three, *_ = stage.students
    await teacher.save({one: ATTENDED, two: LATE, three: ABSENT})
    path = f"/groups/{stage.group.id}/lessons"
    page = await teacher.visitor.data(path, perPage=100)
    dates = [lesson["date"] for lesson in page["lessons"]]
    assert dates == sorted(dates, reverse=True)
    assert page["total"] == len(dates)
    assert [lesson["number"] for lesson in page["lessons"]] == list(range(len(dates), 0, -1))
    (today,) = (await teacher.visitor.data(path, fromDate=DAY.isoformat(), toDate=DAY.isoformat()))["lessons"]
    assert (today["attended"], today["late"], today["absent"]) == (1, 1, 1)
    assert (today["marking"], today["students"], today["unmarked"]) == ("partly", 5, 2)
    assert today["status"] == 2
    assert {lesson["status"] for lesson in page["lessons"] if lesson["date"] > DAY.isoformat()} == {1}
    assert {lesson["status"] for lesson in page["lessons"] if lesson["date"] < DAY.isoformat()} == {3}


async def test_a_lesson_is_marked_when_the_last_of_its_class_is(console: Console, stage: AttendanceScenario) -> None:
    """D-157: none, partly, marked; alike in the month and in the list.

    The list filters by it.
    """
    teacher = await stage.teacher()
    path = f"/groups/{stage.group.id}/lessons"
    days = {"fromDate": DAY.isoformat(), "toDate": DAY.isoformat()}

    async def shown() -> tuple[str, int, int]:
        (listed,) = (await teacher.visitor.data(path, **days))["lessons"]
        grid = await teacher.visitor.data(f"/groups/for-academic/{stage.group.id}/attendances", month="2026-11")
        (column,) = [lesson for lesson in grid["lessons"] if lesson["id"] == listed["id"]]
        both = [(one["marking"], one["students"], one["unmarked"]) for one in (listed, column)]
        assert both[0] == both[1]
        (found,) = (await teacher.visitor.data(path, marking=both[0][0], **days))["lessons"]
        assert found["id"] == listed["id"]
        for other in {"none", "partly", "marked", "no_class"} - {both[0][0]}:
            assert (await teacher.visitor.data(path, marking=other, **days))["total"] == 0
        return both[0]

    one, two, *others = stage.students
    assert await shown() == ("none", 5, 5)
    await teacher.save({one: ATTENDED, two: ABSENT})
    assert await shown() == ("partly", 5, 3)
    await teacher.save({}, noClassReason="bayram")
    assert await shown() == ("no_class", 5, 3)
    await teacher.save({}, noClassReason="")
    await teacher.save(dict.fromkeys(others, ATTENDED))
    assert await shown() == ("marked", 5, 0)
    yesterday = DAY - timedelta(days=1)
    # a mark of somebody who has left since makes no lesson half-marked
    await console.sql.execute("update enrolments set ended_date = $2 where student_id = $1", one.id, yesterday)
    assert await shown() == ("marked", 4, 0)
    gone = "delete from attendances where lesson_id = $1 and student_id <> $2"
    await console.sql.execute(gone, await stage.lesson_id(), one.id)
    assert await shown() == ("none", 4, 4)
    await console.sql.execute("update enrolments set school_deleted_at = now() where group_id = $1", stage.group.id)
    assert await shown() == ("marked", 0, 0)


async def test_only_a_valid_month_is_accepted(stage: AttendanceScenario) -> None:
    """R2-201: the response lists the months that have lessons.

    An invalid month is rejected.
    """
    teacher = await stage.teacher()
    path = f"/groups/for-academic/{stage.group.id}/attendances"
    grid = await teacher.visitor.data(path)
    assert grid["month"] == "2026-11"
    assert grid["months"] == ["2026-10", "2026-11", "2026-12", "2027-01"]
    assert [lesson["date"] for lesson in grid["lessons"]] == [f"2026-11-{day:02}" for day in (2, 9, 16, 23, 30)]
    assert all(len(row["cells"]) == 5 for row in grid["students"])
    assert (await teacher.visitor.get(path, month="2026-13")).status_code == 422


async def test_a_save_takes_a_constant_number_of_statements(console: Console) -> None:
    """Issue 6, bench: one statement reads the context, one writes.

    The write is its own transaction.
    """
    stage = await AttendanceScenario.of(console, size=30)
    teacher = await stage.teacher()
    # a connection fetches the types of parameters at their first use
    await teacher.save({stage.students[0]: LATE})
    await teacher.save({stage.students[0]: LATE})
    container = console.container
    pools = (container.prepared_read_pool(), container.batch_pool(), container.write_pool())
    read, written, alone = [await _record_statements(pool) for pool in pools]
    await teacher.save(dict.fromkeys(stage.students, ATTENDED))
    # the driver calls the query logger in the next iteration of the loop
    await asyncio.sleep(0)
    # the caller of the sheet, the caller of the save, and the save's context
    assert read == ["select"] * 3
    assert (written, alone) == (["with"], [])
    read.clear()
    written.clear()
    await teacher.save(dict.fromkeys(stage.students, ATTENDED))
    await asyncio.sleep(0)
    assert read == ["select"] * 3
    # nothing is written; the present sheet is read
    assert (written, alone) == ([], ["select", "with", "select"])


async def _record_statements(pool: RawPool) -> list[str]:
    """The first word of each statement that this pool sends from now on."""
    statements: list[str] = []
    connection = await pool.acquire()
    connection.add_query_logger(lambda query: statements.append(query.query.split()[0]))
    # the connection released last is used next
    await pool.release(connection)
    return statements
