"""Hostile strings in every parameter, path and field cause no server error.

They are found only where they are stored.
"""

import json
import posixpath
from typing import Any, get_args

import msgspec
import pytest

from contracts.people.students import StudentsQuery
from contracts.shared import ListQuery
from domain.files.file import XLSX
from entrypoints.http.app import litestar_app
from tests.http.api.support.every_caller import every_caller
from tests.http.api.support.hostile_strings import NAUGHTY, UNSTORABLE
from tests.support.access import table
from tests.support.builders import a_branch, a_class_of, a_student
from tests.support.console import Console, Visitor, data

IDS = [
    *NAUGHTY[:10],
    "0",
    "-1",
    "1.5",
    "9223372036854775807",
    "9223372036854775808",
    "9" * 40,
    "abc",
    "٣",
    "1e3",
    "%00",
    "..",
    "",
]


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin of a centre with students, and a student."""
    await console.store(a_class_of(12).in_branch(a_branch()))
    return await every_caller(console)


def _lists(console: Console) -> list[tuple[str, type[ListQuery]]]:
    """Each list's path and query parameters."""
    handlers = [h for route in litestar_app(console.container).routes for h in getattr(route, "route_handlers", [])]
    lists = [(next(iter(h.paths)), h.opt["query"]) for h in handlers if "query" in h.opt]
    return sorted(lists, key=lambda one: one[0])


async def _request_without_server_error(visitor: Visitor, method: str, path: str, **more: Any) -> int:
    answer = await visitor.request(method, path, **more)
    assert answer.status_code < 500, f"{method} {path} {more}: {answer.text[:300]}"
    # two dots lead out of it, to the console's own files; a spreadsheet is a file too; HEAD has headers only
    in_json = answer.request.url.path.startswith("/api/") and answer.headers.get("Content-Type") != XLSX
    if in_json and method != "HEAD":
        answer.json()
    return int(answer.status_code)


async def test_every_parameter_of_every_list_accepts_any_text(console: Console, visitor: Visitor) -> None:
    """ASVS-43, ASVS-59: typed, rejected with a message, or a literal.

    Keys, order and value included.
    """
    lists = _lists(console)
    assert len(lists) >= 4
    for path, query in lists:
        for field in msgspec.structs.fields(query):
            name = field.encode_name
            # a number or an enumeration meets every kind of text, not every text
            texts = [*NAUGHTY, *UNSTORABLE] if name == "value" else [*NAUGHTY[::9], *UNSTORABLE[:1]]
            for text in texts:
                await _request_without_server_error(visitor, "GET", path, params={name: text})


@pytest.mark.parametrize("key", get_args(get_args(StudentsQuery.__annotations__["keys"])[0])[0].__args__)
async def test_a_search_by_each_key_accepts_any_text(visitor: Visitor, key: str) -> None:
    """Each key has SQL of its own."""
    for text in NAUGHTY:
        assert await _request_without_server_error(
            visitor, "GET", "/students/all", params={"value": text, "keys": key}
        ) in (200, 400)


async def test_every_id_in_a_path_accepts_any_text(visitor: Visitor) -> None:
    """ASVS-22: an invalid or unknown id is not found."""
    calls = {(call.method, call.path) for call in table()}
    for call in table():
        if "{" not in call.path:
            continue
        for id in IDS:
            # without an id, or with two dots, it is another call
            if (call.method, posixpath.normpath(call.path_with(id))) in calls:
                continue
            status = await _request_without_server_error(
                visitor, call.method, call.path_with(id), json={} if call.method != "GET" else None
            )
            # 412: of tus, whose version comes before the id
            assert status in (200, 400, 404, 405, 409, 412), (call, id)


async def test_every_field_of_every_form_accepts_any_text(console: Console, visitor: Visitor) -> None:
    """As a value and as a free name; text that cannot be stored is rejected."""
    for text in [*NAUGHTY, *UNSTORABLE]:
        forms: list[tuple[str, str, Any]] = [
            ("PUT", "/preferences", {"columns": {"students": [text], text: ["id"]}, "pageSizes": {text: 10}}),
            ("PUT", "/preferences", {"language": text}),
            ("POST", "/sender/log", {"logType": "info", "text": text}),
            ("POST", "/roles", {"name": text, "type": 1, "permissions": {text: ["read"]}}),
            ("POST", "/roles", {"name": "Rol", "type": 1, "permissions": {"users:students": [text]}}),
        ]
        for method, path, body in forms:
            await _request_without_server_error(visitor, method, path, json=body)
    for n, text in enumerate([*NAUGHTY[::2], *UNSTORABLE]):
        # from a new address, as wrong passwords throttle the next attempt
        stranger = console.nobody(f"10.4.{n // 250}.{n % 250}")
        body = {"login": text, "password": text, "fcmToken": text}
        await _request_without_server_error(stranger, "POST", "/auth/sign-in", json=body)
    for text in [*NAUGHTY[::9], *UNSTORABLE]:
        await _request_without_server_error(
            visitor, "PUT", "/profile/password", json={"currentPassword": text, "newPassword": text}
        )
    data(await visitor.get("/preferences"))


async def test_a_lone_surrogate_is_rejected(visitor: Visitor) -> None:
    """It is valid JSON and cannot be stored."""
    for body in ('{"logType":"info","text":"\\ud800"}', '{"columns":{"\\udfff":["id"]}}'):
        path, method = ("/sender/log", "POST") if "logType" in body else ("/preferences", "PUT")
        await _request_without_server_error(
            visitor, method, path, content=body, headers={"Content-Type": "application/json"}
        )
    for path in (
        "/students/all?value=%ff%fe",
        "/students/all?value=%ED%A0%80",
        "/students/all?%ff=1",
        "/students/all?value=%",
    ):
        await _request_without_server_error(visitor, "GET", path)


async def test_every_header_accepts_any_text(visitor: Visitor) -> None:
    """Any text that a header can carry."""
    names = (
        "User-Agent",
        "Accept-Language",
        "X-Request-Id",
        "Idempotency-Key",
        "Content-Type",
        "Accept",
        "If-None-Match",
    )
    for text in (text for text in NAUGHTY if not any(ord(sign) < 32 or ord(sign) == 127 for sign in text)):
        for name in names:
            headers: Any = {name: text.encode()}
            await _request_without_server_error(
                visitor, "PUT", "/preferences", headers=headers, content=json.dumps({"theme": "dark"})
            )


async def test_sql_wildcards_are_literal_in_a_search(console: Console, visitor: Visitor) -> None:
    """ASVS-44: percent, underscore and backslash match themselves."""
    odd = {"50%": "A50%B", "a_b": "a_bc", "a\\b": "a\\bc", "100%_\\x": "100%_\\xy"}
    for h_id in (*odd.values(), "A50xB", "axbc", "a.bc"):
        await console.store(a_student().having(h_id=h_id))
    for typed, h_id in odd.items():
        found = await visitor.data(
            "/students/all", value=h_id[: len(typed) + 1] if typed == "50%" else typed, keys="hId"
        )
        assert [row["hId"] for row in found["students"]] == [h_id]
    for everything in ("%", "_", "\\", "%%"):
        assert (await visitor.data("/students/all", value=everything))["total"] == 0


@pytest.mark.parametrize(
    "params",
    [
        {"page": "0"}, {"page": "-1"}, {"page": "1;"}, {"page": "99999999999999999999"}, {"page": "1000000000"},
        {"perPage": "0"}, {"perPage": "-1"}, {"perPage": "101"}, {"perPage": "1000000000"}, {"perPage": "10;"},
        {"orderBy": "asc;"}, {"orderBy": "fullName"}, {"orderBy": "ASC", "sortBy": "password_hash"},
        {"keys": "firstName,passwordHash"}, {"keys": ["firstName"] * 300}, {"officeIds": "1," * 10_000},
        {"officeIds": "9" * 30}, {"officeIds": "1,x"}, {"statusId": "9" * 30}, {"statusId": ["1", "2"]},
        {"systemStatus": "3"}, {"hasPhoto": "maybe"}, {"value": "x" * 201}, {"limit": "5"}, {"perPage": "ten"},
    ],
    ids=lambda params: str(params)[:40],
)  # fmt: skip
async def test_an_unknown_query_parameter_is_rejected_by_name(visitor: Visitor, params: dict[str, Any]) -> None:
    """D-4, ASVS-59: 400; the order is one of two words."""
    answer = await visitor.get("/students/all", **params)
    assert (answer.status_code, answer.json()["code"]) == (400, "SHARED_MALFORMED"), answer.text
    assert list(answer.json()["fields"]) == [list(params)[-1]]


@pytest.mark.parametrize(
    "params", [{"page": ""}, {"value": ""}, {"value": "   "}, {"keys": ""}, {"officeIds": ","}, {"statusId": ""}]
)
async def test_an_empty_parameter_is_ignored(visitor: Visitor, params: dict[str, str]) -> None:
    """A form sends its empty fields as well."""
    assert (await visitor.data("/students/all", **params))["total"] == (await visitor.data("/students/all"))["total"]
