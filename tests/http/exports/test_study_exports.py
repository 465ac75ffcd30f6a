"""Exports of the study department: courses and the homework database (D-66)."""

from typing import Any

from tests.http.courses.scenario import STUDY, of_the_centre
from tests.http.exports.spreadsheet import rows_of
from tests.http.homework_database.database_scenario import DatabaseScenario
from tests.support.builders import a_category, a_course
from tests.support.console import Console


def _rows(answer: Any) -> list[list[Any]]:
    assert answer.status_code == 200, answer.text
    return rows_of(answer.content)


async def test_courses_are_exported_in_their_order_as_filtered(console: Console) -> None:
    """R2-385: the columns of the screen, and the place in the order."""
    chief, category = await console.sign_in(of_the_centre(STUDY)), a_category()
    first, second = a_course("Boshlang'ich kurs").of_category(category), a_course("Yuqori kurs").of_category(category)
    await console.store(first, second, a_course("Boshqa kurs"))
    columns = ["position", "name", "category", "status", "months", "active", "groups", "endedAt"]
    query = {"categoryId": category.id, "perPage": 1}
    chief.language = "uz"
    answer = await chief.request("POST", "/courses/export", params=query, json={"columns": columns})
    listed = (await chief.data("/courses", categoryId=category.id))["courses"]
    assert _rows(answer) == [
        ["T/r", "Kurs", "Yo'nalish", "Holati", "O'quv oylari", "Faol guruhlar", "Guruhlar", "Tugatilgan"],
        *([one["position"], one["name"], one["category"]["name"], "Boshlanmagan", 0, 0, 0, ""] for one in listed),
    ]
    assert [one["name"] for one in listed] == [first.name, second.name]


async def test_homework_of_the_database_is_exported_with_its_state(console: Console) -> None:
    """R2-388: editions, drafts, variants; the archive by its filter only."""
    stage = await DatabaseScenario.of(console)
    lesson_id = await stage.published_lesson(variants=1)
    main, variant = ((await stage.card(lesson_id))["homework"])[:2]
    await stage.edit(variant["id"], description="=Boshqa variant")
    columns = ["homework", "kind", "lesson", "chapter", "files", "groups", "state"]
    query = {"courseId": stage.course_id, "orderBy": "ASC"}
    answer = await stage.visitor.request("POST", "/homework-db/export", params=query, json={"columns": columns})
    headers, *rows = _rows(answer)
    assert headers == ["Homework", "Kind", "Lesson", "Chapter", "Files", "Given to groups", "State"]
    assert rows == [
        [main["description"], "Main homework", "Lug'atlar", "1-bob", 0, 0, "Edition 1"],
        ["=Boshqa variant", "Variant A", "Lug'atlar", "1-bob", 0, 0, "Changed"],
    ]
    archived = query | {"state": "archived"}
    answer = await stage.visitor.request("POST", "/homework-db/export", params=archived, json={"columns": columns})
    assert _rows(answer) == [headers]
