"""Bodies are validated strictly: no coercion of types (D-3).

A value that only resembles a number or a boolean is rejected by field.
"""

from typing import Any

import pytest

from tests.support.builders import a_branch, a_class_of, a_user_with
from tests.support.console import Console


@pytest.mark.parametrize("version", ["1", 1.5, True, None, [1], {"version": 1}])
async def test_a_text_is_not_accepted_as_a_number(console: Console, version: Any) -> None:
    """D-3: 400 with the field, and nothing is changed."""
    branch = a_branch()
    group = a_class_of(1).in_branch(branch)
    await console.store(group)
    student = group.students[0].id
    visitor = await console.sign_in(a_user_with({"users:students": ["read", "update"]}).of(branch))
    before = (await visitor.data(f"/students/{student}"))["student"]
    form = {"version": version, "firstName": "Boshqa", "lastName": "Ism", "phoneNumber": "998901112233"}
    refused = await visitor.put(f"/students/{student}/update-profile", form)
    assert refused.status_code == 400, refused.text
    assert "version" in refused.json()["fields"]
    assert (await visitor.data(f"/students/{student}"))["student"] == before
    taken = await visitor.put(f"/students/{student}/update-profile", form | {"version": before["version"]})
    assert taken.status_code == 200, taken.text


async def test_a_number_is_not_accepted_as_a_text(console: Console) -> None:
    """D-3: a number is no login."""
    refused = await console.nobody("10.8.1.1").post("/auth/sign-in", {"login": 20, "password": "20"})
    assert (refused.status_code, list(refused.json()["fields"])) == (400, ["login"])
