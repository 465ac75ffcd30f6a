"""Authors: staff accounts whose online courses students take (D-16, D-17)."""

from typing import Any

import pytest

from tests.support.builders import Branch, RoleOf, a_branch, a_class_of, a_course, a_user_with
from tests.support.console import Console, Visitor, data

ACADEMIC = {"users:academic": ["create", "read", "update"]}


@pytest.fixture(scope="module")
async def here(console: Console) -> Branch:
    """The visitor's branch."""
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, here: Branch) -> Visitor:
    """A manager of authors of one branch."""
    return await console.sign_in(a_user_with(ACADEMIC).of(here))


@pytest.fixture(scope="module")
async def role(console: Console) -> int:
    """A role of staff without rights."""
    role = RoleOf("Muallif", {})
    await console.store(role)
    return role.id or 0


async def _course(console: Console, branch: Branch, name: str) -> int:
    course = a_course(name)
    await console.store(a_class_of(2).in_branch(branch).of_course(course))
    return course.id or 0


def _form(role: int, here: Branch, login: str, **more: Any) -> dict[str, Any]:
    names = {"firstName": "Nilufar", "lastName": "Umarova"}
    return {"login": login, "roleId": role, "officeIds": [here.id], **names, **more}


async def _card(visitor: Visitor, id: int) -> dict[str, Any]:
    card: dict[str, Any] = (await visitor.data(f"/authors/{id}"))["author"]
    return card


def _changed(card: dict[str, Any], **changes: Any) -> dict[str, Any]:
    fields = {name: card[name] for name in ("version", "firstName", "lastName", "phoneNumber", "gender")}
    return fields | {"courseIds": [course["id"] for course in card["courses"]]} | changes


async def test_an_author_is_added_with_courses(console: Console, here: Branch, visitor: Visitor, role: int) -> None:
    """R1-084, R1-085: a staff account whose password is shown once.

    The students of the courses are counted.
    """
    course = await _course(console, here, "Python onlayn")
    form = _form(role, here, "nilufar", courseIds=[course], phoneNumber="90 123-45-67", gender=2)
    opened = data(await visitor.post("/authors", form))
    assert len(opened["password"]) == 20
    page = await visitor.data("/authors/all", courseId=course)
    row = page["authors"][0]
    assert (page["total"], row["id"], row["fullName"]) == (1, opened["id"], "Umarova Nilufar")
    assert ([one["name"] for one in row["courses"]], row["students"]) == (["Python onlayn"], 2)
    signed_in = await console.nobody().post("/auth/sign-in", {"login": "nilufar", "password": opened["password"]})
    assert data(signed_in)["staffInfo"]["roleType"] == 1
    assert opened["id"] in {one["id"] for one in (await visitor.data("/authors/all", value="nilufar"))["authors"]}


async def test_a_course_has_one_author(console: Console, here: Branch, visitor: Visitor, role: int) -> None:
    """A form cannot remove a course from another author; errors are by field."""
    course = await _course(console, here, "Dizayn onlayn")
    data(await visitor.post("/authors", _form(role, here, "birinchi", courseIds=[course])))
    refused = await visitor.post("/authors", _form(role, here, "ikkinchi", courseIds=[course]))
    assert refused.json()["fields"] == {"courseIds": ["This course has another author: Dizayn onlayn"]}
    unknown = await visitor.post("/authors", _form(0, here, "ab", courseIds=[10**9], phoneNumber="1"))
    assert set(unknown.json()["fields"]) == {"courseIds", "login", "phoneNumber", "roleId"}
    offered = {one["id"]: one for one in (await visitor.data("/authors/courses"))["courses"]}
    assert (offered[course]["taken"], offered[course]["author"]["name"]) == (True, "Umarova Nilufar")


async def test_an_author_is_changed_and_removed(console: Console, here: Branch, visitor: Visitor, role: int) -> None:
    """R1-086, D-8: names, phone, courses; with the version that was read."""
    first, second = await _course(console, here, "Birinchi kurs"), await _course(console, here, "Ikkinchi kurs")
    id = data(await visitor.post("/authors", _form(role, here, "ozgaradi", courseIds=[first])))["id"]
    card = await _card(visitor, id)
    data(await visitor.put(f"/authors/{id}", _changed(card, lastName="Aliyeva", courseIds=[second])))
    changed = await _card(visitor, id)
    assert (changed["fullName"], [one["id"] for one in changed["courses"]]) == ("Aliyeva Nilufar", [second])
    stale = await visitor.put(f"/authors/{id}", _changed(card, lastName="Boshqa"))
    assert (stale.status_code, stale.json()["current"]["lastName"]) == (409, "Aliyeva")
    data(await visitor.put(f"/authors/{id}", _changed(changed, author=False)))
    assert (await visitor.get(f"/authors/{id}")).status_code == 404
    assert await console.sql.fetchval("select count(*) from courses where author_id = $1", id) == 0
    assert await console.sql.fetchval("select status from users where id = $1", id) == 3


async def test_courses_of_another_branch_stay_unchanged(
    console: Console, here: Branch, visitor: Visitor, role: int
) -> None:
    """D-12, D-56: courses out of scope are neither assigned nor removed."""
    elsewhere = await _course(console, a_branch("Sergeli"), "Boshqa filialda")
    id = data(await visitor.post("/authors", _form(role, here, "ikki-filialli")))["id"]
    await console.sql.execute("update courses set author_id = $1 where id = $2", id, elsewhere)
    card = await _card(visitor, id)
    assert card["courses"] == []
    refused = await visitor.put(f"/authors/{id}", _changed(card, courseIds=[elsewhere]))
    assert set(refused.json()["fields"]) == {"courseIds"}
    data(await visitor.put(f"/authors/{id}", _changed(card, lastName="Aliyeva")))
    assert await console.sql.fetchval("select author_id from courses where id = $1", elsewhere) == id


async def test_a_role_beyond_the_callers_rights_cannot_be_assigned(
    console: Console, here: Branch, visitor: Visitor
) -> None:
    """D-56: nor another type of role, nor a foreign branch.

    Nor may an account with more rights be changed.
    """
    greater = RoleOf("Kattaroq", {"settings:integrations": ["update"]})
    await console.store(greater)
    refused = await visitor.post("/authors", _form(greater.id or 0, here, "oshirilgan"))
    assert (refused.status_code, refused.json()["code"]) == (403, "ACCESS_BEYOND_OWN_RIGHTS")
    above = a_user_with({"staff_control:roles": ["update"]}).of(here).having(author=True)
    await console.store(above)
    card = await _card(visitor, above.id or 0)
    assert card["editable"] is False
    refused = await visitor.put(f"/authors/{above.id}", _changed(card))
    assert refused.json()["code"] == "ACCESS_ACCOUNT_BEYOND_OWN"
