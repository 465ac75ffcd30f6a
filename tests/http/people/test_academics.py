"""Academics: people of the school, their accounts, groups and check-ins.

D-12, D-16, D-17, D-56, D-61.
"""

import asyncio
from typing import Any

import pytest

from domain.access.roles import RoleType
from tests.support.builders import (
    Account,
    Branch,
    RoleOf,
    Teacher,
    a_branch,
    a_class_of,
    a_teacher,
    a_user_with,
    an_assistant,
)
from tests.support.console import Console, Visitor, data

ACADEMIC = {"users:academic": ["create", "read", "update"]}
TEACHES = {"my_groups:attendance": ["read", "update"]}
ISSUED = 20


@pytest.fixture(scope="module")
async def here(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def there(console: Console) -> Branch:
    """Another branch."""
    branch = a_branch("Sergeli")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, here: Branch) -> Visitor:
    """A manager of academics of one branch, with a teacher's rights."""
    return await console.sign_in(a_user_with(ACADEMIC | TEACHES).of(here))


@pytest.fixture(scope="module")
async def role(console: Console) -> RoleOf:
    """A teacher's role."""
    role = RoleOf("O'qituvchi", TEACHES, RoleType.ACADEMIC, 2)
    await console.store(role)
    return role


@pytest.fixture
async def teacher(console: Console, here: Branch) -> Teacher:
    """A teacher imported from the school."""
    teacher = a_teacher().in_branch(here)
    await console.store(teacher)
    return teacher


def _form(role: RoleOf, login: str, **more: Any) -> dict[str, Any]:
    return {"login": login, "roleId": role.id, "genderType": 2, **more}


async def _sign_up(visitor: Visitor, teacher: Teacher, form: dict[str, Any], kind: str = "academic") -> Any:
    return await visitor.post(f"/{kind}/sign-up/{teacher.id}", form)


async def _card(visitor: Visitor, teacher: Teacher) -> dict[str, Any]:
    card: dict[str, Any] = (await visitor.data(f"/academic/{teacher.id}"))["academic"]
    return card


async def _with_account(console: Console, here: Branch, role: RoleOf, login: str) -> tuple[Teacher, Account]:
    account = Account(first_name="Nodira", last_name="Karimova", role=role, login=login).of(here)
    teacher = a_teacher().in_branch(here).with_account(account)
    await console.store(teacher)
    return teacher, account


async def test_a_synchronised_person_is_signed_up_and_signs_in(
    console: Console, here: Branch, visitor: Visitor, role: RoleOf, teacher: Teacher
) -> None:
    """R1-141, R1-182, R1-343, D-61: from no account to an own password.

    The password is never audited.
    """
    before = await _card(visitor, teacher)
    assert (before["acStatus"], before["login"], before["role"], before["isActive"]) == (3, None, None, False)
    opened = data(await _sign_up(visitor, teacher, _form(role, " ustoz.1 ")))
    assert (opened["login"], len(opened["password"])) == ("ustoz.1", ISSUED)
    card = await _card(visitor, teacher)
    assert (card["acStatus"], card["systemStatus"], card["login"], card["roleId"]) == (1, 3, "ustoz.1", role.id)
    assert (card["gender"], card["accountOpenedBy"]["id"]) == (2, visitor.signed_in["staffInfo"]["id"])
    places = await console.sql.fetch("select office_id from user_offices where user_id = $1", opened["id"])
    assert [row["office_id"] for row in places] == [here.id]
    browser = console.nobody()
    signed_in = data(await browser.post("/auth/sign-in", {"login": "ustoz.1", "password": opened["password"]}))
    assert signed_in["staffInfo"] | {"photo": None} == {
        "id": opened["id"],
        "login": "ustoz.1",
        "fullName": card["fullName"],
        "roleName": "O'qituvchi",
        "roleType": 2,
        "photo": None,
        "mustChangePassword": True,
    }
    result = await visitor.data(f"/academic/{teacher.id}/history")
    assert [entry["comment"] for entry in result["history"]] == ["Created the account ustoz.1"]
    assert opened["password"] not in str(await console.sql.fetch("select * from audits"))


async def test_concurrent_sign_ups_create_one_account(
    console: Console, visitor: Visitor, role: RoleOf, teacher: Teacher
) -> None:
    """D-8, P7: the second gets a conflict."""
    requests = [_sign_up(visitor, teacher, _form(role, f"ikki-{number}")) for number in range(4)]
    answers = await asyncio.gather(*requests)
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409]
    assert {answer.json()["code"] for answer in answers if answer.status_code == 409} == {"PEOPLE_HAS_ACCOUNT"}
    assert await console.sql.fetchval("select count(*) from users where login like 'ikki-%'") == 1


async def test_errors_of_an_account_are_reported_by_field(
    console: Console, here: Branch, visitor: Visitor, role: RoleOf, teacher: Teacher
) -> None:
    """R1-422, D-3: a taken login in the words of the specification."""
    office = RoleOf("Ofis", {})
    await console.store(office)
    wrong = await _sign_up(visitor, teacher, _form(office, "a b"))
    assert set(wrong.json()["fields"]) == {"login", "roleId"}
    await _with_account(console, here, role, "band-login")
    visitor.language = "uz"
    taken = await _sign_up(visitor, teacher, _form(role, "BAND-LOGIN"))
    visitor.language = "en"
    assert (taken.status_code, taken.json()["message"]) == (409, "Foydalanuvchi nomi allaqachon mavjud")
    assert (await _card(visitor, teacher))["acStatus"] == 3
    assert (await _sign_up(visitor, teacher, _form(role, "x", superadmin=True))).status_code == 400


async def test_a_right_or_branch_the_caller_lacks_cannot_be_granted(
    console: Console, here: Branch, there: Branch, visitor: Visitor, teacher: Teacher
) -> None:
    """D-56: neither a role with more rights nor a foreign branch."""
    greater = RoleOf("Kattaroq", {"my_groups:exam": ["delete"]}, RoleType.ACADEMIC)
    lesser = RoleOf("Kichikroq", {}, RoleType.ACADEMIC)
    both = a_teacher().in_branch(here, there)
    await console.store(greater, lesser, both)
    refused = await _sign_up(visitor, teacher, _form(greater, "oshiq"))
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_BEYOND_OWN_RIGHTS")
    opened = data(await _sign_up(visitor, both, _form(lesser, "bir-filial")))
    places = await console.sql.fetch("select office_id from user_offices where user_id = $1", opened["id"])
    assert [row["office_id"] for row in places] == [here.id]
    assert [office["id"] for office in (await _card(visitor, both))["offices"]] == [here.id]


async def test_an_account_with_more_rights_cannot_be_managed(console: Console, here: Branch, visitor: Visitor) -> None:
    """D-56: its new password would grant rights that the caller lacks."""
    greater = RoleOf("Bosh ustoz", {"staff_control:roles": ["update"]}, RoleType.ACADEMIC, 2)
    teacher, account = await _with_account(console, here, greater, "bosh-ustoz")
    assert (await _card(visitor, teacher))["editable"] is False
    requests = [
        ("reset-password", None),
        ("update-status", {"isActive": False, "reason": "sabab"}),
    ]
    for action, body in requests:
        refused = await visitor.put(f"/academic/{teacher.id}/{action}", body)
        assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_ACCOUNT_BEYOND_OWN"), action
    changed = await visitor.put(f"/academic/{teacher.id}", {"login": "boshqa", "isActive": True})
    assert changed.json()["code"] == "ACCESS_ACCOUNT_BEYOND_OWN"
    assert (await console.sign_in(account)).token


async def test_a_user_cannot_close_their_own_account(console: Console, here: Branch) -> None:
    """As with staff; the password is changed on the profile."""
    role = RoleOf("O'zi", ACADEMIC, RoleType.ACADEMIC, 2)
    teacher, account = await _with_account(console, here, role, "ozim")
    own = await console.sign_in(account)
    refused = await own.put(f"/academic/{teacher.id}/update-status", {"isActive": False, "reason": "sabab"})
    assert refused.json()["code"] == "ACCESS_OWN_ACCOUNT"
    assert (await _card(own, teacher))["editable"] is False


async def test_a_closed_account_is_rejected_at_its_next_request(
    console: Console, here: Branch, visitor: Visitor, role: RoleOf
) -> None:
    """R1-207, R1-209, R1-344, P7: with access and refresh token.

    Reopened, it has its old password.
    """
    teacher, account = await _with_account(console, here, role, "bloklanadi")
    browser = await console.sign_in(account)
    blank = await visitor.put(f"/academic/{teacher.id}/update-status", {"isActive": False, "reason": "  "})
    assert set(blank.json()["fields"]) == {"reason"}
    data(await visitor.put(f"/academic/{teacher.id}/update-status", {"isActive": False, "reason": "ta'tilda"}))
    card = await _card(visitor, teacher)
    assert (card["acStatus"], card["isActive"], card["systemStatus"], card["blockReason"]) == (2, False, 2, "ta'tilda")
    assert (await browser.get("/profile")).status_code == 401
    refresh = {"Authorization": f"Bearer {browser.signed_in['refreshToken']}"}
    assert (await browser.request("GET", "/auth/refresh-token", headers=refresh)).status_code == 401
    twice = await visitor.put(f"/academic/{teacher.id}/update-status", {"isActive": False, "reason": "yana"})
    assert twice.json()["code"] == "ACCESS_ALREADY_BLOCKED"
    data(await visitor.put(f"/academic/{teacher.id}/update-status", {"isActive": True}))
    assert (await _card(visitor, teacher))["acStatus"] == 1
    assert (await console.sign_in(account)).token


async def test_a_departed_academic_gets_no_account_and_none_is_opened(
    console: Console, here: Branch, visitor: Visitor, role: RoleOf
) -> None:
    """R1-208: the employment status is owned by the school."""
    gone = a_teacher().in_branch(here).having(work_status=2)
    await console.store(gone)
    refused = await _sign_up(visitor, gone, _form(role, "ketgan"))
    assert (refused.status_code, refused.json()["code"]) == (409, "PEOPLE_DOES_NOT_WORK")
    teacher, account = await _with_account(console, here, role, "ketadi")
    await console.sql.execute("update teachers set work_status = 2 where id = $1", teacher.id)
    await console.sql.execute("update users set status = 2 where id = $1", account.id)
    refused = await visitor.put(f"/academic/{teacher.id}/update-status", {"isActive": True})
    assert refused.json()["code"] == "PEOPLE_DOES_NOT_WORK"


async def test_a_new_password_ends_the_sessions(
    console: Console, here: Branch, visitor: Visitor, role: RoleOf, teacher: Teacher
) -> None:
    """R1-211, R1-341, D-9: shown once, changed at the next sign-in.

    Without an account there is none to reset.
    """
    signed, account = await _with_account(console, here, role, "paroli-yangi")
    browser = await console.sign_in(account)
    password = data(await visitor.put(f"/academic/{signed.id}/reset-password"))["password"]
    assert len(password) == ISSUED
    assert (await browser.get("/profile")).status_code == 401
    browser = console.nobody()
    again = data(await browser.post("/auth/sign-in", {"login": account.login, "password": password}))
    assert again["staffInfo"]["mustChangePassword"] is True
    none = await visitor.put(f"/academic/{teacher.id}/reset-password")
    assert (none.status_code, none.json()["code"]) == (409, "PEOPLE_NO_ACCOUNT")


async def test_a_login_is_changed(console: Console, here: Branch, visitor: Visitor, role: RoleOf) -> None:
    """R1-142, R1-340, D-8: with the version that was read.

    A taken login is rejected, an old version too.
    """
    teacher, _ = await _with_account(console, here, role, "eski-login")
    version = (await _card(visitor, teacher))["version"]
    form = {"login": "yangi-login", "isActive": True, "version": version}
    data(await visitor.put(f"/academic/{teacher.id}", form))
    assert (await _card(visitor, teacher))["login"] == "yangi-login"
    stale = await visitor.put(f"/academic/{teacher.id}", form | {"login": "uchinchi"})
    assert (stale.status_code, stale.json()["code"]) == (409, "SHARED_STALE")
    other, _ = await _with_account(console, here, role, "band-2")
    taken = await visitor.put(f"/academic/{other.id}", {"login": "Yangi-Login", "isActive": True})
    assert taken.json()["code"] == "ACCESS_LOGIN_TAKEN"
    closed = await visitor.put(f"/academic/{teacher.id}", {"login": "yangi-login", "isActive": False})
    assert set(closed.json()["fields"]) == {"reason"}
    data(await visitor.put(f"/academic/{teacher.id}", {"login": "yangi-login", "isActive": False, "reason": "sabab"}))
    assert (await _card(visitor, teacher))["acStatus"] == 2


async def test_the_list_is_filtered_by_every_filter(console: Console, role: RoleOf) -> None:
    """R1-144, R1-182, R1-195, R1-339, D-5, D-63: newest first.

    Account state, employment, role, branch, keys.
    """
    there = a_branch("Yakkasaroy")
    await console.store(there)
    manager = await console.sign_in(a_user_with(ACADEMIC).of(there))
    named = a_teacher().named("Gʻayrat", "Oʻrinov").in_branch(there).having(h_id="HH-77")
    signed, _ = await _with_account(console, there, role, "filtrda")
    gone = a_teacher().named("Ketgan", "Ustoz").in_branch(there).having(work_status=2)
    helper = an_assistant().named("Yordam", "Beruvchi").in_branch(there)
    removed = a_teacher().in_branch(there).having(school_deleted_at="2026-01-01 00:00:00+00")
    await console.store(named, gone, helper, removed)

    async def found(**query: Any) -> list[int]:
        page = await manager.data("/academic", perPage=100, **query)
        assert page["total"] == len(page["academics"])
        return [row["id"] for row in page["academics"]]

    everybody = await found()
    assert set(everybody) >= {named.id, signed.id, gone.id, helper.id}
    assert removed.id not in everybody
    created = [row["createdAt"] for row in (await manager.data("/academic", perPage=100))["academics"]]
    assert created == sorted(created, reverse=True)
    assert (await found(value="gayrat"), await found(value="hh-77")) == ([named.id], [named.id])
    assert await found(value="gayrat", keys="lastName") == []
    assert await found(acStatus=1) == [signed.id]
    assert await found(isActive=True) == await found(staffSystemStatus=1) == await found(roleId=role.id) == [signed.id]
    assert signed.id not in await found(acStatus=3)
    assert await found(workStatus=2) == [gone.id]
    assert await found(officeIds=there.id) == everybody
    assert (await manager.get("/academic", keys="login")).status_code == 400


async def test_teachers_and_assistants_are_distinguished_by_their_role(
    console: Console, visitor: Visitor, here: Branch
) -> None:
    """R1-350, D-16, D-57: by the school's data before there is an account.

    With an account by its role's number.
    """
    helper = an_assistant().in_branch(here)
    custom = RoleOf("Katta yordamchi", {}, RoleType.ACADEMIC, 3)
    became, _ = await _with_account(console, here, custom, "yordamchi-boldi")
    await console.store(helper, a_teacher().in_branch(here))
    teachers = {row["id"] for row in (await visitor.data("/kpi/all", perPage=100))["teachers"]}
    assistants = {row["id"] for row in (await visitor.data("/assistant/all", perPage=100))["assistants"]}
    assert {helper.id, became.id} <= assistants
    assert not assistants & teachers
    assert (await visitor.get(f"/teacher/{helper.id}")).status_code == 404
    one = next(iter(teachers))
    assert (await visitor.get(f"/assistant/{one}")).status_code == 404
    assert (await visitor.data(f"/assistant/{became.id}"))["assistant"]["roleNumber"] == 3


async def test_a_manager_of_assistants_does_not_manage_teachers(console: Console, here: Branch) -> None:
    """R1-352, R1-353, D-59: users:assistants grants their view only.

    Neither a teacher's account nor a teacher's role.
    """
    rights = {"users:assistants": ["create", "read", "update"], **TEACHES}
    manager = await console.sign_in(a_user_with(rights).of(here))
    teaching = RoleOf("O'qituvchi roli", TEACHES, RoleType.ACADEMIC, 2)
    helping = RoleOf("Yordamchi roli", {}, RoleType.ACADEMIC, 3)
    helper, teacher = an_assistant().in_branch(here), a_teacher().in_branch(here)
    await console.store(teaching, helping, helper, teacher)
    assert (await _sign_up(manager, teacher, _form(helping, "ustoz-emas"), "assistant")).status_code == 404
    assert (await _sign_up(manager, helper, _form(helping, "orqadan"))).status_code == 403
    wrong = await _sign_up(manager, helper, _form(teaching, "kotarildi"), "assistant")
    assert set(wrong.json()["fields"]) == {"roleId"}
    data(await _sign_up(manager, helper, _form(helping, "yordamchi"), "assistant"))
    assert len(data(await manager.put(f"/assistant/{helper.id}/reset-password"))["password"]) == ISSUED
    assert (await manager.put(f"/assistant/{teacher.id}/reset-password")).status_code == 404
    right = await console.sql.fetchval("select permission from audits where entity_id = $1 and verb = $2 limit 1",
                                       helper.id, "access.user_created")  # fmt: skip
    assert right == "users:assistants"


async def test_an_academic_has_their_groups_and_lessons(
    console: Console, here: Branch, there: Branch, visitor: Visitor, teacher: Teacher
) -> None:
    """R1-342, R1-345, R1-346, D-13, D-46: groups by the schedule.

    Unmarked lessons are not counted.
    """
    group = a_class_of(3).called("Matematika-1").in_branch(here).taught_by(teacher).on(2, 4, at="09:30")
    foreign = a_class_of(1).called("Boshqa filialda").in_branch(there).taught_by(teacher)
    ended = a_class_of(0).called("Tugagan").in_branch(here).taught_by(teacher)
    ended.status = ended.status.ENDED
    await console.store(group, foreign, ended)
    for path in (f"/academic/{teacher.id}/groups", f"/teacher/{teacher.id}/groups"):
        page = await visitor.data(path, status=2)
        assert [(one["name"], one["students"], one["attendanceKpi"]) for one in page["groups"]] == [
            ("Matematika-1", 3, None)
        ]
        assert page["groups"][0]["schedules"][0]["daysOfWeek"] == [2, 4]
        assert (await visitor.data(path))["total"] == 2
    result = await visitor.data(f"/academic/{teacher.id}/{group.id}/attendances")
    assert (result["groupName"], result["beginTime"], result["endTime"]) == ("Matematika-1", "09:30", "11:30")
    assert (result["rating"], result["attendances"], result["total"]) == (None, [], 0)
    assert result["schedules"][0]["daysOfWeek"] == [2, 4]
    other = a_class_of(0).in_branch(here)
    await console.store(other)
    for group_id in (foreign.id, other.id, 4_000_000):
        assert (await visitor.get(f"/academic/{teacher.id}/{group_id}/attendances")).status_code == 404


async def test_an_assistant_has_the_groups_they_assist(console: Console, here: Branch, visitor: Visitor) -> None:
    """R1-351: by the schedule; a teacher is not found as an assistant."""
    helper, teacher = an_assistant().in_branch(here), a_teacher().in_branch(here)
    await console.store(a_class_of(2).called("Yordamli").in_branch(here).taught_by(helper), teacher)
    page = await visitor.data(f"/assistant/{helper.id}/groups")
    assert ([(one["name"], one["students"]) for one in page["groups"]], page["total"]) == ([("Yordamli", 2)], 1)
    assert (await visitor.get(f"/assistant/{teacher.id}/groups")).status_code == 404


async def test_the_list_of_teachers_has_the_specified_fields_and_filters(console: Console, role: RoleOf) -> None:
    """R1-140, R1-143: page, perPage, keys, isActive, workStatus, value, orderBy.

    Each teacher with the fields of the account.
    """
    there = a_branch("Olmazor")
    await console.store(there)
    manager = await console.sign_in(a_user_with(ACADEMIC).of(there))
    first = a_teacher().named("Anvar", "Birinchi").in_branch(there).having(work_status=2)
    second = (await _with_account(console, there, role, "ikkinchi"))[0]
    await console.store(first)

    async def found(**query: Any) -> list[int]:
        return [row["id"] for row in (await manager.data("/kpi/all", **query))["teachers"]]

    both = await found(orderBy="ASC")
    assert sorted(both) == sorted([first.id or 0, second.id or 0])
    assert await found(orderBy="DESC") == both[::-1]
    assert [await found(orderBy="ASC", perPage=1, page=page) for page in (1, 2)] == [[id] for id in both]
    assert await found(workStatus=2) == await found(isActive="false") == await found(value="birinchi") == [first.id]
    assert await found(value="birinchi", keys="firstName") == []
    fields = {"id", "login", "isActive", "roleId", "fullName", "role", "offices", "workStatus", "acStatus", "createdAt"}
    (row,) = (await manager.data("/academic", isActive="true"))["academics"]
    assert fields <= set(row)
    assert (row["id"], row["login"], row["roleId"], row["role"]["name"]) == (second.id, "ikkinchi", role.id, role.name)


async def test_a_teachers_kpi_is_the_mean_of_the_groups_weighted_by_their_marks(
    console: Console, here: Branch, there: Branch, visitor: Visitor
) -> None:
    """D-12, D-27, D-77: of attendance alone as yet, in the caller's branches."""
    teacher = a_teacher().named("Vaznli", "Oʻlchovli").in_branch(here)
    small, large = (a_class_of(1).in_branch(here).taught_by(teacher) for _ in range(2))
    foreign = a_class_of(1).in_branch(there).taught_by(teacher)
    await console.store(small, large, foreign)
    for group, attended, late, absent in ((small, 1, 0, 1), (large, 5, 1, 0), (foreign, 0, 0, 90)):
        await console.sql.execute(
            "insert into group_marks (group_id, attended, late, absent) values ($1, $2, $3, $4)",
            *(group.id, attended, late, absent),
        )
    row = (await visitor.data("/kpi/all", value="Vaznli"))["teachers"][0]
    assert (row["attendanceKpi"], row["kpi"]) == (87.5, 87.5)
    assert (row["homeworkKpi"], row["examKpi"]) == (None, None)


async def test_a_kpi_without_data_is_null(console: Console, here: Branch, visitor: Visitor) -> None:
    """R1-347, D-27: groups and students are counted."""
    teacher = a_teacher().named("Yagona", "Hisobli").in_branch(here)
    await console.store(a_class_of(2).in_branch(here).taught_by(teacher))
    row = (await visitor.data("/kpi/all", value="Hisobli"))["teachers"][0]
    assert [row[name] for name in ("attendanceKpi", "homeworkKpi", "examKpi", "kpi")] == [None] * 4
    assert (row["groups"], row["students"]) == (1, 2)
    assert "login" not in row
