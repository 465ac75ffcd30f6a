"""Chapters, lessons and homework of the database as drafts (D-104)."""

import asyncio
from typing import Any

import pytest

from tests.http.homework_database.database_scenario import DEPARTMENT, DatabaseScenario, kinds
from tests.support.builders import a_branch, a_user_with
from tests.support.console import Console, data


@pytest.fixture
async def stage(console: Console) -> DatabaseScenario:
    return await DatabaseScenario.of(console)


async def test_a_course_has_chapters_lessons_and_homework(stage: DatabaseScenario) -> None:
    """R2-017, R2-209, R2-388, R2-389: one main homework, then variants by letter."""
    lesson_id = await stage.full_lesson()
    card = await stage.card(lesson_id)
    assert kinds(card) == [
        ("main", None, "Lug'atlar: asosiy"),
        ("variant", "A", "Lug'atlar: 1-variant"),
        ("variant", "B", "Lug'atlar: 2-variant"),
    ]
    tree = await stage.tree()
    (chapter,) = tree["chapters"]
    assert (chapter["name"], chapter["change"], chapter["homework"], tree["lessons"]) == ("1-bob", "new", 3, 1)
    assert [(one["name"], one["change"], one["changes"]) for one in chapter["lessons"]] == [("Lug'atlar", "new", 4)]
    page = await stage.visitor.data("/homework-db", courseId=stage.course_id)
    assert page["total"] == 3
    lessons = await stage.visitor.data("/homework-db/lessons", courseId=stage.course_id, value="LUG")
    assert [(one["name"], one["homework"]) for one in lessons["lessons"]] == [("Lug'atlar", 3)]


async def test_the_text_has_a_limit_and_may_be_empty_in_a_draft(stage: DatabaseScenario) -> None:
    """D-104: 3000 signs."""
    lesson_id = await stage.lesson()
    homework_id = await stage.homework(lesson_id, "")
    assert (await stage.edit(homework_id, description="x" * 3000)).is_success
    refused = await stage.edit(homework_id, description="x" * 3001)
    assert (refused.status_code, [*refused.json()["fields"]]) == (422, ["description"])


async def test_a_stale_edit_is_answered_with_the_present_homework(stage: DatabaseScenario) -> None:
    """D-8."""
    homework_id = await stage.homework(await stage.lesson(), "bir")
    form = {"version": 1, "description": "ikki", "attachments": []}
    version = (await stage.one(homework_id))["version"]
    assert (await stage.visitor.put(f"/homework-db/{homework_id}", form | {"version": version})).is_success
    late = await stage.visitor.put(f"/homework-db/{homework_id}", form | {"version": version, "description": "uch"})
    assert (late.status_code, late.json()["current"]["description"]) == (409, "ikki")


async def test_another_main_homework_makes_the_present_one_the_first_variant(stage: DatabaseScenario) -> None:
    """D-104: one main homework."""
    lesson_id = await stage.full_lesson()
    last = (await stage.card(lesson_id))["homework"][-1]
    data(await stage.edit(last["id"], kind="main"))
    assert [one[2] for one in kinds(await stage.card(lesson_id))] == [
        "Lug'atlar: 2-variant",
        "Lug'atlar: asosiy",
        "Lug'atlar: 1-variant",
    ]
    await stage.homework(lesson_id, "yangi", kind="main")
    assert [one[:2] for one in kinds(await stage.card(lesson_id))] == [
        ("main", None), ("variant", "A"), ("variant", "B"), ("variant", "C"),
    ]  # fmt: skip


async def test_a_lesson_has_one_variant_for_each_letter(stage: DatabaseScenario) -> None:
    """A…Z."""
    lesson_id = await stage.full_lesson(variants=26)
    refused = await stage.visitor.post("/homework-db", {"lessonId": lesson_id, "description": "27"})
    assert refused.json()["code"] == "HOMEWORK_DATABASE_TOO_MANY_VARIANTS"
    last = (await stage.card(lesson_id))["homework"][-1]
    assert last["letter"] == "Z"
    assert (await stage.edit(last["id"], kind="main")).is_success


async def test_files_are_claimed_kept_and_removed(stage: DatabaseScenario) -> None:
    """D-84, D-104."""
    lesson_id, file_id = await stage.lesson(), await stage.upload()
    homework_id = await stage.homework(lesson_id, "bir", attachments=[file_id])
    (kept,) = (await stage.one(homework_id))["attachments"]
    assert (kept["fileId"], kept["name"]) == (file_id, "namuna.py")
    assert (await stage.edit(homework_id, attachments=[])).is_success
    assert (await stage.one(homework_id))["attachments"] == []
    foreign = await stage.edit(homework_id, attachments=["a" * 22])
    assert foreign.status_code == 404


@pytest.mark.parametrize("act", ["delete", "discard"])
async def test_what_was_never_published_is_deleted(stage: DatabaseScenario, act: str) -> None:
    """D-107: a draft to which nothing refers."""
    lesson_id = await stage.full_lesson()
    if act == "delete":
        assert (await stage.visitor.delete(f"/homework-db/lessons/{lesson_id}")).is_success
    else:
        data(await stage.choose("discard", lesson_id))
    assert (await stage.visitor.get(f"/homework-db/lessons/{lesson_id}")).status_code == 404
    assert (await stage.visitor.data("/homework-db", courseId=stage.course_id))["total"] == 0


async def test_what_was_published_is_archived_and_comes_back(stage: DatabaseScenario) -> None:
    """D-107: unarchive undoes it."""
    lesson_id = await stage.full_lesson()
    await stage.publish(lesson_id)
    variant = (await stage.card(lesson_id))["homework"][1]
    assert (await stage.visitor.delete(f"/homework-db/{variant['id']}")).is_success
    leaving = (await stage.card(lesson_id))["homework"][-1]
    assert (leaving["id"], leaving["change"], leaving["isArchived"]) == (variant["id"], "archived", True)
    await stage.publish(lesson_id)
    archived = await stage.one(variant["id"])
    assert (archived["published"], archived["isArchived"]) == (None, True)
    page = await stage.visitor.data("/homework-db", courseId=stage.course_id, state="archived")
    assert [one["id"] for one in page["homework"]] == [variant["id"]]
    assert (await stage.edit(variant["id"], isArchived=False)).is_success
    back = (await stage.card(lesson_id))["homework"][-1]
    assert (back["id"], back["letter"], back["change"]) == (variant["id"], "B", "new")


async def test_an_archived_homework_cannot_be_edited(stage: DatabaseScenario) -> None:
    """D-107."""
    lesson_id = await stage.full_lesson()
    await stage.publish(lesson_id)
    variant = (await stage.card(lesson_id))["homework"][1]["id"]
    assert (await stage.visitor.delete(f"/homework-db/{variant}")).is_success
    assert (await stage.edit(variant, description="x")).json()["code"] == "HOMEWORK_DATABASE_ARCHIVED"


async def test_a_lesson_of_a_topic_is_not_deleted(stage: DatabaseScenario) -> None:
    """calls.csv: refused while a topic uses it, which is named."""
    lesson_id = await stage.full_lesson()
    data(await stage.attach(stage.topics[0], lesson_id))
    refused = await stage.visitor.delete(f"/homework-db/lessons/{lesson_id}")
    assert refused.json()["code"] == "HOMEWORK_DATABASE_LESSON_IN_USE"
    assert "Ro'yxatlar" in refused.json()["message"]
    data(await stage.attach(stage.topics[0]))
    assert (await stage.visitor.delete(f"/homework-db/lessons/{lesson_id}")).is_success


async def test_a_chapter_with_published_lessons_is_not_deleted(stage: DatabaseScenario) -> None:
    """calls.csv: refused; archived with its lessons, whose history stays."""
    lesson_id = await stage.full_lesson()
    await stage.publish(lesson_id)
    path = f"/homework-db/chapters/{stage.chapter_id}"
    assert (await stage.visitor.delete(path)).json()["code"] == "HOMEWORK_DATABASE_CHAPTER_PUBLISHED"
    assert (await stage.visitor.delete(f"/homework-db/lessons/{lesson_id}")).is_success
    await stage.publish(lesson_id)
    assert (await stage.visitor.delete(path)).is_success
    assert (await stage.tree())["chapters"] == []
    (chapter,) = (await stage.tree(isArchived=True))["chapters"]
    assert [one["isArchived"] for one in chapter["lessons"]] == [True]
    card = await stage.card(lesson_id)
    form = {"name": card["name"], "version": card["version"], "isArchived": False}
    assert (await stage.visitor.put(f"/homework-db/lessons/{lesson_id}", form)).is_success
    assert [one["name"] for one in (await stage.tree())["chapters"]] == ["1-bob"]


async def test_a_department_of_some_branches_changes_nothing(console: Console, stage: DatabaseScenario) -> None:
    """D-153: the database is the centre's; D-149: everybody with the key reads it."""
    reader = await console.sign_in(a_user_with(DEPARTMENT).of(a_branch()))
    assert (await reader.get("/homework-db/chapters", courseId=stage.course_id)).is_success
    refused = await reader.post("/homework-db/chapters", {"courseId": stage.course_id, "name": "x"})
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_CENTRE_WIDE")


async def test_changes_stand_in_the_history(stage: DatabaseScenario) -> None:
    """D-149: of chapter, lesson and homework."""
    lesson_id = await stage.full_lesson(variants=0)
    homework_id = (await stage.card(lesson_id))["homework"][0]["id"]
    data(await stage.edit(homework_id, description="boshqa"))
    await stage.publish(lesson_id)
    for path, first in (
        (f"/homework-db/{homework_id}/history", "Changed a homework of the lesson “Lug'atlar” of the database"),
        (
            f"/homework-db/lessons/{lesson_id}/history",
            "Published the lesson “Lug'atlar” of the database: publication 1",
        ),
        (f"/homework-db/chapters/{stage.chapter_id}/history", "Published the chapter “1-bob”"),
    ):
        history = await stage.visitor.data(path)
        assert history["history"][0]["comment"] == first


async def test_a_new_lesson_to_which_published_homework_was_moved_stays(stage: DatabaseScenario) -> None:
    """D-107: neither lesson nor chapter takes it away; discarding returns it."""
    old, chapter_id = await stage.published_lesson(), await stage.chapter("2-bob")
    new, moved = await stage.lesson("Yangi", chapter_id), (await stage.card(old))["homework"][1]["id"]

    async def bring() -> None:
        form = {"id": moved, "lessonId": new, "afterId": None, "version": (await stage.card(new))["version"]}
        data(await stage.visitor.put("/homework-db/move", form))

    await bring()
    version = (await stage.card(new))["version"]
    for path in (f"lessons/{new}?version={version}", f"chapters/{chapter_id}?version=1"):
        refused = await stage.visitor.delete(f"/homework-db/{path}")
        assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_DATABASE_HOLDS_PUBLISHED")
    data(await stage.choose("discard", old, new))
    assert (await stage.one(moved))["lessonId"] == old
    data(await stage.visitor.delete(f"/homework-db/{moved}?version={(await stage.one(moved))['version']}"))
    await stage.publish(old)
    data(await stage.edit(moved, isArchived=False))
    new = await stage.lesson("Yana", chapter_id)
    await bring()
    refused = await stage.choose("discard", new)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_DATABASE_HOLDS_PUBLISHED")
    assert (await stage.one(moved))["lessonId"] == new


async def test_reads_beside_a_change_see_it_whole_or_not_at_all(stage: DatabaseScenario) -> None:
    """Each answer is one state of the database, whatever others change."""
    lesson_id = await stage.published_lesson(variants=2)
    done = asyncio.Event()

    async def change() -> None:
        for _ in range(25):
            passing = await stage.homework(lesson_id, "Vaqtincha")
            card = await stage.one(passing)
            await stage.visitor.request("DELETE", f"/homework-db/{passing}", params={"version": card["version"]})
        done.set()

    async def read(path: str, **query: Any) -> set[int]:
        statuses = set()
        while not done.is_set():
            statuses.add((await stage.visitor.get(path, **query)).status_code)
        return statuses

    _, *found = await asyncio.gather(
        change(),
        read("/homework-db", courseId=stage.course_id),
        read(f"/homework-db/lessons/{lesson_id}"),
        read("/homework-db/by-curriculum-id", curriculumId=stage.topics[0]),
        read("/homework-db/draft", courseId=stage.course_id),
    )
    assert found == [{200}] * 4
