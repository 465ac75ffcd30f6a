"""The audit log as readers see it: author, change, search, language.

D-15, D-74.
"""

from datetime import UTC, datetime
from typing import Any

import pytest

from tests.support.builders import Branch, Student, a_branch, a_class_of, a_student, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

LOG = {"staff_control:audit_logs": ["read"]}
EDITOR_RIGHTS = {"users:students": ["read", "update"]}
PHONES = ("+998901234567", "+998907654321")


@pytest.fixture(scope="module")
def branch() -> Branch:
    return a_branch("Chilonzor")


@pytest.fixture(scope="module")
async def student(console: Console, branch: Branch) -> Student:
    student = a_student().named("Shaxzoda", "Karimova").in_branch(branch).with_phone(PHONES[0])
    await console.store(student)
    return student


@pytest.fixture(scope="module")
async def clerk(console: Console, branch: Branch, student: Student) -> Visitor:
    """A clerk who has changed the student's phone and first name."""
    account = a_user_with(EDITOR_RIGHTS).named("Dilnoza", "Rahimova").of(branch)
    clerk = await console.sign_in(account)
    body = {"version": 1, "firstName": "Shahzoda", "lastName": "Karimova", "phoneNumber": PHONES[1]}
    data(await clerk.put(f"/students/{student.id}/update-profile", body))
    return clerk


@pytest.fixture(scope="module")
async def chief(console: Console, clerk: Visitor) -> Visitor:
    return await console.sign_in(a_superadmin())


async def _newest(visitor: Visitor, **query: Any) -> dict[str, Any]:
    listed = await visitor.data("/audits", **query)
    assert listed["audits"], query
    return dict(listed["audits"][0])


async def test_a_changed_phone_is_in_the_log_with_its_author(chief: Visitor, student: Student) -> None:
    """R1-008, R1-336: time, address, right, entity, subject and fields."""
    line = await _newest(chief, verb="people.student_changed")
    assert line["actorName"] == "Rahimova Dilnoza"
    assert (line["permission"], line["address"]) == ("users:students", "10.1.1.1")
    assert (line["comment"], line["entityName"], line["subject"]) == (
        "Changed a student",
        "Student",
        "Karimova Shahzoda",
    )
    assert line["fields"] == ["First name", "Phone"]
    assert line["entityId"] == student.id


async def test_a_record_shows_each_changed_field(chief: Visitor) -> None:
    """R1-337, R1-172, M7: old and new value, a comment, and a text to copy."""
    line = await _newest(chief, verb="people.student_changed")
    record = (await chief.data(f"/audits/{line['id']}"))["audit"]
    changes = {change["label"]: (change["before"], change["after"]) for change in record["changes"]}
    assert changes == {
        "First name": ("Shaxzoda", "Shahzoda"),
        "Phone": ("+998 90 123-45-67", "+998 90 765-43-21"),
    }
    assert record["masked"] is False
    assert "Phone: +998 90 123-45-67 → +998 90 765-43-21" in record["desc"]
    assert record["requestId"]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("uz", ("Talaba ma'lumotlari o'zgartirildi", "Talaba", "Telefon")),
        ("ru", ("Изменён студент", "Студент", "Телефон")),
        ("en", ("Changed a student", "Student", "Phone")),
    ],
)
async def test_a_record_is_in_the_readers_language(chief: Visitor, language: str, words: tuple[str, ...]) -> None:
    """D-15, D-74: one record, three languages."""
    chief.language = language
    line = await _newest(chief, verb="people.student_changed")
    chief.language = "en"
    assert line["entityName"] == words[1]
    assert words[2] in line["fields"]
    if language != "ru":
        assert line["comment"] == words[0]


async def test_private_values_are_hidden_without_the_right(
    console: Console, branch: Branch, clerk: Visitor, student: Student
) -> None:
    """D-58, ASVS-53: a phone shows two digits.

    Names, and the fact that the phone changed, are visible.
    """
    for rights, hidden in ((LOG, True), ({**LOG, "users:private_info": ["read"]}, False)):
        reader = await console.sign_in(a_user_with(rights).of(branch))
        line = await _newest(reader, entity="student", entityId=student.id)
        record = (await reader.data(f"/audits/{line['id']}"))["audit"]
        changes = {change["field"]: (change["before"], change["after"]) for change in record["changes"]}
        assert record["masked"] is hidden
        assert changes["first_name"] == ("Shaxzoda", "Shahzoda")
        shown = ("+998 90 •••-••-67", "+998 90 •••-••-21") if hidden else ("+998 90 123-45-67", "+998 90 765-43-21")
        assert changes["phone"] == shown
        assert ("123" in str(record)) is not hidden


async def test_every_filter_narrows_the_log(console: Console, chief: Visitor, clerk: Visitor, student: Student) -> None:
    """R1-336: actor, verb, kind and id of the entity, permission, field, words, days."""
    everything = (await chief.data("/audits"))["total"]
    actor_id = clerk.signed_in["staffInfo"]["id"]
    line = await _newest(chief, verb="people.student_changed")
    for query in (
        {"actorId": actor_id, "verb": "people.student_changed"},
        {"entity": "student", "entityId": student.id},
        {"permission": "users:students"},
        {"field": "phone"},
        {"value": "rahimova", "entity": "student"},
    ):
        listed = await chief.data("/audits", **query)
        assert [row["id"] for row in listed["audits"]] == [line["id"]], query
        assert 1 == listed["total"] < everything
    for query in ({"field": "birth_date"}, {"value": "no-such-word"}, {"verb": "no.such_verb"}, {"entity": "x"}):
        assert await chief.data("/audits", **query) == {"audits": [], "total": 0}
    both = await chief.data("/audits", verb="people.student_changed,access.signed_in")
    assert {row["verb"] for row in both["audits"]} == {"people.student_changed", "access.signed_in"}


async def test_days_are_in_the_centres_time_zone(console: Console, chief: Visitor) -> None:
    """D-6: 20:00 UTC is the next day in Tashkent.

    Both ends of a period are included.
    """
    late = datetime(2025, 3, 10, 20, 0, tzinfo=UTC)
    id = await console.sql.fetchval(
        "insert into audits (at, actor_name, verb, entity, digest)"
        " values ($1, 'system', 'sync.started', 'sync_run', '') returning id",
        late,
    )
    for day, found in (("2025-03-10", []), ("2025-03-11", [id]), ("2025-03-12", [])):
        listed = await chief.data("/audits", fromDate=day, toDate=day)
        assert [row["id"] for row in listed["audits"]] == found, day
    assert [row["actorName"] for row in (await chief.data("/audits", toDate="2025-03-11"))["audits"]] == ["System"]
    assert (await chief.get("/audits", fromDate="11.03.2025")).status_code == 400


async def test_filter_options_are_those_in_the_log(chief: Visitor) -> None:
    """R1-173, R1-338: people, verbs and kinds in words; permissions by name."""
    offered = await chief.data("/audits/filter-objects")
    assert "Rahimova Dilnoza" in [actor["name"] for actor in offered["actors"]]
    assert {"code": "people.student_changed", "name": "Changed a student"} in offered["verbs"]
    assert {"code": "student", "name": "Student"} in offered["entities"]
    assert {"code": "phone", "name": "Phone"} in offered["fields"]
    names = (await chief.data("/audits/permission/names"))["permissions"]
    assert {"users:students", "staff_control:audit_logs", "profile"} <= set(names)


async def test_a_student_page_has_its_own_history(console: Console, clerk: Visitor, student: Student) -> None:
    """Issue 5, WISH-19: changes by users and by synchronisations.

    Under the right that shows the page.
    """
    run_id = await console.sql.fetchval(
        "insert into sync_runs (type, status, parts, started_at) values ('student', 'done', '[]', '2025-01-01')"
        " returning id"
    )
    await console.sql.execute(
        "insert into sync_changes (run_id, entity, entity_id, verb, before, after) values"
        """ ($1, 'student', $2, 'updated', '{"last_name": "Karimva"}', '{"last_name": "Karimova"}')""",
        run_id,
        student.id,
    )
    page = await clerk.data(f"/students/{student.id}/history")
    assert page["total"] == 2
    person, run = page["history"]
    assert (person["actorName"], person["comment"], person["runId"]) == (
        "Rahimova Dilnoza",
        "Changed a student",
        None,
    )
    assert [change["label"] for change in person["changes"]] == ["First name", "Phone"]
    assert (run["runId"], run["comment"]) == (run_id, "Changed by a synchronisation")
    assert [(c["before"], c["after"]) for c in run["changes"]] == [("Karimva", "Karimova")]
    backwards = await clerk.data(f"/students/{student.id}/history", orderBy="ASC", perPage=1)
    assert [entry["key"] for entry in backwards["history"]] == [run["key"]]
    assert (await clerk.get("/students/4000000/history")).status_code == 404


async def test_a_students_history_has_their_periods_in_groups(console: Console) -> None:
    """A run's changes by group name.

    Groups of another branch only for readers who see it (D-12).
    """
    here, there = a_branch("Yunusobod"), a_branch("Olmazor")
    student = a_student().in_branch(here, there)
    groups = [
        a_class_of(0).called(name).in_branch(of).with_students(student) for name, of in (("A-1", here), ("B-2", there))
    ]
    await console.store(*groups)
    run_id = await console.sql.fetchval(
        "insert into sync_runs (type, status, parts, started_at) values ('group_students', 'done', '[]', now())"
        " returning id"
    )
    await console.sql.execute(
        "insert into sync_changes (run_id, entity, entity_id, verb, before, after)"
        """ select $1, 'enrolment', id, 'updated', '{"ended_date": null}', '{"ended_date": "2026-05-31"}'"""
        " from enrolments where student_id = $2",
        run_id,
        student.id,
    )
    path = f"/students/{student.id}/history"
    own = await (await console.sign_in(a_user_with(EDITOR_RIGHTS).of(here))).data(path)
    assert (own["total"], [entry["comment"] for entry in own["history"]]) == (1, ["Changed by a synchronisation: A-1"])
    assert [change["after"] for change in own["history"][0]["changes"]] == ["31.05.2026"]
    both = await (await console.sign_in(a_user_with(EDITOR_RIGHTS).of(here, there))).data(path)
    assert both["total"] == 2
    assert {entry["comment"][-3:] for entry in both["history"]} == {"A-1", "B-2"}


async def test_the_log_of_an_erased_student_has_no_values(fresh_console: Console) -> None:
    """D-15: author and time stay, values are erased."""
    console, branch = fresh_console, a_branch("Yakkasaroy")
    student = a_student().named("Nomi", "O'chgan").in_branch(branch)
    await console.store(student)
    clerk = await console.sign_in(a_user_with(EDITOR_RIGHTS).of(branch))
    body = {"version": 1, "firstName": "Boshqa", "lastName": "O'chgan"}
    data(await clerk.put(f"/students/{student.id}/update-profile", body))
    await console.sql.execute("update subject_keys set sealed_key = null where entity_id = $1", student.id)
    (entry,) = (await clerk.data(f"/students/{student.id}/history"))["history"]
    assert [(c["field"], c["before"], c["after"]) for c in entry["changes"]] == [("first_name", "erased", "erased")]


async def test_a_caller_reads_the_records_of_their_branches(fresh_console: Console) -> None:
    """D-12, P1: records about people of the caller's branches.

    Of entities without a branch, those by colleagues.
    """
    console, branch, elsewhere = fresh_console, a_branch("Chilonzor"), a_branch("Sergeli")
    student, stranger = a_student().in_branch(branch), a_student().in_branch(elsewhere)
    await console.store(student, stranger)
    ours, theirs = [await console.sign_in(a_user_with(EDITOR_RIGHTS).of(one)) for one in (branch, elsewhere)]
    body = {"version": 1, "firstName": "Yangi", "lastName": "Ism"}
    data(await ours.put(f"/students/{student.id}/update-profile", body))
    data(await theirs.put(f"/students/{stranger.id}/update-profile", body))
    chief = await console.sign_in(a_superadmin())
    reader = await console.sign_in(a_user_with(LOG).of(branch))
    seen = (await reader.data("/audits", perPage=100))["audits"]
    assert {row["entityId"] for row in seen if row["entity"] == "student"} >= {student.id}
    assert stranger.id not in {row["entityId"] for row in seen if row["entity"] == "student"}
    assert theirs.signed_in["staffInfo"]["id"] not in {row["actorId"] for row in seen}
    record = await _newest(chief, entity="student", entityId=stranger.id)
    assert (await reader.get(f"/audits/{record['id']}")).status_code == 404


async def test_the_log_cannot_be_changed(chief: Visitor) -> None:
    """M7: there is no such call."""
    for method in ("POST", "PUT", "PATCH", "DELETE"):
        assert (await chief.request(method, "/audits")).status_code == 405
        assert (await chief.request(method, "/audits/1")).status_code == 405
