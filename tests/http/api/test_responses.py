"""The form of every response: envelope, errors, request id, headers.

D-2, D-3: errors in three languages.
"""

import logging
from pathlib import Path
from typing import Any

import httpx
import pytest

from adapters.postgres.people.students import PostgresStudentViews
from contracts.errors import ERRORS, wire_code
from contracts.texts import LANGUAGES, translate
from entrypoints.http.app import application
from entrypoints.settings import read_settings
from entrypoints.wiring import Container
from tests.support.builders import a_superadmin, a_user_with
from tests.support.console import SECRET_KEY, Console, Visitor, data


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin."""
    return await console.sign_in(a_superadmin())


def _assert_error(answer: Any, code: str, language: str = "en", **params: object) -> None:
    """The complete form of D-3, from the catalogue."""
    body, kind = answer.json(), ERRORS[code]
    assert answer.status_code == kind.status
    assert set(body) - {"fields"} == {"success", "message", "code", "status", "errId", "requestId"}
    assert (body["success"], body["status"], body["errId"], body["code"]) == (
        False,
        kind.status,
        kind.err_id,
        wire_code(code),
    )
    assert body["message"] == translate(f"error.{code}", language, **params)
    assert body["requestId"] == answer.headers["X-Request-Id"]


async def test_a_success_has_its_data_only(visitor: Visitor) -> None:
    """D-2: a list under the name of its entity, with its total."""
    answer = await visitor.get("/students/all")
    assert answer.json() == {"success": True, "data": {"students": [], "total": 0}}
    assert answer.headers["X-Request-Id"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_an_error_is_in_the_callers_language(console: Console, visitor: Visitor, language: str) -> None:
    """Every kind of error that a caller can cause here."""
    theirs, nobody = Visitor(visitor.http, visitor.token, language=language), console.nobody()
    nobody.language = language
    bare = await console.sign_in(a_user_with({}))
    bare.language = language
    _assert_error(await nobody.get("/profile"), "shared.unauthorised", language)
    _assert_error(await bare.get("/students/all"), "shared.forbidden", language)
    _assert_error(await theirs.get("/students/123456"), "shared.not_found", language)
    _assert_error(await theirs.get("/there-is-no-such-path"), "shared.no_such_path", language)
    _assert_error(await theirs.delete("/profile"), "shared.method_not_allowed", language)
    _assert_error(await theirs.get("/students/all", page="0"), "shared.malformed", language)
    _assert_error(await theirs.post("/sender/log", {"logType": "info", "text": ""}), "shared.invalid", language)
    form = await theirs.request("POST", "/sender/log", data={"logType": "info", "text": "x"})
    _assert_error(form, "shared.wrong_media", language)
    large = await theirs.post("/sender/log", {"logType": "info", "text": "x" * 2_000_000})
    _assert_error(large, "shared.too_large", language)


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "uz"),
        ("*", "uz"),
        ("fr-FR, de;q=0.9", "uz"),
        ("en-US,en;q=0.9,ru;q=0.8", "en"),
        ("ru;q=0.2, en;q=0.8", "en"),
        ("uz-Cyrl-UZ", "uz"),
        ("RU", "ru"),
        ("en;q=nonsense, ru;q=0.5", "ru"),
        (";;;,,,=", "uz"),
        ("x" * 4000, "uz"),
    ],
)
async def test_the_first_supported_language_is_used(console: Console, accepted: str, language: str) -> None:
    """D-3: uz by default, otherwise the caller's order of preference."""
    answer = await console.nobody().request("GET", "/profile", headers={"Accept-Language": accepted})
    _assert_error(answer, "shared.unauthorised", language)


async def test_all_wrong_parameters_of_a_list_are_named(visitor: Visitor) -> None:
    """D-3, D-4: not only the first."""
    answer = await visitor.get(
        "/students/all", page="0", perPage="101", orderBy="up", statusId="x", keys="nick", colour="1"
    )
    _assert_error(answer, "shared.malformed")
    assert answer.json()["fields"] == {
        "page": ["Not less than 1"],
        "perPage": ["Not more than 100"],
        "orderBy": ["One of: ASC, DESC"],
        "statusId": ["Wrong type of value"],
        "keys": ["One of: firstName, hId, lastName, middleName"],
        "colour": ["There is no such parameter"],
    }


@pytest.mark.parametrize(
    "body",
    [
        "",
        "{",
        "[]",
        "null",
        '"x"',
        '{"logType":"info"',
        '{"logType":1,"text":2}',
        '{"logType":"info"}',
        '{"text":"x","logType":"other"}',
    ],
)
async def test_a_body_of_the_wrong_form_is_rejected(visitor: Visitor, body: str) -> None:
    """400, in the form of every error."""
    answer = await visitor.request("POST", "/sender/log", content=body, headers={"Content-Type": "application/json"})
    _assert_error(answer, "shared.malformed")


async def test_an_unknown_field_is_rejected(console: Console, visitor: Visitor) -> None:
    """ASVS-23: fields outside the form cannot be set."""
    answer = await visitor.put("/preferences", {"theme": "dark", "userId": 1})
    _assert_error(answer, "shared.malformed")
    extra = {"login": "x", "password": "y", "roleId": 1, "superadmin": True}
    _assert_error(await console.nobody().post("/auth/sign-in", extra), "shared.malformed")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "", "text/json"]
)
async def test_a_media_type_that_a_foreign_page_could_send_is_rejected(
    console: Console, visitor: Visitor, kind: str
) -> None:
    """ASVS-51: only JSON, which a browser sends after a preflight request only."""
    body = '{"logType":"info","text":"x"}'
    answer = await visitor.request("POST", "/sender/log", content=body, headers={"Content-Type": kind})
    _assert_error(answer, "shared.wrong_media")
    sign_in = await console.nobody().request("POST", "/auth/sign-in", content=body, headers={"Content-Type": kind})
    _assert_error(sign_in, "shared.wrong_media")


async def test_a_json_media_type_may_have_parameters(visitor: Visitor) -> None:
    """A charset, capitals, spaces."""
    for kind in ("application/json; charset=utf-8", "Application/JSON", " application/json "):
        body = '{"logType":"info","text":"salom"}'
        data(await visitor.request("POST", "/sender/log", content=body, headers={"Content-Type": kind}))


async def test_a_deeply_nested_body_is_rejected(visitor: Visitor) -> None:
    """ASVS-59: ten thousand brackets, a repeated key."""
    deep = "[" * 10_000 + "]" * 10_000
    for body in (deep, '{"logType":"info","text":' + deep + "}", '{"columns":{"a":' + deep + "}}"):
        answer = await visitor.request(
            "PUT", "/preferences", content=body, headers={"Content-Type": "application/json"}
        )
        assert answer.status_code == 400, answer.text[:200]


@pytest.mark.parametrize("given", ["abcdefgh", "a.b-c_D9" * 8])
async def test_the_request_id_of_the_caller_is_returned(visitor: Visitor, given: str) -> None:
    """It identifies the request on every hop."""
    answer = await visitor.request("GET", "/profile", headers={"X-Request-Id": given})
    assert answer.headers["X-Request-Id"] == given


@pytest.mark.parametrize(
    "given", ["short", "x" * 65, "with space", "ünïcödé-id", "semi;colon", "<script>alert", "\x1b[31mred"]
)
async def test_an_invalid_request_id_is_replaced(visitor: Visitor, given: str) -> None:
    """ASVS-57: a caller cannot write into the log or the headers."""
    answer = await visitor.request("GET", "/profile", headers={"X-Request-Id": given.encode()})  # type: ignore[dict-item]
    assert len(answer.headers["X-Request-Id"]) == 32


async def test_an_internal_error_reveals_only_its_id(
    visitor: Visitor, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """ASVS-58: no stack, no SQL, no path; these are in the log."""

    async def broken(*_: object, **__: object) -> None:
        raise RuntimeError("select secret from users")

    monkeypatch.setattr(PostgresStudentViews, "page", broken)
    with caplog.at_level(logging.ERROR, logger="markaz.http"):
        answer = await visitor.get("/students/all")
    _assert_error(answer, "shared.unexpected")
    assert not any(word in answer.text for word in ("select", "RuntimeError", "Traceback", "/", "\\"))
    assert "select secret from users" in caplog.text


async def test_an_unavailable_database_is_reported_as_503(tmp_path: Path) -> None:
    """With Retry-After, as repeating is safe."""
    url = f"postgresql+asyncpg://markaz@/markaz?host={tmp_path}"
    settings = {"CONSOLE_HOME": str(tmp_path), "CONSOLE_DATABASE_URL": url, "CONSOLE_SECRET_KEY": SECRET_KEY}
    app: Any = application(Container(settings=read_settings(settings)))
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://centre.test") as http:
        visitor = Visitor(http)
        answer = await visitor.post("/auth/sign-in", {"login": "x", "password": "y"})
        _assert_error(answer, "shared.busy")
        assert int(answer.headers["Retry-After"]) > 0
        assert (await visitor.get("/api/health")).status_code == 200


async def test_terminated_database_connections_are_replaced(console: Console, visitor: Visitor) -> None:
    """At most one request is asked to retry; none gets a server error."""
    others = "datname = current_database() and pid <> pg_backend_pid()"
    cut = f"select pg_terminate_backend(pid) from pg_stat_activity where {others}"
    data(await visitor.get("/students/all"))
    await console.sql.execute(cut)
    statuses = [(await visitor.get("/students/all")).status_code for _ in range(6)]
    assert set(statuses) <= {200, 503}
    assert statuses[-1] == 200
    await console.sql.execute(cut)
    account = a_user_with({})
    await console.store(account)
    body = {"login": account.login, "password": account.password}
    statuses = [(await console.nobody().post("/auth/sign-in", body)).status_code for _ in range(4)]
    assert set(statuses) <= {200, 503}
    assert statuses[-1] == 200


async def test_health_needs_no_session_and_no_database(console: Console) -> None:
    """D-1, D-51."""
    answer = await console.nobody().get("/api/health")
    assert (answer.status_code, answer.json()["status"]) == (200, "ok")


GUARDED = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


@pytest.mark.parametrize(
    "path", ["/profile", "/students/all?page=0", "/no-such-path", "/students/1", "/api/health", "/api", "/api/x"]
)
async def test_every_response_has_security_headers(console: Console, visitor: Visitor, path: str) -> None:
    """ASVS-50, ASVS-52: errors too; nothing may be cached."""
    for who in (visitor, console.nobody()):
        answer = await who.request("GET", path)
        assert {name: answer.headers[name] for name in GUARDED} == GUARDED
        policy = answer.headers["content-security-policy"]
        for part in ("object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self'"):
            assert part in policy
        assert "unsafe-inline" not in policy.partition("script-src")[2].partition(";")[0]
        assert answer.headers["cache-control"] == "no-store"
        assert answer.headers["content-type"].startswith("application/json")


@pytest.mark.parametrize("path", ["/api/health", "/api/x", "/", "/assets/none.js"])
async def test_hsts_is_sent_over_tls_only(console: Console, path: str) -> None:
    """ASVS-50: with every response."""
    http = console.nobody().http
    host = http.base_url.host
    over_tls, plain = [await http.get(f"{scheme}://{host}{path}") for scheme in ("https", "http")]
    assert over_tls.headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in plain.headers


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://centre.test.evil.test"])
async def test_no_other_origin_may_read(visitor: Visitor, origin: str) -> None:
    """ASVS-51: CORS is closed, also for preflight requests."""
    plain = await visitor.request("GET", "/profile", headers={"Origin": origin})
    ahead = {
        "Origin": origin,
        "Access-Control-Request-Method": "PUT",
        "Access-Control-Request-Headers": "authorization",
    }
    preflight = await visitor.request("OPTIONS", "/profile/password", headers=ahead)
    for answer in (plain, preflight):
        assert not [name for name in answer.headers if name.startswith("access-control-")]


FOREIGN = [
    "https://evil.test",
    "null",
    "http://{host}.evil.test",
    "http://{host}:81",
    "{host}",
    "",
    "ftp://{host}",
    "http://[",
]


@pytest.mark.parametrize("origin", FOREIGN)
async def test_a_page_of_another_origin_cannot_write(visitor: Visitor, origin: str) -> None:
    """ASVS-51: for any signed-in user.

    Forwarded host headers do not change this.
    """
    host = visitor.http.base_url.netloc.decode()
    foreign = {"Origin": origin.format(host=host), "X-Forwarded-Host": "evil.test", "Forwarded": "host=evil.test"}
    for method, path in (("PUT", "/profile/password"), ("POST", "/auth/sign-in"), ("DELETE", "/offices/1")):
        answer = await visitor.request(method, path, headers=foreign, json={})
        body = answer.json()
        assert (answer.status_code, body["code"], body["errId"]) == (403, "SHARED_FOREIGN_ORIGIN", 116)
        assert body["requestId"] == answer.headers["x-request-id"]


@pytest.mark.parametrize("origin", ["http://{host}", "https://{host}", "http://{HOST}", None])
async def test_the_own_origin_and_programs_may_write(visitor: Visitor, origin: str | None) -> None:
    """By the host of the request, with or without TLS in front.

    A program sends no origin.
    """
    host = visitor.http.base_url.netloc.decode()
    own = {"Origin": origin.format(host=host, HOST=host.upper())} if origin else {}
    answer = await visitor.request("PUT", "/profile/password", headers=own, json={})
    assert answer.status_code in (400, 422), "the origin is accepted and the body rejected"


@pytest.mark.parametrize(
    ("body", "named"),
    [
        ({"login": "a", "password": "b", "passwrod": "b"}, {"passwrod": ["There is no such field"]}),
        ({"login": 1, "password": "b"}, {"login": ["Wrong type of value"]}),
    ],
)
async def test_an_unknown_field_is_named(visitor: Visitor, body: dict[str, Any], named: dict[str, list[str]]) -> None:
    """D-3: for developers of clients of the API."""
    answer = await visitor.post("/auth/sign-in", body)
    assert (answer.status_code, answer.json()["fields"]) == (400, named)
