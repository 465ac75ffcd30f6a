"""Students in groups: added, stopped, continued, with status."""

import asyncio
from datetime import date, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from tests.support.builders import Branch, Class, Student, a_branch, a_class_of, a_student, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data

CLERK = {"users:students": ["create", "read", "update"]}
DAY = timedelta(days=1)
# the row of a past period
PAST = "select * from enrolments where id = $1"


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(CLERK).of(branch))


@pytest.fixture
def today(console: Console) -> date:
    return console.clock.now().astimezone(ZoneInfo("Asia/Tashkent")).date()


async def _group(console: Console, branch: Branch, *students: Student, begun: date = date(2026, 1, 5)) -> Class:
    group = a_class_of(0).in_branch(branch).taught_by(a_teacher()).with_students(*students)
    group.started = begun
    await console.store(group)
    return group


async def _enrolled_student(console: Console, branch: Branch) -> tuple[Student, Class]:
    student = a_student().in_branch(branch)
    return student, await _group(console, branch, student)


async def _add(visitor: Visitor, group: Class, *students: Student, **more: Any) -> Any:
    return await visitor.post(
        "/student-groups/add", {"studentIds": [one.id for one in students], "groupId": group.id} | more
    )


async def _periods(visitor: Visitor, student: Student) -> list[dict[str, Any]]:
    return list((await visitor.data(f"/student-groups/student/{student.id}"))["studentGroups"])


async def _change_period(visitor: Visitor, what: str, period: dict[str, Any], **more: Any) -> Any:
    known = {"studentGroupId": period["studentGroupId"], "version": period["version"]}
    return await visitor.put(f"/student-groups/{what}", known | more)


async def _last_change(visitor: Visitor, student: Student) -> dict[str, tuple[str | None, str | None]]:
    """The latest record of the student's history: field → before, after."""
    (last, *_) = (await visitor.data(f"/students/{student.id}/history"))["history"]
    return {one["field"]: (one["before"], one["after"]) for one in last["changes"]}


async def test_an_added_student_gets_the_branch_of_the_group(
    console: Console, branch: Branch, visitor: Visitor, today: date
) -> None:
    """R1-161, R1-369, R1-372: from today; the status follows, audited.

    The group's branch is added to the student's.
    """
    other = a_branch("Sergeli")
    student = a_student().in_branch(other).with_status(3)
    group = await _group(console, branch)
    await console.store(student)
    both = await console.sign_in(a_user_with(CLERK).of(branch, other))
    (result,) = data(await _add(both, group, student))["results"]
    assert (result["studentId"], result["message"]) == (student.id, None)
    (period,) = await _periods(visitor, student)
    assert (period["studentGroupId"], period["actionId"]) == (result["studentGroupId"], 1)
    assert (period["groupId"], bool(period["groupName"])) == (group.id, True)
    assert (period["startedDate"], period["endedDate"]) == (today.isoformat(), None)
    card = (await both.data(f"/students/{student.id}"))["student"]
    assert {office["id"] for office in card["offices"]} == {branch.id, other.id}
    assert card["status"]["id"] == 1
    record = await console.sql.fetchval(
        "select after::text from audits where entity_id = $1 and verb = 'groups.student_added'", student.id
    )
    assert today.isoformat() in record


async def test_many_are_added_with_a_result_for_each(console: Console, branch: Branch, visitor: Visitor) -> None:
    """New, present already, of another branch, unknown: each on its own."""
    there = a_student().in_branch(a_branch("Yunusobod"))
    new, present = a_student().in_branch(branch), a_student().in_branch(branch)
    group = await _group(console, branch, present)
    await console.store(there, new)
    ids = [new.id, present.id, there.id, 10**9, new.id]
    answer = await visitor.post("/student-groups/add", {"studentIds": ids, "groupId": group.id})
    results = {result["studentId"]: result for result in data(answer)["results"]}
    assert list(results) == [new.id, present.id, there.id, 10**9]
    assert results[new.id]["studentGroupId"] is not None
    assert results[present.id]["message"] == "The student is in this group already"
    assert {results[id]["studentGroupId"] for id in (present.id, there.id, 10**9)} == {None}
    assert results[there.id]["message"] == results[10**9]["message"], (
        "a student of another branch looks like an unknown one"
    )


@pytest.mark.parametrize("ids", [[], list(range(1, 102))])
async def test_no_students_or_too_many_are_rejected(
    console: Console, branch: Branch, visitor: Visitor, ids: list[int]
) -> None:
    group = await _group(console, branch)
    answer = await visitor.post("/student-groups/add", {"studentIds": ids, "groupId": group.id})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["studentIds"])


async def test_an_ended_group_accepts_no_students(console: Console, branch: Branch, visitor: Visitor) -> None:
    student = a_student().in_branch(branch)
    group = await _group(console, branch)
    await console.store(student)
    await console.sql.execute("update groups set status = 3 where id = $1", group.id)
    (result,) = data(await _add(visitor, group, student))["results"]
    assert result["studentGroupId"] is None
    assert "ended" in result["message"]
    assert group.id not in [row["id"] for row in (await visitor.data("/student-groups/groups", perPage=100))["groups"]]


async def test_groups_and_students_of_another_branch_are_not_found(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """D-12: for adding, changing, reading and selecting alike."""
    student, group = await _enrolled_student(console, a_branch("Olmazor"))
    mine = a_student().in_branch(branch)
    await console.store(mine)
    period = await console.sql.fetchrow("select id, version from enrolments where student_id = $1", student.id)
    known = {"studentGroupId": period["id"], "version": period["version"]}
    answers = [
        await _add(visitor, group, mine),
        await visitor.get(f"/student-groups/student/{student.id}"),
        await visitor.put("/student-groups/stop", known),
        await visitor.put("/student-groups/continue", known),
        await visitor.put("/student-groups/change-status", known | {"controlActionId": 2}),
    ]
    assert {answer.status_code for answer in answers} == {404}
    chosen = await visitor.data("/student-groups/groups", perPage=100, studentId=mine.id)
    assert group.id not in [row["id"] for row in chosen["groups"]]
    prices = await visitor.data("/student-groups/prices", groupId=group.id)
    assert prices["prices"] == []


async def test_the_group_selection_shows_clashes_places_and_prices(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """R1-368, R1-370: a group at the same time names the clash.

    The student's present groups are marked; with the monthly price.
    """
    student = a_student().in_branch(branch)
    morning = a_class_of(2).called("Tong").in_branch(branch).taught_by(a_teacher()).on(1, 3, 5, at="09:00")
    same_time = a_class_of(0).called("Shu payt").in_branch(branch).taught_by(a_teacher()).on(5, at="10:00")
    after = a_class_of(0).called("Keyin").in_branch(branch).taught_by(a_teacher()).on(1, 3, 5, at="11:00")
    await console.store(morning.with_students(student), same_time, after)
    await console.sql.execute(
        "update courses set price = 450000 where id = (select course_id from groups where id = $1)", morning.id
    )
    offered = await visitor.data("/student-groups/groups", perPage=100, studentId=student.id)
    found = {row["name"]: row for row in offered["groups"]}
    assert found["Tong"]["joined"] is True
    assert (found["Tong"]["students"], found["Tong"]["price"]) == (3, 450000)
    assert found["Tong"]["schedules"][0]["daysOfWeek"] == [1, 3, 5]
    assert (found["Shu payt"]["clash"], found["Shu payt"]["joined"]) == ("Tong", False)
    assert found["Keyin"]["clash"] is None
    prices = await visitor.data("/student-groups/prices", groupId=morning.id)
    assert [price["price"] for price in prices["prices"]] == [450000]


async def test_the_form_options_have_the_actions_and_the_day(visitor: Visitor, today: date) -> None:
    """R1-371, R1-160: each action with id, name, displayed name, and if it counts."""
    options = await visitor.data("/student-groups/form-options")
    assert options["today"] == today.isoformat()
    actions = {one["id"]: one for one in options["controlActions"]}
    assert sorted(actions) == [1, 2, 3, 4, 5, 6]
    assert [id for id, one in actions.items() if not one["countsInStatistics"]] == [6]


async def test_a_student_stops_and_continues(console: Console, branch: Branch, visitor: Visitor, today: date) -> None:
    """R1-196, R1-210, R1-373, R1-374: each once, finish 1 and continue 2.

    A repeated action is reported. The history has the changed fields alone (D-15).
    """
    student, _ = await _enrolled_student(console, branch)
    (period,) = await _periods(visitor, student)
    assert (await _change_period(visitor, "stop", period, action=2)).status_code == 400
    data(await _change_period(visitor, "stop", period, reason="ko'chib ketdi", action=1))
    (stopped,) = await _periods(visitor, student)
    assert (stopped["actionId"], stopped["endedDate"]) == (2, today.isoformat())
    day = f"{today:%d.%m.%Y}"
    assert await _last_change(visitor, student) == {
        "action_id": ("Active", "Finished"),
        "ended_date": (None, day),
        "reason": (None, "ko'chib ketdi"),
    }
    assert (await _change_period(visitor, "stop", stopped)).json()["code"] == "GROUPS_STOPPED_ALREADY"
    assert (await visitor.data(f"/students/{student.id}"))["student"]["status"]["id"] == 2
    assert (await _change_period(visitor, "continue", stopped, action=1)).status_code == 400
    data(await _change_period(visitor, "continue", stopped, action=2))
    (again,) = await _periods(visitor, student)
    assert (again["actionId"], again["endedDate"]) == (1, None)
    assert await _last_change(visitor, student) == {"action_id": ("Finished", "Active"), "ended_date": (day, None)}
    assert (await _change_period(visitor, "continue", again)).json()["code"] == "GROUPS_GOING_ON_ALREADY"


async def test_continuing_after_a_break_leaves_the_past_unchanged(
    console: Console, branch: Branch, visitor: Visitor, today: date
) -> None:
    """D-48: the row of the past period stays identical.

    A new period in the meantime rejects continuing.
    """
    student, group = await _enrolled_student(console, branch)
    id = await console.sql.fetchval("select id from enrolments where student_id = $1", student.id)
    long_ago = today - 30 * DAY
    await console.sql.execute("update enrolments set action_id = 5, ended_date = $2 where id = $1", id, long_ago)
    past = dict(await console.sql.fetchrow(PAST, id))
    (period,) = await _periods(visitor, student)
    new = data(await _change_period(visitor, "continue", period))["studentGroupId"]
    assert new != id
    assert dict(await console.sql.fetchrow(PAST, id)) == past
    refused = await _change_period(visitor, "continue", period)
    assert (refused.status_code, refused.json()["code"]) == (409, "GROUPS_JOINED_ALREADY")
    assert [one["studentGroupId"] for one in await _periods(visitor, student)] == [new, id]
    (result,) = data(await _add(visitor, group, student))["results"]
    assert result["studentGroupId"] is None


async def test_an_ended_group_cannot_be_continued(console: Console, branch: Branch, visitor: Visitor) -> None:
    student, group = await _enrolled_student(console, branch)
    (period,) = await _periods(visitor, student)
    data(await _change_period(visitor, "stop", period))
    await console.sql.execute("update groups set status = 3 where id = $1", group.id)
    (stopped,) = await _periods(visitor, student)
    assert (await _change_period(visitor, "continue", stopped)).json()["code"] == "GROUPS_ENDED"


async def test_a_change_of_an_old_version_is_a_conflict_with_the_present_state(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """D-8: the second of two clerks sees the change of the first."""
    student, _ = await _enrolled_student(console, branch)
    (period,) = await _periods(visitor, student)
    data(await _change_period(visitor, "change-status", period, controlActionId=5))
    answer = await _change_period(visitor, "stop", period)
    assert (answer.status_code, answer.json()["code"]) == (409, "SHARED_STALE")
    assert [one["actionId"] for one in answer.json()["current"]["studentGroups"]] == [5]


async def test_the_status_may_change_to_any_other(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-159, R1-201, R1-203, R1-221: through all, one after the other.

    The same is rejected, an unknown or missing one by its field.
    """
    student, _ = await _enrolled_student(console, branch)
    for action in (2, 3, 4, 5, 1):
        period = (await _periods(visitor, student))[0]
        data(await _change_period(visitor, "change-status", period, controlActionId=action))
        now = (await _periods(visitor, student))[0]
        assert now["actionId"] == action
        same = await _change_period(visitor, "change-status", now, controlActionId=action)
        assert (same.status_code, same.json()["code"]) == (409, "GROUPS_SAME_ACTION")
    unknown = await _change_period(visitor, "change-status", now, controlActionId=99)
    assert (unknown.status_code, list(unknown.json()["fields"])) == (422, ["controlActionId"])
    missing = await _change_period(visitor, "change-status", now)
    assert (missing.status_code, list(missing.json()["fields"])) == (400, ["controlActionId"])


async def test_not_counted_takes_a_day_of_the_group(
    console: Console, branch: Branch, visitor: Visitor, today: date
) -> None:
    """R1-202, R1-222, R1-223, D-48: required, within the group's dates.

    Earlier days stay counted.
    """
    student = a_student().in_branch(branch)
    begun = today - 60 * DAY
    group = await _group(console, branch, student, begun=begun)
    await console.sql.execute("update groups set ended_date = $2 where id = $1", group.id, today + 60 * DAY)
    (period,) = await _periods(visitor, student)
    assert period["groupStartedDate"] == begun.isoformat()
    for start, words in (
        (None, "required"),
        (begun - DAY, "between"),
        (today + 61 * DAY, "between"),
    ):
        sent = {"controlActionId": 6, "startDate": start and start.isoformat()}
        answer = await _change_period(visitor, "change-status", period, **sent)
        assert answer.status_code == 422
        assert words in answer.json()["fields"]["startDate"][0].casefold()
    start = today - 10 * DAY
    new = data(await _change_period(visitor, "change-status", period, controlActionId=6, startDate=start.isoformat()))
    after = {one["studentGroupId"]: one for one in await _periods(visitor, student)}
    old = after[period["studentGroupId"]]
    assert (old["actionId"], old["startedDate"], old["endedDate"]) == (
        1,
        begun.isoformat(),
        (start - DAY).isoformat(),
    )
    fresh = after[new["studentGroupId"]]
    assert (fresh["actionId"], fresh["startedDate"], fresh["endedDate"]) == (6, start.isoformat(), None)
    assert await _last_change(visitor, student) == {
        "action_id": ("Active", "Not counted in statistics"),
        "started_date": (f"{begun:%d.%m.%Y}", f"{start:%d.%m.%Y}"),
    }


@pytest.mark.parametrize("end", ["stop", "change-status"])
async def test_uncounted_days_stay_uncounted_when_the_student_leaves(
    console: Console, branch: Branch, visitor: Visitor, today: date, end: str
) -> None:
    """D-48, D-62, R1-202, R1-210: the period ends and counts as before.

    Stopped or left.
    """
    student, _ = await _enrolled_student(console, branch)
    start = today - 10 * DAY
    await console.sql.execute(
        "update enrolments set action_id = 6, started_date = $2 where student_id = $1", student.id, start
    )
    (period,) = await _periods(visitor, student)
    data(await _change_period(visitor, end, period, **({} if end == "stop" else {"controlActionId": 5})))
    (ended,) = await _periods(visitor, student)
    assert (ended["actionId"], ended["startedDate"], ended["endedDate"]) == (
        6,
        start.isoformat(),
        (today - DAY).isoformat(),
    )
    change = await _last_change(visitor, student)
    assert change["ended_date"] == (None, f"{today - DAY:%d.%m.%Y}")
    assert (change.get("action_id", (None, None))[1] == "Left") is (end == "change-status")
    query = {"controlActionId": 5} if end == "change-status" else {}
    assert (await _change_period(visitor, end, ended, **query)).json()["code"] == "GROUPS_STOPPED_ALREADY"
    data(await _change_period(visitor, "continue", ended))
    actions = {one["startedDate"]: one["actionId"] for one in await _periods(visitor, student)}
    assert actions == {start.isoformat(): 6, today.isoformat(): 1}


async def test_concurrent_additions_create_one_period(console: Console, branch: Branch, visitor: Visitor) -> None:
    """Two clerks, the same students into two groups in different orders.

    One period each, without a deadlock.
    """
    first, second = a_student().in_branch(branch), a_student().in_branch(branch)
    group, other = await _group(console, branch), await _group(console, branch)
    await console.store(first, second)
    tries = [(group, first, second), (other, second, first)] * 5
    answers = await asyncio.gather(*(_add(visitor, *one) for one in tries))
    assert {answer.status_code for answer in answers} == {201}
    rows = await console.sql.fetch(
        "select student_id, group_id, count(*) from enrolments where group_id = any ($1) group by 1, 2",
        [group.id, other.id],
    )
    assert [row["count"] for row in rows] == [1, 1, 1, 1]


async def test_a_reader_cannot_change_enrolments(console: Console, branch: Branch) -> None:
    """D-45: adding takes users:students update."""
    reader = await console.sign_in(a_user_with({"users:students": ["read"]}).of(branch))
    student, group = await _enrolled_student(console, branch)
    assert (await _add(reader, group, student)).status_code == 403
    (period,) = await _periods(reader, student)
    assert (await _change_period(reader, "stop", period)).status_code == 403


async def _candidates(visitor: Visitor, group: Class, value: str) -> Any:
    return await visitor.data(f"/student-groups/group/{group.id}/candidates", value=value)


async def test_candidates_of_a_group_are_found_with_their_state_in_it(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """R1-368, D-45: by name in any spelling, school id and phone.

    Members are marked. So is the group that meets at the same time. Somebody of another branch is not found.
    """
    new = a_student().in_branch(branch).named("Nomzodbek", "Qo'shilov").having(phone="+998901112233")
    present = a_student().in_branch(branch).named("Nomzodxon", "Guruhdoshova")
    busy = a_student().in_branch(branch).named("Nomzodjon", "Bandov")
    there = a_student().in_branch(a_branch("Bektemir")).named("Nomzodoy", "Begonayeva")
    group = await _group(console, branch, present)
    other = await _group(console, branch, busy)
    await console.store(new, there)
    its_name = await console.sql.fetchval("select name from groups where id = $1", other.id)
    found = await _candidates(visitor, group, "номзод")
    assert (found["total"], found["similar"]) == (3, False)
    state = {one["id"]: (one["joined"], one["clash"]) for one in found["students"]}
    assert state == {new.id: (False, None), present.id: (True, None), busy.id: (False, its_name)}
    for value in ("qoshilov nomzodbek", "90 111-22-33", "+998901112233", str(new.id)):
        ids = [one["id"] for one in (await _candidates(visitor, group, value))["students"]]
        assert new.id in ids, value
    offices = {one["id"]: [office["id"] for office in one["offices"]] for one in found["students"]}
    assert offices[new.id] == [branch.id]


@pytest.mark.parametrize("typed", ["Zuxriddinxo", "Zuhridinxo", "Zurhiddinxo", "Suhriddinxo Noyobv"])
async def test_a_mistyped_name_finds_similar_ones(
    console: Console, branch: Branch, visitor: Visitor, typed: str
) -> None:
    """One letter more, less, different or swapped (D-5), in own branches."""
    student = a_student().in_branch(branch).named("Zuhriddinxo'ja", "Noyobov")
    there = a_student().in_branch(a_branch("Uchtepa")).named("Zuhriddinxo'ja", "Noyobov")
    group = await _group(console, branch)
    await console.store(student, there)
    found = await _candidates(visitor, group, typed)
    ids = [one["id"] for one in found["students"]]
    assert (student.id in ids, there.id in ids, found["similar"]) == (True, False, typed != "Zuxriddinxo")
    nobody = await _candidates(visitor, group, "Qwertyuiopov")
    assert (nobody["total"], nobody["similar"]) == (0, False)


async def test_candidates_of_a_group_of_another_branch_are_not_found(console: Console, visitor: Visitor) -> None:
    group = await _group(console, a_branch("Yashnobod"))
    answer = await visitor.get(f"/student-groups/group/{group.id}/candidates", value="a")
    assert answer.status_code == 404
