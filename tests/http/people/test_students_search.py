"""Searching students as people type them, through the real list.

D-5, D-50; protocols §8.5.
"""

import json
from datetime import date
from pathlib import Path
from typing import Any

import msgspec
import pytest

from contracts.people.students import StudentRow
from tests.support.builders import Student, a_branch, a_class_of, a_student, a_superadmin, a_user_with
from tests.support.console import Console, Visitor

VECTORS = json.loads((Path(__file__).parents[3] / "contracts" / "folding-vectors.json").read_text(encoding="utf-8"))
APOSTROPHES = "'`´‘’‛′‵ʹʻʼʽʾʿˈˊˋ＇｀ꞌ"


def _first(texts: list[str]) -> str:
    return texts[0]


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin.

    Ids begin with 90000: a student is also found by the first digits of its id, and vectors type short numbers.
    """
    await console.sql.execute("select setval(pg_get_serial_sequence('students', 'id'), 900000)")
    return await console.sign_in(a_superadmin())


async def _found(visitor: Visitor, value: str, **more: Any) -> list[int]:
    return [row["id"] for row in (await visitor.data("/students/all", value=value, perPage=100, **more))["students"]]


def _named(fields: list[str]) -> Student:
    last, first, middle = [*fields, "", ""][:3]
    return a_student().named(first, last, middle).in_branch(a_branch())


@pytest.mark.parametrize(("fields", "typed"), VECTORS["finds"], ids=_first)
async def test_a_matching_text_finds_the_student(
    console: Console, visitor: Visitor, fields: list[str], typed: list[str]
) -> None:
    """The shared vectors, evaluated by SQL."""
    student = _named(fields)
    await console.store(student)
    assert [value for value in typed if student.id not in await _found(visitor, value)] == []


@pytest.mark.parametrize(("fields", "typed"), VECTORS["misses"], ids=_first)
async def test_a_text_that_does_not_match_finds_nothing(
    console: Console, visitor: Visitor, fields: list[str], typed: list[str]
) -> None:
    """Nor does the middle of a word; an empty search does not filter."""
    student = _named(fields)
    await console.store(student)
    assert [value for value in typed if value and student.id in await _found(visitor, value)] == []


async def test_every_spelling_of_shahzoda_finds_the_same_people(console: Console, visitor: Visitor) -> None:
    """Issue 2, shown by 4."""
    spellings = ["Шахзода", "Шаҳзода", "Shahzoda", "Shaxzoda", "SHAXZODA"]
    students = [a_student().named(name, "Izlanuvchi") for name in spellings]
    await console.store(*students)
    wanted = {student.id for student in students}
    for typed in (*spellings, "shaxzoda", "шахзода", "shakhzoda", "Shaxz", "шаҳз"):
        assert wanted <= set(await _found(visitor, typed)), typed


@pytest.mark.parametrize("sign", APOSTROPHES)
async def test_every_apostrophe_finds_the_same_people(console: Console, visitor: Visitor, sign: str) -> None:
    """Issue 2, shown by 4: stored and typed with any, with none, in Cyrillic."""
    student = a_student().named(f"O{sign}ktamjon", f"G{sign}ulomov")
    await console.store(student)
    typed = [f"O{other}ktam g{other}ul" for other in APOSTROPHES] + [
        "oktam gul",
        "ЎКТАМ Ғулом",
        "Уктам"[1:] and "ўктамж",
    ]
    assert [value for value in typed if student.id not in await _found(visitor, value)] == []


async def test_students_are_sorted_by_the_uzbek_alphabet(console: Console, visitor: Visitor) -> None:
    """D-50, D-63: Oʻ, Gʻ, Sh and Ch after Z; students without a name last."""
    branch = a_branch("Alifbo")
    names = VECTORS["order"]
    students = [a_student().named("", name).in_branch(branch) for name in reversed(names)]
    nameless = a_student().named("", "").in_branch(branch)
    await console.store(nameless, *students)
    listed = await visitor.data("/students/all", officeIds=branch.id, perPage=100)
    assert [row["fullName"] for row in listed["students"]] == [*names, "Noma'lum"]
    backwards = await visitor.data("/students/all", officeIds=branch.id, perPage=100, orderBy="DESC")
    assert backwards["students"] == listed["students"][::-1]


async def test_digits_find_the_school_id_the_id_and_the_phone(console: Console, visitor: Visitor) -> None:
    """D-5, D-63: by prefix, the phone with and without +998.

    In any format.
    """
    student = a_student().with_phone("+998771234567").having(h_id="7700123")
    other = a_student().with_phone("+998901277123").having(h_id="x770012")
    await console.store(student, other)
    for typed in (
        "7700123",
        "77001",
        "771234567",
        "77123",
        "+998771234567",
        "998771234567",
        "+998 77 123-45-67",
        "(77) 123 45",
    ):
        found = await _found(visitor, typed)
        assert student.id in found, typed
        assert other.id not in found, typed
    for typed in ("1234567", "0123"):
        assert student.id not in await _found(visitor, typed), typed
    assert student.id in await _found(visitor, str(student.id))


async def test_keys_limit_the_searched_fields(console: Console, visitor: Visitor) -> None:
    """D-63: neither ids nor phones, unless the key is hId."""
    student = a_student().named("Kalit", "Qidiruv", "Sinov").with_phone("+998555550101").having(h_id="KEY-9")
    await console.store(student)
    assert student.id in await _found(visitor, "kalit qidiruv")
    assert student.id in await _found(visitor, "kalit qidiruv", keys="firstName,lastName")
    for key, typed in (("firstName", "kalit"), ("lastName", "qidir"), ("middleName", "sin"), ("hId", "key-")):
        assert student.id in await _found(visitor, typed, keys=key)
        for other in {"firstName", "lastName", "middleName", "hId"} - {key}:
            assert student.id not in await _found(visitor, typed, keys=other)
    assert student.id not in await _found(visitor, "kalit qidiruv", keys="firstName")
    assert student.id not in await _found(visitor, "5555501", keys="firstName")


async def test_a_row_has_every_column(console: Console, visitor: Visitor) -> None:
    """R1-151: and no documents."""
    chilonzor, sergeli = a_branch("Chilonzor-row"), a_branch("Alisher-row")
    student = (
        a_student().named("Qatorda", "Bittasi", "Yolg'iz").in_branch(chilonzor, sergeli).with_phone("+998935550102")
    )
    student.having(h_id="ROW-1", login="qatorda", photo="p.webp", has_sms_history=True, system_status=2)
    student.having(gender=1, birth_date=date(2011, 3, 4))
    student.with_documents(passport_series="AA", passport_number="1234567", personal_id="31501900000000")
    await console.store(student)
    answer = await visitor.get("/students/all", value="bittasi qatorda")
    (row,) = answer.json()["data"]["students"]
    assert row.keys() == {field.encode_name for field in msgspec.structs.fields(StudentRow)}
    expected = {
        "id": student.id,
        "hId": "ROW-1",
        "photo": console.container.links().link("p.webp", console.clock.now()),
        "hasPersonalData": True,
        "fullName": "Bittasi Qatorda Yolg'iz",
        "offices": [{"id": sergeli.id, "name": "Alisher-row"}, {"id": chilonzor.id, "name": "Chilonzor-row"}],
        "categories": [],
        "status": {"id": 1, "name": "Active"},
        "systemStatus": 2,
        "createdAt": student.more["created_at"].isoformat().replace("+00:00", "Z"),
        "login": "qatorda",
        "mobile": "+998935550102",
        "phoneNumber": "+998935550102",
        "gender": 1,
        "birthDate": "2011-03-04",
        "currentGroups": None,
        "hasSmsHistory": True,
    }
    assert {name: row[name] for name in expected} == expected
    assert not any(secret in answer.text for secret in ("1234567", "31501900000000"))


async def test_the_groups_of_today_are_read_only_where_they_are_chosen(console: Console, visitor: Visitor) -> None:
    """Without them the statement reads no groups; those of others are hidden (D-12)."""
    own, other = a_branch(), a_branch()
    seen, hidden = a_class_of(1).called("Guruh-1").in_branch(own), a_class_of(0).called("Guruh-2").in_branch(other)
    student = seen.students[0].named("Guruhli", "Ustunli").in_branch(own)
    hidden.with_students(student)
    await console.store(seen, hidden)
    reader = await console.sign_in(a_user_with({"users:students": ["read"]}).of(own))

    async def groups(who: Visitor, **query: Any) -> Any:
        (row,) = (await who.data("/students/all", value="ustunli guruhli", **query))["students"]
        return row["currentGroups"] and [group["name"] for group in row["currentGroups"]]

    assert await groups(visitor, columns="currentGroups") == ["Guruh-1", "Guruh-2"]
    assert await groups(reader, columns="currentGroups") == ["Guruh-1"]
    console.reads.statements.clear()
    assert await groups(reader) is None
    assert not any("groups.name" in statement for statement in console.reads.statements)
    refused = await reader.get("/students/all", columns="passwordHash")
    assert refused.status_code == 400


async def test_a_card_masks_the_documents(console: Console, visitor: Visitor) -> None:
    """D-19, D-58, ASVS-53: enough to compare, not to use."""
    student = a_student().named("Hujjatli", "Talaba")
    papers = {"passport_series": "AA", "passport_number": "1234567", "personal_id": "31501900000244"}
    student.with_documents(**papers, birth_certificate="I-TAS 7654321")
    await console.store(student)
    answer = await visitor.get(f"/students/{student.id}")
    assert answer.json()["data"]["student"]["papers"] == {
        "passport": "AA•••••67",
        "personalId": "3•••••••••0244",
        "birthCertificate": "I-TAS •••••21",
    }
    for secret in ("1234567", "31501900000244", "7654321"):
        assert secret not in answer.text
