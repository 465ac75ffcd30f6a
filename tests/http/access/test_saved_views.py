"""Views of lists that one saves for oneself: a name for filters, search, columns and page size (issue 5)."""

import asyncio
from typing import Any

import pytest

from tests.support.builders import a_user_with
from tests.support.console import Console, Visitor, data

MINE = {"address": {"statusId": "all", "value": "ali"}, "columns": ["id", "fullName"]}


async def _saved(visitor: Visitor, name: str = "Alilar", **value: Any) -> dict[str, Any]:
    body = {"list": "students", "name": name, "value": value or MINE}
    view: dict[str, Any] = data(await visitor.post("/views", body))["view"]
    return view


async def test_a_view_is_found_again_as_it_was_left(console: Console) -> None:
    """By its own person, at its own list; the name without the spaces around it."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    view = await _saved(visitor, "  Alilar   ro'yxati ")
    assert (view["name"], view["value"]) == ("Alilar ro'yxati", MINE)
    assert (await visitor.data("/views", list="students"))["views"] == [view]
    assert (await visitor.data("/views", list="jobs"))["views"] == []
    assert (await other.data("/views", list="students"))["views"] == []


async def test_a_view_is_renamed_and_saved_over(console: Console) -> None:
    """Each alone; what is not given stays."""
    visitor = await console.sign_in(a_user_with({}))
    view = await _saved(visitor)
    path = f"/views/{view['id']}"
    view = data(await visitor.put(path, {"version": view["version"], "name": "Boshqa"}))["view"]
    assert (view["name"], view["value"]) == ("Boshqa", MINE)
    empty: dict[str, Any] = {"address": {}, "columns": None}
    view = data(await visitor.put(path, {"version": view["version"], "value": empty}))["view"]
    assert (view["name"], view["value"]) == ("Boshqa", empty)
    data(await visitor.delete(path))
    assert (await visitor.data("/views"))["views"] == []


async def test_who_looked_at_an_older_view_is_told(console: Console) -> None:
    """D-8: two tabs; the second one sees what the first has saved."""
    visitor = await console.sign_in(a_user_with({}))
    view = await _saved(visitor)
    data(await visitor.put(f"/views/{view['id']}", {"version": view["version"], "name": "Birinchi"}))
    answer = await visitor.put(f"/views/{view['id']}", {"version": view["version"], "name": "Ikkinchi"})
    assert answer.status_code == 409
    assert answer.json()["current"]["name"] == "Birinchi"


async def test_somebody_elses_view_is_not_there(console: Console) -> None:
    """Nothing of it is told, changed or deleted."""
    visitor, other = await console.sign_in(a_user_with({})), await console.sign_in(a_user_with({}))
    view = await _saved(visitor)
    path = f"/views/{view['id']}"
    assert (await other.put(path, {"version": view["version"], "name": "Meniki"})).status_code == 404
    assert (await other.delete(path)).status_code == 404
    assert (await visitor.data("/views"))["views"] == [view]


async def test_two_of_one_name_are_refused_in_words(console: Console) -> None:
    """At one list; another list has names of its own. A second press of the same submission makes no second view."""
    visitor = await console.sign_in(a_user_with({}))
    first, second = await _saved(visitor), await _saved(visitor, "Valilar")
    body = {"list": "students", "name": "Alilar", "value": {}}
    answer = await visitor.post("/views", body)
    assert (answer.status_code, answer.json()["code"]) == (409, "ACCESS_VIEW_NAME_TAKEN")
    answer = await visitor.put(f"/views/{second['id']}", {"version": second["version"], "name": first["name"]})
    assert answer.status_code == 409
    data(await visitor.post("/views", body | {"list": "jobs"}))
    again = {"list": "students", "name": "Takror", "value": {}}
    key = {"Idempotency-Key": "a-view-of-two-presses"}
    answers = [await visitor.ask("POST", "/views", json=again, headers=key) for _ in range(2)]
    assert [data(answer)["view"]["name"] for answer in answers] == ["Takror"] * 2
    assert len((await visitor.data("/views", list="students"))["views"]) == 3


async def test_views_have_an_end(console: Console) -> None:
    """Fifty of a list, also when they are saved all at once."""
    visitor = await console.sign_in(a_user_with({}))
    body = {"list": "students", "value": {}}
    answers = await asyncio.gather(*(visitor.post("/views", body | {"name": f"Ko'rinish {n}"}) for n in range(53)))
    assert sorted(answer.status_code for answer in answers) == [200] * 50 + [409] * 3
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
async def test_what_is_too_much_is_not_kept(console: Console, value: dict[str, Any], status: int) -> None:
    """Nobody fills the database by saving."""
    visitor = await console.sign_in(a_user_with({}))
    answer = await visitor.post("/views", {"list": "students", "name": "Katta", "value": value})
    assert answer.status_code == status
    assert (await visitor.data("/views"))["views"] == []
