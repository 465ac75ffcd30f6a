"""Publishing and discarding of drafts: the difference, all or nothing (D-104)."""

import asyncio
from typing import Any

import pytest

from tests.http.homework_database.database_scenario import DatabaseScenario, kinds
from tests.support.console import Console, data


@pytest.fixture
async def stage(console: Console) -> DatabaseScenario:
    return await DatabaseScenario.of(console)


def _shown(drafts: Any) -> list[tuple[str, str, list[tuple[str, str, str | None]]]]:
    """Lesson, mark and differences: what, mark, letter."""
    return [
        (lesson["name"], lesson["change"], [(it["what"], it["change"], it["letter"]) for it in lesson["differences"]])
        for chapter in drafts["chapters"]
        for lesson in chapter["lessons"]
    ]


async def test_the_difference_is_shown_before_publishing(stage: DatabaseScenario) -> None:
    """D-104: text, files, kind, order, a new and an archived variant; by sign."""
    lesson_id = await stage.full_lesson(variants=3)
    await stage.publish(lesson_id)
    assert (await stage.drafts())["chapters"] == []
    main, first, second, third = (one["id"] for one in (await stage.card(lesson_id))["homework"])
    data(await stage.edit(main, description="boshqa matn", attachments=[await stage.upload()]))
    version = (await stage.card(lesson_id))["version"]
    data(
        await stage.visitor.put(
            "/homework-db/move", {"id": third, "lessonId": lesson_id, "afterId": None, "version": version}
        )
    )
    assert (await stage.visitor.delete(f"/homework-db/{second}")).is_success
    await stage.homework(lesson_id, "yangi")
    drafts = await stage.drafts()
    assert _shown(drafts) == [
        (
            "Lug'atlar",
            "changed",
            [
                ("text", "changed", None),
                ("files", "changed", None),
                ("new", "new", "C"),
                ("archived", "archived", "B"),
                ("order", "order", None),
            ],
        )
    ]
    assert (drafts["lessons"], drafts["changes"]) == (1, 5)
    marks = {one["id"]: one["change"] for one in (await stage.card(lesson_id))["homework"]}
    assert (marks[main], marks[first], marks[second], marks[third]) == ("changed", "order", "archived", "order")


async def test_publishing_makes_a_lesson_current_and_counts_editions(stage: DatabaseScenario) -> None:
    """D-104: only what differs becomes a new edition."""
    lesson_id = await stage.full_lesson()
    published = await stage.publish(lesson_id)
    assert [(one["name"], one["publication"], one["homework"]) for one in published["lessons"]] == [("Lug'atlar", 1, 3)]
    assert [one["name"] for one in published["chapters"]] == ["1-bob"]
    main = (await stage.card(lesson_id))["homework"][0]["id"]
    data(await stage.edit(main, description="ikkinchi nashr"))
    before = (await stage.one(main))["published"]
    assert (before["number"], before["description"]) == (1, "Lug'atlar: asosiy")
    assert (await stage.publish(lesson_id))["lessons"][0]["publication"] == 2
    card = await stage.card(lesson_id)
    editions = [(one["published"]["number"], one["change"]) for one in card["homework"]]
    assert (editions, card["publication"]["number"]) == ([(2, None), (1, None), (1, None)], 2)
    shown = (await stage.tree(isDraft=False))["chapters"][0]
    assert (shown["name"], shown["lessons"][0]["homework"]) == ("1-bob", 3)


async def test_one_obstacle_keeps_everything_from_being_published(stage: DatabaseScenario) -> None:
    """D-104: all or nothing; the reason in words."""
    whole, broken = await stage.full_lesson(), await stage.lesson("Ro'yxatlar")
    await stage.homework(broken, "asosiy")
    variant = await stage.homework(broken, "")
    refused = await stage.choose("publish", whole, broken)
    assert (refused.status_code, refused.json()["code"]) == (409, "HOMEWORK_DATABASE_BLOCKED")
    assert "«Ro'yxatlar»" in refused.json()["message"]
    assert (await stage.card(whole))["publication"] is None
    (obstacle,) = (await stage.card(broken))["blocked"]
    assert obstacle == {
        "code": "text_empty", "message": "Variant A: the text is empty", "homeworkId": variant, "lessonId": None,
    }  # fmt: skip
    assert (await stage.choose("publish", whole)).is_success


async def test_a_lesson_without_a_main_homework_is_not_published(stage: DatabaseScenario) -> None:
    """D-104."""
    lesson_id = await stage.lesson()
    await stage.homework(lesson_id, "bir", kind="variant")
    assert [one["code"] for one in (await stage.drafts())["chapters"][0]["lessons"][0]["blocked"]] == ["no_main"]
    assert (await stage.choose("publish", lesson_id)).json()["code"] == "HOMEWORK_DATABASE_BLOCKED"


@pytest.mark.parametrize("act", ["publish", "discard"])
async def test_a_draft_that_changed_since_it_was_seen_is_not_published(stage: DatabaseScenario, act: str) -> None:
    """D-104, D-8: 409 with the present drafts; other lessons may change."""
    seen, other = await stage.full_lesson(), await stage.full_lesson(name="Ro'yxatlar")
    version = (await stage.drafts())["version"]
    data(await stage.edit((await stage.card(other))["homework"][0]["id"], description="boshqa"))
    late = await stage.choose(act, seen, other, version=version)
    assert (late.status_code, late.json()["code"]) == (409, "SHARED_STALE")
    assert late.json()["current"]["version"] > version
    assert (await stage.choose(act, seen, version=version)).is_success


async def test_discarding_restores_what_is_published(stage: DatabaseScenario) -> None:
    """D-104: name, texts, files, kinds and order; what is new goes."""
    lesson_id = await stage.full_lesson()
    main, first, second = (one["id"] for one in (await stage.card(lesson_id))["homework"])
    data(await stage.edit(main, attachments=[await stage.upload()]))
    await stage.publish(lesson_id)
    before = await stage.card(lesson_id)
    data(await stage.edit(main, description="boshqa", attachments=[await stage.upload(name="yangi.py")]))
    data(await stage.edit(second, kind="main"))
    assert (await stage.visitor.delete(f"/homework-db/{first}")).is_success
    await stage.homework(lesson_id, "yangi")
    form = {"name": "Boshqa nom", "version": (await stage.card(lesson_id))["version"]}
    data(await stage.visitor.put(f"/homework-db/lessons/{lesson_id}", form))
    discarded = data(await stage.choose("discard", lesson_id))
    assert [one["name"] for one in discarded["lessons"]] == ["Lug'atlar"]
    after = await stage.card(lesson_id)
    assert (kinds(after), after["name"], after["change"]) == (kinds(before), "Lug'atlar", None)
    files = [[one["name"] for one in it["attachments"]] for it in after["homework"]]
    assert files == [["namuna.py"], [], []]
    assert after["version"] > before["version"]


async def test_an_archived_lesson_is_taken_back_and_archived_again_by_discarding(stage: DatabaseScenario) -> None:
    """D-107: it keeps its homework as it was."""
    lesson_id = await stage.full_lesson()
    await stage.publish(lesson_id)
    texts = kinds(await stage.card(lesson_id))
    assert (await stage.visitor.delete(f"/homework-db/lessons/{lesson_id}")).is_success
    assert (await stage.publish(lesson_id))["lessons"][0]["publication"] is None
    assert (await stage.tree())["chapters"][0]["lessons"] == []
    form = {"name": "Lug'atlar", "version": (await stage.card(lesson_id))["version"], "isArchived": False}
    data(await stage.visitor.put(f"/homework-db/lessons/{lesson_id}", form))
    assert (await stage.card(lesson_id))["change"] == "new"
    data(await stage.choose("discard", lesson_id))
    card = await stage.card(lesson_id)
    assert (card["isArchived"], kinds(card)) == (True, texts)


async def test_a_homework_that_moved_is_published_in_both_lessons(stage: DatabaseScenario) -> None:
    """D-104: it is never in two lessons, or in none."""
    here, there = await stage.full_lesson(), await stage.full_lesson(name="Ro'yxatlar")
    await stage.publish(here, there)
    moved = (await stage.card(here))["homework"][1]["id"]
    form = {"id": moved, "lessonId": there, "afterId": None, "version": (await stage.card(there))["version"]}
    data(await stage.visitor.put("/homework-db/move", form))
    shown = {name: differences for name, _, differences in _shown(await stage.drafts())}
    assert shown == {
        "Lug'atlar": [("moved", "archived", "A")],
        "Ro'yxatlar": [("moved", "new", "A")],
    }
    for alone in (here, there):
        for act, code in (("publish", "BLOCKED"), ("discard", "DISCARD_TOGETHER")):
            assert (await stage.choose(act, alone)).json()["code"] == f"HOMEWORK_DATABASE_{code}"
    assert len((await stage.publish(here, there))["lessons"]) == 2
    assert [len((await stage.card(one))["homework"]) for one in (here, there)] == [2, 4]


async def test_discarding_a_move_brings_the_homework_back(stage: DatabaseScenario) -> None:
    """D-104: also from a lesson that was never published."""
    here = await stage.full_lesson()
    await stage.publish(here)
    there = await stage.lesson("Yangi")
    moved = (await stage.card(here))["homework"][0]["id"]
    form = {"id": moved, "lessonId": there, "afterId": None, "version": (await stage.card(there))["version"]}
    data(await stage.visitor.put("/homework-db/move", form))
    data(await stage.choose("discard", here, there))
    assert (await stage.card(here))["homework"][0]["id"] == moved
    assert (await stage.visitor.get(f"/homework-db/lessons/{there}")).status_code == 404


async def test_a_chapter_is_published_with_its_lessons(stage: DatabaseScenario) -> None:
    """D-104: chosen chapters or lessons."""
    await stage.full_lesson()
    await stage.full_lesson(name="Ro'yxatlar")
    other = await stage.lesson("Boshqa", await stage.chapter("2-bob"))
    published = await stage.publish(chapters=(stage.chapter_id,))
    assert [one["name"] for one in published["lessons"]] == ["Lug'atlar", "Ro'yxatlar"]
    assert (await stage.card(other))["publication"] is None
    chapter = (await stage.tree())["chapters"][0]
    form = {"name": "Birinchi bob", "version": chapter["version"]}
    data(await stage.visitor.put(f"/homework-db/chapters/{stage.chapter_id}", form))
    assert (await stage.tree(isDraft=False))["chapters"][0]["name"] == "1-bob"
    assert (await stage.publish(chapters=(stage.chapter_id,)))["chapters"][0]["name"] == "Birinchi bob"


async def test_nothing_is_published_without_a_change(stage: DatabaseScenario) -> None:
    """A second press."""
    lesson_id = await stage.full_lesson()
    await stage.publish(lesson_id)
    for act in ("publish", "discard"):
        refused = await stage.choose(act, lesson_id)
        assert refused.json()["code"] == "HOMEWORK_DATABASE_NOTHING_CHOSEN"
    assert (await stage.choose("publish", lesson_id + 1000)).status_code == 404


async def test_two_people_who_publish_at_once_publish_once(stage: DatabaseScenario) -> None:
    """The database of a course is locked by each change."""
    lesson_id = await stage.full_lesson()
    version = (await stage.drafts())["version"]
    answers = await asyncio.gather(*(stage.choose("publish", lesson_id, version=version) for _ in range(4)))
    assert sorted(one.status_code for one in answers) == [200, 409, 409, 409]
    assert (await stage.card(lesson_id))["publication"]["number"] == 1
