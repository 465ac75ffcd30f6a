"""Branches: added for a head office, renamed, deleted while unused."""

import asyncio
from typing import Any

import pytest

from tests.support.builders import a_branch, a_class_of, a_superadmin, a_user_with
from tests.support.console import Console, Visitor, data

EVERYTHING = {"staff_control:offices": ["create", "read", "update", "delete"]}


async def _create_head_office(console: Console, name: str, *, gone: bool = False) -> int:
    made = """insert into head_offices (h_id, name, school_deleted_at)
        values ($1, $1, case when $2 then now() end) returning id"""
    return int(await console.sql.fetchval(made, name, gone))


@pytest.fixture(scope="module")
async def chief(console: Console) -> Visitor:
    return await console.sign_in(a_superadmin())


async def _add(visitor: Visitor, name: str, head: int | None) -> Any:
    return await visitor.post("/offices", {"name": name, "hOfficeId": head})


async def _branch(visitor: Visitor, id: int) -> dict[str, Any]:
    return next(office for office in (await visitor.data("/offices"))["offices"] if office["id"] == id)


async def test_a_branch_is_added_for_a_head_office(console: Console, chief: Visitor) -> None:
    """R1-166, R1-167, R1-168, R1-236, R1-390, R1-391, R1-394: audited.

    The head office is related from then on; a repeated submission adds one branch.
    """
    head = await _create_head_office(console, "Yunusobod filiali")
    before = {one["id"]: one for one in (await chief.data("/offices/hh"))["hOffices"]}
    assert before[head] == {"id": head, "name": "Yunusobod filiali", "isRelated": False}
    body, key = {"name": "  Yunusobod  ", "hOfficeId": head}, {"Idempotency-Key": "one-form"}
    answers = [await chief.request("POST", "/offices", json=body, headers=key) for _ in range(2)]
    office = data(answers[0])["office"]
    assert data(answers[1])["office"] == office
    related = {"id": head, "name": "Yunusobod filiali", "isRelated": True}
    assert office == {"id": office["id"], "name": "Yunusobod", "hOffice": related, "version": 1}
    assert await _branch(chief, office["id"]) == office
    after = {one["id"]: one["isRelated"] for one in (await chief.data("/offices/hh"))["hOffices"]}
    assert after[head] is True
    again = await _add(chief, "Ikkinchisi", head)
    assert (again.status_code, again.json()["code"]) == (409, "BRANCHES_HEAD_OFFICE_RELATED")
    (entry,) = (await chief.data(f"/offices/{office['id']}/history"))["history"]
    assert entry["comment"] == "Added the branch Yunusobod"


async def test_of_concurrent_requests_one_gets_the_head_office(console: Console, chief: Visitor) -> None:
    """R1-236: two forms that were open at the same time."""
    head = await _create_head_office(console, "Poyga filiali")
    answers = await asyncio.gather(*(_add(chief, f"Poyga {n}", head) for n in range(5)))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("", "This is required"),
        ("   ", "This is required"),
        ("\t\n", "This is required"),
        ("ab", "At least 3 characters"),
        ("  ab ", "At least 3 characters"),
        ("x" * 101, "At most 100 characters"),
    ],
)
async def test_a_name_has_at_least_three_characters(console: Console, chief: Visitor, name: str, message: str) -> None:
    """R1-230, R1-231, R1-232, R1-233, R1-237, D-33: counted after trimming.

    The missing head office is reported together with it.
    """
    answer = await _add(chief, name, None)
    assert answer.status_code == 422
    assert answer.json()["fields"] == {"name": [message], "hOfficeId": ["This is required"]}


async def test_a_head_office_must_exist(console: Console, chief: Visitor) -> None:
    """R1-230: an unknown one, or one removed from the school, is rejected."""
    gone = await _create_head_office(console, "Yopilgan filial", gone=True)
    assert gone not in {one["id"] for one in (await chief.data("/offices/hh"))["hOffices"]}
    for head in (gone, 4_000_000, -1):
        answer = await _add(chief, "Yangi filial", head)
        assert (answer.status_code, list(answer.json()["fields"])) == (422, ["hOfficeId"])


async def test_a_renamed_branch_retains_its_head_office(console: Console, chief: Visitor) -> None:
    """R1-235, R1-392, D-8: another head office is rejected.

    An old version is a conflict with the present state.
    """
    head, other = await _create_head_office(console, "Olmazor"), await _create_head_office(console, "Boshqasi")
    id = data(await _add(chief, "Olmazor", head))["office"]["id"]
    data(await chief.put(f"/offices/{id}", {"name": " Olmazor markaz ", "hOfficeId": head, "version": 1}))
    assert (await _branch(chief, id))["name"] == "Olmazor markaz"
    stale = await chief.put(f"/offices/{id}", {"name": "Eski", "version": 1})
    assert (stale.status_code, stale.json()["current"]["name"]) == (409, "Olmazor markaz")
    moved = await chief.put(f"/offices/{id}", {"name": "Olmazor", "hOfficeId": other, "version": 2})
    assert (moved.status_code, list(moved.json()["fields"])) == (422, ["hOfficeId"])
    short = await chief.put(f"/offices/{id}", {"name": " a ", "version": 2})
    assert short.json()["fields"] == {"name": ["At least 3 characters"]}
    record = (await chief.data(f"/offices/{id}/history"))["history"][0]
    assert [(c["before"], c["after"]) for c in record["changes"]] == [("Olmazor", "Olmazor markaz")]


async def test_a_branch_in_use_is_not_deleted(console: Console, chief: Visitor) -> None:
    """R1-393, issue 5: the message names its uses."""
    branch = a_branch("Band filial")
    await console.store(a_class_of(3).in_branch(branch), a_user_with({}).of(branch))
    refused = await chief.delete(f"/offices/{branch.id}")
    assert (refused.status_code, refused.json()["code"]) == (409, "BRANCHES_IN_USE")
    assert refused.json()["message"].endswith("Groups: 1, Staff: 1, Students: 3")
    assert await _branch(chief, branch.id or 0)


async def test_deleting_an_unused_branch_frees_its_head_office(console: Console, chief: Visitor) -> None:
    """R1-393: audited with its values; the head office can be used again."""
    head = await _create_head_office(console, "Sirg'ali")
    id = data(await _add(chief, "Sirg'ali", head))["office"]["id"]
    assert data(await chief.delete(f"/offices/{id}")) == {}
    assert (await chief.delete(f"/offices/{id}")).status_code == 404
    assert id not in {office["id"] for office in (await chief.data("/offices"))["offices"]}
    record = (await chief.data("/audits", entity="office", entityId=id))["audits"][0]
    assert record["comment"] == "Deleted the branch Sirg'ali"
    changes = (await chief.data(f"/audits/{record['id']}"))["audit"]["changes"]
    assert {change["label"]: change["before"] for change in changes} == {
        "Name": "Sirg'ali",
        "Branch in the school system": "Sirg'ali",
    }
    data(await _add(chief, "Sirg'ali yana", head))


async def test_a_user_cannot_give_themselves_a_branch(console: Console, chief: Visitor) -> None:
    """D-56, D-153: a branch is added by staff of all branches.

    One out of scope can't be changed.
    """
    mine = a_branch("O'zimniki")
    account = a_user_with(EVERYTHING).of(mine)
    manager = await console.sign_in(account)
    head = await _create_head_office(console, "Menga kerak")
    refused = await _add(manager, "Menga kerak", head)
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_CENTRE_WIDE")
    id = data(await _add(chief, "Menga kerak", head))["office"]["id"]
    assert [office["id"] for office in (await manager.data("/offices"))["offices"]] == [mine.id]
    assert (await manager.put(f"/offices/{id}", {"name": "Meniki", "version": 1})).status_code == 404
    assert (await manager.delete(f"/offices/{id}")).status_code == 404
    assert (await manager.get(f"/offices/{id}/history")).status_code == 404
    assert (await _branch(chief, id))["name"] == "Menga kerak"
