"""Accounts of branches that the caller lacks are not changed (D-56, D-161).

A new password for such an account would show the caller those branches.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from domain.access.permissions import everything
from domain.access.roles import RoleType
from tests.support.access import table
from tests.support.builders import Account, Branch, RoleOf, Teacher, a_branch, a_superadmin, a_teacher, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.pictures import a_photo

STAFF = "/api/staff"
# calls with an id in the path that write accounts, by the words that their paths begin with
FAMILIES = ("users", "academic", "assistant", "authors")
# calls without one that do
BY_QUERY = ("POST /api/staff/upload/staff-profile",)
# an account of nobody yet: a person is signed up with those branches alone that the caller has
NEW = ("POST /api/staff/academic/sign-up/{id}", "POST /api/staff/assistant/sign-up/{id}")
WRITING = sorted(
    str(call)
    for call in table()
    if str(call) not in NEW
    and (
        str(call) in BY_QUERY
        or (call.writes and "{" in call.path and call.path.removeprefix(STAFF + "/").split("/")[0] in FAMILIES)
    )
)
PHOTO = {"X-File-Name": "yuz.jpg", "Content-Type": "application/octet-stream"}


@dataclass(frozen=True)
class Targets:
    """Accounts of two branches, one of each kind, and their callers."""

    staff: Account
    author: Account
    teacher: Teacher
    assistant: Teacher
    audit_id: int
    session_id: int
    caller: Visitor
    boss: Visitor


def _form(account: Account, **more: Any) -> dict[str, Any]:
    return {
        "version": 2,
        "login": "olindi",
        "roleId": account.role.id,
        "officeIds": [],
        "firstName": "Boshqa",
        "lastName": "Odam",
        "workStatus": 1,
        **more,
    }


BLOCK = {"isActive": False, "reason": "sabab"}
Attempt = tuple[str, dict[str, Any]]
REQUESTS: dict[str, Callable[[Targets], list[Attempt]]] = {
    "PUT /api/staff/users/staff/{id}": lambda t: [(f"/users/staff/{t.staff.id}", {"json": _form(t.staff)})],
    "PUT /api/staff/users/staff/{id}/reset-password": lambda t: [(f"/users/staff/{t.staff.id}/reset-password", {})],
    "PUT /api/staff/users/staff/{id}/update-status": lambda t: [
        (f"/users/staff/{t.staff.id}/update-status", {"json": BLOCK})
    ],
    "PUT /api/staff/users/{kind}/{id}/update": lambda t: [(f"/users/1/{t.staff.id}/update", {"json": _form(t.staff)})],
    "PATCH /api/staff/users/{id}/reset-password": lambda t: [(f"/users/{t.staff.id}/reset-password", {})],
    "DELETE /api/staff/users/{id}/sessions/{session_id}": lambda t: [
        (f"/users/{t.staff.id}/sessions/{t.session_id}", {})
    ],
    "DELETE /api/staff/users/{id}/sessions": lambda t: [(f"/users/{t.staff.id}/sessions", {})],
    "PUT /api/staff/users/staff/{id}/photo-check": lambda t: [
        (f"/users/staff/{t.staff.id}/photo-check", {"json": {"suitable": True}})
    ],
    "PUT /api/staff/users/{id}/history/{audit_id}/take-back": lambda t: [
        (f"/users/{t.staff.id}/history/{t.audit_id}/take-back", {"json": {"version": 2}})
    ],
    "PUT /api/staff/academic/{id}": lambda t: [
        (f"/academic/{t.teacher.id}", {"json": {"login": "olindi", "isActive": True}})
    ],
    "PUT /api/staff/academic/{id}/reset-password": lambda t: [(f"/academic/{t.teacher.id}/reset-password", {})],
    "PUT /api/staff/academic/{id}/update-status": lambda t: [
        (f"/academic/{t.teacher.id}/update-status", {"json": BLOCK})
    ],
    "PUT /api/staff/academic/{id}/photo-check": lambda t: [
        (f"/academic/{t.teacher.id}/photo-check", {"json": {"suitable": True}})
    ],
    "PUT /api/staff/assistant/{id}/reset-password": lambda t: [(f"/assistant/{t.assistant.id}/reset-password", {})],
    "PUT /api/staff/authors/{id}": lambda t: [
        (
            f"/authors/{t.author.id}",
            {"json": {"version": 1, "firstName": "Boshqa", "lastName": "Odam", "courseIds": [], "author": False}},
        )
    ],
    "POST /api/staff/upload/staff-profile": lambda t: [
        ("/upload/staff-profile", {"content": a_photo("JPEG"), "headers": PHOTO, "params": whose})
        for whose in ({"userId": t.staff.id}, {"academicId": t.teacher.id})
    ],
}


async def _academic(console: Console, number: int, *branches: Branch) -> Teacher:
    role = RoleOf(f"Ustoz {number}", {}, RoleType.ACADEMIC, number)
    account = Account(first_name="Nodira", last_name="Karimova", role=role, login=f"ustoz-{number}").of(*branches)
    teacher = a_teacher().in_branch(branches[0]).with_account(account)
    await console.store(teacher)
    return teacher


@pytest.fixture(scope="module")
async def targets(console: Console) -> Targets:
    """The accounts of two branches, and a caller with every right in one of them."""
    here, there = a_branch("Chilonzor"), a_branch("Sergeli")
    boss = await console.sign_in(a_superadmin())
    caller = await console.sign_in(a_user_with(everything()).of(here))
    staff, author = a_user_with({}).of(here, there), a_user_with({}).of(here, there).having(author=True)
    session = await console.sign_in(staff)
    await console.store(author)
    card = (await boss.data(f"/users/{staff.id}"))["user"]
    form = _form(staff, version=card["version"], login=staff.login, officeIds=[here.id, there.id])
    data(await boss.put(f"/users/1/{staff.id}/update", form))
    audit_id = (await boss.data(f"/users/{staff.id}/history"))["history"][0]["auditId"]
    teacher, assistant = [await _academic(console, number, here, there) for number in (2, 3)]
    session_id = await console.sql.fetchval("select max(id) from sessions where user_id = $1", staff.id)
    assert session.token
    return Targets(staff, author, teacher, assistant, audit_id, session_id, caller, boss)


def test_every_call_that_changes_an_account_is_tried() -> None:
    """A new call is added here, with the body that changes an account."""
    assert sorted(REQUESTS) == WRITING


async def _accounts(console: Console) -> list[tuple[Any, ...]]:
    rows = await console.sql.fetch(
        "select id, login, password_hash, role_id, status, photo, photo_check, version, array(select office_id from"
        " user_offices o where o.user_id = users.id order by 1) from users where login <> 'superadmin' order by id"
    )
    live = await console.sql.fetchval("select count(*) from sessions where ended_at is null")
    return [tuple(row) for row in rows] + [(live,)]


@pytest.mark.parametrize("call", WRITING)
async def test_an_account_of_a_branch_that_the_caller_lacks_is_not_changed(
    console: Console, targets: Targets, call: str
) -> None:
    """D-161: refused in words, and nothing has changed."""
    before = await _accounts(console)
    for path, more in REQUESTS[call](targets):
        answer = await targets.caller.request(call.split(maxsplit=1)[0], path, **more)
        assert (answer.status_code, answer.json()["code"]) == (403, "ACCESS_OTHER_BRANCHES"), path
    assert await _accounts(console) == before


async def test_an_account_of_a_branch_that_the_caller_lacks_is_shown_as_not_editable(targets: Targets) -> None:
    """D-12: the shared branch is shown; a caller of all branches may edit."""
    for visitor, editable in ((targets.caller, False), (targets.boss, True)):
        cards = [
            (await visitor.data(f"/users/{targets.staff.id}"))["user"],
            (await visitor.data(f"/academic/{targets.teacher.id}"))["academic"],
        ]
        assert [card["editable"] for card in cards] == [editable, editable]
        rows = (await visitor.data("/users/staff", perPage=100))["academics"]
        assert {row["editable"] for row in rows if row["id"] == targets.staff.id} == {editable}
    assert (await targets.caller.get(f"/users/{targets.staff.id}/sessions")).status_code == 403
    preview = await targets.caller.get(f"/users/{targets.staff.id}/history/{targets.audit_id}/take-back")
    assert preview.json()["code"] == "ACCESS_OTHER_BRANCHES"
