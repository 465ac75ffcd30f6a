"""Saved views of lists: filters, search, columns and page size (WISH-9)."""

import asyncio
from typing import Any

import pytest

from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, data

VIEW_VALUE = {"address": {"statusId": "all", "value": "ali"}, "columns": ["id", "fullName"]}


async def _save_view(visitor: Visitor, name: str = "Alilar", **value: Any) -> dict[str, Any]:
    body = {"list": "students", "name": name, "value": value or VIEW_VALUE}
    view: dict[str, Any] = data(await visitor.post("/views", body))["view"]
    return view


async def test_a_view_is_restored_as_it_was_saved(console: Console) -> None:
    """For its own account and list, its name trimmed."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    view = await _save_view(visitor, "  Alilar   ro'yxati ")
    assert (view["name"], view["value"]) == ("Alilar ro'yxati", VIEW_VALUE)
    assert (await visitor.data("/views", list="students"))["views"] == [view]
    assert (await visitor.data("/views", list="jobs"))["views"] == []
    assert (await other.data("/views", list="students"))["views"] == []


async def test_the_preferences_have_the_saved_views_of_all_lists(console: Console) -> None:
    """Oldest first, of the own account alone; writing preferences leaves them."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    assert (await visitor.data("/preferences"))["views"] == []
    first, second = await _save_view(visitor, "Birinchi"), await _save_view(visitor, "Ikkinchi")
    assert (await visitor.data("/preferences"))["views"] == [first, second]
    assert data(await visitor.put("/preferences", {"theme": "dark"}))["views"] == [first, second]
    assert (await other.data("/preferences"))["views"] == []


async def test_a_view_is_renamed_and_overwritten(console: Console) -> None:
    """Separately; fields that are not sent stay."""
    visitor = await console.sign_in(a_user_with({}))
    view = await _save_view(visitor)
    path = f"/views/{view['id']}"
    view = data(await visitor.put(path, {"version": view["version"], "name": "Boshqa"}))["view"]
    assert (view["name"], view["value"]) == ("Boshqa", VIEW_VALUE)
    empty: dict[str, Any] = {"address": {}, "columns": None}
    view = data(await visitor.put(path, {"version": view["version"], "value": empty}))["view"]
    assert (view["name"], view["value"]) == ("Boshqa", empty)
    data(await visitor.delete(path))
    assert (await visitor.data("/views"))["views"] == []


async def test_a_change_of_an_older_view_is_a_conflict(console: Console) -> None:
    """D-8: the second of two tabs gets the state saved by the first."""
    visitor = await console.sign_in(a_user_with({}))
    view = await _save_view(visitor)
    data(await visitor.put(f"/views/{view['id']}", {"version": view["version"], "name": "Birinchi"}))
    answer = await visitor.put(f"/views/{view['id']}", {"version": view["version"], "name": "Ikkinchi"})
    assert answer.status_code == 409
    assert answer.json()["current"]["name"] == "Birinchi"


async def test_a_view_of_another_account_is_not_found(console: Console) -> None:
    """It is neither shown, changed nor deleted."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    view = await _save_view(visitor)
    path = f"/views/{view['id']}"
    assert (await other.put(path, {"version": view["version"], "name": "Meniki"})).status_code == 404
    assert (await other.delete(path)).status_code == 404
    assert (await visitor.data("/views"))["views"] == [view]


async def test_a_view_name_is_unique_within_its_list(console: Console) -> None:
    """Another list has names of its own; a repeated submission creates one view."""
    visitor = await console.sign_in(a_user_with({}))
    first, second = await _save_view(visitor), await _save_view(visitor, "Valilar")
    body = {"list": "students", "name": "Alilar", "value": {}}
    answer = await visitor.post("/views", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "ACCESS_VIEW_NAME_TAKEN")
    answer = await visitor.put(f"/views/{second['id']}", {"version": second["version"], "name": first["name"]})
    assert answer.status_code == 409
    data(await visitor.post("/views", body | {"list": "jobs"}))
    again = {"list": "students", "name": "Takror", "value": {}}
    key = {"Idempotency-Key": "a-view-of-two-presses"}
    answers = [await visitor.request("POST", "/views", json=again, headers=key) for _ in range(2)]
    assert [data(answer)["view"]["name"] for answer in answers] == ["Takror"] * 2
    assert len((await visitor.data("/views", list="students"))["views"]) == 3


async def test_views_are_limited_to_fifty_per_list(console: Console) -> None:
    """Concurrent requests included."""
    visitor = await console.sign_in(a_user_with({}))
    body = {"list": "students", "value": {}}
    answers = await asyncio.gather(*(visitor.post("/views", body | {"name": f"Ko'rinish {n}"}) for n in range(53)))
    assert sorted(answer.status_code for answer in answers) == [201] * 50 + [409] * 3
    assert len((await visitor.data("/views", list="students"))["views"]) == 50


@pytest.mark.parametrize(
    ("value", "status"),
    [
        ({"address": {f"p{n}": "1" for n in range(41)}}, 422),
        ({"address": {"value": "x" * 2001}}, 422),
        ({"columns": ["c" * 101]}, 422),
        ({"columns": [f"c{n}" for n in range(101)]}, 422),
        ({"address": {"value": 1}}, 400),
        ({"unknown": 1}, 400),
    ],
    ids=str,
)
async def test_an_oversized_view_is_rejected(console: Console, value: dict[str, Any], status: int) -> None:
    """Saving cannot fill the database."""
    visitor = await console.sign_in(a_user_with({}))
    answer = await visitor.post("/views", {"list": "students", "name": "Katta", "value": value})
    assert answer.status_code == status
    assert (await visitor.data("/views"))["views"] == []
