"""A topic or a course stays while anything refers to it (D-102)."""

import pytest

from tests.http.courses.scenario import CourseScenario, meanwhile
from tests.http.homework_database.database_scenario import DatabaseScenario
from tests.support.console import Console, Visitor, data


@pytest.fixture
async def stage(console: Console) -> CourseScenario:
    return await CourseScenario.of(console, school=False)


@pytest.fixture
async def chief(stage: CourseScenario) -> Visitor:
    return await stage.chief()


async def _database_lesson(stage: CourseScenario, chief: Visitor) -> int:
    form = {"courseId": stage.course.id, "name": "1-bob"}
    chapter = data(await chief.post("/homework-db/chapters", form))["chapter"]
    form = {"chapterId": chapter["id"], "name": "Lug'atlar"}
    return int(data(await chief.post("/homework-db/lessons", form))["lesson"]["id"])


async def test_a_topic_with_lessons_of_the_database_is_ended(stage: CourseScenario, chief: Visitor) -> None:
    """D-102, D-104: set-lessons is not lost with it."""
    topic_id, lesson_id = stage.topics["a1"], await _database_lesson(stage, chief)
    form = {"topicId": topic_id, "lessonIds": [lesson_id], "version": 0}
    data(await chief.put("/homework-db/set-lessons", form))
    removed = data(await chief.delete(f"/curriculum/{topic_id}"))
    use = {"kind": "database", "name": "Lessons of the homework database", "count": 1}
    assert (removed["outcome"], removed["uses"]) == ("ended", [use])
    found = await chief.data("/homework-db/by-curriculum-id", curriculumId=topic_id)
    assert [one["id"] for one in found["lessons"]] == [lesson_id]


async def test_a_course_with_a_homework_database_is_ended(stage: CourseScenario, chief: Visitor) -> None:
    """D-102, D-107: nobody's homework is deleted with a course."""
    await _database_lesson(stage, chief)
    removed = data(await chief.delete(stage.path))
    use = {"kind": "database", "name": "Lessons of the homework database", "count": 1}
    assert (removed["outcome"], removed["uses"]) == ("ended", [use])


async def test_a_topic_that_a_lesson_takes_meanwhile_is_ended(stage: CourseScenario, chief: Visitor) -> None:
    """D-102: the deletion waits for the save, and names the lesson."""
    group, path = await stage.a_group(lessons=1), f"/curriculum/{stage.topics['b2']}"
    sql = "update lessons set topic_id = $2 where group_id = $1"
    answer = await meanwhile(stage.console, sql, group.id or 0, stage.topics["b2"], call=chief.delete(path))
    removed = data(answer)
    assert (removed["outcome"], [use["kind"] for use in removed["uses"]]) == ("ended", ["lessons"])


async def test_lessons_of_a_topic_that_is_deleted_meanwhile_are_refused(stage: CourseScenario, chief: Visitor) -> None:
    """D-104."""
    form = {"topicId": stage.topics["b2"], "lessonIds": [await _database_lesson(stage, chief)], "version": 0}
    call = chief.put("/homework-db/set-lessons", form)
    refused = await meanwhile(stage.console, "delete from topics where id = $1", stage.topics["b2"], call=call)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_STALE")


async def test_homework_of_a_topic_that_is_deleted_meanwhile_is_refused(console: Console) -> None:
    """D-102: and nothing of it stays."""
    stage = await DatabaseScenario.of(console)
    teacher = await stage.lessons_of.teacher()
    await console.sql.execute("update lessons set topic_id = null, topic_kept = false")
    call = teacher.give(topicId=stage.topics[1])
    refused = await meanwhile(console, "delete from topics where id = $1", stage.topics[1], call=call)
    assert (refused.status_code, refused.json()["code"]) == (409, "SHARED_STALE")
    assert await console.sql.fetchval("select count(*) from homeworks") == 0


async def test_places_that_are_not_dense_are_numbered_with_the_next_change(
    stage: CourseScenario, chief: Visitor
) -> None:
    """D-103: whatever was stored before."""
    months = list(stage.months.values())
    sparse = "update topics set position = (position - 1) * 2 where study_month_id = any ($1)"
    await stage.console.sql.execute(sparse, months)
    data(await chief.put(f"/curriculum/{stage.topics['a2']}", {"name": "Yangi", "version": 1}))
    places = """select array_agg(position order by position) from topics where study_month_id = any ($1)
        group by study_month_id"""
    assert [row[0] for row in await stage.console.sql.fetch(places, months)] == [[1, 2, 3]] * 2
