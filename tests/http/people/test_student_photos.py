"""Photos of students: uploaded, re-encoded, linked, expired when unused."""

from collections.abc import AsyncIterator
from typing import Any

import pytest

from application.files.uploads import MAX_PICTURE_BYTES
from tests.support.builders import Branch, Student, a_branch, a_student, a_user_with
from tests.support.console import Console, Visitor, data
from tests.support.pictures import a_decompression_bomb, a_photo, a_photo_with_metadata, opened

UPLOAD = "/upload/student-photo"
EDITOR = {"users:students": ["read", "update"]}


@pytest.fixture(scope="module")
async def branch(console: Console) -> Branch:
    branch = a_branch("Chilonzor")
    await console.store(branch)
    return branch


@pytest.fixture(scope="module")
async def visitor(console: Console, branch: Branch) -> Visitor:
    return await console.sign_in(a_user_with(EDITOR).of(branch))


@pytest.fixture
async def student(console: Console, branch: Branch) -> Student:
    student = a_student().in_branch(branch)
    await console.store(student)
    return student


async def _upload(visitor: Visitor, content: Any, student: Student | None = None, name: str = "yuz.jpg") -> Any:
    headers = {"X-File-Name": name, "Content-Type": "application/octet-stream"}
    params = {"studentId": student.id} if student else {}
    return await visitor.request("POST", UPLOAD, content=content, headers=headers, params=params)


@pytest.mark.parametrize(("kind", "media"), [("JPEG", "image/jpeg"), ("PNG", "image/png"), ("WEBP", "image/webp")])
async def test_a_photo_is_shown_on_the_card_and_in_the_list(
    console: Console, visitor: Visitor, student: Student, kind: str, media: str
) -> None:
    """R1-224, R1-225, R1-403, R1-404: a plain body, served by a link.

    The media type is that of the bytes.
    """
    assert data(await _upload(visitor, a_photo(kind), student, "rasm.bin"))["file"]["id"]
    card = (await visitor.data(f"/students/{student.id}"))["student"]
    shown = await _open_link(console, card["photo"])
    assert (shown.status_code, shown.headers["content-type"]) == (200, media)
    assert opened(shown.content).size == (420, 420)
    page = await visitor.data("/students/all", hasPhoto=True, value=card["fullName"])
    assert [row["photo"] for row in page["students"] if row["id"] == student.id] == [card["photo"]]


async def test_a_slow_upload_holds_no_lock(console: Console, visitor: Visitor, student: Student) -> None:
    """During the upload others may change the student."""
    photo = a_photo()

    async def slow_upload() -> AsyncIterator[bytes]:
        for piece in (photo[:100], photo[100:]):
            yield piece
            await console.sql.execute("select from students where id = $1 for update nowait", student.id)

    assert data(await _upload(visitor, slow_upload(), student))["file"]["id"]


async def test_a_photo_is_stored_without_metadata(console: Console, visitor: Visitor, student: Student) -> None:
    """ASVS-33: re-encoded and upright; no EXIF, no location, no comment."""
    link = data(await _upload(visitor, a_photo_with_metadata(), student))["file"]["url"]
    shown = (await _open_link(console, link)).content
    picture = opened(shown)
    assert picture.size == (200, 400)
    assert dict(picture.getexif()) == {}
    assert b"Secret" not in shown
    red, _, blue = picture.convert("RGB").getpixel((190, 10))  # type: ignore[misc]
    assert red > 200 > 60 > blue, "rotated by its EXIF orientation"


async def test_a_large_photo_is_scaled_down(console: Console, visitor: Visitor, student: Student) -> None:
    """A list row never loads four thousand pixels."""
    link = data(await _upload(visitor, a_photo(size=(4000, 2000), quality=20), student))["file"]["url"]
    assert opened((await _open_link(console, link)).content).size == (1500, 750)


async def _open_link(console: Console, link: str) -> Any:
    """The response to a link in a browser without a session."""
    return await console.nobody().request("GET", link)


HOSTILE = {
    "nothing": b"",
    "a text": b"not a picture at all",
    "svg": b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    "gif": a_photo("GIF"),
    "html in a jpeg's name": b"<html><script>alert(1)</script></html>",
    "half a jpeg": a_photo()[:200],
    "a flood of pixels": a_decompression_bomb(),
    "an archive": b"PK\x03\x04" + bytes(100),
}


@pytest.mark.parametrize("what", HOSTILE)
async def test_a_file_that_is_not_a_picture_is_rejected(
    console: Console, visitor: Visitor, student: Student, what: str
) -> None:
    """ASVS-30, ASVS-32: by its bytes, regardless of its name.

    Nothing is stored, and the next picture is accepted.
    """
    before = await console.sql.fetchval("select count(*) from files")
    answer = await _upload(visitor, HOSTILE[what], student, "yuz.jpg")
    assert (answer.status_code, answer.json()["code"]) == (415, "FILES_NOT_A_PICTURE")
    assert await console.sql.fetchval("select count(*) from files") == before
    assert (await _upload(visitor, a_photo(), student)).status_code == 201


async def test_a_polyglot_picture_is_re_encoded(console: Console, visitor: Visitor) -> None:
    """ASVS-30: the appended script is removed, and would not be executed."""
    link = data(await _upload(visitor, a_photo() + b"<script>alert(1)</script>"))["file"]["url"]
    shown = await _open_link(console, link)
    assert b"<script>" not in shown.content
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert "sandbox" in shown.headers["content-security-policy"]


@pytest.mark.parametrize("declared", [True, False], ids=["with its length", "in pieces"])
async def test_a_photo_over_its_limit_is_rejected(visitor: Visitor, declared: bool) -> None:
    """ASVS-29, R1-226, R2-473: 2 097 152 bytes; reading stops there."""
    read = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal read
        while read < 50 * MAX_PICTURE_BYTES:
            read += 65536
            yield bytes(65536)

    answer = await _upload(visitor, bytes(MAX_PICTURE_BYTES + 1) if declared else endless())
    body = answer.json()
    assert (answer.status_code, body["code"]) == (413, "FILES_TOO_LARGE")
    assert "2 MB" in body["message"]


@pytest.mark.parametrize(
    ("name", "saved"),
    [
        ("yuz.jpg", "yuz.jpg"),
        ("..%2F..%2Fetc%2Fpasswd", "passwd"),
        ("C%3A%5CUsers%5Cyuz.jpg", "yuz.jpg"),
        ("a%0D%0ASet-Cookie%3A%20x%3D1.jpg", "aSet-Cookie: x=1.jpg"),
        ("%E2%80%AEgpj.exe", "gpj.exe"),
        ("O%CA%BBg%CA%BBil%20%22rasmi%22.jpg", 'Oʻgʻil "rasmi".jpg'),
        ("", "photo"),
        ("%ff%fe", "��"),
    ],
)
async def test_a_hostile_file_name_is_harmless(console: Console, visitor: Visitor, name: str, saved: str) -> None:
    """ASVS-34, ASVS-36: paths, line ends, bidirectional marks, quotes.

    One header with the user's name of the file.
    """
    uploaded = data(await _upload(visitor, a_photo(), name=name))["file"]
    assert await console.sql.fetchval("select name from files where public_id = $1", uploaded["id"]) == saved
    shown = await _open_link(console, uploaded["url"])
    assert len(shown.headers.get_list("content-disposition")) == 1
    assert "set-cookie" not in shown.headers
    assert shown.headers["content-disposition"].isascii()


async def test_a_link_is_valid_for_one_file_and_a_limited_time(console: Console, visitor: Visitor) -> None:
    """ASVS-35: altered, foreign and expired links are not found."""
    one, other = [data(await _upload(visitor, a_photo()))["file"] for _ in range(2)]
    crossed = one["url"].replace(one["id"], other["id"])
    later = one["url"].replace("until=", "until=9")
    for link in (crossed, later, one["url"][:-1], one["url"].partition("?")[0] + "?until=9999999999&signature="):
        assert (await _open_link(console, link)).status_code == 404
    assert (await _open_link(console, one["url"].partition("?")[0])).status_code == 400
    assert (await _open_link(console, one["url"])).status_code == 200
    console.clock.pass_by(minutes=30)
    assert (await _open_link(console, one["url"])).status_code == 404
    console.clock.pass_by(minutes=-30)


async def test_a_student_of_another_branch_gets_no_photo(console: Console, visitor: Visitor) -> None:
    """ASVS-22: not found, and nothing is stored."""
    foreign = a_student().in_branch(a_branch("Sergeli"))
    await console.store(foreign)
    answer = await _upload(visitor, a_photo(), foreign)
    assert answer.status_code == 404
    assert await console.sql.fetchval("select photo from students where id = $1", foreign.id) is None


async def test_an_uploaded_photo_is_audited(console: Console, visitor: Visitor, student: Student) -> None:
    """D-15: one record in the same commit."""
    data(await _upload(visitor, a_photo(), student))
    verbs = await console.sql.fetch("select verb from audits where entity = 'student' and entity_id = $1", student.id)
    assert [row["verb"] for row in verbs] == ["people.photo_changed"]


async def test_an_unclaimed_upload_expires_after_a_day(console: Console, visitor: Visitor) -> None:
    """D-72: an upload waits a day for its form."""
    uploaded = data(await _upload(visitor, a_photo()))["file"]
    console.clock.pass_by(days=1, minutes=1)
    link = console.container.links().link(uploaded["id"], console.clock.now())
    assert (await _open_link(console, link)).status_code == 404
    console.clock.pass_by(days=-1, minutes=-1)
