"""The corner cases that break home-made tus servers (protocols §2.3).

Each by its number.

Cases 1 to 3, 8 and 16 take real connections: connections/test_tus_connections.py.
"""

import asyncio
from collections.abc import AsyncIterator

import pytest

from tests.http.videos.scenario import UPLOADING, WAITING
from tests.http.videos.tus_client import OFFSET_STREAM, TusStage, a_film, code, metadata_of
from tests.support.builders import a_user_with
from tests.support.console import Console

SIZE = 9_000


@pytest.fixture
async def stage(fresh_console: Console) -> TusStage:
    """A lesson to upload for."""
    return await TusStage.of(fresh_console)


async def pieces(*parts: bytes) -> AsyncIterator[bytes]:
    """A body without a length."""
    for part in parts:
        await asyncio.sleep(0)
        yield part


async def test_case_2_a_refused_request_releases_the_upload(stage: TusStage) -> None:
    """A request that ends early leaves no lock: the next one is served at once."""
    link = await stage.link(SIZE)
    for _ in range(3):
        assert (await stage.patch(link, 5, b"x")).status_code == 409
        assert (await stage.patch(link, 0, b"x" * (SIZE + 1))).status_code == 413
    async with asyncio.timeout(5):
        assert (await stage.patch(link, 0, a_film(SIZE))).status_code == 204


async def test_case_2_a_finished_upload_is_asked_for_without_its_lock(stage: TusStage) -> None:
    """The offset of a finished upload is known while its files are held."""
    begun = await stage.begin(SIZE)
    await stage.patch(begun["uploadUrl"], 0, a_film(SIZE))
    async with stage.console.container.upload_bytes().hold(begun["videoId"]), asyncio.timeout(5):
        assert await stage.offset(begun["uploadUrl"]) == SIZE


async def test_case_4_a_location_is_relative(stage: TusStage) -> None:
    """Behind a TLS proxy an absolute one would be http://.

    Forwarded hosts are not to be trusted.
    """
    link = await stage.link(SIZE)
    headers = {"Upload-Length": str(SIZE), "X-Forwarded-Proto": "https", "X-Forwarded-Host": "evil.example"}
    created = await stage.send("POST", link, headers)
    assert created.headers["location"] == link
    assert link.startswith("/api/uploads/")


async def test_case_5_a_foreign_page_is_refused_on_every_answer(stage: TusStage) -> None:
    """Relative links make the console's page their only origin.

    No answer, error or not, allows another one.
    """
    link = await stage.link(SIZE)
    foreign = {"Origin": "https://evil.example", "Access-Control-Request-Method": "PATCH"}
    answers = [
        await stage.client.request("OPTIONS", "/api/uploads", headers=foreign),
        await stage.client.request("OPTIONS", link, headers=foreign),
        await stage.send("HEAD", link, foreign),
        await stage.patch(link, 0, a_film(SIZE), **foreign),
        await stage.send("POST", link, foreign | {"Upload-Length": str(SIZE)}),
        await stage.send("DELETE", link, foreign),
        await stage.send("HEAD", link + "x", foreign),
    ]
    assert [answer.status_code for answer in answers[3:]] == [403, 403, 403, 404]
    assert not any(name.startswith("access-control") for answer in answers for name in answer.headers)
    own = await stage.patch(link, 0, a_film(SIZE), Origin="http://centre.test")
    assert own.status_code == 204


async def test_case_6_a_head_names_length_and_offset_also_when_they_are_zero(stage: TusStage) -> None:
    """A missing or empty figure sends clients round in circles."""
    head = await stage.head(await stage.link(SIZE))
    assert (head.headers["upload-offset"], head.headers["upload-length"]) == ("0", str(SIZE))


async def test_case_7_nothing_of_an_upload_is_cached_and_get_is_no_head(stage: TusStage) -> None:
    """A cache that asks by GET gets an error.

    Never an answer that looks like an upload.
    """
    link = await stage.link(SIZE)
    answers = [
        await stage.head(link),
        await stage.send("POST", link, {"Upload-Length": str(SIZE)}),
        await stage.patch(link, 0, a_film(SIZE)),
        await stage.patch(link, 0, b"x"),
        await stage.send("GET", link),
    ]
    assert all(answer.headers["cache-control"] == "no-store" for answer in answers)
    assert answers[-1].status_code == 405
    assert "upload-offset" not in answers[-1].headers


async def test_case_9_no_upload_is_empty_and_a_creation_may_complete_one(stage: TusStage) -> None:
    """A video has a byte at least.

    One whose creation brings every byte is complete in that answer.
    """
    refused = await stage.teacher.post("/video/upload-links", stage.scenario.form(size=0))
    assert refused.status_code == 422
    begun = await stage.begin(1)
    assert (await stage.send("POST", begun["uploadUrl"], {"Upload-Length": "0"})).status_code == 400
    headers = {"Upload-Length": str(SIZE), "Content-Type": OFFSET_STREAM}
    begun = await stage.begin(SIZE)
    assert (await stage.send("POST", begun["uploadUrl"], headers, a_film(SIZE))).status_code == 201
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]


async def test_case_10_every_refusal_has_the_status_of_the_text(stage: TusStage) -> None:
    """Each refusal has its own status.

    415 for the type, 400 for a missing offset, 409 for a wrong one, 413 for too much, 204 for nothing more.
    """
    link = await stage.link(SIZE)
    refused = await stage.patch(link, 0, b"x", **{"Content-Type": "video/mp4"})
    assert (refused.status_code, code(refused)) == (415, "VIDEOS_WRONG_MEDIA")
    assert OFFSET_STREAM in refused.json()["message"], "what to send instead"
    headers = {"Content-Type": OFFSET_STREAM}
    assert (await stage.send("PATCH", link, headers, b"x")).status_code == 400
    assert (await stage.send("PATCH", link, headers | {"Upload-Offset": "-1"}, b"x")).status_code == 400
    wrong = await stage.patch(link, 1, b"x")
    assert (wrong.status_code, code(wrong)) == (409, "VIDEOS_OFFSET_DIFFERS")
    assert (await stage.patch(link, 0, b"x" * (SIZE + 1))).status_code == 413
    assert await stage.offset(link) == 0, "no refused request stored a byte"
    await stage.patch(link, 0, a_film(SIZE))
    complete = await stage.patch(link, SIZE, b"")
    assert (complete.status_code, complete.headers["upload-offset"]) == (204, str(SIZE))


async def test_case_11_more_than_the_rest_is_refused_before_it_is_read(stage: TusStage) -> None:
    """By its announced length at once.

    Without one at the first byte too much, and nothing of its end is stored.
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    read = []

    async def endless() -> AsyncIterator[bytes]:
        for number in range(1000):
            read.append(number)
            yield film

    announced = await stage.patch(link, 0, endless(), **{"Content-Length": str(SIZE * 1000)})
    assert (announced.status_code, len(read)) == (413, 0)
    chunked = await stage.patch(link, 0, endless())
    assert (chunked.status_code, code(chunked)) == (413, "VIDEOS_TOO_LONG")
    assert len(read) < 5
    assert await stage.offset(link) < SIZE
    assert await stage.status(begun["id"]) == [UPLOADING], "a body that is too long completes nothing"
    offset = await stage.offset(link)
    assert (await stage.patch(link, offset, pieces(film[offset:]))).status_code == 204
    assert stage.source(begun).read_bytes() == film


async def test_case_12_the_version_is_checked_but_for_options(stage: TusStage) -> None:
    """OPTIONS is answered with 200, which every browser takes.

    Asks for no version.
    """
    link = await stage.link(SIZE)
    assert (await stage.client.request("OPTIONS", "/api/uploads", headers={"Tus-Resumable": "9"})).status_code == 200
    assert (await stage.client.request("HEAD", link)).status_code == 412


@pytest.mark.parametrize("id", ["..%2f..%2fetc%2fpasswd", "%00", "a%00b", "a%5cb", "%2e%2e", "x" * 5000, "é"])
async def test_case_13_an_id_is_never_a_path(stage: TusStage, id: str) -> None:
    """Separators and NUL, encoded or not, are ids of nothing (ASVS-34)."""
    await stage.link(SIZE)
    for method in ("HEAD", "PATCH", "DELETE"):
        headers = {"Content-Type": OFFSET_STREAM, "Upload-Offset": "0"}
        answer = await stage.send(method, f"/api/uploads/{id}", headers)
        assert answer.status_code in (404, 405), answer.text
    assert sorted(path.name for path in stage.console.container.settings().home.rglob("source")) == []


async def test_case_13_the_owner_is_compared_on_every_request(stage: TusStage) -> None:
    """A token that is sent must be the uploader's.

    The uploader must still be allowed to upload (D-59).
    """
    link = await stage.link(SIZE)
    other = await stage.scenario.visitor({"all_groups:video_upload": ["read", "update"]})
    headers = {"Tus-Resumable": "1.0.0", "Content-Type": OFFSET_STREAM, "Upload-Offset": "0"}
    for method in ("HEAD", "PATCH", "DELETE"):
        assert (await other.request(method, link, headers=headers, content=b"")).status_code == 403
        forged = await stage.send(method, link, headers | {"Authorization": "Bearer forged"})
        assert forged.status_code == 401
    create = {"Tus-Resumable": "1.0.0", "Upload-Length": str(SIZE)}
    assert (await other.request("POST", link, headers=create)).status_code == 403
    own = await stage.teacher.request("PATCH", link, headers=headers, content=a_film(SIZE)[:10])
    assert own.status_code == 204
    await stage.console.sql.execute("update users set status = 2 where id = $1", stage.scenario.account.id)
    for answer in (await stage.head(link), await stage.patch(link, 10, b"x"), await stage.send("DELETE", link)):
        assert answer.status_code == 403


async def test_case_13_an_uploader_who_lost_the_right_uploads_no_more(stage: TusStage) -> None:
    """The right is read at every request, whatever the link says (D-59)."""
    link = await stage.link(SIZE)
    reader = a_user_with({"my_groups:video_upload": ["read"]}).of(stage.scenario.branch)
    await stage.console.store(reader)
    role = await stage.console.sql.fetchval("select role_id from users where id = $1", reader.id)
    await stage.console.sql.execute("update users set role_id = $1 where id = $2", role, stage.scenario.account.id)
    answer = await stage.patch(link, 0, a_film(SIZE))
    assert (answer.status_code, code(answer)) == (403, "VIDEOS_UPLOADER_BARRED")


async def test_case_14_concatenation_is_not_offered_and_refused(stage: TusStage) -> None:
    """A part would be an upload of its own, past every limit.

    A final one would join those of others.
    """
    link = await stage.link(SIZE)
    for value in ("partial", f"final;{link} {link}"):
        answer = await stage.send("POST", link, {"Upload-Length": str(SIZE), "Upload-Concat": value})
        assert answer.status_code == 400
    offered = (await stage.client.request("OPTIONS", "/api/uploads")).headers["tus-extension"]
    assert "concatenation" not in offered


async def test_case_15_another_method_is_named_by_post_alone(stage: TusStage) -> None:
    """X-HTTP-Method-Override is obeyed on POST.

    With every check of the method it names.
    """
    film, link = a_film(SIZE), await stage.link(SIZE)
    patch = {"X-HTTP-Method-Override": "PATCH", "Content-Type": OFFSET_STREAM, "Upload-Offset": "0"}
    answer = await stage.send("POST", link, patch, film[:100])
    assert (answer.status_code, answer.headers["upload-offset"]) == (204, "100")
    answer = await stage.send("POST", link, {"X-HTTP-Method-Override": "head"})
    assert (answer.status_code, answer.headers["upload-offset"]) == (200, "100")
    assert (await stage.send("POST", link, {"X-HTTP-Method-Override": "GET"})).status_code == 405
    ignored = await stage.patch(link, 100, film[100:200], **{"X-HTTP-Method-Override": "DELETE"})
    assert (ignored.status_code, ignored.headers["upload-offset"]) == (204, "200")
    other = await stage.scenario.visitor({"all_groups:video_upload": ["read", "update"]})
    headers = {"Tus-Resumable": "1.0.0", "X-HTTP-Method-Override": "DELETE"}
    assert (await other.request("POST", link, headers=headers)).status_code == 403
    assert (await stage.send("POST", link, {"X-HTTP-Method-Override": "DELETE"})).status_code == 204
    assert (await stage.head(link)).status_code == 404


async def test_case_16_the_announced_length_is_never_the_offset(stage: TusStage) -> None:
    """A body that is shorter than announced counts for what it is."""
    film, link = a_film(SIZE), await stage.link(SIZE)
    answer = await stage.patch(link, 0, pieces(film[:50]), **{"Content-Length": "500"})
    assert (answer.status_code, answer.headers["upload-offset"]) == (204, "50")
    assert await stage.offset(link) == 50


async def test_case_17_an_upload_is_finished_once(stage: TusStage) -> None:
    """The last PATCH again, after its answer was lost, and HEAD beside it.

    One history, one job (R2-280).
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    link = begun["uploadUrl"]
    await stage.patch(link, 0, film)
    repeated = await stage.patch(link, 0, film)
    assert (repeated.status_code, code(repeated)) == (409, "VIDEOS_OFFSET_DIFFERS")
    assert (await stage.patch(link, SIZE, b"")).status_code == 204
    assert await stage.offset(link) == SIZE
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1


async def test_case_17_bytes_without_their_commit_are_completed_by_the_next_request(stage: TusStage) -> None:
    """The process died between the last byte and its commit.

    HEAD finds every byte, and completes it once.
    """
    film, begun = a_film(SIZE), await stage.begin(SIZE)
    stage.source(begun).write_bytes(film)
    assert await stage.status(begun["id"]) == [UPLOADING]
    offsets = await asyncio.gather(*(stage.offset(begun["uploadUrl"]) for _ in range(5)))
    assert offsets == [SIZE] * 5
    assert await stage.status(begun["id"]) == [UPLOADING, WAITING]
    assert await stage.queued() == 1


async def test_metadata_is_told_as_it_was_given_and_names_no_file(stage: TusStage) -> None:
    """A traversal as a file name is a text like another (ASVS-34).

    Without metadata, the file's name is in the answer.
    """
    begun = await stage.begin(SIZE)
    head = await stage.head(begun["uploadUrl"])
    assert head.headers["upload-metadata"] == metadata_of(filename="Kasrlar.mp4")
    before = sorted(path for path in stage.console.container.settings().home.rglob("*") if path.is_file())
    for name in (
        "../../../etc/passwd",
        "..\\..\\x",
        "/etc/cron.d/x",
        "a\0b",
        "CON",
        "\u202egpj.mp4",
        "x\r\nSet-Cookie: a=b",
    ):
        given = metadata_of(filename=name)
        headers = {"Upload-Length": str(SIZE), "Upload-Metadata": given}
        assert (await stage.send("POST", begun["uploadUrl"], headers)).status_code == 201
        head = await stage.head(begun["uploadUrl"])
        assert head.headers["upload-metadata"] == given
        assert "set-cookie" not in head.headers
    after = sorted(path for path in stage.console.container.settings().home.rglob("*") if path.is_file())
    own = stage.directory.of(begun["videoId"])
    assert {path for path in set(after) - set(before) if own not in path.parents} == set()
