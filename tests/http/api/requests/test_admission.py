"""Callers are admitted before anything of their request is parsed.

D-3: 401 before 400, and 403 before 400, 413, 415 and 422, on every call.
"""

from typing import Any

import pytest

from tests.http.api.support.permission_matrix import PermissionMatrix
from tests.support.access import Call, Rights, table
from tests.support.builders import a_superadmin
from tests.support.console import Console

STAFF_CALLS = [call for call in table() if call.permission != "public"]
GUARDED = [call for call in STAFF_CALLS if call.permission not in ("signed-in", "student")]
OF_STUDENTS = [call for call in STAFF_CALLS if call.of_students]
# every scalar parameter of the API, and those of lists, with a value of a wrong type
QUERY = dict.fromkeys(
    ("studentId", "groupId", "academicId", "userId", "full", "until", "page", "perPage", "orderBy", "keys", "date"), "?"
)
JSON = {"Content-Type": "application/json"}
MALFORMED: list[dict[str, Any]] = [
    {"params": QUERY},
    {"content": b"\xff{", "headers": JSON},
    {"content": b"{}", "headers": JSON, "params": QUERY},
    {"content": b"a=1", "headers": {"Content-Type": "application/x-www-form-urlencoded"}},
    {"content": b"[" * 5000, "headers": JSON | {"Idempotency-Key": "not a key"}},
]


@pytest.fixture(scope="module")
async def stage(console: Console) -> PermissionMatrix:
    """The centre of the calls."""
    return await PermissionMatrix.of(console)


async def _statuses(stage: PermissionMatrix, call: Call, rights: Rights | None) -> set[tuple[int, str]]:
    """Status and code of the responses to each malformed request."""
    visitor = stage.console.nobody() if rights is None else await stage.with_rights(rights)
    answers = [await visitor.request(call.method, call.path_with(), **malformed) for malformed in MALFORMED]
    return {(answer.status_code, answer.json()["code"]) for answer in answers}


@pytest.mark.parametrize("call", STAFF_CALLS, ids=str)
async def test_a_malformed_request_of_nobody_is_unauthorised(stage: PermissionMatrix, call: Call) -> None:
    """ASVS-24, D-3: nobody learns the form of a call without signing in."""
    assert await _statuses(stage, call, None) == {(401, "SHARED_UNAUTHORISED")}


@pytest.mark.parametrize("call", GUARDED, ids=str)
async def test_a_malformed_request_without_the_right_is_forbidden(stage: PermissionMatrix, call: Call) -> None:
    """ASVS-21, D-3: nor does a caller without the right."""
    assert await _statuses(stage, call, {}) == {(403, "SHARED_FORBIDDEN")}


@pytest.mark.parametrize("call", OF_STUDENTS, ids=str)
async def test_a_malformed_request_of_staff_to_the_gateway_is_unauthorised(stage: PermissionMatrix, call: Call) -> None:
    """D-97: a member of staff is nobody there."""
    assert await _statuses(stage, call, {}) == {(401, "SHARED_UNAUTHORISED")}


async def test_a_malformed_request_of_no_device_is_unauthorised(console: Console) -> None:
    """D-24: the token of the devices is checked before their entries."""
    for malformed in MALFORMED:
        answer = await console.nobody().request("POST", "/api/devices/events", **malformed)
        assert (answer.status_code, answer.json()["code"]) == (401, "SHARED_UNAUTHORISED")


async def test_a_malformed_request_with_the_right_is_rejected_by_its_form(stage: PermissionMatrix) -> None:
    """The control: the same requests are malformed to callers who may call."""
    visitor = await stage.visitor_of(a_superadmin())
    wrong = await visitor.get("/student-groups/info-file", studentId="abc")
    assert (wrong.status_code, [*wrong.json()["fields"]]) == (400, ["studentId"])
    form = await visitor.request("POST", "/roles", **MALFORMED[3])
    assert form.status_code == 415
    assert (await visitor.request("POST", "/roles", **MALFORMED[1])).status_code == 400
