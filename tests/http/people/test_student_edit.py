"""Editing a student, and restoring the school's value.

D-8, D-12, D-15, D-49.
"""

import asyncio
from typing import Any

import pytest

from tests.support.builders import Branch, Student, a_branch, a_student, a_user_with
from tests.support.console import Console, Visitor, data

EDITOR = {"users:students": ["read", "update"]}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, branch: Branch) -> Visitor:
    """A user who may edit students."""
    return await console.sign_in(a_user_with(EDITOR).of(branch))


async def _student(console: Console, branch: Branch, **columns: Any) -> Student:
    student = a_student().named("Shaxzoda", "Karimva").in_branch(branch).having(**columns)
    await console.store(student)
    return student


async def _card(visitor: Visitor, student: Student) -> dict[str, Any]:
    card: dict[str, Any] = (await visitor.data(f"/students/{student.id}"))["student"]
    return card


async def _edit(visitor: Visitor, student: Student, version: int, **fields: Any) -> Any:
    return await visitor.put(f"/students/{student.id}/update-profile", {"version": version, **fields})


async def test_an_edited_name_is_shown_sorted_and_searchable(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """R1-357, D-50: derived columns follow the name, as in bulk imports."""
    student = await _student(console, branch)
    edited = {"firstName": "  Shahzoda ", "lastName": "Gʻulomova", "middleName": "", "phoneNumber": "90 123-45-67"}
    assert data(await _edit(visitor, student, 1, **edited)) == {}
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


async def test_all_wrong_fields_are_reported_together(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-3: nothing is stored."""
    student = await _student(console, branch)
    answer = await _edit(visitor, student, 1, firstName=" ", lastName="x" * 101, phoneNumber="12345")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {
        "firstName": ["This is required"],
        "lastName": ["At most 100 characters"],
        "phoneNumber": ["Phone: 998 and 9 digits"],
    }
    assert (await _card(visitor, student))["version"] == 1


async def test_both_names_are_required(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-3: a missing one is 400, an empty one a wrong field.

    Nothing is stored.
    """
    student = await _student(console, branch)
    answer = await _edit(visitor, student, 1, firstName=" ", lastName="  ")
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"firstName": ["This is required"], "lastName": ["This is required"]}
    assert (await _edit(visitor, student, 1, firstName="Shaxzoda")).status_code == 400
    assert (await _card(visitor, student))["lastName"] == "Karimva"


@pytest.mark.parametrize("extra", ["statusId", "hId", "systemStatus", "officeIds", "id", "login", "coin"])
async def test_fields_outside_the_form_are_rejected(
    console: Console, branch: Branch, visitor: Visitor, extra: str
) -> None:
    """ASVS-23: mass assignment is rejected, the row unchanged."""
    student = await _student(console, branch)
    before = await console.sql.fetchrow("select * from students where id = $1", student.id)
    assert (await _edit(visitor, student, 1, firstName="Yangi", lastName="Karimva", **{extra: 1})).status_code == 400
    assert await console.sql.fetchrow("select * from students where id = $1", student.id) == before


async def test_of_concurrent_edits_one_succeeds(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-8: the others get a conflict; nothing is overwritten."""
    student = await _student(console, branch)
    answers = await asyncio.gather(*(_edit(visitor, student, 1, firstName=f"Ism{n}", lastName="K") for n in range(6)))
    assert sorted(answer.status_code for answer in answers) == [200, 409, 409, 409, 409, 409]
    card = await _card(visitor, student)
    assert card["version"] == 2
    for answer in answers:
        if answer.status_code == 409:
            assert (answer.json()["code"], answer.json()["current"]["firstName"]) == ("SHARED_STALE", card["firstName"])


async def test_an_unchanged_save_writes_nothing(console: Console, branch: Branch, visitor: Visitor) -> None:
    """No version, no audit record."""
    student = await _student(console, branch)
    audits = await console.sql.fetchval("select count(*) from audits")
    data(await _edit(visitor, student, 1, firstName="Shaxzoda", lastName="Karimva"))
    assert (await _card(visitor, student))["version"] == 1
    assert await console.sql.fetchval("select count(*) from audits") == audits


async def test_an_edited_field_of_the_school_is_sticky_and_can_be_restored(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """D-49: it is marked as differing; restoring sets the school's value."""
    student = await _student(console, branch, h_id="SCHOOL-1", phone="+998901112233")
    data(await _edit(visitor, student, 1, firstName="Shahzoda", lastName="Karimva", phoneNumber="901112233"))
    assert (await _card(visitor, student))["sticky"] == [{"field": "firstName", "schoolValue": "Shaxzoda"}]
    assert data(await visitor.delete(f"/students/{student.id}/sticky/firstName")) == {}
    card = await _card(visitor, student)
    assert (card["firstName"], card["fullName"], card["sticky"]) == ("Shaxzoda", "Karimva Shaxzoda", [])
    for field in ("firstName", "lastName", "status", "papers", "h_id", "nonsense"):
        assert (await visitor.delete(f"/students/{student.id}/sticky/{field}")).status_code == 404


async def test_an_audit_record_has_values_only_encrypted(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-15, ASVS-53: author and field names in plain text.

    Values are under the student's key.
    """
    student = await _student(console, branch, phone="+998901112255")
    data(await _edit(visitor, student, 1, firstName="Maxfiyjon", lastName="Karimva", phoneNumber="901112266"))
    record = await console.sql.fetchrow(
        "select * from audits where entity = 'student' and entity_id = $1 order by id desc limit 1", student.id
    )
    assert (record["verb"], record["permission"]) == ("people.student_changed", "users:students")
    assert record["actor_id"] is not None
    whole = str(dict(record))
    for secret in ("Maxfiyjon", "Shaxzoda", "901112255", "901112266"):
        assert secret not in whole


async def test_a_reader_cannot_edit(console: Console, branch: Branch) -> None:
    """ASVS-24: a call that the reader's screen hides is rejected as well."""
    student = await _student(console, branch)
    reader = await console.sign_in(a_user_with({"users:students": ["read"]}).of(branch))
    assert (await _edit(reader, student, 1, firstName="Yangi", lastName="Karimva")).status_code == 403
    assert (await reader.delete(f"/students/{student.id}/sticky/firstName")).status_code == 403
