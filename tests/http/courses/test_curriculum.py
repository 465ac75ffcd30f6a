"""Topics of a course: order, names, ends, resets (R2-207, R2-208, R2-387, R2-391)."""

import asyncio
from typing import Any

import pytest

from tests.http.audit.history import History
from tests.http.courses.scenario import CourseScenario, order, topic_of
from tests.support.builders import a_branch, a_user_with
from tests.support.console import Console, Visitor, data

SEEN = [["a1", "a2", "a3"], ["b1", "b2", "b3"]]


@pytest.fixture
async def stage(console: Console) -> CourseScenario:
    """A course of the school."""
    return await CourseScenario.of(console)


@pytest.fixture
async def chief(stage: CourseScenario) -> Visitor:
    return await stage.chief()


def _code(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


async def test_the_topics_of_a_course_are_in_order(stage: CourseScenario, chief: Visitor) -> None:
    """R2-207, R2-387, R2-466: with positions in the month and numbers in the course."""
    found = await stage.curriculum(chief)
    assert order(found) == SEEN
    assert found["course"] == {"id": stage.course.id, "name": stage.course.name}
    assert [topic["position"] for month in found["months"] for topic in month["topics"]] == [1, 2, 3] * 2
    assert [topic["number"] for month in found["months"] for topic in month["topics"]] == [1, 2, 3, 4, 5, 6]
    assert topic_of(found, "a1") == {
        "id": stage.topics["a1"],
        "position": 1,
        "number": 1,
        "name": "a1",
        "school": True,
        "schoolName": None,
        "differs": False,
        "endedAt": None,
        "lessonsHeld": 0,
        "homework": 0,
        "drafts": 0,
        "version": 1,
    }
    month = await chief.data("/curriculum", studyMonthId=stage.months["2-oy"])
    assert (order(month), month["months"][0]["topics"][0]["number"]) == ([SEEN[1]], 4)
    answer = await chief.get("/curriculum")
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["courseId"])
    for query in (
        {"courseId": 999_999},
        {"studyMonthId": 999_999},
        {"courseId": 999_999, "studyMonthId": stage.months["1-oy"]},
    ):
        assert (await chief.get("/curriculum", **query)).status_code == 404


async def test_a_move_answers_with_the_whole_order_and_its_version(stage: CourseScenario, chief: Visitor) -> None:
    """R2-208, R2-312, R2-391, D-103, M6: a reload equals what the mover saw.

    Inside a month and between months.
    """
    before = await stage.curriculum(chief)
    moved = await stage.moved(chief, "a3", "1-oy", None)
    assert (order(moved)[0], moved["version"]) == (["a3", "a1", "a2"], before["version"] + 1)
    moved = await stage.moved(chief, "a1", "2-oy", "b2")
    assert order(moved) == [["a3", "a2"], ["b1", "b2", "a1", "b3"]]
    assert await stage.curriculum(chief) == moved
    assert [month["reordered"] for month in moved["months"]] == [True, True]
    assert [(one["lessons"], one["followsTopics"]) for one in moved["months"]] == [(2, True), (4, True)]
    stays = await stage.moved(chief, "a1", "2-oy", "b2")
    assert stays == moved, "no move is no new version"


async def test_a_move_by_a_stale_order_is_answered_with_the_present_one(stage: CourseScenario, chief: Visitor) -> None:
    """D-8, D-103, M6: 409 with the order as it is."""
    version = (await stage.curriculum(chief))["version"]
    present = data(await stage.move(chief, "a3", "1-oy", None, version))
    answer = await stage.move(chief, "b3", "1-oy", None, version)
    assert _code(answer) == (409, "SHARED_STALE")
    assert answer.json()["current"] == present
    assert await stage.curriculum(chief) == present


async def test_of_five_moves_at_once_each_is_whole_or_refused(stage: CourseScenario, chief: Visitor) -> None:
    """M6, D-103: the parent row is locked."""
    version = (await stage.curriculum(chief))["version"]
    moves = [
        ("a1", "2-oy", "b1"),
        ("b1", "1-oy", None),
        ("a2", "2-oy", None),
        ("b3", "1-oy", "a3"),
        ("a3", "2-oy", "b3"),
    ]
    answers = await asyncio.gather(*(stage.move(chief, *move, version) for move in moves))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409]
    (done,) = [data(answer) for answer in answers if answer.is_success]
    assert await stage.curriculum(chief) == done


@pytest.mark.parametrize(
    ("topic", "month", "after"), [("a1", "1-oy", "a1"), ("a1", "1-oy", "b1"), ("a1", "2-oy", "a2")]
)
async def test_a_topic_is_moved_only_behind_another_of_the_month(
    stage: CourseScenario, chief: Visitor, topic: str, month: str, after: str
) -> None:
    """D-103."""
    version = (await stage.curriculum(chief))["version"]
    answer = await stage.move(chief, topic, month, after, version)
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["afterId"])
    assert order(await stage.curriculum(chief)) == SEEN


async def test_a_topic_is_not_moved_to_another_course(console: Console, stage: CourseScenario, chief: Visitor) -> None:
    """D-103."""
    other = await CourseScenario.of(console)
    body = {"id": stage.topics["a1"], "studyMonthId": other.months["1-oy"], "afterId": None, "version": 1}
    assert (await chief.put("/curriculum/move", body)).status_code == 404
    assert (await chief.put("/curriculum/move", body | {"id": 999_999})).status_code == 404


async def test_a_topic_of_the_centre_s_own_is_added_and_deleted(stage: CourseScenario, chief: Visitor) -> None:
    """D-101, D-102: nothing refers to it."""
    added = await stage.add(chief, "own", "1-oy", "a1")
    assert order(added)[0] == ["a1", "own", "a2", "a3"]
    topic = topic_of(added, "own")
    assert (topic["school"], topic["differs"], topic["position"]) == (False, True, 2)
    assert [month["reordered"] for month in added["months"]] == [False, False]
    removed = data(await chief.delete(f"/curriculum/{topic['id']}?version={topic['version']}"))
    assert removed == {"id": topic["id"], "outcome": "deleted", "uses": []}
    assert order(await stage.curriculum(chief)) == SEEN
    for month, after in ((999_999, None), (stage.months["1-oy"], stage.topics["b1"])):
        answer = await chief.post("/curriculum", {"studyMonthId": month, "name": "x", "afterId": after})
        assert answer.status_code == (404 if month == 999_999 else 422)
    answer = await chief.post("/curriculum", {"studyMonthId": stage.months["1-oy"], "name": " ", "afterId": None})
    assert (answer.status_code, list(answer.json()["fields"])) == (422, ["name"])


async def test_a_topic_with_lessons_or_homework_is_ended_and_says_which(stage: CourseScenario, chief: Visitor) -> None:
    """D-102: it is deleted nowhere, has no number, and no lesson to come takes it."""
    group = await stage.a_group(lessons=2)
    await stage.add(chief, "own", "1-oy", None)
    lesson = "(select min(id) from lessons where group_id = $1)"
    await stage.console.sql.execute(
        f"update lessons set topic_kept = true, topic_id = $2, marked_at = now() where id = {lesson}",
        *(group.id, stage.topics["own"]),
    )
    given = f"""insert into homeworks (group_id, lesson_id, topic_id, description, source, hours, given_at, deadline)
        select $1, {lesson}, $2, '', 2, 24, now(), now()"""
    await stage.console.sql.execute(given, group.id, stage.topics["own"])
    removed = data(await chief.delete(f"/curriculum/{stage.topics['own']}"))
    assert removed == {
        "id": stage.topics["own"],
        "outcome": "ended",
        "uses": [
            {"kind": "lessons", "name": "Lessons", "count": 1},
            {"kind": "homework", "name": "Homework", "count": 1},
        ],
    }
    found = await stage.curriculum(chief)
    topic = topic_of(found, "own")
    assert (topic["number"], topic["endedAt"] is None, topic["lessonsHeld"]) == (None, False, 1)
    assert topic_of(found, "a1")["number"] == 1
    card = (await chief.data(f"/curriculum/{stage.topics['own']}"))["topic"]
    assert [one["id"] for one in card["groups"]] == [group.id]
    # the school's topic is ended too, and reset
    assert data(await chief.delete(f"/curriculum/{stage.topics['a1']}"))["outcome"] == "ended"
    version = topic_of(await stage.curriculum(chief), "a1")["version"]
    data(await chief.put(f"/curriculum/{stage.topics['a1']}/reset", {"version": version}))
    assert topic_of(await stage.curriculum(chief), "a1")["endedAt"] is None


async def test_a_renamed_topic_differs_from_the_school_until_it_is_reset(stage: CourseScenario, chief: Visitor) -> None:
    """D-102, D-8: the card says who renamed it."""
    id = stage.topics["a2"]
    saved = data(await chief.put(f"/curriculum/{id}", {"name": "  Yangi   nom ", "version": 1}))
    assert saved == {"id": id, "name": "Yangi nom", "version": 2}
    answer = await chief.put(f"/curriculum/{id}", {"name": "x", "version": 1})
    assert _code(answer) == (409, "SHARED_STALE")
    found = await stage.curriculum(chief)
    assert answer.json()["current"] == found
    topic = topic_of(found, "Yangi nom")
    assert (topic["schoolName"], topic["differs"], found["differences"]) == ("a2", True, 1)
    card = (await chief.data(f"/curriculum/{id}"))["topic"]
    assert {name: card[name] for name in topic} == topic
    assert card["studyMonth"] == {"id": stage.months["1-oy"], "number": 1, "name": "1-oy"}
    assert card["renamed"]["by"]
    data(await chief.put(f"/curriculum/{id}/reset", {"version": 2}))
    found = await stage.curriculum(chief)
    assert (topic_of(found, "a2")["differs"], found["differences"]) == (False, 0)
    own = topic_of(await stage.add(chief, "own", "1-oy", None), "own")
    refused = await chief.put(f"/curriculum/{own['id']}/reset", {"version": own["version"]})
    assert _code(refused) == (409, "COURSES_NOT_OF_SCHOOL")


async def test_the_order_of_a_month_is_reset_to_the_school_s(stage: CourseScenario, chief: Visitor) -> None:
    """D-102: own topics stay behind the one they stood behind."""
    await stage.add(chief, "own", "1-oy", "a2")
    await stage.moved(chief, "a3", "1-oy", None)
    present = await stage.moved(chief, "a1", "2-oy", None)
    path = f"{stage.path}/study-month/{stage.months['1-oy']}/reset-order"
    stale = await chief.put(path, {"version": present["version"] - 1})
    assert (_code(stale), stale.json()["current"]) == ((409, "SHARED_STALE"), present)
    reset = data(await chief.put(path, {"version": present["version"]}))
    assert order(reset) == [["a1", "a2", "own", "a3"], SEEN[1]]
    assert [month["reordered"] for month in reset["months"]] == [False, False]
    assert data(await chief.put(path, {"version": reset["version"]})) == reset
    assert (await chief.put(f"{stage.path}/study-month/999999/reset-order", {"version": 1})).status_code in (404, 409)


async def test_changes_of_a_topic_are_in_its_history_and_reverted(stage: CourseScenario, chief: Visitor) -> None:
    """D-15, D-149: name, place and end."""
    id = stage.topics["a2"]
    history = History(chief, f"/curriculum/{id}")
    data(await chief.put(f"/curriculum/{id}", {"name": "Yangi", "version": 1}))
    renamed = await history.newest()
    assert (renamed["comment"], renamed["changes"][0]["label"]) == ("Changed the topic “Yangi”", "Name")
    await stage.moved(chief, "a2", "2-oy", "b3")
    moved = await history.newest()
    assert sorted((one["label"], one["before"], one["after"]) for one in moved["changes"]) == [
        ("Place", "2", "4"),
        ("Study month", "1-oy", "2-oy"),
    ]
    data(await chief.delete(f"/curriculum/{id}"))
    ended = await history.newest()
    assert ended["comment"] == "Ended the topic “Yangi”"
    for entry in (ended, moved, renamed):
        data(await history.revert(entry))
    found = await stage.curriculum(chief)
    assert (order(found), found["differences"], topic_of(found, "a2")["endedAt"]) == (SEEN, 0, None)
    data(await chief.put(f"/curriculum/{id}", {"name": "Boshqa", "version": topic_of(found, "a2")["version"]}))
    assert _code(await history.revert(renamed)) == (409, "HISTORY_NOTHING_TO_TAKE_BACK")


async def test_a_topic_names_the_groups_of_the_caller_s_branches_that_had_it(
    stage: CourseScenario, chief: Visitor
) -> None:
    """D-12: with their newest lesson of it."""
    here, there = a_branch(), a_branch()
    groups = [await stage.a_group(branch, lessons=1) for branch in (here, there)]
    kept = "update lessons set topic_kept = true, topic_id = $1 where group_id = any ($2::bigint[])"
    await stage.console.sql.execute(kept, stage.topics["a1"], [group.id for group in groups])
    path = f"/curriculum/{stage.topics['a1']}"
    card = (await chief.data(path))["topic"]
    assert ({one["id"] for one in card["groups"]}, card["groupsTotal"]) == ({one.id for one in groups}, 2)
    visitor = await stage.console.sign_in(a_user_with({"study:months": ["read"]}).of(here))
    card = (await visitor.data(path))["topic"]
    assert ([one["id"] for one in card["groups"]], card["groupsTotal"]) == ([groups[0].id], 1)
    assert card["groups"][0]["lessonDate"] == "2026-09-07"
    assert (await chief.get("/curriculum/999999")).status_code == 404


async def test_the_history_of_a_course_has_the_changes_of_its_topics(stage: CourseScenario, chief: Visitor) -> None:
    """D-149: also of one that has been deleted; each is reverted by its own call."""
    elsewhere = await CourseScenario.of(stage.console)
    data(await chief.put(f"/curriculum/{elsewhere.topics['a1']}", {"name": "Boshqa", "version": 1}))
    data(await chief.put(f"/curriculum/{stage.topics['a2']}", {"name": "Yangi", "version": 1}))
    own = topic_of(await stage.add(chief, "own", "1-oy", None), "own")
    data(await chief.put(f"/curriculum/{own['id']}", {"name": "own 2", "version": own["version"]}))
    data(await chief.delete(f"/curriculum/{own['id']}"))
    found = await chief.data(f"{stage.path}/history")
    assert [(entry["comment"], entry["entityId"], entry["takeable"]) for entry in found["history"]] == [
        ("Deleted the topic “own 2”", own["id"], False),
        ("Changed the topic “own 2”", own["id"], False),
        ("Added the topic “own”", own["id"], False),
        ("Changed the topic “Yangi”", stage.topics["a2"], True),
    ]
    assert (found["total"], found["history"][1]["whyNot"]) == (4, "It has since been deleted")
    last = await chief.data(f"{stage.path}/history", page=2, perPage=3)
    assert [entry["entityId"] for entry in last["history"]] == [stage.topics["a2"]]
    data(await History(chief, f"/curriculum/{stage.topics['a2']}").revert(last["history"][0]))
    back = (await chief.data(f"{stage.path}/history"))["history"][0]
    assert back["comment"] == f"Reverted change No. {last['history'][0]['auditId']}: a2"


async def test_a_change_that_was_changed_since_is_not_offered_for_reverting(
    stage: CourseScenario, chief: Visitor
) -> None:
    """D-15: the history says why."""
    path = f"/curriculum/{stage.topics['a2']}"
    data(await chief.put(path, {"name": "Yangi", "version": 1}))
    data(await chief.put(path, {"name": "Boshqa", "version": 2}))
    for history in (path, stage.path):
        newer, older = (await chief.data(f"{history}/history"))["history"][:2]
        assert (newer["takeable"], newer["whyNot"]) == (True, None)
        assert (older["takeable"], older["whyNot"]) == (False, "It has been changed since then")


async def test_a_move_from_a_month_that_is_gone_is_not_reverted(console: Console) -> None:
    """D-15: preview, confirmation and history agree."""
    stage = await CourseScenario.of(console, school=False)
    chief = await stage.chief()
    for topic in ("b1", "b2", "b3"):
        await stage.moved(chief, topic, "1-oy", None)
    months = await chief.data(f"{stage.path}/study-month")
    kept = [{name: months["months"][0][name] for name in ("id", "number", "name", "lessons")}]
    data(await chief.put(f"{stage.path}/study-month", {"months": kept, "version": months["version"]}))
    history = History(chief, f"/curriculum/{stage.topics['b3']}")
    moved = await history.newest()
    gone = "The study month no longer exists"
    assert (moved["takeable"], moved["whyNot"]) == (False, gone)
    shown = await history.shown(moved)
    assert (shown["changes"], {left["reason"] for left in shown["left"]}) == ([], {gone})
    assert _code(await history.revert(moved)) == (409, "HISTORY_NOTHING_TO_TAKE_BACK")
