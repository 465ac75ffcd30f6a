"""Hostile hand-ins are refused or harmless, and said (issue 17, proof 6).

The first bytes decide the type (D-81); nothing is opened, and everything is served inertly.
"""

import asyncio
import io
import zipfile
from collections.abc import AsyncIterator
from typing import Any

import pytest

from application.files.uploads import MAX_WORK_BYTES
from application.homework.student.uploads import MAX_UNCLAIMED
from tests.http.homework.giving_scenario import WEBM
from tests.support.builders import a_student
from tests.support.console import Console, Visitor, data

PLAIN = {"Content-Type": "application/octet-stream"}
HTML = b"<!doctype html><script>alert(document.domain)</script>"
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>'
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 100
# what a browser may show in its place; anything else is only saved
SHOWN_INLINE = ("image/jpeg", "image/png", "image/webp")


def _bomb() -> bytes:
    """A zip of ten kilobytes that would unpack to ten megabytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a.txt", b"0" * 10_000_000)
    return packed.getvalue()


@pytest.fixture
async def visitor(console: Console) -> Visitor:
    """The application of a student."""
    return await console.sign_in_student(a_student())


async def _upload(visitor: Visitor, content: Any, name: str = "ish.txt", to: str = "/upload", **query: Any) -> Any:
    headers = PLAIN | {"X-File-Name": name}
    return await visitor.request("POST", to, content=content, headers=headers, params=query)


async def _served(visitor: Visitor, content: bytes, name: str) -> tuple[Any, Any]:
    """The card of an upload, and the response that serves it."""
    card = data(await _upload(visitor, content, name))["file"]
    return card, await visitor.request("GET", card["url"])


@pytest.mark.parametrize(
    ("content", "name", "media_type"),
    [
        (HTML, "ish.html", "text/plain; charset=utf-8"),
        (HTML, "rasm.png", "text/plain; charset=utf-8"),
        (SVG, "rasm.svg", "text/plain; charset=utf-8"),
        (SVG, "rasm.png", "text/plain; charset=utf-8"),
        (PNG, "hisobot.pdf", "image/png"),
        (b"MZ\x90\x00\x03\x00\x00\x00", "dastur.exe", "application/octet-stream"),
        (b"GIF89a" + HTML, "polyglot.gif", "image/gif"),
        (b"\xff\xfe<\x00s\x00c\x00r\x00i\x00p\x00t\x00", "utf16.html", "application/octet-stream"),
    ],
)
async def test_the_first_bytes_decide_the_type_and_the_answer_says_it(
    visitor: Visitor, content: bytes, name: str, media_type: str
) -> None:
    """ASVS-30, ASVS-35: neither HTML nor SVG is ever served as itself."""
    card, served = await _served(visitor, content, name)
    assert (card["mediaType"], card["name"], card["size"]) == (media_type, name, len(content))
    headers = served.headers
    assert served.content == content
    assert "html" not in headers["content-type"]
    assert "svg" not in headers["content-type"]
    assert headers["x-content-type-options"] == "nosniff"
    policies = headers.get_list("content-security-policy")
    assert any("sandbox" in policy for policy in policies)
    how = headers["content-disposition"].partition(";")[0]
    assert how == ("inline" if headers["content-type"] in SHOWN_INLINE else "attachment")


async def test_a_zip_bomb_is_kept_packed(visitor: Visitor) -> None:
    """ASVS-31: nothing unpacks it; it is downloaded as it came."""
    bomb = _bomb()
    card, served = await _served(visitor, bomb, "bomba.zip")
    assert (card["mediaType"], card["size"], len(served.content)) == ("application/zip", len(bomb), len(bomb))
    assert served.headers["content-disposition"].startswith("attachment")


@pytest.mark.parametrize("to", ["/upload", "/upload/voice"])
async def test_an_empty_file_is_refused_in_words(visitor: Visitor, to: str) -> None:
    """D-81: 0 bytes."""
    answer = await _upload(visitor, b"", to=to, duration=5) if "voice" in to else await _upload(visitor, b"")
    assert (answer.status_code, answer.json()["code"]) == (422, "FILES_EMPTY")
    assert answer.json()["message"].startswith("The file is empty")


@pytest.mark.parametrize("chunked", [False, True])
async def test_a_byte_over_twenty_megabytes_is_refused(visitor: Visitor, chunked: bool) -> None:
    """ASVS-29, D-81: with and without a length; nothing is kept."""

    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(MAX_WORK_BYTES // 1_000_000 + 1):
            yield b"x" * 1_000_000

    assert MAX_WORK_BYTES == 20 * 1024 * 1024
    answer = await _upload(visitor, chunks() if chunked else b"x" * (MAX_WORK_BYTES + 1))
    assert (answer.status_code, answer.json()["code"]) == (413, "FILES_TOO_LARGE")
    assert "20" in answer.json()["message"]


@pytest.mark.parametrize("content", [HTML, PNG, b"RIFF\0\0\0\0WAVE", b"\x1a\x45\xdf\xa3" + b"\0" * 60])
async def test_only_webm_and_mp4_are_recordings(visitor: Visitor, content: bytes) -> None:
    """ASVS-30, R2-366: whatever the name says."""
    answer = await _upload(visitor, content, "ovoz.webm", "/upload/voice", duration=5)
    assert (answer.status_code, answer.json()["code"]) == (415, "FILES_NOT_A_RECORDING")


@pytest.mark.parametrize("duration", [None, 0, -1, 301, 10**30, "besh"])
async def test_a_recording_lasts_up_to_five_minutes(visitor: Visitor, duration: Any) -> None:
    """D-81."""
    query = {} if duration is None else {"duration": duration}
    answer = await _upload(visitor, WEBM, "ovoz.webm", "/upload/voice", **query)
    assert answer.status_code in (400, 422)
    assert [*answer.json()["fields"]] == ["duration"]


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/passwd", "passwd"),
        ("..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("C:\\Windows\\system32\\cmd.exe", "cmd.exe"),
        ("ish%E2%80%AEgpj.exe", "ishgpj.exe"),
        ("a%0D%0ASet-Cookie: x=1.txt", "aSet-Cookie: x=1.txt"),
        ("%00.txt", "txt"),
        ("...", "file"),
        ("", "file"),
        ('"; filename="x.html', '"; filename="x.html'),
        ("uy%20vazifasi%20%E2%84%96%207.docx", "uy vazifasi № 7.docx"),
    ],
)
async def test_names_lose_paths_and_invisible_signs(visitor: Visitor, name: str, shown: str) -> None:
    """ASVS-34, ASVS-36: path parts, right-to-left marks, line breaks."""
    card, served = await _served(visitor, b"javob", name)
    assert card["name"] == shown
    disposition = served.headers.get_list("content-disposition")
    assert len(disposition) == 1
    assert "\r" not in disposition[0]
    assert "set-cookie" not in served.headers
    assert disposition[0].count("filename=") == 1


async def test_script_in_texts_stays_text(console: Console) -> None:
    """ASVS-46: of hand-ins, messages and names; the answer is JSON, never a page."""
    from tests.http.homework.giving_scenario import HomeworkScenario

    stage = await HomeworkScenario.of(console)
    given = await (await stage.teacher()).given()
    visitor = await console.sign_in_student(stage.students[0])
    script = HTML.decode()
    for end in ("submissions", "messages"):
        answer = await visitor.post(f"/homework/{given['id']}/{end}", {"text": script})
        assert answer.headers["content-type"] == "application/json; charset=utf-8"
        assert script in next(iter(data(answer).values()))["text"]


async def test_uploads_that_nothing_names_are_limited_and_expire(console: Console, visitor: Visitor) -> None:
    """ASVS-37: a student cannot fill the disk; after a day they are swept."""
    for _ in range(MAX_UNCLAIMED):
        assert (await _upload(visitor, b"javob")).is_success
    refused = await _upload(visitor, b"javob")
    assert (refused.status_code, refused.json()["code"]) == (409, "FILES_TOO_MANY_WAITING")
    student_id = visitor.signed_in["student"]["id"]
    waiting = "select count(*) from files where created_by_student = $1 and expires_at is not null"
    assert await console.sql.fetchval(waiting, student_id) == MAX_UNCLAIMED
    other = await console.sign_in_student(a_student())
    assert (await _upload(other, b"javob")).is_success


async def test_uploads_at_the_same_time_do_not_pass_the_limit(console: Console, visitor: Visitor) -> None:
    """ASVS-37: each is counted with those that came with it."""
    answers = await asyncio.gather(*(_upload(visitor, b"javob") for _ in range(MAX_UNCLAIMED + 10)))
    assert sum(answer.is_success for answer in answers) == MAX_UNCLAIMED
    stored = "select count(*) from files where created_by_student = $1"
    assert await console.sql.fetchval(stored, visitor.signed_in["student"]["id"]) == MAX_UNCLAIMED


async def test_a_multipart_envelope_is_refused(visitor: Visitor) -> None:
    """The body is the file itself, so that no part of an envelope is stored as work."""
    body = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx\r\n--x--\r\n'
    answer = await visitor.request(
        "POST", "/upload", content=body, headers={"Content-Type": "multipart/form-data; boundary=x"}
    )
    assert (answer.status_code, answer.json()["code"]) == (415, "SHARED_WRONG_MEDIA")
