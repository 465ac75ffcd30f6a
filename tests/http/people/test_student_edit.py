"""Mending a student, and taking the school's word again (D-8, D-12, D-15, D-49)."""

import asyncio
from typing import Any

import pytest

from tests.support.builders import Branch, Student, a_branch, a_student, a_user_with
from tests.support.console import Console, Visitor, data

EDITOR = {"users:students": ["read", "update"]}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    """Where it happens."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, branch: Branch) -> Visitor:
    """Who may mend."""
    return await console.sign_in(a_user_with(EDITOR).of(branch))


async def _student(console: Console, branch: Branch, **columns: Any) -> Student:
    student = a_student().named("Shaxzoda", "Karimva").in_branch(branch).having(**columns)
    await console.store(student)
    return student


async def _card(visitor: Visitor, student: Student) -> dict[str, Any]:
    card: dict[str, Any] = (await visitor.data(f"/students/{student.id}"))["student"]
    return card


async def _mend(visitor: Visitor, student: Student, version: int, **fields: Any) -> Any:
    return await visitor.put(f"/students/{student.id}/update-profile", {"version": version, **fields})


async def test_a_mended_name_is_shown_sorted_and_found_by_at_once(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """R1-357, D-50: what is derived of a name follows it, as it does on the bulk path."""
    student = await _student(console, branch)
    mended = {"firstName": "  Shahzoda ", "lastName": "Gʻulomova", "middleName": "", "phoneNumber": "90 123-45-67"}
    assert data(await _mend(visitor, student, 1, **mended)) == {}
    card = await _card(visitor, student)
    assert (card["fullName"], card["firstName"], card["phoneNumber"]) == (
        "Gʻulomova Shahzoda",
        "Shahzoda",
        "+998901234567",
    )
    assert (card["version"], card["sticky"]) == (2, [])
    for typed in ("ғуломова шаҳзода", "g'ulom", "901234567"):
        assert student.id in [row["id"] for row in (await visitor.data("/students/all", value=typed))["students"]]
    assert student.id not in [row["id"] for row in (await visitor.data("/students/all", value="karimva"))["students"]]
    row = await console.sql.fetchrow("select sort_key, search::text from students where id = $1", student.id)
    assert row["sort_key"] == "|ulomova }ahzoda"


async def test_every_wrong_field_is_told_at_once(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-3: and nothing of it is kept."""
    student = await _student(console, branch)
    answer = await _mend(visitor, student, 1, firstName=" ", lastName="x" * 101, phoneNumber="12345")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "firstName": ["This is required"],
        "lastName": ["At most 100 characters"],
        "phoneNumber": ["A phone: 998 and nine digits"],
    }
    assert (await _card(visitor, student))["version"] == 1


async def test_nobody_is_left_without_a_name(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-3: both names are asked for; one left out is malformed, an empty one is a wrong field, and nothing is kept."""
    student = await _student(console, branch)
    answer = await _mend(visitor, student, 1, firstName=" ", lastName="  ")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"firstName": ["This is required"], "lastName": ["This is required"]}
    assert (await _mend(visitor, student, 1, firstName="Shaxzoda")).status_code == 400
    assert (await _card(visitor, student))["lastName"] == "Karimva"


@pytest.mark.parametrize("extra", ["statusId", "hId", "systemStatus", "officeIds", "id", "login", "coin"])
async def test_no_more_is_changed_than_the_form_shows(
    console: Console, branch: Branch, visitor: Visitor, extra: str
) -> None:
    """ASVS-23: mass assignment is refused, the row unchanged."""
    student = await _student(console, branch)
    before = await console.sql.fetchrow("select * from students where id = $1", student.id)
    assert (await _mend(visitor, student, 1, firstName="Yangi", lastName="Karimva", **{extra: 1})).status_code == 400
    assert await console.sql.fetchrow("select * from students where id = $1", student.id) == before


async def test_of_two_at_once_one_is_told_how_things_stand(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-8: neither is lost, neither overwrites the other."""
    student = await _student(console, branch)
    answers = await asyncio.gather(*(_mend(visitor, student, 1, firstName=f"Ism{n}", lastName="K") for n in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    card = await _card(visitor, student)
    assert card["version"] == 2
    for answer in answers:
        if answer.status_code == 409:
            assert (answer.json()["code"], answer.json()["current"]["firstName"]) == ("SHARED_STALE", card["firstName"])


async def test_saving_what_is_there_changes_nothing(console: Console, branch: Branch, visitor: Visitor) -> None:
    """No version, no audit record."""
    student = await _student(console, branch)
    audits = await console.sql.fetchval("select count(*) from audits")
    data(await _mend(visitor, student, 1, firstName="Shaxzoda", lastName="Karimva"))
    assert (await _card(visitor, student))["version"] == 1
    assert await console.sql.fetchval("select count(*) from audits") == audits


async def test_what_the_school_owns_sticks_and_can_be_given_back(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """D-49: the field stays as mended and is marked as differing; given back it has the school's value again."""
    student = await _student(console, branch, h_id="SCHOOL-1", phone="+998901112233")
    data(await _mend(visitor, student, 1, firstName="Shahzoda", lastName="Karimva", phoneNumber="901112233"))
    assert (await _card(visitor, student))["sticky"] == [{"field": "firstName", "schoolValue": "Shaxzoda"}]
    assert data(await visitor.delete(f"/students/{student.id}/sticky/firstName")) == {}
    card = await _card(visitor, student)
    assert (card["firstName"], card["fullName"], card["sticky"]) == ("Shaxzoda", "Karimva Shaxzoda", [])
    for field in ("firstName", "lastName", "status", "papers", "h_id", "nonsense"):
        assert (await visitor.delete(f"/students/{student.id}/sticky/{field}")).status_code == 404


async def test_a_change_is_recorded_without_what_it_was(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-15, ASVS-53: who and which fields in the open, the values only under the student's key."""
    student = await _student(console, branch, phone="+998901112255")
    data(await _mend(visitor, student, 1, firstName="Maxfiyjon", lastName="Karimva", phoneNumber="901112266"))
    record = await console.sql.fetchrow(
        "select * from audits where entity = 'student' and entity_id = $1 order by id desc limit 1", student.id
    )
    assert (record["verb"], record["permission"]) == ("people.student_changed", "users:students")
    assert record["actor_id"] is not None
    whole = str(dict(record))
    for secret in ("Maxfiyjon", "Shaxzoda", "901112255", "901112266"):
        assert secret not in whole


async def test_a_reader_mends_nothing(console: Console, branch: Branch) -> None:
    """ASVS-24: the call that his screen doesn't show is refused as well."""
    student = await _student(console, branch)
    reader = await console.sign_in(a_user_with({"users:students": ["read"]}).of(branch))
    assert (await _mend(reader, student, 1, firstName="Yangi", lastName="Karimva")).status_code == 403
    assert (await reader.delete(f"/students/{student.id}/sticky/firstName")).status_code == 403
