"""Groups: lists, one group, schedule, curriculum and class.

Of one's branches and of one's own (D-12, D-13, D-27).
"""

import io
import zipfile
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import openpyxl  # type: ignore[import-untyped]
import pytest

from domain.groups.enrolments import FINISHED, NOT_COUNTED, GroupStatus
from tests.support.builders import (
    Account,
    Branch,
    Class,
    Teacher,
    a_branch,
    a_category,
    a_class_of,
    a_course,
    a_student,
    a_superadmin,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor
from tests.support.groups import ZONE

ALL_GROUPS = {"all_groups:journal": ["read"]}
MY_GROUPS = {"my_groups:attendance": ["read", "update"]}
TODAY = date(2026, 9, 1)


@pytest.fixture(scope="module")
async def here(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def office(console: Console, here: Branch) -> Visitor:
    """A reader of the groups of one branch, by any option (D-53)."""
    return await console.sign_in(a_user_with(ALL_GROUPS).of(here))


async def _teacher_with_account(console: Console, here: Branch) -> tuple[Teacher, Visitor]:
    account: Account = a_user_with(MY_GROUPS).of(here)
    await console.store(account)
    teacher = a_teacher().in_branch(here).with_account(account)
    await console.store(teacher)
    return teacher, await console.sign_in(account)


async def _names(visitor: Visitor, path: str = "/groups/all", **query: Any) -> list[str]:
    return [row["name"] for row in (await visitor.data(path, perPage=100, **query))["groups"]]


async def _marks(console: Console, group: Class, attended: int, late: int, absent: int) -> None:
    await console.sql.execute(
        "insert into group_marks (group_id, attended, late, absent) values ($1, $2, $3, $4)",
        *(group.id, attended, late, absent),
    )


async def _create_schedule_slot(console: Console, group: Class, teacher: Teacher, **columns: Any) -> int:
    line = {"days_of_week": [1, 3, 5], "begin_time": time(14), "end_time": time(16), "classroom_name": ""} | columns
    names = ["group_id", "teacher_id", *line]
    places = ", ".join(f"${number + 1}" for number in range(len(names)))
    written = f"insert into schedules ({', '.join(names)}) values ({places}) returning id"
    id: int = await console.sql.fetchval(written, group.id, teacher.id, *line.values())
    return id


async def test_a_group_counts_the_actions_that_earn_in_it(console: Console, here: Branch, office: Visitor) -> None:
    """D-123: by default or connected, and in force now; in the list and in the detail."""
    group, other = a_class_of(0).called("Amal 1").in_branch(here), a_class_of(0).called("Amal 2").in_branch(here)
    await console.store(group, other)
    add = "insert into actions (kind, name, by_default, enabled, starts_at, ends_at) values ($1, $2, $3, $4, $5, $6)"
    now = datetime.now(UTC)
    long_ago, lately, soon = now - timedelta(days=30), now - timedelta(minutes=1), now + timedelta(days=1)
    by_hand, cut, _, _, _ = [
        await console.sql.fetchval(f"{add} returning id", 2, "", *row)
        for row in (
            (False, True, long_ago, None),
            (True, True, long_ago, soon),
            (True, False, long_ago, None),
            (True, True, soon, None),
            (True, True, long_ago, lately),
        )
    ]
    connect = "insert into group_actions (group_id, action_id, since, until) values ($1, $2, $3, $4)"
    await console.sql.execute(connect, group.id, by_hand, lately, None)

    async def counted() -> list[int]:
        rows = (await office.data("/groups/all", value="amal"))["groups"]
        counts = {row["id"]: row["actionsCount"] for row in rows}
        assert (await office.data(f"/groups/{group.id}"))["group"]["actionsCount"] == counts[group.id]
        return [counts[group.id], counts[other.id]]

    before = await counted()
    assert before[0] - before[1] == 1
    await console.sql.execute(connect, group.id, cut, None, lately)
    assert await counted() == [before[0] - 1, before[1]], "what was disconnected earns no more"
    await console.sql.execute("delete from group_actions")
    await console.sql.execute("delete from actions where name = ''")


async def test_a_group_has_every_field_of_its_list(console: Console, here: Branch, office: Visitor) -> None:
    """R1-110, R1-112, R1-162, R1-163, R1-376: absent data is none or zero."""
    course = a_course("Python").of_category(a_category("Dasturlash"))
    group = a_class_of(3).called("Alfa 1").in_branch(here).of_course(course).taught_by(a_teacher())
    group.learning_type = "offline"
    others = [a_class_of(0).called(f"Alfa {n}").in_branch(here).of_course(course) for n in (2, 3)]
    others[1].status = GroupStatus.ENDED
    await console.store(group, *others)
    await _marks(console, group, attended=1, late=0, absent=2)
    row = next(row for row in (await office.data("/groups/all", value="alfa 1"))["groups"])
    assert row["category"] == {"id": course.category and course.category.id, "displayName": "Dasturlash"}
    assert row["course"] == {"id": course.id, "name": "Python"}
    assert row["office"] == {"id": here.id, "name": "Chilonzor"}
    assert (row["learningType"], row["startedDate"], row["endedDate"]) == ("offline", "2026-01-05", None)
    assert (row["students"], row["groupsCount"], row["actionsCount"]) == (3, 1, 0)
    assert (row["attendanceKpi"], row["homeworkKpi"], row["examKpi"]) == (33.3, None, None)
    line = row["schedules"][0]
    assert (line["daysOfWeek"], line["beginTime"], line["endTime"]) == ([1, 3, 5], "14:00", "16:00")
    assert (line["staff"]["id"], line["staff"]["roleNumber"]) == (group.teacher and group.teacher.id, 2)


async def test_each_filter_narrows_the_list(console: Console, here: Branch, office: Visitor) -> None:
    """R1-097, R1-098, R1-099, R1-100, R1-101, R1-102, R1-164, R1-191, R2-257.

    Name, status, category, course, teacher, type, date ranges, branch.
    """
    other = a_branch("Yunusobod")
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here, other))
    course = a_course("Ingliz tili").of_category(a_category("Tillar"))
    teacher = a_teacher().in_branch(here)
    one = a_class_of(0).called("Filtr bir").in_branch(here).of_course(course).taught_by(teacher)
    one.learning_type, one.started, one.status = "onlayn", date(2026, 3, 1), GroupStatus.NOT_STARTED
    two = a_class_of(0).called("Filtr ikki").in_branch(other)
    two.started = date(2026, 3, 2)
    await console.store(one, two)
    await console.sql.execute("update groups set ended_date = '2026-12-31' where id = $1", one.id)
    await console.sql.execute("update groups set ended_date = '2027-01-01' where id = $1", two.id)

    async def filtered(**query: Any) -> list[str]:
        return await _names(visitor, value="filtr", **query)

    assert await filtered() == ["Filtr bir", "Filtr ikki"]
    assert await filtered(status=1) == ["Filtr bir"]
    assert await filtered(status=2) == ["Filtr ikki"]
    assert await filtered(status=3) == []
    assert await filtered(categoryId=course.category and course.category.id) == ["Filtr bir"]
    assert await filtered(courseId=course.id) == ["Filtr bir"]
    assert await filtered(teacherId=teacher.id) == ["Filtr bir"]
    assert await filtered(learningTypeId="onlayn") == ["Filtr bir"]
    assert await filtered(officeIds=other.id) == ["Filtr ikki"]
    assert await filtered(officeIds=f"{here.id},{other.id}") == ["Filtr bir", "Filtr ikki"]
    # both ends are included
    assert await filtered(fromByStartedDate="2026-03-02") == ["Filtr ikki"]
    assert await filtered(toByStartedDate="2026-03-01") == ["Filtr bir"]
    assert await filtered(fromByStartedDate="2026-03-01", toByStartedDate="2026-03-02") == ["Filtr bir", "Filtr ikki"]
    assert await filtered(fromByEndedDate="2027-01-01") == ["Filtr ikki"]
    assert await filtered(toByEndedDate="2026-12-31") == ["Filtr bir"]
    assert await filtered(fromByEndedDate="2026-12-31", toByEndedDate="2027-01-01") == ["Filtr bir", "Filtr ikki"]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({"value": "shax"}, True),
        ({"value": "o'zbek"}, True),
        ({"value": "oʻzbek"}, True),
        ({"value": "Ўзбек"}, True),
        ({"value": "ozb s"}, True),
        ({"value": "xmat"}, False),
        ({"value": "zbek"}, False),
        ({"value": "100%"}, False),
        ({"value": "---"}, False),
        ({"value": "N12"}, True),
        ({"value": "n12", "keys": "hName"}, True),
        ({"value": "h-77"}, True),
        ({"value": "h-77", "keys": "hName"}, False),
    ],
)
async def test_a_group_is_found_by_the_beginning_of_a_word(
    console: Console, here: Branch, query: dict[str, str], found: bool
) -> None:
    """R1-095, D-5, D-63: in any spelling; by the school's id too.

    Unless a key limits the search to the name.
    """
    if not await console.sql.fetchval("select count(*) from groups where h_id = 'H-77'"):
        group = a_class_of(0).called("Oʻzbek tili Shaxmat N12").in_branch(here)
        await console.store(group)
        await console.sql.execute("update groups set h_id = 'H-77' where id = $1", group.id)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    assert ("Oʻzbek tili Shaxmat N12" in await _names(visitor, **query)) is found


async def test_an_unknown_key_or_status_is_rejected(office: Visitor) -> None:
    """D-4: as is every unknown value of a list's query."""
    for wrong in ({"keys": "name"}, {"status": 4}, {"fromByStartedDate": "01.03.2026"}, {"perPage": 101}):
        assert (await office.get("/groups/all", **wrong)).status_code == 400


async def test_groups_are_sorted_and_counted(console: Console, office: Visitor, here: Branch) -> None:
    """D-4: by name, ties by id, each on one page only."""
    await console.store(*(a_class_of(0).called("Tartib bir xil").in_branch(here) for _ in range(7)))
    pages = [await office.data("/groups/all", value="tartib", page=page, perPage=3) for page in (1, 2, 3)]
    ids = [row["id"] for page in pages for row in page["groups"]]
    assert ([page["total"] for page in pages], len(set(ids))) == ([7, 7, 7], 7)
    assert ids == sorted(ids)


async def test_an_office_sees_its_branches_and_a_teacher_their_own_groups(console: Console, here: Branch) -> None:
    """R1-002, R1-299, R1-377, D-12, D-13, D-54, P2: others are not found.

    A missing right is forbidden.
    """
    there = a_branch("Sergeli")
    teacher, visitor = await _teacher_with_account(console, here)
    own = a_class_of(1).called("Egalik bir").in_branch(here).taught_by(teacher)
    # the teacher's own in a branch out of scope: its schedule names them
    away = a_class_of(1).called("Egalik ikki").in_branch(there).taught_by(teacher)
    foreign = a_class_of(1).called("Egalik uch").in_branch(here).taught_by(a_teacher())
    await console.store(own, away, foreign)
    office = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    assert await _names(visitor, "/groups/for-academic/all", value="egalik") == ["Egalik bir", "Egalik ikki"]
    assert await _names(office, value="egalik") == ["Egalik bir", "Egalik uch"]
    parts = ("", "/schedules", "/curriculum", "/download")
    for part in parts:
        for group, his, theirs in ((own, 200, 200), (away, 200, 404), (foreign, 404, 200)):
            assert (await visitor.get(f"/groups/{group.id}{part}")).status_code == his
            assert (await office.get(f"/groups/{group.id}{part}")).status_code == theirs
    for part in ("info", "student"):
        assert (await visitor.get(f"/groups/for-academic/{own.id}/{part}")).status_code == 200
        assert (await visitor.get(f"/groups/for-academic/{foreign.id}/{part}")).status_code == 404
        assert (await visitor.get(f"/groups/for-admin/{own.id}/{part}")).status_code == 403
        assert (await office.get(f"/groups/for-admin/{away.id}/{part}")).status_code == 404
        assert (await office.get(f"/groups/for-academic/{own.id}/{part}")).status_code == 403
    assert (await visitor.get("/groups/all")).status_code == 403


async def test_a_holder_of_both_keys_sees_own_groups_through_the_academic_call(console: Console, here: Branch) -> None:
    """D-54: the superadmin's own groups are those that name them, not all."""
    account = a_superadmin()
    visitor = await console.sign_in(account)
    group = a_class_of(0).called("Superadmin guruhi").in_branch(here)
    await console.store(group, a_class_of(0).called("Superadminsiz").in_branch(here))
    assert await _names(visitor, "/groups/for-academic/all", value="superadmin") == []
    teacher = a_teacher().in_branch(here).with_account(account)
    await console.store(teacher)
    await _create_schedule_slot(console, group, teacher)
    assert await _names(visitor, "/groups/for-academic/all", value="superadmin") == ["Superadmin guruhi"]
    assert await _names(visitor, value="superadmin") == ["Superadmin guruhi", "Superadminsiz"]


@pytest.mark.parametrize(
    ("marks", "kpi"),
    [
        ((1, 0, 0), 100.0),
        ((0, 0, 3), 0.0),
        ((1, 1, 1), 66.7),
        ((1, 0, 15), 6.3),
        ((124, 0, 1), 99.2),
        ((0, 0, 0), None),
    ],
)
async def test_a_kpi_is_rounded_to_the_tenth(
    console: Console, here: Branch, office: Visitor, marks: tuple[int, int, int], kpi: float | None
) -> None:
    """R1-112, D-27: attended and late of all marked, half up; none without data."""
    name = f"KPI {'-'.join(map(str, marks))}"
    group = a_class_of(0).called(name).in_branch(here)
    await console.store(group)
    await _marks(console, group, *marks)
    assert (await office.data(f"/groups/{group.id}"))["group"]["attendanceKpi"] == kpi


async def test_a_teachers_kpi_weighs_groups_by_their_marks(console: Console, here: Branch) -> None:
    """D-77: a group whose schedule names the teacher twice counts once."""
    teacher = a_teacher().in_branch(here)
    groups = [a_class_of(0).in_branch(here).taught_by(teacher) for _ in range(2)]
    await console.store(*groups)
    await _create_schedule_slot(console, groups[0], teacher, days_of_week=[2])
    await _marks(console, groups[0], attended=9, late=0, absent=1)
    await _marks(console, groups[1], attended=0, late=1, absent=1)
    visitor = await console.sign_in(a_user_with({"users:teachers": ["read"]}).of(here))
    assert (await visitor.data(f"/teacher/{teacher.id}"))["teacher"]["attendanceKpi"] == 83.3
    rows = (await visitor.data(f"/teacher/{teacher.id}/groups"))["groups"]
    assert sorted(row["attendanceKpi"] for row in rows) == [50.0, 90.0]
    listed = (await visitor.data("/kpi/all", value=teacher.last_name, perPage=100))["teachers"]
    assert next(row for row in listed if row["id"] == teacher.id)["attendanceKpi"] == 83.3


async def test_clashes_of_teacher_and_room_are_listed(console: Console, here: Branch) -> None:
    """R1-165: the teacher's other group at that hour, and the room's.

    Adjacent, ended and distant groups do not clash.
    """
    there, teacher = a_branch("Olmazor"), a_teacher()
    group = a_class_of(0).called("To'qnash").in_branch(here).taught_by(teacher)
    names = ("ustozi", "xonasi", "keyin", "boshqa kun", "tugagan", "boshqa filial", "eski qator")
    others = {name: a_class_of(0).called(name).in_branch(here) for name in names}
    others["boshqa filial"].branch = there
    others["tugagan"].status = GroupStatus.ENDED
    stranger, helper = a_teacher().in_branch(here), an_assistant().in_branch(here)
    await console.store(group, *others.values(), stranger, helper)
    await console.sql.execute("update schedules set classroom_name = '12-xona' where group_id = $1", group.id)
    # a second teacher of the same lesson in the same room does not clash
    await _create_schedule_slot(console, group, helper, classroom_name="12-xona")
    room = {"classroom_name": "12-xona"}
    await _create_schedule_slot(
        console, others["ustozi"], teacher, days_of_week=[3, 4], begin_time=time(15), end_time=time(17)
    )
    await _create_schedule_slot(console, others["xonasi"], stranger, **room)
    await _create_schedule_slot(console, others["keyin"], teacher, begin_time=time(16), end_time=time(18), **room)
    await _create_schedule_slot(console, others["boshqa kun"], teacher, days_of_week=[2, 4, 6], **room)
    await _create_schedule_slot(console, others["tugagan"], teacher, **room)
    await _create_schedule_slot(console, others["boshqa filial"], stranger, **room)
    await _create_schedule_slot(console, others["eski qator"], teacher, end_date=date(2026, 2, 1), **room)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    lines = (await visitor.data(f"/groups/{group.id}/schedules"))["schedules"]
    assert [line["staff"]["roleNumber"] for line in lines] == [2, 3]
    result = [(one["what"], one["group"]["name"], one["daysOfWeek"], one["beginTime"]) for one in lines[0]["clashes"]]
    assert result == [("teacher", "ustozi", [3], "15:00"), ("room", "xonasi", [1, 3, 5], "14:00")]
    assert [one["group"]["name"] for one in lines[1]["clashes"]] == ["xonasi"]


async def test_a_clash_with_a_group_of_another_branch_has_no_name(console: Console, here: Branch) -> None:
    """D-12: the teacher is in two places at once; the other place is hidden."""
    teacher = a_teacher()
    group = a_class_of(0).in_branch(here).taught_by(teacher)
    await console.store(group)
    await console.store(a_class_of(0).in_branch(a_branch("Bektemir")).taught_by(teacher))
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    clash = (await visitor.data(f"/groups/{group.id}/schedules"))["schedules"][0]["clashes"][0]
    assert (clash["what"], clash["group"]) == ("teacher", None)


async def test_ended_schedules_are_shown_only_without_current_ones(console: Console, here: Branch) -> None:
    """R1-165: a group that has ended still shows its teacher."""
    group = a_class_of(0).in_branch(here)
    await console.store(group)
    old, new = a_teacher().in_branch(here), a_teacher().in_branch(here)
    await console.store(old, new)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))

    async def staff() -> list[int]:
        found = (await visitor.data(f"/groups/{group.id}"))["group"]["schedules"]
        return [line["staff"]["id"] for line in found]

    assert await staff() == []
    yesterday = console.clock.now().date() - timedelta(days=2)
    await _create_schedule_slot(console, group, old, end_date=yesterday)
    assert await staff() == [old.id]
    await _create_schedule_slot(console, group, new)
    assert await staff() == [new.id]


async def test_teachers_and_assistants_are_listed_separately(console: Console, here: Branch) -> None:
    """R1-383, R2-347: by the account's role, else by the school's data.

    Nobody is listed twice.
    """
    teacher, helper = a_teacher().in_branch(here), an_assistant().in_branch(here)
    group = a_class_of(2).in_branch(here).taught_by(teacher)
    await console.store(group, helper)
    await _create_schedule_slot(console, group, teacher, days_of_week=[6])
    await _create_schedule_slot(console, group, helper)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    info = await visitor.data(f"/groups/for-admin/{group.id}/info")
    assert [one["id"] for one in info["teachers"]] == [teacher.id]
    assert [one["id"] for one in info["assistants"]] == [helper.id]
    assert info["group"]["students"] == 2


async def _lesson(console: Console, group: Class, teacher: Teacher, day: date, **columns: Any) -> int:
    values = {"begin_time": time(14), "end_time": time(16), "no_class_reason": None} | columns
    id: int = await console.sql.fetchval(
        "insert into lessons (group_id, teacher_id, date, begin_time, end_time, no_class_reason)"
        " values ($1, $2, $3, $4, $5, $6) returning id",
        *(group.id, teacher.id, day, *values.values()),
    )
    return id


async def test_the_curriculum_shows_the_groups_progress(console: Console, here: Branch) -> None:
    """R1-388, D-71: lessons that ended and took place.

    A lesson across midnight ends on the next day.
    """
    course, teacher = a_course("Kursi bor"), a_teacher()
    group = a_class_of(0).in_branch(here).of_course(course).taught_by(teacher)
    await console.store(group)
    for number in (1, 2):
        month = await console.sql.fetchval(
            "insert into study_months (course_id, number, name) values ($1, $2, $3) returning id",
            *(course.id, number, f"{number}-oy"),
        )
        for position in (1, 2):
            await console.sql.execute(
                "insert into topics (study_month_id, position, name) values ($1, $2, $3)",
                *(month, position, f"{number}.{position}"),
            )
    now = console.clock.now().astimezone(ZONE)
    # at any hour: the lesson that began in the evening of the day before yesterday has ended, tonight's has not
    today, before = now.date(), now.date() - timedelta(days=2)
    over_night = {"begin_time": time(23, 59), "end_time": time(0, 1)}
    await _lesson(console, group, teacher, before - timedelta(days=2))
    await _lesson(console, group, teacher, before - timedelta(days=1), no_class_reason="bayram")
    await _lesson(console, group, teacher, before, **over_night)
    await _lesson(console, group, teacher, today, **over_night)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    result = await visitor.data(f"/groups/{group.id}/curriculum")
    assert (result["lessonsHeld"], result["topics"]) == (2, 4)
    states = [(topic["name"], topic["state"]) for month in result["months"] for topic in month["topics"]]
    assert states == [("1.1", 1), ("1.2", 1), ("2.1", 2), ("2.2", 3)]


async def test_lessons_of_a_course_without_topics_are_counted(console: Console, here: Branch, office: Visitor) -> None:
    """R1-388: an empty curriculum is no error."""
    teacher = a_teacher()
    group = a_class_of(0).in_branch(here).taught_by(teacher)
    await console.store(group)
    await _lesson(console, group, teacher, date(2026, 1, 7))
    assert await office.data(f"/groups/{group.id}/curriculum") == {"months": [], "lessonsHeld": 1, "topics": 0}


async def test_the_class_is_the_present_students(console: Console, here: Branch, office: Visitor) -> None:
    """R1-382, R2-346, D-46, D-48, D-62: the newest period of each.

    Percentages of the marks that count.
    """
    teacher = a_teacher()
    stays = a_student().named("Aziza", "Aliyeva").in_branch(here).with_phone("+998901112233").having(h_id="ST-9")
    quiet = a_student().named("Bobur", "Boboyev").in_branch(here)
    group = a_class_of(0).called("Sinf").in_branch(here).taught_by(teacher).with_students(stays, quiet)
    gone = a_student().named("Vali", "Valiyev").in_branch(here)
    await console.store(group, gone)
    ended = (
        "insert into enrolments (student_id, group_id, action_id, started_date, ended_date) values ($1, $2, $3, $4, $5)"
    )
    await console.sql.execute(ended, gone.id, group.id, FINISHED, date(2026, 1, 5), date(2026, 2, 1))
    # left before, and is back with days that do not count
    await console.sql.execute(ended, quiet.id, group.id, FINISHED, date(2025, 1, 5), date(2025, 2, 1))
    back = "update enrolments set action_id = $1 where student_id = $2 and ended_date is null"
    await console.sql.execute(back, NOT_COUNTED, quiet.id)
    marks = [(1, True), (4, True), (2, True), (2, False)]
    for number, (status, counted) in enumerate(marks):
        lesson = await _lesson(console, group, teacher, date(2026, 1, 7 + number))
        await console.sql.execute(
            "insert into attendances (lesson_id, student_id, status, reason, counted, marked_at)"
            " values ($1, $2, $3, $4, $5, now())",
            *(lesson, stays.id, status, None if status == 1 else 3, counted),
        )
    path = f"/groups/for-admin/{group.id}/student"
    page = await office.data(path)
    assert [(row["fullName"], row["attendancePercentage"]) for row in page["students"]] == [
        ("Aliyeva Aziza", 66.7),
        ("Boboyev Bobur", None),
    ]
    assert page["students"][0]["phoneNumber"] == "+998901112233"
    assert (page["students"][1]["actionId"], page["total"]) == (NOT_COUNTED, 2)
    assert [row["fullName"] for row in (await office.data(path, actionId=FINISHED))["students"]] == ["Valiyev Vali"]
    for value, found in (("азиза", 1), ("st-9", 1), ("90111", 1), ("vali", 0), ("---", 0)):
        assert (await office.data(path, value=value))["total"] == found, value
    last = await office.data(path, page=2, perPage=1, orderBy="ASC")
    assert ([row["fullName"] for row in last["students"]], last["total"]) == (["Boboyev Bobur"], 2)
    assert [r["fullName"][0] for r in (await office.data(path, orderBy="DESC"))["students"]] == ["B", "A"]


async def test_the_spreadsheet_of_a_class_has_a_content_length(console: Console, here: Branch) -> None:
    """R1-389: also for a browser that accepts compression; with phones."""
    student = a_student().named("Gulnora", "=Karimova").in_branch(here).with_phone("+998901234599")
    group = a_class_of(0).called("Yuklash: O'zbek/1").in_branch(here).with_students(student)
    await console.store(group)
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    answer = await visitor.request("GET", f"/groups/{group.id}/download", headers={"Accept-Encoding": "gzip, br"})
    assert answer.status_code == 200
    assert answer.headers["content-length"] == str(len(answer.content))
    assert "content-encoding" not in answer.headers
    assert answer.headers["content-disposition"] == 'attachment; filename="Yuklash-O-zbek-1.xlsx"'
    with zipfile.ZipFile(io.BytesIO(answer.content)) as book:
        words = "".join(book.read(name).decode() for name in book.namelist() if name.endswith(".xml"))
    assert "+998901234599" in words
    assert "=Karimova Gulnora" in words


async def test_the_spreadsheet_of_a_class_is_laid_out_for_reading_and_printing(
    console: Console, here: Branch, office: Visitor
) -> None:
    """R1-389: group and day on top, names and headers in view.

    Phones are texts, dates dates, percentages numbers.
    """
    teacher = a_teacher()
    student = a_student().named("Aziza", "Aliyeva").in_branch(here).with_phone("+998901112244").having(h_id="00123")
    group = a_class_of(0).called("Ko'rinish: 1").in_branch(here).taught_by(teacher).with_students(student)
    await console.store(group)
    for number, status in enumerate((1, 1, 2)):
        lesson = await _lesson(console, group, teacher, date(2026, 1, 7 + number))
        await console.sql.execute(
            "insert into attendances (lesson_id, student_id, status, reason, counted, marked_at)"
            " values ($1, $2, $3, $4, true, now())",
            *(lesson, student.id, status, None if status == 1 else 3),
        )
    content = (await office.get(f"/groups/{group.id}/download")).content
    (page,) = openpyxl.load_workbook(io.BytesIO(content)).worksheets
    today = console.clock.now().astimezone(ZONE).date()
    assert [page["A1"].value, page["A2"].value] == ["Ko'rinish: 1", f"{today:%d.%m.%Y}"]
    assert (page.freeze_panes, page.print_title_rows, page.print_title_cols) == ("B4", "$1:$3", "$A:$A")
    assert page.title == "Ko rinish  1"
    headers = ["Full name", "School ID", "Phone", "Status in the group", "Started", "Attendance"]
    assert [cell.value for cell in page[3]] == headers
    name, school_id, phone, _, started, attendance = page[4]
    assert (name.value, school_id.value, phone.value) == ("Aliyeva Aziza", "00123", "+998901112244")
    assert (phone.data_type, phone.number_format) == ("s", "@")
    assert (started.is_date, started.number_format) == (True, "DD.MM.YYYY")
    assert (attendance.value, attendance.number_format) == (0.667, "0.0%")
    assert page.page_setup.fitToWidth == 1


async def test_the_spreadsheet_of_an_empty_class_has_headers(console: Console, here: Branch, office: Visitor) -> None:
    """R1-389: an empty class is no error."""
    group = a_class_of(0).in_branch(here)
    await console.store(group)
    assert (await office.get(f"/groups/{group.id}/download")).status_code == 200


async def test_a_page_of_a_hundred_groups_takes_no_more_statements(console: Console, here: Branch) -> None:
    """R1-112: KPIs, schedules and students come with the page."""
    await console.store(*(a_class_of(1).called("Yuz").in_branch(here).taught_by(a_teacher()) for _ in range(30)))
    visitor = await console.sign_in(a_user_with(ALL_GROUPS).of(here))
    counts = []
    for per_page in (1, 100):
        console.reads.statements.clear()
        await visitor.data("/groups/all", perPage=per_page, value="yuz")
        counts.append(len(console.reads.statements))
    assert counts[0] == counts[1]
