"""Lessons of topics, and switching of homework between topics (D-104, D-105)."""

from typing import Any

import pytest

from tests.http.homework_database.database_scenario import DatabaseScenario, kinds
from tests.support.builders import a_course, a_user_with
from tests.support.console import Console, data


@pytest.fixture
async def stage(console: Console) -> DatabaseScenario:
    return await DatabaseScenario.of(console)


async def _switch(stage: DatabaseScenario, homework_id: int, topic_id: int, **more: Any) -> Any:
    version = (await stage.one(homework_id))["version"]
    return await stage.visitor.put(
        f"/homework-db/{homework_id}/switch", {"topicId": topic_id, "version": version} | more
    )


async def test_a_topic_has_lessons_which_several_topics_may_share(stage: DatabaseScenario) -> None:
    """R2-390, R2-392, D-104."""
    first, second = await stage.full_lesson(), await stage.full_lesson(name="Ro'yxatlar")
    answer = data(await stage.attach(stage.topics[0], second, first))
    assert [one["name"] for one in answer["lessons"]] == ["Ro'yxatlar", "Lug'atlar"]
    data(await stage.attach(stage.topics[1], first))
    topic = await stage.of_topic(stage.topics[0])
    assert [(one["name"], len(one["homework"]), one["isPublished"]) for one in topic["lessons"]] == [
        ("Ro'yxatlar", 3, False), ("Lug'atlar", 3, False),
    ]  # fmt: skip
    assert [(one["name"], one["number"]) for one in (await stage.card(first))["topics"]] == [
        ("Ro'yxatlar", 1), ("Satrlar", 2),
    ]  # fmt: skip


async def test_a_stale_list_of_lessons_is_answered_with_the_present_one(stage: DatabaseScenario) -> None:
    """D-8, D-103."""
    lesson_id = await stage.full_lesson()
    form = {"topicId": stage.topics[0], "lessonIds": [lesson_id], "version": 0}
    data(await stage.visitor.put("/homework-db/set-lessons", form))
    late = await stage.visitor.put("/homework-db/set-lessons", form | {"lessonIds": []})
    assert (late.status_code, late.json()["current"]["lessons"][0]["id"]) == (409, lesson_id)


async def test_a_topic_takes_lessons_of_its_own_course_only(stage: DatabaseScenario) -> None:
    """D-104: each once, none archived."""
    lesson_id = await stage.published_lesson(topic=stage.topics[1])
    course = a_course()
    await stage.console.store(course)
    chapter = data(await stage.visitor.post("/homework-db/chapters", {"courseId": course.id, "name": "x"}))
    foreign = await stage.lesson("begona", chapter["chapter"]["id"])
    data(await stage.attach(stage.topics[1]))
    archived = await stage.full_lesson(name="Arxiv")
    await stage.publish(archived)
    assert (await stage.visitor.delete(f"/homework-db/lessons/{archived}")).is_success
    for lessons in ([foreign], [lesson_id, lesson_id], [archived], [lesson_id + 1000]):
        answer = await stage.attach(stage.topics[0], *lessons)
        assert (answer.status_code, [*answer.json()["fields"]]) == (422, ["lessonIds"])


async def test_the_options_name_what_stands_at_each_topic(stage: DatabaseScenario) -> None:
    """R2-065, D-105: also for who holds study:courses alone."""
    here = await stage.full_lesson()
    data(await stage.attach(stage.topics[0], here))
    homework_id = (await stage.card(here))["homework"][1]["id"]
    planner = await stage.console.sign_in(a_user_with({"study:courses": ["read"]}).of_all_branches())
    options = await planner.data(f"/homework-db/{homework_id}/switch-options")
    assert options["remaining"] == 2
    assert (options["kind"], options["letter"], options["lesson"]["name"]) == ("variant", "A", "Lug'atlar")
    first, second = options["topics"]
    assert (first["name"], first["isHere"], first["variants"]) == ("Ro'yxatlar", True, 2)
    assert first["main"]["description"] == "Lug'atlar: asosiy"
    assert (second["name"], second["number"], second["lesson"], second["main"]) == ("Satrlar", 2, None, None)
    refused = await planner.put(f"/homework-db/{homework_id}/switch", {"topicId": second["id"], "version": 1})
    assert refused.status_code == 403


async def test_where_a_main_homework_stands_it_is_asked_how(stage: DatabaseScenario) -> None:
    """D-105: exchange them, or add as a variant."""
    here, there = await stage.full_lesson(), await stage.full_lesson(variants=0, name="Satrlar")
    data(await stage.attach(stage.topics[0], here))
    data(await stage.attach(stage.topics[1], there))
    main = (await stage.card(here))["homework"][0]["id"]
    assert (await _switch(stage, main, stage.topics[1])).json()["code"] == "HOMEWORK_DATABASE_MAIN_THERE"
    switched = data(await _switch(stage, main, stage.topics[1], how="exchange"))
    assert (switched["kind"], [one["name"] for one in switched["lessons"]]) == ("main", ["Lug'atlar", "Satrlar"])
    assert kinds(await stage.card(here))[0] == ("main", None, "Satrlar: asosiy")
    assert kinds(await stage.card(there)) == [("main", None, "Lug'atlar: asosiy")]
    data(await _switch(stage, main, stage.topics[0], how="variant"))
    assert kinds(await stage.card(here))[-1] == ("variant", "C", "Lug'atlar: asosiy")
    assert (await stage.card(there))["homework"] == []


async def test_a_switch_is_a_draft_of_both_lessons(stage: DatabaseScenario) -> None:
    """D-104, D-105: published together."""
    here = await stage.published_lesson()
    there = await stage.full_lesson(variants=0, name="Satrlar")
    await stage.publish(there)
    data(await stage.attach(stage.topics[1], there))
    variant = (await stage.card(here))["homework"][1]["id"]
    data(await _switch(stage, variant, stage.topics[1], how="exchange"))
    drafts = [one for it in (await stage.drafts())["chapters"] for one in it["lessons"]]
    assert [(one["id"], one["isEmptied"]) for one in drafts] == [(here, False), (there, False)]
    await stage.publish(here, there)
    assert kinds(await stage.card(there)) == [("main", None, "Lug'atlar: 1-variant")]
    assert [one[2] for one in kinds(await stage.card(here))] == [
        "Lug'atlar: asosiy", "Satrlar: asosiy", "Lug'atlar: 2-variant",
    ]  # fmt: skip


async def test_a_switch_that_takes_the_last_homework_away_says_so(stage: DatabaseScenario) -> None:
    """D-105: the difference names the lesson whose topics are left without homework."""
    here = await stage.published_lesson(variants=0)
    main = (await stage.card(here))["homework"][0]["id"]
    assert (await stage.visitor.data(f"/homework-db/{main}/switch-options"))["remaining"] == 0
    data(await _switch(stage, main, stage.topics[1]))
    drafts = [one for it in (await stage.drafts())["chapters"] for one in it["lessons"]]
    assert [(one["name"], one["isEmptied"], one["topics"]) for one in drafts] == [
        ("Lug'atlar", True, 1), ("Satrlar", False, 1),
    ]  # fmt: skip


async def test_a_topic_without_a_lesson_receives_one_of_its_name(stage: DatabaseScenario) -> None:
    """D-105."""
    here = await stage.full_lesson()
    data(await stage.attach(stage.topics[0], here))
    variant = (await stage.card(here))["homework"][2]["id"]
    switched = data(await _switch(stage, variant, stage.topics[1]))
    assert (switched["lesson"]["name"], switched["kind"]) == ("Satrlar", "main")
    (lesson,) = (await stage.of_topic(stage.topics[1]))["lessons"]
    assert (lesson["name"], lesson["chapter"]["name"], lesson["homework"][0]["kind"]) == ("Satrlar", "1-bob", "main")


async def test_a_homework_is_not_switched_to_where_it_is_or_to_another_course(stage: DatabaseScenario) -> None:
    """D-105."""
    here = await stage.full_lesson()
    data(await stage.attach(stage.topics[0], here))
    data(await stage.attach(stage.topics[1], here))
    variant = (await stage.card(here))["homework"][1]["id"]
    assert (await _switch(stage, variant, stage.topics[1])).json()["code"] == "HOMEWORK_DATABASE_SAME_LESSON"
    course = a_course()
    await stage.console.store(course)
    sql = stage.console.sql
    month = await sql.fetchval(
        "insert into study_months (course_id, number, name) values ($1, 1, '') returning id", course.id
    )
    foreign = await sql.fetchval(
        "insert into topics (study_month_id, position, name) values ($1, 1, 'x') returning id", month
    )
    assert (await _switch(stage, variant, foreign)).status_code == 404


async def test_the_filters_name_what_can_be_chosen(stage: DatabaseScenario) -> None:
    """calls.csv: courses, months, topics, chapters, authors."""
    await stage.full_lesson()
    found = await stage.visitor.data("/homework-db/filter-objects", courseId=stage.course_id)
    assert stage.course_id in [one["id"] for one in found["courses"]]
    assert [(one["name"], one["number"]) for one in found["topics"]] == [("Ro'yxatlar", 1), ("Satrlar", 2)]
    assert ([one["name"] for one in found["chapters"]], len(found["months"]), len(found["authors"])) == (
        ["1-bob"],
        1,
        1,
    )
    page = await stage.visitor.data(
        "/homework-db", courseId=stage.course_id, authorId=found["authors"][0]["id"], topicId=stage.topics[0]
    )
    assert page["total"] == 0


@pytest.mark.parametrize("state", ["published", "draft", None])
async def test_the_list_shows_a_state(stage: DatabaseScenario, state: str | None) -> None:
    """The published, those that differ, everything but the archive."""
    await stage.published_lesson()
    await stage.full_lesson(name="Yangi")
    query = {"courseId": stage.course_id, "perPage": 100} | ({"state": state} if state else {})
    page = await stage.visitor.data("/homework-db", **query)
    assert page["total"] == len(page["homework"]) == {"published": 3, "draft": 3, None: 6}[state]
    assert {one["edition"] for one in page["homework"]} == {"published": {1}, "draft": {None}, None: {1, None}}[state]


async def test_a_search_of_texts_shows_where_the_word_stands(stage: DatabaseScenario) -> None:
    """R2-070, R2-388: deep in a text, in any case, taken as it is written."""
    lesson_id = await stage.lesson("50% chegirma")
    await stage.homework(lesson_id, f"{'a' * 500} narxdan 50% CHEGIRMA oling {'b' * 500}")
    await stage.homework(lesson_id, "chegirma: ellik foiz")

    async def found(value: str, **query: Any) -> list[Any]:
        page = await stage.visitor.data("/homework-db", courseId=stage.course_id, value=value, **query)
        assert page["total"] == len(page["homework"])
        return [one["excerpt"] for one in page["homework"]]

    (excerpt,) = await found("50% chegirma", keys="text")
    assert (excerpt[0], excerpt[-1], len(excerpt)) == ("…", "…", 162)
    assert "narxdan 50% CHEGIRMA oling" in excerpt
    assert await found("50% chegirma") == [None, excerpt]
    assert await found("ellik", keys="text") == ["chegirma: ellik foiz"]
    assert await found("50_ chegirma") == []
    assert await found("") == [None, None]
    await stage.homework(lesson_id, "Yangi so'zlar")
    assert await found("SO‘ZLAR", keys="text") == ["Yangi so'zlar"]


async def test_the_curriculum_counts_what_topics_have_in_the_database(stage: DatabaseScenario) -> None:
    """R2-209: published homework, and drafts that differ from it."""
    topic = stage.topics[0]
    visitor = await stage.console.sign_in(a_user_with({"study:homework_db": ["read"]}).of_all_branches())

    async def counts() -> tuple[int, int]:
        months = (await visitor.data("/curriculum", courseId=stage.course_id))["months"]
        row = next(one for month in months for one in month["topics"] if one["id"] == topic)
        return row["homework"], row["drafts"]

    assert await counts() == (0, 0)
    lesson_id = await stage.full_lesson()
    data(await stage.attach(topic, lesson_id))
    assert await counts() == (0, 3)
    await stage.publish(lesson_id)
    assert await counts() == (3, 0)
    await stage.homework(lesson_id, "yana biri")
    assert await counts() == (3, 1)
    card = (await visitor.data(f"/curriculum/{topic}"))["topic"]
    assert [one["name"] for one in card["lessons"]] == ["Lug'atlar"]


async def test_an_ended_topic_takes_no_homework_by_switching(stage: DatabaseScenario) -> None:
    """D-102, D-105."""
    lesson_id = await stage.published_lesson(topic=stage.topics[0])
    homework_id = (await stage.card(lesson_id))["homework"][0]["id"]
    await stage.console.sql.execute("update topics set ended_at = now() where id = $1", stage.topics[1])
    options = await stage.visitor.data(f"/homework-db/{homework_id}/switch-options")
    assert stage.topics[1] not in [one["id"] for one in options["topics"]]
    assert (await _switch(stage, homework_id, stage.topics[1])).status_code in (404, 409)


async def test_an_ended_topic_has_no_number_and_an_ended_course_is_not_offered(stage: DatabaseScenario) -> None:
    """D-102: topics are numbered as in the course's plan."""
    lesson_id = await stage.full_lesson()
    for topic in stage.topics[:2]:
        data(await stage.attach(topic, lesson_id))
    sql = stage.console.sql
    await sql.execute("update topics set ended_at = now() where id = $1", stage.topics[0])
    assert [one["number"] for one in (await stage.card(lesson_id))["topics"]] == [None, 1]
    empty, gone = a_course(), a_course()
    await stage.console.store(empty, gone)
    await sql.execute("update courses set ended_at = now() where id = $1", empty.id)
    await sql.execute("update courses set school_deleted_at = now() where id = $1", gone.id)
    filters = await stage.visitor.data("/homework-db/filter-objects", courseId=stage.course_id)
    assert {one["id"]: one["number"] for one in filters["topics"]}[stage.topics[0]] is None
    offered = {one["id"] for one in filters["courses"]}
    assert offered & {stage.course_id, empty.id, gone.id} == {stage.course_id}
