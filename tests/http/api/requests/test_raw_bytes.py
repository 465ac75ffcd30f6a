"""Any bytes as the body of any call are no server error (ASVS-59, ASVS-68)."""

import logging
from typing import Any

import pytest

from contracts.shared import Form
from entrypoints.binding import parameters_of
from entrypoints.http.app import MAX_BODY_BYTES, endpoints
from entrypoints.http.export import api
from entrypoints.http.middleware.request_guards import CALLED_FROM_OUTSIDE, TAKES_A_FILE
from entrypoints.http.openapi import described
from tests.http.api.support.every_caller import every_caller
from tests.support.access import nameless
from tests.support.console import Console, Visitor

# no JSON in UTF-8, whatever the call
UNREADABLE: dict[str, bytes] = {
    "no UTF-8": b'{"name":"\xff\xfe"}',
    "no UTF-8 in an unknown field": b'{"\xc3\x28":1}',
    "a surrogate as UTF-8": b'{"name":"\xed\xa0\x80"}',
    "a BOM": b'\xef\xbb\xbf{"name":"x"}',
    "UTF-16": '{"name":"x"}'.encode("utf-16"),
    "a lone surrogate": b'{"name":"\\ud800"}',
    "a deep list": b"[" * 10_000 + b"]" * 10_000,
    "a deep object": b'{"a":' * 10_000 + b"1" + b"}" * 10_000,
    "NaN": b'{"version":NaN}',
    "Infinity": b'{"version":-Infinity}',
    "a number beyond any": b'{"version":' + b"9" * 5000 + b"}",
    "an exponent beyond any": b'{"version":1e999999}',
    "half of an object": b'{"name":"x"',
    "two values": b"{}{}",
    "a comment": b"{/**/}",
    "nothing but spaces": b"  \n",
}
# JSON that no form takes
UNFIT: dict[str, bytes] = {
    "a NUL": b'{"name":"\\u0000"}',
    "a NUL in a name": b'{"\\u0000":"x"}',
    "a long number": b'{"version":99999999999999999999999999999999}',
    "a repeated field": b'{"version":1,"version":{"version":2}}',
    "a list": b"[]",
    "null": b"null",
    "a text": b'"x"',
}
JSON = {"Content-Type": "application/json"}
TUS_BYTES = "application/offset+octet-stream"
FAILURE = {"success", "message", "code", "status", "errId", "requestId"}
DEVICES = "/api/devices/events"
MULTIPART = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n\xff\xd8\xff\r\n--x--\r\n'
DECLARED = [declared for _, declared in endpoints()]
# uploads whose first bytes decide only how the file is shown (D-81)
ANY_FILE = (
    "/api/student/upload",
    "/upload/homework",
    "/upload/homework-attachments",
    "/upload/homework-db-attachments",
    "/upload/exam-attachments",
)
TUS = [one for one in DECLARED if one.path.startswith("/api/uploads")]
UPLOADS = [one for one in DECLARED if TAKES_A_FILE in one.marks and one not in TUS]
# a device signs in with a token of its own, and a provider is known by its word
OF_OTHERS = [one for one in DECLARED if one.path == DEVICES or CALLED_FROM_OUTSIDE in one.marks]
# HEAD is answered by headers alone
STAFF_CALLS = [one for one in DECLARED if one.method != "HEAD" and one not in (*UPLOADS, *TUS, *OF_OTHERS)]
WITH_FORM = [
    one
    for one in STAFF_CALLS
    if any(isinstance(kind, type) and issubclass(kind, Form) for kind, _ in parameters_of(one.use_case).values())
]


@pytest.fixture(scope="module")
async def visitor(console: Console) -> Visitor:
    """The superadmin, and a student."""
    return await every_caller(console)


def _path(declared: Any) -> str:
    return nameless(declared.template).replace("{}", "1")


def _name(declared: Any) -> str:
    return f"{declared.method} {declared.path}"


async def _answers(visitor: Visitor, declared: Any, bodies: dict[str, bytes], **headers: str) -> dict[str, Any]:
    """Status and code by the body, of the answers that are not 400 SHARED_MALFORMED."""
    found = {}
    for name, content in bodies.items():
        answer = await visitor.request(declared.method, _path(declared), content=content, headers=JSON | headers)
        failure = answer.json()
        assert failure.keys() >= FAILURE, (name, answer.text)
        found[name] = (answer.status_code, failure["code"])
    return {name: answer for name, answer in found.items() if answer != (400, "SHARED_MALFORMED")}


@pytest.mark.parametrize("declared", STAFF_CALLS, ids=_name)
async def test_an_unreadable_body_is_malformed_on_every_call(
    visitor: Visitor, declared: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """400, also where the call takes no body; nothing is logged as an error."""
    with caplog.at_level(logging.ERROR):
        assert await _answers(visitor, declared, UNREADABLE) == {}
    assert caplog.records == []


@pytest.mark.parametrize("declared", WITH_FORM, ids=_name)
async def test_a_body_that_fits_no_form_is_malformed_on_every_call(
    visitor: Visitor, declared: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """400 for numbers and texts that no column can hold, and for what is no object."""
    with caplog.at_level(logging.ERROR):
        assert await _answers(visitor, declared, UNFIT) == {}
    assert caplog.records == []


@pytest.mark.parametrize("declared", STAFF_CALLS, ids=_name)
async def test_a_body_of_another_type_is_unsupported_on_every_call(visitor: Visitor, declared: Any) -> None:
    """ASVS-51: 415 for whatever is not JSON."""
    for kind in ("text/plain", "multipart/form-data; boundary=x", "application/x-www-form-urlencoded", "text/json", ""):
        answer = await visitor.request(
            declared.method, _path(declared), content=b'{"name":"x"}', headers={"Content-Type": kind}
        )
        assert (answer.status_code, answer.json()["code"]) == (415, "SHARED_WRONG_MEDIA"), kind


@pytest.mark.parametrize("declared", UPLOADS, ids=_name)
async def test_a_multipart_body_is_unsupported_where_a_file_is_expected(visitor: Visitor, declared: Any) -> None:
    """The body of an upload is the file itself."""
    answer = await visitor.request(
        declared.method, _path(declared), content=MULTIPART, headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "SHARED_WRONG_MEDIA")


@pytest.mark.parametrize("declared", UPLOADS, ids=_name)
async def test_bytes_that_are_no_file_are_rejected_by_every_upload(
    visitor: Visitor, declared: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """By the file's type or a rule of the call; nothing is logged as an error.

    For an import any text is a table; work of any type is taken, of a student so much at a time.
    """
    table = {201} if declared.path.endswith("/imports") else {201, 409} if declared.path.endswith(ANY_FILE) else set()
    with caplog.at_level(logging.ERROR):
        for content in [b"", MULTIPART, *UNREADABLE.values(), *UNFIT.values()]:
            for kind in ("image/jpeg", "application/json", "text/plain", ""):
                answer = await visitor.request(
                    declared.method, _path(declared), content=content, headers={"Content-Type": kind}
                )
                assert answer.status_code in {404, 413, 415, 422} | table, (content[:50], kind, answer.text)
                assert answer.is_success or answer.json().keys() >= FAILURE
    assert caplog.records == []


@pytest.mark.parametrize("declared", TUS, ids=_name)
async def test_bytes_for_no_upload_are_rejected_by_tus(
    visitor: Visitor, declared: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """With the headers of the protocol and without them."""
    with caplog.at_level(logging.ERROR):
        for content in [b"", MULTIPART, *UNREADABLE.values(), *UNFIT.values()]:
            for headers in ({}, {"Tus-Resumable": "1.0.0", "Upload-Length": "5", "Upload-Offset": "0"}):
                answer = await visitor.request(
                    declared.method, _path(declared), content=content, headers={"Content-Type": TUS_BYTES, **headers}
                )
                expected = {200} if declared.method == "OPTIONS" else {400, 404, 412}
                assert answer.status_code in expected, (content[:50], headers)
    assert caplog.records == []


@pytest.mark.parametrize("declared", WITH_FORM, ids=_name)
async def test_an_empty_body_is_malformed_and_a_large_one_too_large(visitor: Visitor, declared: Any) -> None:
    """413 before the body is parsed."""
    statuses = []
    for content in (b"", b" " * (MAX_BODY_BYTES + 1)):
        answer = await visitor.request(declared.method, _path(declared), content=content, headers=JSON)
        statuses.append((answer.status_code, answer.json()["code"]))
    assert statuses == [(400, "SHARED_MALFORMED"), (413, "SHARED_TOO_LARGE")]


def test_every_call_with_a_body_is_tested_here() -> None:
    """The calls of the description, inside of /api/staff and beside it."""
    described_calls = {
        f"{verb.upper()} {path}"
        for path, verbs in described(api())["paths"].items()
        for verb, operation in verbs.items()
        if "requestBody" in operation or verb in ("post", "put", "patch")
    }
    tested = {f"{one.method} {one.template}" for one in (*STAFF_CALLS, *UPLOADS, *TUS, *OF_OTHERS)}
    assert described_calls - tested == set()
    from_outside = {"/api/sms/{provider:str}/{word:str}", "/api/video-host/{provider:str}/{word:str}"}
    assert {one.path for one in OF_OTHERS} == {DEVICES, *from_outside}


async def test_unreadable_bytes_from_outside_cause_no_server_error(
    console: Console, caplog: pytest.LogCaptureFixture
) -> None:
    """Of a device and of a provider, each with and without its secret."""
    nobody = console.nobody()
    device = Visitor(nobody.http, console.container.settings().devices_token)
    word = console.container.integrations().webhook_secret
    with caplog.at_level(logging.ERROR):
        for name, content in (UNREADABLE | UNFIT).items():
            unknown = [
                (nobody, DEVICES, 401),
                (nobody, "/api/sms/eskiz/word", 404),
                (nobody, "/api/video-host/kinescope/word", 404),
            ]
            for visitor, path, status in unknown:
                answer = await visitor.request("POST", path, content=content, headers=JSON)
                assert answer.status_code in (status, 413, 429), name
            sent = await device.request("POST", DEVICES, content=content, headers=JSON)
            assert (sent.status_code, sent.json()["code"]) == (400, "SHARED_MALFORMED"), name
            reported = await nobody.request("POST", f"/api/sms/eskiz/{word}", content=content, headers=JSON)
            assert reported.status_code in (200, 400, 413, 422), (name, reported.text)
    assert caplog.records == []
