"""Study courses: list, add, edit, delete, order, months.

R2-016, R2-385, R2-386, D-100, D-151.
"""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from domain.courses.course import status_of
from domain.groups.enrolments import GroupStatus
from tests.http.audit.history import History
from tests.http.courses.scenario import STUDY, CourseScenario, of_the_centre
from tests.support.builders import a_branch, a_category, a_class_of, a_course, a_user_with
from tests.support.console import Console, Visitor, data


@pytest.fixture
async def chief(console: Console) -> Visitor:
    """The study department."""
    return await console.sign_in(of_the_centre(STUDY))


def _code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def _row(visitor: Visitor, id: int | None) -> Any:
    page = await visitor.data("/courses")
    return next(one for one in page["courses"] if one["id"] == id)


async def test_courses_are_listed_in_their_order(console: Console, chief: Visitor) -> None:
    """R1-440, R2-385, R2-465: a hundred a page; searched and filtered."""
    stage = await CourseScenario.of(console)
    category = a_category()
    own = a_course("Xayoliy kurs").of_category(category)
    await console.store(own)
    page = await chief.data("/courses")
    assert page["total"] == len(page["courses"])
    assert [one["position"] for one in page["courses"]] == list(range(1, page["total"] + 1))
    row = await _row(chief, stage.course.id)
    assert row == {
        "id": stage.course.id,
        "name": stage.course.name,
        "school": True,
        "schoolName": None,
        "category": row["category"],
        "status": 1,
        "position": row["position"],
        "months": 2,
        "lessons": 6,
        "topics": 6,
        "groups": {"active": 0, "total": 0},
        "endedAt": None,
        "version": 1,
    }
    found = await chief.data("/courses", value="xayoliy")
    assert [one["id"] for one in found["courses"]] == [own.id]
    found = await chief.data("/courses", categoryId=category.id)
    assert [(one["id"], one["school"]) for one in found["courses"]] == [(own.id, False)]
    assert len((await chief.data("/courses", perPage=1, page=2))["courses"]) == 1


async def test_the_status_of_a_course_is_that_of_its_groups(fresh_console: Console) -> None:
    """R2-213, D-151: as the rule decides, in rows, filter and card."""
    chief = await fresh_console.sign_in(of_the_centre(STUDY))
    states: list[list[GroupStatus]] = [
        [],
        [GroupStatus.NOT_STARTED],
        [GroupStatus.ACTIVE, GroupStatus.ENDED],
        [GroupStatus.ENDED, GroupStatus.NOT_STARTED],
    ]
    for of_groups in states:
        course = a_course()
        await fresh_console.store(course)
        for status in of_groups:
            group = a_class_of(0).of_course(course)
            group.status = status
            await fresh_console.store(group)
        expected = status_of(
            active=GroupStatus.ACTIVE in of_groups, begun=any(one != GroupStatus.NOT_STARTED for one in of_groups)
        )
        row = await _row(chief, course.id)
        assert (row["status"], row["groups"]["total"]) == (expected, len(of_groups))
        assert row["groups"]["active"] == of_groups.count(GroupStatus.ACTIVE)
        assert course.id in [one["id"] for one in (await chief.data("/courses", status=int(expected)))["courses"]]
        assert (await chief.data(f"/courses/{course.id}"))["course"]["status"] == expected
    assert [len((await chief.data("/courses", status=one))["courses"]) for one in (1, 2, 3)] == [2, 1, 1]


async def test_an_own_course_is_added_edited_and_deleted(console: Console, chief: Visitor) -> None:
    """R2-385, D-101: behind all others; audited and reverted."""
    category = a_category()
    await console.store(category)
    version = (await chief.data("/courses"))["version"]
    added = data(await chief.post("/courses", {"name": "  Yangi  kurs ", "categoryId": category.id}))
    page = await chief.data("/courses")
    assert (page["courses"][-1]["id"], page["courses"][-1]["name"]) == (added["id"], "Yangi kurs")
    assert page["version"] == version + 1
    path = f"/courses/{added['id']}"
    saved = data(await chief.put(path, {"name": "Boshqa", "categoryId": None, "version": added["version"]}))
    card = (await chief.data(path))["course"]
    assert (card["name"], card["category"], card["version"]) == ("Boshqa", None, saved["version"])
    assert (card["months"], card["differences"], card["curriculumVersion"]) == ([], 0, 1)
    stale = await chief.put(path, {"name": "x", "categoryId": None, "version": added["version"]})
    assert (_code(stale), stale.json()["current"]) == ((409, "SHARED_STALE"), card)
    history = History(chief, path)
    edited = await history.newest()
    data(await history.revert(edited))
    card = (await chief.data(path))["course"]
    assert (card["name"], card["category"]["id"]) == ("Yangi kurs", category.id)
    answer = await chief.put(path, {"name": " ", "categoryId": 999_999, "version": 1})
    assert (answer.status_code, sorted(answer.json()["fields"])) == (422, ["categoryId", "name"])
    removed = data(await chief.delete(f"{path}?version={card['version']}"))
    assert removed == {"id": added["id"], "outcome": "deleted", "uses": []}
    assert (await chief.get(path)).status_code == 404
    assert (await chief.delete(path)).status_code == 404


async def test_an_own_course_with_groups_is_ended_and_offered_nowhere(console: Console, chief: Visitor) -> None:
    """D-101, D-102: and can be opened again."""
    stage = await CourseScenario.of(console, school=False)
    await stage.a_group()
    removed = data(await chief.delete(stage.path))
    assert (removed["outcome"], removed["uses"]) == ("ended", [{"kind": "groups", "name": "Groups", "count": 1}])

    async def offered() -> bool:
        return stage.course.id in [one["id"] for one in (await chief.data("/courses/filter-objects"))["courses"]]

    assert ((await _row(chief, stage.course.id))["endedAt"] is None, await offered()) == (False, False)
    history = History(chief, stage.path)
    data(await history.revert(await history.newest()))
    assert ((await _row(chief, stage.course.id))["endedAt"], await offered()) == (None, True)


async def test_a_course_of_the_school_is_renamed_but_not_deleted(console: Console, chief: Visitor) -> None:
    """D-49, D-101, D-102: its name is sticky until it is the school's again."""
    stage = await CourseScenario.of(console)
    assert _code(await chief.delete(stage.path)) == (409, "COURSES_OF_SCHOOL")
    card = (await chief.data(stage.path))["course"]
    body = {"name": "Bizning nom", "categoryId": card["category"] and card["category"]["id"]}
    saved = data(await chief.put(stage.path, body | {"version": card["version"]}))
    sticky = "select school_value #>> '{}' from sticky_fields where entity = 'course' and entity_id = $1"
    assert await console.sql.fetchval(sticky, stage.course.id) == stage.course.name
    assert (await _row(chief, stage.course.id))["schoolName"] == stage.course.name
    data(await chief.put(stage.path, body | {"name": stage.course.name, "version": saved["version"]}))
    assert await console.sql.fetchval(sticky, stage.course.id) is None
    assert (await _row(chief, stage.course.id))["schoolName"] is None


async def test_the_order_of_courses_is_moved(console: Console, chief: Visitor) -> None:
    """D-103, M6: dense, whole, and one of several at once."""
    stages = [await CourseScenario.of(console) for _ in range(3)]
    ids = [stage.course.id for stage in stages]
    version = (await chief.data("/courses"))["version"]
    body = {"id": ids[2], "afterId": None, "version": version}
    answers = await asyncio.gather(*(chief.put("/courses/move", body) for _ in range(4)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409]
    (done,) = [data(answer) for answer in answers if answer.is_success]
    assert (done["courses"][0]["id"], done["version"]) == (ids[2], version + 1)
    assert [one["position"] for one in done["courses"]] == list(range(1, len(done["courses"]) + 1))
    for answer in answers:
        if not answer.is_success:
            assert answer.json()["current"] == done
    page = await chief.data("/courses")
    assert [one["id"] for one in page["courses"]] == [one["id"] for one in done["courses"]]
    moved = data(await chief.put("/courses/move", {"id": ids[0], "afterId": ids[2], "version": done["version"]}))
    assert [one["id"] for one in moved["courses"][:2]] == [ids[2], ids[0]]
    for fault in (
        {"id": 999_999, "afterId": None},
        {"id": ids[0], "afterId": ids[0]},
        {"id": ids[0], "afterId": 999_999},
    ):
        assert (await chief.put("/courses/move", fault | {"version": moved["version"]})).status_code == 422


async def test_a_course_that_the_school_deleted_is_not_found(console: Console, chief: Visitor) -> None:
    """D-18: nowhere in the list and in the order."""
    stage = await CourseScenario.of(console)
    await console.sql.execute("update courses set school_deleted_at = now() where id = $1", stage.course.id)
    for path in (stage.path, f"{stage.path}/study-month", f"{stage.path}/groups"):
        assert (await chief.get(path)).status_code == 404
    assert (await chief.get("/curriculum", courseId=stage.course.id)).status_code == 404
    page = await chief.data("/courses")
    assert stage.course.id not in [one["id"] for one in page["courses"]]
    assert [one["position"] for one in page["courses"]] == list(range(1, page["total"] + 1))


async def test_the_list_of_study_months_is_replaced(console: Console, chief: Visitor) -> None:
    """R2-206, R2-312, R2-386: names, planned lessons at least 1, own months."""
    stage = await CourseScenario.of(console)
    path = f"{stage.path}/study-month"
    found = await chief.data(path)
    assert [(one["name"], one["lessons"], one["topics"], one["differs"]) for one in found["months"]] == [
        ("1-oy", 3, 3, False),
        ("2-oy", 3, 3, False),
    ]
    first, second = ({name: one[name] for name in ("id", "number", "name", "lessons")} for one in found["months"])
    months = [first | {"name": "Birinchi", "lessons": 12}, second, {"name": "Amaliyot", "lessons": 4}]
    saved = data(await chief.put(path, {"months": months, "version": found["version"]}))
    assert saved == await chief.data(path)
    planned = [(one["lessons"], one["followsTopics"]) for one in (await stage.curriculum(chief))["months"]]
    assert planned == [(12, False), (3, True), (4, False)]
    assert [(one["number"], one["name"], one["lessons"], one["school"]) for one in saved["months"]] == [
        (1, "Birinchi", 12, True),
        (2, "2-oy", 3, True),
        (3, "Amaliyot", 4, False),
    ]
    assert (saved["months"][0]["schoolName"], saved["version"]) == ("1-oy", found["version"] + 1)
    stale = await chief.put(path, {"months": months, "version": found["version"]})
    assert (_code(stale), stale.json()["current"]) == ((409, "SHARED_STALE"), saved)
    faults = [first | {"lessons": 0}, second | {"number": 7}, {"name": "x" * 256, "lessons": 1}]
    answer = await chief.put(path, {"months": faults, "version": saved["version"]})
    assert (answer.status_code, sorted(answer.json()["fields"])) == (422, ["months.0.lessons", "months.2.name"])
    answer = await chief.put(path, {"months": [first, second | {"number": 7}], "version": saved["version"]})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["months.1.number"])
    of_school = await chief.put(path, {"months": [first], "version": saved["version"]})
    assert _code(of_school) == (409, "COURSES_MONTH_OF_SCHOOL")
    entry = await History(chief, stage.path).newest()
    assert (entry["comment"], entry["takeable"]) == (
        f"Changed the study months of the course “{stage.course.name}”",
        False,
    )
    data(await chief.put(path, {"months": [first, second], "version": saved["version"]}))


async def test_a_course_shows_where_its_groups_stand(console: Console, chief: Visitor) -> None:
    """D-12, D-71: groups of the caller's branches."""
    stage, here, there = await CourseScenario.of(console), a_branch(), a_branch()
    first = console.clock.now().date() - timedelta(days=16)
    group, foreign = await stage.a_group(here, lessons=8, first=first), await stage.a_group(there)
    page = await chief.data(f"{stage.path}/groups")
    assert {one["id"] for one in page["groups"]} == {group.id, foreign.id}
    row = next(one for one in page["groups"] if one["id"] == group.id)
    assert (row["lessonsHeld"], row["taught"], row["topics"]) == (3, 3, 6)
    assert (row["last"]["name"], row["next"]["name"], row["next"]["number"], row["month"]["name"]) == (
        "a3",
        "b1",
        4,
        "2-oy",
    )
    new = next(one for one in page["groups"] if one["id"] == foreign.id)
    assert (new["lessonsHeld"], new["last"], new["next"]["name"]) == (0, None, "a1")
    visitor = await console.sign_in(a_user_with({"study:courses": ["read"]}).of(here))
    page = await visitor.data(f"{stage.path}/groups", status=2)
    assert ([one["id"] for one in page["groups"]], page["total"]) == ([group.id], 1)
    assert (await chief.get("/courses/999999/groups")).status_code == 404


async def test_filters_name_categories_statuses_and_courses(console: Console, chief: Visitor) -> None:
    stage = await CourseScenario.of(console)
    found = await chief.data("/courses/filter-objects")
    assert [one["name"] for one in found["statuses"]] == ["Not started", "Active", "Ended"]
    course = next(one for one in found["courses"] if one["id"] == stage.course.id)
    assert [(one["id"], one["number"], one["name"]) for one in course["months"]] == [
        (stage.months["1-oy"], 1, "1-oy"),
        (stage.months["2-oy"], 2, "2-oy"),
    ]


@pytest.mark.parametrize(("name", "same"), [("1-oy", "1-OY"), ("1-oy", "1-ой"), ("Ko'proq", "koʻproq")])
async def test_two_months_of_a_course_have_two_names(console: Console, chief: Visitor, name: str, same: str) -> None:
    """R2-312, D-5: unless the school gave both the one."""
    stage = await CourseScenario.of(console)
    months = await chief.data(f"{stage.path}/study-month")
    kept = [{name: month[name] for name in ("id", "number", "name", "lessons")} for month in months["months"]]
    new = {"id": None, "number": None, "name": same, "lessons": 1}
    form = {"months": [kept[0] | {"name": name}, kept[1], new], "version": months["version"]}
    refused = await chief.put(f"{stage.path}/study-month", form)
    assert refused.status_code == 422
    assert refused.json()["fields"]["months.2.name"] == ["This name is taken"]
    await console.sql.execute("update study_months set name = '1-oy' where course_id = $1", stage.course.id)
    kept = [month | {"name": "1-oy", "lessons": 5} for month in kept]
    data(await chief.put(f"{stage.path}/study-month", {"months": kept, "version": months["version"]}))


async def test_a_course_has_at_most_five_hundred_study_months(console: Console, chief: Visitor) -> None:
    """R2-312: thousands would hold up the calls of everybody else."""
    stage = await CourseScenario.of(console)
    months = await chief.data(f"{stage.path}/study-month")
    more = [{"name": f"{number}", "lessons": 1} for number in range(501)]
    refused = await chief.put(f"{stage.path}/study-month", {"months": more, "version": months["version"]})
    assert (refused.status_code, refused.json()["fields"]) == (422, {"months": ["At most 500 of them"]})
