"""Check-ins of teachers at their lessons, with photo and rating (D-77).

The month of a group, and the pages of academics.
"""

import asyncio
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from application.files.uploads import MAX_ACADEMIC_PICTURE_BYTES
from tests.http.attendance.lessons import LessonWriter
from tests.support.builders import Account, Branch, Class, a_branch, a_class_of, a_teacher, a_user_with, an_assistant
from tests.support.console import Console, Visitor, data
from tests.support.pictures import a_photo

ZONE = ZoneInfo("Asia/Tashkent")
OWN = {"my_groups:attendance": ["read", "update"]}
OFFICE = {"all_groups:attendance": ["read"], "users:academic": ["read"], "users:assistants": ["read"]}
SAVE, UPLOAD = "/attendance/save-academic", "/upload/staff-attendances"
SECOND = timedelta(seconds=1)


@pytest.fixture
async def branch(console: Console) -> Branch:
    branch = a_branch()
    await console.store(branch)
    return branch


@pytest.fixture
async def account(console: Console) -> Account:
    account = a_user_with(OWN)
    await console.store(account)
    return account


@pytest.fixture
async def group(console: Console, branch: Branch, account: Account) -> Class:
    """A group on Friday at 14:00 whose teacher has an account."""
    teacher = a_teacher().with_account(account)
    group = a_class_of(1).in_branch(branch).taught_by(teacher).called("Matematika-2").on(5, at="14:00")
    await console.store(group)
    return group


FRIDAY = date(2026, 11, 20)


def at(clock: str, day: date = FRIDAY) -> datetime:
    return datetime.combine(day, time.fromisoformat(clock), ZONE)


async def _visitor_at(console: Console, now: datetime, account: Account) -> Visitor:
    """The account's browser at an instant, with the clock stopped."""
    console.clock.stand_at(now.astimezone(UTC))
    return await console.sign_in(account)


async def _check_in(visitor: Visitor, lesson: int, **more: Any) -> Any:
    return data(await visitor.post(SAVE, {"lessonId": lesson, **more}))["attendance"]


async def _rejection(visitor: Visitor, lesson: int, **more: Any) -> tuple[int, str]:
    answer = await visitor.post(SAVE, {"lessonId": lesson, **more})
    return answer.status_code, answer.json()["code"]


async def _photo(visitor: Visitor, content: bytes) -> Any:
    return await visitor.request("POST", UPLOAD, content=content, headers={"X-File-Name": "dars.jpg"})


@pytest.mark.parametrize(
    ("now", "status"),
    [
        (at("13:30"), 1),
        (at("14:10"), 1),
        (at("14:10") + SECOND, 4),
        (at("16:00") - SECOND, 4),
    ],
)
async def test_a_teacher_checks_in_at_their_lesson(
    console: Console, group: Class, account: Account, now: datetime, status: int
) -> None:
    """R2-382, D-77: from 30 minutes before the begin until the end.

    On time up to ten minutes after the begin.
    """
    lesson = await LessonWriter(console, group).lesson(FRIDAY)
    result = await _check_in(await _visitor_at(console, now, account), lesson)
    assert (result["lessonId"], result["status"], result["photo"]) == (lesson, status, None)
    assert datetime.fromisoformat(result["at"]) == now


async def test_a_check_in_outside_its_window_is_rejected_with_the_reason(
    console: Console, group: Class, account: Account
) -> None:
    """D-77: to the second; a lesson without class has no check-in."""
    days = LessonWriter(console, group)
    lesson, off = await days.lesson(FRIDAY), await days.lesson(FRIDAY, "18:00", "20:00", no_class="bayram")
    for now, lesson_id, code in (
        (at("13:30") - SECOND, lesson, "ATTENDANCE_CHECK_IN_EARLY"),
        (at("16:00"), lesson, "ATTENDANCE_CHECK_IN_OVER"),
        (at("18:00"), off, "ATTENDANCE_NO_CLASS"),
    ):
        assert await _rejection(await _visitor_at(console, now, account), lesson_id) == (409, code)
    assert await console.sql.fetchval("select count(*) from staff_attendances where lesson_id = $1", lesson) == 0


async def test_a_second_check_changes_nothing(console: Console, group: Class, account: Account) -> None:
    """A3, D-77: the first check-in stays and is recorded once."""
    lesson = await LessonWriter(console, group).lesson(FRIDAY)
    first = await _check_in(await _visitor_at(console, at("13:50"), account), lesson)
    late = await _visitor_at(console, at("14:40"), account)
    assert await _check_in(late, lesson) == first
    records = await console.sql.fetch(
        "select permission, params::text from audits where entity = 'lesson' and entity_id = $1", lesson
    )
    assert [record["permission"] for record in records] == ["my_groups:attendance"]
    assert '"Matematika-2"' in records[0]["params"]
    assert '"20.11.2026"' in records[0]["params"]


async def test_concurrent_check_ins_are_stored_once(console: Console, group: Class, account: Account) -> None:
    """A3: a double click."""
    lesson = await LessonWriter(console, group).lesson(FRIDAY)
    visitor = await _visitor_at(console, at("14:00"), account)
    answers = await asyncio.gather(*(_check_in(visitor, lesson) for _ in range(5)))
    assert [one == answers[0] for one in answers] == [True] * 5
    count = "select count(*) from audits where entity = 'lesson' and entity_id = $1"
    assert await console.sql.fetchval(count, lesson) == 1


async def test_a_check_in_at_another_teachers_lesson_is_not_found(
    console: Console, branch: Branch, group: Class, account: Account
) -> None:
    """D-13, D-54: even of the same group; nor an unknown lesson."""
    other = a_teacher().in_branch(branch)
    await console.store(other)
    days = LessonWriter(console, group)
    foreign = await days.lesson(FRIDAY, "18:00", "20:00", of=other)
    visitor = await _visitor_at(console, at("18:00"), account)
    assert await _rejection(visitor, foreign) == (404, "SHARED_NOT_FOUND")
    assert await _rejection(visitor, 10**9) == (404, "SHARED_NOT_FOUND")
    own = await days.lesson(FRIDAY)
    office = await _visitor_at(
        console, at("14:00"), a_user_with({"all_groups:attendance": ["read", "update"]}).of(branch)
    )
    assert await _rejection(office, own) == (403, "SHARED_FORBIDDEN")
    stranger = await _visitor_at(console, at("14:00"), a_user_with(OWN).of(branch))
    assert await _rejection(stranger, own) == (404, "SHARED_NOT_FOUND")


async def _assistant_of(console: Console, group: Class, *days: int) -> Account:
    """An assistant in the group's schedule on these days from 14:30."""
    account = a_user_with(OWN)
    await console.store(account)
    assistant = an_assistant().with_account(account).in_branch(group.branch or a_branch())
    await console.store(assistant)
    await console.sql.execute(
        "insert into schedules (group_id, teacher_id, days_of_week, begin_time, end_time) values ($1, $2, $3, $4, $5)",
        *(group.id, assistant.id, list(days), time(14, 30), time(16, 30)),
    )
    return account


async def test_a_scheduled_assistant_checks_in(console: Console, group: Class) -> None:
    """D-77: at the hours of their schedule; each has their own check-in."""
    days = LessonWriter(console, group)
    lesson, thursday = await days.lesson(FRIDAY), await days.lesson(FRIDAY - timedelta(1))
    account = await _assistant_of(console, group, 5)
    visitor = await _visitor_at(console, at("14:05"), account)
    assert (await _check_in(visitor, lesson))["status"] == 1
    again = await _visitor_at(console, at("14:05", FRIDAY - timedelta(1)), account)
    assert (await _rejection(again, thursday))[0] == 404
    assert await console.sql.fetchval("select count(*) from staff_attendances where lesson_id = $1", lesson) == 1


async def test_a_check_in_is_offered_where_the_lesson_is_marked(
    console: Console, branch: Branch, group: Class, account: Account
) -> None:
    """D-77: on the sheet and in Today, to those whose lesson it is, until it is done.

    A teacher who accepts it and marks every class ends at 100,0 %.
    """
    days = LessonWriter(console, group)
    lesson = await days.lesson(FRIDAY)

    async def offered(now: datetime, who: Account, audience: str = "academic") -> Any:
        visitor = await _visitor_at(console, now, who)
        sheet = await visitor.data(f"/attendance/for-{audience}/sheet", lessonId=lesson)
        day = (await visitor.data("/today"))["today"]
        (listed,) = [one for part in ("running", "next") for one in day[part]["lessons"] if one["id"] == lesson]
        assert listed["checkIn"] == sheet["checkIn"]
        return sheet["checkIn"]

    shown = await offered(at("13:30"), account)
    assert (shown["status"], shown["at"]) == (None, None)
    assert (datetime.fromisoformat(shown["opens"]), datetime.fromisoformat(shown["closes"])) == (
        at("13:30"),
        at("16:00"),
    )
    assistant, saturdays = await _assistant_of(console, group, 5), await _assistant_of(console, group, 6)
    assert (await offered(at("14:05"), assistant))["at"] is None
    assert await offered(at("14:05"), saturdays) is None
    office = a_user_with({"all_groups:attendance": ["read", "update"]}).of(branch)
    assert await offered(at("14:05"), office, "admin") is None
    reader = a_user_with({"my_groups:attendance": ["read"]})
    await console.store(reader)
    await console.sql.execute("update teachers set user_id = $2 where user_id = $1", saturdays.id, reader.id)
    assert await offered(at("14:05"), reader) is None
    await _check_in(await _visitor_at(console, at("14:05"), account), lesson)
    shown = await offered(at("14:06"), account)
    assert (shown["status"], datetime.fromisoformat(shown["at"])) == (1, at("14:05"))
    assert (await offered(at("14:06"), assistant))["at"] is None
    teacher = await _visitor_at(console, at("16:00"), account)
    month = await teacher.data(f"/groups/{group.id}/staff-attendances")
    assert month["staff"][0]["rating"] == 100.0
    await console.sql.execute("update lessons set no_class_reason = 'bayram' where id = $1", lesson)
    assert await offered(at("14:06"), account) is None


async def test_a_check_in_shows_its_photo(console: Console, group: Class, account: Account) -> None:
    """R1-400, D-72, ASVS-30: re-encoded, claimed, shown by a link.

    Another account's upload is rejected.
    """
    lesson = await LessonWriter(console, group).lesson(FRIDAY)
    visitor = await _visitor_at(console, at("14:00"), account)
    photo = data(await _photo(visitor, a_photo("WEBP")))["file"]
    stranger = await _visitor_at(console, at("14:00"), a_user_with(OWN))
    foreign = data(await _photo(stranger, a_photo()))["file"]
    assert await _rejection(visitor, lesson, photoId=foreign["id"]) == (404, "SHARED_NOT_FOUND")
    result = await _check_in(visitor, lesson, photoId=photo["id"])
    shown = await console.nobody().request("GET", result["photo"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/webp")
    stored = await console.sql.fetchrow(
        "select kind, entity, entity_id, expires_at from files where public_id = $1", photo["id"]
    )
    assert tuple(stored) == ("staff-check", "lesson", lesson, None)


async def test_only_pictures_of_at_most_five_megabytes_are_accepted(
    console: Console, group: Class, account: Account
) -> None:
    """R1-400, ASVS-29, ASVS-30: judged by their bytes."""
    visitor = await _visitor_at(console, at("14:00"), account)
    for content, status in ((b"<svg/>", 415), (a_photo("GIF"), 415), (bytes(MAX_ACADEMIC_PICTURE_BYTES + 1), 413)):
        assert (await _photo(visitor, content)).status_code == status
    assert (await _photo(await console.sign_in(a_user_with({})), a_photo())).status_code == 403


async def test_a_month_of_the_group_with_its_rating(
    console: Console, branch: Branch, group: Class, account: Account
) -> None:
    """R1-386, R1-150, R2-205, R2-350, D-77: lessons attended on time.

    Of those that ended and took place.
    """
    days = LessonWriter(console, group)
    first = await days.lesson(FRIDAY - timedelta(14))
    second = await days.lesson(FRIDAY - timedelta(7))
    await days.lesson(FRIDAY - timedelta(8), no_class="bayram")
    third = await days.lesson(FRIDAY)
    await days.lesson(FRIDAY - timedelta(28), "09:00", "10:00")
    assistant = await _assistant_of(console, group, 5)
    await _check_in(await _visitor_at(console, at("13:59", FRIDAY - timedelta(14)), account), first)
    await _check_in(await _visitor_at(console, at("15:00", FRIDAY - timedelta(7)), account), second)
    teacher = await _visitor_at(console, at("15:00"), account)
    result = await teacher.data(f"/groups/{group.id}/staff-attendances")
    assert (result["month"], result["months"]) == ("2026-11", ["2026-10", "2026-11"])
    teacher_row, helper = result["staff"]
    assert (teacher_row["own"], helper["own"]) == (True, False)
    assert (teacher_row["groupName"], teacher_row["beginTime"], teacher_row["endTime"], teacher_row["roleNumber"]) == (
        "Matematika-2",
        "14:00",
        "16:00",
        2,
    )
    # of the two that ended and took place; the present one has not ended
    assert (teacher_row["rating"], teacher_row["total"]) == (50.0, 4)
    assert [(one["lessonId"], one["status"], one["rated"]) for one in teacher_row["attendances"] if one["rated"]] == [
        (first, 1, True),
        (second, 4, True),
    ]
    now = teacher_row["attendances"][-1]
    assert (now["lessonId"], now["status"], now["rated"]) == (third, None, False)
    assert (datetime.fromisoformat(now["opens"]), datetime.fromisoformat(now["closes"])) == (at("13:30"), at("16:00"))
    # the assistant's schedule covers the Fridays; no check-in was sent
    assert (helper["roleNumber"], helper["rating"], helper["total"], helper["beginTime"]) == (3, 0.0, 3, "14:30")
    october = await teacher.data(f"/groups/{group.id}/staff-attendances", month="2026-10")
    assert [(one["rating"], one["total"]) for one in october["staff"]] == [(0.0, 1), (None, 0)]
    assert (await teacher.get(f"/groups/{group.id}/staff-attendances", month="2026-13")).status_code == 422
    assert (await _visitor_at(console, at("15:00"), assistant)).token


async def test_the_month_of_a_group_is_visible_to_its_branch_and_its_teachers(
    console: Console, branch: Branch, group: Class, account: Account
) -> None:
    """D-13, D-54: all_groups in the branches, my_groups in one's own groups.

    Either is enough; otherwise it is not found.
    """
    path = f"/groups/{group.id}/staff-attendances"
    both = a_user_with(OWN | {"all_groups:attendance": ["read"]}).of(a_branch())
    for caller, status in (
        (account, 200),
        (a_user_with({"all_groups:attendance": ["read"]}).of(branch), 200),
        (a_user_with({"all_groups:attendance": ["read"]}).of(a_branch()), 404),
        (a_user_with(OWN).of(branch), 404),
        (both, 404),
        (a_user_with({}).of(branch), 403),
    ):
        visitor = await console.sign_in(caller)
        assert (await visitor.get(path)).status_code == status
    # a teacher of the group: my_groups grants access regardless of branches
    helper = a_teacher().with_account(both).in_branch(branch)
    await console.store(helper)
    await console.sql.execute(
        "insert into schedules (group_id, teacher_id, days_of_week) values ($1, $2, '{5}')", group.id, helper.id
    )
    visitor = await console.sign_in(both)
    assert (await visitor.get(path)).status_code == 200
    assert (await visitor.get("/groups/1000000000/staff-attendances")).status_code == 404


async def test_the_pages_of_academics_and_assistants_list_their_lessons(
    console: Console, branch: Branch, group: Class, account: Account
) -> None:
    """R1-150, R1-346, R2-205, D-46, D-77: lessons so far, newest first.

    An unchecked lesson counts neither as present nor as absent.
    """
    days = LessonWriter(console, group)
    lessons = [await days.lesson(FRIDAY - timedelta(7 * weeks)) for weeks in (2, 1, 0)]
    await days.lesson(FRIDAY - timedelta(10), no_class="bayram")
    await days.lesson(FRIDAY + timedelta(7))
    helper_account = await _assistant_of(console, group, 5)
    await _check_in(await _visitor_at(console, at("14:00", FRIDAY - timedelta(14)), account), lessons[0])
    await _check_in(await _visitor_at(console, at("14:50"), helper_account), lessons[2])
    office = await _visitor_at(console, at("17:00"), a_user_with(OFFICE).of(branch))
    assert group.teacher
    result = await office.data(f"/academic/{group.teacher.id}/{group.id}/attendances")
    assert [(one["date"], one["status"]) for one in result["attendances"]] == [
        ("2026-11-20", None),
        ("2026-11-13", None),
        ("2026-11-10", 3),
        ("2026-11-06", 1),
    ]
    assert (result["rating"], result["total"]) == (33.3, 4)
    assert datetime.fromisoformat(result["attendances"][-1]["at"]) == at("14:00", FRIDAY - timedelta(14))
    assistant_id = await console.sql.fetchval("select id from teachers where user_id = $1", helper_account.id)
    result = await office.data(f"/assistant/{assistant_id}/{group.id}/attendances")
    assert [(one["date"], one["status"]) for one in result["attendances"]] == [
        ("2026-11-20", 4),
        ("2026-11-13", None),
        ("2026-11-06", None),
    ]
    assert (result["rating"], result["total"], result["beginTime"]) == (0.0, 3, "14:30")
