"""The order of chapters, lessons and homework, by move calls (D-103)."""

import asyncio
import random
from typing import Any

import pytest

from tests.http.homework_database.database_scenario import DatabaseScenario
from tests.support.console import Console, data

NAMES = ("bir", "ikki", "uch", "to'rt")


@pytest.fixture
async def stage(console: Console) -> DatabaseScenario:
    return await DatabaseScenario.of(console)


async def _move(stage: DatabaseScenario, what: str, id: int, after_id: int | None, version: int, **more: Any) -> Any:
    form = {"id": id, "afterId": after_id, "version": version} | more
    return await stage.visitor.put(f"/homework-db/{what}move", form)


def _names(order: Any) -> list[Any]:
    return [(chapter["name"], [one["name"] for one in chapter["lessons"]]) for chapter in order["chapters"]]


async def test_a_chapter_moves_behind_another_or_to_the_top(stage: DatabaseScenario) -> None:
    """D-103: the answer is the whole order with its new version."""
    second, third = await stage.chapter("2-bob"), await stage.chapter("3-bob")
    version = (await stage.tree())["version"]
    order = data(await _move(stage, "chapters/", third, None, version))
    assert [one["name"] for one in order["chapters"]] == ["3-bob", "1-bob", "2-bob"]
    order = data(await _move(stage, "chapters/", third, second, order["version"]))
    assert [one["name"] for one in order["chapters"]] == ["1-bob", "2-bob", "3-bob"]
    tree = await stage.tree()
    assert ([one["position"] for one in tree["chapters"]], tree["version"]) == ([1, 2, 3], order["version"])


async def test_a_lesson_moves_inside_its_chapter_and_to_another(stage: DatabaseScenario) -> None:
    """D-103: both chapters stay dense."""
    lessons = [await stage.lesson(name) for name in NAMES]
    other = await stage.chapter("2-bob")
    version = (await stage.tree())["version"]
    order = data(await _move(stage, "lessons/", lessons[3], lessons[0], version, chapterId=stage.chapter_id))
    assert _names(order)[0][1] == ["bir", "to'rt", "ikki", "uch"]
    order = data(await _move(stage, "lessons/", lessons[0], None, order["version"], chapterId=other))
    assert _names(order) == [("1-bob", ["to'rt", "ikki", "uch"]), ("2-bob", ["bir"])]
    positions = [[one["position"] for one in it["lessons"]] for it in (await stage.tree())["chapters"]]
    assert positions == [[1, 2, 3], [1]]


async def test_a_stale_move_is_answered_with_the_present_order(stage: DatabaseScenario) -> None:
    """D-103, D-8."""
    second = await stage.chapter("2-bob")
    version = (await stage.tree())["version"]
    data(await _move(stage, "chapters/", second, None, version))
    late = await _move(stage, "chapters/", stage.chapter_id, None, version)
    body = late.json()
    assert (late.status_code, _names(body["current"])) == (409, [("2-bob", []), ("1-bob", [])])
    assert (await _move(stage, "chapters/", stage.chapter_id, None, body["current"]["version"])).is_success


async def test_a_variant_moves_and_the_main_homework_stays_first(stage: DatabaseScenario) -> None:
    """R2-391, D-103, D-104."""
    lesson_id = await stage.full_lesson(variants=3)
    card = await stage.card(lesson_id)
    main, first, _, third = (one["id"] for one in card["homework"])
    order = data(await _move(stage, "", third, None, card["version"], lessonId=lesson_id))
    assert [(one["id"], one["kind"], one["letter"]) for one in order["homework"]][:3] == [
        (main, "main", None), (third, "variant", "A"), (first, "variant", "B"),
    ]  # fmt: skip
    stale = await _move(stage, "", first, None, card["version"], lessonId=lesson_id)
    assert (stale.status_code, stale.json()["current"]["version"]) == (409, order["version"])
    refused = await _move(stage, "", main, first, order["version"], lessonId=lesson_id)
    assert refused.json()["code"] == "HOMEWORK_DATABASE_MAIN_STAYS"


@pytest.mark.parametrize("after", ["itself", "another lesson's", "unknown"])
async def test_a_place_that_is_not_there_is_not_found(stage: DatabaseScenario, after: str) -> None:
    """D-103."""
    lesson_id, other = await stage.full_lesson(), await stage.full_lesson(name="Ro'yxatlar")
    card = await stage.card(lesson_id)
    variant = card["homework"][1]["id"]
    foreign = (await stage.card(other))["homework"][1]["id"]
    behind = {"itself": variant, "another lesson's": foreign, "unknown": foreign + 1000}[after]
    answer = await _move(stage, "", variant, behind, card["version"], lessonId=lesson_id)
    assert answer.status_code == 404


@pytest.mark.parametrize("seed", range(3))
async def test_moves_of_five_people_at_once_leave_a_dense_order(stage: DatabaseScenario, seed: int) -> None:
    """D-103, M6: no gaps, and a reload equals what the last mover saw."""
    chosen = random.Random(seed)
    chapters = [stage.chapter_id, await stage.chapter("2-bob")]
    lessons = [await stage.lesson(str(number)) for number in range(6)]
    seen: list[Any] = []

    async def person() -> None:
        order = await stage.tree()
        for _ in range(4):
            id, chapter = chosen.choice(lessons), chosen.choice(chapters)
            there = next(one["lessons"] for one in order["chapters"] if one["id"] == chapter)
            after = chosen.choice([None, *(one["id"] for one in there if one["id"] != id)])
            answer = await _move(stage, "lessons/", id, after, order["version"], chapterId=chapter)
            assert answer.status_code in (200, 409), answer.text
            order = answer.json()["data"] if answer.status_code == 200 else answer.json()["current"]
            if answer.status_code == 200:
                seen.append(order)

    await asyncio.gather(*(person() for _ in range(5)))
    tree = await stage.tree()
    assert sorted(one["id"] for it in tree["chapters"] for one in it["lessons"]) == lessons
    for chapter in tree["chapters"]:
        assert [one["position"] for one in chapter["lessons"]] == list(range(1, len(chapter["lessons"]) + 1))
    last = max(seen, key=lambda order: order["version"])
    assert [[one["id"] for one in it["lessons"]] for it in last["chapters"]] == [
        [one["id"] for one in it["lessons"]] for it in tree["chapters"]
    ]
