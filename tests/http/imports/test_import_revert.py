"""A committed import is reverted, and students are filtered by it (D-155)."""

from datetime import date
from typing import Any

import msgspec
import pytest

from adapters.postgres.imports.imported_students import REFERENCES
from application.actor import system
from entrypoints.worker.handlers import job_handlers
from tests.http.imports.conftest import CLERK
from tests.http.imports.test_imports import commit, decide, plan, rows, sheet, work
from tests.support.builders import Branch, a_branch, a_class_of, a_student, a_user_with
from tests.support.console import Console, Visitor, data

HEADS = ["Familiya", "Ism", "Tug'ilgan sana", "Telefon", "PINFL", "Jinsi"]
THREE = sheet(
    ["Karimova", "Shahzoda", "31.01.2007", "901234567", "63101070010018"],
    ["Umarov", "Ali", "06.05.2004", "", ""],
    ["Aliyev", "Aziz", "06.05.2004", "901112233", "50605040010010"],
)


async def revert(visitor: Visitor, one: dict[str, Any]) -> dict[str, Any]:
    path = f"/students/imports/{one['id']}/revert"
    return dict(data(await visitor.post(path, {"version": one["version"]}))["studentImport"])


async def listed(visitor: Visitor, **query: Any) -> dict[str, int]:
    """Returns the listed students' ids by last name."""
    found = await visitor.data("/students/all", perPage=100, **query)
    assert found["total"] == len(found["students"])
    return {student["fullName"].split()[0]: student["id"] for student in found["students"]}


def a_known_student(branch: Branch) -> Any:
    return (
        a_student()
        .named("Aziz", "Aliyev")
        .in_branch(branch)
        .having(birth_date=date(2004, 5, 6), middle_name="", gender=1)
    )


async def test_an_import_is_reverted_whole(fresh_console: Console, branch: Branch, clerk: Visitor) -> None:
    """Created students are gone, changed ones are as before, documents included.

    The same file can be imported again.
    """
    known = a_known_student(branch)
    await fresh_console.store(known)
    before = (await clerk.data(f"/students/{known.id}"))["student"]
    one = await commit(clerk, await plan(clerk, branch, THREE))
    assert (one["totals"]["add"], one["totals"]["change"], one["reverted"]) == (2, 1, None)
    changed = (await clerk.data(f"/students/{known.id}"))["student"]
    assert (changed["phoneNumber"], changed["papers"]["personalId"]) == ("+998901112233", "5•••••••••0010")
    one = await revert(clerk, one)
    counts = {name: one["reverted"][name] for name in ("removed", "restored", "left")}
    assert (one["state"], counts) == ("reverted", {"removed": 2, "restored": 1, "left": 0})
    assert list(await listed(clerk)) == ["Aliyev"]
    after = (await clerk.data(f"/students/{known.id}"))["student"]
    assert {**after, "version": 0} == {**before, "version": 0}
    assert after["version"] == before["version"] + 2
    shown = await rows(clerk, one)
    assert all(row["reverted"] and row["left"] is None for row in shown)
    assert [row["studentId"] for row in shown] == [None, None, known.id]
    record = await fresh_console.sql.fetchrow("select * from audits where verb = 'imports.reverted'")
    assert (record["entity"], record["entity_id"]) == ("import", one["id"])
    again = await plan(clerk, branch, THREE)
    assert (again["totals"]["add"], again["totals"]["change"]) == (2, 1)


async def test_a_row_that_something_followed_stays_with_its_reason(
    fresh_console: Console, branch: Branch, clerk: Visitor
) -> None:
    """The other rows are reverted; a repeated call reverts a row that is free by then."""
    known, group = a_known_student(branch), a_class_of(0).in_branch(branch)
    await fresh_console.store(known, group)
    content = sheet(
        ["Karimova", "Shahzoda", "31.01.2007", "901234567", ""],
        ["Umarov", "Ali", "06.05.2004", "", ""],
        ["Aliyev", "Aziz", "06.05.2004", "901112233", ""],
        ["Zokirov", "Vali", "06.05.2005", "", ""],
        ["Yusupov", "Sobir", "06.05.2005", "", ""],
    )
    one = await commit(clerk, await plan(clerk, branch, content))
    ids = await listed(clerk)
    for name, phone in (("Karimova", "+998901234568"), ("Aliyev", "+998907654321")):
        card = (await clerk.data(f"/students/{ids[name]}"))["student"]
        form = {name: card[name] for name in ("version", "firstName", "lastName")} | {"phoneNumber": phone}
        data(await clerk.put(f"/students/{ids[name]}/update-profile", form))
    await fresh_console.sql.execute(
        "insert into enrolments (student_id, group_id, action_id) values ($1, $2, 1)", ids["Umarov"], group.id
    )
    other = a_branch("Sergeli")
    await fresh_console.store(other)
    await fresh_console.sql.execute("delete from student_offices where student_id = $1", ids["Yusupov"])
    await fresh_console.sql.execute("insert into student_offices values ($1, $2)", ids["Yusupov"], other.id)
    one = await revert(clerk, one)
    assert {name: one["reverted"][name] for name in ("removed", "restored", "left")} == {
        "removed": 1,
        "restored": 0,
        "left": 4,
    }
    left = await rows(clerk, one, left=True)
    assert {row["name"].split()[0]: row["left"] for row in left} == {
        "Karimova": "Left by the revert: changed since",
        "Umarov": "Left by the revert: has a group, a message or another record",
        "Aliyev": "Left by the revert: changed since",
        "Yusupov": "Left by the revert: not in your branches",
    }
    assert one["warnings"]["rows"] == len(await rows(clerk, one, warned=True)) == 0
    assert set(await listed(clerk)) == {"Karimova", "Umarov", "Aliyev"}
    await fresh_console.sql.execute("delete from enrolments where student_id = $1", ids["Umarov"])
    one = await revert(clerk, one)
    assert (one["reverted"]["removed"], one["reverted"]["left"]) == (2, 3)
    assert set(await listed(clerk)) == {"Karimova", "Aliyev"}


async def test_a_change_elsewhere_in_a_record_does_not_hold_its_row(
    fresh_console: Console, branch: Branch, clerk: Visitor
) -> None:
    """Only the values that the import wrote have to be as it left them."""
    known = a_known_student(branch)
    await fresh_console.store(known)
    one = await commit(clerk, await plan(clerk, branch, sheet(["Aliyev", "Aziz", "06.05.2004", "901112233", ""])))
    await fresh_console.sql.execute("update students set gender = 2, version = version + 1 where id = $1", known.id)
    one = await revert(clerk, one)
    assert one["reverted"]["restored"] == 1
    card = (await clerk.data(f"/students/{known.id}"))["student"]
    assert (card["phoneNumber"], card["gender"]) == (None, 2)


async def test_a_reverted_value_of_the_school_sticks_no_longer(
    fresh_console: Console, branch: Branch, clerk: Visitor
) -> None:
    """D-49: restored to the school's value, the field follows the school again."""
    known = a_known_student(branch).with_phone("+998901234567").having(h_id="SCHOOL-1")
    await fresh_console.store(known)
    one = await commit(clerk, await plan(clerk, branch, sheet(["Aliyev", "Aziz", "06.05.2004", "907654321", ""])))
    assert (await clerk.data(f"/students/{known.id}"))["student"]["sticky"] != []
    await revert(clerk, one)
    assert (await clerk.data(f"/students/{known.id}"))["student"]["phoneNumber"] == "+998901234567"
    assert await fresh_console.sql.fetchval("select count(*) from sticky_fields") == 0


async def test_a_caller_who_may_only_create_reverts_only_what_was_created(
    fresh_console: Console, branch: Branch, clerk: Visitor
) -> None:
    """The rights at the time of the revert count."""
    await fresh_console.store(a_known_student(branch))
    one = await commit(clerk, await plan(clerk, branch, THREE))
    narrow = await fresh_console.sign_in(a_user_with({"users:students": ["create", "read"]}).of(branch))
    await fresh_console.sql.execute(
        "update imports set created_by = (select max(id) from users) where id = $1", one["id"]
    )
    one = await revert(narrow, one)
    assert (one["reverted"]["removed"], one["reverted"]["restored"], one["reverted"]["left"]) == (2, 0, 1)
    assert [row["left"] for row in await rows(narrow, one, left=True)] == [
        "Left by the revert: you may not change students"
    ]


async def test_only_a_committed_import_is_reverted(fresh_console: Console, branch: Branch, clerk: Visitor) -> None:
    """Not a plan, not another version, not another person's, not twice."""
    one = await plan(clerk, branch, THREE)
    path = f"/students/imports/{one['id']}/revert"
    early = await clerk.post(path, {"version": one["version"]})
    assert (early.status_code, early.json()["code"]) == (409, "SHARED_ILLEGAL_MOVE")
    one = await commit(clerk, one)
    stale = await clerk.post(path, {"version": one["version"] - 1})
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    stranger = await fresh_console.sign_in(a_user_with(CLERK).of(branch))
    assert (await stranger.post(path, {"version": one["version"]})).status_code == 404


async def test_a_large_import_is_reverted_by_a_job(fresh_console: Console, branch: Branch, clerk: Visitor) -> None:
    """Above 300 changes; the job may run twice and waits in the caller's header."""
    one = await plan(clerk, branch, sheet(*([f"Familiya{n}", "Ism", "31.01.2007", "", ""] for n in range(301))))
    accepted = await commit(clerk, one)
    await work(fresh_console, accepted["jobId"])
    one = (await clerk.data(f"/students/imports/{one['id']}"))["studentImport"]
    accepted = await revert(clerk, one)
    assert (accepted["state"], accepted["reverted"]) == ("reverting", None)
    payload = msgspec.json.decode(
        await fresh_console.sql.fetchval("select payload from jobs where id = $1", accepted["jobId"])
    )
    for _ in range(2):
        await job_handlers(fresh_console.container)["import.revert"](payload, system())
    one = (await clerk.data(f"/students/imports/{one['id']}"))["studentImport"]
    assert (one["state"], one["reverted"]["removed"]) == ("reverted", 301)
    assert await listed(clerk) == {}
    mine = (await clerk.data("/jobs/mine"))["jobs"]
    assert [(job["kind"], job["importId"]) for job in mine] == [("import.revert", one["id"]), ("import", one["id"])]


async def test_students_are_filtered_by_their_import(fresh_console: Console, branch: Branch, clerk: Visitor) -> None:
    """Those it created, changed or merged; not those of a plan, nor reverted ones."""
    known = a_known_student(branch)
    await fresh_console.store(known, a_student().in_branch(branch))
    one = await plan(clerk, branch, THREE)
    assert await listed(clerk, importId=one["id"]) == {}
    assert (await clerk.data("/students/filter-objects"))["imports"] == []
    one = await commit(clerk, one)
    assert set(await listed(clerk, importId=one["id"])) == {"Karimova", "Umarov", "Aliyev"}
    offered = (await clerk.data("/students/filter-objects"))["imports"]
    assert [(it["id"], it["fileName"]) for it in offered] == [(one["id"], "talabalar.xlsx")]
    elsewhere = await fresh_console.sign_in(a_user_with(CLERK).of(a_branch("Sergeli")))
    assert (await elsewhere.data("/students/filter-objects"))["imports"] == []
    assert await listed(elsewhere, importId=one["id"]) == {}
    await revert(clerk, one)
    assert await listed(clerk, importId=one["id"]) == {}


async def test_a_merged_row_is_reverted(fresh_console: Console, branch: Branch, clerk: Visitor) -> None:
    """A merge filled empty values in: they are empty again."""
    known = a_student().named("Aziza", "Boshqa").in_branch(branch).with_phone("+998901112233")
    await fresh_console.store(known.having(birth_date=None, middle_name="", gender=None))
    one = await plan(clerk, branch, sheet(["Aliyev", "Aziz", "06.05.2004", "901112233", "", "erkak"], heads=HEADS))
    one = await commit(clerk, await decide(clerk, one, "merge"))
    assert (await clerk.data(f"/students/{known.id}"))["student"]["birthDate"] == "2004-05-06"
    await revert(clerk, one)
    card = (await clerk.data(f"/students/{known.id}"))["student"]
    assert (card["birthDate"], card["gender"]) == (None, None)


@pytest.mark.parametrize("table", ["enrolments", "sms_messages", "attendances", "door_events", "students"])
def test_a_record_that_names_a_student_holds_the_row(table: str) -> None:
    """Found by the foreign keys: a new table needs no declaration."""
    assert any(f"from {table} x" in reference for reference in REFERENCES)
