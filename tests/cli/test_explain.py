"""`markaz explain` shows the code behind a call and a screen (issue 4).

Openness.
"""

import csv
import json

import pytest
from click.testing import CliRunner, Result

from application.authorization import PUBLIC, SIGNED_IN, STUDENT
from entrypoints.call_graph.calls import Call, explainer
from entrypoints.cli.explain import explain
from entrypoints.embedded.errors import OperatorError
from tests.architecture.sources import ROOT


@pytest.fixture(scope="module")
def calls() -> dict[str, Call]:
    """Every call explained."""
    return {f"{method} {path}": explainer().call(method, path) for method, path in explainer().calls()}


def _explain(*words: str) -> Result:
    return CliRunner().invoke(explain, list(words), catch_exceptions=False)


def test_the_students_list_is_explained(calls: dict[str, Call]) -> None:
    """Screen, right, use case, tables and tests."""
    call = calls["GET /api/staff/students/all"]
    assert "/students" in call.screens
    assert (call.permission, call.action, call.scope) == ("users:students", "read", "branch")
    assert call.use_cases == ["application.people.students.students:list_students"]
    assert {"students", "student_offices", "offices", "control_actions"} <= set(call.tables)
    assert {"shared.unauthorised", "shared.forbidden", "access.password_must_change"} <= set(call.errors)
    assert "tests/http/people/test_students_list.py::test_pages_in_either_order_join_to_the_whole" in call.tests


def test_a_change_lists_its_writes_and_its_rejections(calls: dict[str, Call]) -> None:
    """The rules that it checks, the record that it writes."""
    call = calls["PUT /api/staff/students/{student_id}/update-profile"]
    assert (call.permission, call.action) == ("users:students", "update")
    assert {"students", "sticky_fields", "audits"} <= set(call.tables)
    assert {"domain.people.names", "domain.people.phones", "domain.people.student"} <= set(call.rules)
    assert {"shared.stale", "shared.invalid", "shared.not_found"} <= set(call.errors)
    assert not {"access.role_name_taken", "sync.in_progress"} & set(call.errors)


def test_a_local_name_is_not_taken_for_a_use_case(calls: dict[str, Call]) -> None:
    """Sign-in has a token named ``refresh``; it does not call that use case."""
    assert calls["POST /api/staff/auth/sign-in"].use_cases == ["application.access.sessions:sign_in"]
    assert calls["GET /api/staff/auth/refresh-token"].use_cases == ["application.access.sessions:refresh"]


@pytest.mark.parametrize(
    ("call", "screen"),
    [
        ("PUT /api/staff/synchronization/all", "/synchronization"),
        ("PUT /api/staff/attendance/save-for-academic", "/my-groups/{id}/staff/{staffId}/attendance"),
        ("GET /api/staff/groups/for-academic/all", "/my-groups"),
        ("POST /api/staff/students/export", "/students"),
        ("PUT /api/staff/homework/for-academic/{id}/deadline", "/my-groups/{id}/staff/{staffId}"),
        ("POST /api/staff/exams/{id}/announce", "/my-groups/{id}/staff/{staffId}"),
    ],
)
def test_a_call_with_a_computed_path_is_found_on_its_screen(calls: dict[str, Call], call: str, screen: str) -> None:
    """A screen with alternative or parametrised paths belongs to each call."""
    assert any(opener.startswith(screen) for opener in calls[call].screens)


def test_most_calls_are_made_by_a_screen(calls: dict[str, Call]) -> None:
    """The others serve outside systems, or the specification's own clients.

    The students' application is another product (D-20). The method of a path stored under a name is
    unknown: only its read is recognised.
    """
    of_staff = {name: call for name, call in calls.items() if "/api/student/" not in name}
    assert len([name for name, call in of_staff.items() if not call.screens]) < len(of_staff) / 5


def test_a_job_is_followed_to_its_handler(calls: dict[str, Call]) -> None:
    """Synchronising enqueues a job; use case, tables and event are the run's."""
    call = calls["PUT /api/staff/synchronization/all"]
    assert call.use_cases[0] == "application.sync.commands:start_named"
    assert "job" in call.events
    assert {"sync.in_progress", "sync.no_school"} <= set(call.errors)
    (job,) = call.jobs
    # the second: the job that generates lessons from the new schedules
    assert (job.kind, job.events) == ("sync.run", ["SchoolSynchronised", "SyncRunChanged", "job"])
    assert job.use_cases == [
        "application.sync.execution:run_synchronisation",
        "application.access.deactivation:deactivate_departed_staff",
    ]
    assert {"students", "enrolments", "sync_changes", "sync_cursors"} <= set(job.tables)
    revert = calls["PUT /api/staff/synchronization/runs/{run_id}/revert"]
    assert {"sync.first_run", "sync.nothing_to_revert", "sync.reverted_already"} <= set(revert.errors)


def test_every_call_is_explained_as_in_the_access_table(calls: dict[str, Call]) -> None:
    """The guards in code equal contracts/access.csv, right by right.

    No call is without its use case and its right.
    """
    with (ROOT / "contracts" / "access.csv").open(encoding="utf-8", newline="") as file:
        rows = {
            (row["method"], row["path"].count("/"), row["permission"], row["action"]) for row in csv.DictReader(file)
        }
    for name, call in calls.items():
        if call.path == "/api/health":
            continue
        assert call.use_cases or call.permission == PUBLIC, name
        assert call.scope, name
        if call.use_cases and call.permission not in (PUBLIC, SIGNED_IN):
            action = call.action if call.permission not in ("superadmin", STUDENT) else ""
            assert (call.method, call.path.count("/"), call.permission, action) in rows, name


def test_a_screen_lists_its_calls() -> None:
    """With the permissions to open it, as in contracts/screens.json."""
    found = explainer().find_screen("/students/17")
    assert found is not None
    card = explainer().screen(found)
    assert (card.screen, card.permission, card.action) == ("/students/{studentId}", "users:students", "read")
    assert card.file == "web/src/features/people/students/page/student-screen.tsx"
    assert "PUT /api/staff/students/{student_id}/update-profile" in card.calls
    assert any(test.startswith("tests/e2e/") for test in card.tests)
    listed = explainer().find_screen("/students")
    assert listed is not None
    assert "GET /api/staff/students/all" in explainer().screen(listed).calls


def test_the_command_prints_lines_or_json() -> None:
    """Lines for people, JSON for programs, of equal content."""
    lines = _explain("PUT /students/5/update-profile").output
    assert lines.startswith("PUT /api/staff/students/{student_id}/update-profile")
    assert "permission      users:students update" in lines
    explained = json.loads(_explain("PUT /students/5/update-profile", "--json").output)
    assert explained["permission"] == "users:students"
    assert explained["use_cases"][0] == "application.people.students.edit:change_student"
    assert json.loads(_explain("/jobs", "--json").output)["permission"] == "settings:integrations"


def test_an_unknown_name_is_answered_with_a_suggestion() -> None:
    """A misspelt path leads to the right one."""
    with pytest.raises(OperatorError, match=r'"GET /students/all"'):
        _explain("GET /studens/all")
