"""A pasted column of a spreadsheet selects students (issue 5; D-5, D-12)."""

from typing import Any

import pytest

from tests.support.builders import Branch, Student, a_branch, a_student, a_user_with
from tests.support.console import Console, Visitor, data

READER = {"users:students": ["read"]}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def students(console: Console, branch: Branch) -> list[Student]:
    found = [
        a_student().named("Gulnora", "Po'latova").with_phone("+998901112233").having(h_id="00471"),
        a_student().named("Sardor", "Yo'ldoshev"),
        a_student().named("Sardor", "Yo'ldosheva"),
        a_student().named("Nodira", "Karimxo'jayeva"),
        a_student().named("Nodira", "Karimxo'jayeva"),
    ]
    await console.store(*(student.in_branch(branch) for student in found))
    return found


@pytest.fixture(scope="module")
async def reader(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(READER).of(branch))


async def match(visitor: Visitor, *lines: str, **more: Any) -> Any:
    return data(await visitor.post("/students/match", {"lines": list(lines), **more}))


async def test_a_line_is_a_name_a_phone_or_an_id(students: list[Student], reader: Visitor) -> None:
    """In any spelling and order; a repeated person is counted once."""
    gulnora, sardor = students[0], students[1]
    lines = ["Пўлатова Гулнора", "gulnora po‘latova", "90 111-22-33", "00471", str(gulnora.id), "Yo'ldoshev  Sardor"]
    answer = await match(reader, *lines)
    meant = [[student["id"] for student in line["students"]] for line in answer["lines"]]
    assert meant == [[gulnora.id]] * 5 + [[sardor.id]]
    assert answer["found"] == 2
    listed = await reader.data("/students/all", picked=answer["key"])
    assert {student["id"] for student in listed["students"]} == {gulnora.id, sardor.id}
    assert listed["total"] == 2


async def test_ambiguous_and_unknown_lines_are_reported(students: list[Student], reader: Visitor) -> None:
    """Blank lines are skipped; lines are numbered.

    The choice among several comes with the next key.
    """
    answer = await match(reader, "Karimxo'jayeva Nodira", "", "Hech Kim Yo'qov")
    assert [(line["number"], line["outcome"]) for line in answer["lines"]] == [(1, "several"), (3, "none")]
    assert {student["id"] for student in answer["lines"][0]["students"]} == {students[3].id, students[4].id}
    assert (answer["key"], answer["found"]) == (None, 0)
    chosen = await match(reader, "Karimxo'jayeva Nodira", ids=[students[4].id])
    listed = await reader.data("/students/all", picked=chosen["key"])
    assert [student["id"] for student in listed["students"]] == [students[4].id]


async def test_no_student_of_another_branch_is_found(
    console: Console, students: list[Student], reader: Visitor
) -> None:
    """D-12: by name, phone, id or choice.

    Another caller's key shows only students in scope.
    """
    foreign = a_student().named("Begona", "Filialdan").with_phone("+998907776655").in_branch(a_branch("Sergeli"))
    await console.store(foreign)
    answer = await match(reader, "Filialdan Begona", "907776655", str(foreign.id), ids=[foreign.id or 0])
    assert [line["outcome"] for line in answer["lines"]] == ["none"] * 3
    assert answer["key"] is None
    everywhere = await console.sign_in(a_user_with(READER).of(foreign.branches[0], students[0].branches[0]))
    key = (await match(everywhere, "Filialdan Begona", "00471"))["key"]
    listed = await reader.data("/students/all", picked=key)
    assert [student["id"] for student in listed["students"]] == [students[0].id]


async def test_an_unknown_key_selects_nobody(reader: Visitor) -> None:
    """Instead of everybody."""
    assert (await reader.data("/students/all", picked="no-such-key"))["total"] == 0


@pytest.mark.parametrize("body", [{"lines": []}, {"lines": [" "]}, {"lines": ["a"] * 501}, {"lines": ["a" * 201]}])
async def test_a_column_is_limited_in_size(reader: Visitor, body: dict[str, Any]) -> None:
    """At most 500 lines of 200 characters, and at least one."""
    assert (await reader.post("/students/match", body)).status_code == 422
