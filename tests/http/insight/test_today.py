"""Today: each part by right, branch and own groups, in the centre's time.

D-6, D-54, D-65.
"""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import msgspec
import pytest
from dependency_injector import providers

from adapters.memory.clock import MovableClock
from application.actor import system
from application.attendance.lesson_generation import make_lessons
from domain.groups.enrolments import LEFT
from tests.support.builders import (
    Branch,
    Class,
    a_branch,
    a_class_of,
    a_superadmin,
    a_teacher,
    a_user_with,
    an_admin_of,
)
from tests.support.console import Console, Visitor

ZONE = ZoneInfo("Asia/Tashkent")
# a Wednesday
DAY = date(2026, 11, 18)
NOON = datetime.combine(DAY, time(12), ZONE)


@dataclass
class Centre:
    """A console with a stopped clock, one branch and its group."""

    console: Console
    branch: Branch
    group: Class

    async def lesson(self, begin: str, end: str, *, day: date = DAY, group: Class | None = None, **columns: Any) -> int:
        """A lesson of the group."""
        of = group or self.group
        assert of.teacher
        given = {
            "group_id": of.id,
            "teacher_id": of.teacher.id,
            "date": day,
            "begin_time": time.fromisoformat(begin),
            "end_time": time.fromisoformat(end),
        } | columns
        names = ", ".join(given)
        places = ", ".join(f"${number}" for number in range(1, len(given) + 1))
        insert = f"insert into lessons ({names}) values ({places}) returning id"
        return int(await self.console.sql.fetchval(insert, *given.values()))

    async def mark(self, lesson_id: int, status: int, reason: int | None, student_id: int | None) -> None:
        """Inserts a mark of the student."""
        insert = (
            "insert into attendances (lesson_id, student_id, status, reason, marked_at) values ($1, $2, $3, $4, now())"
        )
        await self.console.sql.execute(insert, lesson_id, student_id, status, reason)

    async def set_clock(self, at: datetime) -> None:
        """Sets the clock."""
        self.console.container.clock.override(providers.Object(MovableClock(at.astimezone(UTC))))

    async def with_rights(self, **rights: list[str]) -> Visitor:
        """A user of the branch; ``all_groups__attendance=["read"]``."""
        named = {key.replace("__", ":"): actions for key, actions in rights.items()}
        return await self.console.sign_in(a_user_with(named).of(self.branch))


@pytest.fixture
async def centre(fresh_console: Console) -> Centre:
    """On a Wednesday at noon."""
    branch = a_branch("Chilonzor")
    group = a_class_of(3).called("Python 1").in_branch(branch).taught_by(a_teacher())
    await fresh_console.store(group)
    centre = Centre(fresh_console, branch, group)
    await centre.set_clock(NOON)
    return centre


async def today(visitor: Visitor) -> Any:
    """The response to this visitor."""
    return (await visitor.data("/today"))["today"]


def ids(part: Any) -> list[int]:
    """The ids of the lessons of a part."""
    return [lesson["id"] for lesson in part["lessons"]]


@pytest.mark.parametrize(
    ("at", "part"),
    [
        ("13:59:59", "next"),
        ("14:00:00", "running"),
        ("15:59:59", "running"),
        ("16:00:00", "unmarked"),
    ],
)
async def test_a_lesson_is_next_then_running_then_unmarked_to_the_second(centre: Centre, at: str, part: str) -> None:
    """R2-256, D-65, D-68: it runs from its begin to its end.

    By the centre's clock, not UTC (D-6, T1).
    """
    lesson = await centre.lesson("14:00", "16:00")
    await centre.set_clock(datetime.combine(DAY, time.fromisoformat(at), ZONE))
    shown = await today(await centre.with_rights(all_groups__attendance=["read", "update"]))
    assert {name: ids(shown[name]) for name in ("running", "next", "unmarked")} == {
        "running": [],
        "next": [],
        "unmarked": [],
        part: [lesson],
    }
    assert (shown["date"], shown["now"]) == ("2026-11-18", at[:5])


async def test_a_lesson_across_midnight_runs_on_the_next_day(centre: Centre) -> None:
    """T1: 23:50 to 00:15 is one lesson of its first day.

    It runs ten minutes past midnight.
    """
    lesson = await centre.lesson("23:50", "00:15")
    await centre.set_clock(datetime.combine(DAY + timedelta(days=1), time(0, 10), ZONE))
    visitor = await centre.with_rights(all_groups__attendance=["read"])
    shown = await today(visitor)
    assert ids(shown["running"]) == [lesson]
    assert (shown["date"], shown["running"]["lessons"][0]["date"]) == ("2026-11-19", "2026-11-18")
    await centre.set_clock(datetime.combine(DAY + timedelta(days=1), time(0, 15), ZONE))
    assert ids((await today(visitor))["unmarked"]) == [lesson]


async def test_the_day_changes_at_local_midnight(centre: Centre) -> None:
    """D-6: 20:30 UTC is 01:30 of the next day at the centre."""
    lesson = await centre.lesson("01:00", "02:00", day=DAY + timedelta(days=1))
    await centre.set_clock(datetime.combine(DAY, time(20, 30), UTC))
    shown = await today(await centre.with_rights(all_groups__attendance=["read"]))
    assert (shown["date"], ids(shown["running"])) == ("2026-11-19", [lesson])


async def test_next_is_the_nearest_day_with_lessons(centre: Centre) -> None:
    """D-65: the rest of today, else the next day with lessons within a week."""
    visitor = await centre.with_rights(all_groups__attendance=["read"])
    assert ids((await today(visitor))["next"]) == []
    await centre.lesson("09:00", "10:00", day=DAY + timedelta(days=8))
    assert ids((await today(visitor))["next"]) == []
    later = [await centre.lesson(at, "20:00", day=DAY + timedelta(days=2)) for at in ("18:00", "09:00")]
    await centre.lesson("09:00", "10:00", day=DAY + timedelta(days=3))
    assert ids((await today(visitor))["next"]) == [later[1], later[0]]
    this_evening = await centre.lesson("18:00", "19:00")
    assert ids((await today(visitor))["next"]) == [this_evening]


async def test_unmarked_lessons_are_those_of_seven_days_with_students(centre: Centre) -> None:
    """D-46, D-65: without marked, cancelled, older and empty ones."""
    empty = a_class_of(0).in_branch(centre.branch).taught_by(a_teacher())
    await centre.console.store(empty)
    oldest = await centre.lesson("09:00", "10:00", day=DAY - timedelta(days=7))
    newest = await centre.lesson("10:00", "11:00")
    await centre.lesson("09:00", "10:00", day=DAY - timedelta(days=8))
    marked = await centre.lesson("08:00", "09:00", marked_at=NOON)
    for student in centre.group.students:
        await centre.mark(marked, 1, None, student.id)
    await centre.lesson("07:00", "08:00", no_class_reason="chiroq yo'q")
    await centre.lesson("06:00", "07:00", group=empty)
    shown = await today(await centre.with_rights(all_groups__attendance=["read"]))
    assert (ids(shown["unmarked"]), shown["unmarked"]["total"]) == ([newest, oldest], 2)
    assert shown["partly"] == {"lessons": [], "total": 0}


async def test_a_partly_marked_lesson_stays_to_be_marked(centre: Centre) -> None:
    """D-157: apart from those without any mark, until the last of its students.

    Those who have left since are not waited for; another branch sees nothing of it.
    """
    none = await centre.lesson("08:00", "09:00")
    partly = await centre.lesson("09:00", "10:00", marked_at=NOON, unmarked=2)
    first, second, third = (student.id for student in centre.group.students)
    await centre.mark(partly, 1, None, first)
    office = await centre.with_rights(all_groups__attendance=["read"])
    elsewhere = await centre.console.sign_in(a_user_with({"all_groups:attendance": ["read"]}).of(a_branch("Sergeli")))

    async def listed(visitor: Visitor) -> tuple[list[int], list[int]]:
        shown = await today(visitor)
        return ids(shown["unmarked"]), ids(shown["partly"])

    assert (await listed(office), await listed(elsewhere)) == (([none], [partly]), ([], []))
    (shown,) = (await today(office))["partly"]["lessons"]
    assert (shown["marking"], shown["students"], shown["unmarked"]) == ("partly", 3, 2)
    await centre.mark(partly, 2, 3, second)
    assert await listed(office) == ([none], [partly])
    await centre.console.sql.execute("update enrolments set action_id = $2 where student_id = $1", third, LEFT)
    assert await listed(office) == ([none], [])


async def test_a_lesson_is_listed_until_its_last_student_is_marked(centre: Centre) -> None:
    """D-157: by the saves of its sheet, a class cancelled and restored included.

    A student who joined with an earlier date is waited for from the next night on.
    """
    teacher = a_user_with({"my_groups:attendance": ["read", "update"]})
    own = a_class_of(3).in_branch(centre.branch).taught_by(a_teacher().with_account(teacher))
    await centre.console.store(teacher, own)
    lesson = await centre.lesson("09:00", "10:00", group=own)
    visitor, versions = await centre.console.sign_in(teacher), count(1)
    first, second, third = (student.id for student in own.students)

    async def save(**form: Any) -> tuple[list[int], list[int]]:
        body = {"lessonId": lesson, "version": next(versions)} | form
        saved = await visitor.request("PUT", "/attendance/save-for-academic", json=body)
        assert saved.status_code == 200
        shown = await today(visitor)
        return ids(shown["unmarked"]), ids(shown["partly"])

    assert await save(noClassReason="bayram") == ([], [])
    assert await save(noClassReason="") == ([lesson], [])
    assert await save(entries=[{"studentId": first, "mark": 1}, {"studentId": second, "mark": 1}]) == ([], [lesson])
    assert await save(entries=[{"studentId": third, "mark": 1}]) == ([], [])
    late = centre.group.students[0]
    await centre.console.sql.execute(
        "insert into enrolments (student_id, group_id, action_id, started_date) values ($1, $2, 1, $3)",
        *(late.id, own.id, DAY - timedelta(days=1)),
    )
    assert ids((await today(visitor))["partly"]) == []
    container = centre.console.container
    await make_lessons(actor=system(), lesson_store=container.lesson_store(), clock=container.clock(), zone=ZONE)
    assert ids((await today(visitor))["partly"]) == [lesson]
    assert await save(entries=[{"studentId": late.id, "mark": 1}]) == ([], [])


async def test_twenty_lessons_are_listed_and_the_rest_counted(centre: Centre) -> None:
    """D-65: the page stays readable in a centre of a hundred rooms."""
    for minute in range(23):
        await centre.lesson(f"11:{minute:02}", "13:00")
    shown = await today(await centre.with_rights(all_groups__attendance=["read"]))
    assert (len(shown["running"]["lessons"]), shown["running"]["total"]) == (20, 23)


async def test_a_lesson_has_its_counts(centre: Centre) -> None:
    """D-46, D-65: the students of that day and the marked ones among them."""
    lesson = await centre.lesson("11:00", "13:00", marked_at=NOON, classroom_name="101")
    students = [student.id for student in centre.group.students]
    await centre.mark(lesson, 1, None, students[0])
    await centre.mark(lesson, 2, 3, students[1])
    gone = "update enrolments set ended_date = $2 where student_id = $1"
    await centre.console.sql.execute(gone, students[2], DAY - timedelta(days=1))
    (shown,) = (await today(await centre.with_rights(all_groups__attendance=["read"])))["running"]["lessons"]
    names = ("students", "unmarked", "marking", "attended", "late", "absent", "classroomName")
    assert {name: shown[name] for name in names} == {
        "students": 2,
        "unmarked": 0,
        "marking": "marked",
        "attended": 1,
        "late": 0,
        "absent": 1,
        "classroomName": "101",
    }
    assert (shown["beginTime"], shown["endTime"], shown["group"]["name"]) == ("11:00", "13:00", "Python 1")


@pytest.mark.parametrize(
    ("days", "at", "by_teacher"),
    [(0, "23:59:59", ["open"]), (1, "00:00:00", ["late"]), (1, "23:59:59", ["late"]), (2, "00:00:00", [])],
)
async def test_the_teachers_time_expires_and_the_offices_does_not(
    centre: Centre, days: int, at: str, by_teacher: list[str]
) -> None:
    """D-25, D-70: to the end of the day, a day as a proposal, then the office.

    A lesson that its teacher can no longer mark is not in the teacher's list.
    """
    account = a_user_with({"my_groups:attendance": ["read", "update"]})
    own = a_class_of(1).in_branch(centre.branch).taught_by(a_teacher().with_account(account))
    await centre.console.store(account, own)
    await centre.lesson("14:00", "16:00", group=own)
    await centre.set_clock(datetime.combine(DAY + timedelta(days=days), time.fromisoformat(at), ZONE))
    office = await centre.with_rights(all_groups__attendance=["read", "update"])
    teacher = await centre.console.sign_in(account)
    listed = (await today(teacher))["unmarked"]
    assert [lesson["takes"] for lesson in listed["lessons"]] == by_teacher
    assert listed["total"] == len(by_teacher)
    assert (await today(office))["unmarked"]["lessons"][0]["takes"] == "open"


async def test_each_caller_sees_their_own_lessons(centre: Centre) -> None:
    """D-12, D-13, D-54: an office its branches, a teacher their groups.

    With a key of all groups, all of the branch.
    """
    account = a_user_with({"my_groups:attendance": ["read"]})
    own = a_class_of(1).in_branch(a_branch("Sergeli")).taught_by(a_teacher().with_account(account))
    await centre.console.store(account, own)
    here, there = await centre.lesson("11:00", "13:00"), await centre.lesson("11:00", "13:00", group=own)
    teacher, office = await centre.console.sign_in(account), await centre.with_rights(all_groups__journal=["read"])
    everywhere = await centre.console.sign_in(a_superadmin())
    both = await centre.with_rights(all_groups__attendance=["read"], my_groups__attendance=["read"])
    seen = {"teacher": teacher, "office": office, "everywhere": everywhere, "both": both}
    shown = {name: await today(visitor) for name, visitor in seen.items()}
    assert {name: sorted(ids(day["running"])) for name, day in shown.items()} == {
        "teacher": [there],
        "office": [here],
        "everywhere": [here, there],
        "both": [here],
    }
    assert {name: day["audience"] for name, day in shown.items()} == {
        "teacher": "academic",
        "office": "admin",
        "everywhere": "admin",
        "both": "admin",
    }


async def test_parts_without_a_right_are_null(centre: Centre) -> None:
    """D-41, D-54: lessons for readers of any part of groups.

    Other parts by their own right; without it null, not an empty list.
    """
    await centre.lesson("11:00", "13:00")
    by_right = ("unmarked", "partly", "refused", "absentees", "lateSheets", "failedJobs", "photos")
    least = await today(await centre.with_rights(all_groups__journal=["read"]))
    assert [least[part] for part in by_right] == [None] * 7
    assert len(least["running"]["lessons"]) == 1
    shown = {
        "all_groups__attendance": (["read"], {"unmarked", "partly", "refused", "absentees"}),
        "settings__integrations": (["read"], {"failedJobs"}),
        "users__academic": (["update"], {"photos"}),
    }
    for key, (actions, parts) in shown.items():
        rights = {"all_groups__journal": ["read"], key: actions}
        day = await today(await centre.with_rights(**rights))
        assert {part for part in by_right if day[part] is not None} == parts, key
    office = await today(await centre.with_rights(all_groups__attendance=["read", "update"]))
    assert office["lateSheets"] == {"sheets": [], "total": 0, "decides": True}
    assert (await (await centre.with_rights(users__students=["read"])).get("/today")).status_code == 403


async def test_marks_rejected_by_the_school_are_listed(centre: Centre) -> None:
    """D-26, D-65: by lesson, with the reason and if they are retryable.

    Without saved ones.
    """
    lesson = await centre.lesson("09:00", "10:00", marked_at=NOON)
    students = centre.group.students
    pushed = """insert into attendance_pushes (lesson_id, student_id, version, push_id, state, code, message, retryable)
        values ($1, $2, 1, 1, $3, $4, 'The school said so', $5)"""
    rows = [("failed", "conflict", False), ("unknown", "no_answer", True), ("saved", "", False)]
    for student, (state, code, retryable) in zip(students, rows, strict=True):
        await centre.mark(lesson, 1, None, student.id)
        await centre.console.sql.execute(pushed, lesson, student.id, state, code, retryable)
    visitor = await centre.with_rights(all_groups__attendance=["read"])
    refused = (await today(visitor))["refused"]
    (shown,) = refused["lessons"]
    assert (refused["total"], shown["lessonId"], shown["beginTime"]) == (1, lesson, "09:00")
    assert {one["studentId"]: (one["code"], one["retryable"]) for one in shown["students"]} == {
        students[0].id: ("conflict", False),
        students[1].id: ("no_answer", True),
    }


async def test_the_absent_of_today_are_listed_with_phones(centre: Centre) -> None:
    """D-65: name, group, reason and phone; not yesterday's, nor late ones."""
    lesson = await centre.lesson("09:00", "10:00", marked_at=NOON)
    yesterday = await centre.lesson("09:00", "10:00", day=DAY - timedelta(days=1), marked_at=NOON)
    absent = centre.group.students[0]
    await centre.console.sql.execute("update students set phone = '+998901112233' where id = $1", absent.id)
    for one in (lesson, yesterday):
        await centre.mark(one, 2, 2, absent.id)
    await centre.mark(lesson, 4, 1, centre.group.students[1].id)
    absentees = (await today(await centre.with_rights(all_groups__attendance=["read"])))["absentees"]
    assert absentees["total"] == 1
    (shown,) = absentees["students"]
    assert (shown["studentId"], shown["lessonId"], shown["reason"]) == (absent.id, lesson, 2)
    assert (shown["phone"], shown["group"]["name"]) == ("+998901112233", "Python 1")


LATE = """insert into late_sheets (lesson_id, sent_by, entries, marked_at, state)
    values ($1, $2, $3::text::jsonb, now(), $4) returning id"""


async def test_late_submissions_are_listed_for_the_office_of_their_branch(centre: Centre) -> None:
    """D-12, D-70: counts by mark, and the changes by name.

    Those of another branch, and decided ones, are not shown.
    """
    elsewhere = a_class_of(1).in_branch(a_branch("Sergeli")).taught_by(a_teacher())
    sender = a_user_with({"my_groups:attendance": ["update"]}).named("Aziz", "Karimov")
    await centre.console.store(elsewhere, sender)
    here, absent, late = centre.group.students
    marks = [(here.id, 1, None), (absent.id, 2, 3), (late.id, 4, 1)]
    entries = msgspec.json.encode([{"studentId": id, "mark": mark, "reason": why} for id, mark, why in marks]).decode()
    lesson = await centre.lesson("09:00", "10:00", day=DAY - timedelta(days=1))
    foreign = await centre.lesson("09:00", "10:00", day=DAY - timedelta(days=1), group=elsewhere)
    await centre.mark(lesson, 1, None, here.id)
    await centre.mark(lesson, 1, None, late.id)
    rows = [(lesson, entries, "waiting"), (lesson, "[]", "refused"), (foreign, "[]", "waiting")]
    stored = [await centre.console.sql.fetchval(LATE, of, sender.id, marks, state) for of, marks, state in rows]
    shown = (await today(await centre.with_rights(all_groups__attendance=["read", "update"])))["lateSheets"]
    assert ([sheet["id"] for sheet in shown["sheets"]], shown["total"], shown["decides"]) == ([stored[0]], 1, True)
    (sheet,) = shown["sheets"]
    assert (sheet["attended"], sheet["late"], sheet["absent"]) == (1, 1, 1)
    assert (sheet["sentBy"], sheet["date"], sheet["beginTime"]) == ("Karimov Aziz", "2026-11-17", "09:00")
    changes = {one["studentId"]: (one["was"], one["status"], one["reason"]) for one in sheet["changes"]}
    assert changes == {absent.id: (None, 2, 3), late.id: (1, 4, 1)}
    assert all(one["fullName"] for one in sheet["changes"])
    assert sheet["refused"] == []


async def test_a_teacher_sees_their_own_pending_submission(centre: Centre) -> None:
    """D-13, D-70: among their submissions and at the unmarked lesson.

    The teacher does not decide, and sees nothing of other teachers' groups.
    """
    account = a_user_with({"my_groups:attendance": ["read", "update"]})
    own = a_class_of(1).in_branch(centre.branch).taught_by(a_teacher().with_account(account))
    await centre.console.store(account, own)
    yesterday = DAY - timedelta(days=1)
    mine, theirs = [await centre.lesson("09:00", "10:00", day=yesterday, group=of) for of in (own, centre.group)]
    teacher = await centre.console.sign_in(account)
    before = await today(teacher)
    assert (before["lateSheets"]["sheets"], before["unmarked"]["lessons"][0]["lateSentAt"]) == ([], None)
    for lesson in (mine, theirs):
        await centre.console.sql.fetchval(LATE, lesson, account.id, "[]", "waiting")
    shown = await today(teacher)
    assert [sheet["lessonId"] for sheet in shown["lateSheets"]["sheets"]] == [mine]
    assert (shown["lateSheets"]["total"], shown["lateSheets"]["decides"]) == (1, False)
    assert [(one["id"], one["lateSentAt"] is not None) for one in shown["unmarked"]["lessons"]] == [(mine, True)]
    month = (await teacher.data(f"/groups/for-academic/{own.id}/attendances", month="2026-11"))["lessons"]
    listed = (await teacher.data(f"/groups/{own.id}/lessons"))["lessons"]
    assert [one["lateSentAt"] is not None for one in (*month, *listed)] == [True, True]
    await centre.console.sql.execute("update late_sheets set state = 'refused' where lesson_id = $1", mine)
    decided = await today(teacher)
    assert (decided["lateSheets"]["sheets"], decided["unmarked"]["lessons"][0]["lateSentAt"]) == ([], None)


async def test_failed_jobs_and_a_stopped_synchronisation_are_listed(centre: Centre) -> None:
    """D-49, D-65: a stopped run until another one has done its parts.

    A failed job until it is retried.
    """
    sql = centre.console.sql
    failed = "insert into jobs (kind, payload, state, last_error) values ($1, '{}', 'failed', $2) returning id"
    away = "SmsUnavailable: unreachable"
    sms, synchronisation = [await sql.fetchval(failed, kind, away) for kind in ("sms.send", "sync.run")]
    stopped = await sql.fetchval(
        "insert into sync_runs (type, status, parts) values ('students', 'aborted', '[]') returning id"
    )
    clerk = await centre.with_rights(settings__integrations=["read", "update"], all_groups__journal=["read"])
    shown = await today(clerk)
    assert [job["id"] for job in shown["failedJobs"]["jobs"]] == [synchronisation, sms]
    words = "SMS service: The address does not answer: check the address and the internet"
    assert [job["failure"] for job in shown["failedJobs"]["jobs"]] == [words, words]
    assert shown["stoppedRun"]["id"] == stopped
    assert (await today(await centre.with_rights(all_groups__journal=["read"])))["stoppedRun"] is None
    later = "insert into sync_runs (type, status, parts, created_at) values ($1, 'done', '[]', now() + interval '1 s')"
    await sql.execute(later, "teachers")
    assert (await today(clerk))["stoppedRun"]["id"] == stopped
    await sql.execute(later, "all")
    shown = await today(clerk)
    assert shown["stoppedRun"] is None
    assert ([job["id"] for job in shown["failedJobs"]["jobs"]], shown["failedJobs"]["total"]) == ([sms], 1)


async def test_photos_wait_for_their_reviewer(centre: Centre) -> None:
    """R1-194, D-12, D-61: of academics of the caller's branches."""
    waiting = a_teacher().named("Aziz", "Karimov").in_branch(centre.branch).having(photo="yuz", photo_check=1)
    others = [
        a_teacher().in_branch(a_branch("Sergeli")).having(photo="yuz", photo_check=1),
        a_teacher().in_branch(centre.branch).having(photo="yuz", photo_check=3),
    ]
    await centre.console.store(waiting, *others)
    photos = (await today(await centre.with_rights(users__academic=["update"], all_groups__journal=["read"])))["photos"]
    assert photos == {"academics": [{"id": waiting.id, "name": "Karimov Aziz"}], "total": 1}


async def test_an_empty_centre_shows_its_first_steps(fresh_console: Console) -> None:
    """D-65: to users who may do them, until all are done."""
    visitor = await fresh_console.sign_in(a_superadmin())
    empty = await today(visitor)
    assert (ids(empty["running"]), ids(empty["next"])) == ([], [])
    steps = {step["step"]: step["done"] for step in empty["firstSteps"]}
    assert steps == {"synchronise": False, "branches": False, "accounts": False}
    branch = a_branch()
    teacher = await fresh_console.sign_in(a_user_with({"my_groups:attendance": ["read"]}))
    assert (await today(teacher))["firstSteps"] == []
    await fresh_console.store(branch)
    await fresh_console.sql.execute("insert into sync_runs (type, status, parts) values ('all', 'done', '[]')")
    steps = {step["step"]: step["done"] for step in (await today(visitor))["firstSteps"]}
    assert steps == {"synchronise": True, "branches": True, "accounts": False}
    account = an_admin_of(branch)
    await fresh_console.store(account, a_teacher().with_account(account))
    assert (await today(visitor))["firstSteps"] == []
