"""Registering, changing, blocking and unblocking students.

Part 1 §5, D-8, D-12, D-19, D-49, D-56, D-58.
"""

import asyncio
from datetime import date
from typing import Any

import pytest

from tests.support.builders import Branch, Student, a_branch, a_student, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.pictures import a_photo

CLERK = {"users:students": ["create", "read", "update"], "users:private_info": ["read", "update"]}
PERSON = {"firstName": "Shahzoda", "lastName": "G'ulomova", "birthDate": "2007-01-31"}
# a number whose check digit, date and gender fit a woman born that day
FITTING, PASSPORT = "63101070010018", {"passportSeries": "AA", "passportNumber": "1234567"}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(CLERK).of(branch))


async def _enrol(visitor: Visitor, branch: Branch, **more: Any) -> Any:
    return await visitor.post("/students", PERSON | {"officeIds": [branch.id]} | more)


async def _card(visitor: Visitor, id: int) -> dict[str, Any]:
    return dict((await visitor.data(f"/students/{id}"))["student"])


async def test_a_new_student_is_shown_found_and_audited(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-079, R1-356: all fields normalised; the log has the author."""
    papers = {"passportSeries": "аа", "passportNumber": "123-45-67", "personalId": FITTING}
    answer = await _enrol(
        visitor, branch, firstName="  Shahzoda ", gender=2, phoneNumber="90 123 45 60", papers=papers, login="shahzoda"
    )
    student = data(answer)["student"]
    assert student["name"] == "G'ulomova Shahzoda"
    card = await _card(visitor, student["id"])
    shown = {name: card[name] for name in ("firstName", "gender", "birthDate", "phoneNumber", "login", "hId")}
    assert shown == {
        "firstName": "Shahzoda",
        "gender": 2,
        "birthDate": "2007-01-31",
        "phoneNumber": "+998901234560",
        "login": "shahzoda",
        "hId": None,
    }
    assert card["papers"] == {"passport": "AA•••••67", "personalId": "6•••••••••0018", "birthCertificate": None}
    assert (card["status"]["id"], card["systemStatus"], card["hasPersonalData"]) == (3, 1, True)
    assert [office["id"] for office in card["offices"]] == [branch.id]
    found = await visitor.data("/students/all", value="шаҳзода ғуломова")
    assert student["id"] in [row["id"] for row in found["students"]]
    verbs = await console.sql.fetch(
        "select verb from audits where entity = 'student' and entity_id = $1", student["id"]
    )
    assert [row["verb"] for row in verbs] == ["people.student_registered"]
    stored = await console.sql.fetchrow("select papers, created_by from students where id = $1", student["id"])
    assert FITTING.encode() not in stored["papers"]
    assert stored["created_by"] is not None


BROKEN: dict[str, tuple[dict[str, Any], dict[str, str]]] = {
    "nothing typed": (
        {"firstName": " ", "lastName": "", "birthDate": "", "officeIds": []},
        {"firstName": "required", "lastName": "required", "birthDate": "birth date is required"},
    ),
    "R1-242": ({"phoneNumber": "12345"}, {"phoneNumber": "998 and 9 digits"}),
    "R1-239": ({"papers": PASSPORT | {"passportSeries": "A1"}}, {"passportSeries": "2 letters"}),
    "R1-238": ({"papers": PASSPORT | {"passportNumber": "123456"}}, {"passportNumber": "7 digits"}),
    "R1-240": ({"papers": {"personalId": "1234567890123"}}, {"personalId": "14 digits"}),
    "no such day": ({"birthDate": "2007-02-30"}, {"birthDate": "no such day"}),
    "not ISO": ({"birthDate": "30.01.2007"}, {"birthDate": "YYYY-MM-DD"}),
    "before 1900": ({"birthDate": "1899-12-31"}, {"birthDate": "between 1900 and 2024"}),
    "after 2024": ({"birthDate": "2025-01-01"}, {"birthDate": "between 1900 and 2024"}),
    "a wrong login": ({"login": "a b"}, {"login": "3"}),
}


@pytest.mark.parametrize("what", BROKEN)
async def test_all_errors_are_reported_together_and_nothing_is_stored(
    console: Console, branch: Branch, visitor: Visitor, what: str
) -> None:
    """D-3: every field with its messages."""
    sent, results = BROKEN[what]
    before = await console.sql.fetchval("select count(*) from students")
    answer = await _enrol(visitor, branch, **sent)
    assert answer.status_code == 422
    fields = answer.json()["fields"]
    assert set(results) <= set(fields)
    for name, words in results.items():
        assert words.casefold() in " ".join(fields[name]).casefold(), fields
    assert await console.sql.fetchval("select count(*) from students") == before


@pytest.mark.parametrize("born", ["1900-01-01", "2024-12-31"])
async def test_the_first_and_the_last_birth_year_are_accepted(branch: Branch, visitor: Visitor, born: str) -> None:
    """D-19, R1-257: at the edges."""
    data(await _enrol(visitor, branch, birthDate=born))


async def test_a_clerk_registers_in_their_own_branches_only(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-56: neither in a foreign branch nor in none.

    A user of all branches may choose any.
    """
    other = a_branch("Sergeli")
    await console.store(other)
    for offices in ([other.id], [branch.id, other.id], [10**9], []):
        answer = await visitor.post("/students", PERSON | {"officeIds": offices})
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["officeIds"])
    superadmin = await console.sign_in(a_superadmin())
    id = data(await _enrol(superadmin, other))["student"]["id"]
    assert (await visitor.get(f"/students/{id}")).status_code == 404


async def test_a_repeated_submission_registers_one_student(console: Console, branch: Branch, visitor: Visitor) -> None:
    """C1, D-8: twenty concurrent ones under one key get one response."""
    headers = {"Idempotency-Key": "enrol-once"}
    body = PERSON | {"officeIds": [branch.id], "lastName": "Birmarta"}
    answers = await asyncio.gather(
        *(visitor.request("POST", "/students", json=body, headers=headers) for _ in range(20))
    )
    assert {data(answer)["student"]["id"] for answer in answers} == {data(answers[0])["student"]["id"]}
    assert await console.sql.fetchval("select count(*) from students where last_name = 'Birmarta'") == 1


async def test_a_login_is_unique(branch: Branch, visitor: Visitor) -> None:
    """R1-422."""
    data(await _enrol(visitor, branch, login="takenlogin"))
    visitor.language = "uz"
    answer = await _enrol(visitor, branch, login="takenlogin")
    visitor.language = "en"
    assert (answer.status_code, answer.json()["message"]) == (409, "Foydalanuvchi nomi allaqachon mavjud")


async def test_possible_duplicates_are_reported_before_saving(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """By number, document, phone, and name with birth date.

    Of another branch only their existence.
    """
    papers = {"passportSeries": "AB", "passportNumber": "7654321", "personalId": "51210960040240"}
    known = {"papers": papers, "phoneNumber": "+998935551122", "birthDate": "1996-10-12", "lastName": "Takrorova"}
    here = data(await _enrol(visitor, branch, **known))["student"]
    there_branch = a_branch("Yunusobod")
    there = a_student().named("Shahzoda", "Takrorova").in_branch(there_branch).having(birth_date=date(1996, 10, 12))
    await console.store(there)
    query = PERSON | known | {"firstName": "Шаҳзода", "lastName": "Такророва"}
    found = data(await visitor.post("/students/check", query))["likenesses"]
    by_name = {(one["student"] or {}).get("name"): one for one in found}
    mine = by_name["Takrorova Shahzoda"]
    assert mine["student"]["id"] == here["id"]
    assert set(mine["by"]) == {"personalId", "passport", "phoneNumber", "name"}
    assert by_name[None] == {"by": ["name"], "student": None, "birthDate": None, "offices": []}
    half = query | {"phoneNumber": "+998 9", "papers": {"passportSeries": "A", "passportNumber": "76"}}
    typing = data(await visitor.post("/students/check", half))["likenesses"]
    assert [one["by"] for one in typing] == [["name"]] * 2, "an incomplete value hides no duplicate"
    himself = data(await visitor.post(f"/students/{here['id']}/check", query))["likenesses"]
    assert [one["student"] for one in himself] == [None]
    editor = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    assert data(await editor.post(f"/students/{here['id']}/check", query))["likenesses"] == himself
    assert (await editor.post("/students/check", query)).status_code == 403
    fresh = PERSON | {"lastName": "Noyobova", "phoneNumber": "+998935550000"}
    assert data(await visitor.post("/students/check", fresh))["likenesses"] == []


async def test_odd_documents_warn_and_are_saved(branch: Branch, visitor: Visitor) -> None:
    """D-19, R1-240: a wrong check digit or birth date rejects nothing."""
    odd = PERSON | {"gender": 1, "papers": {"personalId": "63101070010019"}, "officeIds": [branch.id]}
    warnings = data(await visitor.post("/students/check", odd | {"birthDate": "2006-01-31"}))["warnings"]
    assert len(warnings["personalId"]) == 3
    data(await visitor.post("/students", odd | {"birthDate": "2006-01-31"}))
    fits = PERSON | {"gender": 2, "papers": {"personalId": FITTING}}
    assert data(await visitor.post("/students/check", fits))["warnings"] == {}


async def _edit(visitor: Visitor, id: int, branch: Branch, **more: Any) -> Any:
    card = await _card(visitor, id)
    same = {name: card[name] for name in ("version", "firstName", "lastName", "birthDate", "gender")}
    same["middleName"] = card["middleName"] or ""
    whole = same | {"phoneNumber": card["phoneNumber"] or "", "officeIds": [branch.id]}
    return await visitor.put(f"/students/{id}/update", whole | more)


async def test_all_fields_of_a_student_are_changed_together(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-080, R1-358: names, birth date, documents, photo.

    Documents and photo stay when they are not sent.
    """
    id = data(await _enrol(visitor, branch, papers=PASSPORT))["student"]["id"]
    uploaded = await visitor.request(
        "POST", "/upload/student-photo", content=a_photo(), headers={"Content-Type": "x/y"}
    )
    photo = data(uploaded)["file"]["id"]
    data(await _edit(visitor, id, branch, middleName="Anvar qizi", birthDate="2008-02-29", photo=photo))
    card = await _card(visitor, id)
    assert (card["middleName"], card["birthDate"], card["papers"]["passport"]) == (
        "Anvar qizi",
        "2008-02-29",
        "AA•••••67",
    )
    assert photo in card["photo"]
    data(await _edit(visitor, id, branch, photo=None, papers={}))
    card = await _card(visitor, id)
    assert (card["photo"], card["hasPersonalData"], card["papers"]["passport"]) == (None, False, None)
    assert (
        await console.sql.fetchval("select count(*) from audits where entity = 'student' and entity_id = $1", id) == 3
    )


async def test_documents_cannot_be_changed_without_their_right(console: Console, branch: Branch) -> None:
    """D-58: the other fields may; sent documents are rejected, not ignored."""
    clerk = await console.sign_in(a_user_with({"users:students": ["create", "read", "update"]}).of(branch))
    student = a_student().in_branch(branch).having(birth_date=date(2000, 1, 1))
    await console.store(student)
    assert (await _edit(clerk, student.id or 0, branch, papers=PASSPORT)).status_code == 403
    assert (await _enrol(clerk, branch, papers=PASSPORT)).status_code == 403
    data(await _edit(clerk, student.id or 0, branch, firstName="Nodira"))


async def test_a_clerk_cannot_remove_branches_out_of_scope(console: Console, branch: Branch, visitor: Visitor) -> None:
    """D-12, D-56: the other branch of a student of two stays."""
    other = a_branch("Mirzo Ulug'bek")
    student = a_student().in_branch(branch, other).having(birth_date=date(2000, 1, 1))
    await console.store(student)
    data(await _edit(visitor, student.id or 0, branch, lastName="Yangi"))
    links = await console.sql.fetch("select office_id from student_offices where student_id = $1", student.id)
    assert {link["office_id"] for link in links} == {branch.id, other.id}


async def test_the_schools_birth_date_is_stored_beside_an_edited_one(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """D-49: a changed date is sticky, shows the school's and can be restored."""
    student = a_student().in_branch(branch).having(h_id="BORN-1", birth_date=date(2001, 5, 6), gender=1)
    await console.store(student)
    id = student.id or 0
    data(await _edit(visitor, id, branch, birthDate="2001-06-05", gender=2))
    sticky = {mark["field"]: mark["schoolValue"] for mark in (await _card(visitor, id))["sticky"]}
    assert sticky == {"birthDate": "2001-05-06", "gender": "1"}
    data(await visitor.delete(f"/students/{id}/sticky/birthDate"))
    data(await visitor.delete(f"/students/{id}/sticky/gender"))
    card = await _card(visitor, id)
    assert (card["birthDate"], card["gender"], card["sticky"]) == ("2001-05-06", 1, [])


async def test_a_change_of_an_old_version_is_a_conflict_with_the_present_state(
    branch: Branch, visitor: Visitor
) -> None:
    """D-8: the second of two clerks sees the change of the first."""
    id = data(await _enrol(visitor, branch))["student"]["id"]
    data(await _edit(visitor, id, branch, firstName="Birinchi"))
    answer = await _edit(visitor, id, branch, version=1, firstName="Ikkinchi")
    assert (answer.status_code, answer.json()["current"]["firstName"]) == (409, "Birinchi")


async def test_documents_are_revealed_with_a_reason_and_audited(
    console: Console, branch: Branch, visitor: Visitor
) -> None:
    """R1-158, D-58, ASVS-53, WISH-20: with the right, a reason and a record."""
    papers = PASSPORT | {"personalId": FITTING, "birthCertificate": "I-TAS 1234567"}
    id = data(await _enrol(visitor, branch, papers=papers))["student"]["id"]
    assert (await visitor.post(f"/students/{id}/papers/reveal", {"reason": "  "})).status_code == 422
    shown = data(await visitor.post(f"/students/{id}/papers/reveal", {"reason": "shartnoma"}))["papers"]
    assert shown == papers
    record = await console.sql.fetchrow(
        "select permission, after::text from audits where entity_id = $1 and verb = 'people.papers_read'", id
    )
    assert (record["permission"], FITTING in record["after"]) == ("users:private_info", False)
    reader = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    assert (await reader.post(f"/students/{id}/papers/reveal", {"reason": "x"})).status_code == 403
    bare = data(await _enrol(visitor, branch))["student"]["id"]
    refused = await visitor.post(f"/students/{bare}/papers/reveal", {"reason": "x"})
    assert (refused.status_code, refused.json()["code"]) == (409, "PEOPLE_NO_PAPERS")


async def _status(visitor: Visitor, student: Student, status: int, reason: str = "") -> Any:
    return await visitor.request(
        "PATCH", f"/students/{student.id}/system-status", json={"status": status, "reason": reason}
    )


async def test_blocking_takes_a_reason_and_can_be_reverted(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-205, R1-207, R1-361: blank is no reason; a repeat is reported.

    An id in the body must be the student's.
    """
    student = a_student().in_branch(branch)
    await console.store(student)
    assert (await _status(visitor, student, 2, "  ")).json()["fields"] == {"reason": ["This is required"]}
    data(await _status(visitor, student, 2, "to'lov qilmagan"))
    card = await _card(visitor, student.id or 0)
    assert (card["systemStatus"], card["blockReason"]) == (2, "to'lov qilmagan")
    assert (await _status(visitor, student, 2, "again")).json()["code"] == "PEOPLE_BLOCKED_ALREADY"
    data(await _status(visitor, student, 1))
    card = await _card(visitor, student.id or 0)
    assert (card["systemStatus"], card["blockReason"]) == (1, None)
    assert (await _status(visitor, student, 1)).json()["code"] == "PEOPLE_NOT_BLOCKED"
    path = f"/students/{student.id}/system-status"
    named = await visitor.request("PATCH", path, json={"id": student.id, "status": 2, "reason": "to'lov qilmagan"})
    assert named.status_code == 200
    wrong = await visitor.request("PATCH", path, json={"id": 1 + (student.id or 0), "status": 1})
    assert list(wrong.json()["fields"]) == ["id"]


async def test_a_new_password_is_shown_once(console: Console, branch: Branch, visitor: Visitor) -> None:
    """R1-155, R1-211, R1-359, R1-360, D-8: a repeat of its key omits it.

    Without a login there is none.
    """
    id = data(await _enrol(visitor, branch))["student"]["id"]
    path, headers = f"/students/{id}/reset-password", {"Idempotency-Key": "reset-1"}
    assert (await visitor.request("PATCH", path)).json()["code"] == "PEOPLE_NO_LOGIN"
    data(await visitor.request("PATCH", f"/students/{id}/change-login", json={"newLogin": " shahzoda.g "}))
    password = data(await visitor.request("PATCH", path, headers=headers))["newPassword"]
    assert len(password) >= 16
    again = await visitor.request("PATCH", path, headers=headers)
    assert (again.status_code, again.json()["code"]) == (409, "SHARED_SHOWN_ONCE")
    stored = await console.sql.fetchrow("select login, must_change_password from students where id = $1", id)
    assert (stored["login"], stored["must_change_password"]) == ("shahzoda.g", True)


async def test_an_id_out_of_range_is_rejected_by_field(visitor: Visitor) -> None:
    """ASVS-58: never a server error; the largest possible id is unknown."""
    answer = await visitor.post("/students/check", PERSON | {"officeIds": [-(2**63)]})
    assert (answer.status_code, list(answer.json()["fields"])) == (400, ["officeIds[0]"])
    assert (await visitor.post("/students/check", PERSON | {"officeIds": [2**62]})).status_code == 200


async def test_a_document_file_requires_a_recent_reveal(console: Console, branch: Branch) -> None:
    """R1-042, R1-375, D-58: every reading is audited.

    One reason covers a quarter of an hour and one user.
    """
    clerk = a_user_with(CLERK).of(branch)
    visitor = await console.sign_in(clerk)
    id = data(await _enrol(visitor, branch, papers=PASSPORT))["student"]["id"]
    query = {"studentId": id, "kind": "passport"}
    assert (await visitor.get("/student-groups/info-file", **query)).json()["code"] == "PEOPLE_REVEAL_FIRST"
    data(await visitor.post(f"/students/{id}/papers/reveal", {"reason": "shartnoma"}))
    file = await visitor.get("/student-groups/info-file", **query)
    assert file.headers["content-disposition"] == f'attachment; filename="passport-{id}.txt"'
    assert file.text.splitlines() == ["G'ulomova Shahzoda", "Birth date: 31.01.2007", "Passport: AA 1234567"]
    assert (await visitor.get("/student-groups/info-file", **query | {"kind": "personal-id"})).status_code == 404
    assert (await visitor.get("/student-groups/info-file", **query | {"kind": "../x"})).status_code == 404
    colleague = await console.sign_in(a_user_with(CLERK).of(branch))
    assert (await colleague.get("/student-groups/info-file", **query)).status_code == 409
    console.clock.pass_by(minutes=16)
    late = await console.sign_in(clerk)
    assert (await late.get("/student-groups/info-file", **query)).status_code == 409
    console.clock.pass_by(minutes=-16)
