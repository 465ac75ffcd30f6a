"""Each key of the study department alone, on every call of the database (D-101)."""

import pytest

from domain.access.permissions import MODULES, Action
from tests.http.api.support.permission_matrix import BODIES
from tests.support.access import table
from tests.support.builders import a_user_with
from tests.support.console import Console

CALLS = [call for call in table() if "/homework-db" in call.path]
KEY = "study:homework_db"
# the options of a switch are read with the courses too (D-105)
OF_COURSES = {"GET /api/staff/homework-db/{id}/switch-options"}
FORBIDDEN = 403


async def _opened(console: Console, key: str, actions: list[str]) -> set[str]:
    """The calls that a caller of all branches with this key alone may send."""
    visitor = await console.sign_in(a_user_with({key: actions}).of_all_branches())
    opened = set()
    for call in CALLS:
        path = call.path.replace("{id}", str(10**9)).replace("/api/staff", "")
        answer = await visitor.request(call.method, path, json=BODIES.get(str(call)))
        if answer.status_code != FORBIDDEN:
            opened.add(str(call))
    return opened


@pytest.mark.parametrize("option", MODULES["study"])
async def test_a_key_alone_opens_what_it_names(console: Console, option: str) -> None:
    """R1-268, R2-330, D-101: reading and changing the database need its own key."""
    actions = [str(action) for action in MODULES["study"][option]]
    opened = await _opened(console, f"study:{option}", actions)
    expected = {"homework_db": {str(call) for call in CALLS}, "courses": OF_COURSES}
    assert opened == expected.get(option, set())


@pytest.mark.parametrize("action", list(Action))
async def test_an_action_alone_opens_the_calls_that_need_it(console: Console, action: Action) -> None:
    """R2-330: create, read, update and delete are held apart."""
    opened = await _opened(console, KEY, [str(action)])
    assert opened == {str(call) for call in CALLS if call.action == action}
