"""Screens and calls ask for what the specification names.

The matrix of rights holds each call to its row.

``contracts/screens.json`` is the browser's own table, ``contracts/access.csv`` that of the calls: what is proven here
is that both say what was asked for, in words that nobody generated.
"""

import json

import pytest

from entrypoints.http.export import CONTRACTS
from tests.support.access import table

GROUP = "{id}/staff/{staffId}/schedule/{scheduleId}"
MARKING = "{id}/staff/{staffId}/attendance/schedule/{scheduleId}/edit/{date}"
# requirement, path, the permission that opens it, and the action where it is more than reading
SCREENS: list[tuple[str, str, str, str]] = [
    ("R1-048", "/", "signed-in", "read"),
    ("R1-061", "/branch-office", "staff_control:offices", "read"),
    ("R1-275", "/teachers", "users:academic|users:teachers", "read"),
    ("R1-003, R1-275", "/users/academic", "users:academic", "read"),
    ("R1-003", "/students", "users:students", "read"),
    ("R1-003", "/users/staff", "users:staff", "read"),
    ("R1-003, R1-069, R1-275", "/assistants", "users:academic|users:assistants", "read"),
    ("R1-070", "/assistants/{id}", "users:academic|users:assistants", "read"),
    ("R1-071", "/assistants/{id}/{groupId}/attendances", "users:academic|users:assistants", "read"),
    ("R1-072", "/users/teacher/{id}/edit", "users:academic", "update"),
    ("R1-073", "/users/teacher/add", "users:academic", "create"),
    ("R1-081", "/users/students/assistants", "users:students", "read"),
    ("R1-082", "/users/students/staffs", "users:students", "read"),
    ("R1-083", "/users/students/authors", "users:students", "read"),
    ("R1-088, D-53", "/settings", "settings", "read"),
    ("R1-278", "/control", "staff_control:roles", "read"),
    ("R1-278", "/control/roles/{id}", "staff_control:roles", "read"),
    # a bare module opens a page only; what changes there needs its option (D-53)
    ("R1-279", "/control/roles/add", "staff_control:roles", "create"),
    ("R1-279", "/control/roles/edit/{id}", "staff_control:roles", "update"),
    ("R1-279, D-59", "/control/{id}/users/{userId}/edit", "staff_control:users|users:staff", "update"),
    ("R1-281", "/control/{userId}/users", "staff_control:users", "read"),
    ("R1-281", "/control/users/add", "staff_control:users", "create"),
    ("R1-293", "/integrations", "settings:integrations", "read"),
    ("R1-092, R1-293", "/settings/student-statuses", "settings:student_statutes", "read"),
    ("R1-092, R1-293", "/settings/student-statuses/{id}/edit", "settings:student_statutes", "update"),
    ("R1-288", "/groups", "all_groups", "read"),
    ("R1-288, R2-033", f"/groups/{GROUP}", "all_groups", "read"),
    ("R2-033", f"/my-groups/{GROUP}", "my_groups", "read"),
    ("R1-287", f"/my-groups/{MARKING}", "my_groups:attendance", "read"),
    ("R1-289", f"/groups/{MARKING}", "all_groups:attendance", "read"),
]
CALLS: list[tuple[str, str, str, str]] = [
    ("R1-275", "GET /api/staff/academic", "users:academic", "read"),
    ("R1-275", "GET /api/staff/kpi/all", "users:academic|users:teachers|study:homework_statistics", "read"),
    ("R1-275", "GET /api/staff/assistant/all", "users:academic|users:assistants", "read"),
    ("R1-278", "GET /api/staff/roles/{id}/detail", "staff_control:roles", "read"),
    ("R1-279", "POST /api/staff/roles", "staff_control:roles", "create"),
    ("R1-279", "PUT /api/staff/roles/{id}", "staff_control:roles", "update"),
    ("R1-279", "PUT /api/staff/users/{kind}/{id}/update", "staff_control:users|users:staff", "update"),
    ("R1-281", "GET /api/staff/users/by-role/{role}", "staff_control:users", "read"),
    ("R1-281", "POST /api/staff/users/create", "staff_control:users|users:staff", "create"),
    ("R1-293", "PUT /api/staff/integrations", "settings:integrations", "update"),
    ("R1-293", "PUT /api/staff/control-actions/{id}", "settings:student_statutes", "update"),
    ("R1-288", "GET /api/staff/groups/all", "all_groups", "read"),
    ("R1-287", "PUT /api/staff/attendance/save-for-academic", "my_groups:attendance", "update"),
    ("R1-289", "PUT /api/staff/attendance/save-for-admin", "all_groups:attendance", "update"),
    # the button, which shows with all_groups:all_homeworks too, is the browser's
    ("R1-298, R2-337, D-45", "POST /api/staff/student-groups/add", "users:students", "update"),
]


@pytest.mark.parametrize(("requirement", "path", "permission", "action"), SCREENS)
def test_a_screen_is_there_for_who_may_open_it(requirement: str, path: str, permission: str, action: str) -> None:
    """The browser draws no other screens, and none without its guard.

    That each opens is seen in the browser.
    """
    screens = json.loads((CONTRACTS / "screens.json").read_text(encoding="utf-8"))
    (screen,) = [one for one in screens if one["path"] == path]
    assert (screen["permission"], screen.get("action", "read")) == (permission, action), requirement


@pytest.mark.parametrize(("requirement", "call", "permission", "action"), CALLS)
def test_a_call_asks_for_the_right_that_is_named(requirement: str, call: str, permission: str, action: str) -> None:
    """That nobody else is let in is proven by the matrix."""
    (row,) = [one for one in table() if str(one) == call]
    assert (row.permission, row.action) == (permission, action), requirement


def test_the_office_and_teachers_have_calls_of_their_own() -> None:
    """An admin variant needs all_groups, an academic one my_groups (R1-300, D-54)."""
    variants = [call for call in table() if "for-admin" in call.path or "for-academic" in call.path]
    assert len(variants) > 10
    for call in variants:
        module, scope = ("all_groups", "branch") if "for-admin" in call.path else ("my_groups", "own")
        assert {key.partition(":")[0] for key in call.keys} == {module}, call
        assert call.scope == scope, call
    paths = {call.path for call in variants}
    assert {path.replace("for-admin", "for-academic") for path in paths} <= paths
