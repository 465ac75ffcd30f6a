"""Homework generated from the database: Same, Random, copies (D-85, D-104)."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from tests.http.homework.giving_scenario import DAY, HomeworkClient
from tests.http.homework_database.database_scenario import DatabaseScenario
from tests.support.builders import a_branch, a_user_with
from tests.support.console import Console, data

RANDOM, SAME = 1, 2
SYSTEM, TEACHER = 1, 2


@pytest.fixture
async def stage(console: Console) -> DatabaseScenario:
    return await DatabaseScenario.of(console, size=7)


async def _generate(stage: DatabaseScenario, client: HomeworkClient, mode: int = SAME, topic: int = 0) -> Any:
    query = {"groupId": stage.lessons_of.group.id, "topicId": stage.topics[topic], "mode": mode}
    return await client.visitor.get("/homework/generate", **query)


def _form(stage: DatabaseScenario, generated: Any, topic: int = 0) -> dict[str, Any]:
    return {
        "source": SYSTEM,
        "topicId": stage.topics[topic],
        "description": generated["description"],
        "generated": {"mode": generated["mode"], "publicationIds": generated["publicationIds"]},
    }


async def _given(stage: DatabaseScenario, client: HomeworkClient, mode: int = SAME, **more: Any) -> Any:
    generated = data(await _generate(stage, client, mode))
    return await client.given(**_form(stage, generated) | more)


async def test_same_gives_everybody_the_main_homework(stage: DatabaseScenario) -> None:
    """R2-191, R2-192, R2-367, D-85: a copy with its files."""
    lesson_id = await stage.full_lesson()
    main = (await stage.card(lesson_id))["homework"][0]["id"]
    data(await stage.edit(main, attachments=[await stage.upload()]))
    await stage.publish(lesson_id)
    data(await stage.attach(stage.topics[0], lesson_id))
    teacher = await stage.lessons_of.teacher()
    generated = data(await _generate(stage, teacher))
    assert (generated["source"], generated["mode"], generated["description"]) == (SYSTEM, SAME, "Lug'atlar: asosiy")
    (one,) = generated["homework"]
    assert (one["homeworkId"], one["edition"], [it["name"] for it in one["attachments"]]) == (main, 1, ["namuna.py"])
    given = await teacher.given(**_form(stage, generated))
    assert (given["source"], given["mode"], given["variants"]) == (SYSTEM, SAME, [])
    assert [it["name"] for it in given["attachments"]] == ["namuna.py"]
    digests = await stage.console.sql.fetch(
        "select digest, count(*) as rows, count(distinct public_id) as links from files where name = 'namuna.py'"
        " group by digest"
    )
    assert [(row["rows"], row["links"]) for row in digests] == [(3, 3)]


async def test_the_form_says_what_can_be_generated(stage: DatabaseScenario) -> None:
    """D-85: by topic; in words while there is nothing."""
    teacher, query = await stage.lessons_of.teacher(), {"groupId": stage.lessons_of.group.id}
    before = await teacher.visitor.data("/homework/form-options", **query)
    assert (before["generating"], before["sources"], before["generated"]) == (False, [TEACHER], [])
    assert before["note"].startswith("Nothing of this course's homework database is published")
    await stage.published_lesson()
    after = await teacher.visitor.data("/homework/form-options", **query)
    assert (after["generating"], after["sources"], after["note"]) == (True, [SYSTEM, TEACHER], "")
    assert after["generated"] == [{"topicId": stage.topics[0], "main": True, "variants": 2}]


@pytest.mark.parametrize(
    ("mode", "topic", "code"),
    [(SAME, 1, "NO_HOMEWORK_OF_TOPIC"), (RANDOM, 1, "NO_HOMEWORK_OF_TOPIC"), (RANDOM, 0, "NO_VARIANTS")],
)
async def test_what_is_missing_is_said_in_words(stage: DatabaseScenario, mode: int, topic: int, code: str) -> None:
    """D-85: a topic without homework or without variants."""
    await stage.published_lesson(variants=0)
    refused = await _generate(stage, await stage.lessons_of.teacher(), mode, topic)
    assert (refused.status_code, refused.json()["code"]) == (409, f"HOMEWORK_{code}")


async def test_a_draft_is_never_given(stage: DatabaseScenario) -> None:
    """D-104: only what is published."""
    lesson_id = await stage.full_lesson()
    data(await stage.attach(stage.topics[0], lesson_id))
    teacher = await stage.lessons_of.teacher()
    assert (await _generate(stage, teacher)).json()["code"] == "HOMEWORK_NO_DATABASE"
    await stage.publish(lesson_id)
    data(await stage.edit((await stage.card(lesson_id))["homework"][0]["id"], description="qoralama"))
    assert data(await _generate(stage, teacher))["description"] == "Lug'atlar: asosiy"


async def test_random_draws_a_variant_for_each_student_once(stage: DatabaseScenario) -> None:
    """D-85: stored with the submission; each about as often."""
    await stage.published_lesson(variants=3)
    teacher = await stage.lessons_of.teacher()
    given = await _given(stage, teacher, RANDOM)
    assert (given["source"], given["mode"]) == (SYSTEM, RANDOM)
    assert [(one["letter"], one["description"]) for one in given["variants"]] == [
        (letter, f"Lug'atlar: {number}-variant") for number, letter in enumerate("ABC", start=1)
    ]
    assert sorted(one["students"] for one in given["variants"]) == [2, 2, 3]
    rows = [await stage.lessons_of.submission(given["id"], one) for one in stage.lessons_of.students]
    works = (await teacher.visitor.data("/homework/for-academic", homeworkId=given["id"]))["submissions"]
    letters = Counter(one["variant"] for one in works)
    assert {one["letter"]: one["students"] for one in given["variants"]} == letters
    assert None not in {row["variant_id"] for row in rows}


async def test_student_and_checker_see_the_drawn_variant(stage: DatabaseScenario) -> None:
    """D-85: the checker sees which; the student and the statistics have its text."""
    lesson_id = await stage.full_lesson()
    variant = (await stage.card(lesson_id))["homework"][1]["id"]
    data(await stage.edit(variant, attachments=[await stage.upload()]))
    await stage.publish(lesson_id)
    data(await stage.attach(stage.topics[0], lesson_id))
    teacher = await stage.lessons_of.teacher()
    given = await _given(stage, teacher, RANDOM)
    texts = {one["letter"]: one["description"] for one in given["variants"]}
    works = (await teacher.visitor.data("/homework/for-academic", homeworkId=given["id"]))["submissions"]
    for student in stage.lessons_of.students:
        app = await stage.console.sign_in_student(student)
        own = (await app.data(f"/homework/{given['id']}"))["homework"]
        work = next(one for one in works if one["studentId"] == student.id)
        assert (own["variant"], own["description"]) == (work["variant"], texts[work["variant"]])
        assert [one["name"] for one in own["files"]] == (["namuna.py"] if own["variant"] == "A" else [])
        task = (await teacher.visitor.data(f"/homework-chat/{work['submissionId']}"))["task"]
        assert (task["variant"], task["description"], [one["name"] for one in task["files"]]) == (
            own["variant"], own["description"], [one["name"] for one in own["files"]],
        )  # fmt: skip
        page = f"/homework-statistics/groups/{stage.lessons_of.group.id}/students/{student.id}"
        (result,) = (await teacher.visitor.data(page))["works"]
        assert result["description"] == own["description"]


async def test_later_editions_change_nothing_that_was_given(stage: DatabaseScenario) -> None:
    """D-104: a copy; uses names group, edition and variant."""
    lesson_id = await stage.published_lesson()
    main, first = (await stage.card(lesson_id))["homework"][:2]
    teacher = await stage.lessons_of.teacher()
    same = await _given(stage, teacher)
    random = await _given(
        stage, teacher, RANDOM, lessonId=await stage.lessons_of.lessons.lesson(DAY + timedelta(days=7))
    )
    for one in (main, first):
        data(await stage.edit(one["id"], description="ikkinchi nashr"))
    await stage.publish(lesson_id)
    assert (await teacher.card(same["id"]))["description"] == "Lug'atlar: asosiy"
    assert (await teacher.card(random["id"]))["variants"] == random["variants"]
    uses = await stage.visitor.data(f"/homework-db/{main['id']}/uses")
    (use,) = uses["uses"]
    assert (use["homeworkId"], use["edition"], use["letter"], use["students"]) == (same["id"], 1, None, 7)
    assert (use["isEdited"], uses["groups"], use["group"]["id"]) == (False, 1, stage.lessons_of.group.id)
    uses = await stage.visitor.data(f"/homework-db/{first['id']}/uses")
    assert [(one["homeworkId"], one["letter"]) for one in uses["uses"]] == [(random["id"], "A")]
    assert (await stage.card(lesson_id))["homework"][0]["groups"] == 1
    assert (await stage.drafts())["given"] == 2


async def test_uses_name_groups_of_the_callers_branches(stage: DatabaseScenario) -> None:
    """D-149: homework is of the group's branch."""
    lesson_id = await stage.published_lesson()
    await _given(stage, await stage.lessons_of.teacher())
    main = (await stage.card(lesson_id))["homework"][0]["id"]
    for branch, shown in ((stage.lessons_of.branch, 1), (a_branch(), 0)):
        reader = await stage.console.sign_in(a_user_with({"study:homework_db": ["read"]}).of(branch))
        uses = await reader.data(f"/homework-db/{main}/uses")
        assert (uses["total"], uses["groups"], len(uses["uses"])) == (shown, shown, shown)


@pytest.mark.parametrize("when", ["giving", "editing"])
async def test_an_edited_text_is_the_teachers(stage: DatabaseScenario, when: str) -> None:
    """D-85: Teacher 2."""
    await stage.published_lesson()
    teacher = await stage.lessons_of.teacher()
    if when == "giving":
        given = await _given(stage, teacher, description="boshqa matn")
    else:
        given = await _given(stage, teacher)
        form = {"version": given["version"], "description": "boshqa matn", "topicId": stage.topics[0]}
        data(await teacher.visitor.put(f"{teacher.path}/{given['id']}", form))
        given = await teacher.card(given["id"])
    assert (given["source"], given["mode"], given["description"]) == (TEACHER, SAME, "boshqa matn")
    main = (await stage.visitor.data("/homework-db", courseId=stage.course_id))["homework"][-1]["id"]
    assert [one["isEdited"] for one in (await stage.visitor.data(f"/homework-db/{main}/uses"))["uses"]] == [True]


async def test_variants_stay_as_they_were_drawn_when_the_homework_is_edited(stage: DatabaseScenario) -> None:
    """D-85."""
    await stage.published_lesson()
    teacher = await stage.lessons_of.teacher()
    given = await _given(stage, teacher, RANDOM)
    form = {"version": given["version"], "description": "boshqa matn", "topicId": stage.topics[1]}
    data(await teacher.visitor.put(f"{teacher.path}/{given['id']}", form))
    after = await teacher.card(given["id"])
    assert (after["source"], after["variants"], after["description"]) == (
        SYSTEM, given["variants"], given["description"],
    )  # fmt: skip
    assert after["topic"]["id"] == stage.topics[1]


@pytest.mark.parametrize(("minutes", "status"), [(59, 201), (61, 409)])
async def test_what_was_generated_can_be_given_for_an_hour_after_it_was_replaced(
    stage: DatabaseScenario, minutes: int, status: int
) -> None:
    """D-85: the teacher gives what they saw, whole; later they generate it again."""
    lesson_id = await stage.published_lesson()
    generated = data(await _generate(stage, await stage.lessons_of.teacher()))
    data(await stage.edit((await stage.card(lesson_id))["homework"][0]["id"], description="yangi"))
    await stage.publish(lesson_id)
    stage.lessons_of.at("17:00", minutes=minutes)
    teacher = await stage.lessons_of.teacher()
    answer = await teacher.give(**_form(stage, generated))
    assert answer.status_code == status
    if status == 201:
        assert (await teacher.card(data(answer)["homework"]["id"]))["description"] == "Lug'atlar: asosiy"
    else:
        assert answer.json()["code"] == "HOMEWORK_GENERATE_AGAIN"


@pytest.mark.parametrize("broken", ["no form", "no topic", "no ids", "unknown", "old and new", "another topic"])
async def test_only_what_was_generated_can_be_given_as_the_systems(stage: DatabaseScenario, broken: str) -> None:
    """D-85, R2-191."""
    lesson_id = await stage.published_lesson()
    teacher = await stage.lessons_of.teacher()
    generated = data(await _generate(stage, teacher))
    data(await stage.edit((await stage.card(lesson_id))["homework"][0]["id"], description="yangi"))
    await stage.publish(lesson_id)
    form, newer = _form(stage, generated), data(await _generate(stage, teacher))["publicationIds"]
    ids: list[int] = form["generated"]["publicationIds"]
    more, status = {
        "no form": ({"generated": None}, 422),
        "no topic": ({"topicId": None}, 422),
        "no ids": ({"generated": {"mode": SAME, "publicationIds": []}}, 409),
        "unknown": ({"generated": {"mode": SAME, "publicationIds": [ids[0] + 1000]}}, 409),
        "old and new": ({"generated": {"mode": SAME, "publicationIds": [*ids, *newer]}}, 409),
        "another topic": ({"topicId": stage.topics[1]}, 409),
    }[broken]
    answer = await teacher.give(**form | more)
    assert answer.status_code == status
    assert (await teacher.of_group())["total"] == 0


async def test_typed_homework_names_nothing_generated(stage: DatabaseScenario) -> None:
    """D-85, R2-191: what the teacher chose is never dropped in silence."""
    await stage.published_lesson()
    teacher = await stage.lessons_of.teacher()
    form = _form(stage, data(await _generate(stage, teacher)))
    refused = await teacher.give(**form | {"source": TEACHER})
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["generated"])
    assert (await teacher.of_group())["total"] == 0
    assert (await teacher.given(**form | {"source": TEACHER, "generated": None}))["source"] == TEACHER


async def test_files_of_form_and_database_are_ten_at_most(stage: DatabaseScenario) -> None:
    """D-81."""
    lesson_id = await stage.full_lesson(variants=0)
    main = (await stage.card(lesson_id))["homework"][0]["id"]
    data(await stage.edit(main, attachments=[await stage.upload(name=f"{n}.py") for n in range(9)]))
    await stage.publish(lesson_id)
    data(await stage.attach(stage.topics[0], lesson_id))
    teacher = await stage.lessons_of.teacher()
    own = [data(await teacher.upload(b"x", f"{n}.txt"))["file"]["fileId"] for n in range(2)]
    form = _form(stage, data(await _generate(stage, teacher)))
    refused = await teacher.give(**form, attachments=own)
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["attachments"])
    assert len((await teacher.given(**form, attachments=own[:1]))["attachments"]) == 10


async def test_deleting_a_given_homework_leaves_the_database_as_it_is(stage: DatabaseScenario) -> None:
    """D-104: copies of variants and of their files go with it."""
    lesson_id = await stage.full_lesson()
    variant = (await stage.card(lesson_id))["homework"][1]["id"]
    data(await stage.edit(variant, attachments=[await stage.upload()]))
    await stage.publish(lesson_id)
    data(await stage.attach(stage.topics[0], lesson_id))
    teacher = await stage.lessons_of.teacher()
    given = await _given(stage, teacher, RANDOM)
    sql = stage.console.sql
    copies = "select id from homework_variants where homework_id = $1"
    ids = [row["id"] for row in await sql.fetch(copies, given["id"])]
    assert (await teacher.visitor.delete(f"{teacher.path}/{given['id']}?version={given['version']}")).is_success
    assert await sql.fetch(copies, given["id"]) == []
    kept = "select count(*) from files where entity = 'homework_variant' and entity_id = any ($1::bigint[])"
    assert (len(ids), await sql.fetchval(kept, ids)) == (2, 0)
    assert [one["name"] for one in (await stage.one(variant))["published"]["attachments"]] == ["namuna.py"]
    assert (await stage.visitor.data(f"/homework-db/{variant}/uses"))["total"] == 0


async def test_publishing_while_fifty_teachers_generate_gives_the_old_or_the_new_whole(
    stage: DatabaseScenario,
) -> None:
    """D-85, D-104: never a mixture of two publications."""
    lesson_id = await stage.published_lesson(variants=3)
    teacher = await stage.lessons_of.teacher()
    homework = [one["id"] for one in (await stage.card(lesson_id))["homework"]]
    wholes: set[tuple[str, ...]] = set()

    async def generates(turn: int) -> None:
        await asyncio.sleep(turn % 10 / 50)
        generated = data(await _generate(stage, teacher, RANDOM))
        wholes.add(tuple(one["description"][:2] for one in generated["homework"]))

    async def publishes() -> None:
        for edition in range(1, 6):
            for one in homework:
                data(await stage.edit(one, description=f"{edition}. matn {one}"))
            await stage.publish(lesson_id)

    await asyncio.gather(publishes(), *(generates(turn) for turn in range(50)))
    assert wholes
    assert all(len(set(whole)) == 1 and len(whole) == 3 for whole in wholes), wholes
